//go:build js && wasm

package page

import (
	"strings"
	"syscall/js"

	"hopyard/wasm/app/i18n"
)

// language applies the language that static/js/lang.js has determined. Usually its
// texts are already loaded, and the language is set before the first schedule
// appears. Otherwise it is set as soon as the texts arrive.
func (p *page) language() {
	p.setValue("pick-lang", p.glue.Call("chosen").String())
	if said := p.glue.Call("spoken"); !said.IsNull() {
		p.m.Words = p.catalog(said.Get("code").String(), said.Get("pack"))
	} else {
		p.speak(p.glue.Call("chosen").String())
	}
	p.on("pick-lang", "change", func(event) {
		p.speak(p.value("pick-lang"))
	})
}

// speak switches to another language, without reloading the page or the run.
func (p *page) speak(code string) {
	p.glue.Call("speak", code, js.FuncOf(func(_ js.Value, args []js.Value) any {
		if c := p.catalog(args[0].String(), args[1]); c != p.m.Words {
			p.m.Speak(c)
			p.updateLanguage()
		}
		return nil
	}))
}

// catalog returns the catalog of a language, made from the language pack that
// tools/build/lang writes. It makes the catalog of each language only once.
func (p *page) catalog(code string, pack js.Value) *i18n.Catalog {
	if pack.IsNull() || pack.IsUndefined() {
		return i18n.English
	}
	for _, c := range p.spoken {
		if c.Code == code {
			return c
		}
	}
	areas := pack.Get("texts")
	texts := make([][]string, areas.Length())
	for i := range texts {
		texts[i] = listOf(areas.Index(i))
	}
	c := i18n.Load(code, texts)
	names := pack.Get("names")
	keys := listOf(js.Global().Get("Object").Call("keys", names))
	values := listOf(js.Global().Get("Object").Call("values", names))
	for i, key := range keys {
		c.Learn(key, values[i])
	}
	p.learnLesson(c, 0, listOf(pack.Get("first")))
	p.spoken = append(p.spoken, c)
	return c
}

// listOf converts a JavaScript list of texts. It makes a single call into
// JavaScript.
func listOf(list js.Value) []string {
	if list.IsNull() || list.Length() == 0 {
		return nil
	}
	return strings.Split(list.Call("join", "\x00").String(), "\x00")
}

// learnLesson adds the translation of a lesson's title, description and goals.
func (p *page) learnLesson(c *i18n.Catalog, i int, said []string) {
	if i >= len(p.lessons) || len(said) < 2 {
		return
	}
	l := &p.lessons[i]
	c.Learn(l.Title, said[0])
	c.Learn(l.About, said[1])
	for k, goal := range l.Goals {
		if k+2 < len(said) {
			c.Learn(goal, said[k+2])
		}
	}
}

// learnStudies adds the translations of the lessons' takeaways and hints, once both
// the English texts and the translations are loaded.
func (p *page) learnStudies(c *i18n.Catalog) {
	list, ok := p.studies[c.Code]
	if !ok || !p.studied {
		return
	}
	for i := range p.lessons {
		study, said := &p.lessons[i].LessonNotes, listOf(list.Index(i))
		english := []string{study.Takeaway}
		for _, h := range study.Hints {
			english = append(english, h[0], h[1])
		}
		for k := range min(len(english), len(said)) {
			c.Learn(english[k], said[k])
		}
	}
}

// withRest calls f once the texts of all lessons and forms are loaded in the
// reader's language. They are fetched separately, because the first schedule does
// not need them.
func (p *page) withRest(f func()) {
	c := p.m.Words
	if c == i18n.English || p.rest[c.Code] {
		f()
		return
	}
	p.translating++
	p.fetch("lang/"+c.Code+"-more.json", func(more js.Value) {
		p.translating--
		for i := range p.lessons {
			p.learnLesson(c, i, listOf(more.Get("lessons").Index(i)))
		}
		p.studies[c.Code] = more.Get("studies")
		p.learnStudies(c)
		for i := range p.m.Lessons.Paths {
			path, said := &p.m.Lessons.Paths[i], listOf(more.Get("paths").Index(i))
			c.Learn(path.Title, said[0])
			c.Learn(path.About, said[1])
		}
		said, at := listOf(more.Get("forms")), 0
		learn := func(english string) {
			c.Learn(english, said[at])
			at++
		}
		for i := range p.sheet.Forms {
			form := &p.sheet.Forms[i]
			learn(form.Title)
			learn(form.About)
			for k := range form.Fields {
				learn(form.Fields[k].Title)
				learn(form.Fields[k].About)
			}
		}
		if len(p.lessons) == p.allLessons && p.sheet.Forms != nil {
			p.rest[c.Code] = true
		}
		f()
	})
}

// updateLanguage updates all texts on screen after a change of language. The step, the
// selection and the scroll positions do not change.
func (p *page) updateLanguage() {
	each(p.hooks.language)
	p.showPickers()
	p.changed()
	if len(p.lessons) == p.allLessons {
		p.withRest(func() { each(p.hooks.lessons) })
	}
	for id, f := range p.retold {
		if d := p.find(id); d != nil && d.Underlying().Get("open").Bool() {
			f()
		}
	}
}

// editorAnew updates the texts of the open editor after a change of language. It is
// called again when the texts of the forms arrive, which is later.
func (p *page) editorAnew() {
	if !p.editing() {
		return
	}
	p.glue.Call("speakCode", p.m.Edit.CodeOptions())
	p.el("form-note").SetTextContent("")
	p.wrong(p.editor.wrong)
	if p.tab == "policy" {
		p.own().Update()
	}
	if p.tab == "" {
		p.showForm()
	}
}

// refillOnLanguage registers f as the function that fills a dialog again when the
// language changes while the dialog is open.
func (p *page) refillOnLanguage(id string, f func()) { p.retold[id] = f }
