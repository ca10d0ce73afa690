package engine_test

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// tally is an amount for each measure of what a job holds. Node-seconds are left
// out; they have a separate test.
type tally [queue.NumMeasures]int64

// counts returns what job id holds on a placement, by measure.
func (d *dumb) counts(id workload.JobID, where cluster.Placement) tally {
	j, t := &d.c.Jobs[id], tally{queue.Jobs: 1}
	for n, tasks := range where.All {
		t[queue.Nodes]++
		for k, has := range d.c.Machine.Spec(n).Resources {
			if !j.Whole() {
				has = int64(tasks) * j.PerTask[k]
			}
			t[measureOf[k]] += has
		}
	}
	return t
}

var measureOf = [workload.NumResources]queue.Measure{
	queue.CPUs, queue.Memory, queue.Disk, queue.GPUs, queue.OfNamed, queue.OfNamed + 1, queue.OfNamed + 2, queue.OfNamed + 3,
}

// keeps reports whether job id stays within the limits if it holds the given
// amounts (mine) from the given time on. It checks the beginning of the job's stay,
// and every later instant at which another stay begins. If measures are given, it
// checks only the limits on these measures.
func (d *dumb) keeps(stays []stay, id workload.JobID, t simtime.Time, hard bool, mine tally, of ...queue.Measure) bool {
	me := &d.c.Jobs[id]
	until := t.Add(d.wall(id))
	instants := []simtime.Time{t}
	for _, s := range stays {
		if s.from > t && s.from < until {
			instants = append(instants, s.from)
		}
	}
	for _, l := range d.h.Limits {
		name := ownerOf(me, l.Owner)
		if len(of) > 0 && !slices.Contains(of, l.Measure) {
			continue
		}
		if l.Name != name && (l.Name != "*" || slices.ContainsFunc(d.h.Limits, func(o queue.Limit) bool {
			return o.Owner == l.Owner && o.Measure == l.Measure && o.Name == name
		})) {
			continue
		}
		bound := l.Soft
		if hard {
			bound = l.Hard
		}
		for i, at := range instants {
			used, other, most := mine[l.Measure], i == 0, bound
			for _, s := range stays {
				if ownerOf(&d.c.Jobs[s.job], l.Owner) != name || s.from > at || at >= s.until {
					continue
				}
				used += s.has[l.Measure]
				other = other || s.from == at
				if i > 0 && s.from == at && !s.hard {
					most = l.Soft // at this instant a stay begins that was promised within soft limits
				}
			}
			if used > most && other { // if other is false, the stay that begins here belongs to another owner
				return false
			}
		}
	}
	return true
}

// settle returns a placement for a job that would start at the given time. It is
// the allocator's choice, if that is within the limits. If it is not, the allocator
// chooses among fewer nodes, any of which keep the job within the limits. If there
// are not enough of these, settle returns a set of nodes that together keep the job
// within the limits.
func (d *dumb) settle(stays []stay, id workload.JobID, t simtime.Time, hard bool) cluster.Placement {
	if d.counted && d.scarce(stays, id, t) {
		return nil
	}
	return d.settleIn(d.free(stays, t, t.Add(d.wall(id))), stays, id, t, hard)
}

// scarce reports whether too little is free in total for a stay of job id that
// begins at the given time. It checks the whole length of the stay.
func (d *dumb) scarce(stays []stay, id workload.JobID, t simtime.Time) bool {
	times := []simtime.Time{t}
	for _, s := range stays {
		if s.from > t && s.from < t.Add(d.wall(id)) {
			times = append(times, s.from)
		}
	}
	for _, at := range times {
		left := cluster.NewFree(d.c.Machine).Count(&workload.Request{Nodes: 1 << 20})
		if r := &d.c.Jobs[id].Request; !r.Whole() {
			left = 0
			for n := range topology.NodeID(d.c.Machine.NumNodes()) {
				left += d.c.Machine.Slots(r, n)
			}
		}
		for _, s := range stays {
			if s.from <= at && at < s.until {
				left -= d.c.Jobs[s.job].Size()
			}
		}
		if left < d.c.Jobs[id].Size() {
			return true
		}
	}
	return false
}

// settleIn works like settle, with the given free nodes.
func (d *dumb) settleIn(free *cluster.Free, stays []stay, id workload.JobID, t simtime.Time, hard bool) cluster.Placement {
	r := &d.c.Jobs[id].Request
	where, reason := d.c.Allocator.Allocate(r, free, nil)
	if !reason.OK() || d.keeps(stays, id, t, hard, d.counts(id, where)) {
		return where
	}
	var nodes []topology.NodeID
	for n := range topology.NodeID(d.c.Machine.NumNodes()) {
		if free.Slots(r, n) > 0 {
			nodes = append(nodes, n)
		}
	}
	only := func(nodes []topology.NodeID) *cluster.Free {
		f := free.Clone()
		for n := range topology.NodeID(d.c.Machine.NumNodes()) {
			if !slices.Contains(nodes, n) {
				f.Put(n, workload.Resources{}, false)
			}
		}
		return f
	}
	try := func(nodes []topology.NodeID) cluster.Placement {
		if where, _ := d.c.Allocator.Allocate(r, only(nodes), nil); where != nil && d.keeps(stays, id, t, hard, d.counts(id, where)) {
			return where
		}
		return nil
	}
	if !r.Whole() {
		slices.SortFunc(nodes, func(a, b topology.NodeID) int {
			return cmp.Or(cmp.Compare(free.Slots(r, b), free.Slots(r, a)), cmp.Compare(a, b))
		})
		for len(nodes) > 0 && !d.keeps(stays, id, t, hard, tally{queue.Nodes: int64(len(nodes))}, queue.Nodes) {
			nodes = nodes[:len(nodes)-1]
		}
		return try(nodes)
	}
	kept := slices.Clone(nodes)
	for _, m := range []queue.Measure{queue.CPUs, queue.GPUs, queue.Memory, queue.Disk, queue.OfNamed} {
		has := func(n topology.NodeID) int64 {
			return d.c.Machine.Spec(n).Resources[slices.Index(measureOf[:], m)]
		}
		slices.SortFunc(kept, func(a, b topology.NodeID) int { return cmp.Or(cmp.Compare(has(a), has(b)), cmp.Compare(a, b)) })
		for len(kept) >= int(r.Nodes) {
			worst := tally{}
			for _, n := range kept[len(kept)-int(r.Nodes):] {
				worst[m] += has(n)
			}
			if d.keeps(stays, id, t, hard, worst, m) {
				break
			}
			kept = kept[:len(kept)-1]
		}
	}
	if len(kept) < int(r.Nodes) {
		kept = d.together(stays, id, t, hard, nodes)
	}
	return try(kept)
}

// together returns nodes that together keep a job within all limits, or nil if
// there are none. It tries the subsets in this order: first as many nodes as
// possible of the machine's first kind, then of the second kind, and so on; within
// a kind, the first nodes.
func (d *dumb) together(stays []stay, id workload.JobID, t simtime.Time, hard bool, nodes []topology.NodeID) []topology.NodeID {
	r := &d.c.Jobs[id].Request
	slices.SortStableFunc(nodes, func(a, b topology.NodeID) int {
		return cmp.Compare(d.c.Machine.KindOf(a), d.c.Machine.KindOf(b))
	})
	var best []topology.NodeID
	var pick func(i int, have []topology.NodeID)
	pick = func(i int, have []topology.NodeID) {
		switch {
		case best != nil:
		case len(have) == int(r.Nodes):
			p := cluster.Placement(nil)
			slices.Sort(have)
			for _, n := range have {
				p = p.Append(n, n, 1)
			}
			if d.keeps(stays, id, t, hard, d.counts(id, p)) {
				best = have
			}
		case i < len(nodes):
			pick(i+1, append(slices.Clone(have), nodes[i]))
			for i++; i < len(nodes) && d.c.Machine.KindOf(nodes[i]) == d.c.Machine.KindOf(nodes[i-1]); i++ {
			}
			pick(i, slices.Clone(have))
		}
	}
	pick(0, nil)
	return best
}
