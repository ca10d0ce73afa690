//go:build js && wasm

package page

import (
	"strconv"
	"syscall/js"

	"hopyard/wasm/app/curves"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/settings"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/document"
)

// openSettings shows the settings dialog.
func (p *page) openSettings() {
	if p.Find("settings") == nil {
		p.Dialog("settings", "", "")
		p.On("settings", "change", func(e document.Event) {
			if input, ok := document.Closest(e, "[data-set]"); ok {
				p.setBy(input)
			}
		})
		p.RefillOnLanguage("settings", p.openSettings)
	}
	p.Dialog("settings", p.App.Words.Say(i18n.KeySettings), p.App.Settings.SettingsHTML())
	p.OpenDialog("settings")
}

// setBy applies the setting whose control the reader has changed.
func (p *page) setBy(input document.Element) {
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
	if !p.App.Settings.Set(name, value) {
		return false
	}
	if keep {
		p.Store(name, value)
	}
	p.showLooks()
	return true
}

// takeUpSettings applies the settings remembered from earlier visits.
func (p *page) takeUpSettings() {
	for i := range settings.Table {
		if value := p.Stored(settings.Table[i].Name); value != "" {
			p.App.Settings.Set(settings.Table[i].Name, value)
		}
	}
	p.showLooks()
}

// showLooks applies the chosen theme, palette and motion setting to the page.
func (p *page) showLooks() {
	looks := &p.App.Looks
	for name, value := range map[string]string{"data-theme": looks.Theme, "data-palette": looks.Colours, "data-motion": looks.Motion} {
		if value == "" {
			p.Root().RemoveAttribute(name)
		} else {
			p.Root().SetAttribute(name, value)
		}
	}
	looks.Still = looks.Motion == "off" || looks.Motion == "" && document.Matches("(prefers-reduced-motion: reduce)")
	looks.Touch = document.Matches("(pointer: coarse)")
	p.El("keys-off").Underlying().Set("checked", looks.Letters == "off")
	p.recolour()
}

// nextTheme switches to the next theme: from light to dark, to high contrast, and
// back to light.
func (p *page) nextTheme() {
	now := p.App.Looks.Theme
	if now == "" {
		now = "light"
		if document.Matches("(prefers-color-scheme: dark)") {
			now = "dark"
		}
	}
	p.set("theme", map[string]string{"light": "dark", "dark": "contrast", "contrast": "light"}[now], true)
	p.Say("status", p.App.Words.Say(i18n.ThemeNow, i18n.S("theme", p.App.Settings.ThemeText())))
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
	p.Changed()
}

// readColours reads the colours of the palette from the style sheet.
func (p *page) readColours() {
	p.Palette = p.Glue.Call("palette", draw.Tokens())
	forced := document.Matches("(forced-colors: active)")
	outline := forced || document.Matches("(prefers-contrast: more)") || p.App.Looks.Theme == "contrast"
	p.scene.Outline, p.times.Outline = outline, outline
	patterns := p.App.Patterned() || outline && p.App.Looks.Patterns == ""
	p.scene.Patterns, p.times.Patterns = patterns, patterns
	p.Mark("data-patterns", patterns)
}

func (p *page) colours() curves.Colours {
	colour := func(c draw.Colour) string { return p.Palette.Index(int(c)).String() }
	return curves.Colours{Ink: colour(draw.Ink), Soft: colour(draw.Soft), Line: colour(draw.Line), Panel: colour(draw.Panel), Accent: colour(draw.Accent)}
}

// addCurves adds an element for the curves below the figures.
func (p *page) addCurves() {
	box := p.Create("div")
	box.SetID("curves")
	for name, value := range map[string]string{
		"height": strconv.Itoa(curves.Height(curves.Shown(false))) + "px", "flex": "none", "margin-top": "8px", "grid-column": "1 / -1",
	} {
		box.Style().SetProperty(name, value, "")
	}
	document.Put(p.El("queue"), box)
}

// addBusy adds an element above the machine that shows the progress of a recording,
// with a button to stop it.
func (p *page) addBusy() {
	box := p.Create("div")
	box.SetID("busy")
	box.SetAttribute("class", "tip")
	box.SetAttribute("role", "status")
	document.Put(document.Within(p.El("machine-canvas"), ".stage"), box)
	p.Hide("busy", true)
}

// curvesChanged schedules a redrawing of the curves. Before the first picture is on
// screen it does nothing.
func (p *page) curvesChanged() {
	if p.Root().HasAttribute("data-ready") {
		if p.App.Run != nil && len(p.App.Run.Curve) == 0 { // hide the curves of the previous run
			p.Hide("curves", true)
		}
		p.Later("curves", 120, p.showCurves)
	}
}

// showCurves passes the curves to ECharts. ECharts and the template of its options
// are loaded at the first call.
func (p *page) showCurves() {
	m := p.App
	if m.Run == nil || p.Root().HasAttribute("data-opening") { // the curves are hidden during the opening
		return
	}
	p.Hide("curves", len(m.Run.Curve) == 0) // a run has no curves until its first instant is over; those of another run are hidden
	if len(m.Run.Curve) == 0 {
		return
	}
	p.El("curves").SetAttribute("role", "img")
	p.El("curves").SetAttribute("aria-label", m.Figures.CurvesText())
	if p.template == "" {
		p.Glue.Call("template", document.OnceWith(func(text js.Value) {
			p.template = text.String()
			p.showCurves()
		}))
		return
	}
	p.El("curves").Style().SetProperty("height", strconv.Itoa(curves.Height(curves.Shown(m.Shares())))+"px", "")
	p.Glue.Call("chart", p.El("curves").Underlying(), string(p.picture().Options(p.template)))
}

// markCurves moves the line in the curves that marks the current time.
func (p *page) markCurves() {
	if p.App.Run != nil && p.template != "" {
		p.Glue.Call("chartMark", string(p.picture().Mark(p.template)))
	}
}

func (p *page) picture() *curves.Picture {
	m := p.App
	return &curves.Picture{Points: m.Run.Curve, Last: m.Run.Last, Now: m.Now(), Sharing: m.Shares(), Words: m.Words, Colours: p.colours()}
}
