package app

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hopyard/scenarios"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
)

// glossary returns the glossary of a language, read in the same way as on the page.
func glossary(t *testing.T, code string) (g lessons.Glossary) {
	t.Helper()
	src, err := os.ReadFile("../../static/glossary/" + code + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var parts [][]json.RawMessage
	if err := json.Unmarshal(src, &parts); err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		var name string
		var terms [][4]string
		if err := json.Unmarshal(p[0], &name); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(p[1], &terms); err != nil {
			t.Fatal(err)
		}
		for _, x := range terms {
			g = append(g, lessons.Term{ID: x[0], Part: name, Name: x[1], Text: x[2], Lesson: x[3]})
		}
	}
	return g
}

// TestTheGlossaryIsComplete checks that all languages explain the same terms. Each
// explanation must have one to three sentences. The lesson to which it refers must
// exist.
func TestTheGlossaryIsComplete(t *testing.T) {
	english := glossary(t, "en")
	if len(english) < 40 {
		t.Errorf("%d terms", len(english))
	}
	for _, code := range i18n.Codes {
		seen := map[string]bool{}
		g := glossary(t, code)
		if len(g) != len(english) {
			t.Fatalf("%s: %d terms; English has %d", code, len(g), len(english))
		}
		for i, x := range g {
			if x.ID != english[i].ID || x.Lesson != english[i].Lesson {
				t.Errorf("%s: term %d is %s with %s, not %s with %s", code, i, x.ID, x.Lesson, english[i].ID, english[i].Lesson)
			}
			if _, ok := scenarios.Find(x.Lesson); !ok {
				t.Errorf("%s: %s: there is no lesson %q", code, x.ID, x.Lesson)
			}
			if seen[x.ID] || x.Name == "" || len([]rune(x.Text)) < 8 || len([]rune(x.Text)) > 260 || !strings.HasSuffix(x.Text, ".") && !strings.HasSuffix(x.Text, "。") {
				t.Errorf("%s: %+v", code, x)
			}
			if code != "en" && x.Text == english[i].Text {
				t.Errorf("%s: %s is not translated", code, x.ID)
			}
			seen[x.ID] = true
		}
	}
}

// TestMarkedTermsAreExplained checks that the glossary explains all terms marked in
// texts. The texts of all languages must mark the same terms.
func TestMarkedTermsAreExplained(t *testing.T) {
	mark := regexp.MustCompile(`\[([a-z-]+)\|[^\]]+\]`)
	known, used := glossary(t, "en"), map[string]bool{}
	files := map[string][]string{}
	const english = "../../static/lang/en/base.json"
	for _, name := range []string{english, "../../static/lang/zh/base.json", "../../static/lang/ru/base.json"} {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mark.FindAllStringSubmatch(string(src), -1) {
			files[name] = append(files[name], m[1])
			used[m[1]] = true
			if known.Find(m[1]) == nil {
				t.Errorf("%s marks %q, which the glossary lacks", name, m[1])
			}
		}
		slices.Sort(files[name])
	}
	for name, list := range files {
		if !slices.Equal(list, files[english]) {
			t.Errorf("%s marks other terms than English: %v and %v", name, list, files[english])
		}
	}
	if len(used) < 20 {
		t.Errorf("only %d terms are marked in sentences", len(used))
	}
}

// TestATermIsReachedOnce checks that the first occurrence of a term in a panel is
// reachable by keyboard. Later occurrences must be plain text.
func TestATermIsReachedOnce(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	for s.Step < 5 {
		s.do(t, keys.Forward)
	}
	var reach i18n.TermFocus
	html := reach.Mark(s.Why.SentenceHTML()) + reach.Mark(s.Why.RulesHTML())
	wellFormed(t, string(html))
	for _, term := range []string{"backfill", "walltime", "shadow-time", "extra-nodes"} {
		if n := strings.Count(string(html), `data-term="`+term+`"`); n != 1 {
			t.Errorf("%s can be reached %d times: %s", term, n, html)
		}
	}
	if strings.Contains(string(html), "<dfn") || strings.Count(string(html), `tabindex="0"`) != 4 {
		t.Errorf("left over: %s", html)
	}
	if text := s.Say.Spoken(); strings.ContainsAny(text, "<>[]|") {
		t.Errorf("spoken: %s", text)
	}
}

func TestTheGlossaryIsSearched(t *testing.T) {
	m, g := NewModel(i18n.English), glossary(t, "en")
	wellFormed(t, strings.ReplaceAll(string(m.Lessons.GlossaryHTML(g, gallery())), `"><p`, `"/><p`))
	found, count := m.Lessons.FindTerms(g, "shadow TIME")
	if !found[slices.IndexFunc(g, func(t lessons.Term) bool { return t.ID == "shadow-time" })] || count == m.Words.Say(i18n.GlossaryCount, m.Words.N("n", int64(len(g)))) {
		t.Errorf("the shadow time is not found: %s", count)
	}
	if html := string(m.Lessons.TermHTML(g.Find("walltime"))); !strings.Contains(html, "<b>Walltime</b>") {
		t.Error(html)
	}
}
