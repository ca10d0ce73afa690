package policies

import (
	"errors"

	"hopyard/core/alloc"
	"hopyard/core/queue"
)

// Own is what scheduler.queue, allocator and order are called when a program of
// the user's decides.
const Own = "starlark"

// ownDiscipline is the discipline that is a program.
var ownDiscipline = Discipline{
	Name: Name{Name: Own, Title: "Your policy", About: "A program in Starlark decides.", Source: "The user's own"},
	New: func(s *Setup) queue.Policy {
		if Starlark == nil {
			return nil
		}
		return Starlark.Discipline(s.Sources[Queueing])
	},
}

// ownPlacement is the allocator that is a program.
var ownPlacement = Placement{
	Name{Name: Own, Title: "Your policy", About: "A program in Starlark chooses the nodes.", Source: "The user's own"},
	func(s *Setup) alloc.Allocator {
		if Starlark == nil {
			return nil
		}
		return Starlark.Allocator(s.Sources[Placing])
	},
}

// Role is what a program decides.
type Role uint8

// The roles, in the order in which a scenario names them.
const (
	Queueing Role = iota // which job starts, and when: def schedule
	Placing              // on which nodes: def place
	Ordering             // who is before whom in the queue: def key, or def score
	NumRoles
)

// String is the field of scheduler that the role is named in.
func (r Role) String() string { return [...]string{"queue", "allocator", "order"}[r] }

// Sources are the programs by role, "" where there is none.
type Sources [NumRoles]string

// MaxSource is how many bytes a program may have.
const MaxSource = 32 << 10

// Interpreter makes policies of programs that people write.
type Interpreter interface {
	// Check finds what can be known to be wrong with a program before it runs; in a
	// role: that it does not define what the role needs.
	Check(source string, role Role) []queue.ProgramError
	// Those of a program with faults fail when they are first used.
	Discipline(source string) queue.Policy
	Allocator(source string) alloc.Allocator
	Ordering(source string) queue.Ordering
}

// Starlark is the interpreter of Starlark, nil in programs without it: it is
// large, so that the page has it in a program of its own, and package script sets
// it where it is linked.
var Starlark Interpreter

// ErrNoInterpreter is the error of a scenario with a program where there is no
// Interpreter.
var ErrNoInterpreter = errors.New("the scenario has a policy in Starlark, which this program does not read")

// OwnOrder is the order that a program makes, nil if it makes none.
func (s *Setup) OwnOrder() queue.Ordering {
	if Starlark == nil || s.Sources[Ordering] == "" {
		return nil
	}
	return Starlark.Ordering(s.Sources[Ordering])
}
