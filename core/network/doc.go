// Package network says how fast jobs that talk can run: which links the flows
// of a job cross, how much each link carries, and how the jobs share links by
// max-min fairness.
//
// A job is one parallel task: computing and all its flows advance together, so
// that it is one activity with one rate and a weight on each link it uses. The
// weights are computed once, when the job starts (AppendDemands); a Sharing
// then keeps the rates of all activities while jobs start and end. A single
// flow is an activity too, of weight 1 on each link of its route: Replay moves
// flows over given routes.
//
// Source: SOURCES.md NET.1 to NET.6 (INFERRED; the idea of a parallel task with
// one rate is that of SimGrid's ptask_L07).
package network
