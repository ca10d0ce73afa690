//go:build js && wasm

package page

import (
	"strconv"
	"syscall/js"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/simworker"
)

// tabs holds the ids of the buttons of the editor's tabs. panes holds the ids of
// the elements that the tabs show.
var (
	tabs  = map[string]string{"": "tab-form", "text": "tab-text", "policy": "tab-policy"}
	panes = map[string]string{"": "edit-form", "text": "edit-json", "policy": "edit-policy"}
)

// showTab shows a tab of the editor: the scenario as a form (""), the scenario as
// text ("text"), or the user-written policy ("policy").
func (p *page) showTab(tab string) {
	p.tab = tab
	for name, id := range tabs {
		p.el(id).SetAttribute("aria-selected", strconv.FormatBool(name == tab))
		index := "-1"
		if name == tab {
			index = "0"
		}
		p.el(id).SetAttribute("tabindex", index)
		p.hide(panes[name], name != tab)
	}
	p.hide("edit-foot", tab == "policy")
	switch tab {
	case "":
		p.showForm()
	case "text":
		p.showCode()
	default:
		p.own().Shown()
	}
}

// showForm rebuilds the forms from the text.
func (p *page) showForm() {
	p.sheet.Words = p.m.Words
	if p.sheet.Forms == nil {
		p.fetch("forms.json", func(list js.Value) {
			p.sheet.Forms = formsFrom(list)
			delete(p.rest, p.m.Words.Code)
			p.withRest(p.showForm)
		})
		return
	}
	text := p.value("edit-text")
	if !p.sheet.Open(text, simworker.Check(text)) {
		p.setHTML("form-blocks", "")
		p.setHTML("form-body", `<p>`+p.m.Words.Say(i18n.FormNoText)+`</p>`)
		return
	}
	p.setHTML("form-blocks", p.sheet.BlocksHTML())
	p.setHTML("form-body", p.sheet.HTML())
	if on := query(p.el("form-blocks"), "[aria-current]"); on != nil { // on phones the blocks form a row that scrolls
		on.Underlying().Call("scrollIntoView", map[string]any{"block": "nearest", "inline": "center"})
	}
}

// filled handles a change that a form made to the text. If moves is set, the change
// affects which fields the form has, and filled rebuilds the form. Otherwise it
// updates only the error messages, so that the focus can move on to the next field.
func (p *page) filled(did model.EditSummary, moves bool, err error) {
	if err != nil {
		p.el("form-note").SetTextContent(err.Error())
		return
	}
	p.el("form-note").SetTextContent("")
	ran := p.editor.ran
	p.write(p.sheet.Text)
	p.editor.ran = ran
	p.wrong(simworker.Check(p.sheet.Text))
	if !p.editor.hand && len(p.editor.wrong) == 0 && p.sheet.Text != ran {
		p.editor.ran = p.sheet.Text
		p.edit(p.sheet.Text, did)
	}
	if moves {
		p.showForm()
		return
	}
	p.sheet.Open(p.sheet.Text, p.editor.wrong)
	p.setHTML("form-blocks", p.sheet.BlocksHTML())
	delete(p.texts, "form-body") // the page now differs from the text remembered for it
	wrong := p.sheet.Problems()
	list := p.el("form-body").Underlying().Call("querySelectorAll", "[data-error]")
	for i := range list.Length() {
		e := elementOf(list.Index(i))
		e.SetTextContent(wrong[e.GetAttribute("data-error")])
	}
}

// formsFrom reads the descriptions of the forms in the format that tools/build
// writes.
func formsFrom(list js.Value) []scenario.Form {
	texts := func(v js.Value, names ...string) []string {
		out := make([]string, len(names))
		for i, name := range names {
			out[i] = v.Get(name).String()
		}
		return out
	}
	forms := make([]scenario.Form, list.Length())
	for i := range forms {
		v, f := list.Index(i), &forms[i]
		t := texts(v, "name", "title", "about", "path")
		f.Name, f.Title, f.About, f.Path = t[0], t[1], t[2], t[3]
		fields := v.Get("fields")
		f.Fields = make([]scenario.Field, fields.Length())
		for k := range f.Fields {
			v, x := fields.Index(k), &f.Fields[k]
			t := texts(v, "path", "title", "about", "default", "of", "new")
			x.Path, x.Title, x.About, x.Default, x.Of, x.New = t[0], t[1], t[2], t[3], t[4], t[5]
			x.Kind, x.Needed = scenario.FieldKind(v.Get("kind").Int()), v.Get("needed").Bool()
			x.Min, x.Max = int64(v.Get("min").Float()), int64(v.Get("max").Float())
			choices := v.Get("choices")
			for c := range choices.Length() {
				x.Choices = append(x.Choices, choices.Index(c).String())
			}
		}
	}
	return forms
}

func (p *page) listenToForm() {
	order := [...]string{"", "text", "policy"}
	for i, name := range order {
		p.click(tabs[name], func() { p.showTab(name) })
		p.on(tabs[name], "keydown", func(e event) {
			by := map[string]int{"ArrowRight": 1, "ArrowLeft": len(order) - 1}[e.Key()]
			if by > 0 {
				e.PreventDefault()
				p.showTab(order[(i+by)%len(order)])
				focus(p.el(tabs[p.tab]))
			}
		})
	}
	p.on("form-body", "change", func(e event) {
		x, ok := closest(e, "[data-path]")
		if !ok {
			return
		}
		kind, _ := strconv.Atoi(x.GetAttribute("data-kind"))
		field := x.Underlying()
		value := field.Get("value").String()
		if scenario.FieldKind(kind) == scenario.Truth {
			if value = strconv.FormatBool(field.Get("checked").Bool()); value == x.GetAttribute("data-usual") {
				value = ""
			}
		}
		path := x.GetAttribute("data-path")
		title, job, _ := p.sheet.Describe(path)
		moves, err := p.sheet.Set(path, scenario.FieldKind(kind), value)
		did := model.EditSummary{Text: i18n.DidEdit}
		if old, alone := p.sheet.Since(p.editor.ran, path, scenario.FieldKind(kind), value); alone {
			did = p.m.Edit.DidField(title, job, old, value)
		}
		p.filled(did, moves, err)
	})
	p.on("form-body", "click", p.formClick)
	p.on("form-blocks", "click", func(e event) {
		if b, ok := closest(e, "[data-block]"); ok {
			p.sheet.Block = b.GetAttribute("data-block")
			p.showForm()
			p.el("form-body").Underlying().Set("scrollTop", 0)
		}
	})
}

// formClick adds and removes elements, and shows the details of a job.
func (p *page) formClick(e event) {
	b, ok := closest(e, "button")
	if !ok {
		return
	}
	switch {
	case b.HasAttribute("data-add"):
		name := ""
		if field := query(elementOf(b.Underlying().Get("parentNode")), "[data-name]"); field != nil {
			if name = field.Underlying().Get("value").String(); name == "" {
				focus(field)
				return
			}
		}
		path := b.GetAttribute("data-add")
		title, _, _ := p.sheet.Describe(path)
		p.filled(p.m.Edit.DidPart(i18n.DidAdd, title), true, p.sheet.Add(path, name))
	case b.HasAttribute("data-remove"):
		path := b.GetAttribute("data-remove")
		title, job, _ := p.sheet.Describe(path)
		if job >= 0 {
			title = p.m.Edit.JobNumber(job)
		}
		p.filled(p.m.Edit.DidPart(i18n.DidRemove, title), true, p.sheet.Remove(path))
		focus(p.el("form-body"))
	case b.HasAttribute("data-job"):
		if i := int(idOf(b, "data-job")); i != p.sheet.Job {
			p.sheet.Job = i
		} else {
			p.sheet.Job = -1
		}
		p.showForm()
	case b.HasAttribute("data-page"):
		p.sheet.First, _ = strconv.Atoi(b.GetAttribute("data-page"))
		p.showForm()
	}
}
