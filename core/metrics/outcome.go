// Package metrics computes the figures of a run from its trace alone.
package metrics

import (
	"bytes"
	"io"
	"slices"
	"strconv"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// State is what became of a job.
type State uint8

// The states of jobs, as the --jobs table names them.
const (
	Unseen State = iota // not submitted yet
	Waiting
	Running
	Completed
	Killed
	Rejected
)

// String is the name of the state in tables.
func (s State) String() string {
	return [...]string{"unseen", "waiting", "running", "completed", "killed", "rejected"}[s]
}

// Outcome is what became of one job.
type Outcome struct {
	State     State
	Submit    simtime.Time // when it joined the queue; a job that follows another may do so later than written
	Start     simtime.Time // meaningful from Running on
	End       simtime.Time // meaningful for Completed and Killed
	Placement cluster.Placement
}

// Outcomes returns what became of each job, by JobID. Cost: O(events + jobs).
func Outcomes(jobs []workload.Job, log []trace.Event) []Outcome {
	out := make([]Outcome, len(jobs))
	for i := range jobs {
		out[i].Submit = jobs[i].Submit
	}
	for i := range log {
		if log[i].Job != workload.NoJob {
			out[log[i].Job].apply(&log[i])
		}
	}
	return out
}

func (o *Outcome) apply(e *trace.Event) {
	switch e.Kind {
	case trace.Submit:
		o.State, o.Submit = Waiting, e.Time
	case trace.Start:
		o.State, o.Start, o.Placement = Running, e.Time, e.Placement
	case trace.End:
		o.State, o.End = Completed, e.Time
	case trace.Kill:
		o.State, o.End = Killed, e.Time
	case trace.Reject:
		o.State, o.Submit = Rejected, e.Time
	}
}

// JobsHeader is the first line of the --jobs table (format.md 3).
const JobsHeader = "job,submit,start,end,state,nodes,node_list,pairwise_hops,max_hops,tasks,wait\n"

// WriteJobs writes the table of jobs as CSV in the order of the list, times
// in seconds; a job without a start has empty cells. Error: the writer's.
func WriteJobs(w io.Writer, t topology.Topology, jobs []workload.Job, log []trace.Event) error {
	buf := []byte(JobsHeader)
	for id, o := range Outcomes(jobs, log) {
		buf = appendJob(buf, t, &jobs[id], &o)
		if len(buf) > 1<<15 {
			if _, err := w.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
	}
	_, err := w.Write(buf)
	return err
}

func appendJob(dst []byte, t topology.Topology, j *workload.Job, o *Outcome) []byte {
	dst = strconv.AppendInt(dst, j.Number, 10)
	dst = append(dst, ',')
	dst = o.Submit.AppendText(dst)
	dst = append(dst, ',')
	started := o.State == Running || o.State == Completed || o.State == Killed
	if started {
		dst = o.Start.AppendText(dst)
	}
	dst = append(dst, ',')
	if o.State == Completed || o.State == Killed {
		dst = o.End.AppendText(dst)
	}
	dst = append(dst, ',')
	dst = append(dst, o.State.String()...)
	dst = append(dst, ',')
	if !started {
		dst = strconv.AppendInt(dst, int64(j.Nodes), 10)
		dst = append(dst, ",,,,"...)
		dst = strconv.AppendInt(dst, int64(j.Tasks), 10)
		return append(dst, ",\n"...)
	}
	dst = strconv.AppendInt(dst, int64(o.Placement.Nodes()), 10)
	dst = append(dst, ',')
	dst = appendNodeList(dst, o.Placement)
	dst = append(dst, ',')
	spread := cluster.Spread(t, o.Placement)
	dst = strconv.AppendInt(dst, spread.PairHops, 10)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, int64(spread.MaxHops), 10)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, int64(j.Tasks), 10)
	dst = append(dst, ',')
	dst = (o.Start - o.Submit).AppendText(dst)
	return append(dst, '\n')
}

// appendNodeList quotes a node list that has commas in it, as CSV wants.
func appendNodeList(dst []byte, p cluster.Placement) []byte {
	at := len(dst)
	dst = p.AppendText(dst)
	if bytes.IndexByte(dst[at:], ',') < 0 {
		return dst
	}
	return append(slices.Insert(dst, at, '"'), '"')
}
