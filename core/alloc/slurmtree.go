package alloc

import (
	"cmp"
	"iter"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SlurmTree is an Allocator that follows Slurm's topology/tree. It takes leaf
// switches one after another, with everything free under each, until the job is
// complete. It compares two leaf switches by climbing from both towards the root
// until one side has enough for the rest of the job, or both have the same parent.
// A side with enough is better than one without; of two with enough, the one with
// less; of two without, the one with more. The first leaf switch is the best by
// this comparison. After it, distance counts as well: the sum of links to all leaf
// switches taken so far. The nearer of two is better if its side has enough where
// the comparison ended; at equal distance the comparison decides; otherwise the one
// that was listed first stays. Ties go to the switch listed first. What is free is
// counted in idle nodes if the job asks for nodes, otherwise in its tasks. The field
// Version selects the rule of older releases. Cost: O(leaf switches taken · leaf
// switches · levels), and O(nodes/64) for whole nodes, O(nodes) for tasks.
//
// Source: SOURCES.md PLACE.4; Slurm's topology guide, "Hierarchical Networks". The
// comparison is from Slurm's source code; a test compares with choices that Slurm
// made. INFERRED: tasks are counted where Slurm counts nodes and CPUs. LIMITATIONS:
// as Slurm's guide states, this may use more leaf switches than necessary. Not
// modelled: node weights and required nodes. The number of switches that a job may
// request (--switches) is kept by SlurmTreeLimited.
type SlurmTree struct{ Version SlurmVersion }

// SlurmVersion is a range of Slurm's releases in which topology/tree behaves alike.
type SlurmVersion uint8

// The versions.
const (
	Slurm2405 SlurmVersion = iota // 24.05.3 and later: as SlurmTree describes
	Slurm2205                     // 22.05 to 24.05.2: a nearer leaf switch is better unless the comparison says otherwise, and what was taken still counts as free under the switches above
)

// Accepts implements Restricted.
func (SlurmTree) Accepts(m topology.Topology, _ *workload.Request) error {
	return needsLeafSwitches("slurm-tree", m, "contiguous")
}

// Allocate implements Allocator.
func (a SlurmTree) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	s, takes, verdict := a.choose(r, free)
	if s == nil {
		return nil, verdict
	}
	return s.place(dst, takes, nil), verdict
}

// choose returns the number of slots to take from each leaf switch. If r is refused,
// the first result is nil.
func (a SlurmTree) choose(r *workload.Request, free *cluster.Free) (*leafSwitches, []int32, why.Reason) {
	s, verdict := leafSwitchesOf(r, free)
	if s == nil {
		return nil, nil, verdict
	}
	takes, _ := newTreeSearch(s, a.Version).takes(nil)
	return s, takes, verdict
}

// Candidates implements Ranker: it yields one placement for each of up to 20 leaf
// switches that could be the first, in Slurm's order of preference. The cost is the
// rank in this order; Speed is 0.
func (a SlurmTree) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		s, _ := leafSwitchesOf(r, free)
		if s == nil {
			return
		}
		var done []int
		for rank := range int64(mostShown) {
			takes, first := newTreeSearch(s, a.Version).takes(done)
			if first < 0 {
				return
			}
			done = append(done, first)
			c := Candidate{Placement: s.place(nil, takes, nil), Cost: rank, Device: s.all[s.leaves[first]].Device}
			if !yield(c) {
				return
			}
		}
	}
}

// SlurmTreeLimited is SlurmTree for workloads in which some job limits the number of
// its leaf switches (NetworkRequest.Switches). It refuses such a job
// (why.NotPlaceable) if SlurmTree would place it on more. Cost: that of SlurmTree.
//
// Source: SOURCES.md PLACE.6; sbatch(1), --switches, and Slurm's source code. As in
// Slurm, a job may be refused although a placement on fewer leaf switches than
// SlurmTree's exists. LIMITATIONS: under a limit of two or more, a job may be refused
// although it would be accepted if less were free, so EASY's reservation may pass.
type SlurmTreeLimited struct {
	SlurmTree
	wholeCapacity
}

// LimitsSwitches implements SwitchLimiter.
func (SlurmTreeLimited) LimitsSwitches() {}

// Allocate implements Allocator.
func (a SlurmTreeLimited) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	s, takes, verdict := a.choose(r, free)
	if s == nil {
		return nil, verdict
	}
	if r.Network.Switches > 0 && taken(takes) > r.Network.Switches {
		verdict.Code = why.NotPlaceable
		return nil, verdict
	}
	return s.place(dst, takes, nil), verdict
}

// Candidates implements Ranker: it yields those of SlurmTree that keep the job's
// limit, or none if the first does not.
func (a SlurmTreeLimited) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		if _, verdict := a.Allocate(r, free, nil); !verdict.OK() {
			return
		}
		for c := range a.SlurmTree.Candidates(r, free) {
			if (r.Network.Switches == 0 || leavesUnder(free, c.Placement) <= r.Network.Switches) && !yield(c) {
				return
			}
		}
	}
}

// taken returns the number of leaf switches from which slots are taken.
func taken(takes []int32) (n int32) {
	for _, x := range takes {
		if x > 0 {
			n++
		}
	}
	return n
}

// leavesUnder returns the number of leaf switches with nodes of a placement.
func leavesUnder(free *cluster.Free, p cluster.Placement) (n int32) {
	for _, v := range topology.Nesting(free.Machine().Topology) {
		if v.Leaf && slices.ContainsFunc(p, func(run cluster.NodeRun) bool { return run.First <= v.Last && v.First <= run.Last }) {
			n++
		}
	}
	return n
}

// treeSearch chooses leaf switches for one job.
type treeSearch struct {
	*leafSwitches
	version SlurmVersion
	order   []int   // leaf switches, as indices of the field leaves, in the order of the list
	has     []int64 // slots under each switch that are not taken, with the indices of the field all
	height  []int32 // switches below each switch on the way to its lowest leaf
	dist    []int32 // sum of links from each leaf switch to those taken
	up      []int32 // for each switch above the leaf switch taken last, and for this itself, the links to it plus 1
}

func newTreeSearch(s *leafSwitches, version SlurmVersion) *treeSearch {
	t := &treeSearch{leafSwitches: s, version: version, order: make([]int, len(s.leaves)), dist: make([]int32, len(s.leaves)), up: make([]int32, len(s.all))}
	t.has, t.height = make([]int64, len(s.all)), make([]int32, len(s.all))
	for i, v := range s.leaves {
		t.order[i], t.has[v] = i, s.slots[i]
	}
	if listed, ok := s.free.Machine().Topology.(topology.Listed); ok {
		at := listed.SwitchOrder()
		slices.SortFunc(t.order, func(a, b int) int { return cmp.Compare(at[s.leaves[a]], at[s.leaves[b]]) })
	}
	for i, v := range slices.Backward(s.all) { // the list contains each switch before its children
		if v.Parent >= 0 {
			t.has[v.Parent] += t.has[i]
			t.height[v.Parent] = max(t.height[v.Parent], t.height[i]+1)
		}
	}
	return t
}

// takes returns the number of slots (nodes or tasks) to take from each leaf switch,
// and the leaf switch that is taken first, which is none of notFirst. If no other
// leaf switch has slots, first is -1.
func (t *treeSearch) takes(notFirst []int) (takes []int32, first int) {
	takes, first = make([]int32, len(t.leaves)), -1
	for left := int64(t.r.Size()); left > 0; {
		best := t.best(left, takes, notFirst)
		if first < 0 {
			if first, notFirst = best, nil; best < 0 {
				return nil, -1
			}
		}
		have := t.slots[best]
		takes[best] = int32(min(have, left))
		left -= have
		t.take(best)
	}
	return takes, first
}

// best returns the best leaf switch with slots that is neither taken nor in the
// given list, or -1.
func (t *treeSearch) best(left int64, takes []int32, but []int) int {
	best := -1
	for _, i := range t.order {
		if t.slots[i] == 0 || takes[i] > 0 || slices.Contains(but, i) {
			continue
		}
		if best < 0 {
			best = i
			continue
		}
		better, enough := t.compare(t.leaves[i], t.leaves[best], left)
		goodEnough := enough // for a nearer leaf switch
		if t.version == Slurm2205 {
			goodEnough = better >= 0
		}
		if t.dist[i] < t.dist[best] && goodEnough || t.dist[i] == t.dist[best] && better > 0 {
			best = i
		}
	}
	return best
}

// compare compares switches a and b for a job that still needs left slots. The
// result better is positive if a is better. The result enough reports whether a, or
// its ancestor where the comparison ended, has that many slots.
func (t *treeSearch) compare(a, b int32, left int64) (better int, enough bool) {
	for {
		enough = t.has[a] >= left
		other := t.has[b] >= left
		switch {
		case enough && other:
			return cmp.Or(cmp.Compare(t.has[b], t.has[a]), cmp.Compare(t.height[b], t.height[a])), true
		case enough:
			return 1, true
		case other:
			return -1, false
		case t.all[a].Parent == t.all[b].Parent:
			return cmp.Or(cmp.Compare(t.has[a], t.has[b]), cmp.Compare(t.height[b], t.height[a])), false
		}
		a, b = t.all[a].Parent, t.all[b].Parent
	}
}

// take marks the slots of a leaf switch as taken, and adds the distances to it.
func (t *treeSearch) take(leaf int) {
	clear(t.up)
	links, have := int32(0), t.slots[leaf]
	for v := t.leaves[leaf]; v >= 0; v = t.all[v].Parent {
		links++
		t.up[v] = links
		if t.version != Slurm2205 || v == t.leaves[leaf] {
			t.has[v] -= have
		}
	}
	for i, v := range t.leaves {
		d := int32(0)
		for ; t.up[v] == 0; v = t.all[v].Parent {
			d++
		}
		t.dist[i] += d + t.up[v] - 1
	}
}
