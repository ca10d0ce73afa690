//go:build js && wasm

package scenarioview

import (
	"strconv"
	"syscall/js"

	"hopyard/core/scenario/schema"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// tabs holds the ids of the buttons of the editor's tabs. panes holds the ids of
// the elements that the tabs show.
var (
	tabs  = map[string]string{"": "tab-form", "text": "tab-text", "policy": "tab-policy"}
	panes = map[string]string{"": "edit-form", "text": "edit-json", "policy": "edit-policy"}
)

// showTab shows a tab of the editor: the scenario as a form (""), the scenario as
// text ("text"), or the user-written policy ("policy").
func (p *ScenarioView) showTab(tab string) {
	p.Tab = tab
	for name, id := range tabs {
		p.El(id).SetAttribute("aria-selected", strconv.FormatBool(name == tab))
		index := "-1"
		if name == tab {
			index = "0"
		}
		p.El(id).SetAttribute("tabindex", index)
		p.Hide(panes[name], name != tab)
	}
	p.Hide("edit-foot", tab == "policy")
	switch tab {
	case "":
		p.showForm()
	case "text":
		p.showCode()
	default:
		p.own().Shown()
	}
}

// WithForms loads the descriptions of the forms, with their texts in the page's
// language, and then calls f.
func (p *ScenarioView) WithForms(f func()) {
	if p.Sheet.Forms != nil {
		p.WithRest(f)
		return
	}
	p.Fetch("forms.json", func(list js.Value) {
		p.Sheet.Forms = formsFrom(list)
		delete(p.Rest, p.App.Words.Code)
		p.WithRest(f)
	})
}

// showForm rebuilds the forms from the text.
func (p *ScenarioView) showForm() {
	p.Sheet.Words = p.App.Words
	if p.Sheet.Forms == nil {
		p.WithForms(p.showForm)
		return
	}
	text := p.Value("edit-text")
	if !p.Sheet.Open(text, simworker.Check(text)) {
		p.SetHTML("form-blocks", "")
		p.SetHTML("form-body", html.P(p.App.Words.HTML(i18n.FormNoText)))
		return
	}
	p.SetHTML("form-blocks", p.Sheet.BlocksHTML())
	p.SetHTML("form-body", p.Sheet.HTML())
	if on := document.Query(p.El("form-blocks"), "[aria-current]"); on != nil { // on phones the blocks form a row that scrolls
		on.Underlying().Call("scrollIntoView", map[string]any{"block": "nearest", "inline": "center"})
	}
}

// filled handles a change that a form made to the text. If moves is set, the change
// affects which fields the form has, and filled rebuilds the form. Otherwise it
// updates only the error messages, so that the focus can move on to the next field.
func (p *ScenarioView) filled(did model.EditSummary, moves bool, err error) {
	if err != nil {
		p.El("form-note").SetTextContent(err.Error())
		return
	}
	p.El("form-note").SetTextContent("")
	ran := p.editor.ran
	p.write(p.Sheet.Text)
	p.editor.ran = ran
	p.wrong(simworker.Check(p.Sheet.Text))
	if !p.editor.hand && len(p.editor.wrong) == 0 && p.Sheet.Text != ran {
		p.editor.ran = p.Sheet.Text
		p.Edit(p.Sheet.Text, did)
	}
	if moves {
		p.showForm()
		return
	}
	p.Sheet.Open(p.Sheet.Text, p.editor.wrong)
	p.SetHTML("form-blocks", p.Sheet.BlocksHTML())
	delete(p.Texts, "form-body") // the page now differs from the text remembered for it
	wrong := p.Sheet.Problems()
	list := p.El("form-body").Underlying().Call("querySelectorAll", "[data-error]")
	for i := range list.Length() {
		e := document.ElementOf(list.Index(i))
		e.SetTextContent(wrong[e.GetAttribute("data-error")])
	}
}

// formsFrom reads the descriptions of the forms in the format that tools/build
// writes.
func formsFrom(list js.Value) []schema.Form {
	texts := func(v js.Value, names ...string) []string {
		out := make([]string, len(names))
		for i, name := range names {
			out[i] = v.Get(name).String()
		}
		return out
	}
	forms := make([]schema.Form, list.Length())
	for i := range forms {
		v, f := list.Index(i), &forms[i]
		t := texts(v, "name", "title", "about", "path")
		f.Name, f.Title, f.About, f.Path = t[0], t[1], t[2], t[3]
		fields := v.Get("fields")
		f.Fields = make([]schema.Field, fields.Length())
		for k := range f.Fields {
			v, x := fields.Index(k), &f.Fields[k]
			t := texts(v, "path", "title", "about", "default", "of", "new")
			x.Path, x.Title, x.About, x.Default, x.Of, x.New = t[0], t[1], t[2], t[3], t[4], t[5]
			x.Kind, x.Needed = schema.FieldKind(v.Get("kind").Int()), v.Get("needed").Bool()
			x.Min, x.Max = int64(v.Get("min").Float()), int64(v.Get("max").Float())
			choices := v.Get("choices")
			for c := range choices.Length() {
				x.Choices = append(x.Choices, choices.Index(c).String())
			}
		}
	}
	return forms
}

func (p *ScenarioView) listenToForm() {
	order := [...]string{"", "text", "policy"}
	for i, name := range order {
		p.Click(tabs[name], func() { p.showTab(name) })
		p.On(tabs[name], "keydown", func(e document.DOMEvent) {
			by := map[string]int{"ArrowRight": 1, "ArrowLeft": len(order) - 1}[e.Key()]
			if by > 0 {
				e.PreventDefault()
				p.showTab(order[(i+by)%len(order)])
				document.Focus(p.El(tabs[p.Tab]))
			}
		})
	}
	p.On("form-body", "change", func(e document.DOMEvent) {
		x, ok := document.Closest(e, "[data-path]")
		if !ok {
			return
		}
		kind, _ := strconv.Atoi(x.GetAttribute("data-kind"))
		field := x.Underlying()
		value := field.Get("value").String()
		if schema.FieldKind(kind) == schema.Truth {
			if value = strconv.FormatBool(field.Get("checked").Bool()); value == x.GetAttribute("data-usual") {
				value = ""
			}
		}
		path := x.GetAttribute("data-path")
		title, job, _ := p.Sheet.Describe(path)
		moves, err := p.Sheet.Set(path, schema.FieldKind(kind), value)
		did := model.EditSummary{Text: i18n.DidEdit}
		if old, alone := p.Sheet.Since(p.editor.ran, path, schema.FieldKind(kind), value); alone {
			did = p.App.Edit.DidField(title, job, p.Sheet.Told(path, old), p.Sheet.Told(path, value))
		}
		p.filled(did, moves, err)
	})
	p.On("form-body", "click", p.formClick)
	p.On("form-blocks", "click", func(e document.DOMEvent) {
		if b, ok := document.Closest(e, "[data-block]"); ok {
			p.Sheet.Block = b.GetAttribute("data-block")
			p.showForm()
			p.El("form-body").Underlying().Set("scrollTop", 0)
		}
	})
}

// formClick adds and removes elements, and shows the details of a job.
func (p *ScenarioView) formClick(e document.DOMEvent) {
	b, ok := document.Closest(e, "button")
	if !ok {
		return
	}
	switch {
	case b.HasAttribute("data-add"):
		name := ""
		if field := document.Query(document.ElementOf(b.Underlying().Get("parentNode")), "[data-name]"); field != nil {
			if name = field.Underlying().Get("value").String(); name == "" {
				document.Focus(field)
				return
			}
		}
		path := b.GetAttribute("data-add")
		title, _, _ := p.Sheet.Describe(path)
		p.filled(p.App.Edit.DidPart(i18n.DidAdd, title), true, p.Sheet.Add(path, name))
	case b.HasAttribute("data-remove"):
		path := b.GetAttribute("data-remove")
		title, job, _ := p.Sheet.Describe(path)
		if job >= 0 {
			title = p.App.Edit.JobNumber(job)
		}
		p.filled(p.App.Edit.DidPart(i18n.DidRemove, title), true, p.Sheet.Remove(path))
		document.Focus(p.El("form-body"))
	case b.HasAttribute("data-job"):
		if i := int(host.IDOf(b, "data-job")); i != p.Sheet.Job {
			p.Sheet.Job = i
		} else {
			p.Sheet.Job = -1
		}
		p.showForm()
	case b.HasAttribute("data-page"):
		p.Sheet.First, _ = strconv.Atoi(b.GetAttribute("data-page"))
		p.showForm()
	}
}
