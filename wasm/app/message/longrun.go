package message

import (
	"hopyard/core/cluster"
	"hopyard/core/longrun"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Archive describes a run that is too long for the page. The page then receives
// only the part of the run between two times, called the window. A Loaded message
// with an Archive lists only the jobs and steps of the window, and numbers them
// within the window.
type Archive struct {
	Jobs, Steps int32        // numbers of jobs and steps in the whole run
	From, To    simtime.Time // beginning and end of the window
	Asked       bool         // whether the page requested this window; otherwise it is the window with the most waiting time
	Wanted      simtime.Time // requested end of the window; it is later than To if the requested window had too many steps
	// Head is the number of steps at the beginning of the list that lie before the
	// window. They hold the earlier events of the jobs that wait or run when the
	// window begins.
	Head     int32
	First    int32 // number of steps of the whole run that come before the window
	Overview longrun.Overview
	Used     float64          // share of all cores in use, averaged over the whole run
	Wait     simtime.Duration // mean wait time
	Users    int32
	Heavy    []Heavy // users with the most node time, in descending order
	Altered  Altered
}

// Altered describes how the simulated trace differs from the recorded trace.
type Altered struct {
	Load    int64    // all submit times are divided by this number, in thousandths
	Without []string // users whose jobs are omitted
	Header  int32    // number of nodes in the trace's header, or 0 if it has none
	Wide    int32    // number of jobs that are rejected because they need more than the whole machine
	Widest  []int64  // numbers of some of the rejected jobs, largest job first
}

func (a *Altered) code(c *coder) {
	code(c, &a.Load)
	list(c, &a.Without, (*coder).text)
	code(c, &a.Header)
	code(c, &a.Wide)
	list(c, &a.Widest, code[int64])
}

// Heavy is a user with a large share of the node time.
type Heavy struct {
	Name string
	Jobs int32
	Part float64 // share of the node time of all jobs
}

func codeArchive(c *coder, a *Archive) {
	code(c, &a.Jobs)
	code(c, &a.Steps)
	code(c, &a.From)
	code(c, &a.To)
	c.bool(&a.Asked)
	code(c, &a.Wanted)
	code(c, &a.Head)
	code(c, &a.First)
	code(c, &a.Overview.From)
	code(c, &a.Overview.Width)
	list(c, &a.Overview.Bins, func(c *coder, b *longrun.Bin) {
		c.float(&b.Busy)
		c.float(&b.Demand)
		code(c, &b.Waiting)
	})
	c.float(&a.Used)
	code(c, &a.Wait)
	code(c, &a.Users)
	list(c, &a.Heavy, func(c *coder, h *Heavy) {
		c.text(&h.Name)
		code(c, &h.Jobs)
		c.float(&h.Part)
	})
	a.Altered.code(c)
}

// Rename replaces every job ID in a state by the result of f. f must map
// workload.NoJob to itself.
func (m *State) Rename(f func(workload.JobID) workload.JobID) {
	for i := range m.Reasons {
		m.Reasons[i].Job = f(m.Reasons[i].Job)
		renameReason(&m.Reasons[i].Reason, f)
	}
	for i := range m.Queue {
		m.Queue[i].rename(f)
	}
	if m.Chosen != nil {
		m.Chosen.rename(f)
	}
	if m.Windows != nil {
		m.Windows.Job = f(m.Windows.Job)
	}
	for i := range m.Running {
		m.Running[i].Job = f(m.Running[i].Job)
	}
	for i := range m.Seats {
		held := append([]cluster.SocketCores(nil), m.Seats[i].Held...)
		for k := range held {
			held[k].Job = f(held[k].Job)
		}
		m.Seats[i].Held = held
	}
	for i := range m.Rounds {
		m.Rounds[i].Jobs = renamed(m.Rounds[i].Jobs, f)
	}
	for i := range m.Stops {
		p := &m.Stops[i]
		p.Job, p.Verdicts = f(p.Job), append([]queue.PreemptionVerdict(nil), p.Verdicts...)
		for k := range p.Verdicts {
			p.Verdicts[k].Job = f(p.Verdicts[k].Job)
		}
	}
	for i := range m.Links {
		m.Links[i].Users = renamed(m.Links[i].Users, f)
	}
	if m.Weighed != nil {
		m.Weighed.Job = f(m.Weighed.Job)
	}
	m.DisciplineState.rename(f)
}

func (m *DisciplineState) rename(f func(workload.JobID) workload.JobID) {
	for i := range m.Table {
		m.Table[i].Job = f(m.Table[i].Job)
	}
	for i := range m.Priorities {
		m.Priorities[i].Job = f(m.Priorities[i].Job)
	}
	m.Filtered = f(m.Filtered)
	for i := range m.Growths {
		m.Growths[i].Job = f(m.Growths[i].Job)
	}
	for i := range m.Tests {
		m.Tests[i].Job = f(m.Tests[i].Job)
		renameReason(&m.Tests[i].Why, f)
	}
}

func (w *Waiting) rename(f func(workload.JobID) workload.JobID) {
	w.Job = f(w.Job)
	renameReason(&w.Why, f)
}

func renameReason(r *why.Reason, f func(workload.JobID) workload.JobID) { r.Blocker = f(r.Blocker) }

func renamed(list []workload.JobID, f func(workload.JobID) workload.JobID) []workload.JobID {
	out := make([]workload.JobID, len(list))
	for i, id := range list {
		out[i] = f(id)
	}
	return out
}
