package draw

import "hopyard/core/workload"

// frame holds the owner of each cell at one moment, and reusable memory for it.
type frame struct {
	owner []workload.JobID // by cell: the job that holds it, NoJob, or shared
	sums  []sum            // by cell; empty if one job at most holds each cell
	gpus  []uint8          // by cell: accelerators in use
	tiles tiles
	torn  []corner // middles of a grid's links that are down
}

// shared stands for several jobs in a cell, or a single job that holds a part of
// it.
const shared workload.JobID = -2

// sum counts the shares of a cell's jobs to find the job that holds most of it.
type sum struct {
	last, best workload.JobID
	part, most int32 // amounts held by last and by best, in 255ths of a node
	used       int32 // amount held by all jobs
	filled     uint8 // how far the node is filled so far while it is drawn, in 255ths
	seated     bool  // whether the node's sockets are drawn
}

// fill computes the owners of all cells. Cost: O(cells + nodes held).
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

// add adds up the holds cell by cell. It serves machines whose cells hold several
// nodes or whose nodes hold several jobs.
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
		case s.used == 0 || l.per > 1 && 2*s.used < whole: // a coarse cell shows the state of most of its nodes
		case s.most == whole || l.per > 1:
			f.owner[c] = s.best
		default:
			f.owner[c] = shared
		}
	}
}

// job returns the job to name at a cell: the job that holds most of it if there are
// several.
func (f *frame) job(cell int) workload.JobID {
	if id := f.owner[cell]; id != shared {
		return id
	}
	return f.sums[cell].best
}
