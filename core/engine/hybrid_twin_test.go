package engine_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/hybrid"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// dumb is a reference implementation of S3, as simple as possible: for every
// question it recomputes what every node has left at every instant, it computes all
// reservations in every pass, and it starts the pass again after every start of a
// job.
type dumb struct {
	c       engine.Config
	h       hybrid.HybridPolicy
	running []stay
	waiting []workload.JobID
	arrived map[workload.JobID]simtime.Time
	starts  map[workload.JobID]simtime.Time
	nodes   map[workload.JobID]cluster.Placement
	promise map[workload.JobID]simtime.Time // start times promised by the last pass
	last    map[workload.JobID]simtime.Time // with several windows: the start time last promised to each job
	counted bool                            // whether reservations only count resources at certain times, without nodes
}

// stay is the time during which a job holds nodes, or is promised to hold them.
type stay struct {
	job         workload.JobID
	from, until simtime.Time
	ends        simtime.Time
	where       cluster.Placement
	has         tally
	running     bool
	hard        bool // whether the start was promised within hard limits only
}

// stayOf returns the stay of job id from an instant on. Without nodes (nil) it
// stands for a reservation that only counts resources.
func (d *dumb) stayOf(id workload.JobID, from simtime.Time, where cluster.Placement) stay {
	s := stay{job: id, from: from, until: from.Add(d.wall(id)), where: where}
	if s.has = d.counts(id, where); where == nil {
		any, _ := d.c.Allocator.Allocate(&d.c.Jobs[id].Request, cluster.NewFree(d.c.Machine), nil)
		s.has = d.counts(id, any)
	}
	return s
}

// free returns the resources that no stay holds at any time between two instants.
// It checks only the instants at which stays begin, because usage rises only at
// these.
func (d *dumb) free(stays []stay, a, b simtime.Time) *cluster.Free {
	room := d.freeAt(stays, a)
	for _, s := range stays {
		if s.from > a && s.from < b {
			room.Intersect(d.freeAt(stays, s.from))
		}
	}
	return room
}

func (d *dumb) freeAt(stays []stay, t simtime.Time) *cluster.Free {
	room := cluster.NewFree(d.c.Machine)
	for _, s := range stays {
		if s.from <= t && t < s.until {
			room.Take(&d.c.Jobs[s.job].Request, s.where)
		}
	}
	return room
}

func ownerOf(j *workload.Job, o queue.Owner) string { return [...]string{j.User, j.Group, j.Queue}[o] }

// instants returns the times at which a waiting job may start. With a cycle, these
// are the times of all passes until well after the last stay. Without a cycle, they
// are the beginnings and ends of all stays.
func (d *dumb) instants(stays []stay, now simtime.Time) []simtime.Time {
	times, last := []simtime.Time{now}, now
	for _, s := range stays {
		times, last = append(times, s.from, s.until), max(last, s.until)
	}
	if cycle := simtime.Time(d.h.Cycle); cycle > 0 {
		times = times[:0]
		for t := simtime.Time(0); t < last+2*cycle; t += cycle {
			times = append(times, t)
		}
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// earliest returns the earliest possible start of job id and its placement, found
// by trying every instant.
func (d *dumb) earliest(stays []stay, id workload.JobID, now simtime.Time, hard bool) (simtime.Time, cluster.Placement) {
	if d.h.Windows > 1 {
		return d.window(stays, id, now, hard)
	}
	for _, t := range d.instants(stays, now) {
		if t < now {
			continue
		}
		if where := d.settle(stays, id, t, hard); where != nil {
			if d.counted && t > now {
				where = nil
			}
			return t, where
		}
	}
	return simtime.Never, nil
}

// window returns the start and the placement of job id in the best of the first
// windows that can hold the job.
func (d *dumb) window(stays []stay, id workload.JobID, now simtime.Time, hard bool) (simtime.Time, cluster.Placement) {
	judge, r := d.c.Allocator.(alloc.PlacementJudge), &d.c.Jobs[id].Request
	at, where, worth, found := simtime.Never, cluster.Placement(nil), alloc.Candidate{}, int32(0)
	latest, known := d.last[id]
	if !known || latest == simtime.Never {
		latest = simtime.Never
	}
	try := func(t simtime.Time) bool {
		place := d.settle(stays, id, t, hard)
		if place == nil {
			return false
		}
		c := judge.Judge(r, d.free(stays, t, t.Add(d.wall(id))), place)
		if where == nil || cmp.Or(c.Against(&worth), cmp.Compare(t, at)) < 0 {
			at, where, worth = t, place, c
		}
		return true
	}
	instants := d.instants(stays, now)
	if latest > now && latest != simtime.Never && (d.h.Cycle == 0 || latest%simtime.Time(d.h.Cycle) == 0) {
		try(latest)
	}
	for _, t := range instants {
		if t < now || found == d.h.Windows {
			continue
		}
		if before := t - max(simtime.Time(d.h.Cycle), 1); found > 0 && before >= now && !d.freeAt(stays, t).Exceeds(d.freeAt(stays, before)) {
			continue
		}
		if found == 0 && latest < t && d.settle(stays, id, t, hard) != nil {
			latest = t
		}
		if found > 0 && latest < t {
			break
		}
		if try(t) {
			found++
		}
	}
	d.last[id] = at
	return at, where
}

// asked returns the amounts that a job asks for. For a job of whole nodes, these
// are the minimum amounts that it requires per node, times its nodes. If it
// requires none of a resource, the amounts of the smallest suitable nodes count
// instead: for cores always, for other resources only if Brought is set.
func (d *dumb) asked(j *workload.Job) (out tally) {
	for k, m := range measureOf {
		if !j.Whole() {
			out[m] = int64(j.Tasks) * j.PerTask[k]
			continue
		}
		if out[m] = int64(j.Nodes) * j.PerTask[k]; out[m] > 0 || m != queue.CPUs && !d.h.Weights.Brought {
			continue
		}
		var all []int64
		for n := range topology.NodeID(d.c.Machine.NumNodes()) {
			if d.c.Machine.Slots(&j.Request, n) == 0 {
				continue
			}
			all = append(all, d.c.Machine.Spec(n).Resources[k])
		}
		slices.Sort(all)
		for _, x := range all[:j.Nodes] {
			out[m] += x
		}
	}
	return out
}

// weight returns the priority by the formula of SOURCES.md S3.2. It covers only the
// terms for queue time, expansion factor, GPUs, cores, a named resource and the
// user.
func (d *dumb) weight(id workload.JobID, now simtime.Time) float64 {
	j, w := &d.c.Jobs[id], &d.h.Weights.Weight
	a := d.asked(j)
	x := float64(w[queue.QueueTime])*float64(now-d.arrived[id])/60000 + float64(w[queue.OfGPUs]*a[queue.GPUs]) + float64(w[queue.OfCores]*a[queue.CPUs]) + float64(d.h.Weights.Named[0]*a[queue.OfNamed])
	x += float64(w[queue.Expansion]) * (1 + float64(now-d.arrived[id])/float64(max(j.Walltime, 1000)))
	for _, u := range d.h.Weights.Users {
		if u.Name == j.User {
			x += float64(w[queue.OfUser] * u.Value)
		}
	}
	return x
}

// pass starts at most one job and reports whether it did.
func (d *dumb) pass(now simtime.Time) bool {
	slices.SortFunc(d.waiting, func(a, b workload.JobID) int {
		return cmp.Or(cmp.Compare(d.weight(b, now), d.weight(a, now)), cmp.Compare(a, b))
	})
	stays := slices.Clone(d.running)
	made := int32(0)
	d.promise = map[workload.JobID]simtime.Time{}
	promise := func(id workload.JobID, hard bool) bool {
		if d.h.Depth > 0 && made >= d.h.Depth {
			return false
		}
		if t, where := d.earliest(stays, id, now, hard); t != simtime.Never {
			made++
			d.promise[id], d.nodes[id] = t, where
			s := d.stayOf(id, t, where)
			s.hard = hard
			stays = append(stays, s)
			return true
		}
		return false
	}
	fits := func(stays []stay, id workload.JobID, hard bool) cluster.Placement {
		if d.h.Windows > 1 && !hard && (d.h.Depth == 0 || made < d.h.Depth) {
			if t, where := d.window(stays, id, now, false); t == now {
				return where
			}
			return nil
		}
		if d.h.Windows > 1 && !hard && d.h.Depth > 0 && made >= d.h.Depth {
			delete(d.last, id)
		}
		if !d.h.Nodes && d.h.Windows < 2 && !d.counted {
			if where := d.anywhere(stays, id, now, hard); where != nil {
				return where
			}
		}
		return d.settle(stays, id, now, hard)
	}
	var above []workload.JobID
	for _, id := range d.waiting {
		if where := fits(stays, id, false); where != nil {
			d.start(id, where, now)
			return true
		}
		if d.h.Windows < 2 || d.settle(stays, id, now, false) == nil { // otherwise the job waits for a better window
			above = append(above, id)
		}
		promise(id, false)
	}
	for _, id := range above {
		others := slices.DeleteFunc(slices.Clone(stays), func(s stay) bool { return s.job == id })
		if where := fits(others, id, true); where != nil {
			d.start(id, where, now)
			return true
		}
		if d.never(id) {
			promise(id, true)
		}
	}
	return false
}

// anywhere returns a placement on any nodes that are free now, regardless of
// reservations. It returns nil if this placement would make a reserved job start
// later when all reservations are recomputed.
func (d *dumb) anywhere(stays []stay, id workload.JobID, now simtime.Time, hard bool) cluster.Placement {
	where := d.settleIn(d.freeAt(d.running, now), stays, id, now, hard)
	if where == nil {
		return nil
	}
	beside := append(slices.Clone(d.running), d.stayOf(id, now, where))
	for _, s := range stays[len(d.running):] {
		if s.job == id {
			continue
		}
		at, where := d.earliest(beside, s.job, now, s.hard)
		if at > s.from && s.until > s.from {
			return nil
		}
		again := d.stayOf(s.job, at, where)
		again.hard = s.hard
		beside = append(beside, again)
	}
	return where
}

// never reports whether a job by itself exceeds a soft limit.
func (d *dumb) never(id workload.JobID) bool { return d.settle(nil, id, 0, false) == nil }

func (d *dumb) start(id workload.JobID, where cluster.Placement, now simtime.Time) {
	j := &d.c.Jobs[id]
	d.starts[id], d.nodes[id] = now, where
	d.waiting = slices.DeleteFunc(d.waiting, func(x workload.JobID) bool { return x == id })
	run := min(d.c.Machine.RunTime(j.Runtime, where), j.Walltime)
	s := d.stayOf(id, now, where)
	s.ends, s.running = now.Add(max(run, d.least())), true
	d.running = append(d.running, s)
	delete(d.last, id)
}

// wall returns how long a job may hold its nodes. With a cycle, even a job with a
// walltime of 0 holds its nodes to the end of the pass.
func (d *dumb) wall(id workload.JobID) simtime.Duration {
	return max(d.c.Jobs[id].Walltime, d.least())
}

func (d *dumb) least() simtime.Duration {
	if d.h.Cycle > 0 {
		return 1
	}
	return 0
}

// run simulates millisecond by millisecond.
func (d *dumb) run() {
	next := 0
	for now := simtime.Time(0); len(d.starts) < len(d.c.Jobs); now++ {
		// First, jobs whose walltime ends release their nodes. Then come the
		// submissions, and then the ends of jobs in the order in which the jobs
		// started.
		var ends []stay
		d.running = slices.DeleteFunc(d.running, func(s stay) bool {
			if s.until == now || s.ends == now {
				ends = append(ends, s)
			}
			return s.until == now
		})
		sweep := func() {
			if d.h.Cycle == 0 {
				for d.pass(now) {
				}
			}
		}
		for ; next < len(d.c.Jobs) && d.c.Jobs[next].Submit == now; next++ {
			d.waiting = append(d.waiting, workload.JobID(next))
			d.arrived[workload.JobID(next)] = now
			sweep()
		}
		slices.SortFunc(ends, func(a, b stay) int {
			return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(d.weight(b.job, now), d.weight(a.job, now)), cmp.Compare(a.job, b.job))
		})
		for _, x := range ends {
			d.running = slices.DeleteFunc(d.running, func(s stay) bool { return s.job == x.job })
			sweep()
		}
		due := d.h.Cycle > 0 && now%simtime.Time(d.h.Cycle) == 0
		for _, at := range d.promise { // a chosen window may begin at a time at which no job ends
			due = due || d.h.Windows > 1 && d.h.Cycle == 0 && at == now
		}
		for due && d.pass(now) {
		}
	}
}

// weighed draws a small workload with users, limits and tasks of all kinds.
func weighed(r *rand.Rand) engine.Config {
	topo, _ := topology.NewFlat(2 + r.IntN(7))
	return weighedOn(topo, r)
}

func weighedOn(topo topology.Topology, r *rand.Rand) engine.Config {
	m := cluster.NewMachine(topo, cluster.Spec{Resources: workload.Resources{4, 4096, 0, 0}, Speed: 1000})
	if m.NumNodes() > 3 {
		m.SetGroup(1, 2, cluster.Spec{Resources: workload.Resources{8, 8192, 0, 2}, Speed: 1000})
	}
	if m.NumNodes() > 5 && r.IntN(2) == 0 { // nodes with less memory have more cores
		m.SetGroup(0, 0, cluster.Spec{Resources: workload.Resources{16, 2048, 0, 1, 3}, Speed: 1000})
		m.SetGroup(5, 5, cluster.Spec{Resources: workload.Resources{2, 16384, 50, 4, 1}, Speed: 1000})
		m.SetNames([]string{"fpga"})
	}
	c := engine.Config{Machine: m, Allocator: []alloc.Allocator{alloc.FirstFit{}, alloc.MinResource{}, alloc.BestFit{}, alloc.LeastLoaded{}}[r.IntN(4)]}
	names := []string{"ada", "bob", "eve"}
	at := simtime.Time(0)
	empty := cluster.NewFree(m)
	for len(c.Jobs) < 4+r.IntN(14) {
		at += simtime.Time(r.IntN(9))
		j := workload.Job{Runtime: simtime.Duration(1 + r.IntN(20)), After: workload.NoJob}
		j.ID, j.Number, j.Submit = workload.JobID(len(c.Jobs)), int64(len(c.Jobs)+1), at
		j.Walltime = j.Runtime + simtime.Duration(r.IntN(3)*r.IntN(8))
		j.User, j.Group, j.Queue = names[r.IntN(3)], names[r.IntN(2)], names[r.IntN(2)]
		if r.IntN(3) == 0 {
			j.Nodes = 1 + r.Int32N(int32(m.NumNodes()))
			if r.IntN(3) == 0 { // whole nodes with required resources
				j.PerTask = workload.Resources{workload.Cores: r.Int64N(9), workload.GPUs: r.Int64N(2), workload.Named: r.Int64N(2) * r.Int64N(2)}
			}
		} else {
			j.Tasks = 1 + r.Int32N(6)
			j.PerTask = workload.Resources{workload.Cores: 1 + r.Int64N(4), workload.Memory: 1024 * r.Int64N(3), workload.GPUs: r.Int64N(2)}
			if m.Names() != nil && r.IntN(3) == 0 {
				j.PerTask[workload.Named] = 1
			}
		}
		if empty.Fits(&j.Request) {
			c.Jobs = append(c.Jobs, j)
		}
	}
	h := hybrid.HybridPolicy{Depth: r.Int32N(4) * r.Int32N(2), Cycle: simtime.Duration(r.IntN(2) * r.IntN(7))}
	h.Nodes, h.Weights.Brought = r.IntN(3) == 0, r.IntN(3) == 0
	h.Weights.Weight[queue.QueueTime] = 60_000_000 // large enough that a waiting time of one millisecond matters
	h.Weights.Weight[queue.OfGPUs] = int64(r.IntN(3)-1) * 5000
	h.Weights.Weight[queue.OfCores] = int64(r.IntN(3)-1) * 1000
	if r.IntN(4) == 0 {
		h.Weights.Weight[queue.OfUser], h.Weights.Users = 1000, []queue.Named{{Name: "bob", Value: 7}}
	}
	h.Weights.Named[0] = int64(r.IntN(3)-1) * 3000
	for range r.IntN(5) {
		l := queue.Limit{Owner: queue.Owner(r.IntN(int(queue.NumOwners))), Name: append(names, "*")[r.IntN(4)], Measure: []queue.Measure{queue.Jobs, queue.Nodes, queue.CPUs, queue.GPUs, queue.Memory, queue.Disk, queue.OfNamed}[r.IntN(7)]}
		l.Hard = map[queue.Measure]int64{queue.Jobs: 2, queue.Nodes: 3, queue.CPUs: 12, queue.GPUs: 3, queue.Memory: 8, queue.Disk: 50, queue.OfNamed: 1}[l.Measure] + r.Int64N(6)
		if l.Measure == queue.Memory {
			l.Hard *= 2048
		}
		l.Soft = max(l.Hard-r.Int64N(2)*r.Int64N(5), 1)
		if !slices.ContainsFunc(h.Limits, func(o queue.Limit) bool { return o.Owner == l.Owner && o.Name == l.Name && o.Measure == l.Measure }) {
			h.Limits = append(h.Limits, l)
		}
	}
	var kept []queue.Limit
	for _, l := range h.Limits {
		possible := hybrid.HybridPolicy{Limits: append(kept, l)}.Checks(m)
		if !slices.ContainsFunc(c.Jobs, func(j workload.Job) bool { return possible(&j.Request) != nil }) {
			kept = append(kept, l)
		}
	}
	h.Limits = kept
	c.Queue = h
	return c
}

// cycles draws a workload as weighed does, but always with a cycle, and with some
// jobs that end at once.
func cycles(r *rand.Rand) engine.Config {
	c := weighed(r)
	h := c.Queue.(hybrid.HybridPolicy)
	h.Cycle = simtime.Duration(1 + r.IntN(12))
	c.Queue = h
	for i := range c.Jobs {
		if j := &c.Jobs[i]; r.IntN(5) == 0 {
			j.Runtime = 0
			j.Walltime *= simtime.Duration(r.IntN(2))
		}
	}
	return c
}

func newDumb(c engine.Config) *dumb {
	d := &dumb{c: c, h: c.Queue.(hybrid.HybridPolicy), arrived: map[workload.JobID]simtime.Time{}, starts: map[workload.JobID]simtime.Time{}, nodes: map[workload.JobID]cluster.Placement{}, last: map[workload.JobID]simtime.Time{}}
	tape, err := engine.Record(c)
	if err != nil {
		panic(err)
	}
	// Reservations only count units if free units suffice to decide whether a job
	// fits (counting mode) and no limit depends on where a job is placed.
	d.counted = tape.Counted() && !d.h.Nodes
	for _, l := range d.h.Limits {
		k := slices.Index(measureOf[:], l.Measure)
		for n := range topology.NodeID(c.Machine.NumNodes()) {
			if k >= 0 && c.Jobs[0].Whole() && c.Machine.Spec(n).Resources[k] != c.Machine.Spec(0).Resources[k] {
				d.counted = false
			}
		}
		if k < 0 && !c.Jobs[0].Whole() && l.Measure != queue.Jobs {
			d.counted = false
		}
	}
	return d
}

func againstDumb(c engine.Config) error {
	d := newDumb(c)
	d.run()
	log, err := engine.Run(c)
	if err != nil {
		return err
	}
	for _, e := range log {
		if e.Kind == trace.Start && (d.starts[e.Job] != e.Time || !slices.Equal(d.nodes[e.Job], e.Placement)) {
			return fmt.Errorf("job %d starts at %d on %v, the twin starts it at %d on %v (%T)", e.Job+1, e.Time, e.Placement, d.starts[e.Job], d.nodes[e.Job], c.Allocator)
		}
	}
	return nil
}

// TestHybridTwin compares S3 with its reference implementation, start by start and
// node by node. The promises and reasons of S3 must also obey the rules of all
// disciplines.
func TestHybridTwin(t *testing.T) {
	for seed := range soaktest.Seeds(3000) {
		c := weighed(rand.New(rand.NewPCG(seed, 11)))
		if err := againstDumb(c); err != nil {
			t.Fatalf("seed %d: %+v: %v", seed, c.Queue, err)
		}
		if seed%10 == 0 {
			if err := queuetest.Check(c, policies.NoPromise); err != nil {
				t.Fatalf("seed %d: %+v: %v", seed, c.Queue, err)
			}
		}
	}
}

// alike draws a workload as weighed does, but all nodes of the machine are equal,
// and the jobs request either only whole nodes or only identical tasks. For such
// workloads the engine only counts free nodes or tasks.
func alike(r *rand.Rand) engine.Config {
	c := weighed(r)
	topo, _ := topology.NewFlat(c.Machine.NumNodes())
	c.Machine = cluster.NewMachine(topo, cluster.Spec{Resources: workload.Resources{4, 4096, 0, 2}, Speed: 1000})
	whole := r.IntN(3) > 0
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if j.Nodes, j.Tasks, j.PerTask = 1+r.Int32N(int32(c.Machine.NumNodes())), 0, (workload.Resources{}); !whole {
			j.Nodes, j.Tasks, j.PerTask = 0, 1+r.Int32N(8), workload.Resources{1, 512}
		}
	}
	h := c.Queue.(hybrid.HybridPolicy)
	h.Limits = slices.DeleteFunc(h.Limits, func(l queue.Limit) bool {
		possible := hybrid.HybridPolicy{Limits: []queue.Limit{l}}.Checks(c.Machine)
		return l.Measure == queue.OfNamed || slices.ContainsFunc(c.Jobs, func(j workload.Job) bool { return possible(&j.Request) != nil })
	})
	c.Queue = h
	return c
}

// TestHybridCountedTwin compares S3 with its reference implementation if the engine
// only counts free nodes or tasks, because all of them are alike.
func TestHybridCountedTwin(t *testing.T) {
	for seed := range soaktest.Seeds(2000) {
		c := alike(rand.New(rand.NewPCG(seed, 19)))
		if err := againstDumb(c); err != nil {
			t.Fatalf("seed %d: %+v: %v", seed, c.Queue, err)
		}
		if err := promisesAgainstDumb(c); err != nil {
			t.Fatalf("seed %d: %+v: %v", seed, c.Queue, err)
		}
		if seed%10 == 0 {
			if err := queuetest.Check(c, policies.NoPromise); err != nil {
				t.Fatalf("seed %d: %+v: %v", seed, c.Queue, err)
			}
		}
	}
}

// TestHybridIsRebuilding checks that S3 gives the same schedule as
// ConservativeRebuild, which makes its plan anew at every event. The cases have no
// limits. Their queue is in the order of submission, and a job fits as soon as
// enough nodes are free.
func TestHybridIsRebuilding(t *testing.T) {
	for seed := range soaktest.Seeds(600) {
		r := rand.New(rand.NewPCG(seed, 23))
		c := engine.Config{Machine: flatMachine(12), Jobs: randomJobs(r, 40, 12), Allocator: alloc.FirstFit{}}
		c.Queue = queue.ConservativeRebuild{}
		want := places(t, c)
		h := hybrid.HybridPolicy{}
		h.Weights.Weight[queue.QueueTime] = 1000
		if c.Queue = h; places(t, c) != want {
			t.Fatalf("seed %d: %s\nas conservative backfilling made anew:\n%s", seed, places(t, c), want)
		}
	}
}

// places returns a text that lists when and where each job starts.
func places(t *testing.T, c engine.Config) (out string) {
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		if e.Kind == trace.Start {
			out += fmt.Sprintln(e.Time, e.Job+1, e.Placement)
		}
	}
	return out
}

// windowed draws a workload as weighed does, but on a tree or a torus and with an
// allocator that can compare windows.
func windowed(r *rand.Rand) engine.Config {
	tree, _ := topology.NewFatTree(2, 3)
	torus, _ := topology.NewTorus(3, 3)
	c := weighedOn([]topology.Topology{tree, torus}[r.IntN(2)], r)
	c.Allocator = []alloc.Allocator{alloc.SDM{}, alloc.MDM{}}[r.IntN(2)]
	h := c.Queue.(hybrid.HybridPolicy)
	h.Windows = 2 + r.Int32N(4)
	c.Queue = h
	return c
}

// TestHybridWindowsTwin compares S3 with its reference implementation if placements
// in several windows are compared.
func TestHybridWindowsTwin(t *testing.T) {
	for seed := range soaktest.Seeds(6000) {
		c := windowed(rand.New(rand.NewPCG(seed, 29)))
		if err := againstDumb(c); err != nil {
			t.Fatalf("seed %d: %+v: %v", seed, c.Queue, err)
		}
		if seed%10 == 0 {
			if err := queuetest.Check(c, policies.NoPromise); err != nil {
				t.Fatalf("seed %d: %+v: %v", seed, c.Queue, err)
			}
		}
	}
}

// TestHybridCycleTwin compares S3 with its reference implementation if passes run
// in a fixed cycle. Jobs may then start, or be promised a start, only at the time
// of a pass.
func TestHybridCycleTwin(t *testing.T) {
	for seed := range soaktest.Seeds(2000) {
		c := cycles(rand.New(rand.NewPCG(seed, 13)))
		if err := againstDumb(c); err != nil {
			t.Fatalf("seed %d: %+v: %v", seed, c.Queue, err)
		}
		if seed%10 == 0 {
			if err := queuetest.Check(c, policies.NoPromise); err != nil {
				t.Fatalf("seed %d: %+v: %v", seed, c.Queue, err)
			}
		}
	}
}
