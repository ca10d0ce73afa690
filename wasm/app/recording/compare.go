package recording

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
)

// OutcomeKind is the outcome of a job, in the categories that the page shows.
type OutcomeKind uint8

// The outcomes of jobs.
const (
	FateEnds OutcomeKind = iota
	FateKilled
	FateFails
	FateRefused
	FateNever
	FateOpen
	NumFates
)

// OutcomeTexts holds the texts for the number of jobs with each outcome.
var OutcomeTexts = [NumFates]i18n.Text{
	i18n.ChangedEnds, i18n.ChangedKilled, i18n.ChangedFails, i18n.ChangedRefused, i18n.ChangedNever, i18n.ChangedOpen,
}

// Kind returns the outcome as the page shows it.
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

// ShiftCount counts jobs for which something happens earlier, or later, than in another
// run. Most is the job with the largest difference, the first if there are several.
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

// Difference lists how a run differs from another run of nearly the same jobs. Jobs
// are matched by number.
type Difference struct {
	Earlier, Later       ShiftCount                 // by start
	EndEarlier, EndLater ShiftCount                 // by end, for jobs that start as before
	Fates                [NumFates][]workload.JobID // by new outcome: jobs that now end in another way, or do not end
	New, Gone            int64
}

// Compare returns how a run differs from another. Cost: O(jobs of both).
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
