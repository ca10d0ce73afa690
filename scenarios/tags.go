package scenarios

// Tags say what a lesson is about, for lists that can be searched, and which
// picture shows it at a glance.
type Tags struct {
	Source  string   // the document whose claim it shows, "S0" to "S4", "classic" for what every textbook has, "" for ours
	Ideas   []string // at least one of Ideas
	Machine bool     // its picture is the machine, not the timeline
	At      int64    // when, in seconds: after all of that instant; Telling or AtEnd
	Until   int64    // the end of its timeline, in seconds; 0: of the run
}

// Moments of pictures that are no instants.
const (
	Telling = -1 // the first step that says most: a backfill, or a start
	AtEnd   = -2 // after the last step
)

// Sources are what lessons go back to, in order. README.md says which documents
// S0 to S4 are.
var Sources = [...]string{"classic", "S0", "S1", "S2", "S3", "S4"}

// Ideas are the words by which lessons are found, in the order in which a
// newcomer best meets them.
var Ideas = [...]string{
	"order", "backfilling", "reservations", "walltimes", "starvation",
	"locality", "fragmentation", "topology", "network", "resources",
	"growth", "failures", "units", "gpus", "quotas", "deadlines",
}

// tags are those of the lessons, by name.
var tags = map[string]Tags{
	"easy-hole":      {"classic", []string{"backfilling", "reservations", "walltimes"}, false, 2400, 0},
	"head-of-line":   {"classic", []string{"order"}, false, AtEnd, 0},
	"conservative":   {"classic", []string{"backfilling", "reservations"}, false, 490, 2700},
	"walltimes":      {"classic", []string{"walltimes", "reservations"}, false, AtEnd, 0},
	"depth":          {"classic", []string{"reservations", "backfilling"}, false, 610, 2700},
	"rebuild":        {"classic", []string{"reservations", "backfilling"}, false, Telling, 0},
	"mpfs":           {"S4", []string{"starvation", "order"}, false, AtEnd, 0},
	"shortest":       {"classic", []string{"order"}, false, AtEnd, 0},
	"longest":        {"classic", []string{"order"}, false, AtEnd, 0},
	"smallest":       {"classic", []string{"order"}, false, AtEnd, 0},
	"largest":        {"classic", []string{"order", "starvation"}, false, AtEnd, 0},
	"priority":       {"classic", []string{"order"}, false, AtEnd, 0},
	"fragmented":     {"S4", []string{"locality", "fragmentation"}, true, 1200, 0},
	"windows":        {"S4", []string{"reservations", "locality"}, true, 60, 0},
	"mdm-tie":        {"S4", []string{"locality", "network"}, true, Telling, 0},
	"mdm":            {"S4", []string{"locality", "resources"}, true, Telling, 0},
	"min-hops":       {"S0", []string{"locality", "topology"}, true, Telling, 0},
	"random":         {"", []string{"locality"}, true, Telling, 0},
	"contiguous":     {"S0", []string{"fragmentation"}, true, Telling, 0},
	"shared-nodes":   {"", []string{"resources", "gpus"}, true, Telling, 0},
	"sockets":        {"S4", []string{"locality", "resources"}, true, 1500, 0},
	"best-fit":       {"classic", []string{"resources", "fragmentation"}, true, Telling, 0},
	"torus":          {"S4", []string{"topology", "locality"}, true, Telling, 0},
	"mesh":           {"S4", []string{"topology", "locality"}, true, Telling, 0},
	"hypercube":      {"", []string{"topology", "locality"}, true, Telling, 0},
	"dragonfly":      {"", []string{"topology", "network"}, true, Telling, 0},
	"graph":          {"", []string{"topology", "locality"}, true, Telling, 0},
	"slurm":          {"", []string{"topology", "locality"}, true, Telling, 0},
	"star":           {"S4", []string{"topology", "resources"}, true, Telling, 0},
	"fastest-first":  {"S3", []string{"resources"}, true, Telling, 0},
	"sns":            {"S4", []string{"resources"}, true, Telling, 0},
	"snp":            {"S4", []string{"resources"}, true, Telling, 0},
	"ftsc":           {"S4", []string{"resources", "locality"}, true, Telling, 0},
	"ftscp":          {"S4", []string{"resources", "locality"}, true, Telling, 0},
	"mc1x1":          {"S4", []string{"locality", "topology"}, true, Telling, 0},
	"mc1x1-inc":      {"S4", []string{"locality", "topology"}, true, Telling, 0},
	"gen-alg":        {"S4", []string{"locality", "topology"}, true, Telling, 0},
	"mm":             {"S4", []string{"locality", "topology"}, true, Telling, 0},
	"latency":        {"S4", []string{"network", "locality"}, true, Telling, 0},
	"uplinks":        {"", []string{"network", "locality"}, true, Telling, 0},
	"interleaved":    {"", []string{"network"}, true, Telling, 0},
	"tapered":        {"", []string{"network", "topology"}, true, Telling, 0},
	"permutation":    {"", []string{"network"}, true, Telling, 0},
	"distance":       {"", []string{"network", "locality"}, true, Telling, 0},
	"grow":           {"S2", []string{"growth"}, false, Telling, 0},
	"resubmit":       {"S2", []string{"growth"}, false, Telling, 0},
	"no-gain":        {"S2", []string{"growth"}, false, AtEnd, 0},
	"who-grows":      {"S2", []string{"growth", "order"}, false, AtEnd, 0},
	"grow-online":    {"S2", []string{"growth", "failures"}, false, 1200, 0},
	"grow-heartbeat": {"S2", []string{"growth", "failures"}, false, AtEnd, 0},
	"rollback":       {"S2", []string{"growth", "failures"}, false, AtEnd, 0},
	"shrink":         {"", []string{"growth"}, false, Telling, 0},
	"moldable":       {"", []string{"growth", "backfilling"}, false, Telling, 0},
	"node-fails":     {"", []string{"failures"}, false, Telling, 0},
	"heartbeat":      {"S2", []string{"failures"}, false, AtEnd, 0},
	"checkpoints":    {"", []string{"failures"}, false, Telling, 0},
	"link-fails":     {"", []string{"failures", "network"}, true, 450, 0},
	"new-nodes":      {"S2", []string{"failures", "reservations"}, false, Telling, 0},
	"units":          {"S0", []string{"units", "locality", "topology"}, true, Telling, 0},
	"exact-fit":      {"S0", []string{"units", "fragmentation"}, true, Telling, 0},
	"rounds":         {"S0", []string{"units"}, true, Telling, 0},
	"hop-cost":       {"S0", []string{"units", "network", "locality"}, true, Telling, 0},
	"gpu-first":      {"S3", []string{"gpus", "order"}, false, Telling, 0},
	"gpu-last":       {"S3", []string{"gpus", "order"}, false, Telling, 0},
	"quota":          {"S3", []string{"quotas", "reservations"}, false, Telling, 0},
	"keep-gpus":      {"S3", []string{"gpus", "resources"}, true, Telling, 0},
	"fpga":           {"S3", []string{"resources", "quotas"}, false, 240, 0},
	"cycle":          {"S3", []string{"order"}, false, AtEnd, 0},
	"queues":         {"S3", []string{"order", "reservations"}, false, Telling, 0},
	"fair-share":     {"S3", []string{"quotas", "order"}, false, Telling, 0},
	"rescue":         {"S1", []string{"deadlines", "quotas"}, false, AtEnd, 0},
	"system-reserve": {"S1", []string{"deadlines", "quotas"}, false, Telling, 0},
	"at-risk":        {"S1", []string{"deadlines", "quotas"}, false, Telling, 0},
	"in-time":        {"S1", []string{"deadlines", "order"}, false, AtEnd, 0},
	"estimates":      {"S1", []string{"deadlines", "walltimes"}, false, AtEnd, 0},
	"parts":          {"S1", []string{"deadlines", "resources"}, false, AtEnd, 0},
}
