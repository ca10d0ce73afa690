package app

import (
	"slices"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/html/htmltest"
)

// alteredPage returns a page with a run of a lesson, in which the given function
// has changed the first event of step i.
func alteredPage(t *testing.T, l *message.Loaded, i int, change func(e *message.Event)) *stage {
	t.Helper()
	s := &stage{App: NewModel(i18n.English)}
	s.Asked.Serial = l.Serial
	copied := *l
	copied.Events = slices.Clone(l.Events)
	at := 0
	for k := range i {
		at += int(l.Steps[k].Events)
	}
	change(&copied.Events[at])
	if !s.Accept(&copied) {
		t.Fatal("not accepted")
	}
	return s
}

// noGaps fails the test if a text has an unfilled gap or is empty.
func noGaps(t *testing.T, what, text string) {
	t.Helper()
	if strings.ContainsAny(text, "{}") || strings.TrimSpace(htmltest.Plain(text)) == "" {
		t.Errorf("%s: %q", what, text)
	}
}

// TestEveryKindOfEventIsTold puts each kind of event into a run, with and without a
// job. The sentence, the record, the queue and the grid must describe the event.
func TestEveryKindOfEventIsTold(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	last := s.Run.Len() - 1
	s.do(t, keys.ToEnd)
	for kind := range trace.NumKinds {
		of := int32(0)
		if kind == trace.Stage {
			of = 3
		}
		o := alteredPage(t, s.Run.Loaded, last, func(e *message.Event) {
			e.Kind, e.Of, e.Placement = kind, of, cluster.Placement{{First: 1, Last: 2, Tasks: 1}}
			if kind >= trace.Down && kind != trace.Release && kind != trace.Wake && kind != trace.Ready {
				e.Job = workload.NoJob
			}
		})
		state := *s.State
		state.Serial = o.Run.Serial
		o.Step = last + 1
		if !o.Show(&state) {
			t.Fatal("state not shown")
		}
		noGaps(t, kind.String(), string(o.Why.SentenceHTML()))
		record := o.Why.RecordText()
		if !strings.Contains(record, `"event":"`+kind.String()+`"`) {
			t.Errorf("%v: record %q", kind, record)
		}
		for _, more := range []string{string(o.Why.RulesHTML()), string(o.Queue.QueueHTML()), string(o.Timeline.GridHTML()), string(o.Machine.TreeHTML()), o.Announce} {
			if strings.ContainsAny(more, "{}") {
				t.Errorf("%v: %q", kind, more)
			}
		}
	}
}

// TestEveryReasonIsTold checks that each reason for a start or for waiting has its
// own sentence.
func TestEveryReasonIsTold(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.do(t, keys.ToEnd)
	for code := why.None + 1; code < why.NumCodes; code++ {
		if code.String() == "" {
			continue // this code only marks the boundary between reasons for a start and reasons for waiting
		}
		r := why.Reason{Code: code, Need: 5, Have: 3, Which: 1}
		if r.OK() {
			e := message.Event{Kind: trace.Start}
			text := string(s.Say.Because(&message.Reason{Reason: r}, &e))
			noGaps(t, code.String(), text)
			if text == s.Words.Say(i18n.BecauseOther, i18n.S("code", code.String())) {
				t.Errorf("%v has no sentence", code)
			}
			continue
		}
		if code == why.FrozenLost || code == why.EndedFirst { // these reasons end a growth
			o := alteredPage(t, s.Run.Loaded, s.Run.Len()-1, func(e *message.Event) {
				e.Kind, e.Placement = trace.Rollback, cluster.Placement{{First: 1, Last: 2, Tasks: 1}}
			})
			o.Step = s.Run.Len()
			state := *s.State
			state.Serial = o.Run.Serial
			state.Reasons = []message.Reason{{Reason: r}}
			o.Show(&state)
			if text := string(o.Why.SentenceHTML()); !strings.Contains(text, "5 of the 3 nodes frozen for it were lost") && !strings.Contains(text, "It ends before the growth is done") {
				t.Errorf("%v: %q", code, text)
			}
			continue
		}
		if code == why.TooLate { // this reason is shown in a text beside the start
			o := alteredPage(t, s.Run.Loaded, s.Run.Len()-1, func(e *message.Event) { e.Kind = trace.AtRisk })
			o.Step = s.Run.Len()
			state := *s.State
			state.Serial = o.Run.Serial
			state.Reasons = []message.Reason{{Reason: r}}
			if o.Show(&state); !strings.Contains(string(o.Why.SentenceHTML()), "started now, by its estimate it ends at") {
				t.Errorf("%v: %q", code, string(o.Why.SentenceHTML()))
			}
			continue
		}
		if code == why.ReservationEnded || code == why.Cancelled { // said with the job's end, with texts of their own
			continue
		}
		w := &message.Waiting{Why: r}
		for _, text := range []string{string(s.Say.Long(w)), s.Say.Short(w)} {
			noGaps(t, code.String(), text)
		}
		if code != why.NotReached && string(s.Say.Long(w)) == s.Words.Say(i18n.LongNotReached) {
			t.Errorf("%v has no clause", code)
		}
	}
}

// TestLimitsAreNamed checks that the name of a limit says to whom it applies and
// what it counts.
func TestLimitsAreNamed(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.Run.Limits = []queue.Limit{
		{Owner: queue.ByUser, Name: "*", Measure: queue.GPUs, Soft: 4, Hard: 4},
		{Owner: queue.ByQueue, Name: "<night>", Measure: queue.Jobs, Soft: 2, Hard: 2},
	}
	s.Run.Limits = append(s.Run.Limits, slurmsched.SlurmPolicy{Config: slurmsched.SlurmConfig{
		QOS: []slurmsched.QOS{{Name: "low", Limits: slurmsched.JobLimits{{Rule: slurmsched.MaxTRESPerUser, Of: queue.CPUs, Amount: 4}, {Rule: slurmsched.MaxJobsPerAccount, Amount: 1}, {Rule: slurmsched.MaxTRESPerJob, Of: queue.Nodes, Amount: 2}}}},
		Accounts: []slurmsched.Account{{Name: "physics", Limits: slurmsched.JobLimits{{Rule: slurmsched.GrpTRESMins, Of: queue.GPUs, Amount: 9}, {Rule: slurmsched.MaxWall, Amount: 60_000}},
			Users: []slurmsched.User{{Name: "bob", Limits: slurmsched.JobLimits{{Rule: slurmsched.MaxSubmitJobs, Amount: 3}}}}}},
	}}.Limits()...)
	s.Run.Users = append(s.Run.Users, "ada", "physics")
	s.Run.Jobs[0].User, s.Run.Jobs[0].Group = int32(len(s.Run.Users)-2), int32(len(s.Run.Users)-1)
	for which, want := range map[int32]string{1: "ada’s GPUs", 2: "queue <night>’s running jobs", 99: "limit 99",
		3: "ada in QOS low’s cores (Slurm: QOSMaxCpuPerUserLimit)", 4: "account physics in QOS low’s running jobs (Slurm: MaxJobsPerAccount)", 5: "QOS low’s nodes per job (Slurm: QOSMaxNodePerJobLimit)",
		6: "account physics’s GPUs times minutes (Slurm: AssocGrpGRESMinutes)", 7: "account physics’s walltime, s (Slurm: AssocMaxWallDurationPerJobLimit)", 8: "bob’s submitted jobs (Slurm: AssocMaxSubmitJobLimit)"} {
		if got := s.LimitText(which, 0); got != want {
			t.Errorf("limit %d is %q, want %q", which, got, want)
		}
	}
	w := &message.Waiting{Why: why.Reason{Code: why.OverLimit, Need: 5, Have: 4, Which: 1}}
	if got := s.Say.Short(w); !strings.Contains(got, "ada’s GPUs would be 5, at most 4") {
		t.Errorf("%q", got)
	}
	for code, want := range map[why.Code]string{why.UsedUp: "GPUs times minutes (Slurm: AssocGrpGRESMinutes): 5 used of 4", why.UnderLimit: "GPUs times minutes (Slurm: AssocGrpGRESMinutes): 5, at least 4"} {
		if got := s.Say.Short(&message.Waiting{Why: why.Reason{Code: code, Need: 5, Have: 4, Which: 6}}); !strings.Contains(got, want) {
			t.Errorf("%q", got)
		}
	}
}

// TestAJobThatStartsAgainHasTwoLives sets up a job that starts, is requeued and
// starts again. The job must have two recorded periods ("lives"), and each step of
// the job must belong to one of them.
func TestAJobThatStartsAgainHasTwoLives(t *testing.T) {
	place := cluster.Placement{{First: 0, Last: 3, Tasks: 1}}
	l := &message.Loaded{Jobs: []message.Job{{Number: 7, Nodes: 4, Walltime: 10_000}}}
	l.Machine.Drawn.Nodes = 4
	for i, kind := range []trace.EventKind{trace.Submit, trace.Start, trace.Requeue, trace.Start, trace.End} {
		l.Steps = append(l.Steps, message.Step{Time: 1000, Ordinal: int32(i), Events: 1})
		l.Events = append(l.Events, message.Event{Kind: kind, Placement: place})
	}
	r := recording.NewRun(l, i18n.English)
	for i, want := range []recording.Life{{Submit: 0, Start: 1, End: 2}, {Submit: 0, Start: 1, End: 2}, {Submit: 0, Start: 1, End: 2}, {Submit: 0, Start: 3, End: 4}, {Submit: 0, Start: 3, End: 4}} {
		if got := r.LifeAt(0, int32(i)); got != want {
			t.Errorf("step %d is in %v, want %v", i, got, want)
		}
	}
	for n, want := range []int{1, 2, 3, 4, 5, 5} {
		if got := r.EventOf(0, n, 1); got != want {
			t.Errorf("after %d steps the next of the job is %d, want %d", n, got, want)
		}
	}
}

// TestWhatAFailureCosts checks the text on the work that a job loses in a failure.
// The work must be counted from the job's last checkpoint, or from its start if it
// has no checkpoints.
func TestWhatAFailureCosts(t *testing.T) {
	for name, want := range map[string]string{"checkpoints": "Work kept, as of 1:24, Work lost 16\u00a0min, of it on all its nodes 1.1\u00a0h", "node-fails": "Work lost 16\u00a0min\u00a040\u00a0s, of it on all its nodes 1.1\u00a0h"} {
		s := open(t, lesson(t, name))
		for s.Step < s.Run.Len() && s.Why.Lost(0) == nil {
			s.do(t, keys.Forward)
		}
		var got []string
		for _, f := range s.Why.Lost(0) {
			got = append(got, f.Name+" "+f.Value)
		}
		if text := htmltest.Plain(strings.Join(got, ", ")); text != want {
			t.Errorf("%s: %q, want %q", name, text, want)
		}
	}
}
