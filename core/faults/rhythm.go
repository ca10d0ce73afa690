package faults

import "hopyard/core/simtime"

// CheckpointCycle is the alternation of computing and writing checkpoints in a running job:
// it computes for Every, then stands still for Cost while it writes a checkpoint.
// Its phase is the time since the beginning of the present cycle and is less than
// Every + Cost. A job with the zero value writes no checkpoints.
//
// INFERRED: no source document describes how checkpoints are taken. A checkpoint
// counts once it is completely written; none is written once a job has nothing left
// to compute. LIMITATIONS: a job that writes keeps its share of the network.
type CheckpointCycle struct {
	Every simtime.Duration // computing time between checkpoints
	Cost  simtime.Duration // time to write a checkpoint, in which the job does not compute
}

// Span returns how long a job at the given phase takes until it has computed for
// the given time. Cost: O(1).
func (r CheckpointCycle) Span(phase, computing simtime.Duration) simtime.Duration {
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

// After returns the progress of a job that was at the given phase a span ago: its
// phase now, how long it has computed since, and how much of that is in the last
// checkpoint that it completed since; -1 if it completed none. Cost: O(1).
func (r CheckpointCycle) After(phase, span simtime.Duration) (now, computed, saved simtime.Duration) {
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
