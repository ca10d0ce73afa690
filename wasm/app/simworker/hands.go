package simworker

import (
	"math"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/manual"
	"hopyard/core/scoreboard"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

// hands is the worker's side of scheduling by hand. All of it is methods, so that
// tools/build can send it apart.
type hands struct{}

// handle answers a message about scheduling by hand, nil if it does not belong to
// the run.
func (h *hands) handle(r *Replay, wire []byte) []byte {
	if r == nil || r.window != nil { // whose jobs and steps have other names
		return nil
	}
	switch message.KindOf(wire) {
	case message.KindTry:
		var m message.Try
		if m.Unpack(wire) == nil && m.Serial == r.asked.Serial {
			return h.try(r, &m).Pack()
		}
	case message.KindStand:
		var m message.Stand
		if m.Unpack(wire) == nil && m.Serial == r.asked.Serial {
			return h.stand(r).Pack()
		}
	}
	return nil
}

// try says what would become of a decision.
func (h *hands) try(r *Replay, m *message.Try) *message.Tried {
	out := &message.Tried{Serial: m.Serial, Job: m.Job, At: m.At, As: m.As}
	if m.Job < 0 || int(m.Job) >= len(r.config.Jobs) {
		out.Outcome.Refusal, out.Outcome.Broken = queue.NotSubmitted, workload.NoJob
		return out
	}
	e := r.tape.At(m.At)
	job := &r.config.Jobs[m.Job].Request
	d := manual.Decision{At: e.Now(), Job: job.Number}
	switch m.Where {
	case message.OnNamed:
		d.Nodes = m.Nodes
	case message.FromNode:
		d.Nodes = h.from(job, &e.State().Free, topology.NodeID(m.From))
	case message.MoveOn, message.MoveBack:
		d.Nodes = h.move(job, &e.State().Free, m)
	}
	allocator := r.config.Allocator
	if p := policies.PlacementOf(m.As); p != nil {
		own := r.scenario.Scheduler
		allocator = p.New(&policies.Setup{Settings: own.Settings, Seed: r.scenario.Seed})
	}
	outcomes, where := e.Try(manual.ManualPolicy{Decisions: []manual.Decision{d}}, allocator)
	if m.Where == message.ByAllocator && len(where) > 0 { // tasks fill the nodes that are named, however the allocator spread them
		d.Nodes = h.plain(where[0])
		outcomes, where = e.Try(manual.ManualPolicy{Decisions: []manual.Decision{d}}, r.config.Allocator)
	}
	if out.Nodes = d.Nodes; len(where) > 0 {
		out.Nodes = h.plain(where[0])
		if spread, small := r.config.Machine.NumNodes() <= cheapNodes, where[0].Tasks() <= cheapNodes; spread && small {
			out.Cost, out.Costs = h.distance(r, out.Nodes), true
		}
	}
	if len(outcomes) > 0 {
		out.Outcome = outcomes[0]
		out.Outcome.Job = m.Job
	}
	return out
}

// plain is a placement with one task a node.
func (h *hands) plain(p cluster.Placement) (out cluster.Placement) {
	for n := range p.All {
		out = out.Append(n, n, 1)
	}
	return out
}

// distance is the sum of distances over all pairs of nodes.
func (h *hands) distance(r *Replay, p cluster.Placement) int64 {
	return cluster.Spread(r.config.Machine, p).PairDistance
}

// from are the nodes with room for a job from one on; where they are too few,
// those that are there, so that the refusal says what is missing.
func (h *hands) from(job *workload.Request, free *cluster.Free, first topology.NodeID) (out cluster.Placement) {
	left := job.Size()
	for n := max(first, 0); int(n) < free.Machine().NumNodes() && left > 0; n++ {
		if k := free.Slots(job, n); k > 0 || n == first {
			out = out.Append(n, n, 1)
			left -= max(k, 1)
		}
	}
	return out
}

// move are the next nodes, or those before, from which on a job finds room; those
// that it has if there are no others.
func (h *hands) move(job *workload.Request, free *cluster.Free, m *message.Try) cluster.Placement {
	n := free.Machine().NumNodes()
	at, step := topology.NodeID(-1), 1
	if m.Where == message.MoveBack {
		at, step = topology.NodeID(n), n-1
	}
	if len(m.Nodes) > 0 {
		at = m.Nodes[0].First
	}
	for k := 1; k <= n; k++ {
		first := topology.NodeID((int(at) + n + k*step) % n)
		if free.Slots(job, first) == 0 {
			continue
		}
		nodes := h.from(job, free, first)
		if where, _ := manual.Fill(job, free, nodes); where != nil {
			return nodes
		}
	}
	return m.Nodes
}

// stand says how the person stands, and what became of each decision.
func (h *hands) stand(r *Replay) *message.Stood {
	out := &message.Stood{Serial: r.asked.Serial}
	if t, err := scoreboard.Of(r.scenario); err == nil {
		out.Table = t
		out.Table.Outcomes = nil
	}
	for _, x := range r.tape.Outcomes(r.tape.Len()) {
		d := &r.scenario.Scheduler.Decisions[x.Decision]
		a := message.Act{DecisionOutcome: x, Number: d.Job, Nodes: d.Nodes}
		if x.Refusal == queue.Done {
			a.Nodes = h.started(r.tape, x.Job, x.At)
		}
		out.Acts = append(out.Acts, a)
	}
	return out
}

// started is where a job was started at an instant, with one task a node. Cost:
// that of Find, and O(events of the instant).
func (h *hands) started(t *engine.Recording, job workload.JobID, at simtime.Time) cluster.Placement {
	for i := t.Find(at, math.MaxInt32) - 1; i >= 0 && t.Mark(i).Time == at; i-- {
		events := t.Events(i)
		for k := range events {
			if e := &events[k]; e.Kind == trace.Start && e.Job == job {
				return h.plain(e.Placement)
			}
		}
	}
	return nil
}
