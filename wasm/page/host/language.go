//go:build js && wasm

package host

import (
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/page/document"
)

// Language applies the language that static/js/lang.js has determined. Usually its
// texts are already loaded, and the language is set before the first schedule
// appears. Otherwise it is set as soon as the texts arrive.
func (p *Host) Language() {
	p.SetValue("pick-lang", p.Glue.Call("chosen").String())
	if said := p.Glue.Call("spoken"); !said.IsNull() {
		p.App.Words = p.catalog(said.Get("code").String(), said.Get("pack"))
	} else {
		p.speak(p.Glue.Call("chosen").String())
	}
	p.On("pick-lang", "change", func(document.Event) {
		p.speak(p.Value("pick-lang"))
	})
}

// speak switches to another language, without reloading the page or the run.
func (p *Host) speak(code string) {
	p.Glue.Call("speak", code, js.FuncOf(func(_ js.Value, args []js.Value) any {
		if c := p.catalog(args[0].String(), args[1]); c != p.App.Words {
			p.App.Speak(c)
			p.updateLanguage()
		}
		return nil
	}))
}

// catalog returns the catalog of a language, made from the language pack that
// tools/build/lang writes. It makes the catalog of each language only once.
func (p *Host) catalog(code string, pack js.Value) *i18n.Catalog {
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
		texts[i] = document.ListOf(areas.Index(i))
	}
	c := i18n.Load(code, texts)
	names := pack.Get("names")
	keys := document.ListOf(js.Global().Get("Object").Call("keys", names))
	values := document.ListOf(js.Global().Get("Object").Call("values", names))
	for i, key := range keys {
		c.Learn(key, values[i])
	}
	p.learnLesson(c, 0, document.ListOf(pack.Get("first")))
	p.spoken = append(p.spoken, c)
	return c
}

// learnLesson adds the translation of a lesson's title, description and goals.
func (p *Host) learnLesson(c *i18n.Catalog, i int, said []string) {
	if i >= len(p.Lessons) || len(said) < 2 {
		return
	}
	l := &p.Lessons[i]
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
func (p *Host) learnStudies(c *i18n.Catalog) {
	list, ok := p.studies[c.Code]
	if !ok || !p.studied {
		return
	}
	for i := range p.Lessons {
		study, said := &p.Lessons[i].LessonNotes, document.ListOf(list.Index(i))
		english := []string{study.Takeaway}
		for _, h := range study.Hints {
			english = append(english, h[0], h[1])
		}
		for k := range min(len(english), len(said)) {
			c.Learn(english[k], said[k])
		}
	}
}

// WithRest calls f once the texts of all lessons and forms are loaded in the
// reader's language. They are fetched separately, because the first schedule does
// not need them.
func (p *Host) WithRest(f func()) {
	c := p.App.Words
	if c == i18n.English || p.Rest[c.Code] {
		f()
		return
	}
	p.Translating++
	p.Fetch("lang/"+c.Code+"-more.json", func(more js.Value) {
		p.Translating--
		for i := range p.Lessons {
			p.learnLesson(c, i, document.ListOf(more.Get("lessons").Index(i)))
		}
		p.studies[c.Code] = more.Get("studies")
		p.learnStudies(c)
		for i := range p.App.Lessons.Paths {
			path, said := &p.App.Lessons.Paths[i], document.ListOf(more.Get("paths").Index(i))
			c.Learn(path.Title, said[0])
			c.Learn(path.About, said[1])
		}
		said, at := document.ListOf(more.Get("forms")), 0
		learn := func(english string) {
			c.Learn(english, said[at])
			at++
		}
		for i := range p.Sheet.Forms {
			form := &p.Sheet.Forms[i]
			learn(form.Title)
			learn(form.About)
			for k := range form.Fields {
				learn(form.Fields[k].Title)
				learn(form.Fields[k].About)
			}
		}
		if len(p.Lessons) == p.AllLessons && p.Sheet.Forms != nil {
			p.Rest[c.Code] = true
		}
		f()
	})
}

// updateLanguage updates all texts on screen after a change of language. The step, the
// selection and the scroll positions do not change.
func (p *Host) updateLanguage() {
	each(p.hooks.language)
	p.ShowPickers()
	p.Changed()
	if len(p.Lessons) == p.AllLessons {
		p.WithRest(func() { each(p.hooks.lessons) })
	}
	for id, f := range p.retold {
		if d := p.Find(id); d != nil && d.Underlying().Get("open").Bool() {
			f()
		}
	}
}
