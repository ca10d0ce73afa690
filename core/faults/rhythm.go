package faults

import "hopyard/core/simtime"

// Rhythm is how a job takes turns while it runs: it computes for Every, then
// stands still for Cost while it writes a checkpoint. How far it is into a turn
// is its phase, below Every + Cost. The zero value writes none.
//
// INFERRED: no source document says how checkpoints are taken. A checkpoint
// counts when it is written; none is written once a job has nothing left to
// compute. LIMITATIONS: a job that writes keeps its part of a shared network.
type Rhythm struct {
	Every simtime.Duration // between checkpoints of a running job, in time at which it computes
	Cost  simtime.Duration // of each, while which the job does not compute
}

// Span is how long a job takes from a phase on until it has computed for a
// given time. Cost: O(1).
func (r Rhythm) Span(phase, computing simtime.Duration) simtime.Duration {
	if r.Every == 0 || computing <= 0 {
		return computing
	}
	writing := simtime.Duration(0)
	if phase >= r.Every {
		writing, phase = r.Every+r.Cost-phase, 0
	}
	written := (phase + computing - 1) / r.Every
	if written > 0 && r.Cost > simtime.Duration(simtime.Max)/written {
		return simtime.Duration(simtime.Max)
	}
	return writing + computing + written*r.Cost
}

// After is what has become of a job that was at a phase a span ago: its phase
// now, for how long it has computed since, and for how long up to the last
// checkpoint that it has written since; -1 if it has written none. Cost: O(1).
func (r Rhythm) After(phase, span simtime.Duration) (now, computed, saved simtime.Duration) {
	if r.Every == 0 {
		return 0, span, -1
	}
	turn := r.Every + r.Cost
	written, before := (phase+span)/turn, min(phase, r.Every)
	now = (phase + span) % turn
	computed, saved = written*r.Every+min(now, r.Every)-before, -1
	if written > 0 {
		saved = written*r.Every - before
	}
	return now, computed, saved
}
