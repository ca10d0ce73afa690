package model

import (
	"hopyard/core/simtime"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/draw"
)

// Comparison is a set of runs with a common clock, as far as each run and the page
// need to know it.
type Comparison interface {
	Instant() simtime.Time              // time of the clock
	Longest() draw.TimeWindow           // window of the longest run
	Moment() recording.Moment           // moment on screen
	Policies() []string                 // policies of the columns
	Programmed() *recording.RecordedRun // run of a column whose program is not in the scenario on screen; nil: none
}

// Linked returns the run whose scenario goes into links. That is the run on screen,
// unless a compared run has a program that the scenario on screen lacks.
func (m *Model) Linked() *recording.RecordedRun {
	if m.Compared != nil {
		if r := m.Compared.Programmed(); r != nil {
			return r
		}
	}
	return m.Run
}

// ComparedParts returns the part of a share link that describes the comparison:
// "&a=…&b=…". It returns "" if there is none.
func (m *Model) ComparedParts() (out string) {
	if m.Compared != nil {
		for i, policy := range m.Compared.Policies() {
			out += "&" + string(rune('a'+i)) + "=" + policy
		}
	}
	return out
}
