package simworker

import (
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/wasm/app/message"
)

// maxSeated is the greatest number of nodes that a State lists by socket: no screen
// shows more.
const maxSeated = 1024

// seated returns the jobs on each node with several sockets that runs tasks. Cost:
// O(nodes) on machines with such nodes.
func seated(state *cluster.State) (out []message.CoreHolders) {
	m := state.Machine()
	if !m.Socketed() {
		return nil
	}
	for n := topology.NodeID(0); int(n) < m.NumNodes() && len(out) < maxSeated; n++ {
		if held := state.Seats(n); held != nil {
			out = append(out, message.CoreHolders{Node: n, Free: state.SocketsFree(n), Held: held})
		}
	}
	return out
}
