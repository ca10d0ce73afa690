package recording

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
)

// OutcomeKind is the kind of a job's outcome that the page shows, such as ended,
// killed or never started.
type OutcomeKind uint8

// The kinds of outcomes. FateOpen means that the job started but its last attempt
// has no end in the run.
const (
	FateEnds OutcomeKind = iota
	FateKilled
	FateFails
	FateRefused
	FateNever
	FateOpen
	NumFates
)

// OutcomeTexts holds, for each kind of outcome, the text that states how many jobs
// have it.
var OutcomeTexts = [NumFates]i18n.Text{
	i18n.ChangedEnds, i18n.ChangedKilled, i18n.ChangedFails, i18n.ChangedRefused, i18n.ChangedNever, i18n.ChangedOpen,
}

// Kind converts the outcome to one of the kinds that the page shows.
func (o *RecordedOutcome) Kind() OutcomeKind {
	switch {
	case o.Fate == trace.Reject:
		return FateRefused
	case o.Start < 0:
		return FateNever
	case o.End < 0 || o.Fate == trace.Requeue:
		return FateOpen
	case o.Fate == trace.Kill:
		return FateKilled
	case o.Fate == trace.Fail:
		return FateFails
	}
	return FateEnds
}

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
	Earlier, Later       ShiftCount                 // jobs that start at another time
	EndEarlier, EndLater ShiftCount                 // jobs that start at the same time but end at another time
	Fates                [NumFates][]workload.JobID // by outcome in the new run: the jobs whose outcome has changed
	New, Gone            int64
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
		case a.Fate != b.Fate || a.Start < 0 != (b.Start < 0) || a.End < 0 != (b.End < 0):
			fate := b.Kind()
			d.Fates[fate] = append(d.Fates[fate], id)
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
