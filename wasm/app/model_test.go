package app

import (
	"fmt"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// TestJumps compares the actions that jump to another step with a simple search
// through the steps.
func TestJumps(t *testing.T) {
	for _, l := range scenarios.All() {
		r := open(t, lesson(t, l.Name)).Run
		for n := range r.Len() + 1 {
			for _, direction := range []int{1, -1} {
				want := n
				for i := n + direction; i >= 1 && i <= r.Len(); i += direction {
					if r.Decides(i - 1) {
						want = i
						break
					}
				}
				if got := r.Decision(n, direction); got != want {
					t.Errorf("%s: the decision from step %d in direction %d is %d, not %d", l.Name, n, direction, want, got)
				}
				for id := range workload.JobID(len(r.Jobs)) {
					want := n
					for i := n + direction; i >= 1 && i <= r.Len() && want == n; i += direction {
						for _, e := range r.StepEvents(i - 1) {
							if e.Job == id {
								want = i
							}
						}
					}
					if got := r.EventOf(id, n, direction); got != want {
						t.Errorf("%s: job %d's event from step %d in direction %d is %d, not %d", l.Name, id, n, direction, want, got)
					}
				}
			}
		}
	}
}

func TestChangingThePolicyKeepsThePlace(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	for s.Step < 7 {
		s.do(t, keys.Forward)
	}
	s.Select(3)
	at, _ := s.Moment()
	s.load(t, s.Change(s.Policy.Choose("queue", "fcfs")))
	if s.Run.Policy.Queue != "fcfs" || s.Source.Queue != "fcfs" {
		t.Fatalf("runs under %+v", s.Run.Policy)
	}
	if now, _ := s.Moment(); now > at || s.Selected != 3 {
		t.Errorf("was at %v with job 3 chosen, is at %v with %d", at, now, s.Selected)
	}
	s.load(t, s.Change(s.Policy.Choose("queue", "easy")))
	if s.Source.Queue != "" {
		t.Errorf("the scenario's own queue counts as an override: %+v", s.Source.Overrides)
	}
}

func TestTwoChangesAtOnceAddUp(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.Change(s.Policy.Choose("queue", "fcfs")) // this request is not answered yet
	l := s.Change(s.Policy.Choose("allocator", "first-fit"))
	if l.Queue != "fcfs" || l.Allocator != "first-fit" {
		t.Errorf("asked for %+v", l.Overrides)
	}
}

func TestErrorsKeepTheLastGoodView(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.do(t, keys.NextDecision, keys.NextDecision)
	before := s.text()
	bad := strings.Replace(s.Run.Text, `"nodes": 24`, `"nodes": 99`, 1)
	s.load(t, s.Edit.Edited(bad))
	if !s.Stale() || s.text() != before {
		t.Fatalf("stale %v; on screen:\n%s", s.Stale(), s.text())
	}
	html := string(s.FaultsHTML(s.Faults, true))
	for _, want := range []string{"line 15", "jobs[0].nodes", "99", "64", "Fix: "} {
		if !strings.Contains(html, want) {
			t.Errorf("the error does not name %q: %s", want, html)
		}
	}
	text, ok := s.Edit.EditText()
	from, to := model.Spot(text, &s.Faults[0])
	if !ok || text != bad || text[from:to] != "99" {
		t.Errorf("the editor shows the text with the error: %v; selected %q", ok, text[from:to])
	}
	s.do(t, keys.Forward) // the previous run can still be stepped through
	s.load(t, s.Edit.Edited(strings.Replace(bad, "99", "9", 1)))
	if s.Stale() || s.Run.Jobs[0].Nodes != 9 {
		t.Errorf("after the error was put right: stale %v, job 1 asks for %d nodes", s.Stale(), s.Run.Jobs[0].Nodes)
	}
}

func TestLateAnswersAreDropped(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	old := s.Run
	first := s.Load(lesson(t, "torus"))
	wire := first.Pack()
	s.Load(lesson(t, "units"))
	s.desk.Handle(wire)
	for s.desk.Busy() {
		s.desk.Work(100)
	}
	s.answers(t)
	if s.Run != old {
		t.Error("an answer to what was no longer wanted was shown")
	}
}

func TestSpotCountsAsTextFieldsDo(t *testing.T) {
	text := "{\"title\": \"🌲 узел\", \"x\": 1}"
	at := strings.Index(text, "\"x\"")
	from, to := model.Spot(text, &message.Problem{Line: 1, Offset: int32(at), End: int32(at + 3)})
	if from != 21 || to != 24 {
		t.Errorf("selected %d to %d", from, to)
	}
	if from, to := model.Spot(text, &message.Problem{Line: 9, Offset: 9999}); from != 0 || to != 0 {
		t.Errorf("a place beyond the text: %d to %d", from, to)
	}
}

func TestFragmentNamesThePlaceAndTheJob(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	tail := "&v=" + engine.Version + "&h=" + s.Run.Print
	if f := s.Share.Fragment(); f != s.Run.Link+tail {
		t.Errorf("at the start: %q", f)
	}
	s.do(t, keys.Forward, keys.Forward)
	s.Select(3)
	if f := s.Share.Fragment(); f != s.Run.Link+"&at=0.1&job=4"+tail+"."+s.State.Mark {
		t.Errorf("at step 2 with job 4: %q", strings.TrimPrefix(f, s.Run.Link))
	}
	back := open(t, message.Load{Form: message.Link, Text: s.Share.Fragment(), At: -1, Job: -1})
	if back.text() != s.text() || back.Selected != 3 || string(back.Share.RunNotice()) != "" {
		t.Errorf("the link leads to\n%s", back.text())
	}
	// After an edit at step 0 of a linked scenario, the page is still at step 0.
	back.Go(0)
	back.settleState(t)
	back.load(t, back.Change(back.Policy.Choose("queue", "fcfs")))
	if back.Step != 0 {
		t.Errorf("went from the start to step %d", back.Step)
	}
}

func TestPlayingTakesStepAfterStep(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.Do(keys.Play)
	frames := 0
	for s.Playing {
		s.Tick(1000.0 / 60)
		s.settleState(t)
		if frames++; frames > 60*60 {
			t.Fatal("plays for ever")
		}
	}
	if want := 60 * s.Run.Len() / model.StepsPerSecond; s.Step != s.Run.Len() || frames < want-s.Run.Len() || frames > want+s.Run.Len() {
		t.Errorf("stopped at step %d after %d frames, expected about %d", s.Step, frames, want)
	}
	s.Do(keys.Play)
	if s.Step != 0 || !s.Playing {
		t.Error("playing at the end does not begin anew")
	}
	s.Do(keys.Forward)
	if s.Playing {
		t.Error("a step by hand does not end playing")
	}
}

func TestTheWindowFollowsNow(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	whole := s.Window
	s.do(t, keys.ZoomIn, keys.ZoomIn, keys.ZoomIn, keys.ZoomIn)
	for s.Step < s.Run.Len() {
		s.do(t, keys.Forward)
		if now := s.Now(); now < s.Window.From || now > s.Window.To {
			t.Fatalf("step %d at %v is outside the window %v to %v", s.Step, now, s.Window.From, s.Window.To)
		}
	}
	s.do(t, keys.WholeView)
	if s.Window != whole {
		t.Errorf("the whole is %+v, was %+v", s.Window, whole)
	}
	s.do(t, keys.ToStart, keys.NextDecision, keys.NextDecision, keys.Fit)
	for _, r := range s.State.Running {
		if r.Start < s.Window.From || r.Limit > s.Window.To {
			t.Errorf("fit shows %v to %v, not job %d from %v to %v", s.Window.From, s.Window.To, r.Job, r.Start, r.Limit)
		}
	}
}

func TestStretchesAreTheHolders(t *testing.T) {
	for _, l := range scenarios.All() {
		s := open(t, lesson(t, l.Name))
		for s.Step < s.Run.Len() {
			s.do(t, keys.Forward)
			want := make([]string, s.Run.Machine.Drawn.Nodes)
			busy := 0
			for _, r := range s.State.Running {
				for n := range r.Placement.All {
					want[n] += fmt.Sprint(r.Job, " ")
				}
			}
			got := make([]string, len(want))
			list, all := s.Machine.Stretches(0, topology.NodeID(len(want)-1), 1000)
			for _, st := range list {
				for n := st.First; n <= st.Last; n++ {
					for _, id := range st.Jobs {
						got[n] += fmt.Sprint(id, " ")
					}
				}
			}
			for n := range want {
				if want[n] != "" {
					busy++
				}
				if got[n] != want[n] || !all {
					t.Fatalf("%s, step %d, node %d: held by %q, stretches say %q", l.Name, s.Step, n, want[n], got[n])
				}
			}
			if n := s.Machine.Busy(0, topology.NodeID(len(want)-1)); n != busy {
				t.Errorf("%s, step %d: %d nodes busy, counted %d", l.Name, s.Step, busy, n)
			}
		}
	}
}

func TestNamesFromOutsideAreEscaped(t *testing.T) {
	nasty := `<img src=x onerror=alert(1)>"'&`
	text := fmt.Sprintf(`{"hopyard":1,"title":%q,"about":%q,"goals":[%q],"cluster":{"topology":{"kind":"flat","nodes":4}},"jobs":[{"id":1,"submit":0,"nodes":1,"walltime":60,"user":%q}]}`, nasty, nasty, nasty, "<b>ada")
	s := open(t, message.Load{Form: message.JSON, Text: text, Name: nasty, At: -1, Job: -1})
	all := string(s.Why.SentenceHTML()) + string(s.Lessons.LessonOptions(nil, -1, false)) + string(s.TraceHTML(3, 0))
	s.do(t, keys.Forward)
	s.Select(0)
	all += string(s.Queue.QueueHTML()) + string(s.Why.SentenceHTML()) + string(s.Machine.TreeHTML()) + string(s.Timeline.GridHTML()) + string(s.Machine.TipHTML())
	all += string(s.FaultsHTML([]message.Problem{{Place: nasty, Problem: nasty, Limit: nasty, Fix: nasty}}, true))
	if strings.Contains(all, "<img") || strings.Contains(all, "<b>ada") {
		t.Errorf("a name came through as markup: %s", all)
	}
}
