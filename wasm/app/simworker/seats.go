package simworker

import (
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/wasm/app/message"
)

// maxSeated is how many nodes a State lists by socket: no screen shows more.
const maxSeated = 1024

// seated is whose the cores are on nodes of several sockets that tasks are on.
// Cost: O(nodes) on machines that have such nodes.
func seated(state *cluster.State) (out []message.Seated) {
	m := state.Machine()
	if !m.Socketed() {
		return nil
	}
	for n := topology.NodeID(0); int(n) < m.NumNodes() && len(out) < maxSeated; n++ {
		if held := state.Seats(n); held != nil {
			out = append(out, message.Seated{Node: n, Free: state.SocketsFree(n), Held: held})
		}
	}
	return out
}
