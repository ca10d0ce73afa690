package simworker

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"hopyard/core/longrun"
	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

// traceQueries answers queries about a run that is too long for the page. If an
// answer needs promises that jobs received, it asks the engine for the promises of
// one step in each piece of work.
type traceQueries struct {
	of       *Replay
	sorted   []int32 // jobs of the table in the order of the latest request
	filter   longrun.Filter
	by       longrun.Column
	down     bool
	known    bool
	head     []int32 // by job: the step after which its promise is looked up (see ask); -1 if it started by then or was never submitted
	untold   []message.NoPromiseReason
	promised map[workload.JobID]promise
	open     *message.TraceReply // answer whose rows still lack promises, or nil
	next     int
	gather   *gather // state of looking up promises to sort by, or nil
}

// promise is a promised start (at), and the time at which the promise was looked up
// (head).
type promise struct{ at, head simtime.Time }

// maxTableRows is the greatest number of table rows in an answer.
const maxTableRows = 200

// newTraceQueries returns the traceQueries of a run. Cost: O(jobs·log jobs).
func newTraceQueries(r *Replay) *traceQueries {
	r.table.CountOvertaking()
	return &traceQueries{of: r, promised: map[workload.JobID]promise{}}
}

// handle answers a query and returns the packed answer. If the answer needs
// promises that are not known yet, it starts to look them up; a later answer
// contains them.
func (c *traceQueries) handle(m *message.TraceQuery) []byte {
	told := &message.TraceReply{Serial: m.Serial, Number: m.Number, Topic: m.Topic}
	switch m.Topic {
	case message.TopicRows:
		c.open, c.gather = nil, nil
		if c.sort(m); m.Promise != message.NoPromise && c.begin(m, told) {
			break
		}
		c.show(told, m)
	case message.TopicUsers:
		c.users(told, m)
	case message.TopicFile:
		told.Text = c.of.cutFile(m.Filter.From, m.Filter.To, m.Text)
	case message.TopicCSV:
		c.sort(m)
		var out strings.Builder
		_ = c.of.table.WriteCSV(&out, c.of.config.Jobs, c.sorted) // writing to a strings.Builder never fails; the promises are left out, because each would have to be looked up
		told.Text = out.String()
	case message.TopicFinds:
		told.Finds = c.finds(m.Text)
	case message.TopicCut:
		told.Cut = c.of.cut(m.Filter.From, m.Filter.To, m.Text)
	case message.TopicSpread:
		t := c.of.table
		told.All.Waits, told.All.Slowdowns = t.Spreads(longrun.Filter{})
		told.Window.Waits, told.Window.Slowdowns = t.Spreads(longrun.Filter{From: c.of.window.from, To: c.of.window.to})
	}
	return told.Pack()
}

func (c *traceQueries) sort(m *message.TraceQuery) {
	if !c.known || c.filter != m.Filter || c.by != m.By || c.down != m.Down {
		c.sorted = c.of.table.Sorted(m.Filter, m.By, m.Down)
		c.filter, c.by, c.down, c.known = m.Filter, m.By, m.Down, true
	}
}

// show adds the requested rows to the answer, and starts to look up the promises of
// their jobs.
func (c *traceQueries) show(told *message.TraceReply, m *message.TraceQuery) {
	c.rows(told, m)
	c.open, c.next = told, 0
}

func (c *traceQueries) rows(told *message.TraceReply, m *message.TraceQuery) {
	told.Total = int32(len(c.sorted))
	first := min(max(int(m.First), 0), len(c.sorted))
	if m.Text != "" { // show the rows around the job with this number
		if n, err := strconv.ParseInt(m.Text, 10, 64); err == nil {
			if at := slices.Index(c.sorted, int32(c.of.jobOf(n))); at >= 0 {
				first = at / max(int(m.Count), 1) * int(m.Count)
			}
		}
	}
	told.First = int32(first)
	for _, id := range c.sorted[first:min(first+min(int(m.Count), maxTableRows), len(c.sorted))] {
		told.Rows = append(told.Rows, c.row(workload.JobID(id)))
	}
}

func (c *traceQueries) row(id workload.JobID) message.JobRow {
	t := c.of.table
	j := &t.Jobs[id]
	r := message.JobRow{
		Number: c.of.config.Jobs[id].Number, User: t.Users[j.User].Name, Rank: j.User, Size: j.Size, State: j.State,
		Submit: j.Submit, Start: j.FirstStart(), Wait: j.Waited, Slowdown: j.Slowdown, Overtaken: j.Overtook, Used: j.Used, Promised: simtime.Never,
	}
	if p, known := c.promised[id]; known {
		r.Promised, r.Head, r.Asked, r.Untold = p.at, p.head, true, c.untold[id]
	}
	return r
}

// busy reports whether promises are being looked up.
func (c *traceQueries) busy() bool { return c != nil && (c.open != nil || c.gather != nil) }

// work looks up the promise of one job, and then returns nil. When all promises are
// known, it returns the answer with the rows.
func (c *traceQueries) work() []byte {
	if c.gather != nil {
		return c.gatherSome()
	}
	for ; c.next < len(c.open.Rows); c.next++ {
		row := &c.open.Rows[c.next]
		if row.Asked {
			continue
		}
		id := c.of.jobOf(row.Number)
		p := c.ask(id)
		c.promised[id] = p
		row.Promised, row.Head, row.Asked, row.Untold = p.at, p.head, true, c.untold[id]
		return nil
	}
	told := c.open
	c.open = nil
	return told.Pack()
}

// ask returns the first promise that a job received. If the queue is in the order
// of submission, the job received it on reaching the head of the queue. Otherwise
// the job received it at its submission. If there was no promise, both times are
// Never.
func (c *traceQueries) ask(id workload.JobID) promise {
	none := promise{simtime.Never, simtime.Never}
	if c.head == nil {
		c.readHeads()
	}
	step := c.head[id]
	if step < 0 {
		return none
	}
	for _, d := range c.of.tape.Seek(int(step)).Pending() {
		if d.Job == id && d.Promised != simtime.Never {
			return promise{d.Promised, c.of.tape.Mark(int(step) - 1).Time}
		}
	}
	return none
}

// readHeads determines for each job the step at which its promise is looked up. If
// the queue is in the order of submission, that is the step after which the job was
// at the head of the queue. Otherwise it is the step of the job's submission. Cost:
// O(events).
func (c *traceQueries) readHeads() {
	r := c.of
	n := len(r.config.Jobs)
	submit, start, because := make([]int32, n), make([]int32, n), make([]why.Code, n)
	for i := range submit {
		submit[i], start[i] = -1, -1
	}
	for i := range r.tape.Len() {
		for _, e := range r.tape.Events(i) {
			switch {
			case e.Kind == trace.Submit && submit[e.Job] < 0:
				submit[e.Job] = int32(i) + 1
			case e.Kind == trace.Start && start[e.Job] < 0:
				start[e.Job], because[e.Job] = int32(i)+1, e.Why.Code
			}
		}
	}
	inOrder := policies.Has(r.scenario.Scheduler.Queue, policies.ShowsShadow) && policyOf(r.scenario).Order == "submit"
	c.head, c.untold = make([]int32, n), make([]message.NoPromiseReason, n)
	last := int32(0) // latest step in which an earlier job started
	for i := range c.head {
		c.head[i] = submit[i]
		if inOrder && submit[i] >= 0 {
			c.head[i] = max(submit[i], last)
		}
		if start[i] >= 0 && c.head[i] >= start[i] { // the job started immediately or was backfilled
			if c.untold[i] = message.StartedFirst; c.head[i] > start[i] && because[i] != why.FitsNow {
				c.untold[i] = message.StartedBehind
			}
			c.head[i] = -1
		}
		last = max(last, start[i])
	}
}

// finds returns the search results for a text. If the text contains no number, the
// results include the extremes of the run, such as the longest wait.
func (c *traceQueries) finds(text string) []message.Find {
	text = strings.ToLower(strings.TrimSpace(text))
	r, o, t := c.of, &c.of.overview, c.of.table
	var out []message.Find
	number, digits := int64(-1), strings.TrimLeftFunc(text, func(x rune) bool { return !unicode.IsDigit(x) })
	if n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 53); err == nil {
		number = n
	}
	if text == "" || number < 0 {
		for _, k := range [...]struct {
			kind message.FindKind
			by   longrun.Column
		}{{message.FindWait, longrun.ByWait}, {message.FindOvertaken, longrun.ByOvertaken}, {message.FindSlowdown, longrun.BySlowdown}} {
			if i := t.Most(longrun.Filter{}, k.by); i >= 0 && stands(&t.Jobs[i], k.by) {
				j := &t.Jobs[i]
				out = append(out, message.Find{Kind: k.kind, Job: r.config.Jobs[i].Number, At: j.FirstStart(), Span: j.Waited, Count: int64(j.Overtook), Value: j.Slowdown})
			}
		}
		best := 0
		for i := range o.Bins {
			if o.Bins[i].Waiting > o.Bins[best].Waiting {
				best = i
			}
		}
		if len(out) > 0 && out[0].Kind == message.FindWait { // otherwise no job waits
			out = append(out, message.Find{Kind: message.FindCrowd, At: o.From.Add(o.Width * simtime.Duration(best)), Count: int64(o.Bins[best].Waiting)})
			from, to := o.Worst(r.usual())
			out = append(out, message.Find{Kind: message.FindWorst, At: o.Peak(from, to)})
		}
	}
	if number >= 0 {
		if id := r.jobOf(number); id != workload.NoJob {
			j := &t.Jobs[id]
			at := j.FirstStart()
			if at == simtime.Never {
				at = j.Submit
			}
			out = append(out, message.Find{Kind: message.FindJob, Job: number, At: at, Span: j.Waited})
		}
		if at := simtime.Time(0).Add(simtime.Duration(number) * simtime.Day); number < 1_000_000 && at >= o.From && at < o.To() {
			b := o.Bins[o.At(at)]
			out = append(out, message.Find{Kind: message.FindTime, At: at, Count: int64(b.Waiting), Value: b.Busy})
		}
	}
	return append(out, c.named(digits, text)...)
}

// stands reports whether the job's value in the given column is worth reporting: a
// wait or a count above 0, or a slowdown above 1.
func stands(j *longrun.JobRecord, by longrun.Column) bool {
	switch by {
	case longrun.ByWait:
		return j.Waited > 0
	case longrun.ByOvertaken:
		return j.Overtook > 0
	}
	return j.Slowdown > 1
}

// named returns up to five users whose names contain the text. Exact matches come
// first; a name also matches exactly if it equals digits, the text from its first
// digit on.
func (c *traceQueries) named(digits, text string) (out []message.Find) {
	if text == "" {
		return nil
	}
	t := c.of.table
	for _, exact := range [...]bool{true, false} {
		for i := range t.Users {
			u := &t.Users[i]
			name := strings.ToLower(u.Name)
			is := name != "" && (name == digits || name == text)
			if has := is || name != "" && strings.Contains(name, text); is == exact && has && len(out) < 5 {
				out = append(out, message.Find{Kind: message.FindUser, User: u.Name, Count: int64(u.Jobs), Span: u.MeanWait()})
			}
		}
	}
	return out
}
