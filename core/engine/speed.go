package engine

import (
	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// SpeedChange is the speed at which a job runs from a certain step on, relative to
// its full speed. A job without a SpeedChange runs at full speed.
type SpeedChange struct {
	Job  workload.JobID
	Part float64 // 1 is full speed, and 0 a standstill; above 1 is possible if processes share a node (network.Stretch)
}

// SpeedHistory holds the speeds of all jobs over a recorded run, step by step.
type SpeedHistory struct {
	Speeds []SpeedChange
	Steps  []int32 // for each entry of Speeds, in ascending order: the step of the Recording that made the change
	Cut    bool    // whether there were more than MaxSpeedChanges changes; if so, no change is kept
}

// MaxSpeedChanges is the maximum number of speed changes that a Recording keeps.
const MaxSpeedChanges = 1 << 17

// Sharing returns the network sharing, which tells which activity uses which links.
// It returns nil if the running jobs do not share the network. The caller must not
// change it.
func (e *Engine) Sharing() *network.Sharing {
	if e.network == nil {
		return nil
	}
	return e.network.Sharing
}

// Activity returns the activity of the job of a slot in the network sharing. It
// returns false if the job has no activity there, so that other jobs cannot slow it
// down.
func (e *Engine) Activity(slot cluster.Slot) (network.Var, bool) {
	act := e.progress[slot].act
	return act, act != alone
}

// Speed returns the current speed of the job of a slot, relative to its full speed.
// It is below 1 if the network slows the job down. Under the distance model it is
// above 1 if the job's messages travel, on average, less far than the shortest
// distance between two nodes.
func (e *Engine) Speed(slot cluster.Slot) float64 { return e.progress[slot].rate }

// Delay returns how many additional seconds the latency of network hops costs the
// job of a slot, per second at full speed.
func (e *Engine) Delay(slot cluster.Slot) float64 { return e.progress[slot].delay }

// Left returns how long the job of a slot would still run at full speed.
func (e *Engine) Left(slot cluster.Slot) simtime.Duration { return ticks(e.remaining(slot)) }

// pace sets the speed of the job of a slot from now on and records the change.
func (e *Engine) pace(slot cluster.Slot, part float64) {
	e.progress[slot].rate = part
	e.speeds = append(e.speeds, SpeedChange{e.state.Job(slot).Request.ID, part})
}

// add appends the speed changes of a step.
func (p *SpeedHistory) add(step int, speeds []SpeedChange) {
	if len(p.Speeds)+len(speeds) > MaxSpeedChanges {
		p.Speeds, p.Steps, p.Cut = nil, nil, true
	}
	if p.Cut {
		return
	}
	p.Speeds = append(p.Speeds, speeds...)
	for range speeds {
		p.Steps = append(p.Steps, int32(step))
	}
}
