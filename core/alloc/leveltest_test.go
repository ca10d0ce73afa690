package alloc_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/alloctest"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// levelNode is a node of a machine with named levels, as the reference
// implementations of allocators see it: its domain on each level from the root, whose
// last one is the node itself, and its cores.
type levelNode struct {
	name        string
	id          topology.NodeID
	in          []int
	total, free workload.Resources
	idle        bool
	slots       int // tasks (or nodes) of the job that fit
}

// levelNodes describes a machine to a reference implementation.
func levelNodes(free *cluster.Free, q *workload.Request) []levelNode {
	h := free.Machine().Topology.(topology.Hierarchy)
	named, _ := free.Machine().Topology.(topology.NamedNodes)
	out := make([]levelNode, h.NumNodes())
	for i := range out {
		n := &out[i]
		n.id = topology.NodeID(i)
		for l := range h.Levels() {
			n.in = append(n.in, h.DomainOf(l, n.id))
		}
		n.in = append(n.in, i)
		n.total, n.free = free.Machine().Spec(n.id).Resources, free.Available(n.id)
		n.idle, n.slots = free.Idle().Has(n.id), int(free.Slots(q, n.id))
		if named != nil {
			n.name = named.NodeName(n.id)
		}
	}
	return out
}

// domainsOf lists the nodes of each domain of a level.
func domainsOf(nodes []levelNode, level int) [][]levelNode {
	var out [][]levelNode
	for _, n := range nodes {
		if n.in[level] == len(out) {
			out = append(out, nil)
		}
		out[n.in[level]] = append(out[n.in[level]], n)
	}
	return out
}

// slotSum returns how many tasks fit on nodes.
func slotSum(nodes []levelNode) (sum int) {
	for _, n := range nodes {
		sum += n.slots
	}
	return sum
}

// fillNodes places tasks on nodes in their order, as many on each as fit.
func fillNodes(nodes []levelNode, tasks int) map[topology.NodeID]int32 {
	out := map[topology.NodeID]int32{}
	for _, n := range nodes {
		if k := min(tasks, n.slots); k > 0 {
			out[n.id] = int32(k)
			tasks -= k
		}
	}
	return out
}

// byNode returns the tasks of a placement by node.
func byNode(p cluster.Placement) map[topology.NodeID]int32 {
	out := map[topology.NodeID]int32{}
	for n, k := range p.All {
		out[n] = k
	}
	return out
}

// levelVector is a decision that a specification states.
type levelVector struct {
	hosts    string // changes to the machine, as in "h3=3 h7=3"
	job      workload.Request
	want     string // as in "h1=4 h2=1"; "" for a refusal
	racks    bool   // whether the machine has no blocks
	moreHost string // another rack with a host of 4 free slots
}

// slotsJob returns a job of tasks of some cores that asks for a level: 1 is the
// first one below the root.
func slotsJob(tasks int32, cores int64, gather workload.Gathering, level int8) workload.Request {
	q := workload.Request{Tasks: tasks, PerTask: workload.Resources{cores}}
	q.Network.Gather, q.Network.Level = gather, level
	return q
}

// machine returns the machine of the vectors: blocks B1 of racks R1 and R2, and B2
// of R3 and R4; in each rack two hosts of 4 slots, of which R1 has 4 and 1 free, R3
// has 2 and 2, and the others all.
func (v *levelVector) machine(t *testing.T) (*topology.LevelTree, *cluster.Free) {
	t.Helper()
	have := map[string]int32{"h2": 1, "h5": 2, "h6": 2}
	for _, h := range strings.Fields(v.hosts) {
		var name string
		var k int32
		if _, err := fmt.Sscanf(strings.Replace(h, "=", " ", 1), "%s %d", &name, &k); err != nil {
			t.Fatal(err)
		}
		have[name] = k
	}
	levels, hosts := []string{"block", "rack"}, []topology.LabelledNode{}
	for i := range 8 {
		hosts = append(hosts, topology.LabelledNode{Name: fmt.Sprintf("h%d", i+1), Labels: []string{fmt.Sprintf("B%d", i/4+1), fmt.Sprintf("R%d", i/2+1)}})
	}
	if v.moreHost != "" {
		hosts = append(hosts, topology.LabelledNode{Name: v.moreHost, Labels: []string{"B3", "R5"}})
	}
	if v.racks {
		levels = levels[1:]
		for i := range hosts {
			hosts[i].Labels = hosts[i].Labels[1:]
		}
	}
	tree := must(topology.NewLevelTree(levels, hosts))
	free := cluster.NewFree(cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{4, 0, 0, 4}, Speed: 1000}))
	for name, k := range have {
		if n, _ := tree.FindNode(name); k < 4 {
			free.Take(&workload.Request{Tasks: 1, PerTask: workload.Resources{1}}, cluster.Placement{{First: n, Last: n, Tasks: 4 - k}})
		}
	}
	return tree, free
}

// check compares the vector with the decision of an allocator and, if it is not nil,
// of its reference implementation.
func (v *levelVector) check(t *testing.T, number int, a alloc.Allocator, twin func(*workload.Request, *cluster.Free) map[topology.NodeID]int32) {
	t.Helper()
	tree, free := v.machine(t)
	text := func(tasks map[topology.NodeID]int32) string {
		var out []string
		for _, n := range slices.Sorted(maps.Keys(tasks)) {
			out = append(out, fmt.Sprintf("%s=%d", tree.NodeName(n), tasks[n]))
		}
		return strings.Join(out, " ")
	}
	p, _ := a.Allocate(&v.job, free, nil)
	if got := text(byNode(p)); got != v.want {
		t.Errorf("vector %d: %q, want %q", number, got, v.want)
	}
	if got := text(twin(&v.job, free)); got != v.want {
		t.Errorf("vector %d: the reference says %q, want %q", number, got, v.want)
	}
}

// compareOnLevels compares the decisions of an allocator with those of its reference
// implementation for random jobs on random machines with levels, and checks the
// contract. The reference is only asked if enough is free.
func compareOnLevels(t *testing.T, rounds int, a alloc.Allocator, twin func(*workload.Request, *cluster.Free) map[topology.NodeID]int32) {
	t.Helper()
	r := rand.New(rand.NewPCG(30, 11))
	compared, refused := map[workload.Gathering]int{}, map[workload.Gathering]int{}
	for range rounds {
		h := randomLevels(r)
		m := cluster.NewMachine(h, cluster.Spec{Resources: workload.Resources{4, 4000, 0, 1}, Speed: 1000})
		for n := range topology.NodeID(r.IntN(2) * h.NumNodes()) {
			m.SetGroup(n, n, cluster.Spec{Resources: workload.Resources{int64(1 + r.IntN(5)), int64(500 * (1 + r.IntN(4))), 0, int64(r.IntN(3))}, Speed: 1000})
		}
		free := randomFree(r, m)
		gpu := workload.Request{Tasks: 1, PerTask: workload.Resources{workload.GPUs: 1}}
		for n := range topology.NodeID(h.NumNodes()) {
			if free.Slots(&gpu, n) > 0 && r.IntN(4) == 0 {
				free.Take(&gpu, cluster.Placement{{First: n, Last: n, Tasks: 1}})
			}
		}
		q := randomRequest(r, free)
		if r.IntN(3) == 0 {
			q.Nodes, q.Tasks = min(q.Nodes, 3), min(q.Tasks, 5)
		}
		if r.IntN(3) == 0 && !q.Whole() {
			q.PerTask = workload.Resources{int64(r.IntN(3)), int64(500 * r.IntN(2)), 0, int64(r.IntN(2))}
			if q.PerTask.IsZero() {
				q.PerTask[workload.Cores] = 2
			}
			q.Tasks = 1 + r.Int32N(8)
		}
		q.Network.Gather = workload.Gathering(r.IntN(4))
		if q.Network.Gather == workload.GatherRequired || q.Network.Gather == workload.GatherPreferred {
			q.Network.Level = int8(1 + r.IntN(h.Levels()))
		}
		if err := alloctest.Contract(a, q, free); err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		if free.Count(q) < q.Size() {
			continue
		}
		p, _ := a.Allocate(q, free, nil)
		got, want := byNode(p), twin(q, free)
		if !maps.Equal(got, want) {
			t.Fatalf("%+v on %v: %v, want %v", q, levelNodes(free, q), got, want)
		}
		compared[q.Network.Gather]++
		if p == nil {
			refused[q.Network.Gather]++
		}
	}
	if len(compared) != 4 || refused[workload.GatherRequired] == 0 {
		t.Errorf("compared %v decisions, %v of them refusals", compared, refused)
	}
	t.Logf("compared %v decisions, %v of them refusals", compared, refused)
}

// randomLevels returns a random machine with levels: one of trees, or one with up to
// three named levels, whose nodes are not in the order of their names.
func randomLevels(r *rand.Rand) topology.Hierarchy {
	if r.IntN(4) == 0 {
		all := trees()
		if h, ok := all[r.IntN(len(all))].(topology.Hierarchy); ok {
			return h
		}
	}
	levels := []string{"zone", "block", "rack"}[r.IntN(4):]
	var nodes []topology.LabelledNode
	names := r.Perm(2 + r.IntN(20))
	for _, i := range names {
		n := topology.LabelledNode{Name: fmt.Sprintf("%c%d", "nm"[r.IntN(2)], i)}
		for range levels {
			n.Labels = append(n.Labels, fmt.Sprintf("d%d", r.IntN(3)))
		}
		nodes = append(nodes, n)
	}
	return must(topology.NewLevelTree(levels, nodes))
}
