package alloc_test

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// TestKAIsVectors checks decisions that were derived by hand from KAI's source code.
func TestKAIsVectors(t *testing.T) {
	const required, preferred, block, rack = workload.GatherRequired, workload.GatherPreferred, 1, 2
	for i, v := range []levelVector{
		{job: slotsJob(4, 1, required, rack), want: "h5=2 h6=2"},
		{job: slotsJob(5, 1, required, rack), want: "h7=4 h8=1"},
		{job: slotsJob(9, 1, required, rack), want: ""},
		{job: slotsJob(9, 1, required, block), want: "h5=2 h6=2 h7=4 h8=1"},
		{job: slotsJob(9, 1, preferred, rack), want: "h5=1 h7=4 h8=4"},
		{job: slotsJob(20, 1, preferred, rack), want: "h1=4 h2=1 h3=4 h4=4 h7=4 h8=3"},
		{job: slotsJob(4, 1, preferred, rack), want: "h5=2 h6=2"},
		{job: slotsJob(5, 1, workload.GatherFreely, 0), want: "h2=1 h5=2 h6=2"},
		{job: slotsJob(2, 4, required, rack), want: "h7=1 h8=1"},
	} {
		v.check(t, i+1, alloc.KAITopology{}, kaiTwin)
	}
}

// TestKAIEqualsTheDefinition compares with kaiTwin on random machines.
func TestKAIEqualsTheDefinition(t *testing.T) {
	compareOnLevels(t, soaktest.Rounds(20_000), alloc.KAITopology{}, kaiTwin)
}

// kaiDomain is a domain of KAI's tree of domains.
type kaiDomain struct {
	level    int
	nodes    []levelNode
	children []*kaiDomain
}

// kaiTwin places a job by a slow reference implementation of KAI's rule: it builds
// a tree of domains, sorts it, and scores all nodes of the chosen domain for every
// task.
func kaiTwin(q *workload.Request, free *cluster.Free) map[topology.NodeID]int32 {
	nodes := levelNodes(free, q)
	size, host := int(q.Size()), len(nodes[0].in)-1
	var build func(level int, nodes []levelNode) *kaiDomain
	build = func(level int, nodes []levelNode) *kaiDomain {
		d := &kaiDomain{level: level, nodes: nodes}
		for len(nodes) > 0 && level < host {
			k := 0
			for k < len(nodes) && nodes[k].in[level+1] == nodes[0].in[level+1] {
				k++
			}
			d.children = append(d.children, build(level+1, nodes[:k]))
			nodes = nodes[k:]
		}
		return d
	}
	root := build(0, nodes)
	required, preferred := -1, -1
	switch q.Network.Gather {
	case workload.GatherRequired:
		required = int(q.Network.Level)
	case workload.GatherPreferred:
		preferred = int(q.Network.Level)
	}
	// Sort.
	var walk func(d *kaiDomain)
	walk = func(d *kaiDomain) {
		if d.level >= max(required, preferred) {
			return
		}
		slices.SortStableFunc(d.children, func(a, b *kaiDomain) int { return kaiRatio(q, b.nodes).Cmp(kaiRatio(q, a.nodes)) })
		for _, c := range d.children {
			walk(c)
		}
	}
	walk(root)
	var at func(d *kaiDomain, level int) []*kaiDomain
	at = func(d *kaiDomain, level int) (out []*kaiDomain) {
		if d.level == level {
			return []*kaiDomain{d}
		}
		for _, c := range d.children {
			out = append(out, at(c, level)...)
		}
		return out
	}
	// Candidates.
	var candidates []*kaiDomain
	switch {
	case required >= 0:
		candidates = at(root, required)
	case preferred >= 0:
		for level := preferred; level >= 0; level-- {
			candidates = append(candidates, at(root, level)...)
		}
	default:
		candidates = []*kaiDomain{root}
	}
	i := slices.IndexFunc(candidates, func(d *kaiDomain) bool { return slotSum(d.nodes) >= size })
	if i < 0 {
		return nil
	}
	// Nodes.
	topological := map[topology.NodeID]float64{}
	if preferred >= 0 {
		all := at(root, preferred)
		for i, d := range all {
			for _, n := range d.nodes {
				topological[n.id] = 10_000 * float64(10*(i+1)/len(all))
			}
		}
	}
	set := slices.Clone(candidates[i].nodes)
	gpu := q.PerTask[workload.GPUs] > 0
	resource := workload.Cores
	if gpu {
		resource = workload.GPUs
	}
	placed := map[topology.NodeID]int32{}
	have := func(n levelNode) float64 {
		if q.Whole() && placed[n.id] > 0 {
			return 0
		}
		return float64(n.free[resource] - int64(placed[n.id])*q.PerTask[resource])
	}
	for range size {
		low, high := math.Inf(1), 0.0
		for _, n := range set {
			if n.total[resource] > 0 {
				low, high = min(low, have(n)), max(high, have(n))
			}
		}
		score := func(n levelNode) float64 {
			s := topological[n.id]
			if int(placed[n.id]) < n.slots {
				s += 100
			}
			if !gpu && n.total[workload.GPUs] == 0 {
				s += 10
			}
			switch {
			case n.total[resource] == 0 || high == 0:
			case high == low:
				s += 9
			default:
				s += 9 * (1 - (have(n)-low)/(high-low))
			}
			return s
		}
		slices.SortFunc(set, func(a, b levelNode) int {
			return cmp.Or(cmp.Compare(score(b), score(a)), cmp.Compare(a.name, b.name), cmp.Compare(a.id, b.id))
		})
		for _, n := range set {
			if int(placed[n.id]) < n.slots {
				placed[n.id]++
				break
			}
		}
	}
	return placed
}

// kaiRatio returns the largest ratio of what the job needs to what is free on nodes.
func kaiRatio(q *workload.Request, nodes []levelNode) *big.Rat {
	if q.Whole() {
		if k := slotSum(nodes); k > 0 {
			return big.NewRat(int64(q.Nodes), int64(k))
		}
		return big.NewRat(1000, 1)
	}
	most := big.NewRat(0, 1)
	for k, need := range q.PerTask {
		if need == 0 {
			continue
		}
		sum := int64(0)
		for _, n := range nodes {
			sum += n.free[k]
		}
		ratio := big.NewRat(1000, 1)
		switch {
		case sum > 0:
			ratio = big.NewRat(need*int64(q.Tasks), sum)
		case workload.Resource(k) == workload.GPUs:
			ratio = big.NewRat(math.MaxInt64, 1)
		}
		if ratio.Cmp(most) > 0 {
			most = ratio
		}
	}
	return most
}
