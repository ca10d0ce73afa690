// Package network computes how fast communicating jobs run: which links the flows
// of a job cross, how much each link carries, and how jobs share links by max-min
// fairness.
//
// There are two models. In the distance model a job takes longer the farther apart
// its processes are ([Stretch]). In the max-min model jobs slow each other down on
// shared links. The rest of this comment describes the max-min model.
//
// A job is one parallel task: its computation and all its flows advance together.
// It is therefore one activity with a single rate and a weight on each link that it
// uses. [AppendDemands] computes the weights once, when the job starts. A [Sharing]
// then keeps the rates of all activities while jobs start and end: Add and Remove
// change the set of activities, and Settle updates the rates and returns the
// activities whose rates changed.
//
//	s := network.NewSharing(network.Capacities(machine, bandwidth))
//	v := s.Add(demands, 1) // a job; its full rate is 1
//	s.Settle()
//	rate := s.Rate(v)
//
// A single flow is an activity, too, with weight 1 on each link of its route.
// [Replay] uses this to simulate flows over given routes.
//
// Source: SOURCES.md NET.1 to NET.6 (INFERRED; the idea of a parallel task with one
// rate is that of SimGrid's ptask_L07).
package network
