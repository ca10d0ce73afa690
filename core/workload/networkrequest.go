package workload

// NetworkRequest holds what a job asks of the network. The zero value asks for
// nothing. Allocators that model the program in question follow it; all others
// ignore it.
//
// Source: SOURCES.md PLACE.5; Slurm, sbatch(1).
type NetworkRequest struct {
	// Segment is the number of nodes of a segment: the nodes of a segment share a
	// block (--segment). 0 if the whole job is one segment. Spread keeps any two
	// segments off the same base block (--spread-segments). Consolidate puts all
	// segments into one block that is as small as possible
	// (--consolidate-segments).
	Segment             int32
	Spread, Consolidate bool
}
