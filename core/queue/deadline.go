package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
)

// Allotments are S1's shares of the machine, in nodes; a job of tasks counts as
// the nodes that it would fill. What no user is allotted is the system's
// reserve.
//
// Source: S1, section 3; algorithms.md 8.
type Allotments struct {
	Users   []Allotment
	History []Past
}

// Allotment is what one user may use: Nodes, of which Usable for any job and
// the rest in reserve for jobs that would miss their deadline.
type Allotment struct {
	User   string
	Nodes  int32 // S1's K
	Usable int32 // S1's K·P, rounded down
}

// Past is a finished job that estimates are made from.
type Past struct {
	User, Application string
	Amount            int64            // of computation
	Time              simtime.Duration // that it ran
}

// Deadline is S1's scheduling by users' allotments, priorities and deadlines.
type Deadline struct{ Allotments Allotments }

// Schedule implements Policy.
func (d Deadline) Schedule(p *Pass) {
	for p.StartHead() {
	}
	if head := p.Head(); head != nil {
		p.HoldBehind(head)
	}
}

// Accounts implements Accountant: each user's usable share and reserve, in the
// order of the allotments, then the system's reserve.
func (d Deadline) Accounts(q *Queue, now simtime.Time, state *cluster.State) []Account {
	var out []Account
	system := int64(state.Machine().NumNodes())
	for _, a := range d.Allotments.Users {
		out = append(out, Account{Kind: AccountUsable, Name: a.User, Soft: int64(a.Usable), Hard: int64(a.Usable)},
			Account{Kind: AccountReserve, Name: a.User, Soft: int64(a.Nodes - a.Usable), Hard: int64(a.Nodes - a.Usable)})
		system -= int64(a.Nodes)
	}
	system = max(system, 0)
	return append(out, Account{Kind: AccountSystem, Soft: system, Hard: system})
}
