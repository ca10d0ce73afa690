package lessons

import (
	"strings"

	"hopyard/wasm/app/i18n"
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
func (m *LessonsPanel) GlossaryHTML(g Glossary, lessons []LessonCard) string {
	var out strings.Builder
	c := m.Words
	find := c.Say(i18n.GlossarySearch)
	out.WriteString(`<div class="glossary-tools"><input id="glossary-find" type="search" autocomplete="off" spellcheck="false" placeholder="` + find + `" aria-label="` + find +
		`"><p id="glossary-count" class="small" role="status"></p></div><p id="glossary-none" hidden>` + c.Say(i18n.GlossaryNone) + `</p>`)
	for i := range g {
		t := &g[i]
		if i == 0 || t.Part != g[i-1].Part {
			if i > 0 {
				out.WriteString(`</dl></section>`)
			}
			out.WriteString(`<section><h3>` + i18n.Escape(t.Part) + `</h3><dl class="glossary">`)
		}
		out.WriteString(`<div data-entry="` + i18n.Escape(t.ID) + `"><dt tabindex="-1">` + i18n.Escape(i18n.Upper(t.Name)) + `</dt><dd>` + i18n.Escape(t.Text))
		if title := lessonTitle(lessons, t.Lesson); title != "" {
			out.WriteString(` <button type="button" class="link" data-shows="` + i18n.Escape(t.Lesson) + `">` + c.Say(i18n.GlossarySee, i18n.S("lesson", i18n.Escape(c.Tell(title)))) + `</button>`)
		}
		out.WriteString(`</dd></div>`)
	}
	if len(g) > 0 {
		out.WriteString(`</dl></section>`)
	}
	return out.String()
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
func (m *LessonsPanel) TermHTML(t *Term) string {
	return `<b>` + i18n.Escape(i18n.Upper(t.Name)) + `</b> ` + i18n.Escape(t.Text) + `<small>` + m.Words.Say(i18n.TermMore) + `</small>`
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
