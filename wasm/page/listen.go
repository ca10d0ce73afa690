//go:build js && wasm

package page

import (
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/core/workload"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/model"
)

// listen registers the handlers for clicks, choices and keys.
func (p *page) listen() {
	on(js.Global(), "keydown", p.key)
	p.listenToHistory()
	p.glue.Set("beneath", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.loadBelowLab(args[0].String(), args[1].String())
		return nil
	}))
	for id, action := range map[string]keys.Action{
		"t-home": keys.ToStart, "t-back": keys.Back, "t-play": keys.Play, "t-forward": keys.Forward, "t-end": keys.ToEnd,
		"t-predict": keys.SwitchPredict, "undo": keys.UndoEdit, "redo": keys.RedoEdit, "t-help": keys.OpenHelp, "t-more": keys.OpenSettings, "t-find": keys.OpenPalette, "edit-open": keys.OpenEditor, "vary": keys.OpenLab, "lecture": keys.OpenLecture, "theme": keys.SwitchTheme,
		"tl-left": keys.PanLeft, "tl-right": keys.PanRight, "tl-in": keys.ZoomIn, "tl-out": keys.ZoomOut, "tl-fit": keys.WholeTime,
		"m-in": keys.ZoomInMachine, "m-out": keys.ZoomOutMachine, "m-fit": keys.WholeMachine,
	} {
		p.click(id, func() { p.act(action) })
	}
	p.click("picks-open", func() {
		open := !p.root().HasAttribute("data-picks")
		p.mark("data-picks", open)
		p.el("picks-open").SetAttribute("aria-expanded", strconv.FormatBool(open))
	})
	p.click("share-open", func() { p.act(keys.OpenShare) })
	p.click("compare", p.toggleCompare)
	p.listenToPickers()
	p.listenToLists()
	p.listenToStanding()
	p.listenToLessonBox()
	p.listenToTerms()
	p.click("about-open", p.openAbout)
	p.listenToDialogs()
	p.listenToFiles()
	p.listenToMenus()
	p.listenToDrafts()
	p.listenToVersions()
}

func (p *page) listenToPickers() {
	p.on("pick-lesson", "change", func(event) { p.pickLesson(p.value("pick-lesson")) })
	for picker, id := range map[string]string{"queue": "pick-queue", "allocator": "pick-allocator", "machine": "pick-machine", "network": "pick-network"} {
		p.on(id, "change", func(event) {
			if p.m.Run != nil && p.value(id) == "manual" {
				p.act(keys.ByHand)
			} else if p.m.Run != nil && !p.writes(picker, p.value(id)) {
				p.next = p.lesson
				p.sendLoad(p.m.Change(p.m.Policy.Choose(picker, p.value(id))))
			}
		})
	}
	p.on("t-speed", "change", func(event) {
		for i := range p.m.Paces() {
			if p.m.PaceName(i) == p.value("t-speed") {
				p.m.SetPace(i)
				break
			}
		}
	})
	p.on("scrub", "input", func(event) {
		if n, err := strconv.Atoi(p.value("scrub")); err == nil {
			p.askedAt = now()
			p.m.Go(p.m.Snap(n))
			p.changed()
		}
	})
}

// listenToLists registers the handlers of the queue and of the table of candidates.
func (p *page) listenToLists() {
	p.on("queue-list", "click", func(e event) {
		if li, ok := closest(e, "[data-id]"); ok {
			id := idOf(li, "data-id")
			if p.m.Selected == id {
				id = workload.NoJob
			}
			p.choose(id)
		}
	})
	point := func(e event) {
		if li, ok := closest(e, "[data-id]"); ok {
			p.pointAt(model.JobPlace(idOf(li, "data-id")))
		}
	}
	p.on("queue-list", "pointerover", point)
	p.on("queue-list", "focusin", point)
	for _, id := range []string{"running-list", "table", "why-rules", "why-lines-list"} {
		p.listenToJobs(id)
	}
	p.listenToWords("why-sentence")
	p.listenToWords("why-table")
	show := func(e event) {
		if tr, ok := closest(e, "tr[data-candidate]"); ok {
			p.showCandidate(int(idOf(tr, "data-candidate")))
		}
	}
	p.on("why-table", "pointerover", show)
	p.on("why-table", "focusin", show)
	for _, id := range []string{"queue-list", "running-list", "table", "why-table", "why-rules", "why-lines-list", "machine-tree", "timeline-grid"} {
		for _, kind := range []string{"pointerleave", "focusout"} {
			p.on(id, kind, func(event) {
				p.pointAt(model.Nowhere())
				p.showCandidate(-1)
			})
		}
	}
	p.on("why-more", "click", func(e event) {
		if b, ok := closest(e, "[data-more]"); ok && b.GetAttribute("data-more") == "record" {
			p.m.Record = !p.m.Record
			p.changed()
		}
	})
}

// listenToJobs registers the handlers of a list of jobs other than the queue.
func (p *page) listenToJobs(list string) {
	p.on(list, "click", func(e event) {
		if line, ok := closest(e, "[data-line]"); ok {
			id := idOf(line, "data-line")
			if p.m.Selected == id {
				id = workload.NoJob
			}
			p.choose(id)
		}
	})
	for _, kind := range []string{"pointerover", "focusin"} {
		p.on(list, kind, func(e event) {
			if line, ok := closest(e, "[data-line]"); ok {
				p.pointAt(model.JobPlace(idOf(line, "data-line")))
			}
		})
	}
}

// listenToWords registers handlers for the marked words in an element: pointing at
// a word highlights what it refers to, and clicking on a job selects it.
func (p *page) listenToWords(id string) {
	for _, kind := range []string{"pointerover", "focusin"} {
		p.on(id, kind, func(e event) {
			if word, ok := closest(e, "[data-lit]"); ok {
				p.pointAt(model.LitPlace(word.GetAttribute("data-lit")))
			} else {
				p.pointAt(model.Nowhere())
			}
		})
	}
	for _, kind := range []string{"pointerleave", "focusout"} {
		p.on(id, kind, func(event) { p.pointAt(model.Nowhere()) })
	}
	p.on(id, "click", func(e event) {
		if word, ok := closest(e, "[data-lit]"); ok {
			if id := model.LitPlace(word.GetAttribute("data-lit")).Job; id != workload.NoJob {
				p.choose(id)
			}
		}
	})
}

func idOf(e element, attribute string) workload.JobID {
	n, err := strconv.Atoi(e.GetAttribute(attribute))
	if err != nil {
		return workload.NoJob
	}
	return workload.JobID(n)
}

func (p *page) choose(id workload.JobID) {
	p.m.Select(id)
	p.changed()
}

func (p *page) pointAt(place model.Region) {
	if p.m.Pointed != place {
		p.m.Pointed = place
		p.changedOnly(pointing)
	}
}

func (p *page) showCandidate(i int) {
	if p.m.Shown != i {
		p.m.Shown = i
		p.changedOnly(pointing)
	}
}

// act carries out the action of a key or a button. It also updates the page as the
// action requires.
func (p *page) act(a keys.Action) {
	step, began := p.m.Step, now()
	next := p.m.Do(a)
	if p.m.Step != step || p.m.Predict.On && p.m.Practice.Busy() {
		p.askedAt = began
	}
	for _, f := range p.hooks.acted {
		f(a)
	}
	p.changed()
	if f := p.hooks.actions[next]; f != nil {
		f()
	}
}

// focusPanel moves the focus to a panel. In a comparison, it moves the focus to the
// description of where the runs differ.
func (p *page) focusPanel(id string) {
	switch {
	case p.m.Compare != nil:
		focus(p.el("compare-differs"))
	case id == "why":
		focus(p.el(id))
	default:
		p.focusFirst(id)
	}
}

// focusFirst moves the focus to the item of a list that the Tab key would reach.
func (p *page) focusFirst(id string) {
	if e := query(p.el(id), `[tabindex="0"]`); e != nil {
		focus(e)
		return
	}
	focus(p.el(id))
}

// key handles a key. The list that has the focus is tried first, then the table of
// keyboard shortcuts.
func (p *page) key(e event) {
	if p.asleep() || p.inLab() {
		return
	}
	if p.termKey(e) {
		e.PreventDefault()
		return
	}
	if p.asked() && !p.open() && p.card().Key(e.Underlying()) {
		e.PreventDefault()
		return
	}
	if p.m.ByHand() && !p.open() && p.hands().Key(e.Underlying()) {
		e.PreventDefault()
		return
	}
	if p.opening != nil && !p.open() {
		if p.openingKey(e) {
			e.PreventDefault()
		}
		return
	}
	press := keys.Press{Key: e.Key(), Code: e.Underlying().Get("code").String(), Ctrl: e.CtrlKey() || e.MetaKey(), Alt: e.AltKey(), Shift: e.ShiftKey()}
	where, target := p.place(e)
	press.In = where
	listed := press.Key
	if press.Ctrl {
		listed = "Ctrl+" + listed
	}
	if (where == keys.OnGrid || where == keys.OnList) && !press.Alt && !press.Shift && p.listKey(listed, target) {
		e.PreventDefault()
		return
	}
	if p.m.Looks.Letters == "off" && press.Letter() {
		return
	}
	a := p.m.Keys.Pressed(press)
	if a == keys.NoAction || a == keys.OpenHelp && (where == keys.OnField || where == keys.OnPicker) {
		return
	}
	e.PreventDefault()
	p.act(a)
}

// place returns the kind of element at which a key was pressed, and the element.
func (p *page) place(e event) (keys.Focus, element) {
	target := target(e)
	switch {
	case target == nil:
		return keys.OnPage, nil
	case p.open() || within(target, "dialog[open]") != nil:
		return keys.OnDialog, target
	case within(target, "dialog") != nil: // the dialog has just been closed and still has the focus
		return keys.OnPage, target
	case within(target, "[role=tree],[role=grid]") != nil:
		return keys.OnGrid, target
	case within(target, "[role=listbox],.why-table") != nil:
		return keys.OnList, target
	}
	switch tag := strings.ToLower(target.TagName()); tag {
	case "select":
		return keys.OnPicker, target
	case "textarea":
		return keys.OnField, target
	case "input":
		switch target.GetAttribute("type") {
		case "range":
			if target.ID() != "scrub" {
				return keys.OnDial, target
			}
			return keys.OnSlider, target
		case "checkbox":
			return keys.OnButton, target
		}
		return keys.OnField, target
	case "button", "a", "summary":
		return keys.OnButton, target
	}
	return keys.OnPage, target
}
