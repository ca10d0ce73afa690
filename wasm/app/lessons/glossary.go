package lessons

import (
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// Term is a technical term with its explanation.
type Term struct {
	ID     string // identifier in texts that refer to the term, such as "shadow-time"
	Part   string // title of the glossary section that contains the term
	Name   string
	Text   string
	Lesson string // name of a lesson that shows the term in use
}

// Glossary is the ordered list of all terms in the language of the page. The page
// loads it when it is first needed.
type Glossary []Term

// Find returns the term with the given id, or nil if there is none.
func (g Glossary) Find(id string) *Term {
	for i := range g {
		if g[i].ID == id {
			return &g[i]
		}
	}
	return nil
}

// GlossaryHTML returns a search field and, below it, the list of all terms.
func (m *LessonsPanel) GlossaryHTML(g Glossary, lessons []LessonCard) html.HTML {
	c := m.Words
	out := html.Div(html.Class("glossary-tools"), html.Search("glossary-find", c.Say(i18n.GlossarySearch)),
		html.Status("glossary-count")) +
		html.P(html.ID("glossary-none"), html.Flag("hidden"), c.HTML(i18n.GlossaryNone))
	var terms html.HTML
	for i := range g {
		t := &g[i]
		var see html.HTML
		if title := lessonTitle(lessons, t.Lesson); title != "" {
			see = " " + html.Button(html.Class("link"), html.Attr{"data-shows", t.Lesson}, c.HTML(i18n.GlossarySee, i18n.S("lesson", c.Tell(title))))
		}
		terms += html.Div(html.Attr{"data-entry", t.ID}, html.Dt(html.Attr{"tabindex", "-1"}, html.Text(i18n.Upper(t.Name))), html.Dd(html.Text(t.Text), see))
		if i+1 == len(g) || g[i+1].Part != t.Part {
			out += html.Section(html.H3(html.Text(t.Part)), html.El("dl", html.Class("glossary"), terms))
			terms = ""
		}
	}
	return out
}

func lessonTitle(lessons []LessonCard, name string) string {
	for i := range lessons {
		if lessons[i].Name == name {
			return lessons[i].Title
		}
	}
	return ""
}

// TermHTML returns the explanation of a term that appears when the pointer is on
// the term.
func (m *LessonsPanel) TermHTML(t *Term) html.HTML {
	return html.Bold(i18n.Upper(t.Name)) + html.Escape(" "+t.Text) + html.Small(m.Words.HTML(i18n.TermMore))
}

// FindTerms returns, for each term, whether it matches a search text. It also
// returns a text with the number of matching terms.
func (m *LessonsPanel) FindTerms(g Glossary, text string) (found []bool, count string) {
	found = make([]bool, len(g))
	wanted, n := strings.Fields(strings.ToLower(text)), int64(0)
	for i := range g {
		said, fits := strings.ToLower(g[i].Name+" "+g[i].Text), true
		for _, word := range wanted {
			fits = fits && strings.Contains(said, word)
		}
		if found[i] = fits; fits {
			n++
		}
	}
	return found, m.Words.Say(i18n.GlossaryCount, m.Words.N("n", n))
}
