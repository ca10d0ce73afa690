package model

// Looks holds the display settings that the reader chose. An empty string means the
// default.
type Looks struct {
	Theme    string // "light", "dark", "contrast"; "" follows the setting of the system
	Colours  string // colors of jobs: "tol", "grey"
	Patterns string // whether jobs have patterns: "on", "off"; "" means only in the high-contrast theme and with grey colors
	Motion   string // "off": no animation
	Letters  string // "off": no keyboard shortcuts that consist of a single letter
	Still    bool   // no animation, because of Motion or the setting of the system
	Touch    bool   // the device has a touch screen, so texts do not mention keys
}

// Patterned reports whether jobs have patterns besides their colors.
func (m *Model) Patterned() bool {
	return m.Looks.Patterns == "on" || m.Looks.Patterns == "" && (m.Looks.Theme == "contrast" || m.Looks.Colours == "grey")
}
