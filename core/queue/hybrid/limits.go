package hybrid

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
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

// limitQuery is the situation in which limits are checked. The instant t is now or
// later. If the flag hard is set, hard limits apply instead of soft ones. If the
// flag booked is set, the reservations made so far count.
type limitQuery struct {
	t, now simtime.Time
	hard   bool
	booked bool
}

// allowed returns the first instant from q.t on at which the limits allow a job
// with the given facts to start and run for the duration wall. It assumes that all
// running jobs use their walltimes. It returns simtime.Never if there is no such
// instant. Cost: O(jobs of its owners) for each instant that is tried.
func (l *ledger) allowed(f *facts, wall simtime.Duration, q limitQuery) simtime.Time {
	for again := true; again && q.t != simtime.Never; {
		again = false
		for _, at := range f.owners {
			if at == none {
				continue
			}
			o := &l.owners[at]
			for i := range o.rules {
				if later := o.allowed(&o.rules[i], f, wall, q); later > q.t {
					q.t, again = later, true
				}
			}
		}
	}
	return q.t
}

// allowed returns q.t if the rule allows the job at that instant. Otherwise it
// returns a later instant, before which the rule forbids the job. A job that
// exceeds its soft limit must not delay a reservation that keeps to soft limits: it
// must leave enough of the measure when that reservation begins.
func (o *owner) allowed(r *rule, f *facts, wall simtime.Duration, q limitQuery) simtime.Time {
	bound := r.bound(q.hard)
	if f.amounts[r.measure] > bound {
		return simtime.Never
	}
	if r.measure != queue.NodeSeconds && o.used[r.measure]+o.promised[r.measure]+f.amounts[r.measure] <= r.bound(q.hard && !q.booked) {
		return q.t // allowed no matter which reservations have begun
	}
	if q.t > q.now || len(o.booked) > 0 || o.now(r.measure, q.now)+f.amounts[r.measure] > bound {
		used, slope, next := o.at(r.measure, q)
		if over := used + f.amounts[r.measure] - bound; over > 0 {
			if r.measure == queue.NodeSeconds {
				return min(next, q.t.Add(simtime.Duration((over+slope-1)/slope)))
			}
			return o.release(r.measure, q, over)
		}
	}
	until := q.t.Add(wall)
	for i := range o.booked {
		b := &o.booked[i]
		if !q.booked || b.from <= q.t || b.from >= until || b.from == b.until {
			continue
		}
		mine := f.amounts[r.measure]
		if r.measure == queue.NodeSeconds {
			mine = product(f.amounts[queue.Nodes], int64(until.Sub(b.from)))
		}
		then := q
		then.t = b.from
		if used, _, _ := o.at(r.measure, then); used+mine > r.bound(q.hard && b.hard) {
			return b.from
		}
	}
	return q.t
}

// release returns the first instant at which jobs have given back enough of a
// measure. Only the jobs that hold some of it at q.t count. The parameter over is
// the amount that must be given back. Cost: O(holds + reservations²).
func (o *owner) release(m queue.Measure, q limitQuery, over int64) simtime.Time {
	last := q.t
	for i := 0; ; {
		// The next end of a reservation or of a running job.
		next := simtime.Never
		for k := range o.booked {
			if b := &o.booked[k]; q.booked && b.from <= q.t && b.until > last {
				next = min(next, b.until)
			}
		}
		for ; i < len(o.holds); i++ {
			if until := max(o.holds[i].until, q.now+1); until > next {
				break
			} else if until > q.t {
				last, over = until, over-o.holds[i].amounts[m]
				if over <= 0 {
					return until
				}
			}
		}
		if next == simtime.Never {
			return next
		}
		for k := range o.booked {
			if b := &o.booked[k]; b.from <= q.t && b.until == next {
				over -= b.amounts[m]
			}
		}
		if last = next; over <= 0 {
			return next
		}
	}
}

// at returns how much of a measure the owner's jobs will hold at q.t. For
// node-seconds it also returns by how much this amount falls per millisecond, and
// the instant at which the next of these jobs ends.
func (o *owner) at(m queue.Measure, q limitQuery) (used, slope int64, next simtime.Time) {
	t := q.t
	if m != queue.NodeSeconds {
		return o.heldAt(m, q), 0, simtime.Never
	}
	next = simtime.Never
	one := func(a *amounts, until simtime.Time) {
		if until <= t || a[m] == 0 {
			return
		}
		if next = min(next, until); m == queue.NodeSeconds {
			used += product(a[queue.Nodes], int64(until.Sub(t)))
			slope += a[queue.Nodes]
		} else {
			used += a[m]
		}
	}
	for i := range o.holds {
		one(&o.holds[i].amounts, max(o.holds[i].until, q.now+1))
	}
	for i := range o.booked {
		if b := &o.booked[i]; q.booked && b.from <= t {
			one(b.amounts, b.until)
		}
	}
	return used, slope, next
}

// heldAt implements at for measures that do not fall while a job runs. It starts
// from the amount held now, subtracts what is held by jobs that have ended by q.t,
// and adds the reservations. Cost: O(those jobs + reservations).
func (o *owner) heldAt(m queue.Measure, q limitQuery) int64 {
	used := o.used[m]
	for i := range o.holds {
		if max(o.holds[i].until, q.now+1) > q.t {
			break
		}
		used -= o.holds[i].amounts[m]
	}
	for i := range o.booked {
		if b := &o.booked[i]; q.booked && b.from <= q.t && b.until > q.t {
			used += b.amounts[m]
		}
	}
	return used
}

// book adds a reservation; unbook removes the most recent one.
func (l *ledger) book(job workload.JobID, f *facts, from, until simtime.Time, hard bool) {
	for _, at := range f.owners {
		if at != none {
			o := &l.owners[at]
			o.booked = append(o.booked, span{job, from, until, &f.amounts, hard})
			for m, x := range f.amounts {
				o.promised[m] += x
			}
		}
	}
}

func (l *ledger) unbook(f *facts) {
	for _, at := range f.owners {
		if at != none {
			o := &l.owners[at]
			o.booked = o.booked[:len(o.booked)-1]
			for m, x := range f.amounts {
				o.promised[m] -= x
			}
		}
	}
}

// drop truncates a job's reservation at the given instant. If that is the start of
// the reservation, the reservation no longer counts.
func (l *ledger) drop(job workload.JobID, f *facts, until simtime.Time) {
	for _, at := range f.owners {
		if at == none {
			continue
		}
		for i := range l.owners[at].booked {
			if b := &l.owners[at].booked[i]; b.job == job {
				b.until = until
			}
		}
	}
}

// room returns how much of each measure the limits leave for a job with the given
// facts. The job starts at q.t and runs for the given duration. Node-seconds are
// converted to nodes. If the job's amounts are no larger, the method allowed also
// permits the job. Cost: that of allowed.
func (l *ledger) room(f *facts, wall simtime.Duration, q limitQuery) amounts {
	room := unlimited()
	for _, at := range f.owners {
		if at == none {
			continue
		}
		o := &l.owners[at]
		for i := range o.rules {
			o.room(&o.rules[i], wall, q, &room)
		}
	}
	return room
}

func unlimited() (room amounts) {
	for m := range room {
		room[m] = math.MaxInt64
	}
	return room
}

// ample reports whether a job with the given facts keeps to the limits of its
// owners at any time and no matter which reservations have begun.
func (l *ledger) ample(f *facts, hard bool) bool {
	for _, at := range f.owners {
		if at != none && !l.owners[at].ample(f, hard) {
			return false
		}
	}
	return true
}

func (o *owner) ample(f *facts, hard bool) bool {
	for i := range o.rules {
		r := &o.rules[i]
		if r.measure == queue.NodeSeconds || o.used[r.measure]+o.promised[r.measure]+f.amounts[r.measure] > r.bound(hard) {
			return false
		}
	}
	return true
}

// room reduces the amounts in its parameter room to the least that the rule allows
// at the start of the job, and at the start of each reservation that begins during
// the job's run.
func (o *owner) room(r *rule, wall simtime.Duration, q limitQuery, room *amounts) {
	used := o.now(r.measure, q.now)
	if q.t > q.now || len(o.booked) > 0 {
		used, _, _ = o.at(r.measure, q)
	}
	r.lower(room, r.bound(q.hard)-used, wall)
	until := q.t.Add(wall)
	for i := range o.booked {
		b := &o.booked[i]
		if !q.booked || b.from <= q.t || b.from >= until || b.from == b.until {
			continue
		}
		then := q
		then.t = b.from
		used, _, _ := o.at(r.measure, then)
		r.lower(room, r.bound(q.hard && b.hard)-used, until.Sub(b.from))
	}
}

// lower reduces the amounts in room so that the rule's measure does not exceed left,
// the amount that the rule still allows. For a rule on node-seconds, it reduces the
// number of nodes instead, so that nodes times span does not exceed left.
func (r *rule) lower(room *amounts, left int64, span simtime.Duration) {
	m := r.measure
	if m == queue.NodeSeconds {
		if span <= 0 {
			return
		}
		if m = queue.Nodes; left < 0 {
			left = -1
		} else {
			left /= int64(span)
		}
	}
	room[m] = min(room[m], left)
}

// within reports whether none of the amounts in a exceeds the amount in room.
// Node-seconds are not compared, because room expresses them as nodes.
func (a *amounts) within(room *amounts) bool {
	for m := range a {
		if queue.Measure(m) != queue.NodeSeconds && a[m] > room[m] {
			return false
		}
	}
	return true
}

// keepers is a set of nodes with the least of the limited resources. A job keeps to
// its limits no matter which nodes of the set it gets.
type keepers struct {
	free  *cluster.Free
	found slotCount
	nodes []topology.NodeID
	taken []bool  // by node: whether the node is in the set
	slots []int32 // by node: number of tasks of the job that fit
	with  []int32 // by number of tasks: on how many nodes exactly that many fit
}

// look counts how many tasks of r fit on each node of an offer, and on how many
// nodes each number fits. Cost: O(nodes + tasks on the roomiest node).
func (k *keepers) look(c *census, r *workload.Request, o *offer) {
	if k.slots == nil {
		k.slots, k.taken = make([]int32, c.machine.NumNodes()), make([]bool, c.machine.NumNodes())
	}
	most := 1
	if !r.Whole() {
		most = int(c.machine.MostSlots(r))
	}
	k.with = slices.Grow(k.with[:0], most+1)[:most+1]
	clear(k.with)
	for n := range k.slots {
		s := o.slots(r, topology.NodeID(n))
		k.slots[n] = s
		k.with[s]++
	}
}

// choose selects nodes for r, as many as possible. The job r must stay within the
// amounts in room no matter which of the selected nodes it gets. The method reports
// whether the selected nodes suffice for r. If the job grows, the parameter own is
// what it already holds. The method look must have run on the offer.
//
// For whole nodes it goes through the limits in turn. For each limit it drops the
// nodes with the most of the limited resource, until any choice of the other nodes
// keeps to the limit. If too few nodes remain, because limits conflict, a search
// determines how many nodes of each kind keep to all limits together. The first
// nodes of each kind are then taken. For tasks it takes the nodes on which most
// tasks fit.
//
// Cost: for tasks O(nodes + tasks on the roomiest node), else O(nodes·log nodes)
// for each limited resource; the search is exact, but gives up after searchSteps.
func (k *keepers) choose(c *census, r *workload.Request, room *amounts, own cluster.Placement) bool {
	k.nodes = k.nodes[:0]
	if !r.Whole() {
		return k.roomiest(r, room[queue.Nodes], own)
	}
	for n, s := range k.slots {
		if s > 0 {
			k.nodes = append(k.nodes, topology.NodeID(n))
		}
	}
	if all := len(k.nodes); !k.poorest(c, r, room) {
		k.nodes = k.nodes[:all]
		slices.Sort(k.nodes)
		return k.mixed(c, r, room)
	}
	return true
}

// poorest keeps the nodes with the least of the limited resources and reports
// whether they suffice.
func (k *keepers) poorest(c *census, r *workload.Request, room *amounts) bool {
	size := int(r.Nodes)
	for m := range queue.NumMeasures {
		kind, ok := m.Counts()
		if !ok || !c.varies[kind] || room[m] == math.MaxInt64 {
			continue
		}
		has := func(n topology.NodeID) int64 { return c.machine.Spec(n).Resources[kind] }
		slices.SortFunc(k.nodes, func(a, b topology.NodeID) int { return cmp.Or(cmp.Compare(has(a), has(b)), cmp.Compare(a, b)) })
		sum, end := int64(0), 0
		for ; end < len(k.nodes); end++ { // sum covers the last nodes of the sorted list, as many as the job needs; they have the most of the resource
			next := sum + has(k.nodes[end])
			if end >= size {
				next -= has(k.nodes[end-size])
			}
			if next > room[m] {
				break
			}
			sum = next
		}
		if k.nodes = k.nodes[:end]; end < size {
			return false
		}
	}
	return len(k.nodes) >= size
}

// roomiest keeps the nodes on which the job already has tasks. It adds as many
// other nodes as the limits allow, beginning with the nodes on which most tasks
// fit. It reports whether the kept nodes suffice.
func (k *keepers) roomiest(r *workload.Request, nodes int64, own cluster.Placement) bool {
	fit := int64(0)
	for n := range own.All {
		if s := k.slots[n]; s > 0 {
			fit += int64(s)
			k.nodes = append(k.nodes, n)
			k.with[s]--
			k.slots[n] = 0
		}
	}
	// Of the other nodes, keep those on which the most tasks fit. On each of them
	// at least a certain number of tasks fits (least). Of the nodes with exactly
	// this number, keep only the first few.
	least, few := len(k.with), int64(0)
	for s := len(k.with) - 1; s > 0 && nodes > 0; s-- {
		least, few = s, min(int64(k.with[s]), nodes)
		fit += few * int64(s)
		nodes -= few
	}
	for n, s := range k.slots {
		if int(s) == least {
			few--
		}
		if int(s) > least || int(s) == least && few >= 0 {
			k.nodes = append(k.nodes, topology.NodeID(n))
		}
	}
	return fit >= int64(r.Tasks)
}

// fewest returns the smallest number of nodes on which all tasks of r fit. Cost:
// O(different numbers of tasks).
func (k *keepers) fewest(r *workload.Request) (nodes int64) {
	left := int64(r.Tasks)
	for s := int64(len(k.with)) - 1; s > 0; s-- {
		all := int64(k.with[s])
		if left <= all*s {
			return nodes + (left+s-1)/s
		}
		left -= all * s
		nodes += all
	}
	return most
}

// mixed asks mix how many nodes of each kind r may get without exceeding the
// amounts in room. It keeps that many nodes of each kind. It returns false if mix
// finds no solution.
func (k *keepers) mixed(c *census, r *workload.Request, room *amounts) bool {
	have := make([]int32, len(c.nodes))
	for _, n := range k.nodes {
		have[c.machine.KindOf(n)]++
	}
	takes, ok := c.mix(r, have, room)
	if !ok {
		return false
	}
	k.nodes = slices.DeleteFunc(k.nodes, func(n topology.NodeID) bool {
		kind := c.machine.KindOf(n)
		takes[kind]--
		return takes[kind] < 0
	})
	return true
}

// leave returns a copy of an offer in which r fits on the kept nodes only.
func (k *keepers) leave(r *workload.Request, o *offer) offer {
	for _, n := range k.nodes {
		k.taken[n] = true
	}
	defer func() {
		for _, n := range k.nodes {
			k.taken[n] = false
		}
	}()
	if o.free == nil {
		return offer{found: k.leaveFound(r, o.found)}
	}
	if k.free == nil {
		k.free = o.free.Clone()
	} else {
		k.free.CopyFrom(o.free)
	}
	for n := range topology.NodeID(len(k.taken)) {
		if !k.taken[n] && o.free.Slots(r, n) > 0 {
			k.free.Bar(n)
		}
	}
	return offer{free: k.free}
}

// leaveFound implements leave for an offer that is the result of a search.
func (k *keepers) leaveFound(r *workload.Request, found *slotCount) *slotCount {
	k.found.r = r
	if r.Whole() {
		k.found.nodes.CopyFrom(&found.nodes)
		for n := range found.nodes.All {
			if !k.taken[n] {
				k.found.nodes.RemoveRange(n, n)
			}
		}
		return &k.found
	}
	k.found.slots = append(k.found.slots[:0], found.slots...)
	for n := range k.found.slots {
		if !k.taken[n] {
			k.found.slots[n] = 0
		}
	}
	return &k.found
}

// searchSteps bounds the number of steps of the search in mix.
const searchSteps = 20_000

// mix returns how many nodes of each kind r may get without exceeding the amounts
// in room. The parameter have is the number of available nodes of each kind. The
// first kinds are preferred. Cost: exponential in the number of kinds at worst.
// After searchSteps steps it gives up and reports that there is no solution
// (LIMITATION: with dozens of kinds and several limits).
func (c *census) mix(r *workload.Request, have []int32, room *amounts) ([]int32, bool) {
	s := mixing{census: c, room: room, takes: make([]int32, len(have)), steps: searchSteps}
	for kind, n := range have {
		if n > 0 && c.machine.Kind(kind).Slots(r) > 0 {
			s.kinds, s.have = append(s.kinds, kind), append(s.have, n)
		}
	}
	// For each i, the least of each resource on a node of kinds[i:].
	s.floor = make([]workload.Resources, len(s.kinds)+1)
	s.left = make([]int32, len(s.kinds)+1)
	for i := len(s.kinds) - 1; i >= 0; i-- {
		s.floor[i] = c.machine.Kind(s.kinds[i]).Resources
		s.left[i] = s.left[i+1] + s.have[i]
		if i+1 < len(s.kinds) {
			for k := range s.floor[i] {
				s.floor[i][k] = min(s.floor[i][k], s.floor[i+1][k])
			}
		}
	}
	return s.takes, s.from(0, r.Nodes, workload.Resources{})
}

// mixing is the state of the search in mix.
type mixing struct {
	*census
	room  *amounts
	kinds []int
	have  []int32
	floor []workload.Resources
	left  []int32 // by i: number of available nodes of kinds[i:]
	takes []int32 // by kind: the nodes taken
	steps int
}

// from chooses nodes from kinds[i:]; the parameter size is their number. The nodes
// that were chosen before hold the amounts in held. The method reports whether
// there is a solution.
func (s *mixing) from(i int, size int32, held workload.Resources) bool {
	if s.steps--; s.steps < 0 || s.left[i] < size {
		return false
	}
	for m := range queue.NumMeasures {
		if k, ok := m.Counts(); ok && held[k]+int64(size)*s.floor[i][k] > s.room[m] {
			return false
		}
	}
	if size == 0 {
		return true
	}
	each := &s.machine.Kind(s.kinds[i]).Resources
	for n := min(size, s.have[i]); n >= 0; n-- {
		then := held
		for k := range then {
			then[k] += int64(n) * each[k]
		}
		s.takes[s.kinds[i]] = n
		if s.from(i+1, size-n, then) {
			return true
		}
	}
	s.takes[s.kinds[i]] = 0
	return false
}

// possible reports whether r stays within the amounts in room on at least one
// choice of nodes of the empty machine.
func (c *census) possible(r *workload.Request, least, room *amounts) bool {
	if !least.within(room) || !r.Whole() {
		return least.within(room)
	}
	limited := 0
	for m := range queue.NumMeasures {
		if c.depends(r, m) && room[m] < math.MaxInt64 {
			limited++
		}
	}
	if limited < 2 {
		return true
	}
	_, ok := c.mix(r, c.nodes, room)
	return ok
}

// amounts is the list of amounts that a job holds, by Measure. Node-seconds are
// kept in node-milliseconds, for the whole walltime.
//
// For a running job the amounts are exact, node by node: a whole-node job holds
// everything on each of its nodes. For a waiting job each amount is a lower bound:
// the job holds at least this much on every placement.
type amounts [queue.NumMeasures]int64

// census is the number of nodes of each kind in a machine.
type census struct {
	machine *cluster.Machine
	nodes   []int32                        // number of nodes, by kind
	poorest [workload.NumResources][]int32 // by resource: the kinds that occur in the machine, sorted by their amount of the resource
	varies  [workload.NumResources]bool    // by resource: whether its amount differs between nodes
}

// newCensus counts the nodes of a machine. Cost: O(nodes + kinds·log kinds).
func newCensus(m *cluster.Machine) *census {
	c := &census{machine: m, nodes: make([]int32, m.NumKinds())}
	for n := range topology.NodeID(m.NumNodes()) {
		c.nodes[m.KindOf(n)]++
	}
	var kinds []int32
	for k, n := range c.nodes {
		if n > 0 {
			kinds = append(kinds, int32(k))
		}
	}
	for k := range c.poorest {
		has := func(kind int32) int64 { return m.Kind(int(kind)).Resources[k] }
		order := slices.Clone(kinds)
		slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(has(a), has(b)) })
		c.poorest[k], c.varies[k] = order, has(order[0]) != has(order[len(order)-1])
	}
	return c
}

// least returns a lower bound of the amounts that a job of the given size holds.
// For whole nodes, it assumes the poorest nodes that the job may get, for each
// resource separately. For tasks, it assumes as few nodes as possible. Cost: O(1)
// for whole nodes that are alike, else O(kinds). For tasks this is multiplied by
// the number of different task capacities of the kinds.
func (c *census) least(r *workload.Request, size int32) amounts {
	var sum workload.Resources
	nodes := int64(size)
	if !r.Whole() {
		nodes = c.fewest(r, size)
	}
	for k, need := range r.PerTask {
		if r.Whole() {
			sum[k] = c.leastOf(r, size, workload.Resource(k))
		} else {
			sum[k] = need * int64(size)
		}
	}
	return amountsOf(r, nodes, &sum)
}

// leastOf returns the total amount of a resource on the poorest nodes that a
// whole-node job may get.
func (c *census) leastOf(r *workload.Request, size int32, k workload.Resource) (sum int64) {
	if !c.varies[k] {
		return int64(size) * c.machine.Kind(int(c.poorest[k][0])).Resources[k]
	}
	for _, kind := range c.poorest[k] {
		if spec := c.machine.Kind(int(kind)); spec.Slots(r) > 0 {
			n := min(size, c.nodes[kind])
			sum += int64(n) * spec.Resources[k]
			if size -= n; size == 0 {
				break
			}
		}
	}
	return sum
}

// fewest returns the smallest number of nodes on which the given number of tasks of
// r can be placed. It fills the nodes with the largest task capacity first.
func (c *census) fewest(r *workload.Request, size int32) (nodes int64) {
	for below := int32(math.MaxInt32); size > 0; {
		each, n := int32(0), int32(0) // the next smaller task capacity, and the number of nodes with that capacity
		for kind, have := range c.nodes {
			switch k := c.machine.Kind(kind).Slots(r); {
			case have == 0 || k >= below || k < each:
			case k == each:
				n += have
			default:
				each, n = k, have
			}
		}
		if each == 0 {
			break // more tasks than the machine holds
		}
		if below = each; size <= each {
			return nodes + 1
		}
		n = min(n, (size-1)/each+1)
		nodes += int64(n)
		size -= min(size, n*each)
	}
	return nodes
}

// on returns what a job holds on a placement. Cost: that of Machine.Holds.
func (c *census) on(r *workload.Request, where cluster.Placement) amounts {
	sum := c.machine.Holds(r, where)
	return amountsOf(r, int64(where.Nodes()), &sum)
}

// holds returns what a running job holds, including what is frozen for its growth.
func (c *census) holds(job *cluster.Running) amounts { return c.on(job.Request, heldBy(job)) }

// heldBy returns the placement of a running job, including what is frozen for its
// growth. Frozen tasks may be on nodes that the job already uses. When they are
// later merged into the placement, the result stays the same.
func heldBy(job *cluster.Running) cluster.Placement {
	if len(job.Frozen) > 0 {
		return job.Placement.Plus(job.Frozen)
	}
	return job.Placement
}

func amountsOf(r *workload.Request, nodes int64, sum *workload.Resources) amounts {
	a := amounts{queue.Jobs: 1, queue.Nodes: nodes, queue.NodeSeconds: product(nodes, int64(r.Walltime))}
	for m := range queue.NumMeasures {
		if k, ok := m.Counts(); ok {
			a[m] = min(sum[k], most)
		}
	}
	return a
}

// depends reports whether the amount of a measure that r holds depends on its
// placement.
func (c *census) depends(r *workload.Request, m queue.Measure) bool {
	if k, ok := m.Counts(); ok {
		return r.Whole() && c.varies[k]
	}
	return m != queue.Jobs && !r.Whole() && r.Tasks > 1 && c.machine.MostSlots(r) > 1
}

// asks returns how much of a resource r asks for, as its priority counts it. An
// amount that is specified for the nodes or tasks counts as specified. A whole-node
// job may leave a resource unspecified. Unspecified cores, memory and disk count
// with the smallest amount that the job can get (INFERRED). Unspecified GPUs and
// resources that the machine defines itself count as 0. If the flag brought is set,
// they too count with the smallest amount that the job can get.
//
// Source: S3, claims 3 and 4; SOURCES.md S3.2.
func (c *census) asks(r *workload.Request, k workload.Resource, brought bool) int64 {
	if !r.Whole() || r.PerTask[k] > 0 || k >= workload.GPUs && !brought {
		return int64(r.Size()) * r.PerTask[k]
	}
	return c.leastOf(r, r.Nodes, k)
}

// filled returns the number of nodes that the tasks of r would fill if every node
// had the largest task capacity in the machine. For a whole-node job it returns the
// number of nodes asked for. Cost: O(groups of nodes).
func filled(r *workload.Request, m *cluster.Machine) int64 {
	if r.Whole() {
		return int64(r.Nodes)
	}
	each := max(m.MostSlots(r), 1)
	return int64((r.Tasks-1)/each + 1)
}

// most is the largest value that a product can have; larger products are cut off.
// The sum of a thousand products does not overflow.
const most = int64(1) << 53

// product returns a·b, limited to the constant most; a and b must not be negative.
func product(a, b int64) int64 {
	if a > 0 && b > most/a {
		return most
	}
	return a * b
}

// facts holds the data that the policy needs about a job. It is computed when the
// job arrives and does not change.
type facts struct {
	amounts   amounts                // a lower bound for a waiting job, exact for a running job
	loose     bool                   // some limit on the job counts an amount that depends on the job's placement
	aboveSoft bool                   // the job alone exceeds a soft limit on every placement
	owners    [queue.NumOwners]int32 // indexes in the ledger, or none
	shape     int32                  // index in shapes
	target    int32                  // index in the fair-share targets, or none
	arrived   simtime.Time
	static    [queue.FairShare]int64 // the constant components of its priority, in thousandths
}

// with returns a copy of f with other amounts.
func (f *facts) with(a amounts) *facts {
	g := *f
	g.amounts = a
	return &g
}

// none is the index of something that does not exist.
const none int32 = -1
