package workload

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"

	"hopyard/core/simtime"
)

// SWFMachine says what the jobs of a trace are to run on. The zero value
// takes a processor for a whole node and finds no job too wide.
type SWFMachine struct {
	Nodes   int   // wider jobs are rejected; 0 if it is not known
	Cores   int   // of a node; above 1 a processor is a task of one core, and tasks share nodes
	Memory  int64 // MiB of a node; above 0 a processor is a task that needs field 10, rounded up to MiB; 0 leaves field 10 out of account
	Overrun bool  // jobs may run beyond their walltime (the header's AllowOveruse decides nothing)
}

// SWFJobs are the jobs of a trace.
type SWFJobs struct {
	Jobs     []Job   // by (submit, file order); a job's place is its JobID
	Records  []int32 // by JobID: which record, in file order, the job was
	Warnings Report  // what was odd in the rows
}

// Jobs makes a job of every record; see JobsFromSWF.
func (s *SWF) Jobs(m SWFMachine) (*SWFJobs, error) {
	return jobsOf(slices.Values(s.Records), m, len(s.Records))
}

// JobsFromSWF makes a job of every record. Rows that cannot run are jobs with
// Reject set; what else is odd is kept and reported (see SWFRule). Partition
// and application are not used; a user, group or queue is its number as text,
// empty if missing. Error: an *SWFError for jobs that wait for one another's
// ends. Cost: O(records) if they come in the order of submit times, else
// O(records log records).
func JobsFromSWF(records iter.Seq[SWFRecord], m SWFMachine) (*SWFJobs, error) {
	return jobsOf(records, m, 0)
}

// jobsOf makes jobs of records, of which about size are expected.
func jobsOf(records iter.Seq[SWFRecord], m SWFMachine, size int) (*SWFJobs, error) {
	b := jobsOfSWF{
		SWFJobs: &SWFJobs{Jobs: make([]Job, 0, size)}, m: m,
		rows: make([]swfRow, 0, size), names: map[int64]string{Missing: ""},
	}
	for r := range records {
		if len(b.Jobs) == math.MaxInt32 {
			return nil, fmt.Errorf("%w: more than %d rows", ErrSWF, math.MaxInt32)
		}
		b.add(&r)
	}
	if err := b.linkAll(); err != nil {
		return nil, err
	}
	b.order()
	b.Warnings.sort()
	return b.SWFJobs, nil
}

// jobsOfSWF is the work in progress: jobs in file order, and what is needed
// of their rows until the preceding jobs are known.
type jobsOfSWF struct {
	*SWFJobs
	m       SWFMachine
	rows    []swfRow
	first   firstRows
	names   map[int64]string
	last    [3]namedLast     // user, group and queue
	latest  simtime.Duration // the latest submit time so far
	unorder bool             // some row is out of order
	linked  bool             // some row has a preceding job, a think time alone, or no submit time
}

// swfRow is what linking needs of a row.
type swfRow struct {
	line      int
	preceding int64
	submit    simtime.Duration
	think     simtime.Duration
	part      bool // a part of a job, not a whole one
}

// add makes the job of one row.
func (b *jobsOfSWF) add(r *SWFRecord) {
	id := JobID(len(b.Jobs))
	b.Jobs = append(b.Jobs, Job{
		Request: Request{
			ID: id, Number: r.Number, Submit: simtime.Time(max(r.Submit, 0)),
			User: b.name(0, r.User), Group: b.name(1, r.Group), Queue: b.name(2, r.Queue),
		},
		Overrun: b.m.Overrun, After: NoJob,
	})
	j := &b.Jobs[id]
	part := r.Status >= SWFContinued && r.Status <= SWFLastFailed
	b.rows = append(b.rows, swfRow{r.Line, r.Preceding, r.Submit, r.Think, part})
	b.linked = b.linked || r.Preceding != Missing || r.Think > 0 || r.Submit < 0
	b.identity(j, r)
	b.place(j, r)
	b.size(j, r)
	b.times(j, r)
	if j.Reject == nil {
		b.fits(j, r)
	}
}

// name is a user, group or queue as text; equal numbers share one string. Of each
// kind the next row has most often the same as the one before.
func (b *jobsOfSWF) name(kind int, x int64) string {
	last := &b.last[kind]
	if last.number == x && last.known {
		return last.text
	}
	s, ok := b.names[x]
	if !ok {
		s = strconv.FormatInt(x, 10)
		b.names[x] = s
	}
	*last = namedLast{x, s, true}
	return s
}

// namedLast is a number with its text.
type namedLast struct {
	number int64
	text   string
	known  bool
}

// swfValue is a number that stands in a message as field writes it.
type swfValue struct {
	field int // 1 to 18; 0 for no value
	x     int64
}

func (v swfValue) String() string {
	if v.field == 0 {
		return ""
	}
	return string(appendField(nil, v.field-1, v.x))
}

// warn reports something odd about a job that is kept.
func (b *jobsOfSWF) warn(j *Job, rule SWFRule, value, other swfValue) {
	if b.Warnings.count(rule) {
		b.Warnings.Kept = append(b.Warnings.Kept, b.warning(j, rule, value, other))
	}
}

// reject rejects a job, unless it has been rejected already: a job has one
// reason.
func (b *jobsOfSWF) reject(j *Job, rule SWFRule, value, other swfValue) {
	b.rejectFor(j, b.warning(j, rule, value, other))
}

func (b *jobsOfSWF) rejectFor(j *Job, w Warning) {
	if j.Reject == nil {
		j.Reject = Rejection{w}
		b.Warnings.add(w)
	}
}

func (b *jobsOfSWF) warning(j *Job, rule SWFRule, value, other swfValue) Warning {
	return Warning{
		Line: b.rows[j.ID].line, Rule: rule, Job: j.Number,
		Field: value.field, Value: value.String(), Other: other.String(),
	}
}

// order puts the jobs in the order of (submit, file order) and numbers them
// so.
func (b *jobsOfSWF) order() {
	b.Records = make([]int32, len(b.Jobs))
	for i := range b.Records {
		b.Records[i] = int32(i)
	}
	if !b.unorder {
		return
	}
	slices.SortStableFunc(b.Records, func(x, y int32) int {
		return cmp.Compare(b.Jobs[x].Submit, b.Jobs[y].Submit)
	})
	ids := make([]JobID, len(b.Jobs)) // by place in the file
	jobs := make([]Job, len(b.Jobs))
	for id, i := range b.Records {
		ids[i] = JobID(id)
		jobs[id] = b.Jobs[i]
		jobs[id].ID = JobID(id)
	}
	for id := range jobs {
		if jobs[id].After != NoJob {
			jobs[id].After = ids[jobs[id].After]
		}
	}
	b.Jobs = jobs
}
