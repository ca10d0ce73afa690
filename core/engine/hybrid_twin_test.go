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
	"hopyard/core/queue"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// dumb is S3 once more, as plainly as can be: what every node has left at
// every instant is worked out anew for every question, every reservation is
// worked out at once, and a pass begins anew after every start.
type dumb struct {
	c       engine.Config
	h       queue.Hybrid
	running []stay
	waiting []workload.JobID
	arrived map[workload.JobID]simtime.Time
	starts  map[workload.JobID]simtime.Time
	nodes   map[workload.JobID]cluster.Placement
}

// stay is a job on nodes from one time to another, running or promised.
type stay struct {
	job         workload.JobID
	from, until simtime.Time
	ends        simtime.Time
	where       cluster.Placement
	running     bool
	hard        bool // promised within hard limits only
}

// free is what no stay holds at any time from a to b. Usage rises only when a
// stay begins.
func (d *dumb) free(stays []stay, a, b simtime.Time) *cluster.Free {
	room := d.freeAt(stays, a)
	for _, s := range stays {
		if s.from > a && s.from < b {
			room.Meet(d.freeAt(stays, s.from))
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

// counts are what a job counts as by measure; node-seconds have a test of their
// own.
func (d *dumb) counts(j *workload.Job) [queue.NumMeasures]int64 {
	m, nodes := d.c.Machine, int64(j.Nodes)
	var each workload.Resources
	if j.Whole() {
		each = m.Spec(0).Resources
		for n := range topology.NodeID(m.NumNodes()) {
			for k := range each {
				each[k] = min(each[k], m.Spec(n).Resources[k])
			}
		}
	} else {
		each = j.PerTask
		most := int64(m.MostSlots(&j.Request))
		nodes = (int64(j.Tasks) + most - 1) / most
	}
	size := int64(j.Size())
	return [queue.NumMeasures]int64{queue.Jobs: 1, queue.Nodes: nodes, queue.CPUs: size * each[workload.Cores], queue.GPUs: size * each[workload.GPUs]}
}

// limits reports whether a stay of job id from t on keeps to all limits at
// every instant at which something begins.
func (d *dumb) keeps(stays []stay, id workload.JobID, t simtime.Time, hard bool) bool {
	me := &d.c.Jobs[id]
	mine := stay{job: id, from: t, until: t.Add(me.Walltime)}
	instants := []simtime.Time{t}
	for _, s := range stays {
		if s.from > t && s.from < mine.until {
			instants = append(instants, s.from)
		}
	}
	for _, l := range d.h.Limits {
		name := ownerOf(me, l.Owner)
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
			used, other, most := int64(0), i == 0, bound
			for _, s := range append([]stay{mine}, stays...) {
				j := &d.c.Jobs[s.job]
				if ownerOf(j, l.Owner) != name || s.from > at || at >= s.until {
					continue
				}
				used += d.counts(j)[l.Measure]
				other = other || s.from == at
				if i > 0 && s.from == at && !s.hard {
					most = l.Soft // what was promised within soft limits begins
				}
			}
			if used > most && other { // or it is not one of this owner that begins
				return false
			}
		}
	}
	return true
}

func ownerOf(j *workload.Job, o queue.Owner) string { return [...]string{j.User, j.Group, j.Queue}[o] }

// earliest tries every instant at which something begins or ends.
func (d *dumb) earliest(stays []stay, id workload.JobID, now simtime.Time, hard bool) (simtime.Time, cluster.Placement) {
	times := []simtime.Time{now}
	for _, s := range stays {
		times = append(times, s.from, s.until)
	}
	slices.Sort(times)
	for _, t := range slices.Compact(times) {
		if t < now || !d.keeps(stays, id, t, hard) {
			continue
		}
		r := &d.c.Jobs[id].Request
		if where, reason := d.c.Allocator.Allocate(r, d.free(stays, t, t.Add(r.Walltime)), nil); reason.OK() {
			return t, where
		}
	}
	return simtime.Never, nil
}

// weight is a priority as algorithms.md 6.2 adds it up; queue time and GPUs,
// cores and the user's only.
func (d *dumb) weight(id workload.JobID, now simtime.Time) float64 {
	j, w := &d.c.Jobs[id], &d.h.Weights.Weight
	a := d.counts(j)
	x := float64(w[queue.QueueTime])*float64(now-d.arrived[id])/60000 + float64(w[queue.OfGPUs]*a[queue.GPUs]) + float64(w[queue.OfCores]*a[queue.CPUs])
	x += float64(w[queue.Expansion]) * (1 + float64(now-d.arrived[id])/float64(max(j.Walltime, 1000)))
	for _, u := range d.h.Weights.Users {
		if u.Name == j.User {
			x += float64(w[queue.OfUser] * u.Value)
		}
	}
	return x
}

// pass starts at most one job, and reports whether it has.
func (d *dumb) pass(now simtime.Time) bool {
	slices.SortFunc(d.waiting, func(a, b workload.JobID) int {
		return cmp.Or(cmp.Compare(d.weight(b, now), d.weight(a, now)), cmp.Compare(a, b))
	})
	stays := slices.Clone(d.running)
	made := int32(0)
	promise := func(id workload.JobID, hard bool) bool {
		if d.h.Depth > 0 && made >= d.h.Depth {
			return false
		}
		if t, where := d.earliest(stays, id, now, hard); t != simtime.Never {
			made++
			stays = append(stays, stay{job: id, from: t, until: t.Add(d.c.Jobs[id].Walltime), where: where, hard: hard})
			return true
		}
		return false
	}
	fits := func(stays []stay, id workload.JobID, hard bool) cluster.Placement {
		r := &d.c.Jobs[id].Request
		if !d.keeps(stays, id, now, hard) {
			return nil
		}
		where, _ := d.c.Allocator.Allocate(r, d.free(stays, now, now.Add(r.Walltime)), nil)
		return where
	}
	var above []workload.JobID
	for _, id := range d.waiting {
		if where := fits(stays, id, false); where != nil {
			d.start(id, where, now)
			return true
		}
		if !d.keeps(stays, id, now, false) {
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

// never reports whether a job is over a soft limit by itself.
func (d *dumb) never(id workload.JobID) bool { return !d.keeps(nil, id, 0, false) }

func (d *dumb) start(id workload.JobID, where cluster.Placement, now simtime.Time) {
	j := &d.c.Jobs[id]
	d.starts[id], d.nodes[id] = now, where
	d.waiting = slices.DeleteFunc(d.waiting, func(x workload.JobID) bool { return x == id })
	run := min(d.c.Machine.RunTime(j.Runtime, where), j.Walltime)
	d.running = append(d.running, stay{id, now, now.Add(j.Walltime), now.Add(run), where, true, false})
}

// run goes on a millisecond at a time.
func (d *dumb) run() {
	next := 0
	for now := simtime.Time(0); len(d.starts) < len(d.c.Jobs); now++ {
		// Jobs whose walltime ends give back first; then come submissions, then
		// ends in the order of starts.
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
		if d.h.Cycle > 0 && now%simtime.Time(d.h.Cycle) == 0 {
			for d.pass(now) {
			}
		}
	}
}

// hybrid draws a small workload with users, limits and tasks of all kinds.
func hybrid(r *rand.Rand) engine.Config {
	topo, _ := topology.NewFlat(2 + r.IntN(7))
	m := cluster.NewMachine(topo, cluster.Spec{Resources: workload.Resources{4, 4096, 0, 0}, Speed: 1000})
	if m.NumNodes() > 3 {
		m.SetGroup(1, 2, cluster.Spec{Resources: workload.Resources{8, 8192, 0, 2}, Speed: 1000})
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
		} else {
			j.Tasks = 1 + r.Int32N(6)
			j.PerTask = workload.Resources{workload.Cores: 1 + r.Int64N(4), workload.Memory: 1024 * r.Int64N(3), workload.GPUs: r.Int64N(2)}
		}
		if empty.Fits(&j.Request) {
			c.Jobs = append(c.Jobs, j)
		}
	}
	h := queue.Hybrid{Depth: r.Int32N(4) * r.Int32N(2), Cycle: simtime.Duration(r.IntN(2) * r.IntN(7))}
	h.Weights.Weight[queue.QueueTime] = 60_000_000 // so that a millisecond counts
	h.Weights.Weight[queue.OfGPUs] = int64(r.IntN(3)-1) * 5000
	h.Weights.Weight[queue.OfCores] = int64(r.IntN(3)-1) * 1000
	if r.IntN(4) == 0 {
		h.Weights.Weight[queue.OfUser], h.Weights.Users = 1000, []queue.Named{{Name: "bob", Value: 7}}
	}
	for range r.IntN(5) {
		l := queue.Limit{Owner: queue.Owner(r.IntN(int(queue.NumOwners))), Name: append(names, "*")[r.IntN(4)], Measure: queue.Measure(r.IntN(int(queue.NodeSeconds)))}
		l.Hard = []int64{2, 6, 24, 6, 1}[l.Measure] + r.Int64N(6)
		l.Soft = max(l.Hard-r.Int64N(2)*r.Int64N(5), 1)
		if !slices.ContainsFunc(h.Limits, func(o queue.Limit) bool { return o.Owner == l.Owner && o.Name == l.Name && o.Measure == l.Measure }) {
			h.Limits = append(h.Limits, l)
		}
	}
	h.Limits = slices.DeleteFunc(h.Limits, func(l queue.Limit) bool {
		alone := queue.Hybrid{Limits: []queue.Limit{l}}.Checks(m)
		return slices.ContainsFunc(c.Jobs, func(j workload.Job) bool { return alone(&j.Request) != nil })
	})
	c.Queue = h
	return c
}

func againstDumb(c engine.Config) error {
	d := &dumb{c: c, h: c.Queue.(queue.Hybrid), arrived: map[workload.JobID]simtime.Time{}, starts: map[workload.JobID]simtime.Time{}, nodes: map[workload.JobID]cluster.Placement{}}
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

// TestHybridTwin compares S3 with its dumb twin, start by start, and node by
// node; what it promises and explains is kept to the contract of all
// disciplines.
func TestHybridTwin(t *testing.T) {
	for seed := range uint64(3000) {
		c := hybrid(rand.New(rand.NewPCG(seed, 11)))
		if err := againstDumb(c); err != nil {
			t.Fatalf("seed %d: %+v: %v", seed, c.Queue, err)
		}
		if seed%10 == 0 {
			if err := queuetest.Check(c, queuetest.NoPromise); err != nil {
				t.Fatalf("seed %d: %+v: %v", seed, c.Queue, err)
			}
		}
	}
}

func FuzzHybridTwin(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, seed)
	}
	f.Add(uint64(601), uint64(298)) // a soft limit that only a reservation would break
	f.Add(uint64(23), uint64(74))   // a job above its soft limit moves reservations within it
	f.Fuzz(func(t *testing.T, a, b uint64) {
		c := hybrid(rand.New(rand.NewPCG(a, b)))
		if err := againstDumb(c); err != nil {
			t.Fatal(err)
		}
		if err := queuetest.Check(c, queuetest.NoPromise); err != nil {
			t.Fatal(err)
		}
	})
}
