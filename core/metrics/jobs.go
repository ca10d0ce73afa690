package metrics

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// JobsHeader is the header line of the --jobs table. Programs of users may rely on
// these columns and their order. New columns may be added only at the end.
const JobsHeader = "job,submit,start,end,state,nodes,node_list,pairwise_hops,max_hops,tasks,wait," +
	"first_start,starts,node_seconds,lost,frozen,deadline,deadline_met,at_risk,user,priority\n"

// WriteJobs writes the table of jobs as CSV, in the order of the list and with
// times in seconds. A cell is empty if the job has no value for it, for example if
// it has not started. WriteJobs returns an error if writing fails.
func WriteJobs(w io.Writer, m *cluster.Machine, jobs []workload.Job, log []trace.Event) error {
	buf := []byte(JobsHeader)
	use := Uses(m, jobs, log)
	var err error
	for id, o := range Outcomes(jobs, log) {
		buf = appendJob(buf, m, &jobs[id], &o)
		buf = appendMore(buf, &jobs[id], &o, &use[id])
		if buf, err = spill(w, buf); err != nil {
			return err
		}
	}
	_, err = w.Write(buf)
	return err
}

// appendJob appends a job's columns up to the column wait.
func appendJob(dst []byte, t topology.Topology, j *workload.Job, o *Outcome) []byte {
	dst = strconv.AppendInt(dst, j.Number, 10)
	dst = append(dst, ',')
	dst = o.Submit.AppendText(dst)
	dst = append(dst, ',')
	if o.Started() {
		dst = o.Start.AppendText(dst)
	}
	dst = append(dst, ',')
	if o.Ended() {
		dst = o.End.AppendText(dst)
	}
	dst = append(dst, ',')
	dst = append(dst, o.State.String()...)
	dst = append(dst, ',')
	if !o.Started() {
		dst = strconv.AppendInt(dst, int64(j.Nodes), 10)
		dst = append(dst, ",,,,"...)
		dst = strconv.AppendInt(dst, int64(j.Tasks), 10)
		return append(dst, ',')
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
	tasks := int64(0)
	if !j.Whole() {
		tasks = int64(o.Placement.Tasks())
	}
	dst = strconv.AppendInt(dst, tasks, 10)
	dst = append(dst, ',')
	return simtime.Time(o.Waited).AppendText(dst)
}

// appendMore appends a job's columns after the column wait.
func appendMore(dst []byte, j *workload.Job, o *Outcome, u *Use) []byte {
	dst = append(dst, ',')
	if o.Started() {
		dst = o.First.AppendText(dst)
	}
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, int64(o.Starts), 10)
	for _, x := range [...]float64{u.Held, u.Lost, u.Frozen} {
		dst = append(dst, ',')
		dst = strconv.AppendFloat(dst, x, 'f', -1, 64)
	}
	dst = append(dst, ',')
	if j.Deadline != 0 {
		dst = j.Deadline.AppendText(dst)
	}
	dst = append(dst, ',')
	if j.Deadline != 0 && o.Ended() {
		dst = appendBit(dst, o.State == Completed && o.End <= j.Deadline)
	}
	dst = append(dst, ',')
	dst = appendBit(dst, o.AtRisk)
	dst = append(dst, ',')
	dst = appendQuoted(dst, j.User)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, j.Priority, 10)
	return append(dst, '\n')
}

func appendBit(dst []byte, yes bool) []byte {
	if yes {
		return append(dst, '1')
	}
	return append(dst, '0')
}

// appendQuoted appends a text as a CSV cell, in quotes if necessary. If a
// spreadsheet would interpret the text as a formula, an apostrophe is prefixed.
func appendQuoted(dst []byte, text string) []byte {
	if text != "" && strings.IndexByte("=+-@\t\r", text[0]) >= 0 {
		text = "'" + text
	}
	if !strings.ContainsAny(text, ",\"\r\n") {
		return append(dst, text...)
	}
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(text, `"`, `""`)...)
	return append(dst, '"')
}

// Quoted returns a text as a CSV cell, with the same quotes and apostrophes as the
// texts in WriteJobs.
func Quoted(text string) string { return string(appendQuoted(nil, text)) }

// appendNodeList appends a node list as a CSV cell, in quotes if it contains
// commas.
func appendNodeList(dst []byte, p cluster.Placement) []byte {
	at := len(dst)
	dst = p.AppendText(dst)
	if bytes.IndexByte(dst[at:], ',') < 0 {
		return dst
	}
	return append(slices.Insert(dst, at, '"'), '"')
}
