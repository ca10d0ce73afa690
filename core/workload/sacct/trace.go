package sacct

import (
	"cmp"
	"slices"
	"strconv"

	"hopyard/core/simtime"
	"hopyard/core/slurmtext"
	"hopyard/core/workload"
)

// trace returns the trace of all runs, or nil if there are faults.
func (g *gatherer) trace() *workload.SWF {
	if len(g.faults) > 0 {
		return nil
	}
	g.join()
	var order []int32
	for i := range g.runs {
		if r := &g.runs[i]; !r.dropped && r.into == unknown {
			order = append(order, int32(i))
		}
	}
	if len(order) == 0 {
		g.fault(&LineError{Problem: "no job that ran to its end" + g.insteadOf(), Fix: "ask sacct for a longer period, with -S and -E, and for jobs of all users, with -a"})
		return nil
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := &g.runs[a], &g.runs[b]
		return cmp.Or(cmp.Compare(x.ready, y.ready), cmp.Compare(x.line, y.line))
	})
	u, fault := g.unit(order)
	if fault != nil {
		g.fault(fault)
		return nil
	}
	t := &workload.SWF{Records: make([]workload.SWFRecord, len(order))}
	numbers := make([]int64, len(g.runs))
	for k, i := range order {
		numbers[i] = int64(k) + 1
	}
	zero := g.runs[order[0]].ready
	for k, i := range order {
		t.Records[k] = g.record(i, u, zero, numbers)
	}
	t.Header = g.headerLines(order, u, zero)
	t.Known = workload.ParseSWFHeader(t.Header, &t.Warnings)
	return t
}

// unit is the unit in which the trace gives sizes of jobs: nodes or CPUs.
type unit struct {
	nodes bool
	per   int64 // CPUs of each node if all jobs had the same number on all of their nodes, else 0
}

// of returns the size of a run.
func (u unit) of(r *run) int64 {
	if u.nodes {
		return r.nodes
	}
	return r.cpus
}

// unit returns the unit of sizes. It is nodes in two cases. First, all jobs had the
// same number of CPUs, two or more, on each of their nodes. Second, some CPU counts
// are missing and all node counts are known. In all other cases it is CPUs.
func (g *gatherer) unit(order []int32) (unit, *LineError) {
	cpus, nodes, per, even := 0, 0, int64(0), true
	for _, i := range order {
		r := &g.runs[i]
		if r.cpus > 0 {
			cpus++
		}
		if r.nodes > 0 {
			nodes++
		}
		if even = even && r.cpus > 0 && r.nodes > 0 && r.cpus%r.nodes == 0 && (per == 0 || r.cpus/r.nodes == per); even {
			per = r.cpus / r.nodes
		}
	}
	switch {
	case even && per > 1:
		return unit{nodes: true, per: per}, nil
	case cpus == len(order):
		return unit{}, nil
	case nodes == len(order):
		return unit{nodes: true}, nil
	}
	return unit{}, &LineError{
		Problem: "sizes that cannot be compared: " + some(len(order)-cpus, "job") + " without CPUs, " + some(len(order)-nodes, "job") + " without nodes",
		Fix:     "let sacct print AllocCPUS",
	}
}

// record converts a run to a row of SWF.
func (g *gatherer) record(i int32, u unit, zero int64, numbers []int64) workload.SWFRecord {
	r := &g.runs[i]
	size := u.of(r)
	out := workload.SWFRecord{
		Line: r.line, Number: numbers[i], Submit: seconds(r.ready - zero), Wait: seconds(max(r.start-r.ready, unknown)), Run: seconds(r.length),
		Procs: size, CPU: seconds(workload.Missing), Memory: workload.Missing, ReqProcs: size, ReqTime: seconds(r.limit), ReqMemory: workload.Missing,
		Status: r.state.status(),
		User:   int64(r.names[users]), Group: int64(r.names[groups]), App: int64(r.names[programs]), Queue: int64(r.names[partitions]), Partition: int64(r.names[clusters]),
		Preceding: workload.Missing, Think: seconds(workload.Missing),
	}
	if r.memory != unknown {
		out.ReqMemory = (r.memory + size - 1) / size
	}
	if r.after != unknown {
		before := r.after
		for g.runs[before].into != unknown {
			before = g.runs[before].into
		}
		out.Preceding, out.Think = numbers[before], seconds(max(0, r.ready-g.runs[before].end()))
	}
	return out
}

func seconds(s int64) simtime.Duration { return simtime.Duration(s) * simtime.Second }

// atOnce returns the largest total size of the runs that are active at the same
// time.
func (g *gatherer) atOnce(order []int32, u unit) int64 {
	type change struct{ at, by int64 }
	changes := make([]change, 0, 2*len(order))
	most := int64(0)
	for _, i := range order {
		r := &g.runs[i]
		most = max(most, u.of(r))
		if r.length > 0 {
			changes = append(changes, change{r.start, u.of(r)}, change{r.end(), -u.of(r)})
		}
	}
	slices.SortFunc(changes, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.by, b.by)) })
	held := int64(0)
	for _, c := range changes {
		held += c.by
		most = max(most, held)
	}
	return most
}

// headerLines returns the header of the trace: known properties and notes.
func (g *gatherer) headerLines(order []int32, u unit, zero int64) []workload.HeaderLine {
	most, jobs := g.atOnce(order, u), strconv.Itoa(len(order))
	var out []workload.HeaderLine
	add := func(label, value string) {
		out = append(out, workload.HeaderLine{Label: label, Value: value})
	}
	add("Version", "2.2")
	add("Conversion", workload.ConvertedBySacct)
	add("MaxJobs", jobs)
	add("MaxRecords", jobs)
	if g.clock == slurmtext.UnixClock {
		add("UnixStartTime", strconv.FormatInt(zero, 10))
	}
	if u.nodes {
		add("MaxNodes", strconv.FormatInt(most, 10))
	} else {
		add("MaxProcs", strconv.FormatInt(most, 10))
	}
	for _, note := range g.notes(order, u, most) {
		add("Note", note)
	}
	return out
}
