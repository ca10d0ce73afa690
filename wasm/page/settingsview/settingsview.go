//go:build js && wasm

// Package settingsview shows the settings, and applies the theme, the palette and
// the motion that the reader has chosen.
package settingsview

import (
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/settings"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/curveview"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
	"hopyard/wasm/page/pictureview"
)

// SettingsView is the controller of the settings.
type SettingsView struct {
	*host.Host
	pictures *pictureview.PictureView
	curve    *curveview.CurveView
}

// New returns the controller of the settings, and applies those of earlier visits.
func New(h *host.Host, pictures *pictureview.PictureView, curve *curveview.CurveView) *SettingsView {
	p := &SettingsView{Host: h, pictures: pictures, curve: curve}
	h.OnAction(keys.OpenSettings, p.openSettings)
	h.OnAction(keys.SwitchTheme, p.nextTheme)
	return p
}

// embedLooks applies the theme, palette and motion settings that an embed's address
// requests, without storing them.
func (p *SettingsView) embedLooks() {
	e := &p.App.Share.Embed
	if !e.On {
		return
	}
	for _, look := range [...][2]string{{"theme", e.Theme}, {"palette", e.Palette}} {
		if look[1] != "" {
			p.Set(look[0], look[1], false)
		}
	}
	if e.Still {
		p.Set("motion", "off", false)
	}
}

// openSettings shows the settings dialog.
func (p *SettingsView) openSettings() {
	if p.Find("settings") == nil {
		p.Dialog("settings", "", "")
		p.On("settings", "change", func(e document.DOMEvent) {
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
func (p *SettingsView) setBy(input document.Element) {
	value := input.Underlying().Get("value").String()
	if input.GetAttribute("type") == "checkbox" {
		value = "off"
		if input.Underlying().Get("checked").Bool() {
			value = "on"
		}
	}
	p.Set(input.GetAttribute("data-set"), value, true)
}

// Set changes a setting. If keep is set, the setting is remembered for later
// visits. It returns false if the setting does not have the given value. An address
// may contain such a value.
func (p *SettingsView) Set(name, value string, keep bool) bool {
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
func (p *SettingsView) takeUpSettings() {
	for i := range settings.Table {
		if value := p.Stored(settings.Table[i].Name); value != "" {
			p.App.Settings.Set(settings.Table[i].Name, value)
		}
	}
	p.showLooks()
}

// showLooks applies the chosen theme, palette and motion setting to the page.
func (p *SettingsView) showLooks() {
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
	p.Recolour()
}

// nextTheme switches to the next theme: from light to dark, to high contrast, and
// back to light.
func (p *SettingsView) nextTheme() {
	now := p.App.Looks.Theme
	if now == "" {
		now = "light"
		if document.Matches("(prefers-color-scheme: dark)") {
			now = "dark"
		}
	}
	p.Set("theme", map[string]string{"light": "dark", "dark": "contrast", "contrast": "light"}[now], true)
	p.Say("status", p.App.Words.Say(i18n.ThemeNow, i18n.S("theme", p.App.Settings.ThemeText())))
}

// Theme applies the theme remembered from an earlier visit, and updates the page
// when the system's preferences change.
func (p *SettingsView) Theme() {
	p.takeUpSettings()
	p.embedLooks()
	for _, query := range []string{"(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"} {
		js.Global().Call("matchMedia", query).Call("addEventListener", "change", js.FuncOf(func(js.Value, []js.Value) any {
			p.showLooks()
			return nil
		}))
	}
}

// Recolour applies the colours of the style sheet to the pictures and curves.
func (p *SettingsView) Recolour() {
	p.readColours()
	p.curve.CurvesChanged()
	p.Changed()
}

// readColours reads the colours of the palette from the style sheet.
func (p *SettingsView) readColours() {
	p.Palette = p.Glue.Call("palette", draw.Tokens())
	forced := document.Matches("(forced-colors: active)")
	outline := forced || document.Matches("(prefers-contrast: more)") || p.App.Looks.Theme == "contrast"
	p.pictures.Scene.Outline, p.pictures.Times.Outline = outline, outline
	patterns := p.App.Patterned() || outline && p.App.Looks.Patterns == ""
	p.pictures.Scene.Patterns, p.pictures.Times.Patterns = patterns, patterns
	p.Mark("data-patterns", patterns)
}
