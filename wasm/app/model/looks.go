package model

// Looks holds the display settings of the reader. "" means the default.
type Looks struct {
	Theme    string // "light", "dark", "contrast"; "" follows the system
	Colours  string // colors of jobs: "tol", "grey"
	Patterns string // patterns on jobs: "on", "off"; "" turns them on in high contrast and in grey
	Motion   string // "off": nothing glides or fades
	Letters  string // "off": single letters are no keyboard shortcuts
	Still    bool   // nothing glides, by the reader's choice or the system's setting
	Touch    bool   // the device is used by touch, so texts name no keys
}

// Patterned reports whether jobs have patterns besides their colors.
func (m *Model) Patterned() bool {
	return m.Looks.Patterns == "on" || m.Looks.Patterns == "" && (m.Looks.Theme == "contrast" || m.Looks.Colours == "grey")
}
