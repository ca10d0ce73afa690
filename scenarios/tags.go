package scenarios

// Tags say what a lesson is about, for lists that can be searched, and which
// picture shows it at a glance.
type Tags struct {
	Source  string   // the document whose claim it shows, "S0" to "S4", "classic" for what every textbook has, "" for ours
	Ideas   []string // at least one of Ideas
	Machine bool     // its picture is the machine, not the timeline
	At      int64    // when, in seconds: after all of that instant; Telling or AtEnd
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
	"easy-hole":      {"classic", []string{"backfilling", "reservations", "walltimes"}, false, 2400},
	"head-of-line":   {"classic", []string{"order"}, false, AtEnd},
	"conservative":   {"classic", []string{"backfilling", "reservations"}, false, AtEnd},
	"walltimes":      {"classic", []string{"walltimes", "reservations"}, false, AtEnd},
	"depth":          {"classic", []string{"reservations", "backfilling"}, false, AtEnd},
	"rebuild":        {"classic", []string{"reservations", "backfilling"}, false, Telling},
	"mpfs":           {"S4", []string{"starvation", "order"}, false, AtEnd},
	"shortest":       {"classic", []string{"order"}, false, AtEnd},
	"longest":        {"classic", []string{"order"}, false, AtEnd},
	"smallest":       {"classic", []string{"order"}, false, AtEnd},
	"largest":        {"classic", []string{"order", "starvation"}, false, AtEnd},
	"priority":       {"classic", []string{"order"}, false, AtEnd},
	"fragmented":     {"S4", []string{"locality", "fragmentation"}, true, 1200},
	"mdm":            {"S4", []string{"locality", "resources"}, true, Telling},
	"min-hops":       {"S0", []string{"locality", "topology"}, true, Telling},
	"random":         {"", []string{"locality"}, true, Telling},
	"contiguous":     {"S0", []string{"fragmentation"}, true, Telling},
	"shared-nodes":   {"", []string{"resources", "gpus"}, true, Telling},
	"best-fit":       {"classic", []string{"resources", "fragmentation"}, true, Telling},
	"torus":          {"S4", []string{"topology", "locality"}, true, Telling},
	"mesh":           {"S4", []string{"topology", "locality"}, true, Telling},
	"hypercube":      {"", []string{"topology", "locality"}, true, Telling},
	"dragonfly":      {"", []string{"topology", "network"}, true, Telling},
	"graph":          {"", []string{"topology", "locality"}, true, Telling},
	"slurm":          {"", []string{"topology", "locality"}, true, Telling},
	"star":           {"S4", []string{"topology", "resources"}, true, Telling},
	"fastest-first":  {"S3", []string{"resources"}, true, Telling},
	"sns":            {"S4", []string{"resources"}, true, Telling},
	"snp":            {"S4", []string{"resources"}, true, Telling},
	"ftsc":           {"S4", []string{"resources", "locality"}, true, Telling},
	"ftscp":          {"S4", []string{"resources", "locality"}, true, Telling},
	"mc1x1":          {"S4", []string{"locality", "topology"}, true, Telling},
	"mc1x1-inc":      {"S4", []string{"locality", "topology"}, true, Telling},
	"gen-alg":        {"S4", []string{"locality", "topology"}, true, Telling},
	"mm":             {"S4", []string{"locality", "topology"}, true, Telling},
	"uplinks":        {"", []string{"network", "locality"}, true, Telling},
	"interleaved":    {"", []string{"network"}, true, Telling},
	"tapered":        {"", []string{"network", "topology"}, true, Telling},
	"permutation":    {"", []string{"network"}, true, Telling},
	"distance":       {"", []string{"network", "locality"}, true, Telling},
	"grow":           {"S2", []string{"growth"}, false, Telling},
	"resubmit":       {"S2", []string{"growth"}, false, Telling},
	"no-gain":        {"S2", []string{"growth"}, false, AtEnd},
	"who-grows":      {"S2", []string{"growth", "order"}, false, AtEnd},
	"rollback":       {"S2", []string{"growth", "failures"}, false, AtEnd},
	"shrink":         {"", []string{"growth"}, false, Telling},
	"moldable":       {"", []string{"growth", "backfilling"}, false, Telling},
	"node-fails":     {"", []string{"failures"}, false, Telling},
	"heartbeat":      {"S2", []string{"failures"}, false, AtEnd},
	"checkpoints":    {"", []string{"failures"}, false, Telling},
	"link-fails":     {"", []string{"failures", "network"}, true, 450},
	"new-nodes":      {"S2", []string{"failures", "reservations"}, false, Telling},
	"units":          {"S0", []string{"units", "locality", "topology"}, true, Telling},
	"exact-fit":      {"S0", []string{"units", "fragmentation"}, true, Telling},
	"gpu-first":      {"S3", []string{"gpus", "order"}, false, Telling},
	"gpu-last":       {"S3", []string{"gpus", "order"}, false, Telling},
	"quota":          {"S3", []string{"quotas", "reservations"}, false, Telling},
	"keep-gpus":      {"S3", []string{"gpus", "resources"}, true, Telling},
	"cycle":          {"S3", []string{"order"}, false, AtEnd},
	"fair-share":     {"S3", []string{"quotas", "order"}, false, Telling},
	"rescue":         {"S1", []string{"deadlines", "quotas"}, false, AtEnd},
	"system-reserve": {"S1", []string{"deadlines", "quotas"}, false, Telling},
	"at-risk":        {"S1", []string{"deadlines", "quotas"}, false, Telling},
	"in-time":        {"S1", []string{"deadlines", "order"}, false, AtEnd},
	"estimates":      {"S1", []string{"deadlines", "walltimes"}, false, AtEnd},
	"parts":          {"S1", []string{"deadlines", "resources"}, false, AtEnd},
}
