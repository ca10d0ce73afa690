package queuetest

import (
	"fmt"

	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/hybrid"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// checkLimits counts the amounts that the running jobs of each owner hold, and
// reports an exceeded hard limit. Node-seconds are checked only when a job starts,
// because they fall until the next start.
func (b *book) checkLimits(limits []queue.Limit, started bool) error {
	for i := range limits {
		x := &limits[i]
		if x.Measure == queue.NodeSeconds && !started {
			continue
		}
		used := map[string]int64{}
		for id := range b.jobs {
			l, j := &b.jobs[id], &b.c.Jobs[id]
			if name := owner(x.Owner, j); l.state == trace.Start && name != "" && counts(limits, i, name) {
				used[name] += b.measure(x.Measure, l, j)
			}
		}
		for name, n := range used {
			if n > x.Hard {
				return fmt.Errorf("limit %d: %v of %q is %d, the limit is %d", i+1, x.Measure, name, n, x.Hard)
			}
		}
	}
	return nil
}

// limits returns the limits of the discipline, if it has any.
func (b *book) limits() []queue.Limit {
	h, _ := b.c.Queue.(hybrid.HybridPolicy)
	return h.Limits
}

// counts reports whether limit i applies to an owner with the given name. The limit
// "*" applies to every name without its own limit of the same measure.
func counts(limits []queue.Limit, i int, name string) bool {
	x := &limits[i]
	if x.Name != "*" {
		return x.Name == name
	}
	for k := range limits {
		if y := &limits[k]; y.Owner == x.Owner && y.Measure == x.Measure && y.Name == name {
			return false
		}
	}
	return true
}

func owner(o queue.Owner, j *workload.Job) string {
	return [...]string{j.User, j.Group, j.Queue}[o]
}

// measure returns the amount of a measure that a running job really holds, node by
// node, including what is frozen for it. A whole-node job holds everything on each
// of its nodes; other jobs hold what their tasks ask for.
func (b *book) measure(m queue.Measure, l *jobRecord, j *workload.Job) int64 {
	nodes, sum := map[topology.NodeID]bool{}, workload.Resources{}
	for _, held := range [...]map[topology.NodeID]int32{l.held, l.frozen} {
		for n, tasks := range held {
			nodes[n] = true
			for k, have := range b.c.Machine.Spec(n).Resources {
				if j.Whole() {
					sum[k] += have
				} else {
					sum[k] += int64(tasks) * j.PerTask[k]
				}
			}
		}
	}
	switch m {
	case queue.Jobs:
		return 1
	case queue.Nodes:
		return int64(len(nodes))
	case queue.NodeSeconds:
		return int64(len(nodes)) * int64(max(0, l.limit.Sub(b.now))) / 1000
	}
	k, _ := m.Counts()
	return sum[k]
}

// checkAccounts reports an account that exceeds its limit.
func (b *book) checkAccounts(e *engine.Engine) error {
	for _, a := range e.Accounts() {
		if a.Used < 0 || a.Used > a.Hard && a.Kind != queue.AccountSystem && !(b.reallotted && a.Kind != queue.AccountLimit) {
			return fmt.Errorf("%d of %d of account %d (%q) are used", a.Used, a.Hard, a.Kind, a.Name)
		}
	}
	return nil
}

// checkState compares the engine's state with the book.
func (b *book) checkState(e *engine.Engine) error {
	running := e.State().AppendRunning(nil)
	n := 0
	for id := range b.jobs {
		if b.jobs[id].state == trace.Start {
			n++
		}
	}
	if n != len(running) {
		return fmt.Errorf("%d jobs run, in the book %d", len(running), n)
	}
	for i := range running {
		r := &running[i]
		if l := &b.jobs[r.Request.ID]; !same(l.held, r.Placement) {
			return fmt.Errorf("job %d holds %v, in the book %v", r.Request.Number, r.Placement, l.held)
		}
	}
	for _, g := range e.Growths() {
		l := &b.jobs[g.Job]
		if !same(l.frozen, g.Frozen) || g.Until < e.Now() || len(g.Frozen) > 0 && g.To != l.tasks()+int32(g.Frozen.Tasks()) {
			return fmt.Errorf("job %d grows onto %v from %d to %d until %v, in the book %v", b.c.Jobs[g.Job].Number, g.Frozen, g.From, g.To, g.Until, l.frozen)
		}
	}
	failed, noticed := e.Down()
	for n := range b.down {
		if id := topology.NodeID(n); has(failed, id) != b.dead[n] || has(noticed, id) != b.down[n] {
			return fmt.Errorf("node %d is down: %v, known to be: %v; in the book %v and %v", n, has(failed, id), has(noticed, id), b.dead[n], b.down[n])
		}
	}
	return nil
}

// has reports whether s contains n; s may be empty.
func has(s *topology.NodeSet, n topology.NodeID) bool { return s.Len() > 0 && s.Has(n) }
