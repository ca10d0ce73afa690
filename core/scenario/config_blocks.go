package scenario

import (
	"hopyard/core/elastic"
	"hopyard/core/faults"
	"hopyard/core/queue/deadline"
	"hopyard/core/topology"
)

// queue is the allotments as the discipline takes them: usable is K·P, rounded
// down.
func (a *Allotments) queue() deadline.Allotments {
	if a == nil {
		return deadline.Allotments{}
	}
	q := deadline.Allotments{History: a.History}
	for i := range a.Users {
		u := &a.Users[i]
		q.Users = append(q.Users, deadline.Allotment{User: u.User, Nodes: u.Nodes, Usable: u.usable()})
	}
	return q
}

// usable is what a user may use for any job.
func (a *Allotment) usable() int32 { return int32(int64(a.Nodes) * a.Share / 1000) }

// growth is how jobs change their size, nil if none does.
func (s *Scenario) growth() *elastic.Policy {
	e := s.Scheduler.Elastic
	for i := range s.Jobs {
		if s.Jobs[i].Elastic != nil && s.Jobs[i].Elastic.Moldable {
			return &e
		}
	}
	if e.Growth == elastic.NoGrowth && !e.Shrink {
		return nil
	}
	return &e
}

// plan is the faults as the engine takes them, nil if there are none. Cost:
// O(events log events), and O(links) once if links fail.
func (f *Faults) plan(seed int64, t topology.Topology) *faults.Plan {
	if f == nil {
		return nil
	}
	p := &faults.Plan{
		Offline: f.Offline, Heartbeat: f.Heartbeat, Lost: f.Jobs, Every: f.Every, Cost: f.Cost,
		Drawn: faults.Drawn{MTBF: f.MTBF, Repair: f.Repair, Seed: seed},
	}
	cables := f.cables(t)
	for _, t := range f.turns() {
		c := &f.Events[t.i]
		e := faults.Event{At: t.at, Up: t.up, Nodes: c.Nodes}
		if c.Nodes != nil {
			p.Events = append(p.Events, e)
			continue
		}
		for _, e.Link = range cables[t.i] {
			p.Events = append(p.Events, e)
		}
	}
	return p
}

// cables are, for each event of links, the directed links that change, both
// ways: nil for other events, and where there are no such links.
func (f *Faults) cables(t topology.Topology) [][]topology.LinkID {
	routed, ok := t.(topology.Routed)
	ends := map[uint64][]topology.LinkID{}
	for i := range f.Events {
		if f.Events[i].Nodes == nil && ok {
			ends[f.Events[i].pair(routed)] = nil
		}
	}
	out := make([][]topology.LinkID, len(f.Events))
	if len(ends) == 0 {
		return out
	}
	for l := range topology.LinkID(routed.NumLinks()) {
		link := routed.Link(l)
		pair := pairOf(link.From, link.To)
		if list, wanted := ends[pair]; wanted {
			ends[pair] = append(list, l)
		}
	}
	for i := range out {
		if f.Events[i].Nodes == nil {
			out[i] = ends[f.Events[i].pair(routed)]
		}
	}
	return out
}

// pair is the two ends of a link as one number, the smaller first.
func (c *Change) pair(t topology.Routed) uint64 { return pairOf(c.From.device(t), c.To.device(t)) }

func pairOf(a, b topology.DeviceID) uint64 { return uint64(min(a, b))<<32 | uint64(max(a, b)) }

// device is the node or switch as a machine numbers it.
func (e End) device(t topology.Devices) topology.DeviceID {
	if e.Switch {
		return topology.DeviceID(e.Number)
	}
	return topology.DeviceID(int32(t.NumSwitches()) + e.Number)
}
