package scenarios

import (
	"slices"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// late returns how many seconds after its deadline each job ends. The keys are job
// numbers. The value is 0 for a job that meets its deadline. Jobs without a
// deadline are omitted.
func (r *result) late() map[int64]int64 {
	out := map[int64]int64{}
	for i := range r.config.Jobs {
		if j := &r.config.Jobs[i]; j.Deadline > 0 {
			out[j.Number] = max(0, r.end[j.Number]-int64(j.Deadline)/1000)
		}
	}
	return out
}

// keeps checks how many jobs meet their deadlines.
func (r *result) keeps(want int) {
	r.t.Helper()
	kept := 0
	for _, by := range r.late() {
		if by == 0 {
			kept++
		}
	}
	if kept != want {
		r.t.Errorf("%s: %d deadlines are kept (late by %v), want %d", r.name, kept, r.late(), want)
	}
}

// risks returns the time in seconds at which each job is reported to be at risk of
// missing its deadline. The keys are job numbers.
func (r *result) risks() map[int64]int64 {
	r.t.Helper()
	log, err := engine.Run(r.config)
	if err != nil {
		r.t.Fatal(err)
	}
	out := map[int64]int64{}
	for _, e := range log {
		if e.Kind == trace.AtRisk {
			out[r.config.Jobs[e.Job].Number] = int64(e.Time) / 1000
		}
	}
	return out
}

func TestRescue(t *testing.T) {
	r := run(t, "rescue")
	r.starts(4, 3200, "rescued")
	r.starts(3, 3600, "within-share")
	r.starts(7, 5400, "within-share") // job 7 was not at risk: it still had slack until 7800
	r.keeps(2)
	without := run(t, "rescue", set("jobs[3].deadline", "null"))
	without.starts(4, 6000, "within-share")
	if without.end[4] <= 5000 {
		t.Errorf("without a deadline job 4 ends at %d", without.end[4])
	}
}

func TestSystemReserve(t *testing.T) {
	r := run(t, "system-reserve")
	r.starts(3, 3000, "rescued-by-system")
	r.starts(4, 3300, "rescued-by-system")
	for job, at := range r.start {
		if job > 2 && at < 3000 {
			t.Errorf("job %d starts at %d", job, at)
		}
	}
	r.keeps(2)
	small := run(t, "system-reserve", set("cluster.topology", `{"kind": "star", "nodes": 10}`))
	small.keeps(0)
	if late := small.late(); late[3] != 2400 || late[4] != 2700 {
		t.Errorf("without the system's reserve the jobs are late by %v", late)
	}
}

func TestAtRisk(t *testing.T) {
	r := run(t, "at-risk")
	r.starts(2, 2700, "rescued-by-system")
	r.starts(5, 3400, "rescued-by-system")
	r.starts(3, 3600, "within-share")
	r.starts(4, 5400, "within-share")
	r.keeps(2)
	if risks := r.risks(); len(risks) != 1 || risks[3] != 3200 {
		t.Errorf("at risk: %v, want job 3 at 3200", risks)
	}
	more := run(t, "at-risk", set("cluster.topology", `{"kind": "star", "nodes": 21}`))
	more.starts(3, 3200, "rescued-by-system")
	more.starts(4, 3600, "within-share")
	more.keeps(3)
	if risks := more.risks(); len(risks) != 0 {
		t.Errorf("with 5 nodes more %v are at risk", risks)
	}
}

// TestInTime compares S1's discipline with two others. S1's discipline must meet
// three deadlines. First come, first served and plain priority order must meet one
// deadline each. Jobs of low priority must also run (S1, sections 1 and 6).
func TestInTime(t *testing.T) {
	ours, fifo := run(t, "in-time"), run(t, "in-time", fcfs())
	alone := run(t, "in-time", fcfs(), set("scheduler.order", "priority"))
	ours.keeps(3)
	fifo.keeps(1)
	alone.keeps(1)
	ours.starts(6, 2520, "within-share")
	fifo.starts(6, 3660, "")
	alone.starts(6, 7260, "")
	for job := range alone.start {
		if owner := alone.config.Jobs[job-1].User; owner == "ada" && alone.start[job] > alone.start[6] {
			t.Errorf("by priority alone job %d of Ada's starts at %d, after Bob's job 6", job, alone.start[job])
		}
	}
	last := func(r *result) (at int64) {
		for _, end := range r.end {
			at = max(at, end)
		}
		return at
	}
	if a, b := last(ours), last(fifo); a <= b {
		t.Errorf("the makespan is %d, and %d first come, first served", a, b)
	}
}

func TestEstimates(t *testing.T) {
	r := run(t, "estimates")
	r.starts(2, 7200, "within-share")
	r.starts(3, 400, "rescued")
	r.keeps(4)
	hers := run(t, "estimates", set("allotments.history", "null"))
	hers.starts(2, 60, "rescued-by-system")
	if risks := hers.risks(); risks[3] != 400 || hers.late()[3] == 0 {
		t.Errorf("by her own figures at risk: %v, late: %v", risks, hers.late())
	}
	want := map[int64]map[workload.JobID]simtime.Duration{
		60:   {0: 10800, 1: 21600},
		600:  {1: 21600, 4: 5400, 5: 14400},
		7200: {4: 5400, 5: 9600},
	}
	for at, estimates := range want {
		for _, row := range tableAt(t, r, at) {
			if e, ok := estimates[row.Job]; ok && row.Estimate != e*simtime.Second {
				t.Errorf("at %d job %d is estimated to run for %v s, want %v", at, row.Job+1, row.Estimate, int64(e))
			}
		}
	}
}

// tableAt returns the job table at the given time, after all events at that time.
func tableAt(t *testing.T, r *result, seconds int64) (rows []row) {
	t.Helper()
	e, err := engine.New(r.config)
	if err != nil {
		t.Fatal(err)
	}
	for s, ok := e.Step(); ok && int64(s.Time) <= seconds*1000; s, ok = e.Step() {
		rows = rows[:0]
		for _, x := range e.Table() {
			rows = append(rows, row{x.Job, x.Estimate})
		}
	}
	return rows
}

// row is a row of the job table with only those columns that the tests compare.
type row struct {
	Job      workload.JobID
	Estimate simtime.Duration
}

// TestParts checks jobs that consist of tasks. Serial tasks must run one after
// another, each on all nodes of the job. Parallel tasks must run at the same time,
// each on a share of the nodes (S1, section 4 (3)).
func TestParts(t *testing.T) {
	r := run(t, "parts")
	for job, took := range map[int64]int64{1: 7200, 2: 6000, 3: 7200} {
		if got := r.end[job] - r.start[job]; got != took {
			t.Errorf("job %d takes %d s, want %d", job, got, took)
		}
	}
	swapped := run(t, "parts", set("jobs[0].parts.order", "serial"), set("jobs[1].parts.order", "parallel"))
	if swapped.end[1] != 6000 || swapped.end[2] != 7200 {
		t.Errorf("the other way round they end at %d and %d", swapped.end[1], swapped.end[2])
	}
	s, err := scenario.Parse(mustFind(t, "parts").Source)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]workload.PartSpan{
		{{Start: 0, End: 7200_000, First: 0, Size: 2, Next: -1}, {Start: 0, End: 7200_000, First: 2, Size: 2, Next: -1}, {Start: 0, End: 3600_000, First: 4, Size: 2, Next: -1}},
		{{Start: 0, End: 2400_000, First: 0, Size: 6, Next: 2400_000}, {Start: 2400_000, End: 4800_000, First: 0, Size: 6, Next: 4800_000}, {Start: 4800_000, End: 6000_000, First: 0, Size: 6, Next: -1}},
		{{Start: 0, End: 4800_000, First: 0, Size: 3, Next: -1}, {Start: 0, End: 7200_000, First: 3, Size: 2, Next: -1}, {Start: 0, End: 3600_000, First: 5, Size: 2, Next: -1}},
	}
	for i, spans := range want {
		j := &s.Jobs[i]
		got := j.Parts.AppendSpans(nil, j.Nodes, j.Runtime)
		for k := range spans {
			if got[k] != spans[k] {
				t.Errorf("job %d: task %d is %+v, want %+v", j.Number, k+1, got[k], spans[k])
			}
		}
	}
}

// TestIdleShare checks from where a job at risk takes nodes. It must first take
// nodes of its user's reserve, then idle usable nodes, and last nodes of the
// system's reserve (S1, section 4 (2), step 4).
func TestIdleShare(t *testing.T) {
	r := run(t, "idle-share")
	r.starts(4, 2400, "rescued-on-both")
	r.starts(5, 3300, "rescued-by-system")
	r.starts(3, 4200, "within-share") // job 3 is delayed because job 4 has taken one of its nodes
	r.keeps(2)
	narrow := run(t, "idle-share", set("jobs[3].nodes", "4"))
	narrow.starts(4, 2400, "rescued")
	narrow.starts(3, 3600, "within-share")
	busy := run(t, "idle-share", set("jobs[0].nodes", "4"), set("cluster.topology", `{"kind": "star", "nodes": 14}`)) // on this machine, job 4 also needs nodes of the system's reserve
	busy.starts(4, 2400, "rescued-by-system")
	if risks := busy.risks(); len(risks) != 1 || risks[5] != 3300 {
		t.Errorf("with fewer idle nodes at risk: %v", risks)
	}
}

// TestReallotted changes allotments (the users' shares of the machine) while jobs
// are using them. This must be possible (S1.8).
func TestReallotted(t *testing.T) {
	r := run(t, "reallotted")
	r.starts(4, 2400, "within-share")
	r.starts(5, 3600, "within-share")
	for job, took := range map[int64]int64{1: 3600, 2: 2400, 3: 5400} {
		if r.end[job]-r.start[job] != took { // a change of allotments does not stop any job
			t.Errorf("job %d runs from %d to %d", job, r.start[job], r.end[job])
		}
	}
	stays := run(t, "reallotted", set("allotments.events", "null"))
	stays.starts(5, 2400, "within-share")
	stays.starts(4, 5400, "within-share")
}

// TestNested checks a job with tasks at several levels. Its tasks run one after
// another. One of them consists of parallel tasks, which in turn contain serial
// tasks (S1, section 4 (3), step 1).
func TestNested(t *testing.T) {
	r := run(t, "nested")
	for job, took := range map[int64]int64{1: 9000, 2: 7200} {
		if got := r.end[job] - r.start[job]; got != took {
			t.Errorf("job %d takes %d s, want %d", job, got, took)
		}
	}
	r.starts(3, 9000, "within-share")
	flat := run(t, "nested", set("jobs[0].parts.work[1].order", "serial"))
	if flat.end[1] != 7200 {
		t.Errorf("with all tasks serial job 1 ends at %d", flat.end[1])
	}
	s, err := scenario.Parse(mustFind(t, "nested").Source)
	if err != nil {
		t.Fatal(err)
	}
	want := []workload.PartSpan{
		{Start: 0, End: 900_000, First: 0, Size: 8, Next: 900_000},
		{Start: 900_000, End: 8100_000, First: 0, Size: 4, Next: 8100_000},
		{Start: 900_000, End: 2700_000, First: 4, Size: 4, Next: 2700_000},
		{Start: 2700_000, End: 4500_000, First: 4, Size: 4, Next: 8100_000}, // afterwards, these nodes are idle for an hour
		{Start: 8100_000, End: 9000_000, First: 0, Size: 8, Next: workload.LastPart},
	}
	if got := s.Jobs[0].Parts.AppendSpans(nil, 8, s.Jobs[0].Runtime); !slices.Equal(got, want) {
		t.Errorf("the tasks of job 1 are %+v, want %+v", got, want)
	}
}

func mustFind(t *testing.T, name string) Lesson {
	t.Helper()
	l, ok := Find(name)
	if !ok {
		t.Fatalf("no lesson %q", name)
	}
	return l
}
