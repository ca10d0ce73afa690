package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// loads tracks the load of each link: what running jobs need of it at full speed,
// over its capacity. A load above 1 means that some job is slowed down. It does not
// depend on how the network is shared out. A nil loads ignores all events.
type loads struct {
	machine   *cluster.Machine
	routed    topology.Routed
	jobs      []workload.Job
	bandwidth int64
	capacity  []float64
	load      []float64
	demands   [][]network.Demand  // by JobID; nil for jobs that do not run
	where     []cluster.Placement // likewise
	sum       float64             // of all elements of load

	now, first simtime.Time
	area       float64 // integral of sum over time
	window     window  // time that is counted
	most       float64
}

// newLoads returns nil if jobs do not share links or no job communicates.
func newLoads(m *cluster.Machine, jobs []workload.Job, net network.Model) *loads {
	routed, ok := m.Topology.(topology.Routed)
	talk := false
	for i := range jobs {
		talk = talk || jobs[i].Comm != nil
	}
	if !ok || !talk || net.Kind != network.MaxMin {
		return nil
	}
	return &loads{
		machine: m, routed: routed, jobs: jobs, bandwidth: net.Bandwidth, first: simtime.Never,
		capacity: network.Capacities(routed, net.Bandwidth), load: make([]float64, routed.NumLinks()), demands: make([][]network.Demand, len(jobs)), where: make([]cluster.Placement, len(jobs)),
	}
}

func (l *loads) read(e *trace.Event) {
	if l == nil {
		return
	}
	l.area += float64(l.window.overlap(l.now, e.Time) * l.sum)
	if l.window.on && l.now < l.window.from && e.Time >= l.window.from {
		l.most = max(l.most, l.highest()) // loads at the beginning of the window
	}
	l.now, l.first = e.Time, min(l.first, e.Time)
	switch e.Kind {
	case trace.Start, trace.Grow:
		l.place(e.Job, e.Placement)
	case trace.Shrink:
		rest, _ := l.where[e.Job].Minus(e.Placement)
		l.place(e.Job, rest)
	case trace.End, trace.Kill, trace.Fail, trace.Requeue:
		l.place(e.Job, nil)
	}
}

// place moves a job to the nodes where it runs from now on, or to none if it has
// stopped.
func (l *loads) place(id workload.JobID, p cluster.Placement) {
	l.add(id, -1)
	l.demands[id], l.where[id] = nil, p
	if j := &l.jobs[id]; len(p) > 0 && j.Comm != nil {
		l.demands[id] = network.AppendDemands(nil, l.routed, p, j.Comm, l.machine.Speed(p), j.Runtime, l.bandwidth)
		l.add(id, 1)
	}
}

func (l *loads) add(id workload.JobID, sign float64) {
	for _, d := range l.demands[id] {
		part := float64(sign * d.Weight / l.capacity[d.Link])
		l.load[d.Link] += part
		l.sum += part
		if l.window.holds(l.now) {
			l.most = max(l.most, l.load[d.Link])
		}
	}
}

// highest returns the load of the busiest link now. Cost: O(links).
func (l *loads) highest() float64 {
	most := 0.0
	if l != nil {
		for _, x := range l.load {
			most = max(most, x)
		}
	}
	return most
}

// figures returns the highest load of any link at any time, and the mean load over
// links and time.
func (l *loads) figures() (most, mean float64) {
	if l == nil || l.now <= l.first {
		return 0, 0
	}
	return l.most, l.area / (float64(len(l.load)) * max(l.window.overlap(l.first, l.now), 1))
}
