// Package manualpanel lets the reader schedule by hand. The reader picks up a
// waiting job, holds it over nodes, and drops it to start it on these nodes. Each
// decision becomes part of the scenario. Undo, drafts and links therefore include
// it.
//
// The panel does not contain the rules for starting a job. It asks the worker,
// which asks the engine. A message.TryStart asks what would happen if the job
// started now on the given nodes. A message.ScoreboardRequest asks for the
// decisions so far and for the scoreboard, which compares the schedule with those
// of the disciplines. Methods such as Take, Over and Move return a message to send
// to the worker, or nil. Hear receives the answers. Start, TakeBack and Again
// change the decisions and return the request for the new run.
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

	job    workload.JobID           // job that the reader has picked up; NoJob for none
	as     string                   // allocator that chooses the nodes; "" for the scenario's allocator
	tried  *message.TryResult       // latest answer to a TryStart for job; nil for none
	asking bool                     // the worker has not answered the latest TryStart yet
	next   []*message.TryStart      // requests to send one at a time after the worker has answered
	drop   bool                     // start the job as soon as the worker has answered
	stood  *message.ScoreboardReply // decisions and scoreboard of the run on screen; those of the previous run until the worker has answered
	given  []message.DecisionRecord // decisions that were part of the scenario when the reader opened it
	asked  int32                    // serial number of the run for which the decisions and the scoreboard were last requested
	at     simtime.Time             // instant for which the latest TryStart was sent
	serial int32
}

// New returns a panel with no job picked up.
func New(s narrative.Sentences) *ManualPanel {
	return &ManualPanel{Sentences: s, job: workload.NoJob, asked: -1}
}

// Queue is the name that scenarios use for the discipline of scheduling by hand.
const Queue = "manual"

// Held returns the job that the reader has picked up, or workload.NoJob.
func (p *ManualPanel) Held() workload.JobID { return p.job }

// Busy reports whether the worker still has to answer a request of this panel.
func (p *ManualPanel) Busy() bool { return p.asking || p.Run != nil && p.asked != p.stoodFor() }

func (p *ManualPanel) stoodFor() int32 {
	if p.stood == nil {
		return -1
	}
	return p.stood.Serial
}

// waits reports whether a job is waiting in the state on screen.
func (p *ManualPanel) waits(id workload.JobID) bool {
	return id != workload.NoJob && p.Waiting(id) != nil
}

// Follow updates the panel after the step or the selection on screen has changed.
// If the selected job is waiting, Follow picks it up. If the instant has changed,
// Follow asks again whether the job can start. It returns the message to send to
// the worker, or nil.
func (p *ManualPanel) Follow() []byte {
	if p.Run == nil || p.State == nil {
		return nil
	}
	if p.serial != p.Run.Serial { // the worker will not answer requests about the previous run
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

// now returns the instant of the step on screen, at which a decision takes effect.
func (p *ManualPanel) now() simtime.Time { return max(p.Now(), 0) }

// Take picks up a waiting job. It returns the message that asks the worker where
// the allocator would place the job.
func (p *ManualPanel) Take(id workload.JobID) []byte {
	if p.State == nil || !p.waits(id) {
		return nil
	}
	p.job, p.tried, p.as = id, nil, ""
	p.Selected, p.Want = id, id
	return p.try(message.ByAllocator, 0)
}

// Put releases the picked-up job without starting it.
func (p *ManualPanel) Put() {
	if p.Selected == p.job {
		p.Selected = workload.NoJob
	}
	p.job, p.tried, p.next, p.drop = workload.NoJob, nil, nil, false
	p.Hand.Nodes = nil
}

// Over moves the picked-up job over consecutive nodes, beginning with the given
// node. It returns the message that asks the worker whether the job can start on
// these nodes, or nil if the answer is known.
func (p *ManualPanel) Over(first topology.NodeID) []byte {
	if p.tried != nil && len(p.tried.Nodes) > 0 && p.tried.Nodes[0].First == first && p.at == p.now() && !p.asking {
		return nil
	}
	return p.try(message.FromNode, int32(first))
}

// Move moves the picked-up job over the next possible set of nodes, or over the
// previous set if on is false. It returns the message to send to the worker.
func (p *ManualPanel) Move(on bool) []byte {
	if on {
		return p.try(message.MoveOn, 0)
	}
	return p.try(message.MoveBack, 0)
}

// PlaceAs uses the named allocator to choose the nodes for the picked-up job. It
// returns the message to send to the worker.
func (p *ManualPanel) PlaceAs(name string) []byte {
	p.as = name
	return p.try(message.ByAllocator, 0)
}

// try asks the worker what would happen if the picked-up job started. If another
// answer is pending, the request is queued. It then replaces the requests that are
// queued already, except that a move is added after them.
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
			if m.Nodes == nil { // the allocator found no suitable nodes
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

// Fits reports whether the picked-up job can start on the nodes over which the
// reader holds it.
func (p *ManualPanel) Fits() bool {
	return p.job != workload.NoJob && p.tried != nil && p.tried.Job == p.job && p.tried.Outcome.Refusal == queue.Done && p.at == p.now() && !p.asking
}

// Drop records that the reader has dropped the job. The job starts when the worker
// has answered that it can start on its nodes.
func (p *ManualPanel) Drop() { p.drop = p.job != workload.NoJob }

// Dropped reports whether the dropped job can start now. It returns true at most
// once for each drop.
func (p *ManualPanel) Dropped() (start bool) {
	if !p.drop || p.asking {
		return false
	}
	p.drop = false
	return p.Fits()
}

// Start adds the decision to start the picked-up job on the nodes over which the
// reader holds it. It returns the request for the new run, or nil if the job cannot
// start on these nodes.
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

// TakeBack removes the decision with index i from the scenario. It returns the
// request for the new run.
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

// Again removes all decisions from the scenario. It returns the request for the new
// run.
func (p *ManualPanel) Again() *message.Load {
	return p.decide(i18n.ActDidAgain, 0, 0, func([]manual.Decision) []manual.Decision { return nil })
}

// decide applies a function to the list of decisions and returns the request for
// the new run. The page then shows the state after all events at the given instant.
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

// Begin returns the request for the run on screen with scheduling by hand. The page
// then shows the state after all events at time 0.
func (p *ManualPanel) Begin(load func(message.Overrides) *message.Load, now message.Overrides) *message.Load {
	now.Queue, now.Depth = Queue, 0
	asked := load(now)
	asked.At, asked.Ordinal, asked.Telling = 0, math.MaxInt32, false
	return asked
}

// Next returns the number of steps that have happened after all events of the next
// instant. At the end of the run it returns the current number.
func (p *ManualPanel) Next() int {
	if p.Run == nil || p.Step >= p.Run.Len() {
		return p.Step
	}
	at := p.Run.StepTime(int32(p.Step))
	return p.Run.Find(at, math.MaxInt32)
}
