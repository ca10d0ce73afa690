package policies

import (
	"errors"

	"hopyard/core/alloc"
	"hopyard/core/queue"
)

// Own is the value of scheduler.queue, allocator or order that selects a program of
// the user.
const Own = "starlark"

// ownDiscipline is the discipline of a user's program.
var ownDiscipline = Discipline{
	Name: Name{Name: Own, Title: "Your policy", About: "A program in Starlark decides.", Source: "The user's own"},
	New: func(s *Setup) queue.Policy {
		if Starlark == nil {
			return nil
		}
		return Starlark.Discipline(s.Sources[Queueing])
	},
}

// ownPlacement is the allocator of a user's program.
var ownPlacement = Placement{
	Name{Name: Own, Title: "Your policy", About: "A program in Starlark chooses the nodes.", Source: "The user's own"},
	func(s *Setup) alloc.Allocator {
		if Starlark == nil {
			return nil
		}
		return Starlark.Allocator(s.Sources[Placing])
	},
}

// Role is the kind of decision that a program makes.
type Role uint8

// The roles, in the order in which a scenario names them.
const (
	Queueing Role = iota // which job starts, and when: def schedule
	Placing              // on which nodes: def place
	Ordering             // the order of the queue: def key, or def score
	NumRoles
)

// String returns the field of scheduler that names the role.
func (r Role) String() string { return [...]string{"queue", "allocator", "order"}[r] }

// Sources holds the text of the program for each role. The text is "" if a role has
// no program.
type Sources [NumRoles]string

// MaxSource is the largest size of a program in bytes.
const MaxSource = 32 << 10

// Interpreter turns programs that users write into policies.
type Interpreter interface {
	// Check returns the errors that can be found in a program before it runs. A
	// missing definition of the role's function is one of these errors.
	Check(source string, role Role) []queue.ProgramError
	// Discipline returns the queue discipline that a program defines. If the
	// program has errors, the discipline fails when it is first used. The policies
	// that Allocator and Ordering return behave in the same way.
	Discipline(source string) queue.Policy
	Allocator(source string) alloc.Allocator
	Ordering(source string) queue.Ordering
}

// Starlark is the interpreter of Starlark, or nil in programs that do not link it.
// Package script sets it. The interpreter is large, so the page keeps it in a
// separate WebAssembly program.
var Starlark Interpreter

// ErrNoInterpreter is the error for a scenario with a Starlark program in a binary
// that contains no Interpreter.
var ErrNoInterpreter = errors.New("the scenario has a policy in Starlark, which this program does not read")

// OwnOrder returns the queue order that a user's program defines. It returns nil if
// there is no such program, or no interpreter.
func (s *Setup) OwnOrder() queue.Ordering {
	if Starlark == nil || s.Sources[Ordering] == "" {
		return nil
	}
	return Starlark.Ordering(s.Sources[Ordering])
}
