package engine

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// setCounting sets whether counting mode applies. It does not if reservations
// hold nodes.
func (p *plan) setCounting() {
	q := &p.queue
	p.unit, q.Capacity, q.Counted = p.Config.counted()
	if q.Whole = p.unit.Whole(); q.Counted && queue.ReservesNodes(p.Config.Queue) {
		_, stable := p.Config.Allocator.(alloc.Monotone)
		q.Counted, q.Named = false, q.Whole && stable
	}
}

// counted reports whether counting mode applies, in which a job fits if enough
// units are free, wherever they are. It returns the unit that is counted, and how
// many units the empty machine holds.
//
// Counting mode applies if placements do not matter: the allocator rejects no job
// for its shape, neither a power cap nor sleeping nodes count, the policy does not
// compare time windows by their placements, and no job selects certain nodes. In
// addition, either all jobs must ask for whole nodes, or all for tasks that need the
// same amount of every resource that can run out. Cost: O(jobs + nodes).
func (c *Config) counted() (unit workload.Request, capacity int32, ok bool) {
	_, capped := c.Machine.Cap()
	if _, constrained := c.Allocator.(alloc.ShapeConstrained); constrained || capped || c.Sleep != nil || queue.Weighing(c.Queue, c.Allocator) != nil {
		return unit, 0, false
	}
	var like *workload.Request // the first job that is not rejected
	most := workload.Resources{}
	for i := range c.Jobs {
		r := &c.Jobs[i].Request
		switch {
		case c.Jobs[i].Reject != nil:
			continue
		case c.Machine.Selects(r):
			return unit, 0, false
		case like == nil:
			like = r
		case like.Whole() != r.Whole(), !r.Whole() && like.PerTask[workload.Cores] != r.PerTask[workload.Cores]:
			return unit, 0, false
		}
		if r.Whole() {
			continue
		}
		for k, need := range r.PerTask {
			most[k] = max(most[k], need)
		}
	}
	if like == nil || like.Whole() {
		return workload.Request{Nodes: 1}, int32(c.Machine.NumNodes()), true
	}
	scarce := workload.Request{Tasks: 1, PerTask: binding(c.Machine, &most)}
	for i := range c.Jobs {
		for k, need := range c.Jobs[i].PerTask {
			if scarce.PerTask[k] != 0 && need != scarce.PerTask[k] && c.Jobs[i].Reject == nil {
				return unit, 0, false
			}
		}
	}
	capacity, ok = holds(c.Machine, &scarce)
	return scarce, capacity, ok
}

// binding returns the given needs of a task, but sets resources that never limit
// the number of tasks to 0. A resource limits this number if, on some node, it
// would run out before the cores do, provided that every task has the given needs.
// The cores always count.
func binding(m *cluster.Machine, most *workload.Resources) workload.Resources {
	out := workload.Resources{workload.Cores: most[workload.Cores]}
	for n := range topology.NodeID(m.NumNodes()) {
		have := &m.Spec(n).Resources
		for k, need := range most {
			if out[k] == 0 && need > 0 && (most[workload.Cores] == 0 || have[workload.Cores]/most[workload.Cores] > have[k]/need) {
				out[k] = need
			}
		}
	}
	return out
}

// holds returns how many tasks of r the empty machine holds. It returns false if
// there are too many to count.
func holds(m *cluster.Machine, r *workload.Request) (int32, bool) {
	sum := int64(0)
	for n := range topology.NodeID(m.NumNodes()) {
		sum += int64(m.Slots(r, n))
	}
	return int32(min(sum, 1<<30)), sum < 1<<30
}

// size returns how many units the nodes hold. It returns 0 if units are not counted.
// Cost: O(number of these nodes).
func (p *plan) size(nodes cluster.Placement) (size int32) {
	if p.queue.Capacity > 0 {
		for n := range nodes.All {
			size += p.Machine.Slots(&p.unit, n)
		}
	}
	return size
}
