package simworker

import (
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/wasm/app/message"
)

// maxSeated is the greatest number of nodes for which a State lists the jobs on
// each socket. No screen shows more nodes.
const maxSeated = 1024

// seated returns the jobs on the sockets of each node that has several sockets and
// runs tasks. Cost: O(nodes) if the machine has nodes with several sockets.
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
