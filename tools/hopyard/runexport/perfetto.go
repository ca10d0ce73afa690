package runexport

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"hopyard/core/jsondoc"
	"hopyard/core/metrics"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// maxSlices is the largest number of slices of nodes, one for each node of each job. A
// slice takes about 80 bytes of the file.
const maxSlices = 1_000_000

// The processes of a trace, which group its rows.
const (
	pidNodes = iota + 1
	pidJobs
	pidMachine
)

// perfetto writes a trace in the Trace Event Format, which ui.perfetto.dev and
// chrome://tracing open. Its unit of time is the microsecond.
type perfetto struct {
	w     *bufio.Writer
	begun bool
	r     *Run
}

// writePerfetto writes a row for each node with the jobs on it, rows with the jobs as
// wholes, and curves of the machine and the queue. A node that several jobs share has
// several rows, since the slices of a row must not overlap.
//
// Of the Trace Event Format, it uses complete events (X), counters (C) and metadata (M).
func writePerfetto(w io.Writer, r *Run) error {
	p := perfetto{w: bufio.NewWriter(w), r: r}
	fmt.Fprintf(p.w, `{"displayTimeUnit":"ms","otherData":{"title":%s},"traceEvents":[`, jsondoc.Quote(r.Name))
	stays := metrics.Stays(r.Config.Jobs, r.Events)
	slices.SortStableFunc(stays, func(a, b metrics.PlacementSpan) int { return cmp.Compare(a.From, b.From) })
	all := 0
	for i := range stays {
		all += stays[i].Placement.Nodes()
	}
	if all <= maxSlices {
		p.nodes(stays)
	} else {
		r.Notice(fmt.Sprintf("the rows of nodes are left out: the jobs are on %d nodes in all, and the limit is %d; the rows of jobs are complete", all, maxSlices))
	}
	p.jobs(stays)
	p.curves()
	p.w.WriteString("\n]}\n")
	return p.w.Flush()
}

// event begins an event. The caller writes the rest of its fields and a brace.
func (p *perfetto) event(kind string, pid, tid int, name string) {
	if p.begun {
		p.w.WriteByte(',')
	}
	p.begun = true
	fmt.Fprintf(p.w, "\n{\"ph\":%q,\"pid\":%d,\"tid\":%d,\"name\":%s", kind, pid, tid, jsondoc.Quote(name))
}

// row names a row and sets its place in the process.
func (p *perfetto) row(pid, tid, place int, name string) {
	p.event("M", pid, tid, "thread_name")
	fmt.Fprintf(p.w, `,"args":{"name":%s}}`, jsondoc.Quote(name))
	p.event("M", pid, tid, "thread_sort_index")
	fmt.Fprintf(p.w, `,"args":{"sort_index":%d}}`, place)
}

// process names a process and sets its place.
func (p *perfetto) process(pid int, name string) {
	p.event("M", pid, 0, "process_name")
	fmt.Fprintf(p.w, `,"args":{"name":%s}}`, jsondoc.Quote(name))
	p.event("M", pid, 0, "process_sort_index")
	fmt.Fprintf(p.w, `,"args":{"sort_index":%d}}`, pid)
}

// slice writes the period of a job in a row.
func (p *perfetto) slice(pid, tid int, s *metrics.PlacementSpan, more string) {
	name := "job " + strconv.FormatInt(p.r.Config.Jobs[s.Job].Number, 10)
	if s.Frozen {
		name += ", nodes set aside"
	}
	p.event("X", pid, tid, name)
	fmt.Fprintf(p.w, `,"ts":%d,"dur":%d%s}`, micros(s.From), micros(s.To)-micros(s.From), more)
}

// micros returns a time in microseconds.
func micros(t simtime.Time) int64 { return int64(t) * 1000 }

// lanes finds rows in which periods do not overlap.
type lanes [][]simtime.Time // of each group, the end of the last period in each of its rows

// of returns the number of a row of a group that is free at the beginning of a period.
// Periods must come in the order of their beginnings.
func (l lanes) of(group int, from, to simtime.Time) (lane int) {
	for lane = range l[group] {
		if l[group][lane] <= from {
			l[group][lane] = to
			return lane
		}
	}
	l[group] = append(l[group], to)
	return len(l[group]) - 1
}

// nodes writes the rows of the nodes.
func (p *perfetto) nodes(stays []metrics.PlacementSpan) {
	n := p.r.Config.Machine.NumNodes()
	p.process(pidNodes, "Nodes")
	rows := make(lanes, n)
	for i := range stays {
		s := &stays[i]
		for node := range s.Placement.All {
			lane := rows.of(int(node), s.From, s.To)
			p.slice(pidNodes, lane*n+int(node)+1, s, "")
		}
	}
	named, _ := p.r.Config.Machine.Topology.(topology.NamedNodes)
	place := 0
	for node := range rows {
		name := "node " + strconv.Itoa(node)
		if named != nil {
			name = named.NodeName(topology.NodeID(node))
		}
		for lane := range max(len(rows[node]), 1) {
			if lane > 0 {
				p.row(pidNodes, lane*n+node+1, place, fmt.Sprintf("%s (%d)", name, lane+1))
			} else {
				p.row(pidNodes, node+1, place, name)
			}
			place++
		}
	}
}

// jobs writes rows in which each period of a job on unchanged nodes is one slice, with
// what is known of the job.
func (p *perfetto) jobs(stays []metrics.PlacementSpan) {
	p.process(pidJobs, "Jobs")
	outcomes := metrics.Outcomes(p.r.Config.Jobs, p.r.Events)
	rows := make(lanes, 1)
	for i := range stays {
		s := &stays[i]
		j, o := &p.r.Config.Jobs[s.Job], &outcomes[s.Job]
		p.slice(pidJobs, rows.of(0, s.From, s.To)+1, s, fmt.Sprintf(`,"args":{"job":%d,"user":%s,"nodes":%q,"submit":%v,"wait":%v,"walltime":%v,"state":%q}`,
			j.Number, jsondoc.Quote(j.User), s.Placement.String(), o.Submit, o.Waited, j.Walltime, o.State))
	}
	for lane := range rows[0] {
		p.row(pidJobs, lane+1, lane, fmt.Sprintf("row %d", lane+1))
	}
}

// curves writes the counters. A counter keeps its value until the next event.
func (p *perfetto) curves() {
	p.process(pidMachine, "Machine and queue")
	last := [3]int64{-1, -1, -1}
	for _, x := range metrics.Series(p.r.Config.Machine, p.r.Config.Jobs, p.r.Config.Network, p.r.Events) {
		for i, value := range [...]int64{x.Busy, x.Running, x.Waiting} {
			if value == last[i] {
				continue
			}
			last[i] = value
			p.event("C", pidMachine, 0, [...]string{"cores in use", "running jobs", "waiting jobs"}[i])
			fmt.Fprintf(p.w, `,"ts":%d,"args":{"value":%d}}`, micros(x.Time), value)
		}
	}
}
