package alloc_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// nodeOrders returns for each allocator the keys by which it orders nodes, exactly
// as stated in SOURCES.md S4.4 and PLACE.2. Nodes with larger keys come first. Keys
// that count cores count only the cores that the job's tasks can use.
func nodeOrders(q *workload.Request, free *cluster.Free) map[alloc.Allocator][]func(topology.NodeID) int64 {
	speed := func(n topology.NodeID) int64 { return free.Machine().Spec(n).Speed }
	cores := coresFor(q, free)
	given := func(k workload.Resource) func(topology.NodeID) int64 {
		return func(n topology.NodeID) int64 { return -free.Machine().Spec(n).Resources[k] }
	}
	return map[alloc.Allocator][]func(topology.NodeID) int64{
		alloc.FastestFirst{}: {speed},
		alloc.SNS{}:          {speed, cores},
		alloc.MinResource{}:  {given(workload.GPUs), given(workload.Cores), given(workload.Memory), given(workload.Disk)},
		alloc.LeastLoaded{}:  {func(n topology.NodeID) int64 { return free.Available(n)[workload.Cores] }},
		alloc.SNP{}:          {func(n topology.NodeID) int64 { return speed(n) * cores(n) }},
	}
}

// coresFor returns a function that counts the cores of a node that tasks of q can
// use, by adding one task after the other.
func coresFor(q *workload.Request, free *cluster.Free) func(topology.NodeID) int64 {
	return func(n topology.NodeID) int64 {
		have, sum := free.Available(n), int64(0)
		if q.Whole() || q.PerTask[workload.Cores] == 0 {
			if free.Slots(q, n) > 0 {
				return have[workload.Cores]
			}
			return 0
		}
		for {
			for k, need := range q.PerTask {
				if have[k] -= need; have[k] < 0 {
					return sum
				}
			}
			sum += q.PerTask[workload.Cores]
		}
	}
}

// inOrder returns the placement of q that takes all slots of each node, in the
// given order of nodes.
func inOrder(q *workload.Request, free *cluster.Free, nodes []topology.NodeID) cluster.Placement {
	takes := make([]int32, free.Machine().NumNodes())
	left := q.Size()
	for _, n := range nodes {
		takes[n] = min(free.Slots(q, n), left)
		left -= takes[n]
	}
	return placementOf(takes)
}

// falling sorts nodes by decreasing keys, where the first key is the most
// significant. The sort is stable, so nodes with equal keys keep their order.
func falling(nodes []topology.NodeID, keys ...func(topology.NodeID) int64) []topology.NodeID {
	slices.SortStableFunc(nodes, func(a, b topology.NodeID) int {
		for _, key := range keys {
			switch x, y := key(a), key(b); {
			case x > y:
				return -1
			case x < y:
				return 1
			}
		}
		return 0
	})
	return nodes
}

func allNodes(free *cluster.Free) (nodes []topology.NodeID) {
	for n := range topology.NodeID(free.Machine().NumNodes()) {
		nodes = append(nodes, n)
	}
	return nodes
}

func TestNodeOrdersEqualSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 21))
	for i := range soaktest.Rounds(4000) {
		m := randomMachine(r, flat(1+r.IntN(60)), 1+r.IntN(4))
		if i%4 == 0 { // speeds and sizes that differ in several bytes
			for n := range topology.NodeID(m.NumNodes()) {
				m.SetGroup(n, n, cluster.Spec{Resources: workload.Resources{1 + r.Int64N(300), 3000}, Speed: 1 + r.Int64N(1_000_000)})
			}
		}
		free := randomFree(r, m)
		q := randomRequest(r, free)
		if i%7 == 0 {
			q.PerTask[workload.Cores] = int64(r.IntN(4))
			if q.PerTask == (workload.Resources{}) && !q.Whole() {
				q.PerTask[workload.Memory] = 300
			}
		}
		for a, keys := range nodeOrders(q, free) {
			got, reason := a.Allocate(q, free, nil)
			if enough := free.Count(q) >= q.Size(); reason.OK() != enough {
				t.Fatalf("%T: %+v: %v with %d free", a, *q, reason, free.Count(q))
			} else if want := inOrder(q, free, falling(allNodes(free), keys...)); enough && !slices.Equal(got, want) {
				t.Fatalf("%T: %+v: %v, want %v", a, *q, got, want)
			}
		}
	}
}

// randomOrder returns the random order in which allocator a takes nodes for job q.
// It places the job again and again, each time with one node more, and notes the
// added node.
func randomOrder(a alloc.Random, q workload.Request, free *cluster.Free) (order []topology.NodeID) {
	have := topology.NewNodeSet(free.Machine().NumNodes())
	for q.Nodes = 1; int(q.Nodes) <= free.Idle().Len(); q.Nodes++ {
		p, _ := a.Allocate(&q, free, nil)
		for n := range p.All {
			if !have.Has(n) {
				have.AddRange(n, n)
				order = append(order, n)
			}
		}
	}
	return order
}

// TestRandomIsOneOrderAJob checks that Random orders all nodes in a way that
// depends only on the seed and the job. A larger size of the same job must take the
// same nodes as a smaller size, and more. Busy nodes must be skipped, and tasks
// must fill the nodes in this order. With another job or seed, the order must be
// different.
func TestRandomIsOneOrderAJob(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 22))
	m := cluster.NewMachine(flat(40), cluster.Spec{Resources: workload.Resources{4}, Speed: 1000})
	for i := range 50 {
		a, q := alloc.Random{Seed: r.Int64()}, workload.Request{ID: workload.JobID(i)}
		order := randomOrder(a, q, cluster.NewFree(m))
		if len(order) != 40 {
			t.Fatalf("wider jobs leave nodes that narrower ones had: %v", order)
		}
		free := idleWhere(m, func(topology.NodeID) bool { return r.IntN(2) == 0 })
		for n := range free.Idle().All { // tasks on some of the idle nodes
			if task := (workload.Request{Tasks: 1, PerTask: workload.Resources{1}}); r.IntN(3) == 0 {
				free.Take(&task, cluster.Placement{{First: n, Last: n, Tasks: 1 + r.Int32N(4)}})
			}
		}
		tasks := workload.Request{ID: q.ID, Tasks: 1 + r.Int32N(30), PerTask: workload.Resources{1 + r.Int64N(2)}}
		if free.Count(&tasks) < tasks.Tasks {
			continue
		}
		if got, _ := a.Allocate(&tasks, free, nil); !slices.Equal(got, inOrder(&tasks, free, order)) {
			t.Fatalf("%+v: %v in the order %v", tasks, got, order)
		}
		other := workload.Request{ID: q.ID + 1}
		if slices.Equal(order, randomOrder(a, other, cluster.NewFree(m))) || slices.Equal(order, randomOrder(alloc.Random{Seed: a.Seed + 1}, q, cluster.NewFree(m))) {
			t.Fatalf("seed %d, job %d: another has the same order", a.Seed, i)
		}
	}
}

// TestRandomIsFair checks that Random chooses every node with equal probability. It
// places 20,000 jobs of 5 nodes on 20 nodes, so each node should get 5,000 of them
// (standard deviation 61).
func TestRandomIsFair(t *testing.T) {
	free := cluster.NewFree(cluster.NewMachine(flat(20), cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}))
	var on [20]int
	for id := range workload.JobID(20_000) {
		p, _ := alloc.Random{Seed: 1}.Allocate(&workload.Request{ID: id, Nodes: 5}, free, nil)
		for n := range p.All {
			on[n]++
		}
	}
	for n, jobs := range on {
		if jobs < 4750 || jobs > 5250 {
			t.Errorf("node %d has %d jobs of 20,000, want about 5,000", n, jobs)
		}
	}
}

// bestFitBySorting returns the placement of BestFit, found by sorting all nodes.
func bestFitBySorting(q *workload.Request, free *cluster.Free) cluster.Placement {
	var nodes []topology.NodeID
	slots := slotsOf(q, free)
	for n, k := range slots {
		if k > 0 {
			nodes = append(nodes, topology.NodeID(n))
		}
	}
	slices.SortStableFunc(nodes, func(a, b topology.NodeID) int {
		x, y := free.Available(a), free.Available(b)
		return slices.Compare([]int64{x[workload.Cores], x[workload.Memory], x[workload.Disk]}, []int64{y[workload.Cores], y[workload.Memory], y[workload.Disk]})
	})
	takes := make([]int32, len(slots))
	left := q.Size()
	for _, n := range nodes {
		takes[n] = min(left, slots[n])
		left -= takes[n]
	}
	return placementOf(takes)
}

func TestBestFitEqualsSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range soaktest.Rounds(3000) {
		free := randomFree(r, randomMachine(r, flat(1+r.IntN(40)), 1+r.IntN(3)))
		q := randomRequest(r, free)
		got, reason := alloc.BestFit{}.Allocate(q, free, nil)
		if enough := free.Count(q) >= q.Size(); reason.OK() != enough {
			t.Fatalf("%+v: %v with %d free", *q, reason, free.Count(q))
		} else if want := bestFitBySorting(q, free); enough && !slices.Equal(got, want) {
			t.Fatalf("%+v: %v, want %v", *q, got, want)
		}
	}
}

// TestBestFitUsesSmallRoomsFirst checks which nodes BestFit prefers. A job of tasks
// must get the node where it leaves the least unused. A whole-node job must get a
// small node rather than the large one.
func TestBestFitUsesSmallRoomsFirst(t *testing.T) {
	m := cluster.NewMachine(flat(3), cluster.Spec{Resources: workload.Resources{16}, Speed: 1000})
	m.SetGroup(1, 2, cluster.Spec{Resources: workload.Resources{8}, Speed: 1000})
	free := cluster.NewFree(m)
	place := func(q workload.Request) string {
		p, _ := alloc.BestFit{}.Allocate(&q, free, nil)
		return p.String()
	}
	if got := place(workload.Request{Nodes: 2}); got != "1-2" {
		t.Errorf("2 nodes on %s, want the small ones, 1-2", got)
	}
	task := workload.Request{Tasks: 5, PerTask: workload.Resources{1}}
	free.Take(&task, cluster.Placement{{First: 2, Last: 2, Tasks: 5}})
	if got := place(workload.Request{Tasks: 3, PerTask: workload.Resources{1}}); got != "2" {
		t.Errorf("3 tasks on %s, want node 2, which has 3 cores left", got)
	}
}
