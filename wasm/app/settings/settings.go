package settings

import (
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// Setting describes a setting of the page. The browser stores the value that the
// reader chose for the next visit.
type Setting struct {
	Name   string
	Text   i18n.Text
	Group  i18n.Text
	Values []SettingValue // possible values; nil for a setting that is either on or off
}

// SettingValue is a possible value of a setting.
type SettingValue struct {
	Value string
	Text  i18n.Text
}

// Table lists all settings, for the dialog and for the palette.
var Table = [...]Setting{
	{"together", i18n.SetTogether, i18n.GroupPace, nil},
	{"pauses", i18n.SetPauses, i18n.GroupPace, nil},
	{"letters", i18n.SetLetters, i18n.GroupPace, nil},
	{"theme", i18n.SetTheme, i18n.GroupLooks, []SettingValue{
		{"", i18n.ThemeSystem}, {"light", i18n.ThemeLight}, {"dark", i18n.ThemeDark}, {"contrast", i18n.ThemeContrast},
	}},
	{"palette", i18n.SetColours, i18n.GroupLooks, []SettingValue{
		{"", i18n.ColoursUsual}, {"tol", i18n.ColoursTol}, {"grey", i18n.ColoursGrey},
	}},
	{"patterns", i18n.SetPatterns, i18n.GroupLooks, nil},
	{"motion", i18n.SetMotion, i18n.GroupLooks, nil},
}

// Setting returns the current value of the named setting. For a setting without a
// list of values, the result is "on" or "off".
func (m SettingsPanel) Setting(name string) string {
	on := func(yes bool) string {
		if yes {
			return "on"
		}
		return "off"
	}
	switch name {
	case "together":
		return on(m.Walk.Together)
	case "pauses":
		return on(m.Walk.Pauses)
	case "theme":
		return m.Looks.Theme
	case "palette":
		return m.Looks.Colours
	case "patterns":
		return on(m.Patterned())
	case "letters":
		return on(m.Looks.Letters != "off")
	case "motion":
		return on(!m.Looks.Still)
	}
	return ""
}

// Set changes the named setting to the given value. It returns false if there is no
// such setting or value.
func (m SettingsPanel) Set(name, value string) bool {
	for i := range Table {
		s := &Table[i]
		if s.Name != name {
			continue
		}
		known := len(s.Values) == 0 && (value == "on" || value == "off")
		for _, v := range s.Values {
			known = known || v.Value == value
		}
		if known {
			m.set(name, value)
		}
		return known
	}
	return false
}

func (m SettingsPanel) set(name, value string) {
	switch name {
	case "together":
		m.Walk.Together = value == "on"
	case "pauses":
		m.Walk.Pauses = value == "on"
	case "theme":
		m.Looks.Theme = value
	case "palette":
		m.Looks.Colours = value
	case "patterns":
		m.Looks.Patterns = value
	case "letters":
		m.Looks.Letters = value
	case "motion":
		m.Looks.Motion, m.Looks.Still = value, value == "off"
	}
}

// ThemeText returns the name of the current theme.
func (m SettingsPanel) ThemeText() string {
	for i := range Table {
		for _, v := range Table[i].Values {
			if Table[i].Name == "theme" && v.Value == m.Looks.Theme {
				return m.Words.Say(v.Text)
			}
		}
	}
	return ""
}

// SettingsHTML returns the content of the dialog for the settings.
func (m SettingsPanel) SettingsHTML() html.HTML {
	var out, group html.HTML
	c := m.Words
	for i := range Table {
		s := &Table[i]
		now, input := m.Setting(s.Name), html.Attr{"data-set", s.Name}
		check := func(text i18n.Text, attributes ...html.Piece) html.HTML {
			return html.El("label", html.Class("check"), html.El("input", attributes...), html.HTML(" "), html.Span(c.HTML(text)))
		}
		if len(s.Values) == 0 {
			group += check(s.Text, html.Attr{"type", "checkbox"}, input, html.Checked(now == "on"))
		} else {
			choices := html.El("legend", c.HTML(s.Text))
			for _, v := range s.Values {
				choices += check(v.Text, html.Attr{"type", "radio"}, html.Attr{"name", "set-" + s.Name}, input, html.Attr{"value", v.Value}, html.Checked(now == v.Value))
			}
			group += html.El("fieldset", html.Class("choice"), choices)
		}
		if i+1 == len(Table) || Table[i+1].Group != s.Group {
			out += html.Section(html.Class("settings"), html.H3(c.HTML(s.Group)), group)
			group = ""
		}
	}
	return out
}
