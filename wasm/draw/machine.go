package draw

import (
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Machine is the scene of the machine at one moment.
type Machine struct {
	Jobs  *Jobs
	Words Words
	Holds []Hold  // who holds what; a job's runs stand together, ascending
	Units []Unit  // groups of nodes with a state of their own; nil: no brackets
	Down  []Range // nodes that do not work
	Kept  []Range // nodes held for a reservation
	GPUs  []GPUs  // which nodes have accelerators
	// Loads are the links' loads, 0 to 1, by level and place of the switch
	// below the link (Loads[0] is unused). Nil: links show how many jobs cross them.
	Loads     [][]float32
	Outline   bool // outline every node: more contrast, forced colours
	Highlight Highlight
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
}

// GPUs says that each node of a range has Count accelerators.
type GPUs struct {
	Range
	Count uint8
}
