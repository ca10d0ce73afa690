package sacct

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"hopyard/core/slurmtext"
)

// paths maps the paths of keys within a job of sacct --json to columns. The keys
// are those that the data parsers 0.0.37 to 0.0.46 of Slurm write. Type job handles
// the paths that need other treatment.
var paths = [...]struct {
	path string
	as   field
}{
	{"user", fUser},
	{"association.user", fUID},
	{"account", fAccount},
	{"association.account", fGroup},
	{"group", fGID},
	{"name", fJobName},
	{"partition", fPartition},
	{"cluster", fCluster},
	{"time.submission", fSubmit},
	{"time.eligible", fEligible},
	{"time.start", fStart},
	{"time.end", fEnd},
	{"time.elapsed", fElapsedRaw},
	{"time.suspended", fSuspended},
	{"time.limit", fTimelimitRaw},
	{"state.current", fState},
	{"state.current[]", fState},
	{"required.CPUs", fReqCPUS},
	{"allocation_nodes", fAllocNodes},
	{"nodes", fNodeList},
	{"restart_cnt", fRestarts},
	{"qos", fQOS},
	{"priority", fPriority},
	{"reservation.name", fReservation},
	{"state.reason", fReason},
	{"submit_line", fSubmitLine},
}

// fieldAt returns the field of a path, or noField if the path is not read.
func fieldAt(path string) field {
	for _, p := range paths {
		if p.path == path {
			return p.as
		}
	}
	return noField
}

// Numbers that Slurm writes for a missing value and for no limit.
const (
	noValue  = "4294967294"
	infinite = "4294967295"
)

// job collects those values of one job of --json that are spread over several
// places in the text.
type job struct {
	g              *gatherer
	states         int
	id             [5]int64 // in the order of idPaths
	tasks          []byte   // list of array tasks, such as "5-9%2"
	unset          bool     // in the current object, "set" is false
	endless        bool     // in the current object, "infinite" is true
	value          []byte   // "number" in the current object
	kind, resource []byte   // type and name of a trackable resource
	count          []byte
	bad            bool
	list           bool // the text has a list of jobs
}

// idPaths lists the paths of the numbers that an id consists of.
var idPaths = [...]string{"job_id", "array.job_id", "array.task_id", "het.job_id", "het.job_offset"}

// readJSON reads the output of sacct --json.
func (g *gatherer) readJSON(in *bufio.Reader) error {
	for f := range g.has {
		g.has[f] = true
	}
	if mark, _ := in.Peek(3); string(mark) == "\uFEFF" {
		_, _ = in.Discard(3)
	}
	j := &job{g: g}
	s := &scanner{in: in, most: g.o.MaxLine, line: 1, open: j.open, close: j.close, leaf: j.leaf}
	c, _ := s.token()
	if s.value(c, 1) {
		if c, more := s.token(); more {
			s.fail(fmt.Sprintf("%q after the end of the text", c), "give the output of one call of sacct at a time")
		}
	}
	switch {
	case s.err != nil:
		return fmt.Errorf("line %d: %w", s.line, s.err)
	case s.fault != nil && !g.full():
		g.fault(s.fault)
	case s.fault == nil && !j.list:
		g.fault(&LineError{Problem: `no list "jobs"`, Fix: "write the file with sacct --json"})
	}
	return nil
}

// jobPath returns the part of a path that lies within a job. It returns false
// outside of jobs and within job steps.
func jobPath(path []byte) (string, bool) {
	rest, ok := bytes.CutPrefix(path, []byte("jobs[]."))
	return string(rest), ok && !bytes.HasPrefix(rest, []byte("steps[]"))
}

func (j *job) open(s *scanner) {
	path := string(s.path)
	switch path {
	case "jobs[]":
		j.begin(s.line)
	case "jobs[].steps[]":
		j.g.steps++
	case "errors[]":
		j.g.reported++
	}
	j.unset, j.endless, j.value = false, false, j.value[:0]
	j.kind, j.resource, j.count = j.kind[:0], j.resource[:0], j.count[:0]
}

func (j *job) begin(line int) {
	j.g.row.reset(line)
	j.g.row.clock = j.g.clock
	j.list, j.bad, j.states = true, false, 0
	j.id = [5]int64{unknown, unknown, unknown, unknown, unknown}
	j.tasks = j.tasks[:0]
}

// close handles the end of an object. The object is a job, a resource, or a number
// with "set" and "infinite".
func (j *job) close(s *scanner) {
	if string(s.path) == "jobs[]" {
		j.end(s)
		return
	}
	path, ok := jobPath(s.path)
	switch {
	case !ok:
	case path == "tres.allocated[]" || path == "tres.requested[]":
		j.take(s, path)
	case j.endless || j.unset || len(j.value) == 0:
	default:
		j.set(s, path, j.value)
	}
	j.value = j.value[:0]
}

// take stores a trackable resource, once its object has been read.
func (j *job) take(s *scanner, path string) {
	f := fAllocTRES
	if path == "tres.requested[]" {
		f = fReqTRES
	}
	name := string(j.kind)
	if len(j.resource) > 0 {
		name += "/" + string(j.resource)
	}
	if len(j.count) == 0 || string(j.count) == "-2" { // -2 is Slurm's missing value as a 64-bit number
		return
	}
	if fault := j.g.row.setResource(f, []byte(name), j.count); fault != nil {
		fault.Value = slurmtext.Quoted([]byte(name + "=" + string(j.count)))
		j.fault(s, path, fault)
	}
}

// leaf handles a string, a number, or a word such as true. The parameter quotes
// reports whether the value is a string.
func (j *job) leaf(s *scanner, quotes bool) {
	path, ok := jobPath(s.path)
	if string(s.path) == "jobs" || string(s.path) == "jobs[]" {
		s.fail(`"jobs" holds `+slurmtext.Quoted(s.text)+`, which is not a job`, "let sacct write the file again, with --json")
		return
	}
	if !ok || !quotes && string(s.text) == "null" {
		return
	}
	switch before, last := cutLast(path); {
	case before == "tres.allocated[]" || before == "tres.requested[]":
		j.resourcePart(last, s.text)
	case last == "set":
		j.unset = string(s.text) == "false"
	case last == "infinite":
		j.endless = string(s.text) == "true"
	case last == "number":
		j.value = append(j.value[:0], s.text...)
	case path == "array.task":
		j.tasks = append(j.tasks[:0], s.text...)
	default:
		j.set(s, path, s.text)
	}
}

// cutLast splits a path before its last key.
func cutLast(path string) (before, last string) {
	for at := len(path) - 1; at >= 0; at-- {
		if path[at] == '.' {
			return path[:at], path[at+1:]
		}
	}
	return "", path
}

func (j *job) resourcePart(key string, text []byte) {
	switch key {
	case "type":
		j.kind = append(j.kind[:0], text...)
	case "name":
		j.resource = append(j.resource[:0], text...)
	case "count":
		j.count = append(j.count[:0], text...)
	}
}

// set stores a value according to its path.
func (j *job) set(s *scanner, path string, text []byte) {
	if string(text) == noValue || string(text) == infinite {
		return
	}
	for k, id := range idPaths {
		if path != id {
			continue
		}
		if fault := setNumber(&j.id[k], text, 1<<40); fault != nil {
			j.fault(s, path, fault)
		}
		return
	}
	f := fieldAt(path)
	if f == fState {
		if j.states++; j.states > 1 { // flags, such as COMPLETING, follow the state
			return
		}
	}
	if f == fSuspended {
		if fault := setNumber(&j.g.row.suspended, text, slurmtext.Longest); fault != nil {
			j.fault(s, path, fault)
		}
		return
	}
	if f == noField || f > fRestarts && j.g.records == nil {
		return
	}
	if fault := j.g.row.set(f, text); fault != nil {
		j.fault(s, path, fault)
	}
}

// fault reports an error in a value of the job.
func (j *job) fault(s *scanner, path string, f *LineError) {
	f.Line, f.Place = s.line, path
	j.g.fault(f)
	j.bad = true
	j.stop(s)
}

// stop ends the reading if there are too many faults.
func (j *job) stop(s *scanner) {
	if j.g.full() && s.fault == nil {
		s.fault = j.g.faults[len(j.g.faults)-1]
	}
}

// end completes the record of a job.
func (j *job) end(s *scanner) {
	if j.bad {
		return
	}
	r := &j.g.row
	id, array, task, het, part := j.id[0], j.id[1], j.id[2], j.id[3], j.id[4]
	r.id.base = id
	switch {
	case array > 0 && task != unknown:
		r.id = jobID{array, task, unknown}
	case array > 0 && len(j.tasks) > 0:
		left, ok := countTasks([]byte(strings.Trim(string(j.tasks), "[]")))
		if !ok {
			j.fault(s, "array.task", &LineError{Value: slurmtext.Quoted(j.tasks), Problem: "is not a list of tasks", Fix: "leave it as sacct prints it, such as 4-9%2"})
			return
		}
		r.id.base, r.left = array, left
	case het > 0 && part != unknown:
		r.id = jobID{het, unknown, part}
	}
	before := len(j.g.faults)
	j.g.add()
	if len(j.g.faults) > before {
		j.stop(s)
	}
}
