package metrics

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// slotDemand returns how many slots (cores) of one node a job needs at once: for a
// slice or a whole job that must be on one host, those of all its tasks there,
// otherwise those of one task. It returns 0 for a job that needs none, and
// wholeNode for a job that needs all slots of a node.
func slotDemand(j *workload.Job, host int8) int64 {
	if j.Whole() {
		return wholeNode
	}
	tasks, n := int64(1), &j.Network
	switch {
	case n.Slice > 0 && n.SliceLevel == host:
		tasks = int64(n.Slice)
	case n.Gather == workload.GatherRequired && n.Level == host:
		tasks = int64(j.Size())
	}
	return tasks * j.PerTask[workload.Cores]
}

const wholeNode = -1

// freeSlots tracks the free slots of a machine and how many of them are fragments,
// summed over the jobs.
type freeSlots struct {
	machine   *cluster.Machine
	held      []int64 // of each node: slots that are held, or frozen for a growing job
	gone      []bool  // nodes that are known to be down or in another division
	demands   []int64 // sorted, without those of whole nodes
	whole     int64   // number of jobs of whole nodes
	free, sum int64
}

// add adds what is free on a node to the sums, or with sign -1 takes it away.
func (s *freeSlots) add(n topology.NodeID, sign int64) {
	have := s.machine.Spec(n).Resources[workload.Cores]
	free := have - s.held[n]
	if s.gone[n] || free <= 0 {
		return
	}
	fits, _ := slices.BinarySearch(s.demands, free+1)
	useless := int64(len(s.demands) - fits)
	if free < have {
		useless += s.whole
	}
	s.free += sign * free
	s.sum += sign * free * useless
}

// change lets a job take slots (sign 1) or give them back (sign -1).
func (s *freeSlots) change(j *workload.Job, p cluster.Placement, sign int64) {
	for n, tasks := range p.All {
		s.add(n, -1)
		if j.Whole() {
			s.held[n] += sign * s.machine.Spec(n).Resources[workload.Cores]
		} else {
			s.held[n] += sign * int64(tasks) * j.PerTask[workload.Cores]
		}
		s.add(n, 1)
	}
}

// slotFragmentation returns the share of the free slots that are fragments, on
// average over the jobs and over the time between first and until. Free slots of a
// node are fragments for a job that needs more of them at once. Argument host is the
// number of the level host. Cost: O(stays·log stays), and O(nodes·log jobs) for each
// stay.
//
// Source: SOURCES.md METRIC.5.
func slotFragmentation(m *cluster.Machine, host int8, jobs []workload.Job, stays []PlacementSpan, machine []trace.Event, first, until simtime.Time) float64 {
	s := &freeSlots{machine: m, held: make([]int64, m.NumNodes()), gone: make([]bool, m.NumNodes())}
	for i := range jobs {
		switch d := slotDemand(&jobs[i], host); {
		case d == wholeNode:
			s.whole++
		case d > 0:
			s.demands = append(s.demands, d)
		}
	}
	slices.Sort(s.demands)
	for n := range s.gone {
		s.add(topology.NodeID(n), 1)
	}
	all := float64(int64(len(s.demands)) + s.whole)

	// Starts and ends of stays, and events of the machine, by time.
	var changes []slotChange
	for i := range stays {
		changes = append(changes, slotChange{stays[i].From, i, 1}, slotChange{stays[i].To, i, -1})
	}
	for i := range machine {
		if machine[i].Job == workload.NoJob {
			changes = append(changes, slotChange{machine[i].Time, i, 0})
		}
	}
	changes = append(changes, slotChange{at: until, sign: stop})
	order := make([]int, len(changes)) // sorting numbers needs no sorting code of its own in the page's program
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(changes[a].at, changes[b].at), cmp.Compare(a, b)) })
	var free, fragments float64 // slot-milliseconds
	now := first
	for _, i := range order {
		c := changes[i]
		if at := min(c.at, until); at > now {
			lasted := float64(at - now)
			free += float64(float64(s.free) * lasted)
			fragments += float64(float64(s.sum) * lasted)
			now = at
		}
		switch c.sign {
		case 0:
			s.read(&machine[c.index])
		case 1, -1:
			s.change(&jobs[stays[c.index].Job], stays[c.index].Placement, c.sign)
		}
	}
	if free == 0 || all == 0 {
		return 0
	}
	return fragments / all / free
}

// slotChange is a start (sign 1) or an end (sign -1) of a stay, an event of the
// machine (sign 0), or the end of the time that counts (stop).
type slotChange struct {
	at    simtime.Time
	index int
	sign  int64
}

const stop = 2

// read processes an event of the machine.
func (s *freeSlots) read(e *trace.Event) {
	gone, ok := takesNodes(e)
	if !ok {
		return
	}
	for n := range e.Placement.All {
		s.add(n, -1)
		s.gone[n] = gone
		s.add(n, 1)
	}
}

// hostLevel returns the number of the level host of a machine with named levels on
// which some node has several slots, or 0 for other machines.
func hostLevel(m *cluster.Machine) int8 {
	levels, named := m.Topology.(topology.NamedLevels)
	for k := range m.NumKinds() {
		if named && m.Kind(k).Resources[workload.Cores] > 1 {
			return int8(levels.Levels())
		}
	}
	return 0
}
