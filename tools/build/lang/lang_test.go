package lang

import (
	"slices"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/tools/repo"
)

// source returns the texts of a language, the root folder of the repository, and the
// English texts.
func source(t *testing.T, code string) (checkedSource, string, []Area) {
	t.Helper()
	root, err := repo.Root()
	if err != nil {
		t.Fatal(err)
	}
	areas, err := Areas(root)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Read(root, code, areas)
	if err != nil {
		t.Fatal(err)
	}
	phones := map[string]map[string]string{}
	for name := range phoneFiles {
		if phones[name], err = readTexts(root, code, name+".json"); err != nil {
			t.Fatal(err)
		}
	}
	return checkedSource{s, phones}, root, areas
}

func TestLanguagesAreComplete(t *testing.T) {
	for _, code := range Codes {
		s, root, areas := source(t, code)
		for _, wrong := range s.Check(root, areas) {
			t.Error(wrong)
		}
	}
}

func TestCheckFindsWhatIsWrong(t *testing.T) {
	for name, spoil := range map[string]func(s checkedSource){
		"nothing asks for it":                   func(s checkedSource) { s.Texts["base"]["Nonsense"] = "无" },
		"is missing":                            func(s checkedSource) { delete(s.Texts["base"], "Waits") },
		"has the gaps":                          func(s checkedSource) { s.Texts["base"]["Waits"] = "等待：{why}。" },
		"forms: it needs":                       func(s checkedSource) { s.Texts["base"]["NodeSize"] = "{n} {n|节点|节点}" },
		"marks do not balance":                  func(s checkedSource) { s.Shell["Queue"] = "<b>队列" },
		"is it English?":                        func(s checkedSource) { s.Shell["Queue"] = "Queue" },
		"a gap is not closed":                   func(s checkedSource) { s.Texts["base"]["Waits"] = "{job} 等待：{why。" },
		"goals, and English":                    func(s checkedSource) { s.Lessons["easy-hole"] = LessonText{Title: "洞", About: "洞"} },
		"voting.json: Over: is missing":         func(s checkedSource) { delete(s.Phones["voting"], "Over") },
		"voting.json: Send: has the gaps":       func(s checkedSource) { s.Phones["voting"]["Send"] = "发送" },
		"speaking.json: Nonsense: nothing asks": func(s checkedSource) { s.Phones["speaking"]["Nonsense"] = "无" },
		"no such lesson":                        func(s checkedSource) { s.Lessons["nonsense"] = LessonText{Title: "洞", About: "洞"} },
		"or no takeaway": func(s checkedSource) {
			s.Lessons["easy-hole"] = LessonText{Title: "洞", About: "洞", Goals: s.Lessons["easy-hole"].Goals}
		},
		"notes, and English": func(s checkedSource) {
			s.Lessons["easy-hole"] = LessonText{Title: "洞", About: "洞", Goals: s.Lessons["easy-hole"].Goals}
		},
	} {
		s, root, areas := source(t, "zh")
		spoil(s)
		if !slices.ContainsFunc(s.Check(root, areas), func(line string) bool { return strings.Contains(line, name) }) {
			t.Errorf("not found: %s", name)
		}
	}
}

// TestLabNamesFields checks that experiments have a translated name for every form
// and field, and that it equals the name in the editor's forms.
func TestLabNamesFields(t *testing.T) {
	for _, code := range Codes {
		s, _, _ := source(t, code)
		names := s.LabNames()
		for _, f := range scenario.Forms() {
			if own := names["form "+f.Title]; own == "" || own != s.Forms[f.Title] {
				t.Errorf("%s: form %s is called %q", code, f.Title, own)
			}
			for _, x := range f.Fields {
				if own := names["title "+x.Title]; own == "" || own != s.Forms[x.Title] {
					t.Errorf("%s: %s is called %q", code, x.Path, own)
				}
			}
		}
	}
}
