package app

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/wasm/app/export"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/palette"
	"hopyard/wasm/app/policy"
)

func first(t *testing.T, m *App, query string) palette.Command {
	t.Helper()
	list := m.Palette.Entries(query, []lessons.LessonCard{{Name: "easy-hole", Title: "A hole that EASY fills"}, {Name: "x", Title: "Exact fit"}}, []policy.PickerOption{{Value: "ru", Title: "Русский"}})
	if len(list) == 0 {
		t.Fatalf("%q finds nothing", query)
	}
	return list[0]
}

func TestThePaletteFinds(t *testing.T) {
	m := open(t, lesson(t, "easy-hole")).App
	step := len(m.Run.Steps)
	if step < 4 {
		t.Fatal("a run of four steps is needed")
	}
	for query, want := range map[string]string{
		"next dec":   "Next decision",
		"decision":   "Next decision", // a word of the title
		"nxtd":       "Next decision", // letters of the title, in order
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
		score := i18n.Match(text, "step")
		if score <= 0 || score >= last {
			t.Errorf("%q has %d, after %d", text, score, last)
		}
		last = score
	}
	if i18n.Match("下一个冲突", "冲突") == 0 || i18n.Match("下一个冲突", "冲下") != 0 {
		t.Error("Chinese words are found wherever they stand, letters in another order are not")
	}
}

func TestEveryActionIsInThePaletteAndDoesSomething(t *testing.T) {
	m := NewModel(i18n.English)
	all := m.Palette.Entries("", nil, nil)
	for i := range keys.Keys {
		k := &keys.Keys[i]
		if k.Action == keys.OpenPalette {
			continue
		}
		found := false
		for _, e := range all {
			found = found || e.Name == i18n.English.Say(k.Text)
		}
		if !found {
			t.Errorf("the palette lacks %q", i18n.English.Say(k.Text))
		}
	}
}

// TestThePaletteFindsSubjects searches the command palette with words that readers
// use, in any order. The palette must find subjects such as lessons, machines,
// learning paths and exports.
func TestThePaletteFindsSubjects(t *testing.T) {
	all := gallery()
	for code, queries := range map[string]map[string][]string{
		"en": {
			"topology":            {"path:topology", "lesson of topology", "lesson of locality"},
			"path topology":       {"path:topology"},
			"course backfilling":  {"path:backfilling"},
			"export png":          {"export:png0", "export:png1", "export:png2"},
			"png export timeline": {"export:png2"},
			"save picture":        {"export:png0"},
			"download csv":        {"export:file1"},
			"screenshot":          {"export:png0"},
			"swf":                 {"export:file4"},
			"fat tree":            {"machine fat-tree", "lesson on fat-tree"},
			"tree fat":            {"machine fat-tree", "lesson on fat-tree"},
			"torus":               {"lesson on torus", "machine torus"},
			"dragonfly lesson":    {"lesson on dragonfly"},
			"gpu":                 {"lesson of gpus"},
			"night":               {"set:theme=dark"},
			"load file":           {"lesson:file"},
		},
		"zh": {"拓扑": {"path:topology"}, "导出png": {"export:png0"}, "png 导出": {"export:png0"}, "保存图片": {"export:png0"}, "胖树": {"machine fat-tree", "lesson on fat-tree"}, "fat tree": {"machine fat-tree"}, "export png": {"export:png0"}},
		"ru": {
			"топология": {"path:topology"}, "экспорт png": {"export:png0"}, "сохранить картинку": {"export:png0"}, "скачать csv": {"export:file1"}, "толстое дерево": {"machine fat-tree", "lesson on fat-tree"},
			"fat tree": {"machine fat-tree"}, "export png": {"export:png0"}, "уроки топологии": {"lesson of topology"},
		},
	} {
		m := open(t, lesson(t, "uplinks")).App
		if code != "en" {
			m.Speak(languageOf(t, code))
		}
		m.Lessons.Paths = paths(all)
		for query, wants := range queries {
			list := m.Palette.Entries(query, all, nil)
			for _, want := range wants {
				if at := slices.IndexFunc(list, func(e palette.Command) bool { return is(m, all, e.Do, want) }); at < 0 || at > 20 {
					t.Errorf("%s: %q has %s at %d of %d, after %+v", code, query, want, at, len(list), found(list))
				}
			}
		}
	}
}

func found(list []palette.Command) (out []string) {
	for _, e := range list[:min(4, len(list))] {
		out = append(out, e.Do+" "+e.Name)
	}
	return out
}

// is reports whether a palette entry is the expected one. The expectation is the
// entry itself or one of three patterns: "lesson of" followed by an idea, "lesson
// on" followed by a kind of machine, or "machine" followed by a kind of machine.
func is(m *App, all []lessons.LessonCard, do, want string) bool {
	kind, value, _ := strings.Cut(do, ":")
	n, err := strconv.Atoi(value)
	if idea, of := strings.CutPrefix(want, "lesson of "); of {
		return kind == "lesson" && err == nil && slices.Contains(all[n].Ideas, idea)
	}
	if machine, on := strings.CutPrefix(want, "lesson on "); on {
		return kind == "lesson" && err == nil && strings.Contains(all[n].Text, `"kind": "`+machine+`"`)
	}
	if machine, of := strings.CutPrefix(want, "machine "); of {
		return kind == "machine" && err == nil && m.Run.Choices.Machines[n].MachineChoice.Kind == machine
	}
	return do == want
}

func TestTheFirstThatThePaletteFinds(t *testing.T) {
	all := gallery()
	m := open(t, lesson(t, "uplinks")).App
	m.Lessons.Paths = paths(all)
	for query, want := range map[string]string{"topology": "path:topology", "export png": "export:png0"} {
		if list := m.Palette.Entries(query, all, nil); list[0].Do != want {
			t.Errorf("%q finds %+v first", query, list[0])
		}
	}
}

// TestFormatsAreButtons checks that every file format in the palette has a button
// in the export dialog.
func TestFormatsAreButtons(t *testing.T) {
	m := open(t, lesson(t, "easy-hole")).App
	html := string(m.Export.ExportHTML("", 3))
	for _, f := range export.Formats() {
		if !strings.Contains(html, `data-export="`+f.Do+`"`) {
			t.Errorf("no button does %q", f.Do)
		}
	}
}
