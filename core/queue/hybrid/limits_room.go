package hybrid

import (
	"cmp"
	"math"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

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

// room applies a rule to the amounts in the parameter room. It reduces them to what
// the rule leaves at the start of the job and at the start of each reservation
// during its run.
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

// lower reduces the amounts in room so that the rule's measure does not exceed the
// parameter left, which is the amount that the rule leaves. For a rule on
// node-seconds, it reduces the number of nodes instead, to the number that may be
// held for the duration span.
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
