package simworker

import (
	"bytes"
	"errors"

	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/wasm/app/message"
)

// program is override for a scenario with a policy that is a program, or that is
// given one. Its text has the program in the first role that it has, and its name
// in the others; so what is chosen for one role may move it to another.
func (d *described) program(o *message.Overrides) error {
	names, sources := namesOf(d), d.scenario.Scheduler.Sources
	if o.Program != "" {
		for role := range policies.NumRoles {
			switch {
			case o.Roles.Has(role):
				names[role], sources[role] = policies.Own, o.Program
			case names[role] == policies.Own:
				names[role], sources[role] = "", ""
			}
		}
	}
	own := *d.scenario // with the program, before anything is chosen instead
	own.Scheduler.Queue, own.Scheduler.Allocator, own.Scheduler.Order, own.Scheduler.Sources = names[policies.Queueing], names[policies.Placing], names[policies.Ordering], sources
	if own.Scheduler.Queue == "" {
		own.Scheduler.Queue = policies.Default
	}
	d.own = policyOf(&own)
	for role, chosen := range [...]string{o.Queue, o.Allocator, o.Order} {
		if chosen != "" && (chosen != policies.Own || sources[role] != "") {
			names[role] = chosen
		}
	}
	return d.choose(o, programs(names, sources))
}

// namesOf are the policies that a scenario names, by role.
func namesOf(d *described) [policies.NumRoles]string {
	s := &d.scenario.Scheduler
	return [...]string{policies.Queueing: s.Queue, policies.Placing: s.Allocator, policies.Ordering: s.Order}
}

// programs are assignments to all roles: null where a role has no name.
func programs(names [policies.NumRoles]string, sources policies.Sources) [][2]string {
	var set [][2]string
	for role := range policies.NumRoles {
		value := names[role]
		switch first := firstOf(names, sources, role); {
		case value == "":
			value = "null"
		case value == policies.Own && first == role:
			value = `{"starlark": ` + scenario.Quote(sources[role]) + `}`
		}
		set = append(set, [2]string{"scheduler." + role.String(), value})
	}
	return set
}

// firstOf is the first role that has the program of another.
func firstOf(names [policies.NumRoles]string, sources policies.Sources, of policies.Role) policies.Role {
	for role := range of {
		if names[role] == policies.Own && sources[role] == sources[of] {
			return role
		}
	}
	return of
}

// spotOf is what is wrong with a program, and when it was, as the page shows it.
func spotOf(f *queue.ProgramError, at simtime.Time) *message.Spot {
	return &message.Spot{Line: int32(f.Line), Col: int32(f.Col), Problem: f.Problem, Stack: f.Stack, At: at}
}

// failure is what ended the run, nil if it went to its end.
func (r *Replay) failure() *message.Problem {
	var f *queue.Failure
	if !errors.As(r.tape.Err(), &f) {
		return nil
	}
	return &message.Problem{Place: "scheduler", Problem: f.Error(), Fix: f.Fix, In: spotOf(&f.ProgramError, f.At)}
}

// maxSaid is how many lines that programs say the page is told of, and maxLine how
// many characters of each.
const (
	maxSaid = 1000
	maxLine = 200
)

// program is what the run has of programs; nil if it has none.
func (r *Replay) program() *message.Program {
	if r.scenario.Scheduler.Sources == (policies.Sources{}) {
		return nil
	}
	p := &message.Program{Sources: r.scenario.Scheduler.Sources, Failed: r.failure()}
	for i := range r.tape.Len() {
		for _, s := range r.tape.Said(i) {
			if len(p.Said) == maxSaid {
				return p
			}
			p.Said = append(p.Said, message.Said{Step: int32(i), Job: s.Job, Line: int32(s.Line), Text: short(s.Text)})
		}
	}
	return p
}

// short is a text of at most maxLine characters.
func short(text string) string {
	n := 0
	for i := range text {
		if n++; n > maxLine {
			return text[:i] + "…"
		}
	}
	return text
}

// retyped reports whether a Load asks for what was asked for before, with another
// program in the same roles: then the same can be chosen.
func retyped(old, l *message.Load) bool {
	if old.Program == "" || l.Program == "" || old.Roles != l.Roles || old.Form != l.Form || old.Text != l.Text {
		return false
	}
	a, b := message.Load{Overrides: old.Overrides}, message.Load{Overrides: l.Overrides}
	a.Program, b.Program = "", ""
	return bytes.Equal(a.Pack(), b.Pack())
}
