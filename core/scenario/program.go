package scenario

import (
	"fmt"

	"hopyard/core/jsondoc"
	"hopyard/core/policies"
	"hopyard/core/scenario/schema"
)

// A Starlark program may replace the name of a policy, as in "queue": {"starlark":
// "def schedule(…): …"}. If another role (queue, allocator or order) uses the same
// program, the field of that role is just the name "starlark".

// program adds the field for a role (queue, allocator or order). Its value is the
// name of a policy, or a program.
func program(t *table, role policies.Role, at *string, names func() []Name, s *Scheduler) *field {
	f := named(t, role.String(), at, names)
	f.Reads(func(p *parser, v jsondoc.Ref) {
		switch {
		case p.Kind(v) == '{':
			*at = policies.Own
			programTable(&s.Sources[role]).Read(p, v)
		case p.Kind(v) == '"' && p.Text(v) == policies.Own:
			*at = policies.Own
		default:
			p.oneOf(v, namesIn(names()), at)
		}
	})
	f.Writes(func(w *writer, _ any) {
		if *at != policies.Own || s.first(s.Sources[role]) < role {
			w.Text(*at)
			return
		}
		w.Raw("{").Member(policies.Own, true).Text(s.Sources[role])
		w.Raw("}")
	})
	return f
}

func programTable(source *string) *table {
	t := newTable("a program", 1)
	t.Add(policies.Own, schema.Text, source, 0, policies.MaxSource).Always().Needs(`write the program, as in {"starlark": "def key(job): return job.walltime"}`).
		Reads(func(p *parser, v jsondoc.Ref) { *source = p.source(v) })
	return t
}

// source reads the text of a program.
func (p *parser) source(v jsondoc.Ref) string {
	switch {
	case p.Kind(v) != '"':
		p.Wrong(v, p.Is(v)+", not text", "", `write the program as text, with \n between its lines`)
	case len(p.Text(v)) > policies.MaxSource:
		p.Wrong(v, fmt.Sprintf("has %d bytes, more than %d", len(p.Text(v)), policies.MaxSource), fmt.Sprint(policies.MaxSource), "make it shorter")
	case p.Text(v) == "":
		p.Wrong(v, "is empty", "", `write "def key(job): return job.walltime", or name a policy`)
	default:
		return p.Text(v)
	}
	return ""
}

// first returns the first role that uses a program with the given source, or
// policies.NumRoles if there is no such role.
func (s *Scheduler) first(source string) policies.Role {
	for role, name := range s.names() {
		if *name == policies.Own && s.Sources[role] == source {
			return policies.Role(role)
		}
	}
	return policies.NumRoles
}

// names returns the fields that name the policies, indexed by role.
func (s *Scheduler) names() [policies.NumRoles]*string {
	return [...]*string{policies.Queueing: &s.Queue, policies.Placing: &s.Allocator, policies.Ordering: &s.Order}
}

// programs completes the roles whose field is just the name "starlark": they get
// the program of another role. It also checks all programs as far as possible
// without running them.
func (p *parser) programs(g given, s *Scheduler) {
	if !g.OK || p.Count() > g.Before {
		return
	}
	shared := ""
	for _, source := range s.Sources {
		if shared == "" {
			shared = source
		}
	}
	for role, name := range s.names() {
		role := policies.Role(role)
		at := g.At(role.String())
		if *name != policies.Own {
			continue
		}
		if s.Sources[role] == "" && shared == "" {
			p.Wrong(at, "has no program", "", `write {"starlark": "def key(job): return job.walltime"}, or name a policy`)
			continue
		}
		if s.Sources[role] == "" {
			s.Sources[role] = shared
		}
		if policies.Starlark == nil {
			continue
		}
		for _, fault := range policies.Starlark.Check(s.Sources[role], role) {
			e := jsondoc.Error{Place: "scheduler." + role.String() + "." + policies.Own, Problem: fault.Problem, Fix: fault.Fix, In: &fault}
			if fault.Line > 0 {
				e.Problem = fmt.Sprintf("line %d, column %d: %s", fault.Line, fault.Col, fault.Problem)
			}
			p.Add(e)
		}
	}
	if s.Order == policies.Own && policies.Has(s.Queue, policies.ShowsFilters) {
		p.Wrong(g.At("order"), fmt.Sprintf("is a program, but the queue %q has an order of its own", s.Queue), "", "use another queue, or weigh its priorities")
	}
}

// Programmed reports whether a program replaces any policy of the scenario.
func (s *Scenario) Programmed() bool {
	p := s.Policy()
	return p.Queue == policies.Own || p.Allocator == policies.Own || p.Order == policies.Own
}

// has reports whether the scenario contains a program for every role for which p
// names "starlark".
func (s *Scenario) has(p PolicyNames) bool {
	for role, name := range [...]string{policies.Queueing: p.Queue, policies.Placing: p.Allocator, policies.Ordering: p.Order} {
		if name == policies.Own && s.Scheduler.Sources[role] == "" {
			return false
		}
	}
	return true
}
