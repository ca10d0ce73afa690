package engine

import (
	"cmp"
	"fmt"
	"slices"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// gateTurn is a change of the state of one submission queue.
type gateTurn struct {
	queue.GateChange
	gate int32
}

// gateTurns returns the changes of all queues, sorted by time. Changes at the same
// instant keep the order of the queues.
func (c *Config) gateTurns() ([]gateTurn, error) {
	var all []gateTurn
	for i := range c.Gates {
		for k, x := range c.Gates[i].Changes {
			if k > 0 && x.At < c.Gates[i].Changes[k-1].At || x.At < 0 {
				return nil, fmt.Errorf("%w: change %d of queue %q is at %v, before the one listed before it or the beginning; sort them by time", workload.ErrWorkload, k+1, c.Gates[i].Name, x.At)
			}
			all = append(all, gateTurn{x, int32(i)})
		}
	}
	slices.SortStableFunc(all, func(a, b gateTurn) int { return cmp.Compare(a.At, b.At) })
	return all, nil
}

// gateAt returns the time at which the state of a queue next changes. It returns
// simtime.Never if no change or no job is left.
func (e *Engine) gateAt() simtime.Time {
	if e.turned == len(e.cfg.turns) || e.over() {
		return simtime.Never
	}
	return e.cfg.turns[e.turned].At
}

// over reports whether all jobs have ended.
func (e *Engine) over() bool {
	return e.state.NumRunning() == 0 && e.next == e.known && len(e.follow) == 0 && len(e.gone) == 0 && e.queue.Len() == 0
}

// sharesAt returns the time at which a user's allotment next changes. It returns
// simtime.Never if no change or no job is left.
func (e *Engine) sharesAt() simtime.Time {
	at := e.queue.NextTurn()
	if at == simtime.Never || e.over() {
		return simtime.Never
	}
	return at
}

// turnShares applies the changes of users' allotments that are due now and reports
// whether there were any.
func (e *Engine) turnShares() bool {
	if e.sharesAt() > e.now {
		return false
	}
	for _, x := range e.queue.Turn() {
		e.log(trace.Event{Kind: trace.Allot, Job: workload.NoJob, Of: x.User, Why: why.Reason{Need: x.Nodes, Have: x.Usable, Blocker: workload.NoJob}})
	}
	return true
}

// turnGate applies the next change of a queue's state if it is due now, and reports
// whether it applied one.
func (e *Engine) turnGate() bool {
	if e.gateAt() > e.now {
		return false
	}
	x := e.cfg.turns[e.turned]
	e.turned++
	opened, started := e.queue.ChangeGate(x.gate, x.GateChange)
	note := func(changed, on bool, yes, no trace.EventKind) {
		if kind := no; changed {
			if on {
				kind = yes
			}
			e.log(trace.Event{Kind: kind, Job: workload.NoJob, Of: x.gate})
		}
	}
	note(opened, x.Open, trace.QueueOpen, trace.QueueClose)
	note(started, x.Started, trace.QueueStart, trace.QueueStop)
	return true
}
