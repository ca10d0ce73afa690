package hybrid_test

import (
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/hybrid"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// on returns a configuration with the given jobs on a machine with the given nodes.
// Each node is given by its cores, memory, disk and GPUs.
func on(nodes []workload.Resources, h hybrid.HybridPolicy, jobs ...workload.Job) engine.Config {
	c := s3(h, jobs...)
	topo, _ := topology.NewFlat(len(nodes))
	c.Machine = cluster.NewMachine(topo, cluster.Spec{Resources: nodes[0], Speed: 1000})
	for n := 1; n < len(nodes); n++ {
		c.Machine.SetGroup(topology.NodeID(n), topology.NodeID(n), cluster.Spec{Resources: nodes[n], Speed: 1000})
	}
	return c
}

// TestS3LimitsCountWhatIsHeld checks that limits (step a) count what a job really
// holds: a whole-node job holds everything on each of its nodes.
func TestS3LimitsCountWhatIsHeld(t *testing.T) {
	nodes := []workload.Resources{{32, 2048, 9, 3}, {32, 2048, 9, 3}, {1, 512, 1, 0}, {2, 512, 1, 0}}
	for _, h := range []hybrid.HybridPolicy{
		quota(queue.ByUser, "ada", queue.CPUs, 3, 3), quota(queue.ByUser, "ada", queue.GPUs, 2, 2),
		quota(queue.ByUser, "ada", queue.Memory, 1024, 1024), quota(queue.ByUser, "ada", queue.Disk, 2, 2),
	} {
		c := on(nodes, h, whole("ada", 0, 10, 2), whole("ada", 1, 10, 1), whole("bob", 2, 10, 2))
		starts, where := ran(t, c)
		if where[1] != "2-3" || starts[2] != 10 || where[2] != "2" || where[3] != "0-1" || starts[3] != 2 {
			t.Errorf("%+v: jobs start at %v on %v, want the first on 2-3, the second on 2 after it", h.Limits, starts, where)
		}
		d := waits(t, at(t, c, 1), 2)
		if d.Why.Code != why.OverLimit || d.Promised != simtime.Time(10*simtime.Minute) {
			t.Errorf("%+v: job 2 waits for %+v, promised %v", h.Limits, d.Why, d.Promised)
		}
	}
}

// TestS3WaitsForNodesWithinLimits checks that a job waits for other nodes if it
// would exceed a limit on the free nodes. The reported figures must be those of the
// free nodes.
func TestS3WaitsForNodesWithinLimits(t *testing.T) {
	nodes := []workload.Resources{{4, 0, 0, 0}, {16, 0, 0, 0}}
	c := on(nodes, quota(queue.ByUser, "ada", queue.CPUs, 8, 8), whole("bob", 0, 10, 1), whole("ada", 1, 10, 1), whole("eve", 2, 5, 1))
	d := waits(t, at(t, c, 1), 2)
	if d.Why.Code != why.OverLimit || d.Why.Need != 16 || d.Why.Have != 8 || d.Promised != simtime.Time(10*simtime.Minute) {
		t.Errorf("job 2 waits for %+v, promised %v; want 16 of 8 cores, and minute 10", d.Why, d.Promised)
	}
	expect(t, c, 0, 10, 2)
}

// TestS3NodesOfTasks checks that a limit on nodes counts the nodes on which tasks
// are placed, even if the tasks would fill fewer. Under a limit of one node, two
// tasks are therefore placed on the same node.
func TestS3NodesOfTasks(t *testing.T) {
	c := s3(quota(queue.ByUser, "ada", queue.Nodes, 1, 1), job("bob", 0, 10, 1, 7, 0, 0), job("ada", 1, 10, 2, 1, 0, 0), job("ada", 2, 10, 1, 1, 0, 0))
	starts, where := ran(t, c)
	if where[2] != "1" || starts[2] != 1 || starts[3] != 11 {
		t.Errorf("jobs start at %v on %v: two tasks on nodes 0 and 1 would be two nodes", starts, where)
	}
}

// TestS3LimitsTogether checks two limits that conflict: the nodes that keep to one
// limit exceed the other. A mixture of nodes keeps to both and must be found.
func TestS3LimitsTogether(t *testing.T) {
	h := quota(queue.ByUser, "ada", queue.CPUs, 20, 20)
	h.Limits = append(h.Limits, queue.Limit{Owner: queue.ByUser, Name: "ada", Measure: queue.Memory, Soft: 20, Hard: 20})
	nodes := []workload.Resources{{16, 4, 0, 0}, {16, 4, 0, 0}, {4, 16, 0, 0}, {4, 16, 0, 0}}
	if _, where := ran(t, on(nodes, h, whole("ada", 0, 10, 2))); where[1] != "0,2" {
		t.Errorf("the job runs on %s, want one node of each kind", where[1])
	}
}

// TestS3ImpossibleOnUnlikeNodes checks, on a machine with different nodes, that a
// job is rejected if and only if it exceeds a hard limit on every placement.
func TestS3ImpossibleOnUnlikeNodes(t *testing.T) {
	nodes := []workload.Resources{{2, 0, 0, 0}, {2, 0, 0, 0}, {32, 0, 0, 4}}
	for _, x := range []struct {
		h    hybrid.HybridPolicy
		job  workload.Job
		want string
	}{
		{quota(queue.ByUser, "*", queue.CPUs, 4, 4), whole("ada", 0, 1, 2), ""},
		{quota(queue.ByUser, "*", queue.CPUs, 35, 35), whole("ada", 0, 1, 3), "asks for 36 cores"},
		{quota(queue.ByUser, "*", queue.GPUs, 3, 3), whole("ada", 0, 1, 3), "asks for 4 gpus"},
		{quota(queue.ByUser, "*", queue.GPUs, 3, 3), whole("ada", 0, 1, 2), ""},
		{quota(queue.ByUser, "*", queue.Nodes, 1, 1), job("ada", 0, 1, 32, 1, 0, 0), ""},
		{quota(queue.ByUser, "*", queue.Nodes, 1, 1), job("ada", 0, 1, 33, 1, 0, 0), "asks for 2 nodes"},
		{quota(queue.ByUser, "*", queue.Nodes, 2, 2), job("ada", 0, 1, 35, 1, 0, 0), "asks for 3 nodes"},
	} {
		c := on(nodes, x.h, x.job)
		err := x.h.Checks(c.Machine)(&c.Jobs[0].Request)
		if (err == nil) != (x.want == "") || err != nil && !strings.Contains(err.Error(), x.want) {
			t.Errorf("%+v: %+v: %v, want %q", x.h.Limits, x.job.Request, err, x.want)
		}
		if err == nil {
			if starts, _ := ran(t, c); starts[1] != 0 || len(starts) != 1 {
				t.Errorf("%+v: the job is possible and starts at %v", x.h.Limits, starts)
			}
		}
	}
	h := quota(queue.ByUser, "*", queue.CPUs, 18, 18)
	h.Limits = append(h.Limits, queue.Limit{Owner: queue.ByGroup, Name: "*", Measure: queue.Memory, Soft: 18, Hard: 18})
	c := on([]workload.Resources{{16, 2, 0, 0}, {2, 16, 0, 0}, {16, 2, 0, 0}, {2, 16, 0, 0}}, h, whole("ada", 0, 1, 2))
	if err := h.Checks(c.Machine)(&c.Jobs[0].Request); err != nil {
		t.Errorf("two nodes of both kinds: %v", err)
	}
	c.Jobs[0].Nodes = 3
	if err := h.Checks(c.Machine)(&c.Jobs[0].Request); err == nil || !strings.Contains(err.Error(), "limit") {
		t.Errorf("three nodes: %v", err)
	}
}

// TestS3WeightOfWholeNodes checks the priority that S3's GPU weight gives to
// whole-node jobs. A job that requests no GPUs gets none unless Brought is set. If
// Brought is set, the smallest number of GPUs that its nodes can have counts.
func TestS3WeightOfWholeNodes(t *testing.T) {
	asks := whole("c", 2, 10, 1)
	asks.PerTask[workload.GPUs] = 1
	for brought, want := range map[bool]map[int64]int64{false: {2: 0, 3: 0, 4: 10_000}, true: {2: 0, 3: 20_000, 4: 10_000}} {
		h := hybrid.HybridPolicy{Weights: weigh(map[queue.PartKind]int64{queue.OfGPUs: 10})}
		h.Weights.Brought = brought
		c := s3(h, whole("x", 0, 60, 4), whole("a", 1, 10, 2), whole("b", 1, 10, 3), asks)
		for _, p := range at(t, c, 5).Priorities() {
			if p.Sum != want[int64(p.Job)+1] {
				t.Errorf("brought %v: job %d has priority %d, want %d", brought, p.Job+1, p.Sum, want[int64(p.Job)+1])
			}
		}
		starts, where := ran(t, c)
		if first := map[bool]int64{false: 4, true: 3}[brought]; where[4] != map[bool]string{false: "2", true: "3"}[brought] || starts[first] != 60 {
			t.Errorf("brought %v: the job that needs nodes with a GPU runs on %s, and jobs start at %v", brought, where[4], starts)
		}
	}
	// The nodes have two GPUs, and the weight is 10. The job that asks for one GPU
	// on each of two nodes gets 20, and the job that asks for no GPU gets 0. A
	// weight of -10 changes only the first value.
	each := whole("a", 2, 10, 2)
	each.PerTask[workload.GPUs] = 1
	for weight, first := range map[int64]int64{10: 3, -10: 2} {
		c := on([]workload.Resources{{8, 8, 0, 2}, {8, 8, 0, 2}}, hybrid.HybridPolicy{Weights: weigh(map[queue.PartKind]int64{queue.OfGPUs: weight})}, whole("x", 0, 60, 2), whole("b", 1, 10, 2), each)
		for _, p := range at(t, c, 5).Priorities() {
			if want := map[int64]int64{2: 0, 3: 2 * weight * 1000}[int64(p.Job)+1]; p.Sum != want {
				t.Errorf("weight %d: job %d has priority %d, want %d", weight, p.Job+1, p.Sum, want)
			}
		}
		if starts, _ := ran(t, c); starts[first] != 60 {
			t.Errorf("weight %d: jobs start at %v, want job %d at 60", weight, starts, first)
		}
	}
}

// TestS3ReservesATime checks that S3's reservations (steps b and d) promise a time,
// not nodes. Node 0 is free from minute 1 on, the other nodes from minute 10. Job 3
// needs two nodes and is promised minute 10. Job 4 would run on node 0 until minute
// 33. It must start, since three other nodes are free at minute 10 and it delays no
// job. If reservations held nodes, job 3 would hold nodes 0 and 1, and job 4 would
// have to wait. In a variant, job 3 needs the GPUs of nodes 0 and 1, so job 4 waits
// in both cases. The test also checks the nodes that are reported for job 3.
func TestS3ReservesATime(t *testing.T) {
	gpus := []workload.Resources{{8, 8192, 0, 2}, {8, 8192, 0, 2}, {8, 8192}, {8, 8192}}
	equal := []workload.Resources{{8, 8192}, {8, 8192}, {8, 8192}, {8, 8192}}
	for _, x := range []struct {
		nodes  []workload.Resources
		third  workload.Job
		holds  bool
		starts float64 // minute at which job 4 starts
		where  string  // nodes of job 3, as reported at minute 2
	}{
		{equal, whole("a", 2, 10, 2), false, 3, "0-1"}, {equal, whole("a", 2, 10, 2), true, 10, "0-1"},
		{gpus, whole("a", 2, 10, 2), false, 3, "0-1"}, {gpus, whole("a", 2, 10, 2), true, 10, "0-1"},
		{gpus, job("a", 2, 10, 2, 8, 0, 2), false, 10, "0-1"}, {gpus, job("a", 2, 10, 2, 8, 0, 2), true, 10, "0-1"},
	} {
		c := on(x.nodes, hybrid.HybridPolicy{Nodes: x.holds}, whole("x", 0, 1, 1), whole("y", 0, 10, 3), x.third, whole("b", 3, 30, 1))
		expect(t, c, 0, 0, 10, x.starts)
		e := at(t, c, 2)
		if p := e.Places([]workload.JobID{2}, 9); p.Hold != x.holds || p.Where[0].String() != x.where {
			t.Errorf("%+v: job 3 is told %v, held %v", x, p.Where[0], p.Hold)
		}
		if e = at(t, c, 3); x.starts > 3 {
			d := waits(t, e, 4)
			if want := map[bool]workload.JobID{false: 2, true: workload.NoJob}[x.holds]; d.Why.Code != why.Reserved || d.Why.Blocker != want {
				t.Errorf("%+v: job 4 waits for %+v, want job %d to be delayed", x, d.Why, want)
			}
		}
	}
}

// TestS3NamedResources checks S3's generic description of resources: a machine may
// define resources with any names. Tasks ask for them, limits count them, and
// priorities include them, as for GPUs.
func TestS3NamedResources(t *testing.T) {
	const fpga = workload.Named
	h := quota(queue.ByUser, "*", queue.OfNamed, 2, 2)
	h.Weights.Named[0] = 10_000
	board := func(user string, submit simtime.Time, tasks int32) workload.Job {
		j := job(user, submit, 10, tasks, 1, 0, 0)
		j.PerTask[fpga] = 1
		return j
	}
	c := on([]workload.Resources{{8}, {8}, {8, fpga: 2}, {8, fpga: 2}}, h, board("ada", 0, 2), board("ada", 1, 1), board("bob", 2, 2), whole("eve", 3, 5, 2))
	c.Machine.SetNames([]string{"fpga"})
	starts, where := ran(t, c)
	if where[1] != "2" || where[3] != "3" || where[4] != "0-1" || starts[2] != 10 || starts[3] != 2 {
		t.Errorf("jobs start at %v on %v", starts, where)
	}
	e := at(t, c, 1)
	if d := waits(t, e, 2); d.Why.Code != why.OverLimit || d.Why.Need != 3 || d.Why.Have != 2 {
		t.Errorf("job 2 waits for %+v, want 3 of 2 boards", d.Why)
	}
	if p := e.Priorities(); p[0].Parts[queue.OfResources] != 10_000 {
		t.Errorf("priority %+v, want 10 for a board", p[0])
	}
	if err := h.Checks(c.Machine)(&workload.Request{Tasks: 3, User: "x", PerTask: workload.Resources{fpga: 1}}); err == nil || !strings.Contains(err.Error(), "asks for 3 fpga") {
		t.Errorf("three boards: %v", err)
	}
}

// TestS3FilterOfWholeNodes checks step c for whole nodes. A node that lacks a
// required resource is excluded for that reason, even if a job uses the node. The
// other nodes in use are excluded because they are busy.
func TestS3FilterOfWholeNodes(t *testing.T) {
	must := whole("ada", 1, 10, 1)
	must.PerTask = workload.Resources{workload.Cores: 8, workload.Memory: 4, workload.GPUs: 1, workload.Named: 1}
	nodes := []workload.Resources{{4, 9, 0, 9, 9}, {8, 1, 0, 9, 9}, {8, 4, 0, 0, 9}, {8, 4, 0, 1, 0}, {8, 4, 0, 1, 1}}
	c := on(nodes, hybrid.HybridPolicy{}, whole("x", 0, 10, 5), must)
	c.Machine.SetNames([]string{"fpga"})
	want := []queue.Excluded{{What: queue.HasCores, Nodes: 1}, {What: queue.HasMemory, Nodes: 1}, {What: queue.HasGPUs, Nodes: 1}, {What: queue.HasNamed, Nodes: 1}, {What: queue.IsIdle, Nodes: 1}}
	if got := at(t, c, 1).Filters(1); !slices.Equal(got, want) {
		t.Errorf("excluded %v, want %v", got, want)
	}
	for _, a := range []alloc.Allocator{alloc.FirstFit{}, alloc.BestFit{}, alloc.MinResource{}, alloc.LeastLoaded{}, alloc.Random{Seed: 1}} {
		c.Allocator = a
		if starts, where := ran(t, c); where[2] != "4" || starts[2] != 10 {
			t.Errorf("%T: the job starts at %v on %s, want 10 on 4", a, starts[2], where[2])
		}
	}
}
