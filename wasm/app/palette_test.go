package app

import (
	"strings"
	"testing"

	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/palette"
	"hopyard/wasm/app/policy"
	"hopyard/wasm/app/words"
)

func first(t *testing.T, m *Model, query string) palette.Entry {
	t.Helper()
	list := m.Palette.Entries(query, []lessons.Lesson{{Name: "easy-hole", Title: "A hole that EASY fills"}, {Name: "x", Title: "Exact fit"}}, []policy.Option{{Value: "ru", Title: "Русский"}})
	if len(list) == 0 {
		t.Fatalf("%q finds nothing", query)
	}
	return list[0]
}

func TestThePaletteFinds(t *testing.T) {
	m := open(t, lesson(t, "easy-hole")).Model
	step := len(m.Run.Steps)
	if step < 4 {
		t.Fatal("a run of four steps is needed")
	}
	for query, want := range map[string]string{
		"next dec":   "Next decision",
		"decision":   "Next decision", // the words as written
		"nxtd":       "Next decision", // letters in order
		"job 2":      "Job 2",
		"2":          "Job 2",
		"step 3":     "Step 3",
		"st 3":       "Step 3",
		"contr":      "High contrast",
		"theme dark": "Dark",
		"hole":       "A hole that EASY fills",
		"easy-hole":  "A hole that EASY fills",
		"русс":       "Русский",
		"queue fcfs": "First come, first served",
		"pattern":    "Patterns on jobs",
	} {
		if got := first(t, m, query); got.Name != want {
			t.Errorf("%q finds %q first, not %q", query, got.Name, want)
		}
	}
	if list := m.Palette.Entries("qqqq", nil, nil); len(list) != 0 {
		t.Errorf("nonsense finds %q", list[0].Name)
	}
	if list := m.Palette.Entries("", nil, nil); len(list) < 20 || !strings.HasPrefix(list[0].Do, "action:") {
		t.Errorf("an empty query lists %d entries", len(list))
	}
}

func TestMatchRanks(t *testing.T) {
	ranks := []string{"step", "step back", "one step back", "footstep", "sat there edging past"}
	last := 1000
	for _, text := range ranks {
		score := words.Match(text, "step")
		if score <= 0 || score >= last {
			t.Errorf("%q has %d, after %d", text, score, last)
		}
		last = score
	}
	if words.Match("下一个冲突", "冲突") == 0 || words.Match("下一个冲突", "冲下") != 0 {
		t.Error("Chinese words are found wherever they stand, letters in another order are not")
	}
}

func TestEveryActionIsInThePaletteAndDoesSomething(t *testing.T) {
	m := NewModel(words.English)
	all := m.Palette.Entries("", nil, nil)
	for i := range keys.Keys {
		k := &keys.Keys[i]
		if k.Action == keys.OpenPalette {
			continue
		}
		found := false
		for _, e := range all {
			found = found || e.Name == words.English.Say(k.Text)
		}
		if !found {
			t.Errorf("the palette lacks %q", words.English.Say(k.Text))
		}
	}
}
