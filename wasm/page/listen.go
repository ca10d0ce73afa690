//go:build js && wasm

package page

import (
	"strconv"
	"syscall/js"

	"hopyard/core/workload"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/model"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// listen registers the handlers for clicks, choices and keys.
func (p *page) listen() {
	document.On(js.Global(), "keydown", p.key)
	p.listenToHistory()
	p.Glue.Set("beneath", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.loadBelowLab(args[0].String(), args[1].String())
		return nil
	}))
	for id, action := range map[string]keys.Action{
		"t-home": keys.ToStart, "t-back": keys.Back, "t-play": keys.Play, "t-forward": keys.Forward, "t-end": keys.ToEnd,
		"t-predict": keys.SwitchPredict, "undo": keys.UndoEdit, "redo": keys.RedoEdit, "t-help": keys.OpenHelp, "t-more": keys.OpenSettings, "t-find": keys.OpenPalette, "edit-open": keys.OpenEditor, "vary": keys.OpenLab, "lecture": keys.OpenLecture, "theme": keys.SwitchTheme,
		"tl-left": keys.PanLeft, "tl-right": keys.PanRight, "tl-in": keys.ZoomIn, "tl-out": keys.ZoomOut, "tl-fit": keys.WholeTime,
		"m-in": keys.ZoomInMachine, "m-out": keys.ZoomOutMachine, "m-fit": keys.WholeMachine,
	} {
		p.Click(id, func() { p.Act(action) })
	}
	p.Click("picks-open", func() {
		open := !p.Root().HasAttribute("data-picks")
		p.Mark("data-picks", open)
		p.El("picks-open").SetAttribute("aria-expanded", strconv.FormatBool(open))
	})
	p.listenToPickers()
	p.listenToLists()
	p.listenToStanding()
	p.listenToDialogs()
	p.listenToFiles()
	p.listenToVersions()
}

func (p *page) listenToPickers() {
	p.On("pick-lesson", "change", func(document.DOMEvent) { p.PickLesson(p.Value("pick-lesson")) })
	for picker, id := range map[string]string{"queue": "pick-queue", "allocator": "pick-allocator", "machine": "pick-machine", "network": "pick-network"} {
		p.On(id, "change", func(document.DOMEvent) {
			if p.App.Run != nil && p.Value(id) == "manual" {
				p.Act(keys.ByHand)
			} else if p.App.Run != nil && !p.scenario.Writes(picker, p.Value(id)) {
				p.Next = p.Lesson
				p.SendLoad(p.App.Change(p.App.Policy.Choose(picker, p.Value(id))))
			}
		})
	}
	p.On("t-speed", "change", func(document.DOMEvent) {
		for i := range p.App.Paces() {
			if p.App.PaceName(i) == p.Value("t-speed") {
				p.App.SetPace(i)
				break
			}
		}
	})
	p.On("scrub", "input", func(document.DOMEvent) {
		if n, err := strconv.Atoi(p.Value("scrub")); err == nil {
			p.AskedAt = document.Now()
			p.App.Go(p.App.Snap(n))
			p.Changed()
		}
	})
}

// listenToLists registers the handlers of the queue and of the table of candidates.
func (p *page) listenToLists() {
	p.On("queue-list", "click", func(e document.DOMEvent) {
		if li, ok := document.Closest(e, "[data-id]"); ok {
			id := host.IDOf(li, "data-id")
			if p.App.Selected == id {
				id = workload.NoJob
			}
			p.Choose(id)
		}
	})
	point := func(e document.DOMEvent) {
		if li, ok := document.Closest(e, "[data-id]"); ok {
			p.PointAt(model.JobPlace(host.IDOf(li, "data-id")))
		}
	}
	p.On("queue-list", "pointerover", point)
	p.On("queue-list", "focusin", point)
	for _, id := range []string{"running-list", "table", "why-rules", "why-lines-list"} {
		p.listenToJobs(id)
	}
	p.listenToWords("why-sentence")
	p.listenToWords("why-table")
	show := func(e document.DOMEvent) {
		if tr, ok := document.Closest(e, "tr[data-candidate]"); ok {
			p.showCandidate(int(host.IDOf(tr, "data-candidate")))
		}
	}
	p.On("why-table", "pointerover", show)
	p.On("why-table", "focusin", show)
	for _, id := range []string{"queue-list", "running-list", "table", "why-table", "why-rules", "why-lines-list", "machine-tree", "timeline-grid"} {
		for _, kind := range []string{"pointerleave", "focusout"} {
			p.On(id, kind, func(document.DOMEvent) {
				p.PointAt(model.Nowhere())
				p.showCandidate(-1)
			})
		}
	}
	p.On("why-more", "click", func(e document.DOMEvent) {
		if b, ok := document.Closest(e, "[data-more]"); ok && b.GetAttribute("data-more") == "record" {
			p.App.Record = !p.App.Record
			p.Changed()
		}
	})
}

// listenToJobs registers the handlers of a list of jobs other than the queue.
func (p *page) listenToJobs(list string) {
	p.On(list, "click", func(e document.DOMEvent) {
		if line, ok := document.Closest(e, "[data-line]"); ok {
			id := host.IDOf(line, "data-line")
			if p.App.Selected == id {
				id = workload.NoJob
			}
			p.Choose(id)
		}
	})
	for _, kind := range []string{"pointerover", "focusin"} {
		p.On(list, kind, func(e document.DOMEvent) {
			if line, ok := document.Closest(e, "[data-line]"); ok {
				p.PointAt(model.JobPlace(host.IDOf(line, "data-line")))
			}
		})
	}
}

// listenToWords registers handlers for the marked words in an element: pointing at
// a word highlights what it refers to, and clicking on a job selects it.
func (p *page) listenToWords(id string) {
	for _, kind := range []string{"pointerover", "focusin"} {
		p.On(id, kind, func(e document.DOMEvent) {
			if word, ok := document.Closest(e, "[data-lit]"); ok {
				p.PointAt(model.LitPlace(word.GetAttribute("data-lit")))
			} else {
				p.PointAt(model.Nowhere())
			}
		})
	}
	for _, kind := range []string{"pointerleave", "focusout"} {
		p.On(id, kind, func(document.DOMEvent) { p.PointAt(model.Nowhere()) })
	}
	p.On(id, "click", func(e document.DOMEvent) {
		if word, ok := document.Closest(e, "[data-lit]"); ok {
			if id := model.LitPlace(word.GetAttribute("data-lit")).Job; id != workload.NoJob {
				p.Choose(id)
			}
		}
	})
}

func (p *page) showCandidate(i int) {
	if p.App.Shown != i {
		p.App.Shown = i
		p.ChangedOnly(host.Pointing)
	}
}

// focusPanel moves the focus to a panel. In a comparison, it moves the focus to the
// description of where the runs differ.
func (p *page) focusPanel(id string) {
	switch {
	case p.App.Compare != nil:
		document.Focus(p.El("compare-differs"))
	case id == "why":
		document.Focus(p.El(id))
	default:
		p.FocusFirst(id)
	}
}

// key handles a key. The list that has the focus is tried first, then the table of
// keyboard shortcuts.
func (p *page) key(e document.DOMEvent) {
	if p.Asleep() || p.InLab() {
		return
	}
	if p.glossary.TermKey(e) {
		e.PreventDefault()
		return
	}
	if p.asked() && !p.Open() && p.card().Key(e.Underlying()) {
		e.PreventDefault()
		return
	}
	if p.App.ByHand() && !p.Open() && p.hands().Key(e.Underlying()) {
		e.PreventDefault()
		return
	}
	if p.opening.Opening != nil && !p.Open() {
		if p.opening.OpeningKey(e, p.listKey) {
			e.PreventDefault()
		}
		return
	}
	press := keys.Press{Key: e.Key(), Code: e.Underlying().Get("code").String(), Ctrl: e.CtrlKey() || e.MetaKey(), Alt: e.AltKey(), Shift: e.ShiftKey()}
	where, target := p.Place(e)
	press.In = where
	listed := press.Key
	if press.Ctrl {
		listed = "Ctrl+" + listed
	}
	if (where == keys.OnGrid || where == keys.OnList) && !press.Alt && !press.Shift && p.listKey(listed, target) {
		e.PreventDefault()
		return
	}
	if p.App.Looks.Letters == "off" && press.Letter() {
		return
	}
	a := p.App.Keys.Pressed(press)
	if a == keys.NoAction || a == keys.OpenHelp && (where == keys.OnField || where == keys.OnPicker) {
		return
	}
	e.PreventDefault()
	p.Act(a)
}
