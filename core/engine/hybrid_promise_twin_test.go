package engine_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/hybrid"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// TestHybridPromiseTwin compares the promises to waiting jobs with those of the
// reference implementation, after every step. The reference implementation runs its
// next pass for this purpose. With a cycle, jobs whose walltimes end by that pass
// have already ended in it.
func TestHybridPromiseTwin(t *testing.T) {
	for seed := range soaktest.Seeds(1200) {
		draw := weighed
		if seed%3 > 0 {
			draw = cycles
		}
		c := draw(rand.New(rand.NewPCG(seed, 17)))
		if seed%4 == 0 {
			c = windowed(rand.New(rand.NewPCG(seed, 17)))
			h := c.Queue.(hybrid.HybridPolicy)
			h.Cycle = 0 // with a cycle, a window could be promised between two passes, although no pass has chosen it
			c.Queue = h
		}
		if err := promisesAgainstDumb(c); err != nil {
			t.Fatalf("seed %d: %+v: %v", seed, c.Queue, err)
		}
	}
}

func promisesAgainstDumb(c engine.Config) error {
	e, err := engine.New(c)
	if err != nil {
		return err
	}
	d, last := newDumb(c), simtime.Time(-1)
	for s, ok := e.Step(); ok; s, ok = e.Step() {
		next := s.Time
		if cycle := simtime.Time(d.h.Cycle); cycle > 0 {
			if next = (s.Time + cycle - 1) / cycle * cycle; s.Trigger == queue.Alarm && next == s.Time {
				last = s.Time
			}
			if next == last {
				next += cycle
			}
		}
		for _, x := range s.Events {
			if x.Kind == trace.Submit {
				d.arrived[x.Job] = s.Time
			}
		}
		d.running, d.waiting = d.running[:0], d.waiting[:0]
		for _, l := range e.State().Limits() {
			x := e.State().Job(l.Slot)
			until := x.Start.Add(d.wall(x.Request.ID))
			if d.h.Cycle == 0 {
				until = max(until, s.Time+1) // the job's ending event is still to come
			}
			if d.h.Cycle == 0 || l.At > next {
				running := d.stayOf(x.Request.ID, x.Start, x.Placement)
				running.until, running.running = until, true
				d.running = append(d.running, running)
			}
		}
		pending := e.Pending()
		for _, w := range pending {
			d.waiting = append(d.waiting, w.Job)
		}
		clear(d.starts)
		for _, w := range pending { // these windows were chosen by the last pass
			d.last[w.Job] = w.Promised
		}
		for d.pass(next) {
		}
		if d.counted {
			d.placeInOrder()
		}
		for _, w := range pending {
			want, ok := d.starts[w.Job]
			if !ok {
				if want, ok = d.promise[w.Job]; !ok {
					want = simtime.Never
				}
			}
			if w.Promised != want {
				return fmt.Errorf("at %v job %d is promised %d (%v), by the twin %d", s.Time, w.Job+1, w.Promised, w.Why, want)
			}
			if where := e.Where(w.Job); where == nil != (want == simtime.Never) || where != nil && !slices.Equal(where, d.nodes[w.Job]) {
				return fmt.Errorf("at %v job %d is promised %v, by the twin %v", s.Time, w.Job+1, where, d.nodes[w.Job])
			}
		}
	}
	return nil
}

// placeInOrder computes the placements of jobs that are promised only times. In the
// order of the promised times, the allocator chooses nodes for each job as if that
// time had come.
func (d *dumb) placeInOrder() {
	jobs, stays := slices.Clone(d.waiting), slices.Clone(d.running)
	jobs = slices.DeleteFunc(jobs, func(id workload.JobID) bool { _, ok := d.promise[id]; return !ok })
	slices.SortStableFunc(jobs, func(a, b workload.JobID) int { return cmp.Compare(d.promise[a], d.promise[b]) })
	for _, id := range jobs {
		d.nodes[id], _ = d.c.Allocator.Allocate(&d.c.Jobs[id].Request, d.freeAt(stays, d.promise[id]), nil)
		stays = append(stays, d.stayOf(id, d.promise[id], d.nodes[id]))
	}
}

func FuzzHybridTwin(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, seed)
	}
	f.Add(uint64(601), uint64(298)) // a soft limit that only a reservation would exceed
	f.Add(uint64(23), uint64(74))   // a job above its soft limit moves reservations of jobs that are within their soft limits
	f.Fuzz(func(t *testing.T, a, b uint64) {
		c := weighed(rand.New(rand.NewPCG(a, b)))
		if err := againstDumb(c); err != nil {
			t.Fatal(err)
		}
		if err := queuetest.Check(c, policies.NoPromise); err != nil {
			t.Fatal(err)
		}
	})
}
