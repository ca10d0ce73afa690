package alloc

import "hopyard/core/workload"

// NetworkAware is an Allocator that heeds a part of what jobs ask of the network.
// All other allocators ignore these requests.
type NetworkAware interface {
	Allocator
	// Heeded returns the part of n that can change a placement. It leaves out what
	// the allocator ignores.
	Heeded(n workload.NetworkRequest) workload.NetworkRequest
}

// segmentSize returns the size of the segments that a job asks for.
func segmentSize(n workload.NetworkRequest) workload.NetworkRequest {
	return workload.NetworkRequest{Segment: n.Segment}
}

// singleDomain returns the request for a single domain of a level.
func singleDomain(n workload.NetworkRequest) workload.NetworkRequest {
	return workload.NetworkRequest{Gather: n.Gather, Level: n.Level}
}

// Heeded implements NetworkAware. SlurmTreeLimited heeds the limit on leaf switches,
// which the queue removes in time.
func (SlurmTree) Heeded(n workload.NetworkRequest) workload.NetworkRequest {
	return workload.NetworkRequest{Switches: n.Switches, SwitchWait: n.SwitchWait}
}

// Heeded implements NetworkAware.
func (SlurmBlock) Heeded(n workload.NetworkRequest) workload.NetworkRequest {
	return workload.NetworkRequest{Segment: n.Segment, Spread: n.Spread, Consolidate: n.Consolidate, Exclusive: n.Exclusive}
}

// Heeded implements NetworkAware.
func (SlurmRing) Heeded(n workload.NetworkRequest) workload.NetworkRequest { return segmentSize(n) }

// Heeded implements NetworkAware.
func (SlurmTorus) Heeded(n workload.NetworkRequest) workload.NetworkRequest { return segmentSize(n) }

// Heeded implements NetworkAware.
func (KueueTAS) Heeded(n workload.NetworkRequest) workload.NetworkRequest {
	return workload.NetworkRequest{Gather: n.Gather, Level: n.Level, SliceLevel: n.SliceLevel, Slice: n.Slice}
}

// Heeded implements NetworkAware.
func (VolcanoTopology) Heeded(n workload.NetworkRequest) workload.NetworkRequest {
	return singleDomain(n)
}

// Heeded implements NetworkAware.
func (KAITopology) Heeded(n workload.NetworkRequest) workload.NetworkRequest { return singleDomain(n) }

// Heeded implements NetworkAware.
func (Flux) Heeded(n workload.NetworkRequest) workload.NetworkRequest { return singleDomain(n) }

// Heeded implements NetworkAware.
func (PBSSets) Heeded(n workload.NetworkRequest) workload.NetworkRequest { return singleDomain(n) }
