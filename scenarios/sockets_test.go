package scenarios

import (
	"slices"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/topology"
)

// TestSockets compares two nodes on which a job could run: a node with two
// half-free sockets and a node with a free socket. On the second node, the tasks
// must be closer together and the run time must be shorter. SDM must choose the
// second node. If each node has a single socket, the two nodes must not differ.
func TestSockets(t *testing.T) {
	r, one := run(t, "sockets"), run(t, "sockets", set("cluster.node.sockets", "1"))
	f := run(t, "sockets", firstFit())
	r.on(7, "1")
	r.on(8, "0")
	f.on(7, "0")
	f.on(8, "1")
	one.on(7, "0")
	r.lasts(7, 900)  // 1200·(0.5 + 0.5·1/2)
	r.lasts(8, 1300) // 1200·(0.5 + 0.5·(2·1 + 4·3)/6/2)
	f.lasts(7, 1300)
	f.lasts(8, 900)
	one.lasts(7, 900)
	one.lasts(8, 900)
	tape, err := engine.Record(r.config)
	if err != nil {
		t.Fatal(err)
	}
	for i := range tape.Len() {
		for _, x := range tape.Events(i) {
			for _, c := range tape.Explain(i, x.Job, 3).Candidates {
				if want := map[string]int64{"0": 14, "1": 6}[c.Placement.String()]; (x.Job == 6 || x.Job == 7 && c.Placement.String() == "0") && c.Cost != want {
					t.Errorf("job %d on node %v is said to cost %d, want %d", x.Job+1, c.Placement, c.Cost, want)
				}
			}
		}
	}
	e := tape.Seek(tape.Find(1200_000, 100))
	for n, want := range [][]int32{{2, 2}, {0, 4}} {
		if got := e.State().SocketsFree(topology.NodeID(n)); !slices.Equal(got, want) {
			t.Errorf("after the ends node %d has %v cores free by socket, want %v", n, got, want)
		}
	}
}
