package faults

import (
	"errors"
	"fmt"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// ErrPlan is the error that every error about a Timetable wraps.
var ErrPlan = errors.New("impossible faults")

// Check returns an error if a timetable is impossible on a machine with the given
// numbers of nodes and links. The number of links must be 0 unless jobs share the
// network. Errors wrap ErrPlan and name the place, the value and the limit. Cost:
// O(events).
func (p *Timetable) Check(nodes, links int) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("faults: %w: %s", ErrPlan, fmt.Sprintf(format, args...))
	}
	if err := within(p.Offline, nodes); err != "" {
		return bad("offline: %s", err)
	}
	for i := range p.Events {
		switch e := &p.Events[i]; {
		case e.At < 0 || e.At > simtime.Time(simtime.Max):
			return bad("events[%d]: at %v; use 0 to %v", i, e.At, simtime.Time(simtime.Max))
		case i > 0 && e.At < p.Events[i-1].At:
			return bad("events[%d]: at %v, earlier than the event listed before it (%v); sort by time", i, e.At, p.Events[i-1].At)
		case e.Nodes == nil && links == 0:
			return bad("events[%d]: links need a shared network (max-min)", i)
		case e.Nodes == nil && (e.Link < 0 || int(e.Link) >= links):
			return bad("events[%d]: link %d; the machine has the links 0 to %d", i, e.Link, links-1)
		case e.Nodes != nil:
			if err := within(e.Nodes, nodes); err != "" {
				return bad("events[%d]: %s", i, err)
			}
		}
	}
	return p.checkSpans(bad)
}

func (p *Timetable) checkSpans(bad func(string, ...any) error) error {
	for _, x := range []struct {
		name string
		span simtime.Duration
	}{{"mtbf", p.Drawn.MTBF}, {"repair", p.Drawn.Repair}, {"heartbeat.period", p.Heartbeat.Period}, {"checkpoint.every", p.Every}, {"checkpoint.cost", p.Cost}} {
		if x.span < 0 || int64(x.span) > simtime.Max {
			return bad("%s: %v; use 0 to %v", x.name, x.span, simtime.Duration(simtime.Max))
		}
	}
	switch {
	case p.Lost > Checkpoint:
		return bad("jobs: fate %d; there are %d", p.Lost, Checkpoint+1)
	case p.Lost == Checkpoint && p.Every == 0:
		return bad("checkpoint.every: 0; use more than 0, or requeue jobs from the start")
	case p.Heartbeat.Misses < 0 || p.Heartbeat.Misses > maxMisses:
		return bad("heartbeat.misses: %d; use 0 to %d", p.Heartbeat.Misses, maxMisses)
	}
	return nil
}

// maxMisses is the maximum of Misses; it keeps Misses times Period far from an
// overflow.
const maxMisses = 1000

// within returns a description of what is wrong with a list of nodes, or "".
func within(p cluster.Placement, nodes int) string {
	last := topology.NodeID(-1)
	for _, run := range p {
		switch {
		case run.First <= last || run.Last < run.First || run.Tasks != 1:
			return fmt.Sprintf("nodes %d-%d with %d tasks after node %d; list ascending ranges with one task a node", run.First, run.Last, run.Tasks, last)
		case int(run.Last) >= nodes:
			return fmt.Sprintf("node %d; the machine has the nodes 0 to %d", run.Last, nodes-1)
		}
		last = run.Last
	}
	return ""
}
