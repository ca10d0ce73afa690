package experiment_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/network"
	"hopyard/core/scenario"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// cutScenario is a scenario of ten jobs on 4 nodes. A cut of the first and the last
// tenth of the jobs leaves jobs 2 to 9, and the time from 10 s to 80 s.
const cutScenario = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "scheduler": {"queue": "fcfs", "allocator": "first-fit"}, "jobs": [
	{"id": 1, "submit": 0, "nodes": 4, "walltime": 20}, {"id": 2, "submit": 10, "nodes": 2, "walltime": 10},
	{"id": 3, "submit": 20, "nodes": 1, "walltime": 10}, {"id": 4, "submit": 30, "nodes": 1, "walltime": 10},
	{"id": 5, "submit": 40, "nodes": 1, "walltime": 10}, {"id": 6, "submit": 50, "nodes": 1, "walltime": 10},
	{"id": 7, "submit": 60, "nodes": 1, "walltime": 10}, {"id": 8, "submit": 70, "nodes": 1, "walltime": 10},
	{"id": 9, "submit": 80, "nodes": 1, "walltime": 30}, {"id": 10, "submit": 90, "nodes": 4, "walltime": 1000}]}`

// TestCut checks the figures of a cut against values computed by hand. Between 10 s
// and 80 s job 1 holds 4 nodes for 10 s, job 2 holds 2 nodes for 10 s, and each of
// jobs 3 to 8 holds one node for 10 s. Job 9 starts at 80 s. Job 10, which waits
// for job 9, is cut off.
func TestCut(t *testing.T) {
	s, err := scenario.Parse([]byte(cutScenario))
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	about := scenario.Subject(&c)
	whole := about.Summarize(log)
	about.Cut = metrics.Trim{First: 0.1, Last: 0.1}
	f := about.Summarize(log)
	if whole.Jobs != 10 || f.Jobs != 8 {
		t.Errorf("%d and %d jobs, want 10 and 8", whole.Jobs, f.Jobs)
	}
	near(t, "utilization", f.Utilization, (40+20+60)/(4*70.0), 1e-12)
	near(t, "mean wait", f.MeanWait, 10/8.0, 1e-12)
	near(t, "longest wait", f.MaxWait, 10, 1e-12)
	near(t, "mean response", f.MeanResponse, (20+6*10+30)/8.0, 1e-12)
	near(t, "makespan", f.Makespan, 100, 1e-12) // from 10 s to the end of job 9
	near(t, "node hours", f.NodeHours, (20+60+30)/3600.0, 1e-12)
	about.Cut = metrics.Trim{First: 0.01} // this fraction is less than one job
	if got := about.Summarize(log); got.MeanResponse != whole.MeanResponse || got.Jobs != 10 {
		t.Errorf("a cut of no job: mean response %v of %d jobs, want %v", got.MeanResponse, got.Jobs, whole.MeanResponse)
	}
}

// TestCutTwin checks the figures of random runs with a cut. They must equal sums
// over the outcomes of the jobs and over the nodes that the jobs held.
func TestCutTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 60 {
		queue := []string{"easy", "fcfs", "conservative", "mpfs-scan"}[r.IntN(4)]
		s, err := scenario.Parse(fmt.Appendf(nil, `{"hopyard": 1, "seed": %d, "cluster": {"topology": {"kind": "torus", "dims": [4, 4]}, "node": {"cores": 4}},
			"network": "max-min", "scheduler": {"queue": %q, "allocator": "sdm", "overrun": "extend"},
			"workload": {"model": "lublin", "jobs": %d, "load": 1, "tasks": true, "patterns": ["ring", "all-to-all"], "share": 0.5, "widest": 64, "estimates": "factor"}}`,
			n, queue, 2+r.IntN(60)))
		if err != nil {
			t.Fatal(err)
		}
		c, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		log, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		about := scenario.Subject(&c)
		about.Cut = metrics.Trim{First: float64(r.IntN(450)) / 1000, Last: float64(r.IntN(450)) / 1000}
		checkCut(t, &about, log)
	}
}

// checkCut computes the figures again, job by job, and compares them with those of
// the package.
func checkCut(t *testing.T, s *metrics.Subject, log []trace.Event) {
	t.Helper()
	n := len(s.Jobs)
	low := int(math.Floor(s.Cut.First * float64(n)))
	high := n - int(math.Floor(s.Cut.Last*float64(n)))
	from, to := s.Jobs[low].Submit, s.Jobs[high-1].Submit
	var wait, response, longest, ended float64
	last := from
	for id, o := range metrics.Outcomes(s.Jobs, log) {
		if id < low || id >= high {
			continue
		}
		wait += o.Waited.Seconds()
		longest = max(longest, o.Waited.Seconds())
		response += o.End.Sub(o.Submit).Seconds()
		ended++
		last = max(last, o.End)
	}
	f := s.Summarize(log)
	near(t, "mean wait", f.MeanWait, wait/ended, 1e-9*(1+wait))
	near(t, "longest wait", f.MaxWait, longest, 1e-9)
	near(t, "mean response", f.MeanResponse, response/ended, 1e-9*(1+response))
	near(t, "makespan", f.Makespan, last.Sub(from).Seconds(), 1e-9)
	held := 0.0
	for _, stay := range metrics.Stays(s.Jobs, log) {
		if a, b := max(stay.From, from), min(stay.To, to); a < b {
			held += float64(stay.Placement.Tasks()) * b.Sub(a).Seconds()
		}
	}
	if to > from {
		near(t, "utilization", f.Utilization, held/(64*to.Sub(from).Seconds()), 1e-9)
	}
	// Compute the load of the links, which follows from the state of the machine
	// between events.
	load, area, most := map[topology.LinkID]float64{}, 0.0, 0.0
	routed := s.Machine.Topology.(topology.Routed)
	capacity := network.Capacities(routed, s.Network.Bandwidth)
	holds := map[workload.JobID][]network.Demand{}
	sum := func() (total, highest float64) {
		for _, x := range load {
			total += x
			highest = max(highest, x)
		}
		return
	}
	for i, e := range log {
		switch e.Kind {
		case trace.Start:
			if j := &s.Jobs[e.Job]; j.Comm != nil {
				holds[e.Job] = network.AppendDemands(nil, routed, e.Placement, j.Comm, s.Machine.Speed(e.Placement), j.Runtime, s.Network.Bandwidth)
			}
			for _, d := range holds[e.Job] {
				load[d.Link] += d.Weight / capacity[d.Link]
			}
		case trace.End, trace.Kill:
			for _, d := range holds[e.Job] {
				load[d.Link] -= d.Weight / capacity[d.Link]
			}
		}
		if i+1 < len(log) {
			total, highest := sum()
			if a, b := max(e.Time, from), min(log[i+1].Time, to); a < b {
				area += total * float64(b-a)
				most = max(most, highest)
			} else if a == to && e.Time <= to {
				most = max(most, highest)
			}
		}
	}
	if to > from {
		near(t, "mean link load", f.MeanLinkLoad, area/(float64(routed.NumLinks())*float64(to-from)), 1e-9)
	}
	if f.MaxLinkLoad < most-1e-9 {
		t.Errorf("highest link load %v, less than %v", f.MaxLinkLoad, most)
	}
}
