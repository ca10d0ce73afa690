package workload

// Pattern determines which processes of a job send data to which. A process is a
// node of a job of whole nodes, or a task of any other job. Processes are numbered
// from 0 in the order of the node list.
type Pattern uint8

// Communication patterns. Each comment lists the processes to which process i
// sends. Source: SOURCES.md NET.1.
const (
	Silent       Pattern = iota // none
	AllToAll                    // all others
	Ring                        // i+1; the last process sends to the first
	Stencil2D                   // the neighbours in a grid that is as square as possible and does not wrap around
	Stencil3D                   // the neighbours in such a grid of three dimensions
	MasterWorker                // process 0 sends to all others, and all others to process 0
	Tree                        // the parent and the children in a binary tree
	Butterfly                   // i xor 2^k for every k, if there is such a process
	RandomPairs                 // a random other process; every process receives from exactly one other process
	Matrix                      // given by Comm.Matrix
	NumPatterns
)

// String returns the name of the pattern in scenarios.
func (p Pattern) String() string {
	return [...]string{"none", "all-to-all", "ring", "stencil-2d", "stencil-3d", "master-worker", "tree", "butterfly", "random-pairs", "matrix"}[p]
}

// Comm describes how the processes of a job communicate while it runs. A job is
// modelled as a single parallel task in which computation and all flows progress
// together (as SimGrid's ptask_L07). It therefore runs at full speed only if every
// link has the bandwidth that the flows need.
type Comm struct {
	Pattern Pattern
	// Share is the bandwidth that the busiest sender or receiver needs while the
	// job runs at full speed, in thousandths of the bandwidth of the network. At
	// 1000 the link of that process is always busy. The needs of the other flows
	// follow from the pattern. Share is 0 if Bytes is given.
	Share int64
	// Bytes is the amount of data of each flow over the whole run. With the pattern
	// Matrix, it is the amount for a weight of 1. It is 0 if Share is given.
	Bytes int64
	// Matrix holds the weight of the flow from process i to process j at index
	// i*processes+j. It is nil unless Pattern is Matrix.
	Matrix []int32
	// Seed is the seed for the pairs of RandomPairs.
	Seed int64
}
