package app

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/soaktest"
	"hopyard/core/trace"
	"hopyard/scenarios"
	"hopyard/wasm/app/compare"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
)

// traceOf returns the trace of a scenario. It runs the engine directly, without the
// page.
func traceOf(t *testing.T, s *scenario.Scenario, p scenario.PolicyNames) []trace.Event {
	t.Helper()
	other := *s
	if err := other.SetAll([2]string{"scheduler.queue", p.Queue}, [2]string{"scheduler.allocator", p.Allocator}); err != nil {
		return nil
	}
	config, err := other.Config()
	if err != nil {
		return nil
	}
	tape, err := engine.NewRecording(config)
	if err != nil {
		return nil
	}
	for !tape.Extend(1000) {
	}
	return tape.Log()
}

// TestDivergencesAreThoseOfTheTraces compares runs in two ways: by a comparison on
// the page, and by a simple comparison of the engine's traces. Both must find the
// same divergences. The simple comparison writes the decisions of each instant as
// sorted text. With HOPYARD_SOAK, each lesson is tested with three pairs of
// policies; otherwise with one pair.
func TestDivergencesAreThoseOfTheTraces(t *testing.T) {
	queues := []string{"easy", "fcfs", "conservative", "mpfs-scan", "hybrid"}
	tried := 0
	for i, l := range scenarios.All() {
		src, err := scenario.Parse(l.Source)
		if err != nil {
			t.Fatal(err)
		}
		own := src.Policy()
		for j, pair := range [][2]scenario.PolicyNames{
			{{Queue: "easy", Allocator: own.Allocator}, {Queue: "fcfs", Allocator: own.Allocator}},
			{{Queue: queues[2], Allocator: own.Allocator}, {Queue: queues[4], Allocator: own.Allocator}},
			{{Queue: queues[3], Allocator: "first-fit"}, {Queue: queues[3], Allocator: "sdm"}},
		} {
			if !soaktest.Picks(i+j, 3) {
				continue
			}
			a, b := traceOf(t, src, pair[0]), traceOf(t, src, pair[1])
			if a == nil || b == nil {
				continue
			}
			tried++
			var want []string
			first, second := byInstant(a), byInstant(b)
			for at := range first {
				if first[at] != second[at] {
					want = append(want, at)
				}
			}
			for at := range second {
				if _, both := first[at]; !both {
					want = append(want, at)
				}
			}
			slices.Sort(want)
			s := compareStage(t, l.Name, pair[0].Queue+"."+pair[0].Allocator+"."+own.Order, pair[1].Queue+"."+pair[1].Allocator+"."+own.Order)
			var got []string
			for _, d := range s.Compare.Divergences() {
				got = append(got, fmt.Sprintf("%015d", d.Time))
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v and %v part at %v; the traces at %v", l.Name, pair[0], pair[1], got, want)
			}
		}
	}
	if tried < soaktest.Part(100, 3) {
		t.Errorf("only %d pairs could be compared", tried)
	}
}

func byInstant(log []trace.Event) map[string]string {
	all := map[string][]string{}
	for i := range log {
		e := &log[i]
		switch e.Kind {
		case trace.Start, trace.Reject, trace.Freeze, trace.Shrink:
			at := fmt.Sprintf("%015d", e.Time)
			all[at] = append(all[at], fmt.Sprint(e.Kind, e.Job, e.Placement))
		}
	}
	out := map[string]string{}
	for at, list := range all {
		slices.Sort(list)
		out[at] = strings.Join(list, "; ")
	}
	return out
}

// TestTheClockSkipsNothing moves the clock of a comparison forward step by step.
// Every step of every run must be shown once, in order. A step back must undo a
// step forward.
func TestTheClockSkipsNothing(t *testing.T) {
	for _, name := range []string{"easy-hole", "cycle", "grow", "node-fails", "uplinks", "units"} {
		own := open(t, lesson(t, name)).Policy.OnScreen()
		s := compareStage(t, name, own.String(), "fcfs."+own.Allocator, "mpfs-scan."+own.Allocator)
		c := s.Compare
		if len(c.Live()) < 2 {
			t.Fatalf("%s: %d columns have a run", name, len(c.Live()))
		}
		c.Go(0)
		reached := make([]map[int]bool, len(c.Columns))
		for i := range reached {
			reached[i] = map[int]bool{}
		}
		var places []recording.Moment
		for {
			for i, column := range c.Columns {
				reached[i][column.Step] = true
				if column.Run != nil && c.At > 0 && column.Step > 0 && c.Moment().Before(column.Run.Moment(column.Step-1)) {
					t.Fatalf("%s: column %d is ahead of the clock", name, i)
				}
			}
			places = append(places, c.Moment())
			if c.At == c.Len() {
				break
			}
			c.Do(keys.Forward)
			if n := len(places); !places[n-1].Before(c.Moment()) {
				t.Fatalf("%s: from %v the clock went to %v", name, places[n-1], c.Moment())
			}
		}
		for i, column := range c.Columns {
			if column.Run != nil && len(reached[i]) != column.Run.Len()+1 {
				t.Errorf("%s: %d of the %d steps of column %d were seen", name, len(reached[i])-1, column.Run.Len(), i)
			}
		}
		for k := len(places) - 2; k >= 0; k-- {
			c.Do(keys.Back)
			if c.Moment() != places[k] {
				t.Fatalf("%s: back at %v, was at %v", name, c.Moment(), places[k])
			}
		}
	}
}

// TestUnionOfClocks compares Union with a simple version, which sorts the steps of
// all runs and removes duplicates.
func TestUnionOfClocks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		runs, all := make([]*recording.RecordedRun, 1+r.IntN(compare.MaxColumns)), []recording.Moment(nil)
		for k := range runs {
			run := &recording.RecordedRun{Loaded: &message.Loaded{}}
			at := recording.Moment{}
			for range r.IntN(20) {
				if r.IntN(2) == 0 {
					at = recording.Moment{Time: at.Time + 1000, Ordinal: 0}
				} else {
					at.Ordinal++
				}
				run.Steps = append(run.Steps, message.Step{Time: at.Time, Ordinal: at.Ordinal})
				all = append(all, at)
			}
			runs[k] = run
		}
		slices.SortFunc(all, func(a, b recording.Moment) int {
			if a.Before(b) {
				return -1
			}
			return 1
		})
		if got, want := compare.Union(runs), slices.Compact(all); !slices.Equal(got, want) {
			t.Fatalf("%v, not %v", got, want)
		}
	}
}
