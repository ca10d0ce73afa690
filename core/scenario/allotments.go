package scenario

import (
	"fmt"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/queue/deadline"
	"hopyard/core/scenario/schema"
	"hopyard/core/topology"
)

// usualAllotments holds the defaults. The default share is the share in the example
// of source S1 (SOURCES.md S1.1).
var usualAllotments = Allotments{Share: 800}

// allotmentsTable returns the table of fields for the block "allotments", which
// holds the users' shares of the machine (source S1).
func allotmentsTable(a *Allotments) *table {
	t := newTable("allotments", 4)
	t.Number("share", &a.Share, 0, 1000, "shares")
	t.Add("users", schema.Map, nil, 0, MaxOwners).Always().
		Needs(`write the nodes of each user, as in "users": {"ada": 40}`).
		Reads(func(p *parser, v jsondoc.Ref) { p.allotted(v, a) }).
		Writes(func(w *writer, _ any) { w.allotted(a) })
	t.Add("events", schema.List, nil, 0, MaxAllotmentEvents).
		Reads(func(p *parser, v jsondoc.Ref) { p.reallotments(v, a) }).
		When(func() bool { return len(a.Events) > 0 }).
		Writes(func(w *writer, _ any) { w.reallotments(a) })
	t.Add("history", schema.List, nil, 0, MaxHistory).
		Reads(func(p *parser, v jsondoc.Ref) { p.history(v, a) }).
		When(func() bool { return len(a.History) > 0 }).
		Writes(func(w *writer, _ any) { w.history(a.History) })
	return t
}

// allotmentTable returns the table of fields for one allotment. If the flag changes
// is set, the table is for a change of an allotment. In a change, fields that are
// left out keep their values.
func allotmentTable(a *Allotment, changes bool) *table {
	t := newTable("an allotment", 2)
	nodes := t.Integer("nodes", &a.Nodes, 1, topology.MaxNodes)
	share := t.Number("share", &a.Share, 0, 1000, "shares")
	if changes {
		nodes.Min = 0
		return t
	}
	nodes.Always().Needs(`write "nodes": 20`)
	share.Always()
	return t
}

// allotmentChange is a change of allotments while it is read, with the positions of its
// fields.
type allotmentChange struct {
	Reallotment
	at, users jsondoc.Ref
}

func reallotmentTable(x *allotmentChange) *table {
	t := newTable("an event", 2)
	t.Seconds("at", (*int64)(&x.At), 0).Always().Noted(&x.at).Needs(`write "at": 600, in seconds`)
	t.Add("users", schema.Map, nil, 0, MaxOwners).Always().Noted(&x.users).Needs(`write what changes, as in "users": {"ada": 20}`)
	return t
}

// example is the suggested fix in errors about a finished job. It shows all the
// fields.
const example = `write it as in {"user": "ada", "application": "cfd", "amount": 200, "time": 14400}`

func pastTable(x *deadline.FinishedJob) *table {
	t := newTable("a finished job", 4)
	label(t, "user", &x.User).Always().Needs(example).Reads(func(p *parser, v jsondoc.Ref) { x.User = p.ofUser(v) })
	label(t, "application", &x.Application)
	t.Integer("amount", &x.Amount, 1, MaxNumber).Always().Needs(example)
	t.Seconds("time", (*int64)(&x.Time), 1).Always().Needs(example)
	return t
}

// insideAllotments returns the table of fields for the objects at the given path
// inside the block "allotments". The table leads to an object with default values.
func insideAllotments(path string) *table {
	switch path {
	case "allotments":
		return allotmentsTable(&usualAllotments)
	case "allotments.users":
		return allotmentTable(&Allotment{}, false)
	case "allotments.events":
		return reallotmentTable(&allotmentChange{})
	case "allotments.events.users":
		return allotmentTable(&Allotment{}, true)
	}
	return pastTable(&deadline.FinishedJob{})
}

// allotments reads the block "allotments", which holds the users' shares of the
// machine (source S1).
func (p *parser) allotments(v jsondoc.Ref) {
	a := usualAllotments
	g := allotmentsTable(&a).Read(p, v)
	if p.Count() == g.Before && len(a.Users) == 0 {
		p.Wrong(g.At("users"), "names no user", "1", `write the nodes of each, as in {"ada": 40}`)
	}
	if p.Count() == g.Before {
		p.s.Allotments = &a
	}
}

// allotted reads the allotment of each user, which is given as a number of nodes or
// as an object.
func (p *parser) allotted(v jsondoc.Ref, a *Allotments) {
	p.byName(v, "users", func(name string, _, v jsondoc.Ref) {
		u := Allotment{User: name, Share: a.Share}
		if p.Kind(v) == '{' {
			allotmentTable(&u, false).Read(p, v)
		} else {
			t := allotmentTable(&u, false)
			t.Row("nodes").Take(p, v)
		}
		a.Users = append(a.Users, u)
	})
}

// allotted writes the allotment of each user.
func (w *writer) allotted(a *Allotments) {
	w.Raw("{")
	for i := range a.Users {
		u := &a.Users[i]
		if w.Member(u.User, i == 0); u.Share == a.Share {
			w.Number(int64(u.Nodes))
		} else {
			allotmentTable(u, false).Write(w, allotmentTable(u, false))
		}
	}
	w.Raw("}")
}

// reallotments reads the events that change allotments and sorts them by time. An
// event names only what changes. So reallotments also computes all allotments that
// apply after each event.
func (p *parser) reallotments(v jsondoc.Ref, a *Allotments) {
	if !p.List(v, MaxAllotmentEvents, "events") {
		return
	}
	var all []*allotmentChange
	for _, e := range p.Elements(v) {
		x := &allotmentChange{}
		reallotmentTable(x).Read(p, e)
		all = append(all, x)
		for i := len(all) - 1; i > 0 && all[i-1].At > x.At; i-- { // insertion sort: events may come in any order but are usually sorted
			all[i], all[i-1] = all[i-1], x
		}
	}
	place, now, sum := a.places(), append([]Allotment(nil), a.Users...), int64(0)
	for i := range now {
		sum += int64(now[i].Nodes)
	}
	for i, e := range all {
		before := p.Count()
		if e.at == 0 || e.users == 0 {
			continue
		}
		if i > 0 && all[i-1].at != 0 && e.At == all[i-1].At {
			p.Wrong(e.at, "is the time of two events", "", "write one event for each time, with all users that change")
		}
		p.byName(e.users, "users", func(name string, key, v jsondoc.Ref) {
			if at, known := place[name]; known {
				sum += p.reallotted(e, &now[at], v)
			} else {
				p.WrongKey(key, jsondoc.Quoted(name)+" has no allotment to change", p.DidYouMean(name, a.names()))
			}
		})
		switch {
		case p.Count() > before:
		case len(e.Users) == 0:
			p.Wrong(e.users, "names no user", "1", `write what changes, as in {"ada": 40}`)
		case p.machine != nil && sum > int64(p.machine.NumNodes()):
			p.Wrong(e.users, fmt.Sprintf("bring the allotted nodes to %d, more than the cluster has (%d)", sum, p.machine.NumNodes()), fmt.Sprint(p.machine.NumNodes()), "allot fewer, or take some from others")
		}
		a.Events = append(a.Events, e.Reallotment)
	}
}

// reallotted reads one user's part of an event. It changes the given allotment from
// its values before the event to those after the event. It returns the difference
// in nodes.
func (p *parser) reallotted(e *allotmentChange, now *Allotment, v jsondoc.Ref) int64 {
	was, before := *now, p.Count()
	if t := allotmentTable(now, true); p.Kind(v) == '{' {
		t.Read(p, v)
	} else {
		t.Rows[0].Take(p, v)
	}
	if *now == was && p.Count() == before {
		p.Wrong(v, fmt.Sprintf("changes nothing: the allotment is already so at %v", e.At), "", "remove it, or write other values")
	}
	e.Users = append(e.Users, *now)
	return int64(now.Nodes) - int64(was.Nodes)
}

// reallotments writes the events, each with the fields that it changes.
func (w *writer) reallotments(a *Allotments) {
	place, now := a.places(), append([]Allotment(nil), a.Users...)
	w.Lines('[', ']', len(a.Events), func(i int) {
		e := &a.Events[i]
		w.Raw("{").Member("at", true).Seconds(int64(e.At))
		w.Member("users", false).Raw("{")
		for k := range e.Users {
			u := &e.Users[k]
			was := &now[place[u.User]]
			if w.Member(u.User, k == 0); u.Share == was.Share {
				w.Number(int64(u.Nodes))
			} else {
				allotmentTable(u, true).Write(w, allotmentTable(was, true))
			}
			*was = *u
		}
		w.Raw("}}")
	})
}

// history writes the list of jobs that finished before the run.
func (w *writer) history(all []deadline.FinishedJob) {
	var past deadline.FinishedJob
	fields, usual := pastTable(&past), pastTable(&deadline.FinishedJob{})
	w.Lines('[', ']', len(all), func(i int) {
		past = all[i]
		fields.Write(w, usual)
	})
}

// history reads the list of jobs that finished before the run.
func (p *parser) history(v jsondoc.Ref, a *Allotments) {
	if !p.List(v, MaxHistory, "finished jobs") {
		return
	}
	p.allotting, p.known = a, make(map[string]bool, len(a.Users))
	for i := range a.Users {
		p.known[a.Users[i].User] = true
	}
	var past deadline.FinishedJob
	fields := pastTable(&past)
	for _, e := range p.Elements(v) {
		past = deadline.FinishedJob{}
		fields.Read(p, e)
		a.History = append(a.History, past)
	}
}

// names returns the names of the users who have an allotment.
func (a *Allotments) names() []string {
	names := make([]string, len(a.Users))
	for i := range names {
		names[i] = a.Users[i].User
	}
	return names
}

// ofUser reads the name of the user of a finished job. The user must have an
// allotment, because run times are estimated from finished jobs only for the jobs
// of users with an allotment.
func (p *parser) ofUser(v jsondoc.Ref) string {
	before, a := p.Count(), p.allotting
	name := p.name(v)
	if len(a.Users) == 0 || p.Count() > before || p.known[name] || p.Full() {
		return name
	}
	const most = 8
	names := a.names()
	fix := fmt.Sprintf("allot nodes to %s, or remove the finished job", jsondoc.Quoted(name))
	if near, ok := jsondoc.Nearest(name, names); ok {
		fix = fmt.Sprintf("did you mean %s?", jsondoc.Quoted(near))
	}
	limit := strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		limit += ", …"
	}
	p.Wrong(v, "has no allotment", limit, fix)
	return name
}

// checkAllotments notes an error if the queue requires allotments and there are
// none, or if the allotments add up to more nodes than the machine has.
func (p *parser) checkAllotments() {
	a, n := p.s.Allotments, int64(p.machine.NumNodes())
	switch {
	case a != nil:
	case p.allotmentsAt == 0 && p.unallotted():
		p.Add(jsondoc.Error{
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
		p.Add(jsondoc.Error{
			Place: "allotments.users", Value: fmt.Sprint(sum), Limit: fmt.Sprint(n),
			Problem: fmt.Sprintf("users are allotted %d nodes, more than the cluster has (%d)", sum, n),
			Fix:     "allot fewer, or enlarge the cluster; what is left over is the system's reserve",
		})
	}
}
