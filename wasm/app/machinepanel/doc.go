// Package machinepanel shows the machine: the scene for the picture, the same
// content as a tree for the keyboard and screen readers, descriptions of what is
// under the pointer, a legend, and the network of units of S0 with its hop counts.
//
// A [MachinePanel] embeds the page's model. FillMachine writes a draw.MachineScene,
// TreeItems lists the visible items of the tree, TipHTML describes the region under
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

// New returns a panel over a model.
func New(m *model.Model) MachinePanel {
	return MachinePanel{Sentences: narrative.Sentences{Model: m}, Tree: new(AccessibleTree)}
}
