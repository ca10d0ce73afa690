// Package machinepanel shows the machine in several forms: the scene for the
// picture, the same content as a tree for the keyboard and screen readers,
// descriptions of the item under the pointer, a legend, and the network of units of
// source S0 with its hop counts.
//
// A [MachinePanel] embeds the page's model. FillMachine fills a draw.MachineScene,
// TreeItems lists the visible items of the tree, TipHTML describes the item under
// the pointer, and MachineNote summarizes the machine in one line.
package machinepanel

import (
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/narrative"
)

// MachinePanel shows the machine at the step on screen.
type MachinePanel struct {
	narrative.Sentences
	Tree *AccessibleTree
}

// New returns a panel over the model m.
func New(m *model.Model) MachinePanel {
	return MachinePanel{Sentences: narrative.Sentences{Model: m}, Tree: new(AccessibleTree)}
}
