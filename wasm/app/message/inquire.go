package message

import (
	"hopyard/core/longrun"
	"hopyard/core/metrics"
	"hopyard/core/simtime"
	"hopyard/core/workload/resampling"
)

// Topic is the subject of a TraceQuery.
type Topic uint8

// The topics of a TraceQuery.
const (
	TopicRows   Topic = iota // rows of the job table
	TopicCSV                 // all rows of the job table, as a CSV file
	TopicFinds               // search results for a text
	TopicSpread              // distributions of wait times and slowdowns, for the window and for the whole run
	TopicCut                 // excerpt of the time span in Filter as a separate scenario, with Text as its title
	TopicFile                // the same excerpt as the text of a scenario file, without a limit of length
	TopicUsers               // rows of the table of users, sorted by a UserColumn
	// TopicResamples asks for the figures of the run and of Count resamples of its
	// trace, which may have any length. Each run gets an answer, with its index in
	// First; run 0 is that of the trace. A Count of 0 ends an earlier request.
	TopicResamples
)

// TraceQuery asks about the long run, or the trace, with the given Serial. The answer
// repeats the Number.
type TraceQuery struct {
	Serial, Number int32
	Topic          Topic
	Filter         longrun.Filter
	By             longrun.Column
	Down           bool
	Promise        PromiseColumn // column of promises by which the rows are sorted; if it is NoPromise, the rows are sorted by the column in the field By
	First, Count   int32         // index of the first requested row, and number of requested rows
	Text           string
	Blocks         resampling.Blocks // for TopicResamples
}

// PromiseColumn is a column of the job table about the start that a job was
// promised. Only the engine can compute it, and it must do so job by job.
type PromiseColumn uint8

// The columns of promises.
const (
	NoPromise  PromiseColumn = iota // the rows are not sorted by promises
	ByPromised                      // the start that the job was first promised
	ByKept                          // how much later than promised the job started
)

// UserColumn is a column by which the table of users can be sorted. It is given in
// TraceQuery.By.
type UserColumn = longrun.Column

// The columns of the table of users.
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
	code(c, &m.Blocks)
}

// TraceReply is the answer to TraceQuery.
type TraceReply struct {
	Serial, Number int32
	Topic          Topic
	First, Total   int32 // index of the first row, and the total number of rows
	Rows           []JobRow
	Finds          []Find
	All, Window    Spreads
	Users          []UserRow
	// To sort rows by promises, the worker must first look up a number of promises.
	// The field Asking is that number, and the field Left is how many of them are
	// still missing. While Left is above 0, the answer has no rows and only reports
	// the progress.
	Left, Asking int32
	Text         string // contents of a file; for TopicResamples, the reason why there are no figures, in English
	Cut          ExcerptReply
	Figures      []float64       // for TopicResamples, of a run
	Pool         resampling.Pool // for TopicResamples, the blocks from which the resamples are drawn
}

// UserRow is a row of the table of users.
type UserRow struct {
	Name string
	Rank int32 // rank by node time, from 0 for the user with the most
	Jobs int32
	Part float64          // share of the node time of all jobs
	Wait simtime.Duration // mean wait time
}

// JobRow is a row of the job table.
type JobRow struct {
	Number        int64
	User          string
	Rank          int32 // rank of the user by node time, from 0
	Size          int32
	State         metrics.JobState
	Submit, Start simtime.Time
	Wait          simtime.Duration
	Slowdown      float64
	Overtaken     int32
	Used          float64
	// Promised is the start that the job was first promised, or simtime.Never if
	// there was no promise. It is valid only if Asked is set.
	Promised simtime.Time
	Head     simtime.Time // time at which the promise was made
	Asked    bool
	Untold   NoPromiseReason // reason why there was no promise
}

// NoPromiseReason is a reason why a job received no promise of a start.
type NoPromiseReason uint8

// The reasons why a job received no promise.
const (
	NotPromised   NoPromiseReason = iota // the queue discipline made no promise when the job was examined
	StartedFirst                         // the job started when it reached the head of the queue, so it needed no promise
	StartedBehind                        // the job was backfilled before it reached the head of the queue
)

// FindKind is the kind of a search result.
type FindKind uint8

// The kinds of search results.
const (
	FindWait      FindKind = iota // job with the longest wait
	FindOvertaken                 // job that was overtaken most often
	FindSlowdown                  // job with the largest slowdown
	FindCrowd                     // time at which the most jobs waited
	FindWorst                     // within the window with the most waiting time: the moment at which the waiting jobs request the most cores
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
	Span  simtime.Duration // wait time
	Count int64            // number of jobs; for FindCrowd and FindTime the number of waiting jobs
	Value float64          // slowdown; for FindTime the share of the machine in use
}

// Spreads holds the distributions of wait times and bounded slowdowns.
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
	list(c, &m.Figures, (*coder).float)
	code(c, &m.Pool.Blocks)
	code(c, &m.Pool.Number)
	code(c, &m.Pool.Groups)
	code(c, &m.Pool.Freedom)
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
