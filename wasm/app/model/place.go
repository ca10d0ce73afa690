package model

import (
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/draw"
)

// JobPlace returns a region with a job alone.
func JobPlace(id workload.JobID) Region {
	p := Nowhere()
	p.Job = id
	return p
}

// HitPlace returns the region of what lies under the pointer.
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

// Region is a part of the machine or of the timeline.
type Region struct {
	Job    workload.JobID
	Node   topology.NodeID // -1: none
	Last   topology.NodeID
	Switch draw.SwitchID
	Cable  int32  // in the drawing; -1: none
	Outage int32  // of the node: 1 plus its index in the timeline; 0: none
	Aside  bool   // the node is only set aside for the job
	Word   string // mark of a word that stands for nodes or an instant; "": none
}

// Nowhere returns the empty region.
func Nowhere() Region {
	return Region{Job: workload.NoJob, Node: -1, Last: -1, Switch: draw.NoSwitch, Cable: -1}
}
