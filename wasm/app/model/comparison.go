package model

import (
	"hopyard/core/simtime"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/draw"
)

// Comparison is several runs under one clock, as far as each of them, and the
// page, need know of it.
type Comparison interface {
	Instant() simtime.Time              // the clock
	Longest() draw.TimeWindow           // of the longest run
	Moment() recording.Moment           // the place in time
	Policies() []string                 // of its columns
	Programmed() *recording.RecordedRun // of a column whose program the run on screen has not; nil: there is none
}

// Linked is the run whose scenario links hold: that on screen, unless what is compared
// with it has a program which its scenario has not.
func (m *Model) Linked() *recording.RecordedRun {
	if m.Compared != nil {
		if r := m.Compared.Programmed(); r != nil {
			return r
		}
	}
	return m.Run
}

// ComparedParts is what a share link says of the comparison, "&a=…&b=…"; "" where
// nothing is compared.
func (m *Model) ComparedParts() (out string) {
	if m.Compared != nil {
		for i, policy := range m.Compared.Policies() {
			out += "&" + string(rune('a'+i)) + "=" + policy
		}
	}
	return out
}
