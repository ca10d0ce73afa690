package scenarios

import (
	"fmt"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/scenario"
	"hopyard/core/topology"
)

// figure1 returns a scenario with the machine in S0's figure 1 and the queue
// discipline of S0. Each job is given as "submit:nodes:walltime".
func figure1(jobs ...string) []byte {
	var list []string
	for i, j := range jobs {
		var submit, nodes, walltime int
		if _, err := fmt.Sscanf(j, "%d:%d:%d", &submit, &nodes, &walltime); err != nil {
			panic(err)
		}
		list = append(list, fmt.Sprintf(`{"id": %d, "submit": %d, "nodes": %d, "walltime": %d}`, i+1, submit, nodes, walltime))
	}
	return []byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "fat-tree", "levels": 3, "width": 4}},
		"jobs": [` + strings.Join(list, ", ") + `], "scheduler": {"queue": "batch"}}`)
}

// TestS0HopsOfFigure1 checks two routes on the machine in S0's figure 1. The route
// between nodes 1 and 2 passes through one router chip. The route between nodes 1
// and 63 passes through five (S0, background and figure 1).
func TestS0HopsOfFigure1(t *testing.T) {
	m := simulate(t, "figure 1", figure1("0:1:1")).config.Machine
	if a, b := m.Hops(1, 2), m.Hops(1, 63); m.NumNodes() != 64 || a != 1 || b != 5 {
		t.Errorf("%d nodes; %d and %d hops, want 1 and 5", m.NumNodes(), a, b)
	}
}

// TestS0Routers checks that router chips are numbered by their level and path. The
// route between nodes 1 and 63 must pass through five of them (S0, figure 1). The
// text of S0 calls the last of these chips 203, but by S0's own numbering it is
// 233. The test also checks that the lessons about S0 use these numbers, and that
// they make one batch for each trigger.
func TestS0Routers(t *testing.T) {
	m := run(t, "units").config.Machine.Topology.(topology.FatTree)
	var names, way []string
	for d := range topology.DeviceID(m.NumSwitches()) {
		names = append(names, strings.TrimPrefix(m.DeviceName(d), "router "))
	}
	want := "000 100 101 102 103 200 201 202 203 210 211 212 213 220 221 222 223 230 231 232 233"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("routers %s, want %s", got, want)
	}
	for _, l := range m.AppendRoute(nil, 1, 63)[1:] {
		way = append(way, strings.TrimPrefix(m.DeviceName(m.Link(l).From), "router "))
	}
	if got := strings.Join(way, " "); got != "200 100 000 103 233" {
		t.Errorf("from node 1 to node 63 by %s", got)
	}
	for _, l := range All() {
		s, err := scenario.Parse(l.Source)
		if err != nil || l.Tags.Source != "S0" {
			continue
		}
		if s.Cluster.Topology.Kind == "fat-tree" && s.Cluster.Topology.Labels != topology.Paths {
			t.Errorf("%s does not call routers as S0 does", l.Name)
		}
		if s.Scheduler.Queue == "batch" && s.Scheduler.Settings.Choice("batch.rounds") != "one" {
			t.Errorf("%s makes batches until nothing starts", l.Name)
		}
	}
	if s := simulate(t, "any", figure1("0:1:1")); s.config.Machine.Topology.(topology.FatTree).Paths() {
		t.Error("a tree that does not ask for it has S0's numbers")
	}
}

// TestS0UnitsAgainstContiguous compares two allocators. If every job needs
// consecutive nodes, the free nodes are fragmented and job 5 must wait. With units,
// job 5 starts at once on two separate groups of nodes (S0, background).
func TestS0UnitsAgainstContiguous(t *testing.T) {
	jobs := figure1("0:16:100", "0:16:1000", "0:16:100", "0:16:1000", "200:32:10")
	units, contiguous := simulate(t, "units", jobs), simulate(t, "contiguous", jobs, by("contiguous"), fcfs())
	units.starts(5, 200, "in-batch")
	if contiguous.start[5] != 1000 {
		t.Errorf("on consecutive nodes job 5 starts at %d, want 1000", contiguous.start[5])
	}
}

// TestS0BatchOfNjob checks that S0's algorithm considers only the first Njob jobs
// of the queue at a time. By default, Njob is 4 (S0, claim 1 step 1 and claim 3).
func TestS0BatchOfNjob(t *testing.T) {
	src := figure1("0:64:10", "1:8:100", "1:8:100", "1:8:100", "1:8:100", "1:8:100")
	r := simulate(t, "four", src)
	for job := int64(2); job <= 5; job++ {
		r.starts(job, 10, "in-batch")
	}
	two := simulate(t, "two", src, set("scheduler.batch", `{"njob": 2}`))
	two.starts(2, 10, "in-batch")
	s, err := scenario.Parse(src)
	if err != nil || s.Scheduler.Settings.Whole("batch.njob") != 4 {
		t.Errorf("Njob is %d by default, %v", s.Scheduler.Settings.Whole("batch.njob"), err)
	}
}

// TestS0CountDown checks how the size of a batch is reduced until the batch fits
// (S0, claim 1 step 2 and claim 4). If the jobs of the batch need more nodes than
// the free units have, Njob is decreased by one. If not even a single job fits, the
// job waits for the next scheduling pass.
func TestS0CountDown(t *testing.T) {
	// At time 100, there are 8 free units with 32 nodes. Jobs of 20 and 12 nodes
	// fit; jobs of 20, 12 and 16 nodes do not.
	r := simulate(t, "count down", figure1("0:32:1000", "0:32:100", "1:20:50", "2:12:50", "3:16:50", "4:8:50"))
	r.starts(3, 100, "in-batch")
	r.starts(4, 100, "in-batch")
	r.starts(5, 150, "in-batch")
	one := simulate(t, "one", figure1("0:60:100", "1:8:10"))
	one.starts(2, 100, "in-batch")
	// Three nodes of a partly used unit are free, but no whole unit is free. Only
	// free units count.
	busy := simulate(t, "busy units", figure1("0:60:100", "0:1:100", "1:3:10", "1:4:10"))
	if busy.start[4] == 1 {
		t.Error("the nodes of a busy unit were counted")
	}
}

// TestS0WidestFirst checks that the jobs of a batch are placed in descending order
// of size (S0, claim 2).
func TestS0WidestFirst(t *testing.T) {
	r := simulate(t, "widest", figure1("0:64:10", "1:4:100", "1:24:100", "1:8:100"))
	r.on(3, "0-23")
	r.on(4, "24-31")
	r.on(2, "32-35")
}

// TestS0LeastHops checks which free units a job takes. It must take the units with
// the smallest sum of hop counts over all pairs (S0, claim 1 step 3 and description
// 3.2.3).
func TestS0LeastHops(t *testing.T) {
	// At time 10, 5 units are free: leaf 2 (nodes 8-11) and leaves 12 to 15 (nodes
	// 48-63). A job of sixteen nodes needs four of these units. The four
	// neighboring units have a smaller sum of hop counts than any set that includes
	// leaf 2.
	r := simulate(t, "hops", figure1("0:8:1000", "0:4:10", "0:36:1000", "0:16:10", "1:16:50"))
	r.on(5, "48-63")
	r.starts(5, 10, "in-batch")
}

// TestS0UnitSizes checks when all nodes of a leaf form a single unit. On a machine
// of up to 4,096 nodes, they do if the leaf has at most 4 nodes. On a larger
// machine, they do if the leaf has at most 8 nodes (S0, claim 5).
func TestS0UnitSizes(t *testing.T) {
	for _, c := range []struct{ leaf, total, want int }{
		{1, 64, 1}, {3, 4096, 3}, {4, 4096, 4}, {5, 8192, 5}, {8, 4104, 8}, {4, 65536, 4},
	} {
		if got := alloc.UnitSize(alloc.BalancedUnits, 0, c.leaf, c.total); got != c.want {
			t.Errorf("leaf of %d on a machine of %d: units of %d, want %d", c.leaf, c.total, got, c.want)
		}
	}
	for _, c := range []struct{ leaf, total, most int }{{5, 4096, 4}, {24, 64, 4}, {9, 8192, 8}, {36, 65536, 8}} {
		if got := alloc.UnitSize(alloc.BalancedUnits, 0, c.leaf, c.total); got > c.most || got < 1 {
			t.Errorf("leaf of %d on a machine of %d: units of %d, want at most %d", c.leaf, c.total, got, c.most)
		}
	}
}

// TestS0StatesOfUnits checks the three states of units (S0, description 3.2.3). A
// job with exactly the size of a unit takes a free unit, which becomes allocated. A
// smaller job takes a busy unit if the number of free nodes in that unit is exactly
// the number requested. If there is no such unit, the job takes a free unit, which
// becomes busy.
func TestS0StatesOfUnits(t *testing.T) {
	src := figure1("0:4:100", "1:3:100", "2:1:100", "3:2:100", "4:1:100")
	r := simulate(t, "states", src)
	r.on(1, "0-3")
	r.on(2, "4-6")
	r.on(3, "7")
	r.on(4, "8-9")
	r.on(5, "12") // the busy unit 8-11 has two free nodes, but job 5 needs a unit with exactly one free node
	for job, want := range map[int64]string{1: "in-batch", 2: "in-batch", 3: "exact-fit", 4: "in-batch", 5: "in-batch"} {
		r.starts(job, job-1, want)
	}
	free := cluster.NewFree(r.config.Machine)
	for job, p := range r.placed {
		free.Take(&r.config.Jobs[job-1].Request, p)
	}
	units := (alloc.MinHopUnits{}).Units(free)
	for i, want := range []alloc.UnitState{alloc.UnitAllocated, alloc.UnitAllocated, alloc.UnitBusy, alloc.UnitBusy, alloc.UnitFree} {
		if got := units[i].State(); got != want {
			t.Errorf("unit %d is %v, want %v", i, got, want)
		}
	}
}

// TestS0BusyUnitsFirst checks units on leaves whose size is not a multiple of the
// unit size. S0's description 3.2.3 says that "all units marked busy" are searched
// before a job gets "one of the free units". The test checks this rule for units
// that are smaller than the usual size.
func TestS0BusyUnitsFirst(t *testing.T) {
	src := set("cluster.topology", `{"kind": "fat-tree", "down": [5, 2, 2]}`)
	r := simulate(t, "5 = 3 + 2", figure1("0:1:100", "1:2:100", "2:2:100", "3:2:100"), src)
	r.on(1, "0") // the free units are 0-2 and 3-4; neither has exactly the size of job 1, so job 1 takes the first
	r.on(2, "1-2")
	r.starts(2, 1, "exact-fit")
	r.on(3, "3-4") // no unit is busy, so job 3 takes the free unit of exactly its size
	r.on(4, "8-9")
	// The other leaves have units of four nodes. Compared with these, a leaf of two
	// nodes is not a full unit.
	wide := set("cluster.topology", `{"kind": "slurm", "conf": "SwitchName=a Nodes=n[0-1]\nSwitchName=b Nodes=n[2-5]\nSwitchName=top Switches=a,b\n"}`)
	r = simulate(t, "2 and 4", figure1("0:2:10", "0:2:100", "20:2:100", "30:2:100"), wide, by("min-hop-units"))
	r.on(1, "0-1")
	r.on(2, "2-3")
	r.on(3, "4-5")
	r.starts(3, 20, "exact-fit")
	r.on(4, "0-1")
}

// TestS0Triggers checks that a scheduling pass takes place at each submission and
// at each end of a job (S0, description).
func TestS0Triggers(t *testing.T) {
	r := simulate(t, "triggers", figure1("5:64:20", "7:64:10"))
	r.starts(1, 5, "in-batch")
	r.starts(2, 25, "in-batch")
}

// TestS0OneBatchATrigger checks that each trigger makes a single batch (S0, claims
// 1 and 4 (2.3)). A trigger is the submission or the end of a job. If several
// triggers occur at the same instant, each of them makes a batch.
func TestS0OneBatchATrigger(t *testing.T) {
	one := set("scheduler.batch", `{"rounds": "one", "njob": 2}`)
	src := figure1("0:64:10", "1:4:100", "1:4:100", "1:4:200", "1:4:200", "1:4:300", "50:64:10")
	r := simulate(t, "one", src, one)
	for job, at := range map[int64]int64{2: 10, 3: 10, 4: 50, 5: 50, 6: 110} { // the three triggers are the end of job 1, the submission of job 7, and the end of job 2
		r.starts(job, at, "in-batch")
	}
	r = simulate(t, "repeat", src, set("scheduler.batch.njob", "2"))
	for job := int64(2); job <= 6; job++ {
		r.starts(job, 10, "in-batch")
	}
	// Two jobs end at time 10, either at their walltimes or earlier than that.
	// Their ends are two triggers, which make two batches.
	for _, two := range [][]byte{figure1("0:32:10", "0:32:10", "1:4:9", "1:4:9", "1:4:9", "1:4:9", "1:4:9")} {
		r = simulate(t, "two ends", two, one)
		for job, at := range map[int64]int64{3: 10, 4: 10, 5: 10, 6: 10, 7: 19} {
			r.starts(job, at, "in-batch")
		}
		r = simulate(t, "two ends before", two, one, set("jobs[0].walltime", "20"), set("jobs[0].runtime", "10"), set("jobs[1].walltime", "30"), set("jobs[1].runtime", "10"))
		for job, at := range map[int64]int64{3: 10, 4: 10, 5: 10, 6: 10, 7: 19} {
			r.starts(job, at, "in-batch")
		}
	}
}

// TestS0TreeOfUnits checks the tree whose leaves are units instead of nodes. The
// hop count between two units must be the hop count between their switches (S0,
// description).
func TestS0TreeOfUnits(t *testing.T) {
	m := simulate(t, "units", figure1("0:1:1")).config.Machine
	units := (alloc.MinHopUnits{}).Units(cluster.NewFree(m))
	if len(units) != 16 {
		t.Fatalf("%d units, want 16", len(units))
	}
	for i, u := range units {
		if u.First != topology.NodeID(4*i) || u.Size() != 4 {
			t.Errorf("unit %d is %+v", i, u)
		}
	}
	for _, c := range []struct{ a, b, hops int }{{0, 1, 3}, {0, 3, 3}, {0, 4, 5}, {12, 15, 3}} {
		if got := m.Hops(units[c.a].First, units[c.b].First); got != c.hops {
			t.Errorf("units %d and %d: %d hops, want %d", c.a, c.b, got, c.hops)
		}
	}
}
