package scenarios

// Path is lessons in an order in which they build on each other.
type Path struct {
	Name    string // stable, for what is kept of it
	Title   string
	About   string   // one sentence
	After   []string // names of the paths that best come before
	Lessons []string // names, in order
}

// Paths are all of them, in the order in which they are best taken; every lesson
// is in one at least.
func Paths() []Path { return paths[:] }

var paths = [...]Path{
	{
		"topology", "Topology in 45 minutes",
		"Who goes first, what near means, why free nodes lie scattered, who fills the cables, and then you decide.",
		nil,
		[]string{"head-of-line", "easy-hole", "graph", "random", "fragmented", "interleaved", "uplinks", "hand-tree"},
	},
	{
		"backfilling", "Backfilling in 6 lessons",
		"Why a queue stands still, what may overtake, and what a promise is worth.",
		nil,
		[]string{"head-of-line", "easy-hole", "walltimes", "conservative", "depth", "rebuild"},
	},
	{
		"placing", "Where to place a job",
		"Which free nodes to take: by size, by distance, by speed, on trees, grids and machines drawn by hand.",
		nil,
		[]string{
			"best-fit", "shared-nodes", "random", "fragmented", "contiguous", "min-hops", "mdm", "mdm-tie", "sockets", "slurm", "star", "graph", "one-way", "torus", "mesh", "hypercube",
			"mc1x1", "mc1x1-inc", "gen-alg", "mm", "fastest-first", "sns", "snp", "ftsc", "ftscp", "windows",
		},
	},
	{
		"cables", "Sharing cables",
		"Jobs talk while they run: when closeness helps, when it hurts, and who pays for a full cable.",
		[]string{"placing"},
		[]string{"distance", "uplinks", "interleaved", "tapered", "dragonfly", "permutation", "latency", "mdm-tie", "hop-cost", "link-fails"},
	},
	{
		"promises", "Promises and deadlines",
		"Who goes first, who starves without a promise, and how deadlines are kept.",
		[]string{"backfilling"},
		[]string{
			"shortest", "longest", "smallest", "largest", "priority", "mpfs",
			"rescue", "system-reserve", "at-risk", "estimates", "parts", "in-time", "idle-share", "reallotted", "nested",
		},
	},
	{
		"by-hand", "You are the scheduler",
		"You start the jobs yourself, from filling a hole to beating EASY on a tree in pieces.",
		[]string{"backfilling", "placing"},
		[]string{"hand-hole", "hand-order", "hand-pack", "hand-easy", "hand-tree"},
	},
	{
		"growing", "Jobs that grow",
		"Jobs that take more nodes while they run, give some back, or choose their size at the start.",
		[]string{"backfilling"},
		[]string{"grow", "no-gain", "who-grows", "resubmit", "three-ways", "grow-online", "divided", "shrink", "moldable"},
	},
	{
		"limits", "GPUs and limits",
		"Weights, quotas, fair shares and cycles decide between jobs with GPUs and jobs without.",
		[]string{"backfilling"},
		[]string{"gpu-first", "gpu-last", "keep-gpus", "quota", "fpga", "fair-share", "queues", "cycle", "time-or-nodes"},
	},
	{
		"failing", "When things fail",
		"Nodes and links go down and come back: what is lost, who notices, and what can be saved.",
		[]string{"backfilling"},
		[]string{"node-fails", "checkpoints", "new-nodes", "heartbeat", "link-fails", "rollback", "grow-heartbeat"},
	},
	{
		"papers", "Read a paper: S0 … S4",
		"The five sources that this simulator implements, each by the lessons that show what it claims.",
		[]string{"backfilling", "placing"},
		[]string{
			"units", "exact-fit", "rounds", "hop-cost", "rescue", "system-reserve", "estimates", "grow", "resubmit", "gpu-first", "fair-share", "cycle",
			"mpfs", "fragmented", "mdm", "windows",
		},
	},
}
