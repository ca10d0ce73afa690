package deadline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
)

// Each test covers one claim of S1 about the order of jobs. The claims about a
// job's tasks (section 4 (3)) are tested in core/workload/parts_test.go. In the
// comments, "S1, 4 (2)" is section 4 (2) of S1.

// wantStarts checks that the jobs with the given numbers start at the given
// instants, in seconds.
func wantStarts(t *testing.T, s *story, want map[int]int) {
	t.Helper()
	got := starts(s.tape(), s.c.Jobs)
	for number, at := range want {
		if was, ok := got[number]; !ok || was != at {
			t.Errorf("job %d starts at %d (%v), must start at %d", number, was, ok, at)
		}
	}
}

// account returns how many nodes of an account are used, and how many may be used.
func account(t *testing.T, e *engine.Engine, kind queue.AccountKind, name string) (used, size int64) {
	t.Helper()
	for _, a := range e.Accounts() {
		if a.Kind == kind && a.Name == name {
			return a.Used, a.Hard
		}
	}
	t.Fatalf("no account %d of %q", kind, name)
	return 0, 0
}

// reason returns why the job with the given number started.
func reason(s *story, number int64) why.Reason {
	for _, e := range s.tape().Log() {
		if e.Kind == trace.Start && s.c.Jobs[e.Job].Number == number {
			return e.Why
		}
	}
	return why.Reason{}
}

// TestS1SharesAreSplit checks section 3 of S1: of a user's allotment of K nodes,
// K·P are usable and K·(1-P) are in reserve. Here K is 40 and P is 0.8, so 32 nodes
// are usable and 8 are in reserve. Jobs that still have slack must not use the
// reserve.
func TestS1SharesAreSplit(t *testing.T) {
	s := plan(t, `
		machine 40
		user ada 40 32
		job 1@0 ada 32 100
		job 2@0 ada 8 100`)
	e := s.at(0)
	if used, size := account(t, e, queue.AccountUsable, "ada"); used != 32 || size != 32 {
		t.Errorf("%d of %d usable nodes are used, must be 32 of 32", used, size)
	}
	if used, size := account(t, e, queue.AccountReserve, "ada"); used != 0 || size != 8 {
		t.Errorf("%d of %d nodes in reserve are used, must be 0 of 8", used, size)
	}
	wantStarts(t, s, map[int]int{1: 0, 2: 100})
}

// TestS1SharesOfNothingAndAll checks the limits 0 and 1 of P (S1, 3). If P is 0,
// every job must wait until its slack ends. If P is 1, nothing is in reserve.
func TestS1SharesOfNothingAndAll(t *testing.T) {
	s := plan(t, `
		machine 8
		user none 4 0
		user all 4 4
		job 1@0 none 2 100 due=150
		job 2@0 all 4 100
		job 3@0 all 1 100 due=120`)
	wantStarts(t, s, map[int]int{1: 50, 2: 0, 3: 100})
}

// TestS1SystemReserveIsNobodys checks S1, 3: besides the users' reserves there is a
// reserve of the system, which belongs to no user. No job that still has slack may
// use it.
func TestS1SystemReserveIsNobodys(t *testing.T) {
	s := plan(t, `
		machine 60
		user ada 40 32
		user bob 10 8
		job 1@0 ada 32 100
		job 2@0 ada 2 10
		job 3@0 bob 8 100
		job 4@0 bob 1 10`)
	if used, size := account(t, s.at(50), queue.AccountSystem, ""); used != 0 || size != 10 {
		t.Errorf("%d of %d nodes of the system's reserve are used, must be 0 of 10", used, size)
	}
	wantStarts(t, s, map[int]int{2: 100, 4: 100})
}

// TestS1TableOfJobs checks the job table of S1, 3. For each user it lists all jobs
// with resources, priority, submit time, deadline, and whether the job holds
// resources now. Section 4 (1) adds the amount and the estimate.
func TestS1TableOfJobs(t *testing.T) {
	s := plan(t, `
		machine 12
		user bob 4 4
		user ada 6 4
		past ada cfd 100 50
		job 7@0 ada 4 100 prio=2 due=1000 cfd=60
		job 8@0 ada 3 100 prio=1
		job 9@0 bob 1 100`)
	rows := s.at(0).Table()
	want := []queue.Row{
		{Job: 2, User: "bob", State: queue.RowRuns, Need: 1, Holding: 1, Usable: 1, Latest: simtime.Never, Estimate: 100_000},
		{Job: 0, User: "ada", State: queue.RowRuns, Need: 4, Holding: 4, Usable: 4, Due: 1_000_000, Latest: 970_000, Amount: 60, Estimate: 30_000, PastAmount: 100, PastTime: 50_000},
		{Job: 1, User: "ada", Need: 3, Latest: simtime.Never, Estimate: 100_000},
	}
	if !slices.Equal(rows, want) {
		t.Errorf("the table is\n%+v, must be\n%+v", rows, want)
	}
}

// TestS1Estimate checks the estimate T = S/S'·T0 (S1, 4 (1)). S is the amount of
// the job, S' is the amount of a past job, and T0 is the run time of that past job.
// A past job with the amount 200 took 4 h, so a job with the amount 300 is
// estimated at 6 h (SOURCES.md S1.3).
func TestS1Estimate(t *testing.T) {
	s := plan(t, `
		machine 4
		user ada 4 3
		past ada cfd 200 14400
		job 1@0 ada 1 36000 cfd=300 due=40000`)
	if r := s.at(0).Table()[0]; r.Estimate != 6*simtime.Hour || r.Latest != 40_000_000-6*3600_000 || r.PastAmount != 200 || r.PastTime != 4*simtime.Hour {
		t.Errorf("estimated %v, must start by %v", r.Estimate, r.Latest)
	}
}

// TestS1EstimateFollowsHistory checks S1, 4 (1), INFERRED: the past job is the last
// job of the same user and application that ran to its end. Without such a job, the
// user's own figure is the estimate.
func TestS1EstimateFollowsHistory(t *testing.T) {
	s := plan(t, `
		machine 20
		user ada 10 10
		user bob 10 10
		past ada cfd 100 300
		past ada cfd 100 200
		past ada fem 100 900
		past bob cfd 100 700
		job 1@0 ada 1 100:50 cfd=100
		job 2@0 ada 1 30:40 cfd=100
		job 3@60 ada 1 400 cfd=200
		job 4@60 ada 1 400 cfd=50
		job 5@60 ada 1 400 dem=50
		job 6@60 ada 1 400
		job 7@60 bob 1 400 cfd=200`)
	want := map[int64]simtime.Duration{3: 100, 4: 25, 5: 400, 6: 400, 7: 1400}
	for _, r := range s.at(60).Table() {
		number := s.c.Jobs[r.Job].Number
		if r.State == queue.RowDone {
			continue
		}
		if (number >= 5 && number <= 6) != (r.PastAmount == 0 && r.PastTime == 0) {
			t.Errorf("the estimate of job %d follows from %d and %v", number, r.PastAmount, r.PastTime)
		}
		if r.Estimate != want[number]*simtime.Second {
			t.Errorf("job %d is estimated to run for %v s, must be %d (job 1 took 50 s; job 2 was killed)", number, r.Estimate, want[number])
		}
	}
	for _, r := range s.at(0).Table() {
		if r.Job == 0 && r.Estimate != 200*simtime.Second {
			t.Errorf("job 1 is estimated to run for %v s, must be 200: the last of those that were known", r.Estimate)
		}
	}
}

// TestS1PriorityWithinUser checks S1, 4 (2), step 1: within a user, jobs start by
// priority (INFERRED: the higher number first, then in order of submission,
// strictly one after another).
func TestS1PriorityWithinUser(t *testing.T) {
	s := plan(t, `
		machine 4
		user ada 4 4
		job 1@0 ada 4 10
		job 2@1 ada 2 10 prio=1
		job 3@2 ada 2 10 prio=5
		job 4@3 ada 4 10 prio=3
		job 5@4 ada 2 10 prio=5`)
	wantStarts(t, s, map[int]int{3: 10, 5: 10, 4: 20, 2: 30})
}

// TestS1UserIsTheScope checks S1, 4 (2): each user's jobs are scheduled separately.
// Neither the priority nor the demand of one user's jobs may delay the jobs of
// another user.
func TestS1UserIsTheScope(t *testing.T) {
	s := plan(t, `
		machine 8
		user ada 4 4
		user bob 4 4
		job 1@0 ada 4 100 prio=9
		job 2@0 ada 4 100 prio=9
		job 3@0 ada 4 100 prio=9
		job 4@1 bob 4 100`)
	wantStarts(t, s, map[int]int{1: 0, 2: 100, 3: 200, 4: 1})
}

// TestS1SlackChangesNothing checks S1, 4 (2), step 3: while the time left until the
// deadline exceeds the estimate, the deadline has no effect. The jobs must start by
// priority.
func TestS1SlackChangesNothing(t *testing.T) {
	text := `
		machine 8
		user ada 6 4
		job 1@0 ada 4 10
		job 2@1 ada 4 10 prio=2
		job 3@1 ada 2 10 prio=1 DUE`
	for _, due := range []string{"", "due=31"} {
		wantStarts(t, plan(t, strings.Replace(text, "DUE", due, 1)), map[int]int{2: 10, 3: 20})
	}
}

// TestS1RescueAtEquality checks S1, 4 (2), step 4: when the time left until the
// deadline has fallen to the estimate, the job starts at once on its user's
// reserve, whatever its priority. No other event happens at that instant, so the
// policy itself must cause a pass (INFERRED).
func TestS1RescueAtEquality(t *testing.T) {
	s := plan(t, `
		machine 8
		user ada 6 4
		job 1@0 ada 4 100
		job 2@1 ada 4 100 prio=2
		job 3@1 ada 2 10 due=47`)
	wantStarts(t, s, map[int]int{2: 100, 3: 37})
	if r := reason(s, 3); r.Code != why.Rescued || r.Need != 2 || r.Have != 2 || r.At != 37_000 {
		t.Errorf("job 3 starts for %+v", r)
	}
	tape := s.tape()
	if m := tape.Mark(tape.Find(37_000, 0) - 1); m.Time != 37_000 || m.Trigger != queue.Alarm {
		t.Errorf("it starts at %v after %v, must be woken up", m.Time, m.Trigger)
	}
	s = plan(t, `
		machine 8
		user ada 6 4
		job 1@0 ada 2 10 due=10`)
	if r := reason(s, 1); r.Code != why.Rescued {
		t.Errorf("with deadline - now = estimate job 1 starts for %v, not on the reserve", r.Code)
	}
}

// TestS1RescueBySystem checks S1, 4 (2), step 4: if the user's reserve is too
// small, the system's reserve is used for the missing nodes (INFERRED).
func TestS1RescueBySystem(t *testing.T) {
	s := plan(t, `
		machine 10
		user ada 6 4
		user bob 2 1
		job 1@0 ada 4 100
		job 2@0 ada 3 10 due=40
		job 3@0 ada 1 10 due=41`)
	if r := reason(s, 2); r.Code != why.RescuedBySystem || r.Need != 3 || r.Have != 1 {
		t.Errorf("job 2 starts for %+v", r)
	}
	e := s.at(31)
	if used, size := account(t, e, queue.AccountSystem, ""); used != 2 || size != 2 {
		t.Errorf("%d of %d nodes of the system's reserve are used, must be 2 of 2", used, size)
	}
	if used, _ := account(t, e, queue.AccountReserve, "bob"); used != 0 {
		t.Errorf("bob's reserve holds %d nodes of ada's jobs", used)
	}
	wantStarts(t, s, map[int]int{2: 30, 3: 31})
}

// TestS1RescueOnIdleNodes checks S1, 4 (2), step 4, and 6, INFERRED: a rescue uses
// the user's reserve, then the idle part of the user's usable share, then the
// system's reserve. The user has 6 nodes, of which 5 are idle, so a job of 4 nodes
// starts. Each part must be used up before the next one, and the table must list
// what each job is charged for.
func TestS1RescueOnIdleNodes(t *testing.T) {
	s := plan(t, `
		machine 10
		user ada 6 3
		user bob 2 2
		job 1@0 ada 1 100
		job 2@0 ada 4 10 due=40
		job 3@50 ada 6 10 due=60
		job 4@70 ada 8 10 due=80`)
	wantStarts(t, s, map[int]int{2: 30, 3: 50, 4: 100})
	if r := reason(s, 2); r.Code != why.RescuedOnBoth || r.Need != 4 || r.Have != 1 || r.At != 30_000 {
		t.Errorf("job 2 starts for %+v", r)
	}
	if r := reason(s, 3); r.Code != why.RescuedBySystem || r.Need != 6 || r.Have != 1 {
		t.Errorf("job 3 starts for %+v", r)
	}
	for at, want := range map[int][3]int32{30: {1, 3, 0}, 50: {2, 3, 1}, 100: {3, 3, 2}} {
		var got [3]int32
		for _, r := range s.at(at).Table() {
			if r.State == queue.RowRuns && r.Due > 0 {
				got = [3]int32{r.Usable, r.Reserve, r.System}
			}
		}
		if got != want {
			t.Errorf("at %d it is charged for %v usable, in reserve and of the system's, must be %v", at, got, want)
		}
	}
	for _, e := range s.tape().Log() { // at second 70, 7 nodes are left, one too few for job 4
		if e.Kind == trace.AtRisk && e.Why.Code == why.AtRisk && (e.Job != 3 || e.Time != 70_000 || e.Why.Need != 8 || e.Why.Have != 7) {
			t.Errorf("flagged: %+v", e)
		}
	}
}

// TestS1AtRiskIsFirst checks that a job at risk comes before its user's other jobs,
// whatever its size, because their nodes would help it. Job 4 would fit but must
// wait.
func TestS1AtRiskIsFirst(t *testing.T) {
	s := plan(t, `
		machine 8
		user ada 6 4
		job 1@0 ada 2 100
		job 2@0 ada 2 60
		job 3@0 ada 7 10 due=40
		job 4@50 ada 1 10 prio=9`)
	wantStarts(t, s, map[int]int{3: 100, 4: 110})
}

// TestS1Reallotted checks S1.8: K and P may change during the run. Ada's allotment
// shrinks to 4 nodes while her jobs hold 8, and these jobs continue. Bob gets the
// nodes that they give back. At second 60 he gets 2, which are too few for his job
// of 3.
func TestS1Reallotted(t *testing.T) {
	s := plan(t, `
		machine 12
		user ada 8 8
		user bob 4 4
		allot ada@50 4 4
		allot bob@50 8 8
		job 1@0 ada 2 60
		job 2@0 ada 6 100
		job 3@0 bob 4 300
		job 4@10 bob 3 100
		job 5@70 ada 4 50`)
	wantStarts(t, s, map[int]int{1: 0, 2: 0, 3: 0, 4: 100, 5: 100})
	for at, want := range map[int][4]int64{40: {8, 8, 4, 4}, 50: {8, 4, 4, 4}, 60: {6, 4, 4, 6}, 100: {4, 4, 7, 8}} {
		var got [4]int64
		e := s.at(at)
		got[0], got[1] = account(t, e, queue.AccountUsable, "ada")
		got[2], got[3] = account(t, e, queue.AccountUsable, "bob")
		if got != want {
			t.Errorf("at %d ada has %d of %d and bob %d of %d, must be %v", at, got[0], got[1], got[2], got[3], want)
		}
	}
	tape := s.tape()
	if m := tape.Mark(tape.Find(50_000, 9) - 1); m.Time != 50_000 || m.Trigger != queue.Change || len(tape.Events(tape.Find(50_000, 9)-1)) != 2 {
		t.Errorf("the allotments change at %v, by %v", m.Time, m.Trigger)
	}
}

// TestS1ReallottedRescues checks S1.8: when P changes, K is divided again, and jobs
// at risk are tried again. Job 2 is flagged at second 30 and rescued at second 50,
// when ada gets 4 nodes in reserve. From that time on, job 3 is too large for the
// usable share. It must block no other job and wait for a larger share.
func TestS1ReallottedRescues(t *testing.T) {
	s := plan(t, `
		machine 8
		user ada 6 6
		user bob 2 2
		allot ada@50 8 2
		allot bob@50 0 0
		allot ada@200 8 4
		job 1@0 ada 4 100
		job 2@0 ada 3 10 due=40
		job 3@0 ada 4 10 prio=5
		job 4@0 ada 2 10 prio=1`)
	wantStarts(t, s, map[int]int{2: 50, 3: 200, 4: 100})
	risks := 0
	for _, e := range s.tape().Log() {
		if e.Kind == trace.AtRisk && e.Why.Code == why.AtRisk {
			if risks++; e.Time != 30_000 || e.Job != 1 {
				t.Errorf("flagged: %+v", e)
			}
		}
	}
	if risks != 1 {
		t.Errorf("flagged %d times", risks)
	}
}

// TestS1ReallottedHurtsNobodyElse checks S1.8. If a user holds more nodes than the
// new allotment, the missing nodes are taken from the system's reserve first, and
// then from users whose allotment has grown (bob). Other users must not get less:
// cyd takes her 4 nodes at once, although bob asked for the idle nodes first.
func TestS1ReallottedHurtsNobodyElse(t *testing.T) {
	s := plan(t, `
		machine 18
		user ada 10 10
		user bob 4 4
		user cyd 4 4
		allot ada@50 4 4
		allot bob@50 10 10
		job 1@0 ada 8 100
		job 2@60 bob 6 10
		job 3@61 bob 6 10
		job 4@62 cyd 4 10`)
	wantStarts(t, s, map[int]int{2: 60, 3: 70, 4: 62})
	s = plan(t, `
		machine 18
		user ada 10 10
		user cyd 4 4
		allot ada@50 4 4
		job 1@0 ada 8 100
		job 2@60 cyd 10 10 due=75
		job 3@60 cyd 11 10 due=86`)
	if used, size := account(t, s.at(50), queue.AccountSystem, ""); used != 0 || size != 6 { // 10 nodes, less the 4 that ada holds above her allotment
		t.Errorf("%d of %d nodes of the system's reserve are used, must be 0 of 6", used, size)
	}
	wantStarts(t, s, map[int]int{2: 65, 3: 100})
}

// TestS1Release checks S1, 4 (4): when a job ends, its nodes become free, and the
// table shows this.
func TestS1Release(t *testing.T) {
	s := plan(t, `
		machine 10
		user ada 6 4
		job 1@0 ada 4 100
		job 2@0 ada 6 10 due=40`)
	if used, _ := account(t, s.at(30), queue.AccountSystem, ""); used != 4 {
		t.Errorf("the system's reserve holds %d, must hold 4", used)
	}
	for at, want := range map[int]string{
		30:  "job 1 runs, holds 4; job 2 runs, holds 6; ",
		40:  "job 1 runs, holds 4; job 2 done, holds 0, ended 40; ",
		100: "job 2 done, holds 0, ended 40; job 1 done, holds 0, ended 100; ",
	} {
		e, got := s.at(at), ""
		for _, r := range e.Table() {
			got += fmt.Sprintf("job %d %v, holds %d", r.Job+1, r.State, r.Holding)
			if r.State == queue.RowDone {
				got += fmt.Sprintf(", ended %v", r.Ended)
			}
			got += "; "
		}
		if got != want {
			t.Errorf("at %d the table is %q, must be %q", at, got, want)
		}
		for _, a := range e.Accounts() {
			if at == 100 && a.Used != 0 || at == 40 && a.Kind != queue.AccountUsable && a.Used != 0 {
				t.Errorf("at %d %d of %q is held: %+v", at, a.Kind, a.Name, a)
			}
		}
	}
}

// urgent is a scenario in which one user's jobs with high priorities keep the
// machine busy. The jobs of another user have no priority. Section 1 of S1 says
// that such jobs do not run in time if scheduling is by priority alone. It also
// says that first in, first out no longer serves many users.
const urgent = `
	machine 10
	user ada 5 4
	user bob 4 3
	job 1@0 ada 4 100 prio=9
	job 2@1 bob 3 40 due=60
	job 3@2 ada 4 100 prio=9
	job 4@3 ada 4 100 prio=9
	job 5@4 ada 2 100 prio=9 due=900
	job 6@5 bob 3 40
	job 7@6 ada 2 30 due=80
	job 8@7 bob 1 30 due=70`

// TestS1LowPriorityGetsItsTurn checks S1, 1 and 6: jobs of low priority start
// earlier under S1's scheduling than by priority alone, where they wait for all
// other jobs.
func TestS1LowPriorityGetsItsTurn(t *testing.T) {
	s := plan(t, urgent)
	ours, alone := starts(s.tape(), s.c.Jobs), starts(s.tape("priority"), s.c.Jobs)
	for _, bobs := range []int{6, 8} {
		if ours[bobs] >= alone[bobs] {
			t.Errorf("job %d, of no priority, starts at %d, and at %d under priority alone", bobs, ours[bobs], alone[bobs])
		}
	}
}

// TestS1DeadlinesAreKept checks section 6 of S1: under the deadline discipline
// every job completes by its deadline. Under FCFS some jobs miss their deadlines,
// and so do some jobs under the priority discipline.
func TestS1DeadlinesAreKept(t *testing.T) {
	s := plan(t, urgent)
	if in, of := kept(s.tape(), s.c.Jobs); in != of || of != 4 {
		t.Errorf("%d of %d deadlines are kept, must be all 4", in, of)
	}
	for _, other := range []string{"fcfs", "priority"} {
		if in, of := kept(s.tape(other), s.c.Jobs); in == of {
			t.Errorf("%s keeps all %d deadlines", other, of)
		}
	}
}

// TestS1Impossible checks that a job that can never start is rejected with an error
// that names a remedy.
func TestS1Impossible(t *testing.T) {
	for text, want := range map[string]string{
		"job 1@0 eve 1 10":         `"eve" has no allotment`,
		"job 1@0 ada 5 10":         `needs 5 nodes; the usable share of "ada" is 4;`,
		"job 1@0 ada 8 10 due=100": `the allotment of "ada" and the system's reserve are 7 together;`, // 2 in reserve, 4 usable, 1 of the system's
	} {
		s := plan(t, "machine 9\nuser ada 6 4\nuser bob 2 2\n"+text)
		s.c.Queue = s.d
		if _, err := engine.New(s.c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, must say: %s", text, err, want)
		}
	}
}
