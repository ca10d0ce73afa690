package simworker

import (
	"bytes"
	"errors"

	"hopyard/core/jsondoc"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/wasm/app/message"
)

// program applies the overrides to a scenario that contains a policy program or
// receives one. A program can fill several roles (queue, allocator, order). The
// scenario's text contains the source in the first such role, and a reference to it
// in the others. Selecting another policy for one role may therefore move the
// source to another role.
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
	own := *d.scenario // the scenario with the program, but without the other overrides
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

// namesOf returns the name of the scenario's policy for each role.
func namesOf(d *described) [policies.NumRoles]string {
	s := &d.scenario.Scheduler
	return [...]string{policies.Queueing: s.Queue, policies.Placing: s.Allocator, policies.Ordering: s.Order}
}

// programs returns the assignments (pairs of path and value) that set all roles. A
// role without a name is set to null.
func programs(names [policies.NumRoles]string, sources policies.Sources) [][2]string {
	var set [][2]string
	for role := range policies.NumRoles {
		value := names[role]
		switch first := firstOf(names, sources, role); {
		case value == "":
			value = "null"
		case value == policies.Own && first == role:
			value = `{"starlark": ` + jsondoc.Quote(sources[role]) + `}`
		}
		set = append(set, [2]string{"scheduler." + role.String(), value})
	}
	return set
}

// firstOf returns the first role that uses the same program as the given role.
func firstOf(names [policies.NumRoles]string, sources policies.Sources, of policies.Role) policies.Role {
	for role := range of {
		if names[role] == policies.Own && sources[role] == sources[of] {
			return role
		}
	}
	return of
}

// spotOf converts an error in a program to the form that the page shows. The
// parameter at is the simulated time of the error.
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

// Limits of the messages that programs print. At most maxSaid messages are sent to
// the page, each cut to maxLine characters.
const (
	maxSaid = 1000
	maxLine = 200
)

// program returns the policy programs of the run and their messages. It returns nil
// if the run has no policy program.
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

// short cuts text to maxLine characters. If it cuts anything, it appends an
// ellipsis.
func short(text string) string {
	n := 0
	for i := range text {
		if n++; n > maxLine {
			return text[:i] + "…"
		}
	}
	return text
}

// retyped reports whether two consecutive Loads have the same choices because they
// differ only in the text of the policy program. The roles of the program must be
// unchanged.
func retyped(old, l *message.Load) bool {
	if old.Program == "" || l.Program == "" || old.Roles != l.Roles || old.Form != l.Form || old.Text != l.Text {
		return false
	}
	a, b := message.Load{Overrides: old.Overrides}, message.Load{Overrides: l.Overrides}
	a.Program, b.Program = "", ""
	return bytes.Equal(a.Pack(), b.Pack())
}
