package hybrid

import (
	"cmp"
	"maps"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// ledger is the record of all owners with limits: the amounts that their running
// jobs hold, and the reservations made for their jobs in this pass.
type ledger struct {
	limits  []queue.Limit
	names   [queue.NumOwners]map[string]int32 // by name: index in owners, or none if no limit applies
	owners  []owner
	running map[workload.JobID]*facts
	soft    bool // at least one soft limit is below its hard limit
}

// owner is a user, group or queue with limits.
type owner struct {
	kind     queue.Owner
	name     string
	rules    []rule  // never changed after creation
	holds    []hold  // amounts of the running jobs, in order of their ends
	booked   []span  // reservations, in the order in which they were made; the last is removed first
	promised amounts // sum of booked; its node-seconds are meaningless
	used     amounts // sum over holds; for node-seconds, the sum of nodes times end of the walltime
	nodes    int64   // total number of nodes in holds
}

// rule is a limit as it applies to one owner.
type rule struct {
	measure    queue.Measure
	which      int32 // number of the limit, from 1
	soft, hard int64
}

// hold is the record of the amounts that a running job holds.
type hold struct {
	job     workload.JobID
	until   simtime.Time
	amounts amounts
}

// span is a reservation, as counted by the limits of an owner.
type span struct {
	job         workload.JobID
	from, until simtime.Time
	amounts     *amounts
	hard        bool // the reservation keeps to the hard limits but not to the soft limits
}

func newLedger(limits []queue.Limit) ledger {
	l := ledger{limits: limits, running: map[workload.JobID]*facts{}}
	for k := range l.names {
		l.names[k] = map[string]int32{}
	}
	for _, x := range limits {
		l.soft = l.soft || x.Soft < x.Hard
		if x.Name != "*" {
			l.place(x.Owner, x.Name)
		}
	}
	return l
}

// place returns the index of an owner, or none if no limit applies to it. Cost:
// O(limits) at the first call for that owner.
func (l *ledger) place(kind queue.Owner, name string) int32 {
	if at, known := l.names[kind][name]; known {
		return at
	}
	o, at := owner{kind: kind, name: name}, none
	for m := range queue.NumMeasures {
		if r, ok := ruleFor(l.limits, kind, name, m); ok {
			o.rules = append(o.rules, r)
		}
	}
	if len(o.rules) > 0 {
		at = int32(len(l.owners))
		l.owners = append(l.owners, o)
	}
	l.names[kind][name] = at
	return at
}

// ruleFor returns the limit of a measure that applies to an owner: the first limit
// under the owner's own name. If there is none, it returns the first limit under
// "*".
func ruleFor(limits []queue.Limit, kind queue.Owner, name string, m queue.Measure) (rule, bool) {
	r := rule{measure: m}
	for i, x := range limits {
		if x.Owner != kind || x.Measure != m || x.Name != name && (x.Name != "*" || r.which > 0) {
			continue
		}
		r.which, r.soft, r.hard = int32(i+1), x.Soft, x.Hard
		if m == queue.NodeSeconds {
			r.soft, r.hard = product(x.Soft, 1000), product(x.Hard, 1000)
		}
		if x.Name == name {
			break
		}
	}
	return r, r.which > 0
}

// suit computes the facts of an arriving job that depend on limits: loose and
// aboveSoft. They do not depend on where the job will be placed.
func (l *ledger) suit(f *facts, r *workload.Request, c *census) {
	room := unlimited()
	for _, at := range f.owners {
		if at == none {
			continue
		}
		for i := range l.owners[at].rules {
			x := &l.owners[at].rules[i]
			x.lower(&room, x.soft, r.Walltime)
			f.loose = f.loose || c.depends(r, x.measure)
		}
	}
	f.aboveSoft = l.soft && !c.possible(r, &f.amounts, &room)
}

// begin adds a job that starts now.
func (l *ledger) begin(job workload.JobID, f *facts, until simtime.Time) {
	l.running[job] = f
	for _, at := range f.owners {
		if at != none {
			l.owners[at].add(hold{job, until, f.amounts})
		}
	}
}

// end removes a job that has ended.
func (l *ledger) end(job workload.JobID) {
	f := l.running[job]
	if f == nil {
		return
	}
	delete(l.running, job)
	for _, at := range f.owners {
		if at != none {
			l.owners[at].remove(job)
		}
	}
}

// change replaces the amounts and the end of a running job.
func (l *ledger) change(job workload.JobID, a amounts, until simtime.Time) {
	f := l.running[job]
	if f == nil {
		return
	}
	for _, at := range f.owners {
		if at != none {
			l.owners[at].remove(job)
			l.owners[at].add(hold{job, until, a})
		}
	}
}

func (o *owner) add(h hold) {
	i := len(o.holds)
	for i > 0 && o.holds[i-1].until > h.until {
		i--
	}
	o.holds = slices.Insert(o.holds, i, h)
	o.count(&h, 1)
}

func (o *owner) remove(job workload.JobID) {
	i := slices.IndexFunc(o.holds, func(h hold) bool { return h.job == job })
	o.count(&o.holds[i], -1)
	o.holds = slices.Delete(o.holds, i, i+1)
}

func (o *owner) count(h *hold, sign int64) {
	for m, x := range h.amounts {
		o.used[m] += sign * x
	}
	o.nodes += sign * h.amounts[queue.Nodes]
	o.used[queue.NodeSeconds] += sign * (product(h.amounts[queue.Nodes], int64(h.until)) - h.amounts[queue.NodeSeconds])
}

// now returns how much of a measure the owner's running jobs hold at the instant
// now. Cost: O(1).
func (o *owner) now(m queue.Measure, now simtime.Time) int64 {
	if m == queue.NodeSeconds {
		return max(0, o.used[m]-o.nodes*int64(now))
	}
	return o.used[m]
}

// bound returns the hard or the soft limit.
func (r *rule) bound(hard bool) int64 {
	if hard {
		return r.hard
	}
	return r.soft
}

// over returns a limit that a job would exceed if it started now beside the running
// jobs. It also returns the amount that the job's owner would then hold. It returns
// nil if the job would exceed no limit. Cost: O(limits of its owners).
func (l *ledger) over(f *facts, now simtime.Time, hard bool) (*rule, int64) {
	for _, at := range f.owners {
		if at == none {
			continue
		}
		o := &l.owners[at]
		for i := range o.rules {
			r := &o.rules[i]
			if need := o.now(r.measure, now) + f.amounts[r.measure]; need > r.bound(hard) {
				return r, need
			}
		}
	}
	return nil, 0
}

// resync reads the walltime ends of the running jobs again, after a walltime was
// extended.
func (l *ledger) resync(state *cluster.State) {
	for _, x := range state.Limits() {
		job := state.Job(x.Slot)
		f := l.running[job.Request.ID]
		if f == nil {
			continue
		}
		for _, at := range f.owners {
			if at == none {
				continue
			}
			holds := l.owners[at].holds
			i := slices.IndexFunc(holds, func(h hold) bool { return h.job == job.Request.ID })
			if h := holds[i]; h.until != job.Limit {
				h.until = job.Limit
				l.owners[at].remove(h.job)
				l.owners[at].add(h)
			}
		}
	}
}

func (l *ledger) clone() ledger {
	c := *l
	c.running = maps.Clone(l.running)
	c.owners = slices.Clone(l.owners)
	for k := range c.names {
		c.names[k] = maps.Clone(l.names[k])
	}
	for i := range c.owners {
		c.owners[i].holds, c.owners[i].booked, c.owners[i].promised = slices.Clone(c.owners[i].holds), nil, amounts{}
	}
	return c
}

// accounts returns the limits of all owners that are named in the scenario or have
// had jobs, sorted by limit and then by name.
func (l *ledger) accounts(now simtime.Time) []queue.Account {
	var out []queue.Account
	for i := range l.owners {
		o := &l.owners[i]
		for _, r := range o.rules {
			a := queue.Account{Kind: queue.AccountLimit, Name: o.name, Limit: r.which, Used: o.now(r.measure, now), Soft: r.soft, Hard: r.hard}
			if r.measure == queue.NodeSeconds {
				a.Used, a.Soft, a.Hard = (a.Used+999)/1000, a.Soft/1000, a.Hard/1000
			}
			out = append(out, a)
		}
	}
	slices.SortFunc(out, func(a, b queue.Account) int {
		return cmp.Or(cmp.Compare(a.Limit, b.Limit), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// counts reports whether any limit on a job with the given facts counts one of the
// given measures.
func (l *ledger) counts(f *facts, measures ...queue.Measure) bool {
	for _, at := range f.owners {
		if at == none {
			continue
		}
		for i := range l.owners[at].rules {
			if slices.Contains(measures, l.owners[at].rules[i].measure) {
				return true
			}
		}
	}
	return false
}
