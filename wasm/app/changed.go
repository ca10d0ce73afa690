package app

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/words"
)

// Outcome is what became of a job in a whole run; -1 for what never happened.
type Outcome struct {
	Start, End simtime.Time // of its last life
	Fate       trace.Kind   // trace.End, Kill, Fail, Requeue or Reject
}

// Outcome is what became of a job.
func (r *Run) Outcome(id workload.JobID) Outcome {
	l, o := r.lives[id], Outcome{-1, -1, trace.End}
	if l.start >= 0 {
		o.Start = r.StepTime(l.start)
	}
	if r.refused[id] {
		o.Fate = trace.Reject
	}
	if l.end < 0 {
		return o
	}
	o.End = r.StepTime(l.end)
	for _, e := range r.StepEvents(int(l.end)) {
		if e.Job == id && (e.Kind == trace.Kill || e.Kind == trace.Fail || e.Kind == trace.Requeue) {
			o.Fate = e.Kind
		}
	}
	return o
}

// fate is what became of a job, as far as people tell such things apart.
type fate uint8

const (
	fateEnds fate = iota
	fateKilled
	fateFails
	fateRefused
	fateNever
	fateOpen
	numFates
)

var fateTexts = [numFates]words.Text{
	words.ChangedEnds, words.ChangedKilled, words.ChangedFails, words.ChangedRefused, words.ChangedNever, words.ChangedOpen,
}

func (o *Outcome) fate() fate {
	switch {
	case o.Fate == trace.Reject:
		return fateRefused
	case o.Start < 0:
		return fateNever
	case o.End < 0 || o.Fate == trace.Requeue:
		return fateOpen
	case o.Fate == trace.Kill:
		return fateKilled
	case o.Fate == trace.Fail:
		return fateFails
	}
	return fateEnds
}

// Moved are the jobs that something happens to earlier, or later, than in
// another run, and the one of them that moved most; of several the first.
type Moved struct {
	Jobs int64
	Most workload.JobID
	By   simtime.Duration
}

func (v *Moved) add(id workload.JobID, by simtime.Duration) {
	v.Jobs++
	if by > v.By {
		v.Most, v.By = id, by
	}
}

// Difference is how a run differs from another of nearly the same jobs, which
// are known by their numbers.
type Difference struct {
	Earlier, Later       Moved                      // starts
	EndEarlier, EndLater Moved                      // of jobs that start as before
	Fates                [numFates][]workload.JobID // jobs that now end in another way, or do not end, by that
	New, Gone            int64
}

// Compare says how a run differs from another. Cost: O(jobs of both).
func (r *Run) Compare(old *Run) Difference {
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
			fate := b.fate()
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

func both(earlier, later *Moved, id workload.JobID, by simtime.Duration) {
	if by < 0 {
		earlier.add(id, -by)
	} else {
		later.add(id, by)
	}
}

// changes says what an edit changed: "3 jobs start earlier, job 4 most: by
// 40 min; job 7 starts later by 12 min; mean wait 34 min → 28 min."
func (m *Model) changes(old *Run) string {
	c, d := m.Words, m.Run.Compare(old)
	var parts []string
	moved := func(v *Moved, one, many words.Text) {
		if v.Jobs == 0 {
			return
		}
		job, span := m.job(v.Most), words.S("span", c.Span(rounded(v.By.Seconds())))
		if v.Jobs == 1 {
			parts = append(parts, c.Say(one, job, span))
			return
		}
		parts = append(parts, c.Say(many, c.N("n", v.Jobs))+c.Say(words.ChangedMost, job, span))
	}
	counted := func(n int64, text words.Text) {
		if n > 0 {
			parts = append(parts, c.Say(text, c.N("n", n)))
		}
	}
	moved(&d.Earlier, words.ChangedOneEarlier, words.ChangedEarlier)
	moved(&d.Later, words.ChangedOneLater, words.ChangedLater)
	moved(&d.EndEarlier, words.ChangedOneEndEarlier, words.ChangedEndEarlier)
	moved(&d.EndLater, words.ChangedOneEndLater, words.ChangedEndLater)
	for fate, ids := range d.Fates {
		if len(ids) > 0 {
			parts = append(parts, c.Say(fateTexts[fate], c.N("n", int64(len(ids))), words.S("jobs", words.Bold(m.JobList(ids, workload.NoJob)))))
		}
	}
	counted(d.New, words.ChangedNew)
	counted(d.Gone, words.ChangedGone)
	if len(parts) == 0 {
		return c.Say(words.ChangedNothing)
	}
	if i, f := figureOf("mean_wait"); i >= 0 && i < len(m.Run.Figures) && i < len(old.Figures) {
		before, after := m.Value(f.Unit, old.Figures[i]), m.Value(f.Unit, m.Run.Figures[i])
		if before != after {
			parts = append(parts, c.Say(words.ChangedWait, words.S("before", before), words.S("after", after)))
		}
	}
	return upperHTML(c.Clauses(parts...))
}
