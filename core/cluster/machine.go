package cluster

import (
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Spec is what one node has.
type Spec struct {
	Resources workload.Resources
	Sockets   int32
	Speed     int64 // thousandths of the reference core: 1000 is speed 1.0
}

// Machine is a topology with what its nodes have. It does not change during a
// run and may be shared.
type Machine struct {
	topology.Topology
	levels *topology.Levels // nil if the machine is no tree
	specs  []Spec
	class  []uint16 // by node; nil if all nodes are specs[0]
	// of the resources from workload.Named on
	names []string
	// how far tasks on one node are apart
	within   Within
	socketed bool // some node has several sockets
}

// NewMachine returns a machine whose nodes all are spec. Cost: O(switches).
func NewMachine(t topology.Topology, spec Spec) *Machine {
	return &Machine{Topology: t, levels: topology.NewLevels(t), specs: []Spec{spec}, socketed: spec.Sockets > 1}
}

// Levels are the machine's switches as plain numbers, nil if it has no tree whose
// leaves are of one depth; do not change them.
func (m *Machine) Levels() *topology.Levels { return m.levels }

// SetGroup gives the nodes first to last another spec. It belongs to building
// a machine, before the machine is shared; at most 65,535 groups.
func (m *Machine) SetGroup(first, last topology.NodeID, spec Spec) {
	if m.class == nil {
		m.class = make([]uint16, m.NumNodes())
	}
	m.specs = append(m.specs, spec)
	m.socketed = m.socketed || spec.Sockets > 1
	for n := first; n <= last; n++ {
		m.class[n] = uint16(len(m.specs) - 1)
	}
}

// Spec is what node n has; do not change it.
func (m *Machine) Spec(n topology.NodeID) *Spec {
	if m.class == nil {
		return &m.specs[0]
	}
	return &m.specs[m.class[n]]
}

// Uniform reports whether all nodes were given the same spec.
func (m *Machine) Uniform() bool { return m.class == nil }

// SetNames says what the machine calls its own resources, from workload.Named
// on; at most workload.MaxNamed. It belongs to building a machine.
func (m *Machine) SetNames(names []string) { m.names = names }

// Names are what the machine calls its own resources; do not change them.
func (m *Machine) Names() []string { return m.names }

// NameOf is what a resource is called, in scenarios and to people.
func (m *Machine) NameOf(k workload.Resource) string {
	if i := int(k) - int(workload.Named); 0 <= i && i < len(m.names) {
		return m.names[i]
	}
	return k.String()
}

// Selects reports whether r is a job of whole nodes that may not have all nodes
// of the machine. Cost: O(1) for jobs that ask nothing of their nodes, else
// O(groups).
func (m *Machine) Selects(r *workload.Request) bool {
	if !r.Whole() || r.PerTask.None() {
		return false
	}
	for k := range m.specs {
		if m.specs[k].Slots(r) == 0 {
			return true
		}
	}
	return false
}

// NumKinds is the number of specs that were given; two may be alike.
func (m *Machine) NumKinds() int { return len(m.specs) }

// Kind is a spec that was given, from 0; do not change it. KindOf says which
// nodes have it.
func (m *Machine) Kind(k int) *Spec { return &m.specs[k] }

// KindOf is which spec node n has.
func (m *Machine) KindOf(n topology.NodeID) int {
	if m.class == nil {
		return 0
	}
	return int(m.class[n])
}

// Slots is how many tasks of r fit on node n while nothing else is on it; for
// a whole-node job 1 if the node has what it must have.
func (m *Machine) Slots(r *workload.Request, n topology.NodeID) int32 {
	return m.Spec(n).Slots(r)
}

// Slots is how many tasks of r fit on an empty node of the spec; for a
// whole-node job 1 if it has what the job's nodes must have.
func (s *Spec) Slots(r *workload.Request) int32 {
	if r.Whole() {
		return min(slots(&s.Resources, &r.PerTask), 1)
	}
	return slots(&s.Resources, &r.PerTask)
}

// Quotient is how many times need, which is more than 0, fits in have. Most are
// small, or of one core a task, where a division of 64 bits would be most of the
// time that counting takes.
func Quotient(have, need int64) int64 { return quotient(have, need) }

// Slots is how many tasks of r fit in have; r asks for tasks.
func Slots(have *workload.Resources, r *workload.Request) int32 { return slots(have, &r.PerTask) }

// slots is how many times per fits in have. Most ask for nothing that only this
// machine has a name for, so that those are looked at together first.
func slots(have, per *workload.Resources) int32 {
	most := int64(1 << 30)
	for k, need := range per[:workload.Named] {
		if need > 0 {
			most = min(most, quotient(have[k], need))
		}
	}
	if own := per[workload.Named:]; own[0]|own[1]|own[2]|own[3] != 0 {
		for k, need := range own {
			if need > 0 {
				most = min(most, quotient(have[int(workload.Named)+k], need))
			}
		}
	}
	return int32(max(most, 0))
}

// slots looks at four of them.
var _ [workload.MaxNamed]struct{} = [4]struct{}{}

// quotient is have/need. Most are small, or of one core a task, where a
// division of 64 bits would be most of the time that counting takes.
func quotient(have, need int64) int64 {
	switch {
	case have < need:
		return 0
	case need == 1:
		return have
	case have|need < 1<<32:
		return int64(uint32(have) / uint32(need))
	}
	return have / need
}

// Speed is the speed of the slowest node of p in thousandths: a job runs at
// the speed of its slowest node (SOURCES.md RUN.3). Cost: O(nodes of p), O(1)
// on a uniform machine.
func (m *Machine) Speed(p Placement) int64 {
	if m.class == nil {
		return m.specs[0].Speed
	}
	slowest := m.Spec(p[0].First).Speed
	for n := range p.All {
		slowest = min(slowest, m.Spec(n).Speed)
	}
	return slowest
}

// RunTime is how long work that takes run on nodes of speed 1 takes on p, if
// nothing slows it down, rounded up to a tick. Cost: as Speed.
func (m *Machine) RunTime(run simtime.Duration, p Placement) simtime.Duration {
	speed := m.Speed(p)
	if speed == 1000 {
		return run
	}
	whole, part := int64(run)/speed, int64(run)%speed
	return simtime.Duration(whole*1000 + (part*1000+speed-1)/speed)
}

// MostSlots is how many tasks of r fit on the roomiest node while nothing
// else is on it. Cost: O(groups).
func (m *Machine) MostSlots(r *workload.Request) int32 {
	most := int32(0)
	for i := range m.specs {
		most = max(most, slots(&m.specs[i].Resources, &r.PerTask))
	}
	return most
}

// PerNode is how much of what r asks for the roomiest node holds: one node, or
// so many tasks, at least one. Cost: O(groups) for tasks.
func (m *Machine) PerNode(r *workload.Request) int32 {
	if r.Whole() {
		return 1
	}
	return max(m.MostSlots(r), 1)
}

// NodesFor is how many nodes r needs; for tasks, those that they would fill of
// the roomiest kind. Cost: O(groups) for tasks.
func (m *Machine) NodesFor(r *workload.Request) int32 {
	per := m.PerNode(r)
	return (r.Size()-1)/per + 1
}

// Sum is how much of a resource the placement's nodes have in all. Cost:
// O(runs) on a uniform machine, O(nodes) elsewhere.
func (m *Machine) Sum(p Placement, k workload.Resource) int64 {
	if m.class == nil {
		return int64(p.Nodes()) * m.specs[0].Resources[k]
	}
	sum := int64(0)
	for n := range p.All {
		sum += m.Spec(n).Resources[k]
	}
	return sum
}

// Holds is what r holds of a placement: all of its nodes if it is a job of whole
// nodes, else what its tasks ask for. Cost: that of Sum.
func (m *Machine) Holds(r *workload.Request, p Placement) workload.Resources {
	var out workload.Resources
	switch {
	case !r.Whole():
		tasks := int64(p.Tasks())
		for k, need := range r.PerTask {
			out[k] = need * tasks
		}
	case m.class == nil:
		nodes := int64(p.Nodes())
		for k, have := range m.specs[0].Resources {
			out[k] = have * nodes
		}
	default:
		for n := range p.All {
			for k, have := range m.Spec(n).Resources {
				out[k] += have
			}
		}
	}
	return out
}

// TotalCores is all cores of the machine. Cost: O(nodes) unless uniform.
func (m *Machine) TotalCores() int64 {
	return m.Sum(Placement{{0, topology.NodeID(m.NumNodes() - 1), 1}}, workload.Cores)
}
