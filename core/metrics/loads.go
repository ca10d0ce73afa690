package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// loads tracks the load of each link, which is the bandwidth that running jobs need
// on it at full speed, divided by its capacity. A load above 1 means that some job
// is slowed down. The load does not depend on how bandwidth is divided among the
// jobs. A nil loads ignores all events.
type loads struct {
	machine   *cluster.Machine
	routed    topology.Routed
	jobs      []workload.Job
	bandwidth int64
	capacity  []float64
	load      []float64
	demands   [][]network.Demand  // demands of each job, by JobID; nil for jobs that do not run
	where     []cluster.Placement // placement of each job, by JobID; nil for jobs that do not run
	sum       float64             // sum of the loads of all links

	now, first simtime.Time
	area       float64 // integral of the field sum over time
	window     window  // part of the run that is counted
	most       float64
}

// newLoads returns a tracker for the loads of links. It returns nil if jobs do not
// share links or if no job communicates.
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
		l.most = max(l.most, l.highest()) // the window begins with these loads, so they count too
	}
	l.now, l.first = e.Time, min(l.first, e.Time)
	switch e.Kind {
	case trace.Start, trace.Grow, trace.Resume:
		l.place(e.Job, e.Placement)
	case trace.Shrink:
		rest, _ := l.where[e.Job].Minus(e.Placement)
		l.place(e.Job, rest)
	case trace.End, trace.Kill, trace.Fail, trace.Requeue, trace.Suspend:
		l.place(e.Job, nil)
	}
}

// place records the nodes on which a job runs from now on. An empty placement means
// that the job has stopped.
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

// highest returns the present load of the busiest link. Cost: O(links).
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
// all links and the whole time.
func (l *loads) figures() (most, mean float64) {
	if l == nil || l.now <= l.first {
		return 0, 0
	}
	return l.most, l.area / (float64(len(l.load)) * max(l.window.overlap(l.first, l.now), 1))
}
