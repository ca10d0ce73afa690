package cluster

import (
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Spec is the hardware of one node.
type Spec struct {
	Resources workload.Resources
	Sockets   int32
	Speed     int64 // speed of a core in thousandths of the reference core: 1000 means speed 1.0
	Power     Watts
}

// Machine is a topology together with the hardware of its nodes. It does not change
// during a run and may be shared between runs.
type Machine struct {
	topology.Topology
	levels *topology.Levels // result of Levels
	blocks *topology.Blocks // base blocks; nil if the machine has none
	specs  []Spec
	class  []uint16 // for each node, its index in specs; nil if all nodes have specs[0]
	// names of the resources that this machine defines in addition to the standard
	// ones; names[i] belongs to workload.Named+i
	names []string
	// distances between tasks on one node
	within   OnNodeDistance
	socketed bool  // some node has several sockets
	cap      int64 // result of Cap
	capped   bool
	carbon   *Carbon // result of Carbon
}

// NewMachine returns a machine on which every node has the same spec. Cost:
// O(switches).
func NewMachine(t topology.Topology, spec Spec) *Machine {
	return &Machine{Topology: t, levels: topology.NewLevels(t), blocks: baseBlocks(t), specs: []Spec{spec}, socketed: spec.Sockets > 1}
}

// Levels returns the machine's tree of switches as plain numbers. It returns nil if
// the machine is not a tree or its leaves differ in depth. The caller must not
// change the result.
func (m *Machine) Levels() *topology.Levels { return m.levels }

// SetGroup assigns another spec to the nodes first to last. It may only be called
// while a machine is being built, before it is shared, and for at most 65,535
// groups.
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

// Spec returns the hardware of node n. The caller must not change it.
func (m *Machine) Spec(n topology.NodeID) *Spec {
	if m.class == nil {
		return &m.specs[0]
	}
	return &m.specs[m.class[n]]
}

// Uniform reports whether all nodes have the same spec.
func (m *Machine) Uniform() bool { return m.class == nil }

// SetNames sets the names of the resources that the machine defines in addition to
// the standard ones. The first name belongs to resource workload.Named. There are
// at most workload.MaxNamed names. SetNames may only be called while a machine is
// being built.
func (m *Machine) SetNames(names []string) { m.names = names }

// Names returns the names of the resources that the machine defines in addition to
// the standard ones. The caller must not change them.
func (m *Machine) Names() []string { return m.names }

// NameOf returns the name of a resource, as used in scenarios and shown to users.
func (m *Machine) NameOf(k workload.Resource) string {
	if i := int(k) - int(workload.Named); 0 <= i && i < len(m.names) {
		return m.names[i]
	}
	return k.String()
}

// Selects reports whether r is a whole-node job that some nodes of the machine
// cannot run, because they lack a resource it needs. Cost: O(1) for jobs without
// such needs, otherwise O(groups).
func (m *Machine) Selects(r *workload.Request) bool {
	if !r.Whole() || r.PerTask.IsZero() {
		return false
	}
	for k := range m.specs {
		if m.specs[k].Slots(r) == 0 {
			return true
		}
	}
	return false
}

// NumKinds returns the number of specs: one, plus one for each call of SetGroup.
// Two specs may be equal.
func (m *Machine) NumKinds() int { return len(m.specs) }

// Kind returns the spec with index k. The caller must not change it. KindOf returns
// the index for a node.
func (m *Machine) Kind(k int) *Spec { return &m.specs[k] }

// KindOf returns the index of the spec of node n.
func (m *Machine) KindOf(n topology.NodeID) int {
	if m.class == nil {
		return 0
	}
	return int(m.class[n])
}

// Slots returns how many tasks of r fit on node n while it is empty. For a
// whole-node job it returns 1 if the node has the resources that the job needs, and
// 0 otherwise.
func (m *Machine) Slots(r *workload.Request, n topology.NodeID) int32 {
	return m.Spec(n).Slots(r)
}

// Slots returns how many tasks of r fit on an empty node of the spec. For a
// whole-node job it returns 1 if the node has the resources that the job needs, and
// 0 otherwise.
func (s *Spec) Slots(r *workload.Request) int32 {
	if r.Whole() {
		return min(slots(&s.Resources, &r.PerTask), 1)
	}
	return slots(&s.Resources, &r.PerTask)
}

// Quotient returns have/need rounded down, for need above 0. It avoids 64-bit
// divisions for small numbers and for need 1 (one core per task). These are the
// common cases, and 64-bit divisions would take most of the time of counting.
func Quotient(have, need int64) int64 { return quotient(have, need) }

// slots returns how many tasks fit in the given free resources. The second
// parameter holds the resources that each task needs. Few jobs ask for named
// resources, which a machine defines itself, so these are skipped together if the
// job needs none of them.
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

// This fails to compile if workload.MaxNamed is not 4, because slots checks exactly
// four named resources.
var _ [workload.MaxNamed]struct{} = [4]struct{}{}

// quotient implements Quotient.
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

// Speed returns the speed of the slowest node of p in thousandths: a job runs at
// the speed of its slowest node (SOURCES.md RUN.3). Cost: O(nodes of p), or O(1) on
// a uniform machine.
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

// RunTime returns how long a job runs on p if nothing slows it down, rounded up to
// a millisecond. The parameter run is its run time on nodes of speed 1. Cost: the
// cost of Speed.
func (m *Machine) RunTime(run simtime.Duration, p Placement) simtime.Duration {
	speed := m.Speed(p)
	if speed == 1000 {
		return run
	}
	whole, part := int64(run)/speed, int64(run)%speed
	return simtime.Duration(whole*1000 + (part*1000+speed-1)/speed)
}

// MostSlots returns the largest number of tasks of r that fit on any one node of
// the empty machine. Cost: O(groups).
func (m *Machine) MostSlots(r *workload.Request) int32 {
	most := int32(0)
	for i := range m.specs {
		most = max(most, slots(&m.specs[i].Resources, &r.PerTask))
	}
	return most
}

// PerNode returns the largest number of nodes or tasks of r that a single node can
// hold. For a whole-node job it is 1. For tasks it is the result of MostSlots, but
// at least 1. Cost: O(groups) for tasks.
func (m *Machine) PerNode(r *workload.Request) int32 {
	if r.Whole() {
		return 1
	}
	return max(m.MostSlots(r), 1)
}

// NodesFor returns how many nodes r needs. For tasks it assumes that every node
// holds as many tasks as the node on which the most tasks fit. Cost: O(groups) for
// tasks.
func (m *Machine) NodesFor(r *workload.Request) int32 {
	per := m.PerNode(r)
	return (r.Size()-1)/per + 1
}

// Sum returns the total amount of a resource on the placement's nodes. Cost:
// O(runs) on a uniform machine, otherwise O(nodes).
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

// Holds returns the resources that r occupies on a placement. For a whole-node job
// these are all resources of the nodes, otherwise the resources that its tasks ask
// for. Cost: the cost of Sum.
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

// TotalCores returns the number of cores of the machine. Cost: O(1) on a uniform
// machine, otherwise O(nodes).
func (m *Machine) TotalCores() int64 {
	return m.Sum(Placement{{0, topology.NodeID(m.NumNodes() - 1), 1}}, workload.Cores)
}
