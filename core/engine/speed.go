package engine

import (
	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// SpeedChange is a part of its full speed at which a job runs from a step on. Jobs
// run at full speed unless one says otherwise.
type SpeedChange struct {
	Job  workload.JobID
	Part float64 // 1 is full speed, 0 that it stands still; above 1 where processes share a node (network.Stretch)
}

// Paces are the speeds of all jobs over a recorded run, step by step.
type Paces struct {
	Speeds []SpeedChange
	Steps  []int32 // of each, ascending: the step of the Recording that changed it
	Cut    bool    // there were more than MaxPaces, and none is kept
}

// MaxPaces is how many changes of speed a Recording keeps.
const MaxPaces = 1 << 17

// Sharing is who uses which links, nil where running jobs do not share the
// network; do not change it.
func (e *Engine) Sharing() *network.Sharing {
	if e.network == nil {
		return nil
	}
	return e.network.Sharing
}

// Activity is the part that the job of a slot has in the Sharing, and false if
// it has none: nobody slows it down.
func (e *Engine) Activity(slot cluster.Slot) (network.Var, bool) {
	act := e.progress[slot].act
	return act, act != alone
}

// Speed is the part of its full speed at which the job of a slot runs now:
// below 1 where the network slows it down, above 1 where the distance model has
// its messages go less far than from one node to another.
func (e *Engine) Speed(slot cluster.Slot) float64 { return e.progress[slot].rate }

// Delay is by how many seconds the latency of its hops makes the job of a slot
// longer, for each second at full speed.
func (e *Engine) Delay(slot cluster.Slot) float64 { return e.progress[slot].delay }

// Left is how long the job of a slot would still run if from now on it ran at
// full speed.
func (e *Engine) Left(slot cluster.Slot) simtime.Duration { return ticks(e.remaining(slot)) }

// pace notes at which speed the job of a slot runs from now on.
func (e *Engine) pace(slot cluster.Slot, part float64) {
	e.progress[slot].rate = part
	e.speeds = append(e.speeds, SpeedChange{e.state.Job(slot).Request.ID, part})
}

// add keeps the speeds of a step.
func (p *Paces) add(step int, speeds []SpeedChange) {
	if len(p.Speeds)+len(speeds) > MaxPaces {
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
