package app

import (
	"reflect"
	"strings"
	"testing"

	"hopyard/core/metrics"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/html/htmltest"
)

// outcomes returns a run of jobs with the given start and end times in seconds. A
// job with the end time -1 does not end.
func outcomes(jobs map[int64][2]simtime.Time) *recording.RecordedRun {
	l := &message.Loaded{}
	l.Machine.Drawn.Nodes = 4
	for number := range int64(10) {
		when, there := jobs[number]
		if !there {
			continue
		}
		l.Jobs = append(l.Jobs, message.Job{Number: number, Nodes: 1})
		for i, kind := range []trace.EventKind{trace.Start, trace.End} {
			if when[i] >= 0 {
				l.Steps = append(l.Steps, message.Step{Time: when[i] * 1000, Events: 1})
				l.Events = append(l.Events, message.Event{Kind: kind, Job: workload.JobID(len(l.Jobs) - 1)})
			}
		}
	}
	return recording.NewRun(l, i18n.English)
}

func TestCompareCountsWhatMoved(t *testing.T) {
	old := outcomes(map[int64][2]simtime.Time{1: {0, 10}, 2: {10, 20}, 3: {20, 30}, 4: {30, 40}, 5: {5, 6}, 6: {7, 9}})
	next := outcomes(map[int64][2]simtime.Time{1: {0, 10}, 2: {5, 15}, 3: {8, 18}, 4: {42, 52}, 5: {5, 9}, 6: {7, -1}, 7: {0, 1}})
	d := next.Compare(old)
	want := recording.Difference{
		Earlier: recording.ShiftCount{Jobs: 2, Most: 2, By: 12 * simtime.Second}, Later: recording.ShiftCount{Jobs: 1, Most: 3, By: 12 * simtime.Second},
		EndLater: recording.ShiftCount{Jobs: 1, Most: 4, By: 3 * simtime.Second}, New: 1,
	}
	want.Outcomes[metrics.Running] = []workload.JobID{5}
	if !reflect.DeepEqual(d, want) {
		t.Errorf("%+v, want %+v", d, want)
	}
	if d := old.Compare(next); d.Gone != 1 || d.New != 0 || d.Earlier.Jobs != 1 || d.Later.Jobs != 2 {
		t.Errorf("the other way round: %+v", d)
	}
	if d := old.Compare(old); !reflect.DeepEqual(d, recording.Difference{}) {
		t.Errorf("a run differs from itself: %+v", d)
	}
}

// TestAnEditSaysWhatItChanged edits a lesson. The page must describe the effects of
// the edit. It must remove the description when the reader presses Esc or opens
// another lesson.
func TestAnEditSaysWhatItChanged(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	if string(s.Changed) != "" {
		t.Errorf("the first lesson: %q", string(s.Changed))
	}
	s.load(t, s.Change(s.Policy.Choose("queue", "fcfs")))
	if !strings.Contains(string(s.Changed), "later") || !strings.Contains(htmltest.Plain(s.Changed), "mean wait") || strings.Contains(string(s.Changed), "{") {
		t.Errorf("EASY to FCFS: %q", string(s.Changed))
	}
	if !strings.HasPrefix(s.Announce, htmltest.Plain(s.Changed)) {
		t.Errorf("not announced: %q", s.Announce)
	}
	s.do(t, keys.Out)
	if string(s.Changed) != "" {
		t.Errorf("after Esc: %q", string(s.Changed))
	}
	s.load(t, s.Change(message.Overrides{Queue: "fcfs", Set: []message.Assignment{{Path: "jobs[0].walltime", Value: "100000"}}}))
	if s.Run.Jobs[0].Walltime != 100_000_000 {
		t.Errorf("the assignment was not made: %v", s.Run.Jobs[0].Walltime)
	}
	s.load(t, s.Load(lesson(t, "easy-hole")))
	if string(s.Changed) != "" {
		t.Errorf("after another lesson: %q", string(s.Changed))
	}
}

// TestASliderIsComparedWithWhereItBegan moves a slider several times. The
// description of the effect must compare each new run with the run before the first
// move.
func TestASliderIsComparedWithWhereItBegan(t *testing.T) {
	text := `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}, "groups": [{"nodes": "3", "gpus": 8}]}, "jobs": [
		{"id": 1, "submit": 0, "nodes": 4, "walltime": 600}, {"id": 2, "submit": 1, "nodes": 4, "walltime": 600},
		{"id": 3, "submit": 2, "tasks": 4, "per_task": {"cores": 0, "gpus": 1}, "walltime": 600}],
		"scheduler": {"queue": "hybrid", "priority": {"weights": {"gpus": 10}}}}`
	s := open(t, message.Load{Form: message.JSON, Text: text, At: -1, Job: -1})
	first := s.Run
	for _, value := range []string{"5", "-5", "-6"} {
		s.load(t, s.Edit.WithWeight("gpus", value))
		if s.Run.Policy.Weights[5] == first.Policy.Weights[5] {
			t.Fatalf("the weight is still %v", s.Run.Policy.Weights)
		}
	}
	if reflect.DeepEqual(s.Run.Compare(first), recording.Difference{}) {
		t.Fatal("a negative weight changes nothing")
	}
	if want := string(s.Edit.Changes(first)); string(s.Changed) != want {
		t.Errorf("%q, want %q", string(s.Changed), want)
	}
}

// TestWeightsOfOwnResources checks that each resource that the scenario defines has
// its own slider and its own legend entry, even if its name contains special
// characters.
func TestWeightsOfOwnResources(t *testing.T) {
	text := `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 2}, "node": {"resources": {"a <b>": 1, "c]\"": 2}}}, "jobs": [
		{"id": 1, "submit": 0, "nodes": 2, "walltime": 600}, {"id": 2, "submit": 1, "tasks": 1, "per_task": {"resources": {"c]\"": 2}}, "walltime": 600}],
		"scheduler": {"queue": "hybrid", "priority": {"weights": {"resources": {"a <b>": 10}}}}}`
	s := open(t, message.Load{Form: message.JSON, Text: text, At: -1, Job: -1})
	if legend := string(s.Policy.PartsHTML()); !strings.Contains(legend, "a &lt;b&gt; <small>× 10<") || !strings.Contains(legend, `"part10"`) {
		t.Errorf("the legend is %s", legend)
	}
	list := s.Policy.Weights()
	last := list[len(list)-1]
	if sliders := string(s.Policy.WeightsHTML()); last.Name != `c]"` || last.Now != 0 || !strings.Contains(sliders, "<span>c]&#34;</span>") {
		t.Fatalf("the last slider is %+v: %s", last, sliders)
	}
	s.load(t, s.Edit.WithWeight(last.Key, "7"))
	if list = s.Policy.Weights(); list[len(list)-1].Now != 7 || list[len(list)-2].Now != 10 {
		t.Errorf("the sliders are at %+v", list)
	}
	s.Go(2)
	s.settleState(t)
	for _, p := range s.State.Priorities {
		if got := s.Queue.PriorityText(&p); !strings.Contains(got, "own resources 14") {
			t.Errorf("%q, want 14 for two of the second", got)
		}
	}
}
