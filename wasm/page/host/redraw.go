//go:build js && wasm

package host

import (
	"syscall/js"
)

// Change is a set of kinds of changes. A panel names the changes after which it must
// be updated.
type Change uint8

const (
	Pointing Change = 1 << iota // what the pointer or the keyboard focus points at
	Content                     // anything else
)

// Changed requests a frame that updates the pictures and all panels.
func (p *Host) Changed() { p.ChangedOnly(Pointing | Content) }

// ChangedOnly requests a frame that updates the pictures and the panels that show
// the given changes.
func (p *Host) ChangedOnly(c Change) {
	p.Due |= c
	p.Redraw()
}

// PaintNow updates the pictures and all panels immediately.
func (p *Host) PaintNow() {
	p.Due = Pointing | Content
	p.hooks.paint()
}

// panel updates the text of a part of the page after certain changes.
type panel struct {
	after Change
	show  func()
}

// AddPanel adds a panel. The panels are updated in the order in which they were
// added.
func (p *Host) AddPanel(after Change, show func()) {
	p.hooks.panels = append(p.hooks.panels, panel{after, show})
}

// UpdatePanels updates the panels that show what has changed.
func (p *Host) UpdatePanels() {
	due := p.Due
	p.Due = 0
	for _, panel := range p.hooks.panels {
		if panel.after&due != 0 {
			panel.show()
		}
	}
}

// Redraw requests a frame that draws the pictures. It requests no frame while
// another step is being fetched and nothing is playing: the step is drawn as soon
// as its state arrives.
func (p *Host) Redraw() {
	p.ask()
	each(p.hooks.redraw)
	if p.Waiting >= 0 && !p.App.Playing && p.App.Compare == nil {
		return
	}
	if !p.framing {
		p.framing = true
		js.Global().Call("requestAnimationFrame", p.frame)
	}
}

// draw handles one animation frame. During playback it requests the next frame;
// otherwise no frame follows until something changes.
func (p *Host) draw(at float64) {
	p.framing = false
	if p.App.Playing {
		step := p.App.Reached()
		if p.last > 0 {
			p.App.Tick(min(at-p.last, 250))
		}
		p.last = at
		if p.App.Compare != nil && p.App.Reached() != step || !p.App.Playing {
			p.Due |= Content
		}
		p.Redraw()
	} else {
		p.last = 0
	}
	p.hooks.paint()
}
