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

// hands answers the messages about scheduling by hand. All of its code is in
// methods, so that tools/build can put the code into a separately downloaded part
// of the program.
type hands struct{}

// handle answers a message about scheduling by hand. It returns nil if the message
// refers to a run that is not on screen.
func (h *hands) handle(r *Replay, wire []byte) []byte {
	if r == nil || r.window != nil { // a window has its own numbers of jobs and steps
		return nil
	}
	switch message.KindOf(wire) {
	case message.KindTry:
		var m message.TryStart
		if m.Unpack(wire) == nil && m.Serial == r.asked.Serial {
			return h.try(r, &m).Pack()
		}
	case message.KindScoreboardRequest:
		var m message.ScoreboardRequest
		if m.Unpack(wire) == nil && m.Serial == r.asked.Serial {
			return h.stand(r).Pack()
		}
	}
	return nil
}

// try returns the outcome of a decision that the reader considers, without changing
// the run.
func (h *hands) try(r *Replay, m *message.TryStart) *message.TryResult {
	out := &message.TryResult{Serial: m.Serial, Job: m.Job, At: m.At, As: m.As}
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
		allocator = p.New(&policies.Setup{Settings: own.Settings, Seed: r.scenario.Seed, LimitSwitches: workload.LimitSwitches(r.config.Jobs)})
	}
	outcomes, where := e.Try(manual.ManualPolicy{Decisions: []manual.Decision{d}}, allocator)
	if m.Where == message.ByAllocator && len(where) > 0 { // a decision names nodes and fills them with tasks, so the number of tasks per node that the allocator chose is lost
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

// plain returns a placement with one task on each node of p.
func (h *hands) plain(p cluster.Placement) (out cluster.Placement) {
	for n := range p.All {
		out = out.Append(n, n, 1)
	}
	return out
}

// distance returns the sum of the distances between all pairs of nodes of p.
func (h *hands) distance(r *Replay, p cluster.Placement) int64 {
	return cluster.Spread(r.config.Machine, p).PairDistance
}

// from returns the nodes on which a job can be placed, in ascending order,
// beginning at the given first node. If too few nodes have room, it returns those
// few, so that the refusal can state how many are missing.
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

// move returns the next set of nodes on which the job fits; for MoveBack, the
// previous set. If no other set fits, it returns the current nodes.
func (h *hands) move(job *workload.Request, free *cluster.Free, m *message.TryStart) cluster.Placement {
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

// stand returns the scoreboard and the outcomes of all decisions made by hand.
func (h *hands) stand(r *Replay) *message.ScoreboardReply {
	out := &message.ScoreboardReply{Serial: r.asked.Serial}
	if t, err := scoreboard.Of(r.scenario); err == nil {
		out.Table = t
		out.Table.Outcomes = nil
	}
	for _, x := range r.tape.Outcomes(r.tape.Len()) {
		d := &r.scenario.Scheduler.Decisions[x.Decision]
		a := message.DecisionRecord{DecisionOutcome: x, Number: d.Job, Nodes: d.Nodes}
		if x.Refusal == queue.Done {
			a.Nodes = h.started(r.tape, x.Job, x.At)
		}
		out.Acts = append(out.Acts, a)
	}
	return out
}

// started returns the nodes on which a job started at the given time, with one task
// on each node. Cost: one Find, and O(events at that time).
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
