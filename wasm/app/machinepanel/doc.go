// Package machinepanel is the panel of the machine: the scene that is drawn, the same
// as a tree for the keyboard and for those who listen, what lies under the
// pointer, and S0's units with their hops.
package machinepanel

import (
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/narrative"
)

// MachinePanel is the machine of what a model shows.
type MachinePanel struct {
	narrative.Sentences
	Tree *AccessibleTree
}

// New is the machine of a model.
func New(m *model.Model) MachinePanel {
	return MachinePanel{Sentences: narrative.Sentences{Model: m}, Tree: new(AccessibleTree)}
}
