//go:build js && wasm

// Package paletteview shows the command palette.
package paletteview

import (
	"strconv"
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/policy"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
	"hopyard/wasm/page/lessonview"
	"hopyard/wasm/page/scenarioview"
	"hopyard/wasm/page/settingsview"
)

// PaletteView is the controller of the command palette.
type PaletteView struct {
	*host.Host
	lesson   *lessonview.LessonView
	setting  *settingsview.SettingsView
	scenario *scenarioview.ScenarioView
	pending  string // entry that was chosen with Enter
}

// New returns the controller of the command palette.
func New(h *host.Host, lesson *lessonview.LessonView, setting *settingsview.SettingsView, scenario *scenarioview.ScenarioView) *PaletteView {
	p := &PaletteView{Host: h, lesson: lesson, setting: setting, scenario: scenario}
	h.OnAction(keys.OpenPalette, p.openPalette)
	return p
}

// openPalette opens the command palette: the reader finds an action by typing,
// chooses it with the arrow keys, and carries it out with Enter.
func (p *PaletteView) openPalette() {
	p.WithLessons(func() { // the entries are listed again once all lessons are loaded
		if p.paletteOpen() {
			p.findInPalette()
		}
	})
	if p.Find("palette") == nil {
		p.Dialog("palette", "", "")
		p.On("palette", "input", func(document.DOMEvent) { p.findInPalette() })
		p.On("palette", "keydown", p.paletteKey)
		p.On("palette", "keyup", func(e document.DOMEvent) {
			if p.Soon("palette") && e.Key() == "Enter" {
				p.Later("palette", 0, p.chosen)
			}
		})
		p.On("palette", "click", func(e document.DOMEvent) {
			if li, ok := document.Closest(e, "[data-do]"); ok {
				p.carryOut(li.GetAttribute("data-do"))
			}
		})
	}
	p.Dialog("palette", p.App.Words.Say(i18n.PaletteLabel), p.App.Palette.PaletteFrame())
	p.findInPalette()
	p.OpenDialog("palette")
	document.Focus(p.Find("palette-input"))
}

func (p *PaletteView) paletteOpen() bool {
	d := p.Find("palette")
	return d != nil && d.Underlying().Get("open").Bool()
}

// findInPalette lists the entries that match the query.
func (p *PaletteView) findInPalette() {
	list := p.App.Palette.Entries(p.Find("palette-input").Underlying().Get("value").String(), p.Lessons, p.languages())
	document.SetContent(p.Find("palette-list"), p.App.Palette.PaletteHTML(list))
	p.Find("palette-count").SetTextContent(p.App.Palette.PaletteCount(len(list)))
	p.choosePalette(0)
}

// choosePalette makes the i-th entry the chosen one, wrapping around at the ends.
func (p *PaletteView) choosePalette(i int) {
	list := p.Find("palette-list")
	n := list.Underlying().Get("children").Get("length").Int()
	input := p.Find("palette-input")
	if n == 0 {
		input.RemoveAttribute("aria-activedescendant")
		return
	}
	i = (i + n) % n
	if old := document.Query(list, `[aria-selected="true"]`); old != nil {
		old.SetAttribute("aria-selected", "false")
	}
	id := "palette-" + strconv.Itoa(i)
	li := p.Find(id)
	li.SetAttribute("aria-selected", "true")
	li.Underlying().Call("scrollIntoView", map[string]any{"block": "nearest"})
	input.SetAttribute("aria-activedescendant", id)
}

func (p *PaletteView) paletteKey(e document.DOMEvent) {
	at := 0
	li := document.Query(p.Find("palette-list"), `[aria-selected="true"]`)
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
		p.CloseDialog("palette")
		return
	case key == "Enter" && document.Within(document.Target(e), "input") != nil:
		e.PreventDefault()
		if li != nil {
			p.pending = li.GetAttribute("data-do")
			p.Later("palette", 150, p.chosen) // the release of the key calls it earlier
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
func (p *PaletteView) chosen() { p.carryOut(p.pending) }

// languages returns the options of the language picker.
func (p *PaletteView) languages() []policy.PickerOption {
	var out []policy.PickerOption
	list := p.El("pick-lang").Underlying().Get("options")
	for i := range list.Length() {
		o := list.Index(i)
		out = append(out, policy.PickerOption{Value: o.Get("value").String(), Title: o.Get("text").String(), Current: o.Get("selected").Bool()})
	}
	return out
}

// findExport opens the export dialog and moves the focus to one of its buttons.
func (p *PaletteView) findExport(which string) {
	if p.Act(keys.OpenExport); p.Find("export") != nil {
		if b := document.Query(p.Find("export"), `[data-export="`+which+`"]`); b != nil {
			document.Focus(b)
		}
	}
}

// carryOut carries out a palette entry, given in the form kind:value.
func (p *PaletteView) carryOut(do string) {
	p.CloseDialog("palette")
	kind, value, _ := strings.Cut(do, ":")
	n, _ := strconv.Atoi(value)
	switch kind {
	case "action":
		p.Act(keys.Action(n))
	case "puzzle":
		p.Act(keys.OpenPuzzle)
	case "lesson":
		p.PickLesson(value)
	case "path":
		p.lesson.Path().Begin(value)
	case "export":
		p.findExport(value)
	case "job":
		p.Choose(workload.JobID(n))
	case "step":
		p.AskedAt = document.Now()
		p.App.Go(n)
		p.Changed()
	case "set":
		name, value, _ := strings.Cut(value, "=")
		p.setting.Set(name, value, true)
	case "lang":
		p.SetValue("pick-lang", value)
		p.El("pick-lang").Underlying().Call("dispatchEvent", document.NewEvent("change"))
	default: // the kind is a picker, the value is an option of the picker
		if p.App.Run != nil && !p.scenario.Writes(kind, value) {
			p.Next = p.Lesson
			p.SendLoad(p.App.Change(p.App.Policy.Choose(kind, value)))
		}
	}
}
