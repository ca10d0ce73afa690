package app

import (
	"strings"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recorded"
	"hopyard/wasm/app/words"
	"hopyard/wasm/draw"
)

// Model is what the page shows, and what was asked for.
type Model struct {
	Words *words.Catalog

	Run   *recorded.Run  // nil before the first
	State *message.State // of the step on screen; never nil when Run is not
	Step  int            // the steps taken that are wanted; State follows
	Want  workload.JobID // whose reason is wanted; State.Chosen follows

	Selected workload.JobID // the job that the reader chose
	Pointed  Place          // what is under the pointer or the focus of a grid
	Weighed  *message.Weighed
	Shown    int // the candidate that is pointed at; -1 none

	Window   draw.Window // of the timeline
	View     draw.View   // of the machine
	ReadOnly bool        // nothing can be edited, as in some embeds
	Record   bool        // the raw record is shown
	Playing  bool
	Walk     Walk
	Looks    Looks
	Speed    int     // in Speeds
	Glide    float64 // part of the way to the next step, while playing

	Tree     Tree
	Grid     Grid
	Edits    History
	Drafts   Drafts
	Glossary Glossary // nil until it is wanted

	Holding bool // a grip is in a hand: the timeline stays as it is
	sides
	Compared Comparison // the page shows it, and its place in time; nil: it shows one run
	Beside   Comparison // whose clock the run goes by; nil: by its own

	Share Share // links

	Source   message.Load // what Run came from, as it was asked for; what Overrides change
	Asked    message.Load // the latest that was asked for
	Loading  *message.Progress
	Faults   []message.Fault // of the latest, if it failed: Run is stale then
	Failed   *message.Failed
	Changed  string                                           // what the latest edit changed, as HTML; "" after anything else
	most     [int(queue.NumParts) + workload.MaxNamed]float64 // how far each weight's slider reaches
	Request  Request
	Note     string // a passing remark, as after copying
	Announce string // what the live line says
}

// Place is a part of the machine or of the timeline.
type Place struct {
	Job    workload.JobID
	Node   topology.NodeID // -1: none
	Last   topology.NodeID
	Switch draw.SwitchID
	Cable  int32 // of the picture; -1: none
	Outage int32 // of the node, by place in the timeline from 1; 0: none
	Aside  bool  // the node is only set aside for the job
}

// Nowhere is no place.
func Nowhere() Place {
	return Place{Job: workload.NoJob, Node: -1, Last: -1, Switch: draw.NoSwitch, Cable: -1}
}

// Speeds are the paces of playing, as multiples of the usual pace.
var Speeds = [...]float64{0.25, 0.5, 1, 2, 4, 8}

// StepsPerSecond is the usual pace.
const StepsPerSecond = 2

// NewModel is a page on which nothing is loaded yet.
func NewModel(c *words.Catalog) *Model {
	m := &Model{Words: c, Speed: 2}
	m.clear()
	return m
}

func (m *Model) clear() {
	m.Want, m.Selected, m.Pointed = workload.NoJob, workload.NoJob, Nowhere()
	m.Weighed, m.Shown, m.Glide = nil, -1, 0
}

// Load is asked for: it returns the message for the worker, with a serial of
// its own. What is on screen stays until the answer.
func (m *Model) Load(l message.Load) *message.Load {
	l.Serial = m.Asked.Serial + 1
	m.Asked = l
	m.Loading = &message.Progress{Serial: l.Serial}
	m.Playing, m.Note, m.Request = false, "", Request{}
	return &m.Asked
}

// Change asks for the scenario on screen with other overrides, at the place in
// time where the reader is.
func (m *Model) Change(o message.Overrides) *message.Load {
	l := m.Source
	if m.Asked.Serial != m.Source.Serial && m.Loading != nil && m.Request.Turn == 0 {
		l = m.Asked // changes that come quickly add up
	}
	l.Overrides = o
	l.Job = -1
	if m.Run != nil {
		l.At, l.Ordinal = m.Moment()
		if m.Selected != workload.NoJob {
			l.Job = m.Run.Jobs[m.Selected].Number
		}
	}
	return m.edit(l)
}

// edit asks for an edit of what is on screen: the answer says what it changed.
func (m *Model) edit(l message.Load) *message.Load {
	asked := m.Load(l)
	m.Request.Edit = true
	return asked
}

// Moment is the place in time of the step on screen.
func (m *Model) Moment() (at simtime.Time, ordinal int32) {
	if m.Compared != nil {
		at := m.Compared.Moment()
		return at.Time, at.Ordinal
	}
	if m.Run == nil || m.Step == 0 {
		return -1, 0
	}
	s := &m.Run.Steps[m.Step-1]
	return s.Time, s.Ordinal
}

// Accept takes in what the worker has loaded. It reports false for an answer to
// what was not asked for last.
func (m *Model) Accept(l *message.Loaded) bool {
	return l.Serial == m.Asked.Serial && m.AcceptRun(recorded.NewRun(l, m.Words))
}

// AcceptRun is Accept for a run that has been prepared.
func (m *Model) AcceptRun(r *recorded.Run) bool {
	old, before := m.Run, message.Load{}
	if old != nil {
		before = m.here()
	}
	if !m.take(r) {
		return false
	}
	if m.Source.Form == message.Shared {
		m.Share.Short.opened(r.Link)
	}
	m.Share.Made, m.Share.Bad = r.Made, nil
	m.Changed = ""
	if m.Request.Edit && m.Request.Base != nil {
		m.Changed = m.changes(m.Request.Base)
	} else if m.Request.Edit && old != nil {
		m.Changed = m.changes(old)
	}
	if turned := m.visit(before, old == nil); turned != "" {
		m.Changed = strings.TrimSpace(turned + " " + m.Changed)
	}
	return true
}

// Reject takes in that what was asked for could not be loaded.
func (m *Model) Reject(f *message.Failed) bool {
	if !m.reject(f) {
		return false
	}
	if f.OfLink() && !m.Request.Edit {
		m.rejectLink(f)
	}
	return true
}

// Show takes in the state of a step. It reports false for one that is not of
// this run or no longer wanted.
func (m *Model) Show(s *message.State) bool {
	if !m.show(s) {
		return false
	}
	if int(s.Step) == m.Step {
		m.Announce = m.Words.Sentences(words.Plain(m.Changed), m.Spoken())
	}
	return true
}

// take puts a run on screen. It reports false for an answer to what was not
// asked for last.
func (m *Model) take(r *recorded.Run) bool {
	l, old := r.Loaded, m.Run
	if l.Serial != m.Asked.Serial {
		return false
	}
	m.Run, m.Source = r, m.Asked
	r.Clock = r.Clock.In(m.Words)      // it may have changed meanwhile
	if m.Source.Form == message.Link { // the moment that it named is over
		m.Source.Text, _, _ = strings.Cut(m.Source.Text, "&")
	}
	if m.Source.Form == message.Shared {
		m.Source.View = ""
	}
	m.Source.Telling = false
	m.Loading, m.Faults, m.Failed = nil, nil, nil
	m.clear()
	m.Step, m.State = int(l.Step), nil
	m.Selected, m.Want = l.Select, l.Select
	if old == nil || !sameMachine(old, m.Run) {
		m.View = draw.View{}
	}
	if !m.Holding && (old == nil || old.Last != m.Run.Last || old.Title != m.Run.Title) {
		m.Window = m.Whole()
	}
	return true
}

func sameMachine(a, b *recorded.Run) bool { return a.Machine.Drawn.Nodes == b.Machine.Drawn.Nodes }

// reject takes in that what was asked for could not be loaded.
func (m *Model) reject(f *message.Failed) bool {
	if f.Serial != m.Asked.Serial {
		return false
	}
	m.Loading = nil
	m.Asked.Overrides = m.Source.Overrides // what is chosen next does not repeat the fault
	if f.Cancel {
		m.Note = m.Words.Say(words.Cancelled)
		return true
	}
	m.Failed, m.Faults = f, f.Faults
	return true
}

// empty takes away what is on screen.
func (m *Model) empty() {
	m.Run, m.State = nil, nil
	m.Step, m.Playing = 0, false
	m.clear()
}

// show takes in the state of a step. It reports false for one that is not of
// this run or no longer wanted.
func (m *Model) show(s *message.State) bool {
	if m.Run == nil || s.Serial != m.Run.Serial {
		return false
	}
	m.State = s
	m.Weighed, m.Shown = s.Weighed, -1
	if int(s.Step) == m.Step {
		m.follow()
	}
	return true
}

// Weigh takes in the placements that were weighed.
func (m *Model) Weigh(w *message.Weighed) bool {
	if m.State == nil || w.Serial != m.State.Serial || w.Step != m.State.Step {
		return false
	}
	m.Weighed, m.Shown = w, -1
	return true
}

// Stale reports whether what is on screen is not what was asked for last.
func (m *Model) Stale() bool { return len(m.Faults) > 0 && m.Share.Bad == nil }

// Now is the instant on screen; between two steps while playing. Beside other
// runs it is that of their clock, but while the state on screen is one of
// before: a picture is of one moment.
func (m *Model) Now() simtime.Time {
	if m.Run == nil || m.State == nil {
		return 0
	}
	n := int(m.State.Step)
	if m.Beside != nil {
		if n != m.Step {
			return m.Run.Time(n)
		}
		return m.Beside.Now()
	}
	at := m.Run.Time(n)
	if m.Glide > 0 && n < m.Run.Len() && !m.Looks.Still {
		at += simtime.Time(m.Glide * float64(m.Run.Time(m.Stride(n, 1))-at))
	}
	return at
}
