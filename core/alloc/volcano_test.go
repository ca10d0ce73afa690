package alloc_test

import (
	"math/big"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// TestVolcanosVectors checks decisions that were derived by hand from Volcano's
// source code.
func TestVolcanosVectors(t *testing.T) {
	const hard, soft, block, rack, host = workload.GatherRequired, workload.GatherPreferred, 1, 2, 3
	for i, v := range []levelVector{
		{job: slotsJob(4, 1, hard, rack), want: "h5=2 h6=2"},
		{job: slotsJob(5, 1, hard, rack), want: "h1=4 h2=1"},
		{job: slotsJob(9, 1, hard, rack), want: ""},
		{job: slotsJob(9, 1, hard, block), want: "h5=2 h6=2 h7=4 h8=1"},
		{job: slotsJob(4, 1, hard, block), want: "h5=2 h6=2"},
		{job: slotsJob(9, 1, soft, rack), want: "h5=2 h6=2 h7=4 h8=1"},
		{job: slotsJob(20, 1, soft, block), want: "h1=4 h2=1 h3=4 h4=4 h5=2 h6=2 h7=3"},
		{job: slotsJob(20, 1, hard, block), want: ""},
		{job: slotsJob(1, 4, hard, rack), want: "h1=1"},
		{job: slotsJob(4, 1, hard, host), want: "h1=3 h2=1"},
		{job: workload.Request{Tasks: 4, PerTask: workload.Resources{workload.GPUs: 1}, Network: workload.NetworkRequest{Gather: hard, Level: rack}}, want: "h1=4"},
	} {
		v.check(t, i+1, alloc.VolcanoTopology{}, volcanoTwin)
	}
}

// TestVolcanoEqualsTheDefinition compares with volcanoTwin on random machines.
func TestVolcanoEqualsTheDefinition(t *testing.T) {
	compareOnLevels(t, soaktest.Rounds(20_000), alloc.VolcanoTopology{}, volcanoTwin)
}

// volcanoTwin places a job by a slow reference implementation of Volcano's rule. It
// scores every node for every task, with exact fractions.
func volcanoTwin(q *workload.Request, free *cluster.Free) map[topology.NodeID]int32 {
	nodes := levelNodes(free, q)
	size := int(q.Size())
	top := len(nodes[0].in) - 1 // tier of the virtual hypernode, which is level 0
	level := func(tier int) int { return top - tier }
	ratio := func(a, b int64) *big.Rat { return big.NewRat(a, b) }
	zero := ratio(0, 1)
	task := q.PerTask[workload.Cores]
	used, room := make([]int64, len(nodes)), make([]int64, len(nodes))
	for i, n := range nodes {
		used[i], room[i] = n.total[workload.Cores]-n.free[workload.Cores], n.total[workload.Cores]
		if q.Whole() {
			used[i], room[i] = 0, 1
			if !n.idle {
				used[i] = 1
			}
		}
	}
	if q.Whole() {
		task = 1
	}
	// score is that of binpack for some load on some nodes.
	score := func(of []levelNode, load int64) *big.Rat {
		u, r := load, int64(0)
		for _, n := range of {
			u += used[n.id]
			r += room[n.id]
		}
		if load == 0 || u > r {
			return zero
		}
		return ratio(u, r)
	}
	// 1. The hypernode.
	limit, hard := top, false
	switch n := q.Network; {
	case n.Gather == workload.GatherPreferred:
		hard = true
	case n.Gather == workload.GatherRequired && int(n.Level) < top:
		limit, hard = top-int(n.Level), true
	}
	in := nodes
	if hard {
		in = nil
		for tier := 1; tier <= limit && in == nil; tier++ {
			best := zero
			for _, h := range domainsOf(nodes, level(tier)) {
				if slotSum(h) < size {
					continue
				}
				if s := score(h, task*int64(size)); in == nil || s.Cmp(best) > 0 {
					in, best = h, s
				}
			}
		}
		if in == nil {
			return nil
		}
	}
	// 2. The nodes, task by task.
	placed := map[topology.NodeID]int32{}
	meet := []int(nil) // domains of the hypernode that is common to the tasks so far, by level
	for range size {
		var feasible []levelNode
		for _, n := range in {
			if int(placed[n.id]) < n.slots {
				feasible = append(feasible, n)
			}
		}
		near, scores := make([]*big.Rat, len(feasible)), make([]*big.Rat, len(feasible))
		most, withMost := zero, 0
		for i, n := range feasible {
			near[i] = zero
			if meet != nil {
				l := common(meet, n.in[:top])
				near[i] = ratio(1, 1)
				if l != top-1 && top > 1 {
					near[i] = ratio(int64(top-(top-l)), int64(top-1)) // tier of level l is top-l
				}
			}
			switch near[i].Cmp(most) {
			case 1:
				most, withMost = near[i], 1
			case 0:
				withMost++
			}
		}
		for i, n := range feasible {
			topological := near[i]
			if q.Network.Gather == workload.GatherFreely || q.Network.Gather == workload.GatherUnconstrained {
				sum, weights, w := ratio(0, 1), ratio(0, 1), ratio(1, 1)
				for tier := 1; tier <= top; tier++ {
					h := domainsOf(nodes, level(tier))[n.in[level(tier)]]
					sum = new(big.Rat).Add(sum, new(big.Rat).Mul(w, score(h, task)))
					weights = new(big.Rat).Add(weights, w)
					w = new(big.Rat).Mul(w, ratio(4, 5))
				}
				topological = new(big.Rat).Quo(sum, weights)
			} else if withMost > 1 && near[i].Cmp(most) == 0 {
				count := int64(0)
				for _, m := range nodes {
					if m.in[top-1] == n.in[top-1] {
						count += int64(placed[m.id])
					}
				}
				topological = new(big.Rat).Add(topological, ratio(count, int64(size)))
			}
			scores[i] = new(big.Rat).Add(topological, score([]levelNode{n}, task))
		}
		best := 0
		for i := range feasible {
			if scores[i].Cmp(scores[best]) > 0 {
				best = i
			}
		}
		n := feasible[best]
		placed[n.id]++
		used[n.id] += task
		if meet == nil {
			meet = n.in[:top]
		} else {
			meet = meet[:common(meet, n.in[:top])+1]
		}
	}
	return placed
}

// common returns the level of the lowest domain that two lists of domains by level
// have in common.
func common(a, b []int) int {
	l := 0
	for l+1 < min(len(a), len(b)) && a[l+1] == b[l+1] {
		l++
	}
	return l
}
