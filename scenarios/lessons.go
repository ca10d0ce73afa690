package scenarios

// Tags is information that lists of lessons need: terms to search for, and settings
// of the thumbnail.
type Tags struct {
	Source  string   // document S0 to S4 that makes the claim shown by the lesson; "classic" for textbook knowledge; "" if the lesson is Hopyard's own idea
	Ideas   []string // subjects of the lesson; at least one, all from the list Ideas
	Machine bool     // whether the thumbnail shows the machine; otherwise it shows the timeline
	At      int64    // simulated time that the thumbnail shows, in seconds, after all events at that time; may also be one of the constants Telling and AtEnd
	Until   int64    // end of the thumbnail's timeline in seconds; 0 for the end of the run
}

// Special values of Tags.At.
const (
	Telling = -1 // the first step in which a job is backfilled; if there is none, the first step in which a job starts
	AtEnd   = -2 // the state after the last step
)

// Sources lists the possible sources of lessons, in order. README.md describes the
// documents S0 to S4.
var Sources = [...]string{"classic", "S0", "S1", "S2", "S3", "S4"}

// Ideas lists the subjects of lessons. The subjects are in the order in which a
// newcomer should meet them.
var Ideas = [...]string{
	"order", "backfilling", "reservations", "walltimes", "starvation",
	"locality", "fragmentation", "topology", "network", "resources",
	"growth", "failures", "units", "gpus", "quotas", "deadlines",
}

// lessons lists all lessons by group. The lessons are in the order in which a
// reader should meet them. A lesson's file has the same name as the lesson.
var lessons = [...]struct {
	group string
	name  string
	tags  Tags
}{
	{"Queues", "easy-hole", Tags{"classic", []string{"backfilling", "reservations", "walltimes"}, false, 2400, 0}},
	{"Queues", "head-of-line", Tags{"classic", []string{"order"}, false, AtEnd, 0}},
	{"Queues", "conservative", Tags{"classic", []string{"backfilling", "reservations"}, false, 490, 2700}},
	{"Queues", "walltimes", Tags{"classic", []string{"walltimes", "reservations"}, false, AtEnd, 0}},
	{"Queues", "depth", Tags{"classic", []string{"reservations", "backfilling"}, false, 610, 2700}},
	{"Queues", "rebuild", Tags{"classic", []string{"reservations", "backfilling"}, false, Telling, 0}},
	{"Queues", "windows", Tags{"S4", []string{"reservations", "locality"}, true, 60, 0}},
	{"Queues", "mpfs", Tags{"S4", []string{"starvation", "order"}, false, AtEnd, 0}},
	{"Queues", "hand-hole", Tags{"", []string{"backfilling", "reservations"}, false, Telling, 0}},
	{"Queues", "hand-order", Tags{"", []string{"order"}, false, Telling, 0}},
	{"Queues", "hand-pack", Tags{"", []string{"order", "fragmentation"}, false, Telling, 0}},
	{"Queues", "hand-easy", Tags{"", []string{"backfilling", "order"}, false, Telling, 0}},
	{"Queues", "hand-tree", Tags{"", []string{"locality"}, true, Telling, 0}},
	{"Orders", "shortest", Tags{"classic", []string{"order"}, false, AtEnd, 0}},
	{"Orders", "longest", Tags{"classic", []string{"order"}, false, AtEnd, 0}},
	{"Orders", "smallest", Tags{"classic", []string{"order"}, false, AtEnd, 0}},
	{"Orders", "largest", Tags{"classic", []string{"order", "starvation"}, false, AtEnd, 0}},
	{"Orders", "priority", Tags{"classic", []string{"order"}, false, AtEnd, 0}},
	{"Placement", "fragmented", Tags{"S4", []string{"locality", "fragmentation"}, true, 1200, 0}},
	{"Placement", "mdm", Tags{"S4", []string{"locality", "resources"}, true, Telling, 0}},
	{"Placement", "mdm-tie", Tags{"S4", []string{"locality", "network"}, true, Telling, 0}},
	{"Placement", "min-hops", Tags{"S0", []string{"locality", "topology"}, true, Telling, 0}},
	{"Placement", "random", Tags{"", []string{"locality"}, true, Telling, 0}},
	{"Placement", "contiguous", Tags{"S0", []string{"fragmentation"}, true, Telling, 0}},
	{"Placement", "shared-nodes", Tags{"", []string{"resources", "gpus"}, true, Telling, 0}},
	{"Placement", "sockets", Tags{"S4", []string{"locality", "resources"}, true, 1500, 0}},
	{"Placement", "best-fit", Tags{"classic", []string{"resources", "fragmentation"}, true, Telling, 0}},
	{"Machines", "torus", Tags{"S4", []string{"topology", "locality"}, true, Telling, 0}},
	{"Machines", "mesh", Tags{"S4", []string{"topology", "locality"}, true, Telling, 0}},
	{"Machines", "hypercube", Tags{"", []string{"topology", "locality"}, true, Telling, 0}},
	{"Machines", "dragonfly", Tags{"", []string{"topology", "network"}, true, Telling, 0}},
	{"Machines", "graph", Tags{"", []string{"topology", "locality"}, true, Telling, 0}},
	{"Machines", "slurm", Tags{"", []string{"topology", "locality"}, true, Telling, 0}},
	{"Machines", "star", Tags{"S4", []string{"topology", "resources"}, true, Telling, 0}},
	{"Machines", "one-way", Tags{"S4", []string{"topology", "locality"}, true, Telling, 0}},
	{"Clusters of today", "spare-node", Tags{"", []string{"topology", "failures"}, true, Telling, 0}},
	{"Clusters of today", "segments", Tags{"", []string{"topology", "locality"}, true, Telling, 0}},
	{"Clusters of today", "padding", Tags{"", []string{"topology", "locality"}, true, Telling, 0}},
	{"Clusters of today", "required", Tags{"", []string{"locality", "topology"}, true, Telling, 0}},
	{"Clusters of today", "compaction", Tags{"", []string{"fragmentation", "locality"}, true, Telling, 0}},
	{"Clusters of today", "gang", Tags{"", []string{"fragmentation", "gpus"}, true, Telling, 0}},
	{"Clusters of today", "borrowing", Tags{"", []string{"quotas", "gpus"}, true, Telling, 0}},
	{"Clusters of today", "reclaim", Tags{"", []string{"quotas"}, true, Telling, 0}},
	{"Clusters of today", "packed-rack", Tags{"", []string{"quotas", "fragmentation"}, true, Telling, 0}},
	{"Clusters of today", "preemption", Tags{"", []string{"order"}, false, Telling, 0}},
	{"Clusters of today", "placers", Tags{"", []string{"locality", "topology"}, true, Telling, 0}},
	{"Why is my job pending?", "priority-parts", Tags{"", []string{"order"}, false, AtEnd, 0}},
	{"Why is my job pending?", "fair-month", Tags{"", []string{"order", "quotas"}, false, AtEnd, 0}},
	{"Why is my job pending?", "honest", Tags{"", []string{"walltimes", "backfilling"}, false, AtEnd, 0}},
	{"Why is my job pending?", "user-limit", Tags{"", []string{"quotas"}, false, AtEnd, 0}},
	{"Why is my job pending?", "cleaner-night", Tags{"", []string{"resources"}, false, AtEnd, 0}},
	{"Why is my job pending?", "array", Tags{"", []string{"order"}, false, AtEnd, 0}},
	{"Why is my job pending?", "dependency", Tags{"", []string{"order"}, false, AtEnd, 0}},
	{"Why is my job pending?", "maintenance", Tags{"", []string{"reservations"}, true, Telling, 0}},
	{"Why is my job pending?", "drained-rack", Tags{"", []string{"failures", "topology"}, true, Telling, 0}},
	{"Why is my job pending?", "first-jobs", Tags{"", []string{"backfilling"}, true, 300, 0}},
	{"Why is my job pending?", "suspended", Tags{"", []string{"order"}, false, Telling, 0}},
	{"Why is my job pending?", "two-parts", Tags{"", []string{"backfilling"}, false, 600, 0}},
	{"Why is my job pending?", "named-nodes", Tags{"", []string{"reservations", "backfilling"}, false, 1200, 0}},
	{"Nodes that differ", "fastest-first", Tags{"S3", []string{"resources"}, true, Telling, 0}},
	{"Nodes that differ", "sns", Tags{"S4", []string{"resources"}, true, Telling, 0}},
	{"Nodes that differ", "snp", Tags{"S4", []string{"resources"}, true, Telling, 0}},
	{"Nodes that differ", "ftsc", Tags{"S4", []string{"resources", "locality"}, true, Telling, 0}},
	{"Nodes that differ", "ftscp", Tags{"S4", []string{"resources", "locality"}, true, Telling, 0}},
	{"On a mesh", "mc1x1", Tags{"S4", []string{"locality", "topology"}, true, Telling, 0}},
	{"On a mesh", "mc1x1-inc", Tags{"S4", []string{"locality", "topology"}, true, Telling, 0}},
	{"On a mesh", "gen-alg", Tags{"S4", []string{"locality", "topology"}, true, Telling, 0}},
	{"On a mesh", "mm", Tags{"S4", []string{"locality", "topology"}, true, Telling, 0}},
	{"Sharing the network", "uplinks", Tags{"", []string{"network", "locality"}, true, Telling, 0}},
	{"Sharing the network", "interleaved", Tags{"", []string{"network"}, true, Telling, 0}},
	{"Sharing the network", "tapered", Tags{"", []string{"network", "topology"}, true, Telling, 0}},
	{"Sharing the network", "permutation", Tags{"", []string{"network"}, true, Telling, 0}},
	{"Sharing the network", "distance", Tags{"", []string{"network", "locality"}, true, Telling, 0}},
	{"Sharing the network", "latency", Tags{"S4", []string{"network", "locality"}, true, Telling, 0}},
	{"Jobs that grow", "grow", Tags{"S2", []string{"growth"}, false, Telling, 0}},
	{"Jobs that grow", "resubmit", Tags{"S2", []string{"growth"}, false, Telling, 0}},
	{"Jobs that grow", "no-gain", Tags{"S2", []string{"growth"}, false, AtEnd, 0}},
	{"Jobs that grow", "who-grows", Tags{"S2", []string{"growth", "order"}, false, AtEnd, 0}},
	{"Jobs that grow", "grow-online", Tags{"S2", []string{"growth", "failures"}, false, 1200, 0}},
	{"Jobs that grow", "grow-heartbeat", Tags{"S2", []string{"growth", "failures"}, false, AtEnd, 0}},
	{"Jobs that grow", "rollback", Tags{"S2", []string{"growth", "failures"}, false, AtEnd, 0}},
	{"Jobs that grow", "shrink", Tags{"", []string{"growth"}, false, Telling, 0}},
	{"Jobs that grow", "moldable", Tags{"", []string{"growth", "backfilling"}, false, Telling, 0}},
	{"Jobs that grow", "three-ways", Tags{"S2", []string{"growth"}, false, AtEnd, 0}},
	{"Jobs that grow", "divided", Tags{"S2", []string{"growth"}, false, AtEnd, 0}},
	{"Machines that change", "node-fails", Tags{"", []string{"failures"}, false, Telling, 0}},
	{"Machines that change", "heartbeat", Tags{"S2", []string{"failures"}, false, AtEnd, 0}},
	{"Machines that change", "checkpoints", Tags{"", []string{"failures"}, false, Telling, 0}},
	{"Machines that change", "link-fails", Tags{"", []string{"failures", "network"}, true, 450, 0}},
	{"Machines that change", "new-nodes", Tags{"S2", []string{"failures", "reservations"}, false, Telling, 0}},
	{"Batches on fat trees", "units", Tags{"S0", []string{"units", "locality", "topology"}, true, Telling, 0}},
	{"Batches on fat trees", "exact-fit", Tags{"S0", []string{"units", "fragmentation"}, true, Telling, 0}},
	{"Batches on fat trees", "rounds", Tags{"S0", []string{"units"}, true, Telling, 0}},
	{"Batches on fat trees", "hop-cost", Tags{"S0", []string{"units", "network", "locality"}, true, Telling, 0}},
	{"CPU and GPU", "gpu-first", Tags{"S3", []string{"gpus", "order"}, false, Telling, 0}},
	{"CPU and GPU", "gpu-last", Tags{"S3", []string{"gpus", "order"}, false, Telling, 0}},
	{"CPU and GPU", "quota", Tags{"S3", []string{"quotas", "reservations"}, false, Telling, 0}},
	{"CPU and GPU", "keep-gpus", Tags{"S3", []string{"gpus", "resources"}, true, Telling, 0}},
	{"CPU and GPU", "fpga", Tags{"S3", []string{"resources", "quotas"}, false, 240, 0}},
	{"CPU and GPU", "cycle", Tags{"S3", []string{"order"}, false, AtEnd, 0}},
	{"CPU and GPU", "queues", Tags{"S3", []string{"order", "reservations"}, false, Telling, 0}},
	{"CPU and GPU", "fair-share", Tags{"S3", []string{"quotas", "order"}, false, Telling, 0}},
	{"CPU and GPU", "time-or-nodes", Tags{"S3", []string{"reservations", "backfilling"}, false, 1200, 0}},
	{"Deadlines and allotments", "rescue", Tags{"S1", []string{"deadlines", "quotas"}, false, AtEnd, 0}},
	{"Deadlines and allotments", "system-reserve", Tags{"S1", []string{"deadlines", "quotas"}, false, Telling, 0}},
	{"Deadlines and allotments", "at-risk", Tags{"S1", []string{"deadlines", "quotas"}, false, Telling, 0}},
	{"Deadlines and allotments", "in-time", Tags{"S1", []string{"deadlines", "order"}, false, AtEnd, 0}},
	{"Deadlines and allotments", "estimates", Tags{"S1", []string{"deadlines", "walltimes"}, false, AtEnd, 0}},
	{"Deadlines and allotments", "parts", Tags{"S1", []string{"deadlines", "resources"}, false, AtEnd, 0}},
	{"Deadlines and allotments", "idle-share", Tags{"S1", []string{"deadlines", "quotas"}, false, 3300, 0}},
	{"Deadlines and allotments", "reallotted", Tags{"S1", []string{"quotas", "deadlines"}, false, 2400, 0}},
	{"Deadlines and allotments", "nested", Tags{"S1", []string{"deadlines", "resources"}, false, AtEnd, 0}},
}
