package simworker

import (
	"hopyard/core/topology"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// router finds the routes between nodes that the reader selects.
type router struct{}

// handle answers a Route for the run on screen. It returns nil if the message
// refers to another run or to a node that does not exist.
func (*router) handle(r *Replay, wire []byte) []byte {
	var m message.Route
	if m.Unpack(wire) != nil || r == nil || r.asked.Serial != m.Serial {
		return nil
	}
	t := r.config.Machine.Topology
	if n := topology.NodeID(t.NumNodes()); m.From < 0 || m.To < 0 || m.From >= n || m.To >= n {
		return nil
	}
	out := message.Routed{Serial: m.Serial, From: m.From, To: m.To, Hops: int64(t.Hops(m.From, m.To)), Distance: t.Distance(m.From, m.To), Back: t.Distance(m.To, m.From)}
	if routed, ok := t.(topology.Routed); ok {
		shape := draw.ShapeOf(t)
		cable := shape.Cabling(routed)
		links := routed.AppendRoute(nil, m.From, m.To)
		for i, l := range links {
			if cable != nil && cable[l] >= 0 {
				out.Ways = append(out.Ways, cable[l])
			}
			if i > 0 {
				out.Through = append(out.Through, routed.DeviceName(routed.Link(l).From))
			}
		}
	}
	return out.Pack()
}
