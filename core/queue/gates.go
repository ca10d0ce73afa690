package queue

import (
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Gate is the state of a queue that jobs are submitted to. A closed one takes
// no submissions: they are rejected. A stopped one takes them, but nothing of
// it starts or has a reservation; what runs goes on.
//
// Source: S3, claim 2 (SOURCES.md S3.7): the scheduler reads the configuration
// and the state of queues. INFERRED: the states are those of PBS and Torque,
// enabled (open) and started, whatever the discipline; the jobs of a stopped
// queue keep their place in the order and their time in the queue; the promises
// to them are dropped, and all others made anew, as when the machine changes; a
// job that is stopped and comes back, or is killed to be submitted again, is
// not rejected.
type Gate struct {
	Name          string // of the queue; "*" is each that has no gate of its own, and no queue
	Open, Started bool   // at the beginning
	Changes       []GateChange
}

// GateChange is a change of a queue's state: from At on it is as given.
type GateChange struct {
	At            simtime.Time
	Open, Started bool
}

// none stands where a place is not meant.
const none int32 = -1

// gates are the queues' states as they are now, and the jobs that wait in
// stopped ones. The zero value is without any.
type gates struct {
	open, started []bool
	places        map[string]int32 // of names; shared by copies
	held          []Waiting        // in no line, in the order in which they came to be held
}

// newGates are the states at the beginning.
func newGates(all []Gate) gates {
	var g gates
	if len(all) == 0 {
		return g
	}
	g.places = make(map[string]int32, len(all))
	for i, x := range all {
		g.open, g.started = append(g.open, x.Open), append(g.started, x.Started)
		g.places[x.Name] = int32(i)
	}
	return g
}

func (g *gates) clone() gates {
	return gates{slices.Clone(g.open), slices.Clone(g.started), g.places, slices.Clone(g.held)}
}

// of is the gate of a job's queue, none if that is always open and started.
func (g *gates) of(r *workload.Request) int32 {
	if g.places == nil {
		return none
	}
	if at, ok := g.places[r.Queue]; ok {
		return at
	}
	if at, ok := g.places["*"]; ok {
		return at
	}
	return none
}

// stopped reports whether a job's queue is.
func (g *gates) stopped(r *workload.Request) bool {
	at := g.of(r)
	return at != none && !g.started[at]
}

// Admits reports whether the queue that a job is submitted to is open.
func (q *Queue) Admits(r *workload.Request) bool {
	at := q.gates.of(r)
	return at == none || q.gates.open[at]
}

// ChangeGate changes the state of a gate, by its place, and reports what has changed.
// A pass is due. Cost: O(waiting jobs).
func (q *Queue) ChangeGate(gate int32, to GateChange) (opened, started bool) {
	g := &q.gates
	opened, started = g.open[gate] != to.Open, g.started[gate] != to.Started
	g.open[gate], g.started[gate] = to.Open, to.Started
	switch {
	case started && to.Started:
		q.restart(gate)
	case started:
		q.stop(gate)
	}
	return opened, started
}

// stop takes the waiting jobs of a gate out of the line.
func (q *Queue) stop(gate int32) {
	line := &q.line
	for i := range line.blocks {
		for _, x := range line.blocks[i].jobs {
			if q.gates.of(x.Request) == gate {
				q.hold(*x.Waiting)
				line.take(i, x.Waiting)
			}
		}
	}
	line.sweep(0, len(line.blocks))
	if q.plan != nil {
		q.Unplan()
	}
}

// hold keeps a job that waits in a stopped queue.
func (q *Queue) hold(w Waiting) {
	w.Promised = unplanned
	q.gates.held = append(q.gates.held, w)
	q.own.Leave(w.Request)
}

// restart puts the jobs of a gate that is started back into the line, where they
// would be.
func (q *Queue) restart(gate int32) {
	kept := q.gates.held[:0]
	for _, w := range q.gates.held {
		if q.gates.of(w.Request) != gate {
			kept = append(kept, w)
			continue
		}
		q.join(q.line.keep(w))
	}
	clear(q.gates.held[len(kept):])
	q.gates.held = kept
}
