package traceformats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/workload"
	"hopyard/core/workload/sacct"
)

// unit is the kind of things that the size of a job counts.
type unit uint8

const (
	inNodes unit = iota
	inCores
	inGPUs
)

// unitNames are the values of LogOptions.Unit.
var unitNames = []string{"nodes", "cores", "gpus"}

// Kinds of names.
const (
	users = iota
	groups
	queues
	numKinds
)

// unitNames returns the names of the units that the format gives.
func (f *format) unitNames() []string {
	var names []string
	for u, has := range f.units {
		if has {
			names = append(names, unitNames[u])
		}
	}
	return names
}

// fields are the values of a row. Numbers that the row does not give are unknown;
// times and time spans are in milliseconds.
type fields struct {
	line               int
	id                 string
	submit, start, end int64
	run                int64 // run time, if the log gives it besides the times
	check              int64 // the same, but the times count if both differ
	limit              int64 // walltime
	sizes              [3]int64
	asked              int64 // nodes requested; sizes has those allocated
	status             int64 // field 11 of SWF
	running            bool  // the job had not ended, whatever its times say
	names              [numKinds]string
	after              int32 // index of the job whose end it follows, or unknown
}

// newFields returns fields of which nothing is known.
func newFields(line int) fields {
	return fields{line: line, submit: unknown, start: unknown, end: unknown, run: unknown, check: unknown, limit: unknown,
		sizes: [3]int64{unknown, unknown, unknown}, asked: unknown, status: workload.Missing, after: unknown}
}

// job is a row that is a job of the trace.
type job struct {
	line                      int
	submit, start, run, limit int64 // ms; start may be unknown
	sizes                     [3]int64
	status                    int64
	names                     [numKinds]int32
	after                     int32
	marks                     marks
}

// end returns the time at which the job ended.
func (j *job) end() int64 { return j.start + j.run }

// marks is a set of properties of a job, stored as bits. The notes report them.
type marks uint8

const (
	early     marks = 1 << iota // started before its submission, according to the log
	odd                         // the run time differs from the time between start and end
	unlimited                   // no walltime
	other                       // used more or fewer nodes than it requested
	stateless                   // no status
)

// jobLog collects the jobs of a log, counts what is left out, and lists faults.
type jobLog struct {
	format *format
	o      LogOptions
	unit   unit
	jobs   []job
	rows   int
	known  idTable
	names  [numKinds]map[string]int32
	bytes  int // of all names
	clock  int
	nodes  int64 // of the machine, if the log gives them, else 0
	notes  []string
	faults sacct.Faults
	full   bool           // reading stops
	share  func() float64 // returns the share of the log that has been read

	never, running, sizeless, timeless, twice, again, finer int
}

func newLog(f *format, o LogOptions) (*jobLog, error) {
	l := &jobLog{format: f, o: o, unit: f.unit}
	if o.Unit != "" {
		i := slices.Index(unitNames, o.Unit)
		if i < 0 || !f.units[i] {
			return nil, fmt.Errorf("%w: the unit %q is none that %s gives; use %s", ErrFormat, o.Unit, f.title, strings.Join(f.unitNames(), " or "))
		}
		l.unit = unit(i)
	}
	if l.o.MaxJobs <= 0 {
		l.o.MaxJobs = maxJobs
	}
	if l.o.MaxRow <= 0 {
		l.o.MaxRow = maxRow
	}
	for i := range l.names {
		l.names[i] = map[string]int32{}
	}
	return l, nil
}

// fault records an error. After the last that is listed, reading stops.
func (l *jobLog) fault(line int, place, value, problem, fix string) {
	f := &sacct.LineError{Line: line, Place: place, Problem: problem, Fix: fix}
	if value != "" || place != "" {
		f.Value = quoted(value)
	}
	l.faults = append(l.faults, f)
	l.full = l.full || len(l.faults) >= sacct.MaxFaults
}

// faultOf records an error of a row as a whole.
func (l *jobLog) faultOf(f *fields, problem, fix string) {
	if l.format.counted {
		l.fault(0, "", "", fmt.Sprintf("row %d: %s", f.line, problem), fix)
		return
	}
	l.fault(f.line, "", "", problem, fix)
}

// stop records an error that ends the reading.
func (l *jobLog) stop(line int, problem, fix string) {
	l.fault(line, "", "", problem, fix)
	l.full = true
}

// quoted returns text from a file for use in a message.
func quoted(text string) string {
	if len(text) > 40 {
		return strconv.Quote(text[:40]) + "…"
	}
	return strconv.Quote(text)
}

// row counts a row and reports whether reading goes on.
func (l *jobLog) row(line int) bool {
	if l.rows == l.o.MaxJobs {
		l.stop(line, fmt.Sprintf("more than %d rows", l.o.MaxJobs), "split the file")
	}
	if l.rows++; l.rows%progressRows == 0 && l.o.Progress != nil {
		l.o.Progress(l.share())
	}
	return !l.full
}

// time keeps the clock of a time, which all times of a log must share, and counts
// rounded times. It reports whether the time can be compared with earlier ones.
func (l *jobLog) time(t aTime) bool {
	if t.finer {
		l.finer++
	}
	if l.clock == noClock {
		l.clock = t.clock
	}
	return l.clock == t.clock
}

// add decides whether a row is a job. It returns the index of the job, or unknown.
func (l *jobLog) add(f *fields) int32 {
	switch {
	case f.start == unknown && l.clock != ownClock:
		l.never++
		return unknown
	case f.running || f.end == unknown && f.run == unknown:
		l.running++
		return unknown
	case f.submit == unknown:
		l.faultOf(f, "the time of submission is missing, though the job ran", "write it, or remove the row")
		return unknown
	case f.end != unknown && f.end < f.start:
		l.faultOf(f, "the end is before the start", "correct the times")
		return unknown
	case f.sizes[l.unit] <= 0:
		l.sizeless++
		return unknown
	}
	j := job{line: f.line, submit: f.submit, start: f.start, run: f.run, limit: f.limit, sizes: f.sizes, status: f.status, after: f.after}
	if j.run == unknown {
		j.run = f.end - f.start
	} else if f.end != unknown {
		j.mark(apart(j.run, f.end-f.start), odd)
	}
	j.mark(f.check != unknown && apart(f.check, j.run), odd)
	j.mark(f.start != unknown && f.start < f.submit, early)
	j.mark(f.limit <= 0, unlimited)
	j.mark(f.status == workload.Missing, stateless)
	j.mark(f.asked > 0 && f.asked != f.sizes[inNodes], other)
	for kind, name := range f.names {
		j.names[kind] = l.number(kind, name)
	}
	if l.bytes > maxNames {
		l.stop(f.line, fmt.Sprintf("more than %d MiB of names of users, groups and queues", maxNames>>20), "split the file")
		return unknown
	}
	l.jobs = append(l.jobs, j)
	return int32(len(l.jobs) - 1)
}

// apart reports whether two time spans differ by more than a second, to which logs
// round.
func apart(a, b int64) bool { return a-b > 1000 || b-a > 1000 }

// mark adds a property to a job if the condition is true.
func (j *job) mark(is bool, m marks) {
	if is {
		j.marks |= m
	}
}

// number returns the number of a name, or Missing for the empty name.
func (l *jobLog) number(kind int, name string) int32 {
	if name == "" {
		return workload.Missing
	}
	n, known := l.names[kind][name]
	if !known {
		n = int32(len(l.names[kind]) + 1)
		l.names[kind][strings.Clone(name)] = n
		l.bytes += len(name)
	}
	return n
}

// idTable maps the ids of rows to their lines. Ids that are numbers take less memory.
type idTable struct {
	numbers map[int64]int32
	texts   map[string]int32
}

// add records the id of a row. It returns the line of the first row with this id, or
// 0 if there was none.
func (t *idTable) add(id string, line int) int32 {
	if t.numbers == nil {
		t.numbers, t.texts = map[int64]int32{}, map[string]int32{}
	}
	if n, err := strconv.ParseInt(id, 10, 64); err == nil && strconv.FormatInt(n, 10) == id {
		first := t.numbers[n]
		if first == 0 {
			t.numbers[n] = int32(line)
		}
		return first
	}
	first := t.texts[id]
	if first == 0 {
		t.texts[strings.Clone(id)] = int32(line)
	}
	return first
}
