package model

import (
	"hopyard/core/topology"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// ChosenRoute is the way between two nodes that the reader chose, as far as it is known.
type ChosenRoute struct {
	Ends [2]topology.NodeID // -1: not chosen yet
	Ask  *message.Route     // what is to be asked for it; nil: nothing, or it was
	message.Routed
}

// NoRoute is that of no nodes.
var NoRoute = ChosenRoute{Ends: draw.NoEnds}

// PickEnd takes a node for an end of the way that is shown. The second one asks for
// it; one after two begins anew, and the first one again takes it back.
func (m *Model) PickEnd(n topology.NodeID) {
	ends := m.Route.Ends
	m.Route = NoRoute
	switch {
	case m.Run == nil || n < 0 || n == ends[0] && ends[1] < 0:
	case ends[0] < 0 || ends[1] >= 0:
		m.Route.Ends[0] = n
	default:
		m.Route.Ends = [2]topology.NodeID{ends[0], n}
		m.Route.Ask = &message.Route{Serial: m.Run.Serial, From: ends[0], To: n}
	}
}

// Find takes in the way between two nodes. It reports false for one that is no
// longer wanted.
func (m *Model) Find(r *message.Routed) bool {
	if m.Run == nil || r.Serial != m.Run.Serial || m.Route.Ends != [2]topology.NodeID{r.From, r.To} {
		return false
	}
	m.Route.Routed = *r
	return true
}
