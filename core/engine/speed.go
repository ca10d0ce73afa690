package engine

import (
	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// SpeedChange is the speed at which a job runs from a step on, relative to its full
// speed. Jobs without a SpeedChange run at full speed.
type SpeedChange struct {
	Job  workload.JobID
	Part float64 // 1 is full speed, 0 a standstill; above 1 where processes share a node (network.Stretch)
}

// SpeedHistory holds the speeds of all jobs over a recorded run, step by step.
type SpeedHistory struct {
	Speeds []SpeedChange
	Steps  []int32 // for each of Speeds, ascending: step of the Recording that changed it
	Cut    bool    // whether there were more than MaxSpeedChanges changes; then none is kept
}

// MaxSpeedChanges is the number of speed changes that a Recording keeps.
const MaxSpeedChanges = 1 << 17

// Sharing returns which activity uses which links; nil where running jobs do not
// share the network. Do not change it.
func (e *Engine) Sharing() *network.Sharing {
	if e.network == nil {
		return nil
	}
	return e.network.Sharing
}

// Activity returns the activity of the job of a slot in the Sharing, and false if
// it has none and so cannot be slowed down.
func (e *Engine) Activity(slot cluster.Slot) (network.Var, bool) {
	act := e.progress[slot].act
	return act, act != alone
}

// Speed returns the speed of the job of a slot now, relative to its full speed. It
// is below 1 where the network slows the job down, and above 1 under the distance
// model where its messages travel less far than between two nodes.
func (e *Engine) Speed(slot cluster.Slot) float64 { return e.progress[slot].rate }

// Delay returns how many additional seconds the latency of its hops costs the job
// of a slot, for each second at full speed.
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
