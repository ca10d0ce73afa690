package slurmsched_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/policies"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
)

// twinPreemption is the part of the twin that concerns preemption.
type twinPreemption struct {
	began  map[int]simtime.Time // when a waiting job last stopped others
	ended  map[int]simtime.Time // when a job was stopped
	back   []int                // stopped jobs that will wait again
	warned int                  // number of warnings, which numbers them
	order  map[*started]int     // numbers of warnings

	stopped, cancelled, spared, graces, filledBy int
}

// depth returns the length of the longest chain of lists that begins at a job's QOS.
func (t *twin) depth(id int) int {
	var below func(name string) int
	below = func(name string) (most int) {
		for _, q := range t.conf.QOS {
			if q.Name == name {
				for _, other := range q.Preempt {
					most = max(most, 1+below(other))
				}
			}
		}
		return most
	}
	if t.conf.Preemption.By != slurmsched.PreemptByQOS {
		return 0
	}
	return below(t.jobs[id].QOS)
}

// modeOf returns what happens to a stopped job.
func (t *twin) modeOf(id int) slurmsched.PreemptMode {
	mode := t.partition(id).Preempt
	if t.conf.Preemption.By == slurmsched.PreemptByQOS {
		mode = slurmsched.ModeDefault
		if q := t.quality(t.jobs[id].QOS); q != nil {
			mode = q.Mode
		}
	}
	if mode == slurmsched.ModeDefault {
		mode = slurmsched.ModeRequeue
		if t.conf.Preemption.Mode == slurmsched.StopCancel {
			mode = slurmsched.ModeCancel
		}
	}
	return mode
}

func (t *twin) stoppable(id int) bool {
	return t.conf.Preemption.By != slurmsched.PreemptNever && t.modeOf(id) != slurmsched.ModeOff
}

// exemptUntil returns the first time at which a running job may be stopped.
func (t *twin) exemptUntil(s *started) simtime.Time {
	if q := t.quality(t.jobs[s.job].QOS); q != nil && q.Exempt > 0 {
		return s.at.Add(q.Exempt)
	}
	return s.at.Add(t.conf.Preemption.Exempt)
}

// mayStop reports whether a waiting job outranks a running one.
func (t *twin) mayStop(id int, s *started) bool {
	switch t.conf.Preemption.By {
	case slurmsched.PreemptByPartition:
		return t.partition(s.job).Tier < t.partition(id).Tier && t.modeOf(s.job) != slurmsched.ModeOff
	case slurmsched.PreemptByQOS:
		mine, other := t.quality(t.jobs[id].QOS), t.quality(t.jobs[s.job].QOS)
		return mine != nil && other != nil && mine != other && slices.Contains(mine.Preempt, other.Name)
	}
	return false
}

// candidates returns the running jobs that a waiting job may stop, as
// slurm_find_preemptable_jobs does.
func (t *twin) candidates(id int) (all []*started) {
	p := t.partition(id)
	for k := range t.jobs {
		for _, s := range t.running {
			if s.job != k || !t.mayStop(id, s) || t.now < t.exemptUntil(s) || t.limit(s) <= t.now {
				continue
			}
			here := false
			for n := range s.tasks {
				here = here || inside(&p, n)
			}
			if here {
				all = append(all, s)
			}
		}
	}
	weight := func(s *started) int64 {
		nodes := min(int64(len(s.tasks)), 65535)
		if t.conf.Preemption.By == slurmsched.PreemptByPartition {
			return t.partition(s.job).Tier*65536 + nodes
		}
		return min(t.quality(t.jobs[s.job].QOS).Priority, 65535)*65536 + nodes
	}
	slices.SortStableFunc(all, func(a, b *started) int {
		if t.conf.Preemption.YoungestFirst {
			return cmp.Compare(b.at/1000, a.at/1000)
		}
		return cmp.Compare(weight(a), weight(b))
	})
	return all
}

// without returns a list without some of its elements.
func without(all, some []*started) []*started {
	return slices.DeleteFunc(slices.Clone(all), func(s *started) bool { return slices.Contains(some, s) })
}

// touches reports whether a job has nodes that are not barred.
func touches(s *started, barred func(int) bool) bool {
	for n := range s.tasks {
		if !barred(n) {
			return true
		}
	}
	return false
}

// victims returns the jobs to be stopped, in order. It follows _run_now step by step,
// with its counters.
func (t *twin) victims(id int, barred func(int) bool) (out []*started) {
	list, usable, passes := t.candidates(id), map[*started]int{}, 0
	count := len(list)
	var busy []*started
	for _, s := range t.running {
		if t.limit(s) > t.now {
			busy = append(busy, s)
		}
	}
top:
	var gone []*started
	var where map[int]int64
	for i := 0; i < len(list); i++ {
		s := list[i]
		if !touches(s, barred) {
			continue
		}
		gone = append(gone, s)
		where = t.fit(id, without(busy, gone), barred)
		usable[s] = 0
		if where == nil {
			continue
		}
		enough := passes > int(t.conf.Preemption.Reorder)
		passes++
		if enough || count <= passes {
			for _, rest := range list[i+1:] {
				usable[rest] = 1
			}
			break
		}
		if t.conf.Preemption.StrictOrder {
			list = append([]*started{s}, append(slices.Clone(list[:i]), list[i+1:]...)...)
			goto top
		}
		for k, other := range list {
			usable[other] = 0
			if k == i {
				usable[other] = 99999
			}
			for n := range other.tasks {
				if _, chosen := where[n]; chosen && k < i {
					usable[other]++
				}
			}
		}
		slices.SortStableFunc(list, func(a, b *started) int { return cmp.Compare(usable[b], usable[a]) })
		goto top
	}
	if where == nil {
		return nil
	}
	for _, s := range list {
		here := false
		for n := range s.tasks {
			_, chosen := where[n]
			here = here || chosen
		}
		if !here {
			t.spared++
			continue
		}
		if usable[s] != 0 {
			t.spared++
			break
		}
		out = append(out, s)
	}
	return out
}

// preempt stops jobs for a waiting one, or warns them. It reports whether nodes were
// given back.
func (t *twin) preempt(id int, barred func(int) bool) (stopped bool) {
	if at, did := t.began[id]; did && at > t.now-40_000 {
		return false
	}
	chosen := t.victims(id, barred)
	if len(chosen) == 0 {
		return false
	}
	t.began[id] = t.now
	for _, s := range chosen {
		grace := t.partition(s.job).Grace
		if t.conf.Preemption.By == slurmsched.PreemptByQOS {
			grace = t.quality(t.jobs[s.job].QOS).Grace
		}
		switch {
		case s.due > 0:
		case grace > 0:
			s.due, s.by = min(t.limit(s), t.now.Add(grace)), id
			if t.order == nil {
				t.order = map[*started]int{}
			}
			t.warned++
			t.order[s] = t.warned
			t.graces++
			t.news = true
		default:
			s.by = id
			t.stop(s)
			stopped = true
		}
	}
	return stopped
}

// stop ends a running job for another one.
func (t *twin) stop(s *started) {
	t.charge(s)
	t.running = without(t.running, []*started{s})
	again := t.modeOf(s.job) != slurmsched.ModeCancel
	t.starts = append(t.starts, describeStop(t.jobs[s.job].Number, t.jobs[s.by].Number, t.now, again))
	t.ended[s.job], t.news = t.now, true
	if t.stopped++; again {
		t.back = append(t.back, s.job)
	} else {
		t.cancelled++
	}
}

// describeStop writes a stop as a line.
func describeStop(job, by int64, at simtime.Time, again bool) string {
	return fmt.Sprintf("job %d stopped at %v for %d, waits again: %v", job, at, by, again)
}

// comeBack lets stopped jobs wait again, and reports whether there were any.
func (t *twin) comeBack() bool {
	any := len(t.back) > 0
	for _, id := range t.back {
		t.waiting = append(t.waiting, id)
		t.prio[id] = t.priority(id)
		t.news = true
	}
	t.back = nil
	return any
}

// stopDue stops the jobs whose grace time ends now.
func (t *twin) stopDue() {
	all := slices.Clone(t.running)
	slices.SortFunc(all, func(a, b *started) int { return cmp.Compare(t.order[a], t.order[b]) })
	for _, s := range all {
		if s.due == t.now && s.due > 0 && s.at.Add(t.jobs[s.job].Runtime) > t.now {
			t.stop(s)
		}
	}
	t.comeBack()
}

// chance returns the next time at which a waiting job may be able to stop others.
func (t *twin) chance() simtime.Time {
	at := simtime.Never
	for _, id := range t.waiting {
		if began, did := t.began[id]; did && began+40_000 >= t.now {
			at = min(at, began+40_000)
		}
		for _, s := range t.running {
			if until := t.exemptUntil(s); until >= t.now && t.mayStop(id, s) {
				at = min(at, until)
			}
		}
	}
	return at
}

// replace stops jobs for one that the backfill scheduler wants to start, and returns
// its nodes; nil if it cannot start yet.
func (x *plan) replace(id int, where map[int]int64) map[int]int64 {
	x.chosen = where
	barred := func(n int) bool { return !x.open1[n] }
	if !x.preempt(id, barred) {
		return nil
	}
	x.filledBy++
	return x.fit(id, x.running, barred)
}

// preemptionCase adds preemption to a random case.
func preemptionCase(seed uint64) (c engine.Config, cores []int64) {
	c, cores = randomCase(seed)
	r := rand.New(rand.NewPCG(seed, 0x52))
	conf := c.Queue.(slurmsched.SlurmPolicy).Config
	p := &conf.Preemption
	p.By = slurmsched.PreemptByPartition
	if len(conf.QOS) > 1 && (len(conf.Partitions) == 1 || r.IntN(2) == 0) {
		p.By = slurmsched.PreemptByQOS
	}
	if r.IntN(3) == 0 {
		p.Mode = slurmsched.StopCancel
	}
	p.YoungestFirst, p.StrictOrder, p.Reorder = r.IntN(3) == 0, r.IntN(3) == 0, pick[int32](r, 0, 1, 1, 2, 5)
	p.Exempt = pick[simtime.Duration](r, 0, 0, 0, 17, 60) * simtime.Second
	grace := func() simtime.Duration { return pick[simtime.Duration](r, 0, 0, 0, 5, 30, 100) * simtime.Second }
	for i := range conf.Partitions {
		x := &conf.Partitions[i]
		x.Tier, x.Preempt, x.Grace = r.Int64N(4), pick(r, slurmsched.ModeDefault, slurmsched.ModeDefault, slurmsched.ModeRequeue, slurmsched.ModeCancel, slurmsched.ModeOff), grace()
	}
	for i := range conf.QOS {
		x := &conf.QOS[i]
		x.Mode, x.Grace, x.Exempt = pick(r, slurmsched.ModeDefault, slurmsched.ModeRequeue, slurmsched.ModeCancel), grace(), pick[simtime.Duration](r, 0, 0, 0, 25)*simtime.Second
		for _, other := range conf.QOS[:i] {
			if r.IntN(4) > 0 {
				x.Preempt = append(x.Preempt, other.Name)
			}
		}
	}
	closer := pick[simtime.Time](r, 1, 3, 6) // jobs that are submitted close together stop more of each other
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if j.Submit = j.Submit / closer / 1000 * 1000; r.IntN(2) == 0 {
			j.Runtime = j.Walltime
		}
		if j.QOS == "" && len(conf.QOS) > 0 {
			j.QOS = pick(r, conf.QOS...).Name
		}
	}
	c.Queue = slurmsched.SlurmPolicy{Config: conf}
	return c, cores
}

// TestPreemptionTwin compares random runs with preemption with the twin: which jobs
// are stopped, when, for which job and in which order, and all starts with their nodes.
func TestPreemptionTwin(t *testing.T) {
	cases, sum, differ := 0, twinPreemption{}, 0
	for seed := range soaktest.Seeds(12_000) {
		c, cores := preemptionCase(seed)
		log, x := runBoth(t, seed, c, cores)
		if x == nil {
			continue
		}
		cases++
		sum.stopped, sum.cancelled, sum.spared, sum.graces, sum.filledBy = sum.stopped+x.stopped, sum.cancelled+x.cancelled, sum.spared+x.spared, sum.graces+x.graces, sum.filledBy+x.filledBy
		var got []string
		for _, e := range log {
			switch {
			case e.Kind == trace.Start:
				where := map[int]int64{}
				for n, k := range e.Placement.All {
					where[int(n)] = int64(k)
				}
				got = append(got, describe(&c.Jobs[e.Job], e.Time, where))
			case e.Why.Code == why.Preempted:
				got = append(got, describeStop(c.Jobs[e.Job].Number, c.Jobs[e.Why.Blocker].Number, e.Time, e.Kind == trace.Requeue))
			}
		}
		for i := range max(len(got), len(x.starts)) {
			if i >= len(got) || i >= len(x.starts) || got[i] != x.starts[i] {
				if differ++; differ < 10 {
					t.Errorf("seed %d: line %d: %q; the twin has %q", seed, i, got[min(i, len(got)):min(i+1, len(got))], x.starts[min(i, len(x.starts)):min(i+1, len(x.starts))])
				}
				break
			}
		}
	}
	t.Logf("%d cases: %d jobs stopped (%d for good, %d after a grace time), %d spared, %d jobs backfilled by stopping others", cases, sum.stopped, sum.cancelled, sum.graces, sum.spared, sum.filledBy)
	if differ > 0 {
		t.Errorf("%d cases differ", differ)
	}
	if min(sum.stopped/10, sum.cancelled/4, sum.spared/4, sum.graces/4, sum.filledBy) < cases/200 {
		t.Error("too few cases of one kind")
	}
}

// TestPreemptionContract checks random runs with preemption against the contract of
// disciplines, some of them with failing nodes and checkpoints.
func TestPreemptionContract(t *testing.T) {
	for seed := range soaktest.Seeds(600) {
		c, _ := preemptionCase(seed)
		if err := queuetest.Check(c, policies.NoPromise); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		faulty, r := c, rand.New(rand.NewPCG(seed, 0x53))
		node := cluster.Placement{}.Append(0, topology.NodeID(r.IntN(2)), 1)
		at := simtime.Time(r.IntN(300_000))
		faulty.Faults = &faults.Timetable{Lost: pick(r, faults.Requeue, faults.Kill, faults.Checkpoint), Every: pick[simtime.Duration](r, 3, 11) * simtime.Second, Cost: pick[simtime.Duration](r, 0, 500),
			Events: []faults.MachineChange{{At: at, Nodes: node}, {At: at + 20_000, Up: true, Nodes: node}}}
		if err := queuetest.Check(faulty, policies.NoPromise); err != nil {
			t.Fatalf("seed %d, with failures: %v", seed, err)
		}
		if slices.ContainsFunc(c.Queue.(slurmsched.SlurmPolicy).Config.Partitions, func(p slurmsched.Partition) bool { return len(p.Nodes) > 1 }) {
			continue // a job that no run of nodes can hold would wait forever
		}
		c.Allocator = alloc.Contiguous{}
		if err := queuetest.Check(c, policies.NoPromise); err != nil {
			t.Fatalf("seed %d, contiguous: %v", seed, err)
		}
	}
}
