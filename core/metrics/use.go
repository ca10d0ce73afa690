package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Use holds the node-seconds that a job has used. The tasks of a job may fill only
// part of a node. In this case, the number of nodes is a fraction, measured by the
// resource of which the tasks need the largest part.
type Use struct {
	Held   float64 // node-seconds held while the job ran
	Frozen float64 // node-seconds of nodes set aside for the job to grow
	Lost   float64 // part of Held that was spent on lost work

	Suspended float64 // node-seconds of the nodes for which the job waited in its suspensions that have ended
}

// Uses returns the use of each job, indexed by JobID. A stopped job loses its work,
// except for the part that is kept according to the event's reason. A failed job
// loses all its work. Cost: O(events + jobs + stops of a job times its stays), plus
// O(node ranges of all placements).
func Uses(m *cluster.Machine, jobs []workload.Job, log []trace.Event) []Use {
	return usesOf(m, jobs, log, Stays(jobs, log))
}

// usesOf returns the same as Uses. It computes the result from the stays and the
// events of a trace; the events may omit submissions, starts and ends.
func usesOf(m *cluster.Machine, jobs []workload.Job, log []trace.Event, all []PlacementSpan) []Use {
	out := make([]Use, len(jobs))
	for i := range all {
		s := &all[i]
		if x := nodeSeconds(m, jobs, s, s.From, s.To); s.Frozen {
			out[s.Job].Frozen += x
		} else {
			out[s.Job].Held += x
		}
	}
	suspended := map[workload.JobID]*trace.Event{}
	var before, last []int32
	var kept []simtime.Time // for each stay, the time up to which the work done is not lost
	for i := range log {
		e := &log[i]
		if since := suspended[e.Job]; since != nil && (e.Kind == trace.Resume || e.Kind == trace.Requeue || e.Kind.Ends()) {
			span := PlacementSpan{Job: e.Job, Placement: since.Placement}
			out[e.Job].Suspended += nodeSeconds(m, jobs, &span, since.Time, e.Time)
			delete(suspended, e.Job)
		}
		switch e.Kind {
		case trace.Suspend:
			suspended[e.Job] = e
		case trace.Requeue:
			if kept == nil {
				before, last = linkStays(all, len(jobs))
				kept = make([]simtime.Time, len(all))
				for i := range all {
					kept[i] = all[i].To
				}
			}
			for i := last[e.Job]; i >= 0; i = before[i] {
				s := &all[i]
				if to := max(s.From, keptUntil(e)); s.To <= e.Time && !s.Frozen && to < kept[i] {
					out[e.Job].Lost += nodeSeconds(m, jobs, s, to, kept[i])
					kept[i] = to
				}
			}
		case trace.Fail:
			out[e.Job].Lost = out[e.Job].Held
		}
	}
	return out
}

// linkStays returns two lists. The first holds for each stay the index of the
// previous stay of the same job. The second holds for each job the index of its
// last stay. An index is -1 if there is no such stay. Cost: O(stays + jobs).
func linkStays(all []PlacementSpan, jobs int) (before, last []int32) {
	before, last = make([]int32, len(all)), make([]int32, jobs)
	for id := range last {
		last[id] = -1
	}
	for i := range all {
		before[i], last[all[i].Job] = last[all[i].Job], int32(i)
	}
	return before, last
}

// keptUntil returns the time up to which the work of a stopped job is kept, or 0 if
// nothing is kept.
func keptUntil(e *trace.Event) simtime.Time {
	if e.Why.At == simtime.Never {
		return 0
	}
	return e.Why.At
}

func nodeSeconds(m *cluster.Machine, jobs []workload.Job, s *PlacementSpan, from, to simtime.Time) float64 {
	return float64(nodesOf(m, &jobs[s.Job], s.Placement) * to.Sub(from).Seconds())
}

// nodesOf returns the number of nodes that a job fills on a placement. Cost: O(node
// ranges) for whole nodes or on a uniform machine, otherwise O(nodes).
func nodesOf(m *cluster.Machine, j *workload.Job, p cluster.Placement) float64 {
	switch {
	case j.Whole():
		return float64(p.Nodes())
	case m.Uniform():
		return float64(float64(p.Tasks()) * part(m.Spec(0), j))
	}
	sum := 0.0
	for n, tasks := range p.All {
		sum += float64(float64(tasks) * part(m.Spec(n), j))
	}
	return sum
}

// part returns the fraction of a node that one task of a job fills.
func part(spec *cluster.Spec, j *workload.Job) float64 {
	most := 0.0
	for k, need := range j.PerTask {
		if need > 0 && spec.Resources[k] > 0 {
			most = max(most, float64(need)/float64(spec.Resources[k]))
		}
	}
	return most
}
