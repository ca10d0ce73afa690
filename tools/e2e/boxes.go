package e2e

import _ "embed"

//go:embed boxes.js
var boxesJS string

// Boxes measures all visible text and controls; if a dialog is open, only those in
// the dialog. It returns the faults: overlapping texts or controls, clipped text,
// targets smaller than 24 pixels, and content wider than the page.
func (p *Page) Boxes() ([]string, error) { return Eval[[]string](p, boxesJS) }
