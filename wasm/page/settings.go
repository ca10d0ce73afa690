//go:build js && wasm

package page

import (
	"syscall/js"

	"hopyard/wasm/app/settings"
	"hopyard/wasm/app/words"
)

// openSettings shows the sheet of settings.
func (p *page) openSettings() {
	if p.find("settings") == nil {
		p.dialog("settings", "", "")
		p.on("settings", "change", func(e event) {
			if input, ok := closest(e, "[data-set]"); ok {
				p.setBy(input)
			}
		})
		p.saysAnew("settings", p.openSettings)
	}
	p.dialog("settings", p.m.Words.Say(words.KeySettings), p.m.Settings.SettingsHTML())
	p.openDialog("settings")
}

// setBy takes a setting over from its control.
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

// set changes a setting, and with keep remembers it for the next visit. It
// reports false for what no setting has: addresses say things like that.
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

// takeUpSettings takes up what was chosen on earlier visits.
func (p *page) takeUpSettings() {
	for i := range settings.Table {
		if value := p.stored(settings.Table[i].Name); value != "" {
			p.m.Settings.Set(settings.Table[i].Name, value)
		}
	}
	p.showLooks()
}

// showLooks puts the looks that were chosen onto the page.
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
	p.el("keys-off").Underlying().Set("checked", looks.Letters == "off")
	p.recolour()
}

// nextTheme goes from light to dark, to high contrast and to light again.
func (p *page) nextTheme() {
	now := p.m.Looks.Theme
	if now == "" {
		now = "light"
		if matches("(prefers-color-scheme: dark)") {
			now = "dark"
		}
	}
	p.set("theme", map[string]string{"light": "dark", "dark": "contrast", "contrast": "light"}[now], true)
	p.say("status", p.m.Words.Say(words.ThemeNow, words.S("theme", p.m.Settings.ThemeText())))
}

func newEvent(kind string) js.Value {
	return js.Global().Get("Event").New(kind, map[string]any{"bubbles": true})
}
