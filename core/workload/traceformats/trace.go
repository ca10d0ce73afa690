package traceformats

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// trace returns the trace of all jobs, or nil if there are faults.
func (l *jobLog) trace() *workload.SWF {
	if len(l.faults) == 0 && len(l.jobs) == 0 {
		l.stop(0, "no job that ran to its end"+l.insteadOf(), "give a log with such jobs, or another --unit")
	}
	if len(l.faults) > 0 {
		return nil
	}
	order := make([]int32, len(l.jobs))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := &l.jobs[a], &l.jobs[b]
		return cmp.Or(cmp.Compare(x.submit, y.submit), cmp.Compare(x.line, y.line), cmp.Compare(a, b))
	})
	numbers := make([]int64, len(order))
	for k, i := range order {
		numbers[i] = int64(k) + 1
	}
	zero := l.jobs[order[0]].submit
	if l.clock == ownClock {
		zero = 0
	}
	t := &workload.SWF{Records: make([]workload.SWFRecord, len(order))}
	for k, i := range order {
		t.Records[k] = l.record(&l.jobs[i], numbers[i], zero, numbers)
	}
	t.Header = l.header(zero)
	t.Known = workload.ParseSWFHeader(t.Header, &t.Warnings)
	return t
}

// record converts a job to a row of SWF.
func (l *jobLog) record(j *job, number, zero int64, numbers []int64) workload.SWFRecord {
	cores, nodes, gpus := j.sizes[inCores], j.sizes[inNodes], j.sizes[inGPUs]
	size := j.sizes[l.unit]
	if l.unit == inNodes && cores >= nodes {
		size = cores
	}
	wait := int64(unknown * 1000)
	if j.start != unknown && j.marks&early == 0 {
		wait = j.start - j.submit
	}
	limit := j.limit
	if j.marks&unlimited != 0 {
		limit = unknown * 1000
	}
	r := workload.SWFRecord{
		Line: j.line, Number: number, Submit: simtime.Duration(j.submit - zero), Wait: simtime.Duration(wait), Run: simtime.Duration(j.run),
		Procs: size, CPU: missingTime, Memory: workload.Missing, ReqProcs: size, ReqTime: simtime.Duration(limit), ReqMemory: workload.Missing,
		Status: j.status, User: int64(j.names[users]), Group: int64(j.names[groups]), App: workload.Missing, Queue: int64(j.names[queues]), Partition: workload.Missing,
		Preceding: workload.Missing, Think: missingTime,
	}
	if j.after != unknown {
		r.Preceding, r.Think = numbers[j.after], max(0, simtime.Duration(j.submit-l.jobs[j.after].end()))
	}
	switch {
	case l.unit == inNodes && (gpus > 0 || size != nodes):
		r.Text = string(fmt.Appendf(r.AppendText(nil), " %d -1 %d", gpus, nodes))
	case l.unit == inCores && gpus > 0:
		r.Text = string(fmt.Appendf(r.AppendText(nil), " %d", gpus))
	}
	return r
}

// missingTime is the value of a time that a trace does not contain.
const missingTime = workload.Missing * simtime.Second

// atOnce returns the largest total size, in a unit, of the jobs that ran at the same
// time, or of one of them.
func (l *jobLog) atOnce(u unit) int64 {
	type change struct{ at, by int64 }
	changes := make([]change, 0, 2*len(l.jobs))
	most := int64(0)
	for i := range l.jobs {
		j := &l.jobs[i]
		size := max(j.sizes[u], 0)
		most = max(most, size)
		if j.run > 0 && j.start != unknown {
			changes = append(changes, change{j.start, size}, change{j.end(), -size})
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

// header returns the header of the trace: known properties and notes.
func (l *jobLog) header(zero int64) []workload.HeaderLine {
	var out []workload.HeaderLine
	add := func(label, value string) {
		out = append(out, workload.HeaderLine{Label: label, Value: value})
	}
	jobs := strconv.Itoa(len(l.jobs))
	add("Version", "2.2")
	add("Conversion", workload.ConvertedBy+l.format.title)
	add("MaxJobs", jobs)
	add("MaxRecords", jobs)
	if l.clock == unixClock {
		add("UnixStartTime", strconv.FormatInt(zero/1000, 10))
	}
	most := cmp.Or(l.nodes, l.atOnce(l.unit))
	if l.unit == inNodes {
		add("MaxNodes", strconv.FormatInt(most, 10))
	} else {
		add("MaxProcs", strconv.FormatInt(most, 10))
	}
	for _, note := range l.allNotes(most) {
		add("Note", note)
	}
	return out
}

// some formats a count with its noun in singular or plural: "1 job".
func some(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// allNotes returns sentences about what was left out or assumed, and about what is
// unknown. They contain no name and no job id of the log.
func (l *jobLog) allNotes(most int64) []string {
	what := [...]string{"nodes", "cores", "GPUs"}[l.unit]
	out := []string{"sizes are in " + what}
	if l.unit != inNodes {
		out[0] += "; each counts as one processor, and the nodes in the log are ignored"
	}
	say := func(is bool, text string) {
		if is {
			out = append(out, text)
		}
	}
	say(l.nodes > 0, fmt.Sprintf("the machine has the %d nodes that the log names", l.nodes))
	say(l.nodes == 0, fmt.Sprintf("the machine has %d %s: the most in use at once; it may have had more", most, what))
	say(l.clock == localClock, "times have no time zone: waits across a clock change are an hour off")
	say(l.finer > 0, fmt.Sprintf("%s rounded to the millisecond", some(l.finer, "time")))
	say(l.never > 0, some(l.never, "row")+" left out that never started: how long they would have run is not known")
	say(l.running > 0, some(l.running, "row")+" left out that had not ended")
	say(l.sizeless > 0, some(l.sizeless, "row")+" left out without "+what)
	say(l.twice > 0, some(l.twice, "row")+" left out that repeated an earlier one (same id and times)")
	say(l.again > 0, some(l.again, "run")+" of jobs that were tried again, each a job of its own that follows the run before it")
	of := func(m marks, text string) {
		n := 0
		for i := range l.jobs {
			if l.jobs[i].marks&m != 0 {
				n++
			}
		}
		say(n > 0, some(n, "job")+text)
	}
	of(early, " started before submission, according to the log: the wait is not known")
	of(odd, " ran for a time that differs from end minus start by more than a second: "+l.counts())
	of(unlimited, " without a walltime: run times stand in for walltimes")
	of(other, " used more or fewer nodes than requested: those used count")
	if l.clock != ownClock {
		of(stateless, " without a status: whether completed or failed is not known")
	}
	return append(out, l.notes...)
}

// counts returns the note about which of two run times counts.
func (l *jobLog) counts() string {
	for i := range tables {
		if tables[i].name == l.format.name && tables[i].run == "" {
			return "end minus start counts"
		}
	}
	return "the run time counts"
}

// insteadOf returns a summary of the rows in a log that has no job.
func (l *jobLog) insteadOf() string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, some(n, "row")+" "+what)
		}
	}
	add(l.never, "that never started")
	add(l.running, "that had not ended")
	add(l.sizeless, "without a size in "+unitNames[l.unit])
	add(l.timeless, "whose run time is not known")
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}
