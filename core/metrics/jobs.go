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

// WriteJobs writes the table of jobs as CSV, in the order of the list and with
// times in seconds. A cell is empty if the job has no value for it, for example if
// it has not started, or has no known wait. If the nodes of the machine have names, a last column has those of
// each job's nodes, as a host list. The error is that of writing.
func WriteJobs(w io.Writer, m *cluster.Machine, jobs []workload.Job, log []trace.Event) error {
	header := JobsHeader
	_, named := m.Topology.(topology.NamedNodes)
	if named {
		header += ",node_names"
	}
	t := NewTable(w, header)
	use := Uses(m, jobs, log)
	for id, o := range Outcomes(jobs, log) {
		j := &jobs[id]
		t.Int(j.Number)
		t.Time(o.Submit)
		t.TimeIf(o.Started(), o.Start)
		t.TimeIf(o.Ended(), o.End)
		t.Word(o.State.String())
		t.placement(m, j, &o)
		t.TimeIf(o.HasWait(), simtime.Time(o.Waited))
		t.TimeIf(o.Started(), o.First)
		t.Int(int64(o.Starts))
		for _, x := range [...]float64{use[id].Held, use[id].Lost, use[id].Frozen} {
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
		if named {
			t.Text(slurm.HostList(m.Topology, o.Placement.All))
		}
		t.EndRow()
	}
	return t.Close()
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
