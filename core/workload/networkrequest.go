package workload

import "hopyard/core/simtime"

// NetworkRequest holds what a job asks of the network. The zero value asks for
// nothing. Allocators that model Slurm's plugins follow its segments and switches,
// allocators that model Kubernetes follow the levels, and all others ignore it.
//
// Source: SOURCES.md PLACE.5 to PLACE.9; Slurm, sbatch(1); Kueue, "Topology Aware
// Scheduling".
type NetworkRequest struct {
	// Segment is the number of nodes in each segment (--segment). They share the
	// smallest block that would hold them idle, share a ring, or fill a box of a
	// torus. 0 means that the whole job is one
	// segment. Spread keeps segments off each other's base blocks
	// (--spread-segments). Consolidate puts all segments into the smallest block
	// that would hold them idle (--consolidate-segments).
	Segment             int32
	Spread, Consolidate bool

	// Exclusive keeps the base blocks of the job free of other jobs
	// (--exclusive=topo): it starts only in blocks in which no other job has a
	// node, and while it runs, no other job gets a node there.
	Exclusive bool

	// Switches is the largest number of leaf switches that the job accepts
	// (--switches). 0 means that it accepts any number. The limit ends once the job
	// has waited for SwitchWait.
	Switches   int32
	SwitchWait simtime.Duration

	// Level and SliceLevel are levels of the machine's topology.Hierarchy: 1 is the
	// level below the root, and Levels() stands for single nodes. Gather is the
	// job's request for a single domain of Level. Each Slice tasks (or nodes) must
	// be in a single domain of SliceLevel; 0 means that there are no slices.
	Gather            Gathering
	Level, SliceLevel int8
	Slice             int32
}

// UsualSwitchWait is the wait for few leaf switches of a job that does not state it:
// max_switch_wait of Slurm's SchedulerParameters.
const UsualSwitchWait = 300 * simtime.Second

// OnAnySwitches returns the request without its limit on leaf switches.
func (r *Request) OnAnySwitches() *Request {
	c := *r
	c.Network.Switches, c.Network.SwitchWait = 0, 0
	return &c
}

// LimitSwitches reports whether some job limits its leaf switches.
func LimitSwitches(jobs []Job) bool {
	for i := range jobs {
		if jobs[i].Network.Switches > 0 {
			return true
		}
	}
	return false
}

// Gathering is a job's request for a single domain of a level.
type Gathering uint8

// The ways to ask.
const (
	GatherFreely        Gathering = iota // says nothing; the same as GatherUnconstrained
	GatherRequired                       // the whole job in a single domain, or it waits
	GatherPreferred                      // in a single domain if possible, otherwise in one of a higher level, otherwise anywhere
	GatherUnconstrained                  // anywhere
)
