package scenario

import (
	"fmt"
	"strings"

	"hopyard/core/queue/deadline"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

var (
	allotmentsFields = fields{of: "allotments", names: []string{"share", "users", "history"}}
	allotmentFields  = fields{of: "an allotment", names: []string{"nodes", "share"}}
	pastFields       = fields{of: "a finished job", names: []string{"user", "application", "amount", "time"}}
)

// allotments reads S1's shares of the machine.
func (p *parser) allotments(v ref) {
	a := &Allotments{Share: defaultShare}
	var users, history ref
	before := p.count()
	ok := p.object(v, &allotmentsFields, func(name string, v ref) {
		switch name {
		case "share":
			a.Share = p.share(v)
		case "users":
			users = v
		case "history":
			history = v
		}
	})
	if ok && users == 0 {
		p.missing(v, "users", "allotments", `write the nodes of each user, as in "users": {"ada": 40}`)
	}
	if users != 0 {
		p.byName(users, "users", func(name string, _, v ref) {
			a.Users = append(a.Users, p.allotment(v, name, a.Share))
		})
	}
	if history != 0 {
		p.history(history, a)
	}
	if p.count() == before && len(a.Users) == 0 {
		p.wrong(users, "names no user", "1", `write the nodes of each, as in {"ada": 40}`)
	}
	if p.count() == before {
		p.s.Allotments = a
	}
}

func (p *parser) share(v ref) int64 {
	n, _ := p.thousandths(v, 0, 1000, "shares")
	return n
}

// allotment reads a number of nodes, or an object.
func (p *parser) allotment(v ref, user string, share int64) Allotment {
	a := Allotment{User: user, Share: share}
	nodes := v
	if p.kind(v) == '{' {
		nodes = 0
		p.object(v, &allotmentFields, func(name string, v ref) {
			switch name {
			case "nodes":
				nodes = v
			case "share":
				a.Share = p.share(v)
			}
		})
		if nodes == 0 {
			p.missing(v, "nodes", "an allotment", `write "nodes": 20`)
			return a
		}
	}
	n, _ := p.integer(nodes, 1, topology.MaxNodes)
	a.Nodes = int32(n)
	return a
}

// history reads what is known of jobs that were run before.
func (p *parser) history(v ref, a *Allotments) {
	if !p.list(v, MaxHistory, "finished jobs") {
		return
	}
	known := make(map[string]bool, len(a.Users))
	for i := range a.Users {
		known[a.Users[i].User] = true
	}
	for _, e := range p.elements(v) {
		var past deadline.Past
		var user, amount, time ref
		ok := p.object(e, &pastFields, func(name string, v ref) {
			switch name {
			case "user":
				user, past.User = v, p.ofUser(v, a, known)
			case "application":
				past.Application = p.name(v)
			case "amount":
				amount = v
				p.amount(v, &past.Amount, 1, MaxNumber)
			case "time":
				time = v
				d, _ := p.thousandths(v, 1, simtime.Max, "seconds")
				past.Time = simtime.Duration(d)
			}
		})
		for _, f := range [...]struct {
			at   ref
			name string
		}{{user, "user"}, {amount, "amount"}, {time, "time"}} {
			if ok && f.at == 0 {
				p.missing(e, f.name, "a finished job", `write it as in {"user": "ada", "application": "cfd", "amount": 200, "time": 14400}`)
			}
		}
		a.History = append(a.History, past)
	}
}

// ofUser reads the name of a user who has an allotment: what others have run
// says nothing of anybody's jobs.
func (p *parser) ofUser(v ref, a *Allotments, known map[string]bool) string {
	before := p.count()
	name := p.name(v)
	if len(a.Users) == 0 || p.count() > before || known[name] || p.full() {
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
