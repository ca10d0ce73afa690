//go:build js && wasm

package pictureview

import (
	"strconv"
)

// TransportAt updates the transport buttons. The parameter n is the number of steps
// up to the one on screen, and all is the number of all steps. In a comparison,
// both count the moments of all runs.
func (p *PictureView) TransportAt(n, all int) {
	m, first := p.App, 0
	if m.Compare == nil && m.Run != nil {
		first = m.Run.Head()
	}
	p.El("t-play").SetAttribute("aria-pressed", strconv.FormatBool(m.Playing))
	if paces := m.Words.Code + strconv.Itoa(m.Paces()); paces != p.paces { // avoids work in each frame during playback
		p.paces = paces
		p.SetHTML("t-speed", m.PaceOptions())
	}
	p.SetValue("t-speed", m.PaceName(m.Tempo()))
	for id, off := range map[string]bool{"t-home": n == first, "t-back": n == first, "t-forward": n == all, "t-end": n == all} {
		// aria-disabled instead of disabled: a disabled button would lose the focus
		// while the reader holds a key.
		p.El(id).SetAttribute("aria-disabled", strconv.FormatBool(off))
	}
	p.ShowTransport()
}
