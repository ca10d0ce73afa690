package recording

import (
	"hopyard/core/metrics"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// ShiftCount counts the jobs that start (or end) earlier, or later, than in another
// run. The field By is the largest difference. The field Most is the first job with
// this difference.
type ShiftCount struct {
	Jobs int64
	Most workload.JobID
	By   simtime.Duration
}

func (v *ShiftCount) add(id workload.JobID, by simtime.Duration) {
	v.Jobs++
	if by > v.By {
		v.Most, v.By = id, by
	}
}

// Difference describes how a run differs from an older run of nearly the same jobs.
// Jobs are matched by their numbers.
type Difference struct {
	Earlier, Later       ShiftCount // jobs that start at another time
	EndEarlier, EndLater ShiftCount // jobs that start at the same time but end at another time
	New, Gone            int64

	// Outcomes lists the jobs whose outcome has changed, by their state in the new
	// run. Running stands for all jobs that have started but not ended, and Waiting
	// for jobs that never started.
	Outcomes [metrics.NumStates][]workload.JobID
}

// Compare returns how the run differs from the given older run. Cost: O(jobs of
// both runs).
func (r *RecordedRun) Compare(old *RecordedRun) Difference {
	before := make(map[int64]workload.JobID, len(old.Jobs))
	for i := range old.Jobs {
		before[old.Jobs[i].Number] = workload.JobID(i)
	}
	var d Difference
	for i := range r.Jobs {
		id := workload.JobID(i)
		was, known := before[r.Jobs[i].Number]
		if !known {
			d.New++
			continue
		}
		a, b := old.Outcome(was), r.Outcome(id)
		switch {
		case a.State != b.State || a.Started() != b.Started():
			state := b.State
			if state == metrics.Waiting && b.Started() {
				state = metrics.Running
			}
			d.Outcomes[state] = append(d.Outcomes[state], id)
		case a.Start != b.Start:
			both(&d.Earlier, &d.Later, id, b.Start.Sub(a.Start))
		case a.End != b.End:
			both(&d.EndEarlier, &d.EndLater, id, b.End.Sub(a.End))
		}
	}
	d.Gone = int64(len(old.Jobs)) - (int64(len(r.Jobs)) - d.New)
	return d
}

func both(earlier, later *ShiftCount, id workload.JobID, by simtime.Duration) {
	if by < 0 {
		earlier.add(id, -by)
	} else {
		later.add(id, by)
	}
}
