package app

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html/htmltest"
)

// hold sends the given request of the panel for scheduling by hand, unless it is
// nil. Then it delivers the worker's answers until no request is pending, as the
// page does after each action.
func (s *stage) hold(t testing.TB, ask []byte) {
	t.Helper()
	for range 200 {
		if ask != nil {
			s.desk.Handle(ask)
			ask = nil
		}
		for _, wire := range s.desk.Answers() {
			switch message.KindOf(wire) {
			case message.KindTried, message.KindScoreboardReply:
				ask = s.ManualPanel().Hear(wire)
			default:
				if err := s.Hear(wire); err != nil {
					t.Fatal(err)
				}
			}
		}
		if ask != nil {
			continue
		}
		if int(s.State.Step) != s.Step {
			s.settleState(t)
		}
		if ask = s.ManualPanel().Follow(); ask == nil && !s.ManualPanel().Busy() {
			return
		}
	}
	t.Fatal("it never settles")
}

// hand returns a page on a lesson that is being scheduled by hand.
func hand(t testing.TB, name string) *stage {
	t.Helper()
	s := open(t, lesson(t, name))
	if s.Run.Policy.Queue != "manual" {
		s.load(t, s.ManualPanel().Begin(s.Change, s.Source.Overrides))
	}
	if !s.ByHand() {
		t.Fatalf("%s is not scheduled by hand: %v", name, s.Faults)
	}
	s.hold(t, nil)
	return s
}

// next goes to the end of the next instant, after all its events.
func (s *stage) next(t testing.TB) {
	t.Helper()
	s.Go(s.ManualPanel().Next())
	s.settleState(t)
	s.hold(t, nil)
}

// start starts a job on the nodes that the allocator chooses. It fails the test if
// the job cannot start.
func (s *stage) start(t testing.TB, number int64) {
	t.Helper()
	s.hold(t, s.ManualPanel().Take(s.job(t, number)))
	l := s.ManualPanel().Start()
	if l == nil {
		t.Fatalf("job %d cannot start: %s", number, s.ManualPanel().HandText())
	}
	s.load(t, l)
	s.hold(t, nil)
}

// decided returns the number of decisions recorded in the scenario on screen.
func (s *stage) decided(t testing.TB) int {
	t.Helper()
	x, err := scenario.Parse([]byte(s.Run.Text))
	if err != nil {
		t.Fatal(err)
	}
	return len(x.Scheduler.Decisions)
}

// TestSchedulingByHand schedules a lesson by hand. An impossible decision must be
// refused with a reason. A decision that breaks a promise must be reported before
// and after it is taken. It must be possible to withdraw and undo decisions.
func TestSchedulingByHand(t *testing.T) {
	s := hand(t, "hand-hole")
	for range 4 {
		s.next(t)
	}
	s.hold(t, s.ManualPanel().Take(s.job(t, 2)))
	if card := htmltest.Plain(s.ManualPanel().CardHTML()); s.ManualPanel().Fits() || !strings.Contains(card, "It needs 16, and 4 are free. It is possible from 1:00 on, when job 1 ends at the latest.") {
		t.Errorf("job 2 in the hand: %s", card)
	}
	if s.ManualPanel().Start() != nil {
		t.Error("job 2 starts")
	}
	s.hold(t, s.ManualPanel().Over(0))
	if card := htmltest.Plain(s.ManualPanel().CardHTML()); !strings.Contains(card, "Node 0 is held by job 1.") && !strings.Contains(card, "you chose") {
		t.Errorf("job 2 over node 0: %s", card)
	}
	s.hold(t, s.ManualPanel().Take(s.job(t, 3)))
	promise := "EASY had promised job 2 the time 1:00, and now it is 2:03"
	if card := htmltest.Plain(s.ManualPanel().CardHTML()); !s.ManualPanel().Fits() || !strings.Contains(card, "It fits on nodes 12–15.") || !strings.Contains(card, promise) {
		t.Errorf("job 3 in the hand: %s", card)
	}
	s.start(t, 3)
	card, did := htmltest.Plain(s.ManualPanel().CardHTML()), htmltest.Plain(s.ManualPanel().DidHTML())
	if !strings.Contains(card, "Promise broken at 0:03: job 3") || !strings.Contains(did, "Job 3") || s.decided(t) != 2 {
		t.Errorf("%s\n%s", card, did)
	}
	s.load(t, s.ManualPanel().TakeBack(1))
	s.hold(t, nil)
	if s.decided(t) != 1 || strings.Contains(string(s.ManualPanel().CardHTML()), "Promise broken") {
		t.Error("it was not taken back")
	}
	s.load(t, s.Edit.Undo())
	s.hold(t, nil)
	if s.decided(t) != 2 {
		t.Error("the history does not know of it")
	}
	s.load(t, s.ManualPanel().Again())
	s.hold(t, nil)
	if s.decided(t) != 0 {
		t.Error("something is left")
	}
}

// TestHandIsTrue tries random decisions in lessons of all kinds. The run must then
// agree with the preview of the decision: whether the job can start, on which
// nodes, and which promise is broken. In each lesson, the test tries a third of the
// decisions; with HOPYARD_SOAK, all of them.
func TestHandIsTrue(t *testing.T) {
	started, refused, broken := 0, 0, 0
	for _, l := range scenarios.All() {
		name := fnv.New64a()
		name.Write([]byte(l.Name))
		r := rand.New(rand.NewPCG(name.Sum64(), 3)) // a new lesson does not change what is tried in the others
		s := open(t, lesson(t, l.Name))
		if s.Run.Text == "" {
			continue
		}
		if s.Policy.Unfit("manual") {
			continue // its jobs cannot be started by hand, as the picker says
		}
		if s.Run.Policy.Queue != "manual" {
			s.load(t, s.ManualPanel().Begin(s.Change, s.Source.Overrides))
		}
		s.hold(t, nil)
		for range soaktest.Part(25, 3) {
			if len(s.State.Queue) == 0 || r.IntN(5) == 0 {
				s.next(t)
				continue
			}
			s.hold(t, s.ManualPanel().Take(s.State.Queue[r.IntN(len(s.State.Queue))].Job))
			switch r.IntN(4) {
			case 0:
				s.hold(t, s.ManualPanel().Over(topology.NodeID(r.IntN(s.Run.Machine.Drawn.Nodes))))
			case 1:
				s.hold(t, s.ManualPanel().Move(r.IntN(2) == 0))
			case 2:
				s.hold(t, s.ManualPanel().PlaceAs([]string{"best-fit", "random", "contiguous"}[r.IntN(3)]))
			}
			if text := string(s.ManualPanel().CardHTML()) + string(s.ManualPanel().DidHTML()) + string(s.ManualPanel().GhostHTML()); strings.Contains(text, "%!") || strings.Contains(text, "{") {
				t.Fatalf("%s: %s", l.Name, text)
			}
			job, nodes, fits := s.ManualPanel().Held(), slices.Clone(s.Hand.Nodes), s.ManualPanel().Fits()
			breaks := strings.Contains(s.ManualPanel().HandText(), "EASY")
			at := max(s.Now(), 0)
			asked := s.ManualPanel().Start()
			if fits != (asked != nil) {
				t.Fatalf("%s: it fits: %v, and starts: %v", l.Name, fits, asked != nil)
			}
			if !fits {
				refused++
				continue
			}
			s.load(t, asked)
			s.hold(t, nil)
			if len(s.Faults) > 0 {
				t.Fatalf("%s: %+v", l.Name, s.Faults)
			}
			acts := s.stood(t).Acts
			i := slices.IndexFunc(acts, func(a message.DecisionRecord) bool { return a.Job == job && a.At == at })
			if i < 0 || acts[i].Refusal != queue.Done || !slices.Equal(acts[i].Nodes, nodes) || (acts[i].Broken != workload.NoJob) != breaks {
				t.Fatalf("%s: job %d on %v at %v, breaks a promise: %v; it became %+v", l.Name, job, nodes, at, breaks, acts)
			}
			if started++; breaks {
				broken++
			}
		}
	}
	t.Logf("%d starts, %d refused, %d broke a promise", started, refused, broken)
	if started < soaktest.Part(300, 3) || refused < soaktest.Part(30, 3) || broken < soaktest.Part(10, 3) {
		t.Error("too few of them")
	}
}

// stood requests the scoreboard from the worker. The scoreboard compares the
// schedule made by hand with the schedules of queue disciplines.
func (s *stage) stood(t testing.TB) *message.ScoreboardReply {
	t.Helper()
	s.desk.Handle((&message.ScoreboardRequest{Serial: s.Run.Serial}).Pack())
	var m message.ScoreboardReply
	for _, wire := range s.desk.Answers() {
		if m.Unpack(wire) == nil {
			return &m
		}
	}
	t.Fatal("no answer")
	return nil
}

// TestByHandBegins checks that the action ByHand begins scheduling by hand. On a
// read-only page, it must do nothing.
func TestByHandBegins(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	if s.Do(keys.ByHand) != keys.ByHand {
		t.Error("nothing begins")
	}
	if s.ReadOnly = true; s.Do(keys.ByHand) != keys.NoAction {
		t.Error("it begins where nothing can be edited")
	}
}
