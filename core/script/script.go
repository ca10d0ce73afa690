// Package script runs scheduling policies that users write in Starlark, a small
// dialect of Python. Starlark is deterministic: a program has no access to a clock,
// to files or to random numbers.
//
// A program defines one or more of these functions:
//
//	schedule(now, queue, machine)   which jobs start, and when
//	place(job, machine)             on which nodes a job starts
//	key(job), score(job, now)       the order of the queue
//
// A program sees only what a scheduler may know, through objects for jobs, the
// queue and the machine. The function schedule acts by calling start, reserve,
// backfill and promise, which are the steps that the disciplines of package queue
// are made of. EASY backfilling, for example, is this program, and it produces the
// same schedule as queue.EASY:
//
//	def schedule(now, queue, machine):
//	    for job in list(queue):
//	        if not start(job): break
//	    if queue:
//	        reserve(queue[0])
//	        for job in queue[1:]: backfill(job)
//
// Reading a program parses it, rewrites it (see protect), and runs its top level
// once. Then a discipline, a placer, or an ordering calls the program's functions
// during the simulation: Schedule once per scheduling pass, Allocate once per
// placement, Key once per job, Keys once per pass.
//
// Every action is checked when it is performed. An error, such as starting a job on
// a node that is in use, starting a job twice, or returning a key that is not a
// number, ends the run with a queue.Failure at the line of the program. Limits keep
// the page and the terminal responsive whatever a user writes. The steps of each
// call are counted (MaxSteps). The size of the result of each single operation is
// limited too (guard.go), since a single operation could otherwise fill the memory.
//
// The interpreter is go.starlark.net, the only library outside the standard library
// that core uses. Only binaries that run programs link it: the page loads it as a
// separate wasm program. Therefore the packages that this one builds on do not
// import it. It registers itself with package policies instead.
//
// Source: SOURCES.md OWN.1.
package script

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"hopyard/core/policies"
	"hopyard/core/queue"
)

// MaxSteps is the largest number of interpreter steps that one call of a program's
// function, or its top level, may take. A line of code is a few steps. A step takes
// about 10 ns natively and 100 ns in a browser.
const MaxSteps = 5_000_000

// fileName is the file name of the program in source positions.
const fileName = "policy"

func init() { policies.Starlark = interpreter{} }

// interpreter implements policies.Interpreter.
type interpreter struct{}

// program is a user's program that was parsed and whose top level was run. It is
// immutable.
type program struct {
	faults  []queue.ProgramError
	globals starlark.StringDict
	refuses bool // place may return None although enough nodes are free
	steps   uint64
}

// options selects the dialect. It allows sets, while loops, and loops at the top
// level. It forbids recursion, which could fill the stack.
var options = &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true}

// read parses a program and runs its top level. It records errors in the faults of
// the result.
func read(source string) *program {
	p := &program{steps: MaxSteps}
	if len(source) > policies.MaxSource {
		p.faults = []queue.ProgramError{tooLong(len(source))}
		return p
	}
	file, err := options.Parse(fileName, source, 0)
	if err != nil {
		p.faults = faultsOf(err)
		return p
	}
	if p.faults = protect(file); p.faults != nil {
		return p
	}
	compiled, err := starlark.FileProgram(file, predeclared.Has)
	if err != nil {
		p.faults = faultsOf(err)
		return p
	}
	p.globals, err = compiled.Init(newThread(nil, p.steps), predeclared)
	if err != nil {
		p.faults = faultsOf(err)
		return p
	}
	for name, v := range p.globals {
		if weight(v) > MaxElements { // freezing this value could take practically forever
			p.faults = append(p.faults, queue.ProgramError{Problem: name + " holds more than " + fmt.Sprint(MaxElements) + " values, or is nested too deep", Fix: "make it smaller"})
		}
	}
	if p.faults != nil {
		return p
	}
	p.globals.Freeze()
	p.refuses = p.globals["refuses"] == starlark.True
	return p
}

// newThread returns a thread for one call, with a limit on its steps. The first
// argument is the scheduling pass, or nil outside of a pass.
func newThread(at *pass, steps uint64) *starlark.Thread {
	t := &starlark.Thread{Print: printed}
	t.SetMaxExecutionSteps(steps)
	t.OnMaxSteps = func(t *starlark.Thread) { t.Cancel(fmt.Sprint(tooManySteps, steps)) }
	if at != nil {
		t.SetLocal(passKey, at)
	}
	return t
}

// functions lists the functions that a policy may define, each with its role and
// the range of its parameter count.
var functions = [...]struct {
	name        string
	role        policies.Role
	least, most int
	as          string
}{
	{"schedule", policies.Queueing, 3, 3, "def schedule(now, queue, machine):"},
	{"place", policies.Placing, 2, 2, "def place(job, machine):"},
	{"key", policies.Ordering, 1, 1, "def key(job):"},
	{"score", policies.Ordering, 2, 2, "def score(job, now):"},
}

// Roles returns the roles that a program can fill, or its faults. A program with
// faults has no roles. Cost: a run of the program's top level.
func Roles(source string) ([]policies.Role, []queue.ProgramError) {
	p := read(source)
	if p.faults != nil {
		return nil, p.faults
	}
	var roles []policies.Role
	for role := range policies.NumRoles {
		if faults := p.defines(role); faults == nil {
			roles = append(roles, role)
		} else if faults[0].Line > 0 { // the program defines the function for this role, but wrongly
			return nil, faults
		}
	}
	if roles == nil {
		return nil, []queue.ProgramError{{Problem: "no schedule(), place(), key() or score() found", Fix: `define schedule, place, key or score, as in "def key(job): return job.walltime"`}}
	}
	return roles, nil
}

// Check implements policies.Interpreter.
func (interpreter) Check(source string, role policies.Role) []queue.ProgramError {
	p := read(source)
	if p.faults != nil {
		return p.faults
	}
	return p.defines(role)
}

// defines returns nil if the program can fill the role, and the errors if it
// cannot. An error has a line number if the role's function is defined incorrectly.
// It has no line number if the function is missing.
func (p *program) defines(role policies.Role) []queue.ProgramError {
	found, missing, wanted := "", "", []string(nil)
	for _, f := range functions {
		if f.role != role {
			continue
		}
		missing, wanted = f.as, append(wanted, f.name+"()")
		v, ok := p.globals[f.name]
		if !ok {
			continue
		}
		fn, ok := v.(*starlark.Function)
		switch {
		case !ok:
			return []queue.ProgramError{{Line: 1, Col: 1, Problem: f.name + " is " + withArticle(v) + ", not a function", Fix: "write " + f.as}}
		case found != "":
			return []queue.ProgramError{at(fn.Position(), "it defines key and score", "keep one of them: key is called once for each job, score before each pass")}
		case fn.NumParams() < f.least || fn.NumParams() > f.most || fn.HasVarargs() || fn.HasKwargs() || fn.NumKwonlyParams() > 0:
			return []queue.ProgramError{at(fn.Position(), f.name+" has the wrong parameters", "write "+f.as)}
		}
		found = f.name
	}
	if found == "" {
		return []queue.ProgramError{{Problem: "no " + strings.Join(wanted, " or ") + " found", Fix: `define it, as in "` + missing + `"`}}
	}
	return nil
}

// call calls a function of the program. Its first argument is the scheduling pass,
// or nil outside of a pass. If an error occurs, call panics with a *queue.Failure.
func (p *program) call(at *pass, name string, args ...starlark.Value) starlark.Value {
	if p.faults != nil {
		panic(&queue.Failure{ProgramError: p.faults[0]})
	}
	out, err := starlark.Call(newThread(at, p.steps), p.globals[name], args, nil)
	if err != nil {
		panic(&queue.Failure{ProgramError: faultsOf(err)[0]})
	}
	return out
}

// refuse panics with a *queue.Failure because a function of the program returned an
// invalid value.
func (p *program) refuse(name, problem, fix string) {
	f := queue.ProgramError{Problem: problem, Fix: fix}
	if fn, ok := p.globals[name].(*starlark.Function); ok {
		f = at(fn.Position(), problem, fix)
	}
	panic(&queue.Failure{ProgramError: f})
}
