package alloc_test

import (
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// TestPBSsVectors checks decisions that were derived by hand from the source code of
// OpenPBS.
func TestPBSsVectors(t *testing.T) {
	const freely, required = workload.GatherFreely, workload.GatherRequired
	whole := workload.Request{Nodes: 2}
	for i, v := range []levelVector{
		{racks: true, job: slotsJob(4, 1, freely, 0), want: "h5=2 h6=2"},
		{racks: true, job: slotsJob(5, 1, freely, 0), want: "h1=4 h2=1"},
		{racks: true, job: slotsJob(8, 1, freely, 0), want: "h3=4 h4=4"},
		{racks: true, job: slotsJob(9, 1, freely, 0), want: "h1=4 h2=1 h3=4"},
		{racks: true, job: slotsJob(9, 1, required, 1), want: ""},
		{racks: true, hosts: "h3=3 h7=3", job: slotsJob(8, 1, freely, 0), want: ""},
		{job: slotsJob(9, 1, freely, 0), want: "h5=2 h6=2 h7=4 h8=1"},
		{hosts: "h3=3 h7=3", job: slotsJob(8, 1, freely, 0), want: "h5=2 h6=2 h7=3 h8=1"},
		{racks: true, moreHost: "h9", job: slotsJob(3, 1, freely, 0), want: "h9=3"},
		{racks: true, job: whole, want: "h3=1 h4=1"},
		{racks: true, hosts: "h1=3 h4=3 h8=3", job: whole, want: ""},
		{job: slotsJob(4, 1, required, 1), want: "h5=2 h6=2"},
	} {
		v.check(t, i+1, alloc.PBSSets{}, pbsTwin)
	}
}

// TestPBSEqualsTheDefinition compares with pbsTwin on random machines.
func TestPBSEqualsTheDefinition(t *testing.T) {
	compareOnLevels(t, soaktest.Rounds(20_000), alloc.PBSSets{}, pbsTwin)
}

// pbsTwin places a job by a slow reference implementation of OpenPBS's rule: it
// looks for the best of the sets that are left, and tries it.
func pbsTwin(q *workload.Request, free *cluster.Free) map[topology.NodeID]int32 {
	nodes := levelNodes(free, q)
	host, size := len(nodes[0].in)-1, int(q.Size())
	var keys []int
	switch q.Network.Gather {
	case workload.GatherRequired, workload.GatherPreferred:
		keys = []int{int(q.Network.Level)}
	default:
		for level := host - 1; level > 0; level-- {
			keys = append(keys, level)
		}
	}
	var sets [][]levelNode
	for _, level := range keys {
		sets = append(sets, domainsOf(nodes, level)...)
	}
	figures := func(set []levelNode) []int64 {
		f := make([]int64, 4)
		for _, n := range set {
			f[0] += n.total[workload.Cores]
			f[1] += n.total[workload.Memory]
			if n.free[workload.Cores] > 0 {
				f[2] += n.free[workload.Cores]
				f[3] += n.free[workload.Memory]
			}
		}
		return f
	}
	could := func(set []levelNode) bool {
		for k := range q.PerTask {
			sum := int64(0)
			for _, n := range set {
				sum += n.total[k]
			}
			if sum < q.PerTask[k]*int64(size) {
				return false
			}
		}
		return !q.Whole() || len(set) >= size
	}
	spans := q.Network.Gather != workload.GatherRequired
	for len(sets) > 0 {
		best := 0
		for i := range sets {
			if slices.Compare(figures(sets[i]), figures(sets[best])) < 0 {
				best = i
			}
		}
		set := sets[best]
		sets = slices.Delete(sets, best, best+1)
		if slotSum(set) >= size {
			return fillNodes(set, size)
		}
		spans = spans && !could(set)
	}
	if !spans {
		return nil
	}
	return fillNodes(nodes, size)
}
