package workload

// Pattern says which processes of a job send to which. A process is a node of
// a job of whole nodes, a task of any other; processes are numbered from 0 in
// the order of the node list.
type Pattern uint8

// The patterns, by what process i sends to. Source: SOURCES.md NET.1.
const (
	Silent       Pattern = iota // nobody
	AllToAll                    // all others
	Ring                        // i+1, the last to the first
	Stencil2D                   // its neighbours in a grid as square as can be, without wrap
	Stencil3D                   // the same in three dimensions
	MasterWorker                // 0 to all others, all others to 0
	Tree                        // its parent and children in a binary tree
	Butterfly                   // i xor 2^k for each k
	RandomPairs                 // one other, drawn; every process receives from one
	Matrix                      // as Comm.Matrix says
	NumPatterns
)

// String is the name of the pattern in scenarios.
func (p Pattern) String() string {
	return [...]string{"none", "all-to-all", "ring", "stencil-2d", "stencil-3d", "master-worker", "tree", "butterfly", "random-pairs", "matrix"}[p]
}

// Comm is how the processes of a job talk while it runs. A job is one parallel
// task: computing and all flows advance together (as SimGrid's ptask_L07), so
// that it runs at full speed only while every link carries what its flows
// need.
type Comm struct {
	Pattern Pattern
	// Share is, in thousandths of the network's bandwidth, what the process
	// that sends or receives most needs while the job runs at full speed:
	// 1000 keeps its link busy all the time. The other flows follow from the
	// pattern. 0 if Bytes is given.
	Share int64
	// Bytes is what each flow carries over the whole run, or what a weight of 1
	// in Matrix stands for; 0 if Share is given.
	Bytes int64
	// Matrix holds the weights from process i to process j at i*processes+j;
	// nil unless Pattern is Matrix.
	Matrix []int32
	// Seed draws the pairs of RandomPairs.
	Seed int64
}
