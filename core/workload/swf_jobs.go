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

// SWFMachine describes the machine on which the jobs of a trace will run. The zero
// value treats each processor as a whole node and does not limit the size of a job.
type SWFMachine struct {
	Nodes   int   // wider jobs are rejected; 0 if unknown
	Cores   int   // cores per node; above 1, a processor becomes a task of one core, and tasks share nodes
	Memory  int64 // MiB per node; 0 ignores field 10. Above 0, a processor becomes a task that needs the memory of field 10, rounded up to MiB.
	Overrun bool  // jobs may run beyond their walltime (AllowOveruse in the header has no effect)
}

// SWFJobs holds the jobs of a trace.
type SWFJobs struct {
	Jobs     []Job   // ordered by submit time, then by position in the file; the index is the JobID
	Records  []int32 // for each JobID, the index of its record in file order
	Warnings Report  // oddities found in the rows
}

// Jobs converts every record to a job. See JobsFromSWF.
func (s *SWF) Jobs(m SWFMachine) (*SWFJobs, error) {
	return buildSWFJobs(slices.Values(s.Records), m, len(s.Records))
}

// JobsFromSWF converts every record to a job. Rows that cannot run become jobs with
// Reject set. Everything else that is odd is kept and reported (see SWFRule).
// Partition and application are ignored. A user, group or queue becomes its number
// as text, or empty text if missing. The error is an *SWFError if jobs wait for
// each other's ends in a cycle. Cost: O(records) if they are ordered by submit
// time, else O(records log records).
func JobsFromSWF(records iter.Seq[SWFRecord], m SWFMachine) (*SWFJobs, error) {
	return buildSWFJobs(records, m, 0)
}

// buildSWFJobs converts records to jobs. The argument size is the expected number
// of records, or 0 if it is unknown.
func buildSWFJobs(records iter.Seq[SWFRecord], m SWFMachine, size int) (*SWFJobs, error) {
	b := swfJobBuilder{
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

// swfJobBuilder is the state of a conversion: the jobs in file order, and the data of
// their rows that is needed until preceding jobs are linked.
type swfJobBuilder struct {
	*SWFJobs
	m       SWFMachine
	rows    []swfRow
	first   firstRows
	names   map[int64]string
	last    [3]namedLast     // for user, group and queue
	latest  simtime.Duration // latest submit time so far
	unorder bool             // some row is out of order
	linked  bool             // whether linkAll has work to do: some row has a preceding job, a think time without one, or no submit time
}

// swfRow holds the data of a row that is needed for linking.
type swfRow struct {
	line      int
	preceding int64
	submit    simtime.Duration
	think     simtime.Duration
	part      bool // the row describes a part of a job, not a whole job
}

// add converts a row to a job.
func (b *swfJobBuilder) add(r *SWFRecord) {
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

// name returns a user, group or queue as text. Equal numbers share a string. Since
// consecutive rows often have the same values, the last value of each kind is
// cached.
func (b *swfJobBuilder) name(kind int, x int64) string {
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

// namedLast is a cached number with its text.
type namedLast struct {
	number int64
	text   string
	known  bool
}

// swfValue is the value of a field for use in a message, formatted as in the trace.
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

// warn reports an oddity of a job that is kept.
func (b *swfJobBuilder) warn(j *Job, rule SWFRule, value, other swfValue) {
	if b.Warnings.count(rule) {
		b.Warnings.Kept = append(b.Warnings.Kept, b.warning(j, rule, value, other))
	}
}

// reject rejects a job unless it is rejected already. A job has only one reason.
func (b *swfJobBuilder) reject(j *Job, rule SWFRule, value, other swfValue) {
	b.rejectFor(j, b.warning(j, rule, value, other))
}

func (b *swfJobBuilder) rejectFor(j *Job, w Warning) {
	if j.Reject == nil {
		j.Reject = Rejection{w}
		b.Warnings.add(w)
	}
}

func (b *swfJobBuilder) warning(j *Job, rule SWFRule, value, other swfValue) Warning {
	return Warning{
		Line: b.rows[j.ID].line, Rule: rule, Job: j.Number,
		Field: value.field, Value: value.String(), Other: other.String(),
	}
}

// order sorts the jobs by submit time, then by position in the file, and renumbers
// them.
func (b *swfJobBuilder) order() {
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
	ids := make([]JobID, len(b.Jobs)) // by position in the file
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
