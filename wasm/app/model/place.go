package model

import (
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/draw"
)

// JobPlace returns the region that consists only of the given job.
func JobPlace(id workload.JobID) Region {
	p := Nowhere()
	p.Job = id
	return p
}

// HitPlace converts what was found under the pointer to a region.
func HitPlace(h draw.Hit) Region {
	p := Nowhere()
	p.Job = h.Job
	switch h.Kind {
	case draw.OnNode:
		p.Node, p.Last = h.Node, h.Last
	case draw.OnSwitch:
		p.Switch = h.Switch
	case draw.OnLink:
		p.Cable = h.Cable
	case draw.OnBar:
		p.Node, p.Last, p.Aside = h.Node, h.Node, h.Frozen
	case draw.OnNothing, draw.OnPlot, draw.OnAxis:
		p.Job = workload.NoJob
	}
	if p.Outage = h.Outage + 1; p.Outage > 0 && h.Kind == draw.OnPlot {
		p.Node, p.Last = h.Node, h.Node
	}
	return p
}

// Region is the part of the pictures to which the pointer or a word in a text
// refers: a job, nodes, a switch, a cable, or an outage.
type Region struct {
	Job    workload.JobID
	Node   topology.NodeID // nodes Node to Last; -1 if there are none
	Last   topology.NodeID
	Switch draw.SwitchID
	Cable  int32  // number of the cable in the drawing, or -1
	Outage int32  // 1 plus the index of the node's outage in the timeline, or 0 if the node has no outage
	Aside  bool   // whether the node is only set aside for the growth of the job
	Word   string // mark of a word that refers to nodes or a time (see LitPlace), or ""
}

// Nowhere returns the empty region.
func Nowhere() Region {
	return Region{Job: workload.NoJob, Node: -1, Last: -1, Switch: draw.NoSwitch, Cable: -1}
}
