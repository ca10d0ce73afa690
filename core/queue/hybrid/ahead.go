package hybrid

import (
	"sort"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// ahead is the list of the total free amounts after each walltime end. From it, a
// lower bound of the time at which a job may fit is found cheaply.
type ahead struct {
	changes int // change number of the state for which it is valid
	now     simtime.Time
	ends    []sums               // by walltime end, in order of time; computed as far as needed
	last    sums                 // the last element of ends
	given   []workload.Resources // by slot: what its job will give back, as far as known
	jobs    []workload.JobID     // by slot: the job that given refers to
}

type sums struct {
	at    simtime.Time
	nodes int32 // upper bound of the idle nodes
	left  workload.Resources
}

// ahead returns an instant before which w certainly does not fit. The job w must
// not fit now. Cost: O(log running jobs), and once a pass O(running jobs that end
// before that instant).
func (p pass) ahead(w *queue.Waiting) simtime.Time {
	a := &p.d.ahead
	if a.changes != p.Cluster().Changes() || a.now != p.Now() {
		a.changes, a.now, a.ends = p.Cluster().Changes(), p.Now(), a.ends[:0]
		a.last = sums{nodes: int32(p.Cluster().Idle().Len()), left: p.Cluster().Total()}
	}
	limits := p.Cluster().Limits()
	i := sort.Search(len(a.ends), func(i int) bool { return a.ends[i].may(w) })
	for ; i == len(a.ends); i++ {
		if i == len(limits) {
			return limits[i-1].At
		}
		if a.end(limits[i], p.Cluster()); a.last.may(w) {
			break
		}
	}
	return max(a.ends[i].at, p.Now()+1)
}

// may reports whether w may fit at the time of s. It considers only the totals.
func (s *sums) may(w *queue.Waiting) bool {
	if w.Whole() {
		return s.nodes >= w.Need()
	}
	for k, need := range w.PerTask {
		if need*int64(w.Need()) > s.left[k] {
			return false
		}
	}
	return true
}

// end appends the totals after the next walltime end, at which a job gives back
// what it holds.
func (a *ahead) end(l cluster.WalltimeEnd, state *cluster.State) {
	job, s := state.Job(l.Slot), &a.last
	s.at = l.At
	s.nodes += int32(job.Placement.Nodes() + job.Frozen.Nodes())
	for k, have := range a.holds(l.Slot, job, state) {
		s.left[k] += have
	}
	a.ends = append(a.ends, *s)
}

// holds returns what a running job gives back when it ends.
func (a *ahead) holds(slot cluster.Slot, job *cluster.Running, state *cluster.State) workload.Resources {
	for int(slot) >= len(a.jobs) {
		a.jobs, a.given = append(a.jobs, workload.NoJob), append(a.given, workload.Resources{})
	}
	var out workload.Resources
	switch {
	case !job.Request.Whole():
		size := int64(job.Held())
		for k, need := range job.Request.PerTask {
			out[k] = need * size
		}
	case a.jobs[slot] == job.Request.ID && job.Request.Elastic == nil:
		return a.given[slot]
	default:
		for _, where := range [...]cluster.Placement{job.Placement, job.Frozen} {
			for _, run := range where {
				for n := run.First; n <= run.Last; n++ {
					for k, have := range state.Machine().Spec(topology.NodeID(n)).Resources {
						out[k] += have
					}
				}
			}
		}
		a.jobs[slot], a.given[slot] = job.Request.ID, out
	}
	return out
}
