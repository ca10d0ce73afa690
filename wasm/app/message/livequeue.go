package message

import (
	"hopyard/core/pending"
	"hopyard/core/simtime"
)

// LiveFile gives the worker an output of Slurm's commands about the queue of a real
// cluster. It adds to what the worker knows. The text is in a file beside the message.
type LiveFile struct {
	Serial int32
	Name   string
	Begin  bool // forget what is known
	More   bool // another file follows, so that reading can wait
}

func (m *LiveFile) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Name)
	c.bool(&m.Begin)
	c.bool(&m.More)
}

// LiveState answers LiveFile: what is known about the cluster. If there are faults, the
// files with faults are left out, and the rest is what is known.
type LiveState struct {
	Serial  int32
	Files   []string
	Faults  []Problem // the place is the name of a file
	Notices []LiveNotice

	Nodes, Down      int32
	Partitions       int32
	Running, Waiting int32
	Has              LiveParts
	Assumed          []pending.Clause
	Trouble          string // why the queue cannot be simulated, in English; "" if it can
	Needs            bool   // the worker's program cannot read the files: start the other one, and give them again
	Lost             bool   // the worker is a new one, and does not have the files: give them again

	Unread    []Problem // rows that could not be read and are left out, the first ones
	NumUnread int32
}

// LiveParts holds which parts of a cluster's state are known.
type LiveParts struct {
	Limits, Nodes, Partitions, Priorities, History bool

	QOS, Accounts bool // their limits
	Reservations  bool
	Reserving     bool // a job waits for nodes that are reserved, or for its reservation
	Past          bool // what sacct recorded can be replayed
}

// LiveNotice is a notice about a line of a file, in English. It is about the whole file
// if the line is 0, and about all files if there is no name.
type LiveNotice struct {
	File string
	Line int32
	Text string
}

func (m *LiveState) code(c *coder) {
	code(c, &m.Serial)
	list(c, &m.Files, (*coder).text)
	list(c, &m.Faults, codeFault)
	list(c, &m.Notices, func(c *coder, n *LiveNotice) {
		c.text(&n.File)
		code(c, &n.Line)
		c.text(&n.Text)
	})
	code(c, &m.Nodes)
	code(c, &m.Down)
	code(c, &m.Partitions)
	code(c, &m.Running)
	code(c, &m.Waiting)
	c.bool(&m.Has.Limits)
	c.bool(&m.Has.Nodes)
	c.bool(&m.Has.Partitions)
	c.bool(&m.Has.Priorities)
	c.bool(&m.Has.History)
	c.bool(&m.Has.QOS)
	c.bool(&m.Has.Accounts)
	c.bool(&m.Has.Reservations)
	c.bool(&m.Has.Reserving)
	c.bool(&m.Has.Past)
	list(c, &m.Assumed, codeClause)
	c.text(&m.Trouble)
	c.bool(&m.Needs)
	c.bool(&m.Lost)
	list(c, &m.Unread, codeFault)
	code(c, &m.NumUnread)
}

func codeClause(c *coder, v *pending.Clause) {
	code(c, &v.Code)
	code(c, &v.Need)
	code(c, &v.Have)
	c.text(&v.Name)
	c.text(&v.Detail)
	code(c, &v.On)
}

// LiveSearch asks for the pending jobs with a text in their id, user or name.
type LiveSearch struct {
	Serial int32
	Text   string
}

func (m *LiveSearch) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Text)
}

// LiveFound answers LiveSearch: the best matches. Jobs that are not pending are counted
// apart.
type LiveFound struct {
	Serial int32
	Text   string
	Jobs   []LiveJob
	Total  int32
	Other  LiveJob // the first match that is not pending; its id is "" if there is none
}

func (m *LiveFound) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Text)
	list(c, &m.Jobs, codeLiveJob)
	code(c, &m.Total)
	codeLiveJob(c, &m.Other)
}

// LiveJob is a job of a real cluster. Unknown values are empty or 0.
type LiveJob struct {
	ID, User, Name, State string
	Reason                string // Slurm's word
	Partitions            []string
	Nodes                 int64
	Limit                 simtime.Duration
	Priority              int64 // 0 if unknown
}

func codeLiveJob(c *coder, j *LiveJob) {
	c.text(&j.ID)
	c.text(&j.User)
	c.text(&j.Name)
	c.text(&j.State)
	c.text(&j.Reason)
	list(c, &j.Partitions, (*coder).text)
	code(c, &j.Nodes)
	code(c, &j.Limit)
	code(c, &j.Priority)
}

// LiveQuestion asks why a job is pending. It ends the answer to an earlier question.
type LiveQuestion struct {
	Serial int32
	Number int32 // of the question
	Job    string
}

func (m *LiveQuestion) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Number)
	c.text(&m.Job)
}

// LiveAnswer answers LiveQuestion, with what is known so far: pending.Answer. It is sent
// again when more is known.
type LiveAnswer struct {
	Serial, Number int32
	Over           bool // nothing follows
	Trouble        string
	Job            LiveJob
	Obstacle       pending.Clause
	Because        pending.Clause
	Missing        []pending.Missing
	Started        bool // Start is known
	Start          LiveStart
	Ahead          []LiveAhead
	NumAhead       int32
	Ends           []LiveEnd
	WhatIfs        []LiveWhatIf
	Range          *pending.Range
	Deadline       *pending.Deadline
	Queue          string // the partition in which a job of several is simulated
	Several        int32  // jobs ahead that name several partitions
	Others         int32  // further jobs that may be ahead in another of their partitions
	Room           *LiveRoom
}

// LiveRoom lists the jobs that must end before a limit has room; see pending.LimitRoom.
type LiveRoom struct {
	Ends   []LiveEnd // the first ones, and the last one
	Num    int32     // how many must end
	Enough bool
	Lacks  []pending.Missing
}

// LiveStart is a predicted start; see pending.Start.
type LiveStart struct {
	After, Until simtime.Duration
	Nodes        []string // the first ones
	NumNodes     int32
	Unbounded    bool
	Rough        bool
	Removed      bool
	Removal      simtime.Duration
}

// LiveAhead is a job that is before another.
type LiveAhead struct {
	Job    LiveJob
	Higher pending.AheadBy
	Waits  pending.Waits
	Parts  []pending.PriorityGap
}

// LiveEnd is the end of a job's time limit.
type LiveEnd struct {
	Job   LiveJob
	After simtime.Duration
	Nodes int32
}

// LiveWhatIf is a changed request, and when the job would start with it.
type LiveWhatIf struct {
	Kind   pending.RequestChange
	Limit  simtime.Duration
	Nodes  int64
	Name   string
	Start  LiveStart
	Sooner bool
}

func (m *LiveAnswer) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Number)
	c.bool(&m.Over)
	c.text(&m.Trouble)
	codeLiveJob(c, &m.Job)
	codeClause(c, &m.Obstacle)
	codeClause(c, &m.Because)
	list(c, &m.Missing, func(c *coder, v *pending.Missing) { code(c, v) })
	c.bool(&m.Started)
	codeLiveStart(c, &m.Start)
	list(c, &m.Ahead, func(c *coder, a *LiveAhead) {
		codeLiveJob(c, &a.Job)
		code(c, &a.Higher)
		code(c, &a.Waits)
		list(c, &a.Parts, func(c *coder, p *pending.PriorityGap) {
			c.text(&p.Name)
			code(c, &p.Theirs)
			code(c, &p.Mine)
		})
	})
	code(c, &m.NumAhead)
	list(c, &m.Ends, codeLiveEnd)
	list(c, &m.WhatIfs, func(c *coder, w *LiveWhatIf) {
		code(c, &w.Kind)
		code(c, &w.Limit)
		code(c, &w.Nodes)
		c.text(&w.Name)
		codeLiveStart(c, &w.Start)
		c.bool(&w.Sooner)
	})
	optional(c, &m.Range, func(c *coder, r *pending.Range) {
		code(c, &r.Early)
		code(c, &r.Median)
		code(c, &r.Late)
		code(c, &r.Draws)
		c.bool(&r.Rough)
	})
	optional(c, &m.Deadline, func(c *coder, d *pending.Deadline) {
		code(c, &d.In)
		code(c, &d.Latest)
	})
	c.text(&m.Queue)
	code(c, &m.Several)
	code(c, &m.Others)
	optional(c, &m.Room, func(c *coder, r *LiveRoom) {
		list(c, &r.Ends, codeLiveEnd)
		code(c, &r.Num)
		c.bool(&r.Enough)
		list(c, &r.Lacks, func(c *coder, v *pending.Missing) { code(c, v) })
	})
}

func codeLiveEnd(c *coder, e *LiveEnd) {
	codeLiveJob(c, &e.Job)
	code(c, &e.After)
	code(c, &e.Nodes)
}

func codeLiveStart(c *coder, s *LiveStart) {
	code(c, &s.After)
	code(c, &s.Until)
	list(c, &s.Nodes, (*coder).text)
	code(c, &s.NumNodes)
	c.bool(&s.Unbounded)
	c.bool(&s.Rough)
	c.bool(&s.Removed)
	code(c, &s.Removal)
}

// LiveShow asks for the queue as a scenario.
type LiveShow struct {
	Serial int32
	Hide   bool // with pseudonyms for all names
}

func (m *LiveShow) code(c *coder) {
	code(c, &m.Serial)
	c.bool(&m.Hide)
}

// LiveScenario answers LiveShow.
type LiveScenario struct {
	Serial  int32
	Hide    bool
	Text    string // the scenario; "" if there is none
	Job     int64  // number of the job to which the latest answer belongs, or -1
	Trouble string // why there is none, in English
}

func (m *LiveScenario) code(c *coder) {
	code(c, &m.Serial)
	c.bool(&m.Hide)
	c.text(&m.Text)
	code(c, &m.Job)
	c.text(&m.Trouble)
}

// Pack encodes the message.
func (m *LiveShow) Pack() []byte { return pack(KindLiveShow, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *LiveShow) Unpack(wire []byte) error { return unpack(wire, KindLiveShow, m) }

// Pack encodes the message.
func (m *LiveScenario) Pack() []byte { return pack(KindLiveScenario, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *LiveScenario) Unpack(wire []byte) error { return unpack(wire, KindLiveScenario, m) }

// Pack encodes the message.
func (m *LiveFile) Pack() []byte { return pack(KindLiveFile, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *LiveFile) Unpack(wire []byte) error { return unpack(wire, KindLiveFile, m) }

// Pack encodes the message.
func (m *LiveState) Pack() []byte { return pack(KindLiveState, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *LiveState) Unpack(wire []byte) error { return unpack(wire, KindLiveState, m) }

// Pack encodes the message.
func (m *LiveSearch) Pack() []byte { return pack(KindLiveSearch, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *LiveSearch) Unpack(wire []byte) error { return unpack(wire, KindLiveSearch, m) }

// Pack encodes the message.
func (m *LiveFound) Pack() []byte { return pack(KindLiveFound, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *LiveFound) Unpack(wire []byte) error { return unpack(wire, KindLiveFound, m) }

// Pack encodes the message.
func (m *LiveQuestion) Pack() []byte { return pack(KindLiveQuestion, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *LiveQuestion) Unpack(wire []byte) error { return unpack(wire, KindLiveQuestion, m) }

// Pack encodes the message.
func (m *LiveAnswer) Pack() []byte { return pack(KindLiveAnswer, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *LiveAnswer) Unpack(wire []byte) error { return unpack(wire, KindLiveAnswer, m) }
