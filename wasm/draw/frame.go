package draw

import "hopyard/core/workload"

// frame holds the job in each cell at one moment, and memory that is reused for
// each frame.
type frame struct {
	owner []workload.JobID // by cell: the job that holds it, NoJob, or shared
	sums  []sum            // by cell; empty if no cell is shared by jobs or by nodes
	gpus  []uint8          // by cell: accelerators in use
	tiles tiles
	torn  []corner // midpoints of those links of a grid that are down
}

// shared is the owner of a cell that several jobs share, or that a single job fills
// only in part.
const shared workload.JobID = -2

// sum adds up the shares of the jobs in a cell, to find the job with the largest
// share. The field last is the job whose nodes were added last. The field best is
// the job with the largest share so far.
type sum struct {
	last, best workload.JobID
	part, most int32 // shares of the jobs in the fields last and best, in 255ths of a node
	used       int32 // sum of all shares, in 255ths of a node
	filled     uint8 // height up to which the node is already filled while it is being drawn, in 255ths
	seated     bool  // whether the node was drawn with its sockets instead
}

// fill computes the owner of each cell. Cost: O(cells + nodes held).
func (f *frame) fill(l *Layout, m *MachineScene) {
	n := l.cells()
	if cap(f.owner) < n {
		f.owner = make([]workload.JobID, n)
	}
	f.owner = f.owner[:n]
	for i := range f.owner {
		f.owner[i] = workload.NoJob
	}
	simple := l.per == 1
	for i := range m.Holds {
		simple = simple && m.Holds[i].Part == 255
	}
	f.sums = f.sums[:0]
	if simple {
		for i := range m.Holds {
			h := &m.Holds[i]
			for c := max(h.First, 0); c <= h.Last && int(c) < n; c++ {
				f.owner[c] = h.Job
			}
		}
		return
	}
	f.add(l, m, n)
}

// add adds up the shares of the jobs in each cell. It is used if a cell stands for
// several nodes, or if several jobs can share a node.
func (f *frame) add(l *Layout, m *MachineScene, n int) {
	if cap(f.sums) < n {
		f.sums = make([]sum, n)
	}
	f.sums = f.sums[:n]
	clear(f.sums)
	for i := range m.Holds {
		h := &m.Holds[i]
		for node := max(int(h.First), 0); node <= int(h.Last) && node < l.shape.Nodes; {
			c := node / l.per
			until := min(int(h.Last)+1, (c+1)*l.per)
			s := &f.sums[c]
			if s.used == 0 || s.last != h.Job {
				s.last, s.part = h.Job, 0
			}
			part := int32(until-node) * int32(h.Part)
			s.part += part
			s.used += part
			if s.part > s.most {
				s.best, s.most = s.last, s.part
			}
			node = until
		}
	}
	for c := range f.sums {
		s := &f.sums[c]
		whole := int32(min(l.per, l.shape.Nodes-c*l.per)) * 255
		switch {
		case s.used == 0 || l.per > 1 && 2*s.used < whole: // a cell for several nodes stays free if most of the nodes are free
		case s.most == whole || l.per > 1:
			f.owner[c] = s.best
		default:
			f.owner[c] = shared
		}
	}
}

// job returns the job by which a cell is named. If several jobs share the cell, it
// is the job with the largest share.
func (f *frame) job(cell int) workload.JobID {
	if id := f.owner[cell]; id != shared {
		return id
	}
	return f.sums[cell].best
}
