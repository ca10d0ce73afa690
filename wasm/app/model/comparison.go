package model

import (
	"hopyard/core/simtime"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/draw"
)

// Comparison is a set of runs that are shown side by side with a common clock. The
// interface has the methods that a single run or the page needs.
type Comparison interface {
	Instant() simtime.Time              // time of the common clock
	Longest() draw.TimeWindow           // time window of the longest run
	Moment() recording.Moment           // moment on screen
	Policies() []string                 // policies of each column, as they appear in links
	Programmed() *recording.RecordedRun // run of a column with a policy program that the scenario on screen lacks, or nil
}

// Linked returns the run whose scenario is put into share links. Usually that is
// the run on screen. If a compared run has a policy program that the scenario on
// screen lacks, it is the compared run.
func (m *Model) Linked() *recording.RecordedRun {
	if m.Compared != nil {
		if r := m.Compared.Programmed(); r != nil {
			return r
		}
	}
	return m.Run
}

// ComparedParts returns the part of a share link that describes the comparison,
// "&a=…&b=…". It returns "" if the page shows no comparison.
func (m *Model) ComparedParts() (out string) {
	if m.Compared != nil {
		for i, policy := range m.Compared.Policies() {
			out += "&" + string(rune('a'+i)) + "=" + policy
		}
	}
	return out
}
