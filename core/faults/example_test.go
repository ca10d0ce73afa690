package faults_test

import (
	"fmt"

	"hopyard/core/cluster"
	"hopyard/core/faults"
	"hopyard/core/simtime"
)

// Example prints a listed failure and the recovery of the node. With heartbeats,
// the failure is noticed later, when enough heartbeats have been missed.
func Example() {
	const second = simtime.Time(simtime.Second)
	third := cluster.Placement{}.Append(2, 2, 1)
	plan := faults.Timetable{Events: []faults.MachineChange{{At: 95 * second, Nodes: third}, {At: 500 * second, Up: true, Nodes: third}}}
	for c := faults.NewCursor(&plan, 4); c.At() != simtime.Never; {
		e := c.Next()
		fmt.Println(e.At.Seconds(), "s: node", e.Nodes, "works:", e.Up)
	}
	w := faults.NewWatch(faults.Heartbeat{Period: 10 * simtime.Second, Misses: 3})
	w.Fail(third, 95*second)
	fmt.Println("missed at", w.Due().Seconds(), "s")
	// Output:
	// 95 s: node 2 works: false
	// 500 s: node 2 works: true
	// missed at 120 s
}
