package draw

import (
	"strconv"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Machine is the scene of the machine at one moment.
type Machine struct {
	Jobs     *Jobs
	Words    Words
	Holds    []Hold   // who holds what; a job's runs stand together, ascending
	Seats    []Seat   // which sockets of shared nodes jobs hold, by node, then socket; nil: nodes have one
	Units    []Unit   // groups of nodes with a state of their own; nil: no brackets
	Failed   []Range  // nodes that have failed, which nobody has noticed yet
	Down     []Range  // nodes that do not work, which is known
	Offline  []Range  // nodes that are not there yet
	Kept     []Range  // nodes held for a reservation
	Frozen   []Frozen // nodes set aside for jobs that grow
	GPUs     []GPUs   // which nodes have accelerators
	Names    []string // of nodes; nil: their numbers
	Switches []string // of a tree's switches, level by level; nil: their numbers
	// Loads are those of the cables, numbered as Shape.Cables has it. Nil: links
	// show how many jobs cross them, or join the nodes of one.
	Loads     []Load
	Broken    []int32 // cables that do not work, ascending, numbered as the loads are
	Outline   bool    // outline every node: more contrast, forced colours
	Patterns  bool    // jobs have patterns besides their colours
	Highlight Highlight
}

// nodeName is what a node is called, if that is at most so wide in small
// letters; otherwise its number.
func (m *Machine) nodeName(n int, width float64) string {
	if n < len(m.Names) && TextWidth(m.Names[n], 9, false) <= width {
		return m.Names[n]
	}
	return strconv.Itoa(n)
}

// Range is the nodes First to Last.
type Range struct{ First, Last topology.NodeID }

// Hold is a job's hold on consecutive nodes.
type Hold struct {
	First, Last topology.NodeID
	Job         workload.JobID
	Part        uint8 // the part of each node's cores, in 255ths; 255 the whole node
	GPUs        uint8 // accelerators held on each node
}

// Frozen is nodes set aside for a job to grow onto (S2, s1): nobody else's, and
// not yet its own.
type Frozen struct {
	Range
	Job workload.JobID
}

// UnitState is the state of a unit (S0: free, busy, allocated).
type UnitState uint8

// The states of a unit.
const (
	UnitFree      UnitState = iota // no node of it is used
	UnitBusy                       // some are
	UnitAllocated                  // all belong to one allocation
)

// Unit is a group of consecutive nodes with its state.
type Unit struct {
	Range
	State UnitState
	Left  int32 // nodes that nobody uses
}

// GPUs says that each node of a range has Count accelerators.
type GPUs struct {
	Range
	Count uint8
}
