package queue

import (
	"math/bits"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// highest bounds each part of a priority, in thousandths, as Maui's highest
// priority of 10^9 does.
const highest = int64(1_000_000_000_000)

// dynamic reports whether the order of waiting jobs may change while they
// wait: queue time grows alike for all of them, but the other parts that change
// do not.
func (w *Weights) dynamic() bool {
	return w.Weight[Expansion] != 0 || w.Weight[FairShare] != 0 && len(w.Fair.Users) > 0
}

// weighted is a value, in units of 1/per, times the weight of a part.
func (w *Weights) weighted(k PartKind, value, per int64) int64 {
	return min(max(scaled(w.Weight[k], value, per), -highest), highest)
}

// scaled is weight·value/per, rounded towards zero, and bounded.
func scaled(weight, value, per int64) int64 {
	sign := int64(1)
	if weight < 0 {
		weight, sign = -weight, -sign
	}
	if value < 0 {
		value, sign = -value, -sign
	}
	hi, lo := bits.Mul64(uint64(weight), uint64(value))
	if hi >= uint64(per) {
		return sign * most
	}
	x, _ := bits.Div64(hi, lo, uint64(per))
	return sign * int64(min(x, uint64(most)))
}

// static are the parts of a job's priority that do not change while it waits.
func (w *Weights) static(r *workload.Request, c *census) (parts [FairShare]int64) {
	parts[OfNodes] = w.weighted(OfNodes, filled(r, c.machine), 1)
	parts[OfCores] = w.weighted(OfCores, c.asks(r, workload.Cores), 1)
	parts[OfMemory] = w.weighted(OfMemory, c.asks(r, workload.Memory), 1024)
	parts[OfGPUs] = w.weighted(OfGPUs, c.asks(r, workload.GPUs), 1)
	for k, x := range w.Named {
		if x != 0 {
			parts[OfResources] += min(max(scaled(x, c.asks(r, workload.Named+workload.Resource(k)), 1), -highest), highest)
		}
	}
	parts[OfJob] = w.weighted(OfJob, r.Priority, 1)
	parts[OfUser] = w.weighted(OfUser, valueOf(w.Users, r.User), 1)
	parts[OfGroup] = w.weighted(OfGroup, valueOf(w.Groups, r.Group), 1)
	parts[OfQueue] = w.weighted(OfQueue, valueOf(w.Queues, r.Queue), 1)
	return parts
}

func valueOf(values []Named, name string) int64 {
	for _, x := range values {
		if x.Name == name {
			return x.Value
		}
	}
	return 0
}

// queued is the part for time in the queue up to t, as if from time 0: the
// part of a job is the difference of two, so that it grows alike for all jobs
// and their order stays, rounding included.
func (w *Weights) queued(t simtime.Time) int64 {
	return scaled(w.Weight[QueueTime], int64(t), int64(simtime.Minute))
}

// key is what the line is sorted by, ascending: the priority downwards, without
// what has been added for all jobs alike since time 0.
func (d *desk) key(f *facts, r *workload.Request, now simtime.Time) int64 {
	sum := -d.weights.queued(f.arrived)
	for _, x := range f.static {
		sum += x
	}
	if d.dynamic {
		sum += d.expansion(f, r, now) + d.fairness(f)
	}
	return -sum
}

// expansion is the part for the expansion factor: 1 + time in the queue over
// walltime (Maui: XFACTOR, with a walltime of at least a second).
func (d *desk) expansion(f *facts, r *workload.Request, now simtime.Time) int64 {
	wall := int64(max(r.Walltime, simtime.Second))
	return d.weights.weighted(Expansion, scaled(1000, int64(now.Sub(f.arrived)), wall)+1000, 1000)
}

// fairness is the part for fair share.
func (d *desk) fairness(f *facts) int64 {
	return d.weights.weighted(FairShare, d.fair.value(f.target), 1000)
}

// weigh puts the waiting jobs in the order of their priorities now. Cost:
// O(waiting jobs) if a part changes otherwise than for all alike, and sorting
// them if their order has changed; nothing otherwise.
func (p *Pass) weigh() {
	d := p.queue.desk
	if !d.dynamic {
		return
	}
	if d.fair.targets != nil {
		d.fair.count(p.now)
	}
	p.queue.line.rekey(func(w *Waiting) int64 { return d.key(w.facts, w.Request, p.now) })
}

// rekey gives every job a new key and restores the order. No job may be taken.
func (l *line) rekey(key func(*Waiting) int64) {
	var last *Waiting
	sorted := l.empty == 0
	for w := range l.all {
		w.key = key(w)
		sorted = sorted && (last == nil || last.before(w))
		last = w
	}
	if sorted {
		for i := range l.blocks {
			if b := &l.blocks[i]; len(b.jobs) > 0 {
				b.first = b.jobs[0]
			}
		}
		return
	}
	all := make([]Waiting, 0, l.n)
	for w := range l.all {
		all = append(all, *w)
	}
	slices.SortFunc(all, func(a, b Waiting) int {
		if a.before(&b) {
			return -1
		}
		return 1
	})
	*l = line{}
	for _, w := range all {
		l.insert(w)
	}
}

// Priorities are the priorities of the waiting jobs, highest first; nil where
// the discipline does not weigh. Cost: O(waiting jobs).
func (q *Queue) Priorities(now simtime.Time) []Priority {
	if q.desk == nil {
		return nil
	}
	c := q.Clone()
	p := Pass{queue: c, now: now}
	p.weigh()
	d := c.desk
	out := make([]Priority, 0, c.line.n)
	for w := range c.line.all {
		x := Priority{Job: w.ID}
		copy(x.Parts[:], w.facts.static[:])
		x.Parts[QueueTime] = d.weights.queued(now) - d.weights.queued(w.facts.arrived)
		if d.weights.Weight[Expansion] != 0 {
			x.Parts[Expansion] = d.expansion(w.facts, w.Request, now)
		}
		x.Parts[FairShare] = d.fairness(w.facts)
		for _, part := range x.Parts {
			x.Sum += part
		}
		out = append(out, x)
	}
	return out
}
