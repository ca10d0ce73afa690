package faults

import "hopyard/core/simtime"

// CheckpointCycle describes how a running job alternates between computing and
// writing checkpoints. The job computes for the time Every, and then stands still
// for the time Cost while it writes a checkpoint. The phase of a job is the time
// since the beginning of its current cycle; it is less than Every + Cost. With the
// zero value a job writes no checkpoints.
//
// INFERRED: no source document describes how checkpoints are taken. A checkpoint is
// valid once it is completely written. A job does not write a checkpoint when it
// has nothing left to compute. LIMITATIONS: a job that writes keeps its share of
// the network.
type CheckpointCycle struct {
	Every simtime.Duration // computing time between checkpoints
	Cost  simtime.Duration // time to write a checkpoint, in which the job does not compute
}

// Span returns how long a job at the given phase needs to compute for the given
// time, including the time for writing checkpoints. Cost: O(1).
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

// After returns the progress that a job makes during a span of time that begins at
// the given phase. The results are the phase at the end of the span, the time that
// the job computes in the span, and how much of this computation is saved. The last
// result, saved, is the part in the last checkpoint completed in the span, or -1 if
// no checkpoint is completed. Cost: O(1).
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
