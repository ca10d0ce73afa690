package app

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/i18n"
)

// drawer is a storage for drafts, in memory, that holds a limited number of bytes.
type drawer struct {
	held map[string]string
	room int
}

var errFull = errors.New("full")

func (d *drawer) Get(key string) string { return d.held[key] }
func (d *drawer) Delete(key string)     { delete(d.held, key) }
func (d *drawer) Keys() []string        { return slices.Collect(maps.Keys(d.held)) }
func (d *drawer) Put(key, value string) error {
	size := len(value)
	for k, v := range d.held {
		if k != key {
			size += len(v)
		}
	}
	if size > d.room {
		return errFull
	}
	d.held[key] = value
	return nil
}

func drafting(t *testing.T, name string) (*stage, *drawer) {
	t.Helper()
	s, d := open(t, lesson(t, name)), &drawer{map[string]string{}, 5 << 20}
	s.Edit.Drafts.Shelf = d
	return s, d
}

// keep replaces part of the text on screen, saves the new text as a draft, and runs
// it, as the page does.
func (s *stage) keep(t *testing.T, time int64, from, to string) {
	t.Helper()
	text := strings.Replace(s.Run.Text, from, to, 1)
	if err := s.Edit.Drafts.Keep(time, s.Run.Title, text); err != nil {
		t.Fatal(err)
	}
	s.load(t, s.Edit.Edited(text))
}

// TestDraftsAreOfEdits opens and edits scenarios. Nothing may be saved before the
// first edit. Each edited scenario must have one draft. Opening a scenario must not
// change a draft.
func TestDraftsAreOfEdits(t *testing.T) {
	s, d := drafting(t, "easy-hole")
	s.load(t, s.Load(lesson(t, "conservative")))
	s.load(t, s.Load(lesson(t, "easy-hole")))
	if len(d.held) != 0 {
		t.Fatalf("kept without an edit: %v", d.held)
	}
	s.keep(t, 1000, `"nodes": 24`, `"nodes": 20`)
	s.keep(t, 2000, `"nodes": 20`, `"nodes": 16`)
	if list := s.Edit.Drafts.List(); len(list) != 1 || list[0].Time != 2000 || list[0].Title != s.Run.Title {
		t.Fatalf("%+v", list)
	}
	last, ok := s.Edit.Drafts.Last()
	if !ok {
		t.Fatal("the draft would not be restored")
	}
	s.load(t, s.Load(lesson(t, "conservative")))
	if _, ok := s.Edit.Drafts.Last(); ok || len(s.Edit.Drafts.List()) != 1 {
		t.Error("after another lesson the draft would be restored, or is gone")
	}
	s.keep(t, 3000, `"walltime": `, `"walltime": 1`)
	if list := s.Edit.Drafts.List(); len(list) != 2 || list[0].Time != 3000 || list[1] != last {
		t.Errorf("%+v", list)
	}
	for range 3 {
		s.back(t)
	}
	s.keep(t, 4000, `"submit": 60`, `"submit": 61`)
	if list := s.Edit.Drafts.List(); len(list) != 3 {
		t.Errorf("undone to before the first edit, another edit: %+v", list)
	}
	s.load(t, s.Edit.OpenDraft(last.ID))
	if s.Run.Jobs[0].Nodes != 16 {
		t.Errorf("the draft has %d nodes", s.Run.Jobs[0].Nodes)
	}
	if x, ok := s.Edit.Drafts.Last(); !ok || x.ID != last.ID {
		t.Error("what was opened would not be restored")
	}
	s.keep(t, 5000, `"nodes": 16`, `"nodes": 8`)
	if list := s.Edit.Drafts.List(); len(list) != 3 || list[0].ID != last.ID {
		t.Errorf("edits of a draft go elsewhere: %+v", list)
	}
	s.Edit.Drafts.Delete(last.ID)
	if _, ok := s.Edit.Drafts.Last(); ok || len(s.Edit.Drafts.List()) != 2 || s.Edit.OpenDraft(last.ID) != nil {
		t.Error("a deleted draft is there")
	}
}

// TestAChosenPolicyIsKept chooses another policy and saves a draft. The draft must
// contain the whole scenario with this policy.
func TestAChosenPolicyIsKept(t *testing.T) {
	s, _ := drafting(t, "easy-hole")
	if s.Edit.KeepRun(1) != nil || len(s.Edit.Drafts.List()) != 0 {
		t.Fatal("a lesson was kept")
	}
	s.load(t, s.Change(s.Policy.Choose("queue", "fcfs")))
	if err := s.Edit.KeepRun(2); err != nil || len(s.Edit.Drafts.List()) != 1 {
		t.Fatalf("%v, %+v", err, s.Edit.Drafts.List())
	}
	hash := s.Run.Hash
	s.load(t, s.Edit.OpenDraft(s.Edit.Drafts.List()[0].ID))
	if s.Run.Hash != hash {
		t.Error("the draft is another run")
	}
}

func TestDraftsAreBoundedAndAFullShelfIsTold(t *testing.T) {
	m := NewModel(nil)
	d := &drawer{map[string]string{}, 5 << 20}
	m.Edit.Drafts.Shelf = d
	for i := range 30 {
		m.Edit.Drafts.Settle(&edit.Stop{}, "", false, false)
		if err := m.Edit.Drafts.Keep(int64(1000+i), "x", "text"); err != nil {
			t.Fatal(err)
		}
	}
	if list := m.Edit.Drafts.List(); len(list) != edit.MaxDrafts || list[0].Time != 1029 {
		t.Errorf("%d drafts, the newest of %d", len(list), list[0].Time)
	}
	for i := range 10 {
		m.Edit.Drafts.Settle(&edit.Stop{}, "", false, false)
		_ = m.Edit.Drafts.Keep(int64(2000+i), "x", strings.Repeat("y", 256<<10))
	}
	if list := m.Edit.Drafts.List(); len(list) > 8 || list[0].Time != 2009 {
		t.Errorf("%d large drafts", len(list))
	}
	d.room = 0
	if err := m.Edit.Drafts.Keep(3000, "x", "z"); !errors.Is(err, errFull) {
		t.Errorf("a full shelf: %v", err)
	}
	if _, text, _ := m.Edit.Drafts.Read(m.Edit.Drafts.Now); len(text) != 256<<10 {
		t.Error("what was kept is gone")
	}
}

// FuzzDrafts fills the storage with arbitrary contents. The drafts must be listed
// newest first, and each listed draft must be openable. It must be possible to save
// a new draft. Entries of other programs must not change.
func FuzzDrafts(f *testing.F) {
	f.Add("", "", "")
	f.Add("1\ntitle\n{}", "9223372036854775807\nlate\n{}", "-9223372036854775808\nearly\n{}")
	f.Add("1\n", "x\ny\nz", "\n\n\n")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		m := NewModel(i18n.English)
		d := &drawer{map[string]string{edit.DraftKey + "a": a, edit.DraftKey + "b": b, edit.DraftKey + "": c, "theme": "dark", edit.OpenKey: "b"}, 8 << 20}
		m.Edit.Drafts.Shelf = d
		list := m.Edit.Drafts.List()
		if !slices.IsSortedFunc(list, func(a, b edit.Draft) int { return cmp.Compare(b.Time, a.Time) }) {
			t.Errorf("not the newest first: %v", list)
		}
		for _, x := range list {
			if l := m.Edit.OpenDraft(x.ID); l == nil {
				t.Errorf("%+v is listed and does not open", x)
			}
		}
		if err := m.Edit.Drafts.Keep(5, "a\ntitle", "text"); err != nil {
			t.Error(err)
		}
		if _, text, ok := m.Edit.Drafts.Read(m.Edit.Drafts.Now); !ok || text != "text" {
			t.Errorf("kept and read as %q", text)
		}
		if d.held["theme"] != "dark" {
			t.Error("something else is gone")
		}
	})
}
