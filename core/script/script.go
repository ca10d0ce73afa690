// Package script reads policies that people write in Starlark, a small Python
// that always does the same: no clock, no files, no random numbers.
//
// A program defines what it decides: schedule (which job starts, and when), place
// (on which nodes), key or score (who is before whom in the queue). It sees what a
// scheduler may know, through jobs, the queue and the machine, and acts through
// start, reserve, backfill and promise, which are steps of package queue: so a
// program of eight lines is EASY, and makes the same schedule as queue.EASY.
//
// Everything is checked when it is done: nodes that are held, a job twice, a
// number that is none end the run with a queue.Failure at the line. A program has
// limits, so that the page and the terminal stay alive whatever somebody writes:
// steps are counted (MaxSteps), and so is the size of what a single operation
// makes (guard.go), since one of them could fill the memory.
//
// The interpreter is go.starlark.net, the one library that core has. It is linked
// only where programs are run: the page has it in a wasm program of its own. So
// nothing below imports this package; it tells package policies that it is there.
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

// MaxSteps bounds the steps of one call of a program's function, and of its top
// level. A line is a few steps; a step takes some 10 ns natively, and 100 in a
// browser.
const MaxSteps = 5_000_000

// fileName stands for the program in positions.
const fileName = "policy"

func init() { policies.Starlark = interpreter{} }

// interpreter implements policies.Interpreter.
type interpreter struct{}

// program is a program that was read and run down its top level, with what it
// defines. It does not change any more.
type program struct {
	faults  []queue.ProgramError
	globals starlark.StringDict
	refuses bool // its place may return None though enough is free
	steps   uint64
}

// options are the dialect: Python's while and loops at the top level, no recursion,
// which could fill the stack.
var options = &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true}

// read reads a program and runs its top level. What is wrong is in its faults.
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
		if weight(v) > MaxElements { // freezing it could take for ever
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

// newThread is a thread for one call of so many steps, for a pass or nil.
func newThread(at *pass, steps uint64) *starlark.Thread {
	t := &starlark.Thread{Print: printed}
	t.SetMaxExecutionSteps(steps)
	t.OnMaxSteps = func(t *starlark.Thread) { t.Cancel(fmt.Sprint(tooManySteps, steps)) }
	if at != nil {
		t.SetLocal(passKey, at)
	}
	return t
}

// functions are those that decide something, with the numbers of parameters that
// they may have.
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

// Roles says what a program decides, and what is wrong with it. A program with
// faults has no roles. Cost: that of its top level.
func Roles(source string) ([]policies.Role, []queue.ProgramError) {
	p := read(source)
	if p.faults != nil {
		return nil, p.faults
	}
	var roles []policies.Role
	for role := range policies.NumRoles {
		if faults := p.defines(role); faults == nil {
			roles = append(roles, role)
		} else if faults[0].Line > 0 { // what it defines is wrong
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

// defines is nil, or says why a program cannot have a role: with a line where what
// it defines for the role is wrong, without where it defines nothing.
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
			return []queue.ProgramError{{Line: 1, Col: 1, Problem: f.name + " is " + a(v) + ", not a function", Fix: "write " + f.as}}
		case found != "":
			return []queue.ProgramError{at(fn.Position(), "it defines key and score", "keep one of them: key is asked once a job, score before each pass")}
		case fn.NumParams() < f.least || fn.NumParams() > f.most || fn.HasVarargs() || fn.HasKwargs() || fn.NumKwonlyParams() > 0:
			return []queue.ProgramError{at(fn.Position(), f.name+" has other parameters than it is given", "write "+f.as)}
		}
		found = f.name
	}
	if found == "" {
		return []queue.ProgramError{{Problem: "no " + strings.Join(wanted, " or ") + " found", Fix: `define it, as in "` + missing + `"`}}
	}
	return nil
}

// call calls one of the program's functions for a pass; at is nil outside of one.
// It panics with the *queue.Failure of what goes wrong.
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

// refuse fails because of what one of the program's functions returned.
func (p *program) refuse(name, problem, fix string) {
	f := queue.ProgramError{Problem: problem, Fix: fix}
	if fn, ok := p.globals[name].(*starlark.Function); ok {
		f = at(fn.Position(), problem, fix)
	}
	panic(&queue.Failure{ProgramError: f})
}
