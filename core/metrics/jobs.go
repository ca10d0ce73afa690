package metrics

import (
	"io"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// JobsHeader is the header line of the --jobs table. Programs of users may rely on
// these columns and their order. New columns may be added only at the end.
const JobsHeader = "job,submit,start,end,state,nodes,node_list,pairwise_hops,max_hops,tasks,wait," +
	"first_start,starts,node_seconds,lost,frozen,deadline,deadline_met,at_risk,user,priority"

// WriteJobs writes the table of jobs as CSV, in the order of the list. The error is
// that of writing.
func WriteJobs(w io.Writer, m *cluster.Machine, jobs []workload.Job, log []trace.Event) error {
	t := NewJobsWriter(w, m)
	use := Uses(m, jobs, log)
	for id, o := range Outcomes(jobs, log) {
		t.Add(&jobs[id], &o, &use[id])
	}
	return t.Close()
}

// JobsWriter writes the table of jobs as CSV, with times in seconds. A cell is empty if
// the job has no value for it, for example if it has not started, or has no known
// wait. If the nodes of the machine have names, a last column has those of each job's
// nodes, as a host list.
type JobsWriter struct {
	*TableWriter
	machine *cluster.Machine
	named   bool
}

// NewJobsWriter returns a writer for a table that so far has only its header line.
func NewJobsWriter(w io.Writer, m *cluster.Machine) *JobsWriter {
	header := JobsHeader
	_, named := m.Topology.(topology.NamedNodes)
	if named {
		header += ",node_names"
	}
	return &JobsWriter{NewTable(w, header), m, named}
}

// Add writes the line of a job.
func (t *JobsWriter) Add(j *workload.Job, o *Outcome, use *Use) {
	t.Int(j.Number)
	t.Time(o.Submit)
	t.TimeIf(o.Started(), o.Start)
	t.TimeIf(o.Ended(), o.End)
	t.Word(o.State.String())
	t.placement(t.machine, j, o)
	t.TimeIf(o.HasWait(), simtime.Time(o.Waited))
	t.TimeIf(o.Started(), o.First)
	t.Int(int64(o.Starts))
	for _, x := range [...]float64{use.Held, use.Lost, use.Frozen} {
		t.Float(x)
	}
	t.TimeIf(j.Deadline != 0, j.Deadline)
	if j.Deadline != 0 && o.Ended() {
		t.bit(o.State == Completed && o.End <= j.Deadline)
	} else {
		t.Empty(1)
	}
	t.bit(o.AtRisk)
	t.Text(j.User)
	t.Int(j.Priority)
	if t.named {
		t.Text(slurm.HostList(t.machine.Topology, o.Placement.All))
	}
	t.EndRow()
}

// placement writes the columns from nodes to tasks: the placement of a job or, if it
// has not started, its request.
func (t *TableWriter) placement(m *cluster.Machine, j *workload.Job, o *Outcome) {
	if !o.Started() {
		t.Int(int64(j.Nodes))
		t.Empty(3)
		t.Int(int64(j.Tasks))
		return
	}
	t.Int(int64(o.Placement.Nodes()))
	t.Nodes(o.Placement)
	spread := cluster.Spread(m, o.Placement)
	t.Int(spread.PairHops)
	t.Int(int64(spread.MaxHops))
	if j.Whole() {
		t.Int(0)
	} else {
		t.Int(int64(o.Placement.Tasks()))
	}
}
