package traceformats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/workload"
	"hopyard/core/workload/sacct"
)

// tableFormat describes a format that is a table with a row for each job. Names of
// columns are as published. A list with bars gives the names that different releases
// use; the first that the table has is read.
type tableFormat struct {
	name, title   string
	unit          unit
	parquet       bool
	sign          string // a column that tells the table from similar ones; with ! before it, a column that it does not have
	id            string
	unique        bool // whether the description says that ids are unique
	names         [numKinds]string
	submit, start string
	end           string
	run           string // run time in seconds; it counts
	check         string // run time in seconds; end minus start counts
	limit         string
	limitUnit     int64  // seconds
	endless       string // the limit of a job without one
	sizes         [3]string
	asked         string
	deleted       string // a time, if the user deleted the job
	state         string
	status        func(text string) (status int64, ended, ok bool)
	states        string // what the state may be, for messages
}

// slurmStates describes Slurm's states for messages.
const slurmStates = "one of Slurm's job states, such as COMPLETED, FAILED, CANCELLED, TIMEOUT or NODE_FAIL"

// tables lists the formats that are tables. Sources: the field lists in the archives'
// own documents, named in SOURCES.md SWF.7.
var tables = []tableFormat{
	{
		name: "alcf", title: "the job log of an ALCF machine (DIM_JOB_COMPOSITE)", sign: "QUEUED_TIMESTAMP",
		id: "JOB_NAME|COBALT_JOBID", names: [numKinds]string{"USERNAME_GENID", "PROJECT_NAME_GENID", "QUEUE_NAME"},
		submit: "QUEUED_TIMESTAMP", start: "START_TIMESTAMP", end: "END_TIMESTAMP", run: "RUNTIME_SECONDS", limit: "WALLTIME_SECONDS", limitUnit: 1,
		sizes: [3]string{"NODES_USED", "CORES_USED", "GPUS_REQUESTED"}, asked: "NODES_REQUESTED",
		state: "EXIT_CODE|EXIT_STATUS", status: exitCode, states: "a whole number, 0 for success",
	},
	{
		name: "helios", title: "the trace of Helios", unit: inGPUs, sign: "vc",
		id: "job_id", unique: true, names: [numKinds]string{"user", "", "vc"},
		submit: "submit_time", start: "start_time", end: "end_time", check: "duration",
		sizes: [3]string{"node_num", "cpu_num", "gpu_num"}, state: "state", status: sacct.Status, states: slurmStates,
	},
	{
		name: "acme", title: "the trace of Acme", unit: inGPUs, sign: "!vc",
		id: "job_id", unique: true, names: [numKinds]string{"user", "", "type"},
		submit: "submit_time", start: "start_time", end: "end_time", check: "duration",
		sizes: [3]string{"node_num", "cpu_num", "gpu_num"}, state: "state", status: sacct.Status, states: slurmStates,
	},
	{
		name: "pm100", title: "PM100", parquet: true, sign: "num_nodes_alloc",
		id: "job_id", names: [numKinds]string{"user_id", "group_id", "partition"},
		submit: "submit_time", start: "start_time", end: "end_time", run: "run_time", limit: "time_limit", limitUnit: 60, endless: "4294967295", // INFINITE of slurm.h
		sizes: [3]string{"num_nodes_alloc", "num_cores_alloc|num_cpus_alloc", "num_gpus_alloc"}, asked: "num_nodes_req",
		state: "job_state", status: sacct.Status, states: slurmStates,
	},
	{
		name: "fdata", title: "F-DATA", parquet: true, sign: "nnuma",
		id: "jid", names: [numKinds]string{"usr", "", ""},
		submit: "adt", start: "sdt", end: "edt", run: "duration", limit: "elpl", limitUnit: 1,
		sizes: [3]string{"nnuma", "cnumat", ""}, asked: "nnumr", deleted: "deldt",
		state: "exit state", status: exitState, states: "completed or failed",
	},
}

// exitCode returns the status of a job with an exit code.
func exitCode(text string) (status int64, ended, ok bool) {
	text = strings.TrimSuffix(text, ".0")
	n, err := strconv.ParseInt(text, 10, 32)
	if err == nil && n == 0 {
		return workload.SWFCompleted, true, true
	}
	return workload.SWFFailed, true, err == nil
}

// exitState returns the status of a job of F-DATA.
func exitState(text string) (status int64, ended, ok bool) {
	if text == "completed" {
		return workload.SWFCompleted, true, true
	}
	return workload.SWFFailed, true, text == "failed"
}

// needed returns the columns without which a table cannot be read.
func (f *tableFormat) needed() []string {
	return []string{f.id, f.submit, f.start, f.end, f.sizes[inNodes], f.sizes[inCores]}
}

// hasAll reports whether a header is that of the format.
func (f *tableFormat) hasAll(header []string) bool {
	if name, negated := strings.CutPrefix(f.sign, "!"); slices.Contains(header, name) == negated {
		return false
	}
	for _, name := range f.needed() {
		if columnOf(header, name) < 0 {
			return false
		}
	}
	return true
}

// is reports whether a file is such a table.
func (f *tableFormat) is(src []byte) bool {
	if f.parquet {
		return f.hasAll(parquetColumns(src))
	}
	return f.hasAll(csvHeader(src))
}

// read reads a table.
func (f *tableFormat) read(l *jobLog, src []byte) {
	t := tableReader{jobLog: l, f: f}
	if f.parquet {
		t.readParquet(src)
	} else {
		t.readCSV(src)
	}
}

// columnOf returns the index of the first of some names, separated by bars, in a
// header, or -1.
func columnOf(header []string, names string) int {
	for name := range strings.SplitSeq(names, "|") {
		if i := slices.Index(header, name); i >= 0 && name != "" {
			return i
		}
	}
	return -1
}

// tableReader reads the rows of a table.
type tableReader struct {
	*jobLog
	f                      *tableFormat
	header                 []string
	id, submit, start, end int // indices of columns, or -1
	run, check, limit      int
	asked, deleted, state  int
	names                  [numKinds]int
	sizes                  [3]int
	width                  int
	values                 []string // of the row
	line                   int      // of the row
	bad                    bool     // the row has a fault
}

// use finds the columns in a header. It reports faults for those that are missing.
func (t *tableReader) use(header []string) bool {
	f := t.f
	line := 1
	if f.parquet {
		line = 0
	}
	for i, name := range header {
		if first := slices.Index(header, name); first < i {
			t.stop(line, fmt.Sprintf("columns %d and %d are both named %s", first+1, i+1, quoted(name)), "remove one")
			return false
		}
	}
	for _, name := range append(f.needed(), f.sizes[t.unit]) {
		if columnOf(header, name) < 0 {
			t.stop(line, fmt.Sprintf("no column %s, which %s has", strings.ReplaceAll(name, "|", " or "), f.title), "add it, or name another --log-format")
		}
	}
	of := func(name string) int { return columnOf(header, name) }
	t.header, t.width = header, len(header)
	t.id, t.submit, t.start, t.end = of(f.id), of(f.submit), of(f.start), of(f.end)
	t.run, t.check, t.limit = of(f.run), of(f.check), of(f.limit)
	t.asked, t.deleted, t.state = of(f.asked), of(f.deleted), of(f.state)
	for i := range t.names {
		t.names[i] = of(f.names[i])
	}
	for i := range t.sizes {
		t.sizes[i] = of(f.sizes[i])
	}
	return !t.full
}

// wanted returns the indices of the columns that are read, in ascending order.
func (t *tableReader) wanted() []int {
	all := []int{t.id, t.submit, t.start, t.end, t.run, t.check, t.limit, t.asked, t.deleted, t.state}
	all = append(append(all, t.names[:]...), t.sizes[:]...)
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(i int) bool { return i < 0 })
}

// take makes fields of the row in values and adds it to the log.
func (t *tableReader) take(line int) {
	t.line, t.bad = line, false
	f := newFields(line)
	f.id = t.name(t.id)
	if f.id == "" {
		t.wrong(t.id, "is empty", "give each job an id")
	}
	f.submit, f.start, f.end = t.timeOf(t.submit), t.timeOf(t.start), t.timeOf(t.end)
	f.run, f.check, f.limit = t.spanOf(t.run, 1), t.spanOf(t.check, 1), int64(unknown)
	if text := t.text(t.limit); text != t.f.endless {
		f.limit = t.spanOf(t.limit, t.f.limitUnit)
	}
	for i, column := range t.sizes {
		f.sizes[i] = t.countOf(column)
	}
	f.asked = t.countOf(t.asked)
	for i, column := range t.names {
		f.names[i] = t.name(column)
	}
	if text := t.text(t.state); text != "" {
		status, ended, ok := t.f.status(text)
		if f.status, f.running = status, !ended; !ok {
			t.wrong(t.state, "is not "+t.f.states, "write it as published, or leave it empty")
		}
	}
	if t.timeOf(t.deleted) != unknown {
		f.status = workload.SWFCancelled
	}
	if !t.bad && !t.repeated(&f) {
		t.add(&f)
	}
}

// repeated checks the id of a row. It reports whether the row repeats an earlier one,
// or whether its id should be unique and is not.
func (t *tableReader) repeated(f *fields) bool {
	id := f.id
	if !t.f.unique {
		id = fmt.Sprint(f.id, " ", f.submit, " ", f.start, " ", f.end)
	}
	switch first := t.known.add(id, t.line); {
	case first == 0:
		return false
	case t.f.unique:
		t.wrong(t.id, fmt.Sprintf("is the id of the job in line %d as well", first), "give each job an id of its own")
	default:
		t.twice++
	}
	return true
}

// text returns the value of a column, or "" if there is no such column.
func (t *tableReader) text(column int) string {
	if column < 0 {
		return ""
	}
	return t.values[column]
}

// wrong reports the value of a column of the row.
func (t *tableReader) wrong(column int, problem, fix string) {
	t.bad = true
	place := fmt.Sprintf("column %d (%s)", column+1, t.header[column])
	if t.f.parquet {
		t.fault(0, fmt.Sprintf("row %d, column %s", t.line, t.header[column]), t.values[column], problem, fix)
		return
	}
	t.fault(t.line, place, t.values[column], problem, fix)
}

// maxName is the largest number of bytes of an id or a name.
const maxName = 200

// name returns a text of limited length without control characters.
func (t *tableReader) name(column int) string {
	text := t.text(column)
	switch {
	case len(text) > maxName:
		t.wrong(column, fmt.Sprintf("has %d bytes; at most %d", len(text), maxName), "shorten it")
	case strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c == 0x7f }):
		t.wrong(column, "contains a control character", "the file is damaged here: fetch it again")
	}
	return text
}

// timeOf returns the time in a column in milliseconds, or unknown if it is empty.
func (t *tableReader) timeOf(column int) int64 {
	text := t.text(column)
	if text == "" {
		return unknown
	}
	at, ok := parseTime(text)
	switch {
	case !ok:
		t.wrong(column, fmt.Sprintf("is not a time from %d to %d", firstYear, lastYear), "write 2023-03-01 00:18:22, with +08:00 after it for a time zone")
		return unknown
	case !t.time(at):
		t.wrong(column, "cannot be compared with an earlier time, as only one of them has a time zone", "give all times in one form")
		return unknown
	}
	return at.ms
}

// spanOf returns the time span in a column, given in units of some seconds, in
// milliseconds; unknown if it is empty.
func (t *tableReader) spanOf(column int, seconds int64) int64 {
	text := t.text(column)
	if text == "" {
		return unknown
	}
	ms, finer, ok := parseSpan(text)
	if finer {
		t.finer++
	}
	if !ok || ms*seconds > maxSeconds*1000 {
		t.wrong(column, fmt.Sprintf("is not a number from 0 to %d", maxSeconds/max(seconds, 1)), "write the number, or nothing if it is not known")
		return unknown
	}
	return ms * seconds
}

// countOf returns the whole number in a column, or unknown if it is empty.
func (t *tableReader) countOf(column int) int64 {
	text := t.text(column)
	if text == "" {
		return unknown
	}
	n, ok := parseCount(text)
	if !ok {
		t.wrong(column, fmt.Sprintf("is not a whole number from 0 to %d", maxCount), "write the number, or nothing if it is not known")
		return unknown
	}
	return n
}
