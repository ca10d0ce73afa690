// Package machine is the panel of the machine: the scene that is drawn, the same
// as a tree for the keyboard and for those who listen, what lies under the
// pointer, and S0's units with their hops.
package machine

import (
	"hopyard/wasm/app/say"
	"hopyard/wasm/app/view"
)

// Panel is the machine of what a model shows.
type Panel struct {
	say.Sentences
	Tree *Tree
}

// New is the machine of a model.
func New(m *view.Model) Panel {
	return Panel{Sentences: say.Sentences{Model: m}, Tree: new(Tree)}
}
