package app

import (
	"strings"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/keys"
)

// take begins a drag of a grip of the job with the given number.
func take(t *testing.T, s *stage, number int64, kind edit.GripKind) *edit.Drag {
	t.Helper()
	g := s.Edit.Grips(s.Run.JobOf(number))[kind]
	if g == nil {
		t.Fatalf("job %d has no grip %d", number, kind)
	}
	d, why := s.Edit.TakeGrip(g)
	if d == nil {
		t.Fatal(why)
	}
	return d
}

// try changes the value of a drag, requests the run for this value, and loads it.
func try(t *testing.T, s *stage, d *edit.Drag, value int64) {
	t.Helper()
	d.Value = value
	text, err := d.Text(s.Edit)
	if err != nil {
		t.Fatal(err)
	}
	s.load(t, s.Edit.Try(d, text))
}

func TestWhatEachGripChanges(t *testing.T) {
	s := open(t, lesson(t, "walltimes")) // job 3 of this lesson is killed at its walltime
	kinds := func(id workload.JobID) string {
		var out strings.Builder
		for k, g := range s.Edit.Grips(id) {
			if g != nil {
				out.WriteString([...]string{"walltime ", "runtime ", "submit ", "size "}[k])
			}
		}
		return out.String()
	}
	for s.Step < s.Run.Len() {
		s.do(t, keys.Forward)
		for id := range s.Run.Jobs {
			id := workload.JobID(id)
			got := kinds(id)
			life := &s.Run.Lives[id]
			running, over := s.Running(id) != nil, life.End >= 0 && life.End < s.State.Step
			switch {
			case running && !strings.Contains(got, "walltime"):
				t.Errorf("step %d: job %d runs, and has grips %s", s.Step, id, got)
			case over && (strings.Contains(got, "walltime") == strings.Contains(got, "runtime")):
				t.Errorf("step %d: job %d has ended, and has grips %s", s.Step, id, got)
			}
		}
	}
}

func TestDraggingAWalltime(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.do(t, keys.ToStart, keys.Forward, keys.Forward, keys.Forward, keys.Forward, keys.Forward)
	at, _ := s.Moment()
	before, hash := s.Run.Jobs[s.Run.JobOf(1)], s.Run.Hash
	window := s.Window
	d := take(t, s, 1, edit.GripWalltime)
	for _, by := range []simtime.Duration{10, 20, 30} {
		try(t, s, d, int64(before.Walltime+by*simtime.Minute))
		if s.Window != window {
			t.Error("the timeline moves under the hand")
		}
		if now, _ := s.Moment(); now != at {
			t.Errorf("the place in time moves from %v to %v", at, now)
		}
	}
	s.Edit.Release(d)
	after := s.Run.Jobs[s.Run.JobOf(1)]
	if after.Walltime != before.Walltime+30*simtime.Minute || after.Runtime != before.Runtime {
		t.Errorf("job 1 is %+v, was %+v", after, before)
	}
	if s.Changed == "" || s.Edit.UndoText() != "Undo: change of job 1" {
		t.Errorf("changed %q, %s", string(s.Changed), s.Edit.UndoText())
	}
	if !s.Edit.Tried(d) {
		t.Error("what is on screen does not come from the drag")
	}
	s.load(t, s.Edit.Undo()) // the whole drag is one edit
	if s.Run.Hash != hash || s.Edit.UndoText() != "" {
		t.Errorf("undone, the run is %x, not %x; %s", s.Run.Hash, hash, s.Edit.UndoText())
	}
}

func TestDraggingRunTimeSubmissionAndSize(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.do(t, keys.ToEnd)
	n := s.Run.JobOf(1)
	d := take(t, s, 1, edit.GripRuntime)
	half := d.Grip.Value / 2
	try(t, s, d, half)
	s.Edit.Release(d)
	if j := s.Run.Jobs[s.Run.JobOf(1)]; int64(j.Runtime) != half {
		t.Errorf("runs %v", j.Runtime)
	}
	d = take(t, s, 1, edit.GripSubmit)
	try(t, s, d, int64(7*simtime.Minute))
	s.Edit.Release(d)
	if j := s.Run.Jobs[s.Run.JobOf(1)]; j.Submit != simtime.Time(7*simtime.Minute) {
		t.Errorf("submitted at %v", j.Submit)
	}
	if s.Run.JobOf(1) == n {
		t.Error("submitted later, job 1 keeps its place among the jobs: the test shows nothing")
	}
	d = take(t, s, 1, edit.GripSize)
	try(t, s, d, 3)
	s.Edit.Release(d)
	if j := s.Run.Jobs[s.Run.JobOf(1)]; j.Nodes != 3 {
		t.Errorf("%d nodes", j.Nodes)
	}
	if html := string(s.Edit.DragHTML(d, "no")); !strings.Contains(html, "→ 3 nodes") || !strings.Contains(html, "Size of job 1") {
		t.Error(html)
	}
}

func TestGripsStayWithinBounds(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.do(t, keys.ToStart, keys.Forward)
	grips := s.Edit.Grips(s.Run.JobOf(1))
	for kind, g := range grips {
		if g == nil {
			continue
		}
		if v := g.Moved(-1e15, 60_000); v != g.Least {
			t.Errorf("grip %d goes down to %d", kind, v)
		}
		if v := g.Moved(1e15, 60_000); v != g.Most {
			t.Errorf("grip %d goes up to %d", kind, v)
		}
	}
	if grips[edit.GripWalltime].Least != 1000 || grips[edit.GripSize].Most != 64 {
		t.Errorf("walltime from %d, size to %d", grips[edit.GripWalltime].Least, grips[edit.GripSize].Most)
	}
	if v := grips[edit.GripWalltime].Moved(61_000, 60_000); v%60_000 != 0 {
		t.Errorf("a walltime of %d does not fall on a minute", v)
	}
}

func TestNoGripsWhereNothingCanBeChanged(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.do(t, keys.ToStart, keys.Forward)
	if s.Edit.GripJob() != workload.NoJob {
		t.Error("nobody is chosen or pointed at")
	}
	s.Select(0)
	if s.Edit.GripJob() != 0 {
		t.Error("the chosen job has no grips")
	}
	s.ReadOnly = true
	if _, why := s.Edit.SheetOf(0); s.Edit.GripJob() != workload.NoJob || why == "" || strings.Contains(string(s.Why.MoreHTML()), "change") {
		t.Error("a page that is for looking only lets a job be changed")
	}
	s.ReadOnly = false
	s.Playing = true
	if s.Edit.GripJob() != workload.NoJob {
		t.Error("there are grips while the run plays")
	}
}
