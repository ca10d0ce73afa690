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

// program applies overrides, as override does, to a scenario with a policy program,
// or to one that receives a program. The scenario's text has the source in the
// first role that uses it and its name in the others, so a choice for one role may
// move the source to another.
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
	own := *d.scenario // with the program, but before the other overrides
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

// namesOf returns the names of a scenario's policies by role.
func namesOf(d *described) [policies.NumRoles]string {
	s := &d.scenario.Scheduler
	return [...]string{policies.Queueing: s.Queue, policies.Placing: s.Allocator, policies.Ordering: s.Order}
}

// programs returns assignments to all roles, with null for a role without a name.
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

// firstOf returns the first role with the same program as another role.
func firstOf(names [policies.NumRoles]string, sources policies.Sources, of policies.Role) policies.Role {
	for role := range of {
		if names[role] == policies.Own && sources[role] == sources[of] {
			return role
		}
	}
	return of
}

// spotOf converts an error of a program, and its time, to the form that the page
// shows.
func spotOf(f *queue.ProgramError, at simtime.Time) *message.ProgramPosition {
	return &message.ProgramPosition{Line: int32(f.Line), Col: int32(f.Col), Problem: f.Problem, Stack: f.Stack, At: at}
}

// failure returns the error that ended the run, or nil if the run is complete.
func (r *Replay) failure() *message.Problem {
	var f *queue.Failure
	if !errors.As(r.tape.Err(), &f) {
		return nil
	}
	return &message.Problem{Place: "scheduler", Problem: f.Error(), Fix: f.Fix, In: spotOf(&f.ProgramError, f.At)}
}

// Limits of the messages of programs: maxSaid messages are sent to the page, each
// with at most maxLine characters.
const (
	maxSaid = 1000
	maxLine = 200
)

// program returns the policy programs of the run and their messages, or nil if it
// has none.
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
			p.Said = append(p.Said, message.ProgramMessage{Step: int32(i), Job: s.Job, Line: int32(s.Line), Text: short(s.Text)})
		}
	}
	return p
}

// short returns the first maxLine characters of a text, with an ellipsis if there
// are more.
func short(text string) string {
	n := 0
	for i := range text {
		if n++; n > maxLine {
			return text[:i] + "…"
		}
	}
	return text
}

// retyped reports whether a Load differs from the previous one only in the text of
// a program with the same roles. The choices are then the same.
func retyped(old, l *message.Load) bool {
	if old.Program == "" || l.Program == "" || old.Roles != l.Roles || old.Form != l.Form || old.Text != l.Text {
		return false
	}
	a, b := message.Load{Overrides: old.Overrides}, message.Load{Overrides: l.Overrides}
	a.Program, b.Program = "", ""
	return bytes.Equal(a.Pack(), b.Pack())
}
