//go:build js && wasm

package page

import (
	"strings"

	"hopyard/core/simtime"
	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/simworker"
)

// change runs an edited scenario text. If the text has faults, it shows and returns
// them instead of running the text.
func (p *page) change(text string, did model.EditSummary) []message.Problem {
	if faults := simworker.Check(text); len(faults) > 0 {
		p.setHTML("errors", p.m.FaultsHTML(faults, false))
		p.openDialog("errors-view")
		return faults
	}
	p.edit(text, did)
	return nil
}

// openSheet shows a dialog with the fields of a job. If s is nil, it shows why the
// job cannot be edited.
func (p *page) openSheet(s *edit.JobSheet, why string) {
	if s == nil {
		p.say("alert", why)
		return
	}
	fresh := p.find("job") == nil
	p.job = s
	body := p.dialog("job", s.Title(p.m.Edit), s.HTML(p.m.Edit))
	if fresh {
		p.listenToSheet()
	}
	p.openDialog("job")
	if field := query(body, "input"); field != nil {
		field.Underlying().Call("select")
	}
}

func (p *page) listenToSheet() {
	p.on("job", "submit", func(e event) {
		if form := target(e); form == nil || form.ID() != "job-form" {
			return
		}
		e.PreventDefault()
		p.applySheet()
	})
	p.on("job", "input", func(e event) {
		if x := target(e); x != nil {
			if hint := query(p.el("job"), `[data-hint="`+x.GetAttribute("name")+`"]`); hint != nil {
				hint.SetTextContent(p.job.Hint(p.m.Edit, x.GetAttribute("name"), x.Underlying().Get("value").String()))
			}
		}
	})
	p.on("job", "click", func(e event) {
		if b, ok := closest(e, "#job-editor"); ok && b != nil {
			p.closed("job")
			p.editJob(p.m.Run.JobOf(p.job.Number))
		}
	})
}

// applySheet runs the scenario with the job as the reader filled it in. If there
// are errors, it shows them beside the fields instead.
func (p *page) applySheet() {
	body := p.el("job")
	text, err := p.job.Written(p.m.Edit, func(name string) string {
		return query(body, `[name="`+name+`"]`).Underlying().Get("value").String()
	})
	var faults []message.Problem
	if err != nil {
		faults = []message.Problem{{Problem: err.Error()}}
	} else {
		faults = simworker.Check(text)
	}
	by, rest := p.job.Wrong(p.m.Edit, faults)
	list := body.Underlying().Call("querySelectorAll", "input[name]")
	var first element
	for i := range list.Length() {
		x := elementOf(list.Index(i))
		wrong := by[x.GetAttribute("name")]
		query(body, "#"+x.ID()+"-wrong").SetTextContent(wrong)
		if wrong == "" {
			x.RemoveAttribute("aria-invalid")
			continue
		}
		x.SetAttribute("aria-invalid", "true")
		if first == nil {
			first = x
		}
	}
	query(body, "#job-wrong").SetInnerHTML(rest)
	if len(faults) > 0 {
		if first != nil {
			focus(first)
		}
		return
	}
	p.closed("job")
	p.edit(text, p.m.Edit.EditJob(p.job))
}

// openBreak opens the dialog that asks how long nodes or a link should be down.
func (p *page) openBreak() {
	nodes, title := p.m.Edit.BreakTitle(p.menu.place)
	fresh := p.find("break") == nil
	body := p.dialog("break", title, p.m.Edit.BreakHTML(nodes))
	if fresh {
		p.on("break", "submit", func(e event) {
			if form := target(e); form == nil || form.ID() != "break-form" {
				return
			}
			e.PreventDefault()
			p.applyBreak()
		})
	}
	p.openDialog("break")
	query(body, `[name="for"]`).Underlying().Call("select")
}

func (p *page) applyBreak() {
	body := p.el("break")
	value := func(name string) string {
		if x := query(body, `[name="`+name+`"]`); x != nil {
			return strings.TrimSpace(x.Underlying().Get("value").String())
		}
		return ""
	}
	text, did, err := p.m.Edit.Broken(p.menu.place, value("nodes"), value("at"), value("for"))
	var faults []message.Problem
	if err != nil {
		faults = []message.Problem{{Problem: err.Error()}}
	} else {
		faults = simworker.Check(text)
	}
	query(body, "#break-wrong").SetInnerHTML(p.m.FaultsHTML(edit.Unplaced(faults), false))
	if len(faults) == 0 {
		p.closed("break")
		p.edit(text, did)
	}
}

// editOutage edits the scenario so that failed nodes or a failed link return, or so
// that they are absent from the start.
func (p *page) editOutage(do string) {
	at := p.m.Now()
	if p.menu.at != simtime.Never && p.menu.at >= 0 {
		at = p.menu.at
	}
	if text, did, err := p.m.Edit.Mended(do, p.menu.place, at); p.showError(err) {
		p.change(text, did)
	}
}
