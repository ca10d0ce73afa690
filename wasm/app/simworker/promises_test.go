package simworker

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/longrun"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/tools/traces"
	"hopyard/wasm/app/message"
)

// drawnTrace returns the text of a random trace in which jobs have to wait.
func drawnTrace(t testing.TB, jobs, seed int) string {
	t.Helper()
	var text bytes.Buffer
	if err := (traces.Size{Name: "x", Jobs: jobs, Nodes: 128, Users: 50, Widest: 64, Load: 850}).Write(&text, int64(seed)); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// inquire sends a query, runs the dispatcher until it has no more work, and returns
// the last answer and the number of answers.
func inquire(t *testing.T, d *Dispatcher, m message.TraceQuery) (*message.TraceReply, int) {
	t.Helper()
	m.Serial = d.shown.asked.Serial
	d.Answers()
	d.Handle(m.Pack())
	for d.Busy() {
		d.Work(7)
	}
	answers := d.Answers()
	var told message.TraceReply
	if err := told.Unpack(answers[len(answers)-1]); err != nil {
		t.Fatal(err)
	}
	return &told, len(answers)
}

// TestRowsSortedByPromises checks the order of the rows when they are sorted by the
// promised start and by the delay after it. Each promise must equal the promise
// that a separate query for the job alone returns.
func TestRowsSortedByPromises(t *testing.T) {
	desk, _ := run(t, message.Load{Form: message.SWF, Name: "x.swf", Text: drawnTrace(t, 4000, 5), At: -1, Job: -1})
	alone := newTraceQueries(desk.shown)
	for _, by := range []message.PromiseColumn{message.ByPromised, message.ByKept} {
		for _, down := range []bool{false, true} {
			told, answers := inquire(t, desk, message.TraceQuery{Topic: message.TopicRows, Promise: by, Down: down, Count: 200, Filter: longrun.Filter{Least: 20}})
			if by == message.ByPromised && !down && answers < 3 {
				t.Errorf("%d answers tell how far it is", answers)
			}
			if told.Left != 0 || len(told.Rows) != 200 {
				t.Fatalf("%d rows, %d left", len(told.Rows), told.Left)
			}
			key := func(r *message.JobRow) simtime.Duration {
				if by == message.ByKept {
					return r.Start.Sub(r.Promised)
				}
				return r.Promised.Sub(0)
			}
			for i := range told.Rows {
				r := &told.Rows[i]
				if want := alone.ask(desk.shown.jobOf(r.Number)); !r.Asked || r.Promised != want.at || r.Promised != simtime.Never && r.Head != want.head {
					t.Fatalf("job %d was promised %v at %v, not %v", r.Number, r.Promised, r.Head, want)
				}
				if r.Size < 20 {
					t.Fatalf("job %d of size %d", r.Number, r.Size)
				}
				if i == 0 || r.Promised == simtime.Never {
					continue
				}
				if before := &told.Rows[i-1]; before.Promised == simtime.Never || (key(before) > key(r)) != down && key(before) != key(r) {
					t.Fatalf("by %d, down %t: %v before %v", by, down, key(before), key(r))
				}
			}
		}
	}
}

// TestUsersSorted checks the table of users in its four orders: by node time, name,
// number of jobs and mean wait.
func TestUsersSorted(t *testing.T) {
	desk, _ := run(t, message.Load{Form: message.SWF, Name: "x.swf", Text: drawnTrace(t, 3000, 6), At: -1, Job: -1})
	part := 0.0
	for _, by := range []message.UserColumn{message.UsersByPart, message.UsersByName, message.UsersByJobs, message.UsersByWait} {
		told, _ := inquire(t, desk, message.TraceQuery{Topic: message.TopicUsers, By: by, Down: true, Count: 200})
		if int(told.Total) != len(told.Users) || len(told.Users) < 20 {
			t.Fatalf("%d of %d users", len(told.Users), told.Total)
		}
		jobs := int32(0)
		for i, u := range told.Users {
			jobs += u.Jobs
			if by == message.UsersByPart {
				part += u.Part
				if u.Rank != int32(i) {
					t.Errorf("user %s is of rank %d in place %d", u.Name, u.Rank, i)
				}
			}
		}
		if jobs != 3000 {
			t.Errorf("%d jobs", jobs)
		}
		if !slices.IsSortedFunc(told.Users, func(a, b message.UserRow) int {
			switch x, _ := strconv.Atoi(a.Name); by {
			case message.UsersByName:
				y, _ := strconv.Atoi(b.Name)
				return y - x
			case message.UsersByJobs:
				return int(b.Jobs - a.Jobs)
			case message.UsersByWait:
				return int(b.Wait - a.Wait)
			}
			return int(a.Rank - b.Rank)
		}) {
			t.Errorf("by %d: not in order", by)
		}
	}
	if part < 0.999 || part > 1.001 {
		t.Errorf("the parts are %v together", part)
	}
}

// TestAlteredTrace runs a trace with half the load, without its heaviest user and
// on a smaller machine. It checks that the answer reports these changes and lists
// the jobs that are too large. An excerpt of the run must contain the changed jobs,
// but report no changes. The run of the unchanged trace must report no changes,
// either.
func TestAlteredTrace(t *testing.T) {
	text := drawnTrace(t, 6000, 3)
	_, plain := run(t, message.Load{Form: message.SWF, Name: "x.swf", Text: text, At: -1, Job: -1})
	if a := plain.Archive.Altered; a.Load != 1000 || a.Header != 128 || a.Wide != 0 || len(a.Without) != 0 {
		t.Errorf("as recorded: %+v", a)
	}
	heavy := plain.Archive.Heavy[0]
	desk, m := run(t, message.Load{Form: message.SWF, Name: "x.swf", Text: text, Nodes: 40, At: -1, Job: -1,
		Overrides: message.Overrides{Set: []message.Assignment{{Path: "altered", Value: `{"load_factor": 0.5, "without_users": ["` + heavy.Name + `"]}`}}}})
	a := m.Archive.Altered
	if a.Load != 500 || a.Header != 128 || !slices.Equal(a.Without, []string{heavy.Name}) || m.Archive.Jobs != 6000-heavy.Jobs {
		t.Errorf("altered: %+v, %d jobs", a, m.Archive.Jobs)
	}
	wide := map[int64]int32{}
	for i := range desk.shown.config.Jobs {
		if j := &desk.shown.config.Jobs[i]; j.Size() > 40 {
			wide[j.Number] = j.Size()
		}
	}
	if int(a.Wide) != len(wide) || len(wide) == 0 || len(a.Widest) != min(len(wide), maxWide) {
		t.Errorf("%d jobs are too large, and %v are named; there are %d", a.Wide, a.Widest, len(wide))
	}
	for i, n := range a.Widest {
		if wide[n] == 0 || i > 0 && wide[n] > wide[a.Widest[i-1]] {
			t.Errorf("job %d of %d nodes is named in place %d", n, wide[n], i)
		}
	}
	log := desk.shown.tape.Log()
	from := log[len(log)/2].Time
	cut := desk.shown.cut(from, from.Add(simtime.Day/2), "cut")
	own, _ := run(t, message.Load{Form: message.Link, Text: cut.Link, At: -1, Job: -1})
	if n := own.shown.config.Machine.NumNodes(); n != 40 || own.shown.scenario.Altered.Any() {
		t.Errorf("the cut has %d nodes, altered %+v", n, own.shown.scenario.Altered)
	}
	if len(cut.Numbers) != int(cut.Jobs) || len(cut.Numbers) == 0 {
		t.Errorf("%d numbers of %d jobs", len(cut.Numbers), cut.Jobs)
	}
	for i := range own.shown.config.Jobs {
		j := &own.shown.config.Jobs[i]
		was := &desk.shown.config.Jobs[desk.shown.jobOf(j.Number)]
		if j.User == heavy.Name || was.Submit >= from && j.Submit != simtime.Time(was.Submit.Sub(from)) {
			t.Errorf("job %d of user %s is submitted at %v", j.Number, j.User, j.Submit)
		}
	}
	if desk.shown.jobOf(int64(1<<40)) != workload.NoJob {
		t.Error("there is a job that nobody wrote")
	}
}

// TestWindowsThatAreCutShortSaySo requests a window with too many steps. It checks
// that the answer gives the requested end besides the actual end. A second window,
// from the actual end to the requested end, must contain all remaining steps.
func TestWindowsThatAreCutShortSaySo(t *testing.T) {
	text := drawnTrace(t, 9000, 4)
	desk, whole := run(t, message.Load{Form: message.SWF, Name: "x.swf", Text: text, At: -1, Job: -1, From: 0, To: simtime.Time(simtime.Forever / 2)})
	a := whole.Archive
	if a.Wanted <= a.To || int(a.Steps) <= maxWindowSteps {
		t.Fatalf("%d steps, to %v of %v", a.Steps, a.To, a.Wanted)
	}
	first := len(whole.Steps) - int(a.Head)
	desk.Handle((&message.Load{Serial: 2, Form: message.Same, Name: "x.swf", At: -1, Job: -1, From: a.To, To: a.Wanted}).Pack())
	for d := desk; d.Busy(); {
		d.Work(7)
	}
	w := desk.shown.window
	if w.to != w.wanted || w.first > first || first-w.first > 20 || w.last != int(a.Steps) {
		t.Errorf("%d steps, then %d to %d, of %d; to %v of %v", first, w.first, w.last, a.Steps, w.to, w.wanted)
	}
}

// TestWhyJobsWereToldNothing checks the reason that is given for each waiting job
// without a promise. Under FCFS and conservative backfilling the reason must be
// that the policy promised nothing. Under EASY the reason StartedBehind must be
// given exactly to the jobs that started before a job submitted earlier.
func TestWhyJobsWereToldNothing(t *testing.T) {
	for _, queue := range []string{"fcfs", "easy", "conservative"} {
		desk, _ := run(t, message.Load{Form: message.SWF, Name: "x.swf", Text: drawnTrace(t, 3000, 6), At: -1, Job: -1, Overrides: message.Overrides{Queue: queue}})
		r := desk.shown
		starts, n := make([]int, len(r.config.Jobs)), 0
		for i := range r.tape.Len() {
			for _, e := range r.tape.Events(i) {
				if e.Kind == trace.Start {
					n++
					starts[e.Job] = n
				}
			}
		}
		behind := make([]bool, len(starts))
		for i, last := 0, 0; i < len(starts); i++ {
			behind[i] = starts[i] < last
			last = max(last, starts[i])
		}
		seen := map[message.NoPromiseReason]int{}
		for first := int32(0); int(first) < len(starts); first += maxTableRows {
			told, _ := inquire(t, desk, message.TraceQuery{Topic: message.TopicRows, First: first, Count: maxTableRows})
			for i := range told.Rows {
				row := &told.Rows[i]
				if !row.Asked || row.Promised != simtime.Never || row.Wait == 0 {
					continue
				}
				seen[row.Untold]++
				if is := queue == "easy" && behind[r.jobOf(row.Number)]; (row.Untold == message.StartedBehind) != is {
					t.Fatalf("%s: job %d is said to be %d, and started from behind: %t", queue, row.Number, row.Untold, is)
				}
				if queue != "easy" && row.Untold != message.NotPromised {
					t.Fatalf("%s: job %d is said to be %d", queue, row.Number, row.Untold)
				}
			}
		}
		if queue == "easy" && (seen[message.StartedBehind] == 0 || seen[message.StartedFirst] == 0) || queue == "fcfs" && seen[message.NotPromised] == 0 {
			t.Errorf("%s: not looked at: %v", queue, seen)
		}
	}
}

// TestFindsAreOfSomething checks that a search result never reports zero. If no job
// is overtaken, no result may be a FindOvertaken; if no job waits, there must be no
// results at all.
func TestFindsAreOfSomething(t *testing.T) {
	kinds := func(load message.Load) (out []message.FindKind) {
		desk, _ := run(t, load)
		told, _ := inquire(t, desk, message.TraceQuery{Topic: message.TopicFinds})
		for _, f := range told.Finds {
			if f.Kind == message.FindOvertaken && f.Count == 0 || f.Kind == message.FindWait && f.Span == 0 {
				t.Errorf("%s: job %d by %d, %v", load.Queue, f.Job, f.Count, f.Span)
			}
			out = append(out, f.Kind)
		}
		return out
	}
	text := drawnTrace(t, 2500, 7)
	fcfs := message.Load{Form: message.SWF, Name: "x.swf", Text: text, At: -1, Job: -1, Overrides: message.Overrides{Queue: "fcfs"}}
	if found := kinds(fcfs); slices.Contains(found, message.FindOvertaken) || !slices.Contains(found, message.FindWait) {
		t.Errorf("under first come, first served it finds %v", found)
	}
	fcfs.Queue = "easy"
	if found := kinds(fcfs); !slices.Contains(found, message.FindOvertaken) {
		t.Errorf("under EASY it finds %v", found)
	}
	alone := &strings.Builder{}
	alone.WriteString("; MaxNodes: 4\n; MaxProcs: 4\n")
	for i := range 2100 {
		fmt.Fprintf(alone, "%d %d 0 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 -1 -1\n", i+1, 100*i)
	}
	if found := kinds(message.Load{Form: message.SWF, Name: "y.swf", Text: alone.String(), At: -1, Job: -1}); len(found) > 0 {
		t.Errorf("where nobody waits it finds %v", found)
	}
}
