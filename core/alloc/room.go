package alloc

import (
	"fmt"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// DomainRoom is the reason why an allocator that keeps jobs in domains, such as racks,
// finds no place for a job although enough is free. Numbers count tasks, or nodes if
// the job asks for nodes.
type DomainRoom struct {
	Level string // name of a domain of the level that has to hold each part: "rack"
	Nodes int32  // nodes of each domain if the level has no name of its own, or 0
	Need  int32  // size of the job
	Part  int32  // size of each part that must be in one domain: the whole job, a segment, or a slice
	Most  int32  // if Part is Need: the most that fits in one domain; otherwise what fits of the job in whole parts
	// First and Last are the nodes of the domain where the most fits, if Part is
	// Need.
	First, Last topology.NodeID
	// InUse is the number of base blocks, of Blocks, that an exclusive job leaves out
	// because other jobs have nodes in them. Both are 0 for other jobs.
	InUse, Blocks int32
}

// Confined is implemented by allocators that keep jobs in domains.
type Confined interface {
	Allocator
	// Room describes where the job has too little room. It returns false if the job
	// can be placed, and where something else is the reason that it cannot.
	Room(r *workload.Request, free *cluster.Free) (DomainRoom, bool)
}

// RoomFor returns the DomainRoom of an allocator that is Confined, for a job for which it
// finds no place.
func RoomFor(a Allocator, r *workload.Request, free *cluster.Free) (DomainRoom, bool) {
	c, ok := a.(Confined)
	if restricted, limits := a.(Restricted); !ok || limits && restricted.Accepts(free.Machine().Topology, r) != nil {
		return DomainRoom{}, false
	}
	return c.Room(r, free)
}

// English returns the sentence about the room, without a full stop. The names of
// domains come from the machine.
func (m DomainRoom) English(t topology.Topology) string {
	level := m.Level
	if m.Nodes > 0 {
		level += fmt.Sprintf(" of %d nodes", m.Nodes)
	}
	text := fmt.Sprintf("no %s has room for %d: the most is %d, in %s", level, m.Need, m.Most, m.Where(t))
	if m.Part < m.Need {
		text = fmt.Sprintf("in parts of %d, each in one %s, there is room for %d of %d", m.Part, level, m.Most, m.Need)
	}
	if m.Blocks > 0 {
		text += fmt.Sprintf("; it must have its blocks to itself, and %d of %d are in use by other jobs", m.InUse, m.Blocks)
	}
	return text
}

// Where returns the name of the domain where the most fits: that of the switch or
// node, or those of the first and the last of several blocks.
func (m DomainRoom) Where(t topology.Topology) string {
	devices, named := t.(topology.Devices)
	if !named {
		return ""
	}
	first, last := "", ""
	for _, x := range topology.Nesting(t) {
		name := devices.DeviceName(x.Device)
		if x.First == m.First && x.Last == m.Last {
			return name
		}
		if x.Leaf && x.First <= m.First && m.First <= x.Last {
			first = name
		}
		if x.Leaf && x.First <= m.Last && m.Last <= x.Last {
			last = name
		}
	}
	if nodes, ok := t.(topology.NamedNodes); ok && m.First == m.Last {
		return nodes.NodeName(m.First)
	}
	return first + " – " + last
}

// Room implements Confined.
func (KueueTAS) Room(r *workload.Request, free *cluster.Free) (DomainRoom, bool) {
	s, tree := newDomainSearch(r, free), free.Machine().Topology.(topology.Hierarchy)
	if level, chosen := s.choose(); chosen == nil && r.Network.Gather == workload.GatherRequired {
		best := int(s.sorted(level, 0, len(s.slices[level]))[0])
		m := DomainRoom{Level: levelName(tree, level), Need: r.Size(), Part: r.Size(), Most: int32(s.slices[level][best] * s.size)}
		if level == tree.Levels() {
			m.First, m.Last = topology.NodeID(best), topology.NodeID(best)
		} else {
			m.First, m.Last = tree.Domain(level, best)
		}
		return m, true
	}
	fits := int32(s.slices[0][0] * s.size)
	return DomainRoom{Level: levelName(tree, s.at), Need: r.Size(), Part: int32(s.size), Most: fits}, s.size > 1 && fits < r.Size()
}

// levelName returns the name of a level of a tree, or "switch".
func levelName(t topology.Hierarchy, level int) string {
	if named, ok := t.(topology.NamedLevels); ok && level > 0 {
		return topology.ShortLevel(named.LevelNames()[level-1])
	}
	return "switch"
}

// Room implements Confined. What fits in a block counts only the blocks of the next
// lower level that a job may use.
func (SlurmBlock) Room(r *workload.Request, free *cluster.Free) (DomainRoom, bool) {
	s := newBlockSearch(r, free)
	m := DomainRoom{Level: "block", Need: r.Nodes, Part: s.size}
	if r.Network.Exclusive {
		m.InUse, m.Blocks = s.inUse, int32(s.layout.Len())
	}
	if s.per > 1 {
		m.Nodes = int32(s.per) * s.layout.Size
	}
	if s.count > 1 {
		return m, !s.segments(-1) && s.roomOfSegments(&m)
	}
	for i := range s.blocksOf(s.per) {
		if n := s.room(i); n >= s.size {
			return DomainRoom{}, false
		} else if n > m.Most || i == 0 {
			m.Most = n
			m.First, m.Last = s.layout.Starts[i*s.per], s.layout.Starts[min((i+1)*s.per, s.layout.Len())]-1
		}
	}
	return m, true
}

// roomOfSegments counts the nodes of the segments that have been placed. It returns
// false if all segments must share a block, because then this does not say why there
// is no room.
func (s *blockSearch) roomOfSegments(m *DomainRoom) bool {
	m.Most = int32(s.taken.Len()) / s.size * s.size
	return s.around == 0
}
