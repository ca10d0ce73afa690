//go:build js && wasm

package page

import (
	"strconv"
	"syscall/js"

	"hopyard/wasm/app/curves"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/settings"
	"hopyard/wasm/draw"
)

// openSettings shows the settings dialog.
func (p *page) openSettings() {
	if p.find("settings") == nil {
		p.dialog("settings", "", "")
		p.on("settings", "change", func(e event) {
			if input, ok := closest(e, "[data-set]"); ok {
				p.setBy(input)
			}
		})
		p.refillOnLanguage("settings", p.openSettings)
	}
	p.dialog("settings", p.m.Words.Say(i18n.KeySettings), p.m.Settings.SettingsHTML())
	p.openDialog("settings")
}

// setBy applies the setting whose control the reader has changed.
func (p *page) setBy(input element) {
	value := input.Underlying().Get("value").String()
	if input.GetAttribute("type") == "checkbox" {
		value = "off"
		if input.Underlying().Get("checked").Bool() {
			value = "on"
		}
	}
	p.set(input.GetAttribute("data-set"), value, true)
}

// set changes a setting. If keep is set, the setting is remembered for later
// visits. It returns false if the setting does not have the given value. An address
// may contain such a value.
func (p *page) set(name, value string, keep bool) bool {
	if !p.m.Settings.Set(name, value) {
		return false
	}
	if keep {
		p.store(name, value)
	}
	p.showLooks()
	return true
}

// takeUpSettings applies the settings remembered from earlier visits.
func (p *page) takeUpSettings() {
	for i := range settings.Table {
		if value := p.stored(settings.Table[i].Name); value != "" {
			p.m.Settings.Set(settings.Table[i].Name, value)
		}
	}
	p.showLooks()
}

// showLooks applies the chosen theme, palette and motion setting to the page.
func (p *page) showLooks() {
	looks := &p.m.Looks
	for name, value := range map[string]string{"data-theme": looks.Theme, "data-palette": looks.Colours, "data-motion": looks.Motion} {
		if value == "" {
			p.root().RemoveAttribute(name)
		} else {
			p.root().SetAttribute(name, value)
		}
	}
	looks.Still = looks.Motion == "off" || looks.Motion == "" && matches("(prefers-reduced-motion: reduce)")
	looks.Touch = matches("(pointer: coarse)")
	p.el("keys-off").Underlying().Set("checked", looks.Letters == "off")
	p.recolour()
}

// nextTheme switches to the next theme: from light to dark, to high contrast, and
// back to light.
func (p *page) nextTheme() {
	now := p.m.Looks.Theme
	if now == "" {
		now = "light"
		if matches("(prefers-color-scheme: dark)") {
			now = "dark"
		}
	}
	p.set("theme", map[string]string{"light": "dark", "dark": "contrast", "contrast": "light"}[now], true)
	p.say("status", p.m.Words.Say(i18n.ThemeNow, i18n.S("theme", p.m.Settings.ThemeText())))
}

func newEvent(kind string) js.Value {
	return js.Global().Get("Event").New(kind, map[string]any{"bubbles": true})
}

// theme applies the theme remembered from an earlier visit, and updates the page
// when the system's preferences change.
func (p *page) theme() {
	p.takeUpSettings()
	p.embedLooks()
	for _, query := range []string{"(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"} {
		js.Global().Call("matchMedia", query).Call("addEventListener", "change", js.FuncOf(func(js.Value, []js.Value) any {
			p.showLooks()
			return nil
		}))
	}
}

func (p *page) recolour() {
	p.readColours()
	p.curvesChanged()
	p.changed()
}

// readColours reads the colours of the palette from the style sheet.
func (p *page) readColours() {
	p.palette = p.glue.Call("palette", draw.Tokens())
	forced := matches("(forced-colors: active)")
	outline := forced || matches("(prefers-contrast: more)") || p.m.Looks.Theme == "contrast"
	p.scene.Outline, p.times.Outline = outline, outline
	patterns := p.m.Patterned() || outline && p.m.Looks.Patterns == ""
	p.scene.Patterns, p.times.Patterns = patterns, patterns
	p.mark("data-patterns", patterns)
}

func matches(query string) bool {
	return js.Global().Call("matchMedia", query).Get("matches").Bool()
}

func (p *page) colours() curves.Colours {
	colour := func(c draw.Colour) string { return p.palette.Index(int(c)).String() }
	return curves.Colours{Ink: colour(draw.Ink), Soft: colour(draw.Soft), Line: colour(draw.Line), Panel: colour(draw.Panel), Accent: colour(draw.Accent)}
}

// stored returns the value that an earlier visit stored under a key. Its
// counterpart store stores a value for later visits, if the browser permits.
func (p *page) stored(key string) string { return browserStorage{}.Get(key) }

func (p *page) store(key, value string) { _ = browserStorage{}.Put(key, value) }

func px(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) + "px" }

// addCurves adds an element for the curves below the figures.
func (p *page) addCurves() {
	box := p.create("div")
	box.SetID("curves")
	for name, value := range map[string]string{
		"height": strconv.Itoa(curves.Height(curves.Shown(false))) + "px", "flex": "none", "margin-top": "8px", "grid-column": "1 / -1",
	} {
		box.Style().SetProperty(name, value, "")
	}
	put(p.el("queue"), box)
}

// addBusy adds an element above the machine that shows the progress of a recording,
// with a button to stop it.
func (p *page) addBusy() {
	box := p.create("div")
	box.SetID("busy")
	box.SetAttribute("class", "tip")
	box.SetAttribute("role", "status")
	put(within(p.el("machine-canvas"), ".stage"), box)
	p.hide("busy", true)
}

// curvesChanged schedules a redrawing of the curves. Before the first picture is on
// screen it does nothing.
func (p *page) curvesChanged() {
	if p.root().HasAttribute("data-ready") {
		if p.m.Run != nil && len(p.m.Run.Curve) == 0 { // hide the curves of the previous run
			p.hide("curves", true)
		}
		p.later("curves", 120, p.showCurves)
	}
}

// showCurves passes the curves to ECharts. ECharts and the template of its options
// are loaded at the first call.
func (p *page) showCurves() {
	m := p.m
	if m.Run == nil || p.root().HasAttribute("data-opening") { // the curves are hidden during the opening
		return
	}
	p.hide("curves", len(m.Run.Curve) == 0) // a run has no curves until its first instant is over; those of another run are hidden
	if len(m.Run.Curve) == 0 {
		return
	}
	p.el("curves").SetAttribute("role", "img")
	p.el("curves").SetAttribute("aria-label", m.Figures.CurvesText())
	if p.template == "" {
		p.glue.Call("template", onceWith(func(text js.Value) {
			p.template = text.String()
			p.showCurves()
		}))
		return
	}
	p.el("curves").Style().SetProperty("height", strconv.Itoa(curves.Height(curves.Shown(m.Shares())))+"px", "")
	p.glue.Call("chart", p.el("curves").Underlying(), string(p.picture().Options(p.template)))
}

// markCurves moves the line in the curves that marks the current time.
func (p *page) markCurves() {
	if p.m.Run != nil && p.template != "" {
		p.glue.Call("chartMark", string(p.picture().Mark(p.template)))
	}
}

func (p *page) picture() *curves.Picture {
	m := p.m
	return &curves.Picture{Points: m.Run.Curve, Last: m.Run.Last, Now: m.Now(), Sharing: m.Shares(), Words: m.Words, Colours: p.colours()}
}
