//go:build js && wasm

package editview

import (
	"strings"

	"hopyard/core/simtime"
	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/page/document"
)

// openSheet shows a dialog with the fields of a job. If s is nil, it shows why the
// job cannot be edited.
func (p *EditView) openSheet(s *edit.JobSheet, why string) {
	if s == nil {
		p.Say("alert", why)
		return
	}
	p.job = s
	if !s.WantsFields() {
		p.showSheet()
		return
	}
	p.scenario.WithForms(func() {
		if p.job == s {
			s.AddFields(p.Sheet.Forms)
			p.showSheet()
		}
	})
}

// showSheet opens the dialog with the fields of a job.
func (p *EditView) showSheet() {
	fresh := p.Find("job") == nil
	body := p.Dialog("job", p.job.Title(p.App.Edit), p.job.HTML(p.App.Edit))
	if fresh {
		p.listenToSheet()
	}
	p.OpenDialog("job")
	if field := document.Query(body, "input"); field != nil {
		field.Underlying().Call("select")
	}
}

func (p *EditView) listenToSheet() {
	p.On("job", "submit", func(e document.DOMEvent) {
		if form := document.Target(e); form == nil || form.ID() != "job-form" {
			return
		}
		e.PreventDefault()
		p.applySheet()
	})
	p.On("job", "input", func(e document.DOMEvent) {
		if x := document.Target(e); x != nil {
			if hint := document.Query(p.El("job"), `[data-hint="`+x.GetAttribute("name")+`"]`); hint != nil {
				hint.SetTextContent(p.job.Hint(p.App.Edit, x.GetAttribute("name"), x.Underlying().Get("value").String()))
			}
		}
	})
	p.On("job", "click", func(e document.DOMEvent) {
		if b, ok := document.Closest(e, "#job-editor"); ok && b != nil {
			p.CloseDialog("job")
			p.editJob(p.App.Run.JobOf(p.job.Number))
		}
	})
}

// applySheet runs the scenario with the job as the reader filled it in. If there
// are errors, it shows them beside the fields instead.
func (p *EditView) applySheet() {
	body := p.El("job")
	text, err := p.job.Written(p.App.Edit, func(name string) string {
		field := document.Query(body, `[name="`+name+`"]`).Underlying()
		switch {
		case field.Get("type").String() != "checkbox":
			return field.Get("value").String()
		case field.Get("checked").Bool():
			return "true"
		}
		return ""
	})
	var faults []message.Problem
	if err != nil {
		faults = []message.Problem{{Problem: err.Error()}}
	} else {
		faults = simworker.Check(text)
	}
	by, rest := p.job.Wrong(p.App.Edit, faults)
	list := body.Underlying().Call("querySelectorAll", "[name]")
	var first document.Element
	for i := range list.Length() {
		x := document.ElementOf(list.Index(i))
		wrong := by[x.GetAttribute("name")]
		document.Query(body, "#"+x.ID()+"-wrong").SetTextContent(wrong)
		if wrong == "" {
			x.RemoveAttribute("aria-invalid")
			continue
		}
		x.SetAttribute("aria-invalid", "true")
		if first == nil {
			first = x
		}
	}
	document.SetContent(document.Query(body, "#job-wrong"), rest)
	if len(faults) > 0 {
		if first != nil {
			document.Focus(first)
		}
		return
	}
	p.CloseDialog("job")
	p.Edit(text, p.App.Edit.EditJob(p.job))
}

// openBreak opens the dialog that asks how long nodes or a link should be down.
func (p *EditView) openBreak() {
	nodes, title := p.App.Edit.BreakTitle(p.menu.place)
	fresh := p.Find("break") == nil
	body := p.Dialog("break", title, p.App.Edit.BreakHTML(nodes))
	if fresh {
		p.On("break", "submit", func(e document.DOMEvent) {
			if form := document.Target(e); form == nil || form.ID() != "break-form" {
				return
			}
			e.PreventDefault()
			p.applyBreak()
		})
	}
	p.OpenDialog("break")
	document.Query(body, `[name="for"]`).Underlying().Call("select")
}

func (p *EditView) applyBreak() {
	body := p.El("break")
	value := func(name string) string {
		if x := document.Query(body, `[name="`+name+`"]`); x != nil {
			return strings.TrimSpace(x.Underlying().Get("value").String())
		}
		return ""
	}
	text, did, err := p.App.Edit.Broken(p.menu.place, value("nodes"), value("at"), value("for"))
	var faults []message.Problem
	if err != nil {
		faults = []message.Problem{{Problem: err.Error()}}
	} else {
		faults = simworker.Check(text)
	}
	document.SetContent(document.Query(body, "#break-wrong"), p.App.FaultsHTML(edit.Unplaced(faults), false))
	if len(faults) == 0 {
		p.CloseDialog("break")
		p.Edit(text, did)
	}
}

// editOutage edits the scenario so that failed nodes or a failed link return, or so
// that they are absent from the start.
func (p *EditView) editOutage(do string) {
	at := p.App.Now()
	if p.menu.at != simtime.Never && p.menu.at >= 0 {
		at = p.menu.at
	}
	if text, did, err := p.App.Edit.Mended(do, p.menu.place, at); p.showError(err) {
		p.EditText(text, did)
	}
}
