// Package manualpanel is scheduling by hand: a job is taken into the hand, held over
// nodes, and started; what was decided stands in the scenario, so that undo,
// drafts and links have it. What would come of a decision the worker says, which
// asks the engine, and how one stands.
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

// ManualPanel is the hand, and what was done with it.
type ManualPanel struct {
	narrative.Sentences

	job    workload.JobID // in the hand; NoJob: none
	as     string         // the allocator that chooses; "" for the scenario's
	tried  *message.Tried // of the job in the hand, at the instant on screen
	asking bool           // an answer to Try is on its way
	next   []*message.Try // to be asked when it has come, one after the other
	drop   bool           // the job is to be started where the answer says
	stood  *message.Stood // of the run on screen, or of the one before until its own has come
	given  []message.Act  // that stood in the scenario when it was opened
	asked  int32          // the serial of the run for which it was asked
	at     simtime.Time   // of what was tried
	serial int32
}

// New is an empty hand.
func New(s narrative.Sentences) *ManualPanel {
	return &ManualPanel{Sentences: s, job: workload.NoJob, asked: -1}
}

// Queue is the name of the discipline.
const Queue = "manual"

// Held is the job in the hand, workload.NoJob if none.
func (p *ManualPanel) Held() workload.JobID { return p.job }

// Busy reports whether an answer is on its way.
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

// Follow brings the hand to the step on screen: the job that the reader chose is
// in it if it waits, and is tried anew in another instant. It returns what is to
// be asked, nil if nothing.
func (p *ManualPanel) Follow() []byte {
	if p.Run == nil || p.State == nil {
		return nil
	}
	if p.serial != p.Run.Serial { // what it asked has no answer
		p.serial, p.asking, p.next, p.drop = p.Run.Serial, false, nil, false
	}
	if p.asked != p.Run.Serial {
		p.asked = p.Run.Serial
		return (&message.Stand{Serial: p.asked}).Pack()
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

// now is the instant in which a decision is made: that of the step on screen.
func (p *ManualPanel) now() simtime.Time { return max(p.Now(), 0) }

// Take takes a waiting job into the hand, as it would be placed.
func (p *ManualPanel) Take(id workload.JobID) []byte {
	if p.State == nil || !p.waits(id) {
		return nil
	}
	p.job, p.tried, p.as = id, nil, ""
	p.Selected, p.Want = id, id
	return p.try(message.ByAllocator, 0)
}

// Put puts down what is in the hand.
func (p *ManualPanel) Put() {
	if p.Selected == p.job {
		p.Selected = workload.NoJob
	}
	p.job, p.tried, p.next, p.drop = workload.NoJob, nil, nil, false
	p.Hand.Nodes = nil
}

// Over holds the job over nodes from one on.
func (p *ManualPanel) Over(first topology.NodeID) []byte {
	if p.tried != nil && len(p.tried.Nodes) > 0 && p.tried.Nodes[0].First == first && p.at == p.now() && !p.asking {
		return nil
	}
	return p.try(message.FromNode, int32(first))
}

// Move moves the nodes of the job to the next ones that would do, or back.
func (p *ManualPanel) Move(on bool) []byte {
	if on {
		return p.try(message.MoveOn, 0)
	}
	return p.try(message.MoveBack, 0)
}

// PlaceAs has an allocator choose.
func (p *ManualPanel) PlaceAs(name string) []byte {
	p.as = name
	return p.try(message.ByAllocator, 0)
}

// try asks what would come of it; while an answer is on its way the latest
// question waits.
func (p *ManualPanel) try(where message.Where, from int32) []byte {
	if p.job == workload.NoJob || p.Run == nil {
		return nil
	}
	m := &message.Try{Serial: p.Run.Serial, Job: p.job, At: p.now(), As: p.as, Where: where, From: from}
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

// Hear takes in what the worker says. It returns what is to be asked next.
func (p *ManualPanel) Hear(wire []byte) (ask []byte) {
	switch message.KindOf(wire) {
	case message.KindTried:
		var m message.Tried
		if m.Unpack(wire) != nil || p.Run == nil || m.Serial != p.Run.Serial {
			return nil
		}
		p.asking = false
		if m.Job == p.job && m.At == p.at {
			p.tried = &m
			p.Hand.Nodes, p.Hand.Fits, p.Hand.Until = m.Nodes, m.Outcome.Refusal == queue.Done, m.At.Add(p.Run.Jobs[m.Job].Walltime)
			if m.Nodes == nil { // the allocator finds no place
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
	case message.KindStood:
		var m message.Stood
		if m.Unpack(wire) == nil && p.Run != nil && m.Serial == p.Run.Serial {
			if p.stood = &m; !p.Request.Edit {
				p.given = m.Acts
			}
		}
	}
	return ask
}

// Fits reports whether the job in the hand could start where it is held.
func (p *ManualPanel) Fits() bool {
	return p.job != workload.NoJob && p.tried != nil && p.tried.Job == p.job && p.tried.Outcome.Refusal == queue.Done && p.at == p.now() && !p.asking
}

// Drop has the job started as soon as it is known where it is held.
func (p *ManualPanel) Drop() { p.drop = p.job != workload.NoJob }

// Dropped reports whether a job that was dropped can be started now, or is
// refused: once.
func (p *ManualPanel) Dropped() (start bool) {
	if !p.drop || p.asking {
		return false
	}
	p.drop = false
	return p.Fits()
}

// Start decides that the job in the hand starts where it is held. It returns what
// asks for the run with it, nil if it cannot.
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

// TakeBack takes back a decision, by its place among those of the run on screen.
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

// Again takes back all decisions that stand in the scenario.
func (p *ManualPanel) Again() *message.Load {
	return p.decide(i18n.ActDidAgain, 0, 0, func([]manual.Decision) []manual.Decision { return nil })
}

// decide asks for the run with other decisions, at the end of an instant.
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
	load := p.Apply(string(src), model.Did{Text: did, Pairs: []i18n.Pair{i18n.S("n", p.Words.Int(job)), i18n.S("at", p.Run.Clock.At(at))}})
	load.At, load.Ordinal, load.Job = at, math.MaxInt32, -1
	return load
}

// Begin asks for the run on screen by hand, from its first event on.
func (p *ManualPanel) Begin(load func(message.Overrides) *message.Load, now message.Overrides) *message.Load {
	now.Queue, now.Depth = Queue, 0
	asked := load(now)
	asked.At, asked.Ordinal, asked.Telling = 0, math.MaxInt32, false
	return asked
}

// Next is the step after which all of the next instant has happened; the last
// one at the end.
func (p *ManualPanel) Next() int {
	if p.Run == nil || p.Step >= p.Run.Len() {
		return p.Step
	}
	at := p.Run.StepTime(int32(p.Step))
	return p.Run.Find(at, math.MaxInt32)
}
