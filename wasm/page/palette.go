//go:build js && wasm

package page

import (
	"strconv"
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/policy"
)

// openPalette opens the command palette: the reader finds an action by typing,
// chooses it with the arrow keys, and carries it out with Enter.
func (p *page) openPalette() {
	p.withLessons(func() { // the entries are listed again once all lessons are loaded
		if p.paletteOpen() {
			p.findInPalette()
		}
	})
	if p.find("palette") == nil {
		p.dialog("palette", "", "")
		p.on("palette", "input", func(event) { p.findInPalette() })
		p.on("palette", "keydown", p.paletteKey)
		p.on("palette", "keyup", func(e event) {
			if _, waits := p.timers["palette"]; waits && e.Key() == "Enter" {
				p.later("palette", 0, p.chosen)
			}
		})
		p.on("palette", "click", func(e event) {
			if li, ok := closest(e, "[data-do]"); ok {
				p.carryOut(li.GetAttribute("data-do"))
			}
		})
	}
	p.dialog("palette", p.m.Words.Say(i18n.PaletteLabel), p.m.Palette.PaletteFrame())
	p.findInPalette()
	p.openDialog("palette")
	focus(p.find("palette-input"))
}

func (p *page) paletteOpen() bool {
	d := p.find("palette")
	return d != nil && d.Underlying().Get("open").Bool()
}

// findInPalette lists the entries that match the query.
func (p *page) findInPalette() {
	list := p.m.Palette.Entries(p.find("palette-input").Underlying().Get("value").String(), p.lessons, p.languages())
	p.find("palette-list").SetInnerHTML(p.m.Palette.PaletteHTML(list))
	p.find("palette-count").SetTextContent(p.m.Palette.PaletteCount(len(list)))
	p.choosePalette(0)
}

// choosePalette makes the i-th entry the chosen one, wrapping around at the ends.
func (p *page) choosePalette(i int) {
	list := p.find("palette-list")
	n := list.Underlying().Get("children").Get("length").Int()
	input := p.find("palette-input")
	if n == 0 {
		input.RemoveAttribute("aria-activedescendant")
		return
	}
	i = (i + n) % n
	if old := query(list, `[aria-selected="true"]`); old != nil {
		old.SetAttribute("aria-selected", "false")
	}
	id := "palette-" + strconv.Itoa(i)
	li := p.find(id)
	li.SetAttribute("aria-selected", "true")
	li.Underlying().Call("scrollIntoView", map[string]any{"block": "nearest"})
	input.SetAttribute("aria-activedescendant", id)
}

func (p *page) paletteKey(e event) {
	at := 0
	li := query(p.find("palette-list"), `[aria-selected="true"]`)
	if li != nil {
		at, _ = strconv.Atoi(strings.TrimPrefix(li.ID(), "palette-"))
	}
	switch key := e.Key(); {
	case key == "ArrowDown":
		at++
	case key == "ArrowUp":
		at--
	case key == "PageDown":
		at += 8
	case key == "PageUp":
		at = max(at-8, 0)
	case key == "k" && (e.CtrlKey() || e.MetaKey()):
		e.PreventDefault()
		p.closed("palette")
		return
	case key == "Enter" && within(target(e), "input") != nil:
		e.PreventDefault()
		if li != nil {
			p.pending = li.GetAttribute("data-do")
			p.later("palette", 150, p.chosen) // the release of the key calls it earlier
		}
		return
	default:
		return
	}
	e.PreventDefault()
	p.choosePalette(at)
}

// chosen carries out the palette entry that was chosen with Enter. It is called
// after the key is released. Otherwise the element that regains the focus would
// receive the key; a picker would then open its list.
func (p *page) chosen() { p.carryOut(p.pending) }

// languages returns the options of the language picker.
func (p *page) languages() []policy.PickerOption {
	var out []policy.PickerOption
	list := p.el("pick-lang").Underlying().Get("options")
	for i := range list.Length() {
		o := list.Index(i)
		out = append(out, policy.PickerOption{Value: o.Get("value").String(), Title: o.Get("text").String(), Current: o.Get("selected").Bool()})
	}
	return out
}

// findExport opens the export dialog and moves the focus to one of its buttons.
func (p *page) findExport(which string) {
	if p.act(keys.OpenExport); p.find("export") != nil {
		if b := query(p.find("export"), `[data-export="`+which+`"]`); b != nil {
			focus(b)
		}
	}
}

// carryOut carries out a palette entry, given in the form kind:value.
func (p *page) carryOut(do string) {
	p.closed("palette")
	kind, value, _ := strings.Cut(do, ":")
	n, _ := strconv.Atoi(value)
	switch kind {
	case "action":
		p.act(keys.Action(n))
	case "puzzle":
		p.act(keys.OpenPuzzle)
	case "lesson":
		p.pickLesson(value)
	case "path":
		p.path().Begin(value)
	case "export":
		p.findExport(value)
	case "job":
		p.choose(workload.JobID(n))
	case "step":
		p.askedAt = now()
		p.m.Go(n)
		p.changed()
	case "set":
		name, value, _ := strings.Cut(value, "=")
		p.set(name, value, true)
	case "lang":
		p.setValue("pick-lang", value)
		p.el("pick-lang").Underlying().Call("dispatchEvent", newEvent("change"))
	default: // the kind is a picker, the value is an option of the picker
		if p.m.Run != nil && !p.writes(kind, value) {
			p.next = p.lesson
			p.sendLoad(p.m.Change(p.m.Policy.Choose(kind, value)))
		}
	}
}
