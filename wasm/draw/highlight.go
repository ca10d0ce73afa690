package draw

import (
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Highlight is what stands out, in all panels alike. Start from NoHighlight:
// the zero value names job 0 and node 0.
type Highlight struct {
	Current  workload.JobID // the job of this step: accent outline and links
	Selected workload.JobID // the job that the reader chose: ink outline
	Pointed  workload.JobID // the job under the pointer, anywhere on the page: ink outline
	Node     topology.NodeID
	Switch   SwitchID
	Cable    int32 // -1: none
	// Candidate is a placement that is pointed at in the table of candidates:
	// its nodes get a dashed accent frame.
	Candidate cluster.Placement
}

// NoHighlight is a highlight of nothing.
func NoHighlight() Highlight {
	return Highlight{workload.NoJob, workload.NoJob, workload.NoJob, -1, NoSwitch, -1, nil}
}

// SwitchID names a switch of a Shape by level (0 the root) and place from the left.
type SwitchID struct{ Level, Place int32 }

// NoSwitch stands where no switch is meant.
var NoSwitch = SwitchID{-1, -1}

// HitKind is what kind of thing lies under a point.
type HitKind uint8

// The kinds of hits.
const (
	OnNothing HitKind = iota
	OnNode            // Node to Last (several where one cell stands for many) and Job, if one holds it
	OnSwitch          // Switch, Node to Last the nodes under it
	OnLink            // Cable; of a tree that from Switch up, Node to Last the nodes under it
	OnBar             // Job, Node, Time
	OnPromise         // Job, Time
	OnPlot            // an empty place of the timeline: Node, Time
	OnAxis            // the time axis: Time
)

// Hit is what lies under a point of a canvas. Fields that the kind does not
// name are -1, NoJob and NoSwitch.
type Hit struct {
	Kind       HitKind
	Node, Last topology.NodeID
	Job        workload.JobID
	Switch     SwitchID
	Cable      int32
	Time       int64 // simtime.Time in milliseconds
	Frozen     bool  // OnBar: the node is only set aside for the job
	Outage     int32 // OnBar, OnPlot: by place in Timeline.Outages; -1: the node works
}
