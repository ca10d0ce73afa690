package message

import (
	"hopyard/core/longrun"
	"hopyard/core/metrics"
	"hopyard/core/simtime"
)

// Topic is what is asked of a run that is too long for the page.
type Topic uint8

// The topics.
const (
	TopicRows   Topic = iota // rows of the job table
	TopicCSV                 // all of its rows, as a file
	TopicFinds               // what a text finds
	TopicSpread              // waits and slowdowns of the window and of all
	TopicCut                 // the filter's time as a scenario of its own, titled by the text
	TopicFile                // the same as the text of a file, however long
	TopicUsers               // the users, sorted by a UserColumn
)

// Inquire asks about the run of a Serial. The answer carries its Number.
type Inquire struct {
	Serial, Number int32
	Topic          Topic
	Filter         longrun.Filter
	By             longrun.Column
	Down           bool
	Promise        PromiseColumn // sort by this instead of By
	First, Count   int32         // rows
	Text           string
}

// PromiseColumn is what a table of jobs can be sorted by that has to be asked of the
// engine, job by job.
type PromiseColumn uint8

// The columns of promises.
const (
	NoPromise  PromiseColumn = iota // sorted by something else
	ByPromised                      // when a job was to start, as it was first told
	ByKept                          // how much later than that it started
)

// UserColumn is what the users can be sorted by; it stands in Inquire.By.
type UserColumn = longrun.Column

// The columns of users.
const (
	UsersByPart = longrun.BySize
	UsersByName = longrun.ByUser
	UsersByJobs = longrun.ByJob
	UsersByWait = longrun.ByWait
)

func (m *Inquire) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Number)
	code(c, &m.Topic)
	f := &m.Filter
	code(c, &f.From)
	code(c, &f.To)
	c.text(&f.User)
	c.bool(&f.Named)
	code(c, &f.Least)
	code(c, &f.Most)
	c.bool(&f.Killed)
	code(c, &f.Wait)
	code(c, &m.By)
	c.bool(&m.Down)
	code(c, &m.Promise)
	code(c, &m.First)
	code(c, &m.Count)
	c.text(&m.Text)
}

// Told is the answer to Inquire.
type Told struct {
	Serial, Number int32
	Topic          Topic
	First, Total   int32 // of the rows: the first, and how many there are
	Rows           []JobRow
	Finds          []Find
	All, Window    Spreads
	Users          []UserRow
	// Left is how many promises are still to be asked for before the rows can be
	// sorted, of Asking. The rows come in a later answer then.
	Left, Asking int32
	Text         string // a file
	Cut          ExcerptReply
}

// UserRow is a user of the table of users.
type UserRow struct {
	Name string
	Rank int32 // 0 for the heaviest
	Jobs int32
	Part float64          // of the time that all jobs held
	Wait simtime.Duration // mean
}

// JobRow is a job of the table.
type JobRow struct {
	Number        int64
	User          string
	Rank          int32 // of the user, 0 for the heaviest
	Size          int32
	State         metrics.JobState
	Submit, Start simtime.Time
	Wait          simtime.Duration
	Slowdown      float64
	Overtaken     int32
	Used          float64
	// Promised is when it was to start at the latest, as it was first told;
	// simtime.Never: it was told nothing. Asked says that it is known.
	Promised simtime.Time
	Head     simtime.Time // when it was told
	Asked    bool
	Untold   Untold // why it was told nothing
}

// Untold is why a job was told nothing.
type Untold uint8

// Why a job was told nothing.
const (
	NotPromised   Untold = iota // the discipline promised it nothing then
	StartedFirst                // it started as soon as it was first in line, and had not to be told
	StartedBehind               // it started from behind others, and was never first in line
)

// FindKind is what was found.
type FindKind uint8

// The kinds of finds.
const (
	FindWait      FindKind = iota // the job that waited longest
	FindOvertaken                 // that was overtaken most
	FindSlowdown                  // with the worst slowdown
	FindCrowd                     // when most jobs waited
	FindWorst                     // when most was waited for
	FindJob
	FindUser
	FindTime
)

// Find is one thing that was found.
type Find struct {
	Kind  FindKind
	Job   int64
	User  string
	At    simtime.Time
	Span  simtime.Duration // a wait
	Count int64            // of jobs; of FindTime those that wait
	Value float64          // a slowdown; of FindTime the part of the machine that is used
}

// Spreads are distributions of waits and bounded slowdowns.
type Spreads struct{ Waits, Slowdowns longrun.Spread }

func (m *Told) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Number)
	code(c, &m.Topic)
	code(c, &m.First)
	code(c, &m.Total)
	list(c, &m.Rows, codeTraceRow)
	list(c, &m.Finds, func(c *coder, f *Find) {
		code(c, &f.Kind)
		code(c, &f.Job)
		c.text(&f.User)
		code(c, &f.At)
		code(c, &f.Span)
		code(c, &f.Count)
		c.float(&f.Value)
	})
	for _, s := range [...]*Spreads{&m.All, &m.Window} {
		list(c, (*[]int32)(&s.Waits), code[int32])
		list(c, (*[]int32)(&s.Slowdowns), code[int32])
	}
	list(c, &m.Users, func(c *coder, u *UserRow) {
		c.text(&u.Name)
		code(c, &u.Rank)
		code(c, &u.Jobs)
		c.float(&u.Part)
		code(c, &u.Wait)
	})
	code(c, &m.Left)
	code(c, &m.Asking)
	c.text(&m.Text)
	m.Cut.code(c)
}

func codeTraceRow(c *coder, r *JobRow) {
	code(c, &r.Number)
	c.text(&r.User)
	code(c, &r.Rank)
	code(c, &r.Size)
	code(c, &r.State)
	code(c, &r.Submit)
	code(c, &r.Start)
	code(c, &r.Wait)
	c.float(&r.Slowdown)
	code(c, &r.Overtaken)
	c.float(&r.Used)
	code(c, &r.Promised)
	code(c, &r.Head)
	c.bool(&r.Asked)
	code(c, &r.Untold)
}

// Pack writes the message.
func (m *Inquire) Pack() []byte { return pack(KindInquire, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Inquire) Unpack(wire []byte) error { return unpack(wire, KindInquire, m) }

// Pack writes the message.
func (m *Told) Pack() []byte { return pack(KindTold, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Told) Unpack(wire []byte) error { return unpack(wire, KindTold, m) }
