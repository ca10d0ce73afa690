package message

import (
	"hopyard/core/longrun"
	"hopyard/core/metrics"
	"hopyard/core/simtime"
)

// Topic is the subject of an Inquire.
type Topic uint8

// The topics.
const (
	TopicRows   Topic = iota // rows of the job table
	TopicCSV                 // all rows of the job table, as a CSV file
	TopicFinds               // search results for a text
	TopicSpread              // distributions of waits and slowdowns, for the window and for the whole run
	TopicCut                 // the time span of the filter as a scenario of its own, with Text as its title
	TopicFile                // the same as the text of a file, of any length
	TopicUsers               // the table of users, sorted by a UserColumn
)

// TraceQuery asks about a long run, the one with this Serial. The answer repeats the
// Number.
type TraceQuery struct {
	Serial, Number int32
	Topic          Topic
	Filter         longrun.Filter
	By             longrun.Column
	Down           bool
	Promise        PromiseColumn // column to sort by instead of By
	First, Count   int32         // range of rows
	Text           string
}

// PromiseColumn is a column of the job table that only the engine can fill in, one
// job at a time.
type PromiseColumn uint8

// The columns of promises.
const (
	NoPromise  PromiseColumn = iota // sort by another column
	ByPromised                      // the start time that the job was first promised
	ByKept                          // how much later than promised the job started
)

// UserColumn is a column by which the users can be sorted. Inquire.By holds it.
type UserColumn = longrun.Column

// The columns of users.
const (
	UsersByPart = longrun.BySize
	UsersByName = longrun.ByUser
	UsersByJobs = longrun.ByJob
	UsersByWait = longrun.ByWait
)

func (m *TraceQuery) code(c *coder) {
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

// TraceReply is the answer to Inquire.
type TraceReply struct {
	Serial, Number int32
	Topic          Topic
	First, Total   int32 // index of the first row, and the number of rows in all
	Rows           []JobRow
	Finds          []Find
	All, Window    Spreads
	Users          []UserRow
	// Left is the number of promises, out of Asking, that are still to be looked up
	// before the rows can be sorted. Until it is 0 the answer has no rows; a later
	// answer brings them.
	Left, Asking int32
	Text         string // contents of a file
	Cut          ExcerptReply
}

// UserRow is a user of the table of users.
type UserRow struct {
	Name string
	Rank int32 // rank by node time; 0 is the heaviest user
	Jobs int32
	Part float64          // share of the node time that all jobs held
	Wait simtime.Duration // mean
}

// JobRow is a row of the job table.
type JobRow struct {
	Number        int64
	User          string
	Rank          int32 // rank of the user; 0 is the heaviest
	Size          int32
	State         metrics.JobState
	Submit, Start simtime.Time
	Wait          simtime.Duration
	Slowdown      float64
	Overtaken     int32
	Used          float64
	// Promised is the latest start that the job was first promised; simtime.Never:
	// none. It is known only if Asked is set.
	Promised simtime.Time
	Head     simtime.Time // time of the promise
	Asked    bool
	Untold   NoPromiseReason // why there was no promise
}

// NoPromiseReason is a reason why a job was never promised a start.
type NoPromiseReason uint8

// The reasons.
const (
	NotPromised   NoPromiseReason = iota // the discipline made no promise at that time
	StartedFirst                         // the job started as soon as it was at the head of the queue, so it needed no promise
	StartedBehind                        // the job was backfilled, and never was at the head of the queue
)

// FindKind is the kind of a search result.
type FindKind uint8

// The kinds of search results.
const (
	FindWait      FindKind = iota // job with the longest wait
	FindOvertaken                 // job that was overtaken most often
	FindSlowdown                  // job with the largest slowdown
	FindCrowd                     // time at which the most jobs waited
	FindWorst                     // time with the most waiting
	FindJob
	FindUser
	FindTime
)

// Find is a search result.
type Find struct {
	Kind  FindKind
	Job   int64
	User  string
	At    simtime.Time
	Span  simtime.Duration // a wait time
	Count int64            // number of jobs; for FindTime the waiting jobs
	Value float64          // a slowdown; for FindTime the share of the machine that is in use
}

// Spreads are distributions of waits and bounded slowdowns.
type Spreads struct{ Waits, Slowdowns longrun.Spread }

func (m *TraceReply) code(c *coder) {
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

// Pack encodes the message.
func (m *TraceQuery) Pack() []byte { return pack(KindInquire, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *TraceQuery) Unpack(wire []byte) error { return unpack(wire, KindInquire, m) }

// Pack encodes the message.
func (m *TraceReply) Pack() []byte { return pack(KindTold, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *TraceReply) Unpack(wire []byte) error { return unpack(wire, KindTold, m) }
