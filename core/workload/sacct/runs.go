package sacct

import (
	"strings"

	"hopyard/core/slurmtext"
)

// run is one run of a job, which will become a job of the trace.
type run struct {
	id     jobID
	line   int
	submit int64 // submit time in the record
	ready  int64 // earliest time at which the run could have started
	start  int64
	length int64 // run time in seconds
	limit  int64 // walltime in seconds, or unknown

	cpus, nodes int64 // size, or unknown
	memory      int64 // total memory in KB, or unknown
	after       int32 // index of the preceding run of the same job, or unknown
	into        int32 // index of the run that this component was merged into, or unknown
	names       [numNames]int32
	state       state
	marks       marks
	dropped     bool
}

// marks is a set of properties of a run, stored as bits. The notes report them.
type marks uint16

const (
	later      marks = 1 << iota // became eligible after its submission
	early                        // started before its submission, according to the times in the text
	wider                        // got more CPUs than it requested
	odd                          // run time differs from the time between start and end
	unlimited                    // no time limit is given
	memoryless                   // memory is not given
	withGPUs
	stateless
)

// note adds a property to the marks of the run if the given condition is true.
func (r *run) note(is bool, m marks) {
	if is {
		r.marks |= m
	}
}

// end returns the time at which the run ended.
func (r *run) end() int64 { return r.start + r.length }

// gatherer reads records and turns them into runs.
type gatherer struct {
	o       Options
	has     [numFields]bool // columns that the text has; all are set for JSON
	clock   int
	row     row
	runs    []run
	names   *names
	records *recordList // what ReadRecords keeps besides; nil for Read
	faults  Faults
	stopped bool // a fault has occurred that ends the reading

	// Counts for the notes.
	counted
}

// counted holds numbers of records for the notes.
type counted struct {
	steps, never, tasks, cancelled, running, revoked int  // records left out
	twice, components, hets, again, unseen           int  // records joined
	reported                                         int  // errors reported by sacct itself
	requested                                        bool // sizes are requested sizes, because allocated sizes are not given
	restarts                                         map[jobID]int64
}

// full reports whether reading should stop because of faults.
func (g *gatherer) full() bool { return g.stopped || len(g.faults) >= MaxFaults }

func (g *gatherer) fault(f *LineError) {
	if len(g.faults) < MaxFaults {
		g.faults = append(g.faults, f)
	}
}

// add processes the record that has just been read.
func (g *gatherer) add() {
	r := &g.row
	g.clock = max(g.clock, r.clock)
	if r.id.base == unknown {
		g.fault(&LineError{Line: r.line, Problem: "a record without a job", Fix: "let sacct print JobID"})
		return
	}
	if r.step {
		g.steps++
		return
	}
	g.settle()
	if g.leftOut() {
		return
	}
	length, fault := r.length()
	if fault == nil {
		fault = g.room()
	}
	if fault == nil && r.cpus <= 0 && r.nodes <= 0 {
		fault = &LineError{Problem: "nothing says how large the job is", Fix: "let sacct print AllocCPUS, or AllocNodes"}
	}
	if fault == nil && r.submit == unknown && r.eligible == unknown {
		fault = &LineError{Place: "Submit", Problem: "is not known, though the job ran", Fix: "write its submission time, or remove the row"}
	}
	if fault != nil {
		fault.Line = r.line
		g.fault(fault)
		return
	}
	g.take(length)
}

// settle fills in missing values from other columns.
func (g *gatherer) settle() {
	r := &g.row
	if r.cpus == unknown {
		r.cpus = r.tresCPUs
	}
	if r.nodes == unknown && r.start != unknown {
		r.nodes = r.held
	}
	if r.cpus == unknown && r.nodes == unknown && r.start != unknown {
		r.cpus, r.nodes = r.reqCPUs, r.reqNodes
		g.requested = g.requested || r.cpus > 0 || r.nodes > 0
	}
	if r.end == unknown && r.elapsed != unknown && r.start != unknown && r.state.ended() {
		r.end = r.start + r.elapsed
	}
}

// leftOut reports whether the record is left out of the trace. It counts such
// records by reason.
func (g *gatherer) leftOut() bool {
	r := &g.row
	nothing := r.cpus == 0 || r.nodes == 0 || r.unassigned
	if r.state == cancelled && r.elapsed <= 0 && r.start == r.end && r.cpus == unknown && r.nodes == unknown {
		nothing = true // sacct gives the time of the cancellation as both start and end
	}
	switch {
	case r.state == revoked:
		g.revoked++
	case r.left > 0:
		g.tasks += int(min(r.left, largest))
	case r.state == waiting || r.start == unknown || nothing && r.state != running:
		g.never++
		if r.state == cancelled {
			g.cancelled++
		}
	case r.state == running || r.end == unknown && (r.elapsed == unknown || g.has[fEnd] && !r.state.ended()):
		g.running++
		r.live = g.records != nil && r.start != unknown
		return !r.live
	default:
		return false
	}
	return true
}

// length returns how long the job ran.
func (r *row) length() (int64, *LineError) {
	switch {
	case r.elapsed != unknown:
		return r.elapsed, nil
	case r.live:
		return 0, nil
	case r.end < r.start:
		return 0, &LineError{Place: "End", Problem: "is before Start", Fix: "let sacct also print ElapsedRaw, or correct the times"}
	}
	return r.end - r.start - max(0, min(r.suspended, r.end-r.start)), nil
}

// room returns an error if the largest allowed number of runs has been read.
func (g *gatherer) room() *LineError {
	most := slurmtext.Number(int64(g.o.MaxJobs))
	if len(g.runs) < g.o.MaxJobs {
		return nil
	}
	g.stopped = true // reading on would be pointless
	return &LineError{Problem: "more than " + most + " jobs", Limit: most, Fix: "ask sacct for a shorter period, with -S and -E"}
}

// take converts the record to a run.
func (g *gatherer) take(length int64) {
	r := &g.row
	x := run{
		id: r.id, line: r.line, submit: r.submit, start: r.start, length: length, limit: r.limit,
		cpus: r.cpus, nodes: r.nodes, after: unknown, into: unknown, state: r.state,
	}
	if x.submit == unknown {
		x.submit = r.eligible
	}
	x.ready = x.submit
	if r.eligible > x.ready && r.eligible <= x.start {
		x.ready = r.eligible
		x.marks |= later
	}
	x.memory = r.memoryOfAll()
	gap := r.end - r.start - length - max(0, r.suspended)
	x.note(x.start < x.ready, early)
	x.note(r.reqCPUs > 0 && r.cpus > r.reqCPUs, wider)
	x.note(r.end != unknown && r.elapsed != unknown && (gap > 1 || gap < -1), odd)
	x.note(x.limit == unknown, unlimited)
	x.note(x.memory == unknown, memoryless)
	x.note(r.gpus, withGPUs)
	x.note(x.state == noState, stateless)
	for kind := range x.names {
		n, ok := g.names.number(kind, r.names[kind])
		if !ok {
			g.fault(&LineError{Line: r.line, Problem: "names of more than 64 MiB in all", Limit: "64 MiB", Fix: "leave JobName out of --format"})
			return
		}
		x.names[kind] = n
	}
	if r.restarts > 0 {
		if g.restarts == nil {
			g.restarts = map[jobID]int64{}
		}
		g.restarts[x.id] = max(g.restarts[x.id], r.restarts)
	}
	g.runs = append(g.runs, x)
	if g.records != nil {
		g.records.keep(r)
	}
}

// memoryOfAll returns the memory of the whole job in KB, or unknown.
func (r *row) memoryOfAll() int64 {
	times := int64(1)
	switch r.memoryOf {
	case 0:
		return unknown
	case 'c':
		times = r.cpus
	case 'n':
		times = r.nodes
	}
	if times <= 0 || r.memory > slurmtext.MostMemory/times {
		return unknown
	}
	return r.memory * times
}

// names assigns numbers to names. The names of each kind are numbered from 1 in the
// order of their first appearance.
type names struct {
	of    [numNames]map[string]int32
	bytes int
}

func newNames() *names {
	n := &names{}
	for kind := range n.of {
		n.of[kind] = map[string]int32{}
	}
	return n
}

// number returns the number of a name, or unknown for an empty name. It returns
// false if all names together have become longer than maxNames bytes.
func (n *names) number(kind int, text []byte) (int32, bool) {
	if len(text) == 0 {
		return unknown, true
	}
	if x, known := n.of[kind][string(text)]; known {
		return x, true
	}
	if n.bytes += len(text) + 16; n.bytes > maxNames {
		return 0, false
	}
	x := int32(len(n.of[kind]) + 1)
	n.of[kind][strings.Clone(string(text))] = x
	return x, true
}
