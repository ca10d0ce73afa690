package app

import (
	"strings"
	"testing"

	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html/htmltest"
)

// back undoes the latest edit. It fails the test if there is nothing to undo.
func (s *stage) back(t *testing.T) {
	t.Helper()
	asked := s.Edit.Undo()
	if asked == nil {
		t.Fatal("nothing to undo")
	}
	s.load(t, asked)
}

func (s *stage) again(t *testing.T) {
	t.Helper()
	asked := s.Edit.Redo()
	if asked == nil {
		t.Fatal("nothing to do again")
	}
	s.load(t, asked)
}

// TestEverythingIsUndone makes every kind of edit, and undoes and redoes it. Undo
// and redo must lead to the same runs as before. Each edit must have a description.
func TestEverythingIsUndone(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	if s.Edit.Undo() != nil || s.Edit.Redo() != nil || s.Edit.UndoText() != "" || s.Edit.RedoText() != "" {
		t.Error("there is something to undo before the first edit")
	}
	hashes, undo := []uint64{s.Run.Hash}, []string{""}
	step := func(asked *message.Load) {
		t.Helper()
		s.load(t, asked)
		hashes, undo = append(hashes, s.Run.Hash), append(undo, s.Edit.UndoText())
	}
	step(s.Change(s.Policy.Choose("queue", "fcfs")))
	step(s.Change(s.Policy.Choose("allocator", "first-fit")))
	step(s.Apply(strings.Replace(s.Run.Text, `"nodes": 24`, `"nodes": 20`, 1), s.Edit.DidField("nodes", 1, "24", "20")))
	step(s.Change(s.Policy.Choose("machine", "1")))
	step(s.Load(lesson(t, "gpu-first")))
	step(s.Edit.WithWeight("gpus", "35"))
	for i, want := range []string{"queue policy EASY backfilling → ", "placement SDM", "job 1: nodes 24 → 20", "machine Fat tree", "opening “", "weight of GPUs"} {
		if !strings.HasPrefix(undo[i+1], "Undo: "+want) {
			t.Errorf("edit %d: %q, want …%s…", i+1, undo[i+1], want)
		}
	}
	for i := len(hashes) - 2; i >= 0; i-- {
		what := strings.TrimPrefix(s.Edit.UndoText(), "Undo: ")
		s.back(t)
		if s.Run.Hash != hashes[i] || s.Edit.UndoText() != undo[i] || s.Edit.RedoText() != "Redo: "+what {
			t.Errorf("undone to %d: hash %x, want %x; %q, %q", i, s.Run.Hash, hashes[i], s.Edit.UndoText(), s.Edit.RedoText())
		}
		if !strings.HasPrefix(htmltest.Plain(s.Announce), "Undone: "+what) {
			t.Errorf("said: %q", s.Announce)
		}
	}
	for i := 1; i < len(hashes); i++ {
		s.again(t)
		if s.Run.Hash != hashes[i] || s.Edit.UndoText() != undo[i] {
			t.Errorf("done again to %d: hash %x, want %x; %q", i, s.Run.Hash, hashes[i], s.Edit.UndoText())
		}
	}
	s.back(t)
	s.load(t, s.Change(s.Policy.Choose("queue", "fcfs")))
	if s.Edit.Redo() != nil {
		t.Error("after another edit there is something to do again")
	}
}

// TestMovesOfOneSliderAreOneEdit checks which changes form one edit. All moves of
// one slider must form one edit, and a later drag must form another edit. Texts
// that are typed in succession must be merged in the same way.
func TestMovesOfOneSliderAreOneEdit(t *testing.T) {
	s := open(t, lesson(t, "gpu-first"))
	text := s.Run.Text
	for _, v := range []string{"10", "20", "30"} {
		s.load(t, s.Edit.WithWeight("gpus", v))
	}
	s.do(t, keys.Forward)
	s.load(t, s.Edit.WithWeight("gpus", "40"))
	for _, title := range []string{"A", "B"} {
		s.load(t, s.Edit.Edited(strings.Replace(text, `"title": "`, `"title": "`+title, 1)))
	}
	if len(s.Edit.Edits.Line) != 4 {
		t.Fatalf("%d stops, want the start, two slides and a text", len(s.Edit.Edits.Line))
	}
	s.back(t)
	s.back(t)
	if got := s.Run.Policy.Weights[5]; got != 30_000 {
		t.Errorf("back at weight %d", got)
	}
	s.back(t)
	if s.Edit.Undo() != nil {
		t.Error("more to undo")
	}
}

// TestUndoKeepsThePlace checks that undo also restores the moment on screen.
// Restarting the worker must add nothing to the history, and neither must a failed
// request. Two quick undos must undo two edits.
func TestUndoKeepsThePlace(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.do(t, keys.Forward, keys.Forward, keys.Forward)
	at := s.Step
	s.load(t, s.Change(s.Policy.Choose("queue", "fcfs")))
	s.do(t, keys.ToEnd)
	s.load(t, s.Edit.Again())
	s.load(t, s.Edit.Edited(`{"hopyard": 1}`))
	if s.Faults == nil || len(s.Edit.Edits.Line) != 2 {
		t.Fatalf("%d stops, faults %v", len(s.Edit.Edits.Line), s.Faults)
	}
	s.back(t)
	if s.Step != at || s.Faults != nil {
		t.Errorf("at step %d, want %d", s.Step, at)
	}
	s.again(t)
	if s.Step != s.Run.Len() {
		t.Errorf("at step %d, want the last, %d", s.Step, s.Run.Len())
	}
	s.load(t, s.Change(s.Policy.Choose("allocator", "first-fit")))
	s.Edit.Undo()
	s.load(t, s.Edit.Undo())
	if s.Edit.Edits.At != 0 || s.Step != at {
		t.Errorf("two quick undos came to %d, step %d", s.Edit.Edits.At, s.Step)
	}
}

func TestTheHistoryIsBounded(t *testing.T) {
	h := edit.History{}
	for i := range 300 {
		h.Line = append(h.Line, edit.Stop{Load: message.Load{Text: strings.Repeat("x", 1000+i)}})
		h.At = len(h.Line) - 1
		h.Bound()
	}
	if len(h.Line) != edit.MaxStops+1 || h.At != edit.MaxStops || len(h.Line[h.At].Load.Text) != 1299 {
		t.Errorf("%d stops, at %d", len(h.Line), h.At)
	}
	for i := range 5 {
		h.Line = append(h.Line, edit.Stop{Load: message.Load{Text: strings.Repeat("x", edit.MaxHistory/2-i)}})
		h.At = len(h.Line) - 1
		h.Bound()
	}
	if len(h.Line) != 2 || h.At != 1 {
		t.Errorf("%d large stops are kept", len(h.Line))
	}
}
