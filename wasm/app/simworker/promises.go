package simworker

import (
	"cmp"
	"slices"

	"hopyard/core/engine"
	"hopyard/core/longrun"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

// gather is the state of looking up the promises of all jobs that pass a filter.
// They are needed to sort the jobs by promise. The promises are looked up in the
// order of the steps, so that a single engine can walk through the run once.
type gather struct {
	asked *message.TraceQuery
	open  []workload.JobID // jobs whose promises have not been looked up yet, ordered by step
	all   int32
	e     *engine.Engine
	at    int // number of steps that the engine e has executed
}

const (
	// gatherSteps is the greatest number of steps that the engine executes to reach
	// the next promise. If the promise is farther away, the engine seeks to its
	// step.
	gatherSteps = 2000
	// gatherTell is the number of promises between two reports of the progress to
	// the page.
	gatherTell = 200
)

// begin starts to look up the promises that are not known yet, and returns true. If
// all promises are known, it sorts the jobs and returns false.
func (c *traceQueries) begin(m *message.TraceQuery, told *message.TraceReply) bool {
	if c.head == nil {
		c.readHeads()
	}
	g := &gather{asked: m}
	for _, id := range c.sorted {
		if _, known := c.promised[workload.JobID(id)]; !known && c.head[id] >= 0 {
			g.open = append(g.open, workload.JobID(id))
		}
	}
	if len(g.open) == 0 {
		c.sortByPromise(m.Promise, m.Down)
		return false
	}
	slices.SortFunc(g.open, func(a, b workload.JobID) int { return cmp.Or(cmp.Compare(c.head[a], c.head[b]), cmp.Compare(a, b)) })
	g.all = int32(len(g.open))
	told.Left, told.Asking = g.all, g.all
	c.gather = g
	return true
}

// gatherSome moves the engine to the step of the next unknown promise, and looks up
// all promises of that step. After the last promise it returns the message with the
// rows. It returns a message with the progress once per gatherTell promises, and
// otherwise nil.
func (c *traceQueries) gatherSome() []byte {
	g, tape := c.gather, c.of.tape
	step := int(c.head[g.open[0]])
	switch {
	case g.e == nil || step-g.at > gatherSteps:
		g.e, g.at = tape.Seek(step), step
	case step > g.at:
		tape.Walk(g.e, g.at, step)
		g.at = step
	}
	here := 1
	for here < len(g.open) && int(c.head[g.open[here]]) == step {
		here++
	}
	for _, id := range g.open[:here] {
		c.promised[id] = promise{simtime.Never, simtime.Never}
	}
	for _, d := range g.e.Pending() {
		if _, wanted := slices.BinarySearch(g.open[:here], d.Job); wanted && d.Promised != simtime.Never {
			c.promised[d.Job] = promise{d.Promised, tape.Mark(step - 1).Time}
		}
	}
	before := len(g.open) / gatherTell
	g.open = g.open[here:]
	m := g.asked
	told := &message.TraceReply{Serial: m.Serial, Number: m.Number, Topic: m.Topic, Left: int32(len(g.open)), Asking: g.all}
	switch {
	case len(g.open) == 0:
		c.gather = nil
		c.sortByPromise(m.Promise, m.Down)
		c.show(told, m)
		return told.Pack()
	case len(g.open)/gatherTell < before:
		return told.Pack()
	}
	return nil
}

// sortByPromise sorts the jobs that pass the filter. The key is the promised start
// or, for ByKept, the delay of the actual start after the promised start. Jobs
// without a key (because they had no promise or never started) come last in both
// directions.
func (c *traceQueries) sortByPromise(by message.PromiseColumn, down bool) {
	key := func(id int32) (simtime.Duration, bool) {
		p, told := c.promised[workload.JobID(id)]
		start := c.of.table.Jobs[id].FirstStart()
		switch {
		case !told || p.at == simtime.Never || by == message.ByKept && start == simtime.Never:
			return 0, false
		case by == message.ByKept:
			return start.Sub(p.at), true
		}
		return p.at.Sub(0), true
	}
	c.sorted = c.of.table.Sorted(c.filter, longrun.ByJob, false)
	slices.SortStableFunc(c.sorted, func(a, b int32) int {
		x, told := key(a)
		y, also := key(b)
		switch {
		case told != also && told:
			return -1
		case told != also:
			return 1
		case down:
			return cmp.Compare(y, x)
		}
		return cmp.Compare(x, y)
	})
	c.known = false // c.sorted is no longer in the order of a column of the table
}

// users adds the table of users, in the requested order.
func (c *traceQueries) users(told *message.TraceReply, m *message.TraceQuery) {
	t := c.of.table
	held := 0.0
	order := make([]int32, len(t.Users))
	for i := range t.Users {
		held += t.Users[i].NodeTime
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		x := 0
		switch m.By {
		case message.UsersByName:
			x = cmp.Or(cmp.Compare(len(t.Users[a].Name), len(t.Users[b].Name)), cmp.Compare(t.Users[a].Name, t.Users[b].Name)) // so that 9 comes before 10
		case message.UsersByJobs:
			x = cmp.Compare(t.Users[a].Jobs, t.Users[b].Jobs)
		case message.UsersByWait:
			x = cmp.Compare(t.Users[a].MeanWait(), t.Users[b].MeanWait())
		default:
			x = cmp.Compare(t.Users[a].NodeTime, t.Users[b].NodeTime)
		}
		if m.Down {
			x = -x
		}
		return x
	})
	told.Total = int32(len(order))
	first := min(max(int(m.First), 0), len(order))
	told.First = int32(first)
	for _, i := range order[first:min(first+min(int(m.Count), maxTableRows), len(order))] {
		u := &t.Users[i]
		told.Users = append(told.Users, message.UserRow{Name: u.Name, Rank: i, Jobs: u.Jobs, Part: u.NodeTime / max(held, 1), Wait: u.MeanWait()})
	}
}
