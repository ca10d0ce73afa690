package script_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/script"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/scenarios"
)

// source returns the program text of the example with the given name.
func source(t testing.TB, name string) string {
	for _, x := range script.Examples() {
		if x.Name == name {
			return x.Source
		}
	}
	t.Fatalf("no example is called %s", name)
	return ""
}

// schedule runs a simulation and returns its events without their reasons.
// Schedules of programs and built-in policies are compared without reasons, because
// a program gives reasons of its own.
func schedule(t *testing.T, c engine.Config) []trace.Event {
	t.Helper()
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	for i := range log {
		log[i].Why.Code = 0
		log[i].Why.Need, log[i].Why.Have, log[i].Why.Blocker, log[i].Why.At = 0, 0, workload.NoJob, 0
	}
	return log
}

func sameSchedule(t *testing.T, what string, own, house engine.Config) {
	t.Helper()
	a, b := schedule(t, own), schedule(t, house)
	if trace.Hash(a) == trace.Hash(b) && len(a) == len(b) {
		return
	}
	for i := range min(len(a), len(b)) {
		if trace.Hash(a[i:i+1]) != trace.Hash(b[i:i+1]) {
			t.Errorf("%s: event %d is %+v, the house's %+v", what, i, a[i], b[i])
			return
		}
	}
	t.Errorf("%s: %d events, the house has %d", what, len(a), len(b))
}

// TestExamplesAreTheHouses runs the example programs that reimplement built-in
// policies on every lesson. Their schedules must be the same as those of the
// built-in policies.
func TestExamplesAreTheHouses(t *testing.T) {
	compared := map[string]int{}
	for _, lesson := range scenarios.All() {
		s, err := scenario.Parse(lesson.Source)
		if err != nil {
			t.Fatal(err)
		}
		base, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(base.Jobs, func(j workload.Job) bool { return j.IsHet() }) {
			continue // no discipline but slurm starts such jobs
		}
		for name, house := range map[string]queue.Policy{"easy": queue.EASY{}, "conservative": queue.Conservative{}, "fcfs": queue.FCFS{}, "depth": queue.DepthBackfill{Depth: 3}} {
			own := base
			own.Queue, base.Queue = policies.Starlark.Discipline(source(t, name)), house
			sameSchedule(t, lesson.Name+", "+name, own, base)
			compared[name]++
		}
		for _, discipline := range []string{"fcfs", "easy", "conservative"} {
			own, house := base, base
			own.Queue = policies.DisciplineOf(discipline).New(&policies.Setup{Settings: policies.Defaults()})
			house.Queue = own.Queue
			own.Own, house.Order = policies.Starlark.Ordering(source(t, "sjf")), queue.ShortestFirst
			sameSchedule(t, lesson.Name+", sjf under "+discipline, own, house)
			compared["sjf"]++
		}
		if _, tree := base.Machine.Topology.(topology.Hierarchy); tree && whole(base) && base.Machine.Uniform() {
			own, house := base, base
			own.Queue, house.Queue = queue.EASY{}, queue.EASY{}
			own.Allocator, house.Allocator = policies.Starlark.Allocator(source(t, "compact")), compact{}
			sameSchedule(t, lesson.Name+", compact", own, house)
			compared["compact"]++
		}
	}
	t.Logf("schedules compared: %v", compared)
	for name, n := range compared {
		if n < 20 {
			t.Errorf("%s was compared on %d lessons only", name, n)
		}
	}
}

// compact is the rule of the example of that name, written in Go: the lowest switch
// with enough idle nodes, of these the one with the fewest, and under it leaf
// switches by best fit. It suits whole nodes on machines with levels of switches.
type compact struct{}

// Allocate implements alloc.Allocator.
func (compact) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	refusal := why.Reason{Code: why.TooFewFree, Need: r.Nodes, Have: free.Count(r), Blocker: workload.NoJob}
	h := free.Machine().Topology.(topology.Hierarchy)
	idle := func(level, i int) int32 {
		first, last := h.Domain(level, i)
		return int32(free.Idle().CountRange(first, last))
	}
	leaf := h.Levels() - 1
	for level := leaf; level >= 0; level-- {
		top := -1
		for i := range h.Switches(level) {
			if idle(level, i) >= r.Nodes && (top < 0 || idle(level, i) < idle(level, top)) {
				top = i
			}
		}
		if top < 0 {
			continue
		}
		taken := map[int]int32{}
		first, last := h.Domain(level, top)
		for left := r.Nodes; left > 0; {
			best := -1
			for i := h.DomainOf(leaf, first); i <= h.DomainOf(leaf, last); i++ {
				if _, used := taken[i]; used {
					continue
				}
				fits, n := idle(leaf, i) >= left, idle(leaf, i)
				switch {
				case best < 0, fits && idle(leaf, best) < left, fits && n < idle(leaf, best), !fits && idle(leaf, best) < left && n > idle(leaf, best):
					best = i
				}
			}
			taken[best] = min(left, idle(leaf, best))
			left -= taken[best]
		}
		for i := range h.Switches(leaf) {
			if taken[i] > 0 {
				first, _ := h.Domain(leaf, i)
				dst = dst.AppendIdle(free.Idle(), first, taken[i])
			}
		}
		refusal.Code = why.FitsNow
		return dst, refusal
	}
	return nil, refusal
}

// whole reports whether all jobs ask for whole nodes and can use any node.
func whole(c engine.Config) bool {
	empty := cluster.NewFree(c.Machine)
	for i := range c.Jobs {
		if !c.Jobs[i].Whole() || empty.Machine().Selects(&c.Jobs[i].Request) {
			return false
		}
	}
	return true
}

// TestArchive checks that EASY and conservative backfilling, written as programs,
// reproduce the published start times of the archive trace. The trace is not part
// of the repository; the test is skipped if it is not found beside the clone.
func TestArchive(t *testing.T) {
	const traces = "../../../shared/traces/kth-sp2-5000"
	src, err := os.ReadFile(traces + ".swf")
	if err != nil {
		t.Skipf("the archive trace is not here (%v): nothing was compared", err)
	}
	swf, err := workload.ReadSWF(bytes.NewReader(src), workload.SWFOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Parse([]byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 100}}, "jobs": []}`))
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := s.JobsOf(swf)
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	c.Jobs, c.Allocator = jobs.Jobs, alloc.FirstFit{}
	for _, name := range []string{"easy", "conservative", "fcfs"} {
		c.Queue = policies.Starlark.Discipline(source(t, name))
		starts := map[string]string{}
		for _, e := range schedule(t, c) {
			if e.Kind == trace.Start {
				starts[fmt.Sprint(c.Jobs[e.Job].Number)] = e.Time.String()
			}
		}
		file, err := os.Open(traces + "." + name + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(file).ReadAll()
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		equal := 0
		for _, row := range rows[1:] {
			if starts[row[0]] == row[1] {
				equal++
			}
		}
		t.Logf("%s: %d of %d starts equal", name, equal, len(rows)-1)
		if equal != len(rows)-1 || equal != 5000 {
			t.Errorf("%s: %d of %d starts are those published", name, equal, len(rows)-1)
		}
	}
}

// TestFormulas checks the programs for the queue orders from the literature. Their
// keys and scores must agree with hand-computed values of the formulas.
//
// Source: SOURCES.md OWN.2.
func TestFormulas(t *testing.T) {
	r := workload.Request{Nodes: 1, Walltime: 100_000, Submit: 1_000_000}
	r2 := workload.Request{ID: 1, Nodes: 8, Walltime: 50_000, Submit: 2_000_000}
	order := func(name string) queue.Ordering { return policies.Starlark.Ordering(source(t, name)) }
	near := func(what string, got int64, want float64) {
		t.Helper()
		if value := math.Float64frombits(uint64(got)); math.Abs(value-want) > 1e-9*want {
			t.Errorf("%s is %v, want %v", what, value, want)
		}
	}
	key, _ := order("f1").Key(&r)
	near("F1", key, 2*1+870*3)
	key, _ = order("f1").Key(&r2)
	near("F1 of the second", key, math.Log10(50)*8+870*math.Log10(2000))
	waiting := []*queue.Waiting{{Request: &r}, {Request: &r2}}
	for name, want := range map[string][]float64{"wfp3": {math.Pow(1500.0/100, 3) * 1, math.Pow(500.0/50, 3) * 8}, "unicef": {1500.0 / (1 * 100), 500.0 / (3 * 50)}} {
		keys := order(name).(queue.Reordering).Keys(2_500_000, waiting)
		for i := range keys {
			near(name, ^keys[i]&math.MaxInt64, want[i]) // the key is the negated score, because the largest score comes first
		}
	}
}
