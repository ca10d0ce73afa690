package app

import (
	"bytes"
	"testing"

	"hopyard/core/simtime"
	"hopyard/tools/traces"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// flowing returns a page that shows part of a random trace, with playback at the
// given rate of simulated time per second.
func flowing(t *testing.T, rate simtime.Duration) *stage {
	t.Helper()
	var text bytes.Buffer
	if err := (traces.Size{Name: "x", Jobs: 4000, Nodes: 128, Users: 50, Widest: 64, Load: 850}).Write(&text, 7); err != nil {
		t.Fatal(err)
	}
	s := open(t, message.Load{Form: message.SWF, Name: "x.swf", Text: text.String(), At: -1, Job: -1})
	s.Do(keys.ToStart)
	s.settleState(t)
	for i, r := range model.Rates {
		if r == rate {
			s.SetPace(len(model.Speeds) + i)
		}
	}
	if s.Rate() != rate {
		t.Fatalf("the pace is %v a second, not %v", s.Rate(), rate)
	}
	return s
}

// TestPlayingBySimulatedTime plays a run by simulated time at different frame
// rates. Simulated time must pass evenly. The screen must show all steps whose time
// has come. Playback must end after the last step.
func TestPlayingBySimulatedTime(t *testing.T) {
	for _, rate := range model.Rates {
		for _, hertz := range []float64{60, 7} {
			s := flowing(t, rate)
			s.Do(keys.Play)
			from, frames := s.Run.Archive.From, 0
			span := s.Run.Time(s.Run.Len()).Sub(from)
			for s.Playing {
				s.Tick(1000 / hertz)
				if !s.Playing {
					break
				}
				frames++
				if want := from.Add(simtime.Duration(float64(frames) / hertz * float64(rate))); s.Flow.At.Sub(want) > simtime.Second || want.Sub(s.Flow.At) > simtime.Second {
					t.Fatalf("after %d frames it is %v, not %v", frames, s.Flow.At, want)
				}
				if next := s.Step; next < s.Run.Len() && s.Run.Time(next+1) <= s.Flow.At || s.Run.Time(next) > s.Flow.At && next > s.Run.Head() {
					t.Fatalf("at %v the step is of %v", s.Flow.At, s.Run.Time(next))
				}
				if now := s.Now(); now < s.Run.Time(int(s.State.Step)) || int(s.State.Step) < s.Run.Len() && now > s.Run.Time(int(s.State.Step)+1) {
					t.Fatalf("the clock shows %v, which the state on screen does not reach", now)
				}
				if s.Step != int(s.State.Step) { // most frames show the same step as the frame before
					s.settleState(t)
				}
			}
			want := float64(span) / float64(rate) * hertz
			if s.settleState(t); s.Step != s.Run.Len() || s.Flow.On && s.Flowing() || float64(frames) < want-2 || float64(frames) > want+2 {
				t.Errorf("%v a second at %v Hz: stopped at step %d of %d after %d frames, not %.0f", rate, hertz, s.Step, s.Run.Len(), frames, want)
			}
			if s.Now() != s.Run.Time(s.Run.Len()) {
				t.Errorf("it ends at %v", s.Now())
			}
			if hertz == 60 && rate < simtime.Day {
				break // each frame requests a state from the engine, so both frame rates are tested only with the fastest rate of simulated time
			}
		}
	}
}

// TestFlowWaitsAndLeaps checks playback by simulated time in two cases. If motion
// is turned off, the clock must advance in leaps. While a requested state has not
// arrived, the clock must wait; afterwards it must catch up by at most a quarter of
// a second.
func TestFlowWaitsAndLeaps(t *testing.T) {
	s := flowing(t, simtime.Day)
	s.Looks.Still = true
	s.Do(keys.Play)
	leaps, before := 0, s.Step
	for range 60 {
		s.Tick(1000.0 / 60)
		if s.Step != before {
			leaps++
			before = s.Step
		}
		s.settleState(t)
		if s.Now() != s.Run.Time(s.Step) {
			t.Fatal("the clock stands between two steps")
		}
	}
	if leaps < 1 || leaps > model.StepsPerSecond {
		t.Errorf("%d leaps in a second", leaps)
	}
	s = flowing(t, simtime.Day)
	s.Do(keys.Play)
	for s.Step == int(s.State.Step) {
		s.Tick(1000.0 / 60)
	}
	at, step := s.Flow.At, s.Step
	for range 600 {
		s.Tick(1000.0 / 60)
	}
	if s.Flow.At != at || s.Step != step {
		t.Errorf("the clock went on from %v to %v, with no state to show", at, s.Flow.At)
	}
	s.settleState(t)
	s.Tick(1)
	if gone := s.Flow.At.Sub(at); gone != simtime.Day/4 {
		t.Errorf("it caught up by %v", simtime.Time(gone))
	}
}

// TestPaces checks the keys for the speed of playback. They must go through all
// speeds. Another key must switch between playing by steps and playing by simulated
// time. A run that is too short must not be played by simulated time.
func TestPaces(t *testing.T) {
	s := flowing(t, simtime.Hour)
	s.do(t, keys.ByTime)
	if s.Rate() != 0 || s.PaceName(s.Tempo()) != "1" {
		t.Errorf("back at %v", s.PaceName(s.Tempo()))
	}
	s.do(t, keys.ByTime)
	if s.Rate() != simtime.Hour {
		t.Errorf("by time at %v", s.Rate())
	}
	for range 20 {
		s.do(t, keys.Faster)
	}
	if s.Rate() != simtime.Day {
		t.Errorf("the quickest is %v", s.Rate())
	}
	for range 20 {
		s.do(t, keys.Slower)
	}
	if s.Speed != 0 {
		t.Errorf("the slowest is %d", s.Speed)
	}
	short := open(t, lesson(t, "easy-hole"))
	short.Speed = len(model.Speeds) + 3
	if short.Rate() != 0 || short.PaceName(short.Tempo()) != "1" {
		t.Errorf("a lesson is played at %v a second", short.Rate())
	}
}

// TestFlowPausesAtDecisions checks that playback with pauses stops at the first
// decision.
func TestFlowPausesAtDecisions(t *testing.T) {
	s := flowing(t, simtime.Day)
	s.Settings.Set("pauses", "on")
	s.Do(keys.Play)
	from := s.Step
	for s.Playing {
		s.Tick(1000.0 / 60)
		s.settleState(t)
	}
	if s.Step == from || !s.Run.Decides(s.Step-1) {
		t.Fatalf("stopped at step %d", s.Step)
	}
	for i := from; i < s.Step-1; i++ {
		if s.Run.Decides(i) {
			t.Errorf("went over the decision of step %d", i)
		}
	}
}
