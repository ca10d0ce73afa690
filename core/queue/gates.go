package queue

import (
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Gate is the state of a queue that jobs are submitted to. A closed queue rejects
// submissions. A stopped queue accepts submissions, but none of its waiting jobs
// starts or has a reservation. Running jobs of a stopped queue continue.
//
// Source: S3, claim 2 (SOURCES.md S3.7): the scheduler reads the configuration and
// the state of queues. INFERRED: the states are those of PBS and Torque, enabled
// (open) and started, under every discipline. The jobs of a stopped queue keep
// their place in the order and their time in the queue. Their promises are dropped,
// and all other promises are made anew, as when the machine changes. A closed queue
// does not reject a job that returns after an interruption or is submitted again
// after it was killed.
type Gate struct {
	Name          string // name of the queue; "*" means every queue without a gate of its own, and jobs without a queue
	Open, Started bool   // initial state
	Changes       []GateChange
}

// GateChange is a change of a queue's state at the instant At. Open and Started are
// the new values.
type GateChange struct {
	At            simtime.Time
	Open, Started bool
}

// noGate is the gate number of a job whose queue has no gate.
const noGate int32 = -1

// gates holds the current states of the queues and the jobs that wait in stopped
// queues. The zero value has no gates.
type gates struct {
	open, started []bool
	places        map[string]int32 // gate numbers by queue name; shared by copies
	held          []Waiting        // jobs of stopped queues, in the order in which they were held
}

// newGates returns the gates in their initial states.
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

// of returns the gate number of a job's queue. It returns noGate if the queue is
// always open and started.
func (g *gates) of(r *workload.Request) int32 {
	if g.places == nil {
		return noGate
	}
	if at, ok := g.places[r.Queue]; ok {
		return at
	}
	if at, ok := g.places["*"]; ok {
		return at
	}
	return noGate
}

// stopped reports whether the job's queue is stopped.
func (g *gates) stopped(r *workload.Request) bool {
	at := g.of(r)
	return at != noGate && !g.started[at]
}

// Refuser is a PolicyState that may refuse a job when it is submitted.
type Refuser interface {
	PolicyState
	// Refuses reports whether a job is refused now, and returns the reason.
	Refuses(r *workload.Request) (why.Reason, bool)
}

// Refuses reports whether a job that is submitted now is refused: its queue is closed,
// or the policy is a Refuser and refuses it.
func (q *Queue) Refuses(r *workload.Request) (why.Reason, bool) {
	if at := q.gates.of(r); at != noGate && !q.gates.open[at] {
		return why.Reason{Code: why.QueueClosed, Blocker: workload.NoJob}, true
	}
	if x, ok := q.own.(Refuser); ok {
		return x.Refuses(r)
	}
	return why.Reason{}, false
}

// ChangeGate sets the state of the gate with the given number. It reports whether
// its open state and its started state changed. A scheduling pass must follow.
// Cost: O(waiting jobs).
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

// stop moves the waiting jobs whose queue has the given gate from the waiting jobs
// to the held jobs.
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

// hold adds a job of a stopped queue to the held jobs and drops its promise.
func (q *Queue) hold(w Waiting) {
	w.Promised = unplanned
	q.gates.held = append(q.gates.held, w)
	q.own.Leave(w.Request)
}

// restart moves the held jobs of a gate back to the waiting jobs, at their old
// places.
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
