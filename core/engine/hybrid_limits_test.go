package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/hybrid"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// unlike draws a machine whose nodes differ in all resources, and jobs of three
// users. Most jobs ask for whole nodes, and some jobs grow. There are limits on
// what users or groups hold.
func unlike(r *rand.Rand) engine.Config {
	topo, _ := topology.NewFlat(3 + r.IntN(6))
	spec := func() cluster.Spec {
		return cluster.Spec{Speed: 1000, Resources: workload.Resources{1 + r.Int64N(16), 1024 * r.Int64N(9), 10 * r.Int64N(4), r.Int64N(2) * r.Int64N(5), r.Int64N(3), r.Int64N(2) * 100}}
	}
	m := cluster.NewMachine(topo, spec())
	for n := range m.NumNodes() - 1 {
		if r.IntN(2) == 0 {
			m.SetGroup(topology.NodeID(n), topology.NodeID(n), spec())
		}
	}
	c := engine.Config{Machine: m, Allocator: []alloc.Allocator{alloc.FirstFit{}, alloc.BestFit{}, alloc.MinResource{}, alloc.LeastLoaded{}, alloc.Random{Seed: 7}}[r.IntN(5)]}
	h := hybrid.HybridPolicy{Depth: r.Int32N(3), Cycle: simtime.Duration(r.IntN(2) * r.IntN(5))}
	h.Weights.Weight[queue.QueueTime] = 1000
	names := []string{"ada", "bob", "eve"}
	for range 1 + r.IntN(3) {
		x := queue.Limit{Owner: queue.Owner(r.IntN(2)), Name: append(names, "*")[r.IntN(4)], Measure: queue.Measure(r.IntN(int(queue.OfNamed) + 2))}
		x.Hard = map[queue.Measure]int64{queue.Jobs: 2, queue.Nodes: 4, queue.CPUs: 20, queue.GPUs: 3, queue.NodeSeconds: 100, queue.Memory: 9000, queue.Disk: 40, queue.OfNamed: 3, queue.OfNamed + 1: 100}[x.Measure] * (2 + r.Int64N(5)) / 3
		x.Soft = x.Hard - r.Int64N(2)*r.Int64N(x.Hard/2+1)
		h.Limits = append(h.Limits, x)
	}
	c.Queue = h
	if r.IntN(3) == 0 {
		c.Elastic = &elastic.GrowthPolicy{Growth: elastic.QueueFirst, Method: elastic.Method(r.IntN(2)), Costs: elastic.Costs{Bandwidth: 1e9}}
	}
	possible, empty, at := h.Checks(m), cluster.NewFree(m), simtime.Time(0)
	for range 12 {
		at += simtime.Time(r.IntN(9)) * 1000
		j := workload.Job{Runtime: simtime.Duration(1+r.IntN(20)) * 1000, After: workload.NoJob}
		j.ID, j.Number, j.Submit = workload.JobID(len(c.Jobs)), int64(len(c.Jobs)+1), at
		j.Walltime = j.Runtime + simtime.Duration(r.IntN(3)*r.IntN(8))*1000
		j.User, j.Group = names[r.IntN(3)], names[r.IntN(2)]
		if r.IntN(3) > 0 {
			j.Nodes = 1 + r.Int32N(int32(m.NumNodes()))
			if r.IntN(4) == 0 {
				j.PerTask = workload.Resources{workload.Memory: 1024, workload.Named: r.Int64N(3)}
			}
		} else {
			j.Tasks, j.PerTask = 1+r.Int32N(8), workload.Resources{1 + r.Int64N(3), 512 * r.Int64N(3), 0, r.Int64N(2), r.Int64N(2)}
		}
		if r.IntN(2) == 0 {
			j.Elastic = &workload.Elastic{Min: j.Size(), Max: min(j.Size()+r.Int32N(4), int32(m.NumNodes()))}
			j.Elastic.Max = max(j.Elastic.Max, j.Size())
		}
		if empty.Fits(&j.Request) && possible(&j.Request) == nil {
			c.Jobs = append(c.Jobs, j)
		}
	}
	return c
}

// holds returns the amount that the running jobs of an owner hold, in the measure
// of the given limit. It adds up the amounts node by node.
func holds(m *cluster.Machine, running []cluster.Running, l *queue.Limit, name string, now simtime.Time) (sum int64) {
	for i := range running {
		job := &running[i]
		if [...]string{job.Request.User, job.Request.Group, job.Request.Queue}[l.Owner] != name {
			continue
		}
		nodes := map[topology.NodeID]bool{}
		for _, where := range []cluster.Placement{job.Placement, job.Frozen} {
			for n, tasks := range where.All {
				nodes[n] = true
				have, per := &m.Spec(n).Resources, &job.Request.PerTask
				for k, measure := range measureOf {
					switch {
					case measure != l.Measure:
					case job.Request.Whole():
						sum += have[k]
					default:
						sum += int64(tasks) * per[k]
					}
				}
			}
		}
		switch l.Measure {
		case queue.Jobs:
			sum++
		case queue.Nodes:
			sum += int64(len(nodes))
		case queue.NodeSeconds:
			sum += int64(len(nodes)) * int64(max(0, job.Limit.Sub(now)))
		}
	}
	return sum
}

// over returns an error if the running jobs exceed a hard limit.
func over(c *engine.Config, running []cluster.Running, now simtime.Time) error {
	limits := c.Queue.(hybrid.HybridPolicy).Limits
	for i := range limits {
		l := &limits[i]
		for _, name := range []string{"ada", "bob", "eve"} {
			first := slices.IndexFunc(limits, func(x queue.Limit) bool { return x.Owner == l.Owner && x.Measure == l.Measure && x.Name == name })
			if first < 0 {
				first = slices.IndexFunc(limits, func(x queue.Limit) bool { return x.Owner == l.Owner && x.Measure == l.Measure && x.Name == "*" })
			}
			hard := l.Hard
			if l.Measure == queue.NodeSeconds {
				hard *= 1000
			}
			if have := holds(c.Machine, running, l, name, now); first == i && have > hard {
				return fmt.Errorf("%v of %s is %d, the limit %d is %d", l.Measure, name, have, i+1, hard)
			}
		}
	}
	return nil
}

// fitting returns free nodes for a job of whole nodes, such that the job stays
// within all hard limits. It returns nil if there are none. It tries every set of
// nodes.
func fitting(c *engine.Config, state *cluster.State, running []cluster.Running, r *workload.Request, now simtime.Time) cluster.Placement {
	n := c.Machine.NumNodes()
	for set := range 1 << n {
		var p cluster.Placement
		for i := range n {
			if set>>i&1 == 1 {
				p = p.Append(topology.NodeID(i), topology.NodeID(i), 1)
			}
		}
		if p.Nodes() != int(r.Nodes) || !state.Has(r, p) {
			continue
		}
		me := cluster.Running{Request: r, Placement: p, Limit: now.Add(r.Walltime)}
		if over(c, append(slices.Clip(running), me), now) == nil {
			return p
		}
	}
	return nil
}

// TestLimitsOnUnlikeNodes sums up, after every event, what the jobs hold, node by
// node. No start or growth may exceed a hard limit. A second rule applies if a job
// of whole nodes is the only waiting job: it must start if it stays within the
// limits on some of the free nodes.
func TestLimitsOnUnlikeNodes(t *testing.T) {
	alone, held, grown := 0, 0, 0
	for seed := range soaktest.Seeds(1500) {
		c := unlike(rand.New(rand.NewPCG(seed, 13)))
		e, err := engine.New(c)
		if err != nil {
			t.Fatal(err)
		}
		for {
			s, ok := e.Step()
			if !ok {
				break
			}
			running := e.State().AppendRunning(nil)
			if err := over(&c, running, e.Now()); err != nil {
				t.Fatalf("seed %d at %v: %v", seed, s.Time, err)
			}
			for i := range running {
				if running[i].Size() > running[i].Request.Size() {
					grown++
				}
			}
			waits := e.Pending()
			if next := e.Clone(); len(waits) != 1 || c.Queue.(hybrid.HybridPolicy).Cycle > 0 {
				continue
			} else if s, ok := next.Step(); ok && s.Time == e.Now() {
				continue // the pass of this instant has not run yet
			}
			r := &c.Jobs[waits[0].Job].Request
			if alone++; !r.Whole() || c.Elastic != nil && c.Elastic.Method == elastic.Resubmit && r.Elastic != nil {
				continue // the job may be waiting for another size
			}
			if p := fitting(&c, e.State(), running, r, e.Now()); p != nil {
				t.Fatalf("seed %d at %v: job %d waits (%v), and could have %v", seed, e.Now(), r.Number, waits[0].Why.Code, p)
			}
			if e.State().Idle().Len() >= int(r.Nodes) {
				held++
			}
		}
		if n := e.Waiting(); n > 0 {
			t.Fatalf("seed %d: %d jobs wait for ever", seed, n)
		}
	}
	t.Logf("%d times a job waited alone, %d times with enough nodes free; %d times a job had grown", alone, held, grown)
	if held < soaktest.Rounds(100) || grown < soaktest.Rounds(100) {
		t.Errorf("the cases are too easy")
	}
}
