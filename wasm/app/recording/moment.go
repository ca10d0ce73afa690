package recording

import "hopyard/core/simtime"

// Moment is a position in the run. Ordinal counts the steps that have the same
// Time, from 0.
type Moment struct {
	Time    simtime.Time
	Ordinal int32
}

// Before reports whether a comes before b.
func (a Moment) Before(b Moment) bool {
	return a.Time < b.Time || a.Time == b.Time && a.Ordinal < b.Ordinal
}

// Moment returns the moment of step i, counted from 0.
func (r *RecordedRun) Moment(i int) Moment { return Moment{r.Steps[i].Time, r.Steps[i].Ordinal} }
