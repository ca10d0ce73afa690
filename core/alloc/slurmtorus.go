package alloc

import (
	"fmt"
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SlurmTorus is an Allocator that follows Slurm's topology/torus3d. A job gets a box
// of nodes of a torus, in one of the shapes and at one of the places that
// topology.yaml lists; a box may go around the torus. Only jobs of such a size can
// be placed. Places are tried torus by torus, shape by shape, and from each shape's
// seed on along z, then y, then x. Another place of the same shape is better if it
// takes fewer free places from the next larger shape; otherwise, as between places
// of different shapes or toruses, the one on the torus with fewer free nodes is
// better, and then the first. A job with segments (workload.NetworkRequest) gets a
// box for each, one after another. If there is no box for one of them although
// places of the chosen shapes overlap, the lowest node chosen so far is left out and
// all is tried again. The job is refused (why.NotPlaceable) if that fails. Cost:
// O(segments·(cells + places)), and so much for each further try.
//
// Source: SOURCES.md PLACE.8; Slurm's topology guide, "3D Torus Topology". The order
// among places is from Slurm's source code. INFERRED: where Slurm's sorting leaves
// the order of equals open, it is that of the text. LIMITATIONS: only jobs of whole
// nodes. Not modelled: node weights and required nodes.
type SlurmTorus struct{ wholeCapacity }

// Accepts implements Restricted.
func (SlurmTorus) Accepts(m topology.Topology, r *workload.Request) error {
	if _, ok := m.(topology.PodMachine); !ok {
		return fmt.Errorf("%w: slurm-torus needs toruses with placements (a slurm machine with torus3d); use sdm or contiguous on this machine", ErrMachine)
	}
	return wholeSegments("slurm-torus", r)
}

// Allocate implements Allocator.
func (a SlurmTorus) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement {
		if a.Accepts(free.Machine().Topology, r) != nil {
			return nil
		}
		pods := free.Machine().Topology.(topology.PodMachine).Pods()
		for usable := free.IdleFor(r).Clone(); ; {
			taken, ok, again := boxesFor(r, pods, usable.Clone())
			if ok {
				return dst.AppendIdle(&taken, 0, r.Nodes)
			}
			if !again || int32(usable.Len()) <= r.Nodes {
				return nil
			}
			n, _ := taken.Next(0)
			usable.RemoveRange(n, n)
		}
	})
}

// Candidates implements Ranker: it yields only the chosen placement.
func (a SlurmTorus) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return onlyCandidate(a, r, free)
}

// boxesFor returns the nodes of the boxes for all segments of a job. If there is no
// box for a segment, ok is false, taken has the nodes of the segments before it, and
// again reports whether another try may succeed. It removes the nodes from idle.
func boxesFor(r *workload.Request, pods []topology.Pod, idle topology.NodeSet) (taken topology.NodeSet, ok, again bool) {
	taken = topology.NewNodeSet(numNodes(pods))
	count, size := segmentsOf(r)
	searches := make([]podSearch, len(pods))
	for range count {
		var best *boxPlace
		for i := range pods {
			s := &searches[i]
			if s.pod == nil {
				s.read(&pods[i], &idle)
			}
			best = s.search(int(size), best)
		}
		if best == nil {
			return taken, false, again
		}
		again = again || best.box.Overlaps
		pod := best.search.pod
		for n := range pod.NodesIn(best.at, best.box.Dims) {
			taken.AddRange(n, n)
			idle.RemoveRange(n, n)
		}
		best.search.pod = nil // to be read again
	}
	return taken, true, false
}

// numNodes returns the number of nodes of all pods.
func numNodes(pods []topology.Pod) (n int) {
	for i := range pods {
		for _, x := range pods[i].Nodes {
			n = max(n, int(x)+1)
		}
	}
	return n
}

// podSearch finds places for boxes on one pod.
type podSearch struct {
	pod  *topology.Pod
	idle int32     // free nodes
	open torusSums // cells with a free node
	busy torusSums // cells with a node that is not free
}

// read prepares a search among the free nodes of a pod. Cost: O(cells).
func (s *podSearch) read(pod *topology.Pod, idle *topology.NodeSet) {
	open, busy := make([]int32, len(pod.Nodes)), make([]int32, len(pod.Nodes))
	s.pod, s.idle = pod, 0
	for cell, n := range pod.Nodes {
		switch {
		case n == topology.NoNode:
		case idle.Has(n):
			open[cell] = 1
			s.idle++
		default:
			busy[cell] = 1
		}
	}
	s.open, s.busy = newTorusSums(pod.Dims, open), newTorusSums(pod.Dims, busy)
}

// boxPlace is a place for a box.
type boxPlace struct {
	search *podSearch
	box    *topology.Box
	at     [3]int
	costs  int32 // free places of the next larger box that it takes
}

// search returns the best place for a box of the given size on the pod, or the given
// one if that is better.
func (s *podSearch) search(size int, best *boxPlace) *boxPlace {
	for i := range s.pod.Boxes {
		box := &s.pod.Boxes[i]
		if box.Size() != size {
			continue
		}
		var larger *freePlaces // of the next larger box
		for j := range s.pod.Boxes {
			if next := &s.pod.Boxes[j]; next.Size() > size {
				larger = s.placesOf(next)
				break // boxes are sorted by size
			}
		}
		for at := range box.Anchors(s.pod.Dims) {
			if int(s.open.in(at, box.Dims)) != size {
				continue
			}
			p := &boxPlace{s, box, at, larger.meeting(at, box.Dims)}
			if best == nil || p.better(best) {
				best = p
			}
		}
	}
	return best
}

// better reports whether p is better than q, which was found before it.
func (p *boxPlace) better(q *boxPlace) bool {
	if p.box == q.box && p.costs != q.costs {
		return p.costs < q.costs
	}
	return p.search.idle < q.search.idle
}

// freePlaces counts the places of a box that no job holds a node of. They are at
// coordinates first, first+step, … along each axis.
type freePlaces struct {
	box         *topology.Box
	first, step [3]int
	dims        [3]int // cells of the pod
	free        torusSums
}

// placesOf finds the free places of a box. Cost: O(places).
func (s *podSearch) placesOf(box *topology.Box) *freePlaces {
	f := &freePlaces{box: box, dims: s.pod.Dims}
	var count [3]int
	for axis, side := range s.pod.Dims {
		f.step[axis] = int(divisor(int32(box.Spacing[axis]), int32(side)))
		f.first[axis] = box.Seed[axis] % f.step[axis]
		count[axis] = side / f.step[axis]
	}
	free := make([]int32, count[0]*count[1]*count[2])
	for i := range free {
		at := [3]int{i % count[0], i / count[0] % count[1], i / (count[0] * count[1])}
		for axis := range at {
			at[axis] = f.first[axis] + at[axis]*f.step[axis]
		}
		if s.busy.in(at, box.Dims) == 0 {
			free[i] = 1
		}
	}
	f.free = newTorusSums(count, free)
	return f
}

// meeting returns the number of free places that share a cell with the box at the
// given place. It returns 0 for nil.
func (f *freePlaces) meeting(at, dims [3]int) int32 {
	if f == nil {
		return 0
	}
	var first, size [3]int
	for axis, side := range f.dims {
		low := at[axis] - f.box.Dims[axis] + 1 // the lowest coordinate of a place that meets the box
		cells := min(f.box.Dims[axis]+dims[axis]-1, side)
		low += 2*side - f.first[axis]            // twice around, so that nothing is negative
		index := roundUp(low, f.step[axis])      // the first place at or above it
		last := (low + cells - 1) / f.step[axis] // the last place
		first[axis], size[axis] = index%f.free.dims[axis], last-index+1
		if size[axis] <= 0 {
			return 0
		}
	}
	return f.free.in(first, size)
}

// torusSums holds the sums of numbers at the cells of a torus, so that the sum over a
// box is found in O(1).
type torusSums struct {
	dims [3]int
	sums []int32 // sum over all cells below each corner, along all axes
}

// newTorusSums returns the sums of the given numbers, x changing fastest. Cost:
// O(cells).
func newTorusSums(dims [3]int, values []int32) torusSums {
	t := torusSums{dims, make([]int32, (dims[0]+1)*(dims[1]+1)*(dims[2]+1))}
	i := 0
	for z := range dims[2] {
		for y := range dims[1] {
			row := int32(0)
			for x := range dims[0] {
				row += values[i]
				i++
				t.sums[t.corner(x+1, y+1, z+1)] = row + t.sums[t.corner(x+1, y, z+1)] + t.sums[t.corner(x+1, y+1, z)] - t.sums[t.corner(x+1, y, z)]
			}
		}
	}
	return t
}

func (t *torusSums) corner(x, y, z int) int { return x + (t.dims[0]+1)*(y+(t.dims[1]+1)*z) }

// in returns the sum over a box, which may go around the torus once.
func (t *torusSums) in(at, size [3]int) (sum int32) {
	var parts [3][2][2]int // along each axis, one or two ranges of coordinates
	for axis, side := range t.dims {
		first, end := at[axis], at[axis]+size[axis]
		parts[axis][0] = [2]int{first, min(end, side)}
		parts[axis][1] = [2]int{0, max(end-side, 0)}
	}
	for _, x := range parts[0] {
		for _, y := range parts[1] {
			for _, z := range parts[2] {
				sum += t.upTo(x[1], y, z) - t.upTo(x[0], y, z)
			}
		}
	}
	return sum
}

// upTo returns the sum over the cells with a lower first coordinate than x, and the
// others in the given ranges.
func (t *torusSums) upTo(x int, y, z [2]int) int32 {
	return t.sums[t.corner(x, y[1], z[1])] - t.sums[t.corner(x, y[0], z[1])] - t.sums[t.corner(x, y[1], z[0])] + t.sums[t.corner(x, y[0], z[0])]
}
