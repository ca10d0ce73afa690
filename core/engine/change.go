package engine

import (
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// Down are the nodes that do not work, and those that the resource system
// knows not to: it gives them to nobody. A node that came back before it was
// missed is in neither. Do not change them.
func (e *Engine) Down() (failed, noticed *topology.NodeSet) {
	return new(topology.NodeSet), new(topology.NodeSet)
}

// LinksDown are the links that do not work, ascending; do not change them.
func (e *Engine) LinksDown() []topology.LinkID { return nil }

// changeAt is when the machine next changes, or simtime.Never.
func (e *Engine) changeAt() simtime.Time { return simtime.Never }

// change lets the machine change as it does now, and reports whether it did.
func (e *Engine) change() bool { return false }
