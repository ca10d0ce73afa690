package workload

// NetworkRequest holds what a job asks of the network. The zero value asks for
// nothing. Allocators that model Slurm's blocks follow it; all others ignore it.
//
// Source: SOURCES.md PLACE.5; Slurm, sbatch(1).
type NetworkRequest struct {
	// Segment is the number of nodes in each segment (--segment). They share the
	// smallest block that would hold them idle. 0 means that the whole job is one
	// segment. Spread keeps segments off each other's base blocks
	// (--spread-segments). Consolidate puts all segments into the smallest block
	// that would hold them idle (--consolidate-segments).
	Segment             int32
	Spread, Consolidate bool
}
