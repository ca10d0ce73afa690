package script_test

import (
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/script"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/scenarios"
)

// source is an example's program.
func source(t testing.TB, name string) string {
	for _, x := range script.Examples() {
		if x.Name == name {
			return x.Source
		}
	}
	t.Fatalf("no example is called %s", name)
	return ""
}

// schedule is when and where each job starts and ends, which is what must be the
// same: a program's reasons are its own.
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

// TestExamplesAreTheHouses: on every lesson the programs make the schedules of the
// policies that they are written after.
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
		for name, house := range map[string]queue.Policy{"easy": queue.EASY{}, "conservative": queue.Conservative{}, "fcfs": queue.FCFS{}, "depth": queue.Deep{Depth: 3}} {
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
			own.Allocator, house.Allocator = policies.Starlark.Allocator(source(t, "compact")), policies.PlacementOf("slurm-tree").New(&policies.Setup{})
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

// whole reports whether all jobs ask for whole nodes, whichever they get.
func whole(c engine.Config) bool {
	empty := cluster.NewFree(c.Machine)
	for i := range c.Jobs {
		if !c.Jobs[i].Whole() || empty.Machine().Selects(&c.Jobs[i].Request) {
			return false
		}
	}
	return true
}
