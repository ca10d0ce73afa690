package recording

import "hopyard/core/simtime"

// Moment is a place in time: steps of one instant are counted from 0.
type Moment struct {
	Time    simtime.Time
	Ordinal int32
}

// Before reports whether a place comes before another.
func (a Moment) Before(b Moment) bool {
	return a.Time < b.Time || a.Time == b.Time && a.Ordinal < b.Ordinal
}

// Moment is the place of step i, from 0.
func (r *RecordedRun) Moment(i int) Moment { return Moment{r.Steps[i].Time, r.Steps[i].Ordinal} }
