package scenario

import (
	"fmt"
	"strings"

	"hopyard/core/queue/deadline"
	"hopyard/core/topology"
)

// usualAllotments is the example of SOURCES.md S1.1.
var usualAllotments = Allotments{Share: 800}

// allotmentsTable is S1's shares of the machine.
func allotmentsTable(a *Allotments) *table {
	t := newTable("allotments", 3)
	t.number("share", &a.Share, 0, 1000, "shares")
	t.add("users", Map, nil, 0, MaxOwners).always().
		needs(`write the nodes of each user, as in "users": {"ada": 40}`).
		reads(func(p *parser, v ref) { p.allotted(v, a) }).
		writes(func(w *writer, _ any) { w.allotted(a) })
	t.add("history", List, nil, 0, MaxHistory).
		reads(func(p *parser, v ref) { p.history(v, a) }).
		when(func() bool { return len(a.History) > 0 }).
		writes(func(w *writer, _ any) { w.history(a.History) })
	return t
}

func allotmentTable(a *Allotment) *table {
	t := newTable("an allotment", 2)
	t.integer("nodes", &a.Nodes, 1, topology.MaxNodes).always().needs(`write "nodes": 20`)
	t.number("share", &a.Share, 0, 1000, "shares").always()
	return t
}

// example shows all that is told of a finished job.
const example = `write it as in {"user": "ada", "application": "cfd", "amount": 200, "time": 14400}`

func pastTable(x *deadline.Past) *table {
	t := newTable("a finished job", 4)
	t.label("user", &x.User).always().needs(example).reads(func(p *parser, v ref) { x.User = p.ofUser(v) })
	t.label("application", &x.Application)
	t.integer("amount", &x.Amount, 1, MaxNumber).always().needs(example)
	t.seconds("time", (*int64)(&x.Time), 1).always().needs(example)
	return t
}

// allotments reads S1's shares of the machine.
func (p *parser) allotments(v ref) {
	a := usualAllotments
	g := allotmentsTable(&a).read(p, v)
	if p.count() == g.before && len(a.Users) == 0 {
		p.wrong(g.at("users"), "names no user", "1", `write the nodes of each, as in {"ada": 40}`)
	}
	if p.count() == g.before {
		p.s.Allotments = &a
	}
}

// allotted reads what each user has: a number of nodes, or an object.
func (p *parser) allotted(v ref, a *Allotments) {
	p.byName(v, "users", func(name string, _, v ref) {
		u := Allotment{User: name, Share: a.Share}
		if p.kind(v) == '{' {
			allotmentTable(&u).read(p, v)
		} else {
			t := allotmentTable(&u)
			t.field("nodes").take(p, v)
		}
		a.Users = append(a.Users, u)
	})
}

// allotted writes what each user has.
func (w *writer) allotted(a *Allotments) {
	w.raw("{")
	for i := range a.Users {
		u := &a.Users[i]
		if w.member(u.User, i == 0); u.Share == a.Share {
			w.number(int64(u.Nodes))
		} else {
			allotmentTable(u).write(w, allotmentTable(u))
		}
	}
	w.raw("}")
}

// history writes what is known of jobs that were run before.
func (w *writer) history(all []deadline.Past) {
	var past deadline.Past
	fields, usual := pastTable(&past), pastTable(&deadline.Past{})
	w.lines('[', ']', len(all), func(i int) {
		past = all[i]
		fields.write(w, usual)
	})
}

// history reads what is known of jobs that were run before.
func (p *parser) history(v ref, a *Allotments) {
	if !p.list(v, MaxHistory, "finished jobs") {
		return
	}
	p.allotting, p.known = a, make(map[string]bool, len(a.Users))
	for i := range a.Users {
		p.known[a.Users[i].User] = true
	}
	var past deadline.Past
	fields := pastTable(&past)
	for _, e := range p.elements(v) {
		past = deadline.Past{}
		fields.read(p, e)
		a.History = append(a.History, past)
	}
}

// ofUser reads the name of a user who has an allotment: what others have run
// says nothing of anybody's jobs.
func (p *parser) ofUser(v ref) string {
	before, a := p.count(), p.allotting
	name := p.name(v)
	if len(a.Users) == 0 || p.count() > before || p.known[name] || p.full() {
		return name
	}
	const most = 8
	var names []string
	for i := range a.Users {
		names = append(names, a.Users[i].User)
	}
	fix := fmt.Sprintf("allot nodes to %s, or leave the finished job out", quoted(name))
	if near, ok := Nearest(name, names); ok {
		fix = fmt.Sprintf("did you mean %s?", quoted(near))
	}
	limit := strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		limit += ", …"
	}
	p.wrong(v, "has no allotment", limit, fix)
	return name
}

// checkAllotments finds users who are promised more than there is.
func (p *parser) checkAllotments() {
	a, n := p.s.Allotments, int64(p.machine.NumNodes())
	switch {
	case a != nil:
	case p.allotmentsAt == 0 && p.unallotted():
		p.add(Error{
			Place: "allotments", Problem: fmt.Sprintf("allotments is missing for the queue %q", p.s.Scheduler.Queue),
			Fix: `write the nodes of each user, as in "allotments": {"users": {"ada": 40}}`,
		})
		return
	default:
		return
	}
	sum := int64(0)
	for i := range a.Users {
		sum += int64(a.Users[i].Nodes)
	}
	if sum > n {
		p.add(Error{
			Place: "allotments.users", Value: fmt.Sprint(sum), Limit: fmt.Sprint(n),
			Problem: fmt.Sprintf("users are allotted %d nodes, more than the cluster has (%d)", sum, n),
			Fix:     "allot fewer, or enlarge the cluster; what is left over is the system's reserve",
		})
	}
}
