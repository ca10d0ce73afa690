// Package manualpanel lets the reader schedule by hand. The reader picks up a
// waiting job, holds it over nodes, and drops it to start it there. Each decision
// becomes part of the scenario, so undo, drafts and links contain it.
//
// The panel does not contain the rules for starting a job. It asks the worker,
// which asks the engine. A message.TryStart asks what would happen if the job
// started now on the given nodes; a message.ScoreboardRequest asks for the
// decisions so far and the scoreboard. Methods such as Take, Over and Move return
// such a message, ready to be sent, or nil; Hear receives the answers. Start,
// TakeBack and Again change the decisions and return the request for the new run.
//
//	ask := p.Take(job)     // picks up a job; send ask to the worker
//	p.Hear(answer)         // now p.Fits reports whether it can start
//	load := p.Start()      // requests the run with this decision
package manualpanel

import (
	"math"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/queue/manual"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/narrative"
)

// ManualPanel is the state of scheduling by hand.
type ManualPanel struct {
	narrative.Sentences

	job    workload.JobID           // job picked up; NoJob for none
	as     string                   // allocator that chooses the nodes; "" for the scenario's own
	tried  *message.TryResult       // latest answer to a TryStart about job
	asking bool                     // the answer to a TryStart is pending
	next   []*message.TryStart      // requests to be sent, one at a time, after the pending answer
	drop   bool                     // start the job as soon as the pending answer has arrived
	stood  *message.ScoreboardReply // decisions and scoreboard of the run on screen, or of the previous run until the answer arrives
	given  []message.DecisionRecord // decisions that the scenario contained when it was opened
	asked  int32                    // serial of the run for which stood was last requested
	at     simtime.Time             // instant of the latest TryStart
	serial int32
}

// New returns a panel with no job picked up.
func New(s narrative.Sentences) *ManualPanel {
	return &ManualPanel{Sentences: s, job: workload.NoJob, asked: -1}
}

// Queue is the name of the discipline for scheduling by hand.
const Queue = "manual"

// Held returns the job picked up, or workload.NoJob.
func (p *ManualPanel) Held() workload.JobID { return p.job }

// Busy reports whether an answer from the worker is pending.
func (p *ManualPanel) Busy() bool { return p.asking || p.Run != nil && p.asked != p.stoodFor() }

func (p *ManualPanel) stoodFor() int32 {
	if p.stood == nil {
		return -1
	}
	return p.stood.Serial
}

// waits reports whether a job waits in the state on screen.
func (p *ManualPanel) waits(id workload.JobID) bool {
	return id != workload.NoJob && p.Waiting(id) != nil
}

// Follow updates the panel after the step or the selection on screen has changed.
// It picks up the selected job if that job waits, and tries the job again if the
// instant has changed. It returns the message to send to the worker, or nil.
func (p *ManualPanel) Follow() []byte {
	if p.Run == nil || p.State == nil {
		return nil
	}
	if p.serial != p.Run.Serial { // requests about the previous run will not be answered
		p.serial, p.asking, p.next, p.drop = p.Run.Serial, false, nil, false
	}
	if p.asked != p.Run.Serial {
		p.asked = p.Run.Serial
		return (&message.ScoreboardRequest{Serial: p.asked}).Pack()
	}
	if int(p.State.Step) != p.Step {
		return nil
	}
	if !p.waits(p.Selected) {
		if p.job != workload.NoJob {
			p.Put()
		}
		return nil
	}
	if p.Selected != p.job {
		return p.Take(p.Selected)
	}
	if p.tried == nil || p.tried.Serial != p.Run.Serial || p.at != p.now() {
		return p.try(message.ByAllocator, 0)
	}
	return nil
}

// now returns the instant at which a decision takes effect, which is the instant of
// the step on screen.
func (p *ManualPanel) now() simtime.Time { return max(p.Now(), 0) }

// Take picks up a waiting job and asks the worker where the allocator would place
// it.
func (p *ManualPanel) Take(id workload.JobID) []byte {
	if p.State == nil || !p.waits(id) {
		return nil
	}
	p.job, p.tried, p.as = id, nil, ""
	p.Selected, p.Want = id, id
	return p.try(message.ByAllocator, 0)
}

// Put puts down the job that is picked up.
func (p *ManualPanel) Put() {
	if p.Selected == p.job {
		p.Selected = workload.NoJob
	}
	p.job, p.tried, p.next, p.drop = workload.NoJob, nil, nil, false
	p.Hand.Nodes = nil
}

// Over holds the job over consecutive nodes, starting at node first.
func (p *ManualPanel) Over(first topology.NodeID) []byte {
	if p.tried != nil && len(p.tried.Nodes) > 0 && p.tried.Nodes[0].First == first && p.at == p.now() && !p.asking {
		return nil
	}
	return p.try(message.FromNode, int32(first))
}

// Move holds the job over the next possible set of nodes, or over the previous set
// if on is false.
func (p *ManualPanel) Move(on bool) []byte {
	if on {
		return p.try(message.MoveOn, 0)
	}
	return p.try(message.MoveBack, 0)
}

// PlaceAs lets the named allocator choose the nodes.
func (p *ManualPanel) PlaceAs(name string) []byte {
	p.as = name
	return p.try(message.ByAllocator, 0)
}

// try asks the worker what would happen if the job picked up started. While another
// answer is pending, the request is queued. A queued request replaces those queued
// before it, except that a move is added to them.
func (p *ManualPanel) try(where message.NodeChoice, from int32) []byte {
	if p.job == workload.NoJob || p.Run == nil {
		return nil
	}
	m := &message.TryStart{Serial: p.Run.Serial, Job: p.job, At: p.now(), As: p.as, Where: where, From: from}
	if p.tried != nil {
		m.Nodes = p.tried.Nodes
	}
	p.at = m.At
	if p.asking {
		if where != message.MoveOn && where != message.MoveBack {
			p.next = nil
		}
		p.next = append(p.next, m)
		return nil
	}
	p.asking = true
	return m.Pack()
}

// Hear receives an answer from the worker. It returns the message to send next, or
// nil.
func (p *ManualPanel) Hear(wire []byte) (ask []byte) {
	switch message.KindOf(wire) {
	case message.KindTried:
		var m message.TryResult
		if m.Unpack(wire) != nil || p.Run == nil || m.Serial != p.Run.Serial {
			return nil
		}
		p.asking = false
		if m.Job == p.job && m.At == p.at {
			p.tried = &m
			p.Hand.Nodes, p.Hand.Fits, p.Hand.Until = m.Nodes, m.Outcome.Refusal == queue.Done, m.At.Add(p.Run.Jobs[m.Job].Walltime)
			if m.Nodes == nil { // the allocator finds no suitable nodes
				p.Hand.Nodes = cluster.Placement{}
			}
		}
		if len(p.next) > 0 {
			m := p.next[0]
			if p.tried != nil {
				m.Nodes = p.tried.Nodes
			}
			ask, p.next, p.asking = m.Pack(), p.next[1:], true
		}
	case message.KindScoreboardReply:
		var m message.ScoreboardReply
		if m.Unpack(wire) == nil && p.Run != nil && m.Serial == p.Run.Serial {
			if p.stood = &m; !p.Request.Edit {
				p.given = m.Acts
			}
		}
	}
	return ask
}

// Fits reports whether the job picked up can start on the nodes over which it is
// held.
func (p *ManualPanel) Fits() bool {
	return p.job != workload.NoJob && p.tried != nil && p.tried.Job == p.job && p.tried.Outcome.Refusal == queue.Done && p.at == p.now() && !p.asking
}

// Drop requests that the job start as soon as the worker has answered whether it
// can start on its nodes.
func (p *ManualPanel) Drop() { p.drop = p.job != workload.NoJob }

// Dropped reports whether a dropped job can start now. It returns true at most once
// for each drop.
func (p *ManualPanel) Dropped() (start bool) {
	if !p.drop || p.asking {
		return false
	}
	p.drop = false
	return p.Fits()
}

// Start adds the decision to start the job picked up on the nodes over which it is
// held. It returns the request for the new run, or nil if the job cannot start
// there.
func (p *ManualPanel) Start() *message.Load {
	if !p.Fits() {
		return nil
	}
	d := manual.Decision{At: p.now(), Job: p.Run.Jobs[p.job].Number, Nodes: p.tried.Nodes}
	load := p.decide(i18n.ActDidStart, d.Job, d.At, func(all []manual.Decision) []manual.Decision {
		at := len(all)
		for at > 0 && all[at-1].At > d.At {
			at--
		}
		return append(append(append([]manual.Decision{}, all[:at]...), d), all[at:]...)
	})
	if load != nil {
		p.Put()
	}
	return load
}

// TakeBack removes the decision with index i in the run on screen, and requests the
// new run.
func (p *ManualPanel) TakeBack(i int) *message.Load {
	if p.stood == nil || i < 0 || i >= len(p.stood.Acts) {
		return nil
	}
	a := &p.stood.Acts[i]
	return p.decide(i18n.ActDidBack, a.Number, a.At, func(all []manual.Decision) []manual.Decision {
		if a.Decision >= len(all) {
			return all
		}
		return append(all[:a.Decision], all[a.Decision+1:]...)
	})
}

// Again removes all decisions from the scenario and requests the new run.
func (p *ManualPanel) Again() *message.Load {
	return p.decide(i18n.ActDidAgain, 0, 0, func([]manual.Decision) []manual.Decision { return nil })
}

// decide changes the decisions by the function change and requests the new run. The
// page then shows the state after all events at the instant at.
func (p *ManualPanel) decide(did i18n.Text, job int64, at simtime.Time, change func([]manual.Decision) []manual.Decision) *message.Load {
	text, why := p.Editable()
	s, err := scenario.Parse([]byte(text))
	if why != "" || err != nil {
		p.Announce = why
		return nil
	}
	src, err := scenario.Edit([]byte(text), "scheduler.decisions", scenario.DecisionsText(change(s.Scheduler.Decisions)))
	if err != nil {
		p.Announce = err.Error()
		return nil
	}
	load := p.Apply(string(src), model.EditSummary{Text: did, Pairs: []i18n.Pair{i18n.S("n", p.Words.Int(job)), i18n.S("at", p.Run.Clock.At(at))}})
	load.At, load.Ordinal, load.Job = at, math.MaxInt32, -1
	return load
}

// Begin requests the run on screen under manual scheduling. The page then shows the
// state after the events at time 0.
func (p *ManualPanel) Begin(load func(message.Overrides) *message.Load, now message.Overrides) *message.Load {
	now.Queue, now.Depth = Queue, 0
	asked := load(now)
	asked.At, asked.Ordinal, asked.Telling = 0, math.MaxInt32, false
	return asked
}

// Next returns the number of steps at the end of the next instant, after all its
// events. At the end of the run it returns the current number.
func (p *ManualPanel) Next() int {
	if p.Run == nil || p.Step >= p.Run.Len() {
		return p.Step
	}
	at := p.Run.StepTime(int32(p.Step))
	return p.Run.Find(at, math.MaxInt32)
}
