package e2e

import _ "embed"

//go:embed boxes.js
var boxesJS string

// Boxes measures the boxes of all text and controls that can be seen now, within
// the dialog that is open if there is one, and says what is wrong with them:
// texts or controls that lie on each other, text that is cut off, targets smaller
// than 24 pixels, and content wider than the page.
func (p *Page) Boxes() ([]string, error) { return Eval[[]string](p, boxesJS) }
