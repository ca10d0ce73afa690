package model

// Looks are how the page looks, as the reader chose it; "" is the usual.
type Looks struct {
	Theme    string // "light", "dark", "contrast"; "" follows the system
	Colours  string // of jobs: "tol", "grey"
	Patterns string // on jobs: "on", "off"; "" has them in high contrast
	Motion   string // "off": nothing glides or fades
	Letters  string // "off": single letters are no keys
	Still    bool   // nothing glides: so chosen, or what the system asks for
	Touch    bool   // the device is used by touch: no key is named
}

// Patterned reports whether jobs have patterns besides their colours.
func (m *Model) Patterned() bool {
	return m.Looks.Patterns == "on" || m.Looks.Patterns == "" && (m.Looks.Theme == "contrast" || m.Looks.Colours == "grey")
}
