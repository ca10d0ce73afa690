package metrics

import "strconv"

// Direction says which way a figure is better.
type Direction int8

// The directions of figures.
const (
	Neither      Direction = 0
	LowerBetter  Direction = -1
	HigherBetter Direction = 1
)

// Group is what figures are about.
type Group uint8

// The groups: what became of the jobs, S4's five criteria (SOURCES.md METRIC.2),
// then those of S1 to S3.
const (
	InJobs Group = iota
	InPerformance
	InResourceUse
	InBalance
	InService
	InCommunication
	InDeadlines
	InUsers
	InSizes
	InFailures
	NumGroups
)

// String is what the group is called.
func (g Group) String() string {
	return [...]string{
		"Jobs", "Performance", "Use of memory, disk and GPUs", "Balance of nodes", "Guaranteed service", "Communication", "Deadlines", "Users and priorities",
		"Changes of size", "Failures",
	}[g]
}

// Figure is one figure with what people need to read it.
type Figure struct {
	Key    string // as --metrics names it
	Title  string
	Unit   string // "s", "", "%" (value in 0..1), "hops", "jobs"
	Better Direction
	Group  Group  // what it is about
	Term   string // of the glossary, that explains it; "" for none
	Value  float64
	If     string // key of the figure without which this one says nothing, where that is 0; "": it always does
}

// Shown are the figures that say something: a run without deadlines keeps none
// and misses none.
func (f *Figures) Shown() []Figure {
	var out []Figure
	list := f.List()
	for i := range list {
		if Says(list, i) {
			out = append(out, list[i])
		}
	}
	return out
}

// Says reports whether figure i of a List says something. Cost: O(figures).
func Says(list []Figure, i int) bool {
	if list[i].If == "" {
		return true
	}
	for k := range list {
		if list[k].Key == list[i].If {
			return list[k].Value != 0
		}
	}
	return false
}

// List returns the figures in a fixed order. One that is added has a line here or
// in Disciplines.
func (f *Figures) List() []Figure {
	return append(f.usual(), f.Disciplines.list()...)
}

func (f *Figures) usual() []Figure {
	return []Figure{
		{"jobs", "Jobs ended", "jobs", Neither, InJobs, "", float64(f.Jobs), ""},
		{"killed", "Killed at their walltime", "jobs", LowerBetter, InJobs, "walltime", float64(f.Killed), ""},
		{"failed", "Failed with their nodes", "jobs", LowerBetter, InJobs, "failure", float64(f.Failed), "failed"},
		{"rejected", "Rejected", "jobs", LowerBetter, InJobs, "", float64(f.Rejected), ""},
		{"makespan", "Makespan", "s", LowerBetter, InPerformance, "makespan", f.Makespan, ""},
		{"mean_wait", "Mean wait", "s", LowerBetter, InPerformance, "wait", f.MeanWait, ""},
		{"max_wait", "Longest wait", "s", LowerBetter, InService, "wait", f.MaxWait, ""},
		{"mean_response", "Mean response", "s", LowerBetter, InPerformance, "response", f.MeanResponse, ""},
		{"mean_slowdown", "Mean slowdown", "", LowerBetter, InPerformance, "", f.MeanSlowdown, ""},
		{"mean_bounded_slowdown", "Bounded slowdown", "", LowerBetter, InPerformance, "bounded-slowdown", f.MeanBoundedSlowdown, ""},
		{"utilization", "Utilization", "%", HigherBetter, InPerformance, "utilization", f.Utilization, ""},
		{"mean_pairwise_hops", "Hops over all pairs", "hops", LowerBetter, InCommunication, "hop", f.MeanPairwiseHops, ""},
		{"mean_max_hops", "Longest path", "hops", LowerBetter, InCommunication, "hop", f.MeanMaxHops, ""},
		{"mean_hops_per_pair", "Hops per pair", "hops", LowerBetter, InCommunication, "hops-per-pair", f.MeanHopsPerPair, ""},
		{"fragmentation", "Fragmentation", "%", LowerBetter, InPerformance, "fragmentation", f.Fragmentation, ""},
		{"lost_capacity", "Lost capacity", "%", LowerBetter, InPerformance, "lost-capacity", f.LostCapacity, ""},
		{"memory_use", "Memory in use", "%", HigherBetter, InResourceUse, "", f.MemoryUse, ""},
		{"disk_use", "Disk in use", "%", HigherBetter, InResourceUse, "", f.DiskUse, ""},
		{"gpu_use", "GPUs in use", "%", HigherBetter, InResourceUse, "", f.GPUUse, "gpu_use"},
		{"own_use", "Own resources in use", "%", HigherBetter, InResourceUse, "own-resource", f.OwnUse, "own_use"},
		{"balance", "Imbalance of nodes", "", LowerBetter, InBalance, "balance", f.Balance, ""},
		{"p95_wait", "Wait, 95th percentile", "s", LowerBetter, InService, "wait", f.P95Wait, ""},
		{"p99_wait", "Wait, 99th percentile", "s", LowerBetter, InService, "wait", f.P99Wait, ""},
		{"overtaken", "Jobs overtaken often", "jobs", LowerBetter, InService, "backfill", float64(f.Overtaken), ""},
		{"max_slowdown", "Worst slowdown", "", LowerBetter, InService, "", f.MaxSlowdown, ""},
		{"mean_pairwise_distance", "Distance per pair", "links", LowerBetter, InCommunication, "distance", f.MeanPairDistance, ""},
		{"mean_max_distance", "Longest distance", "links", LowerBetter, InCommunication, "distance", f.MeanMaxDistance, ""},
		{"comm_slowdown", "Slowed by communication", "", LowerBetter, InCommunication, "link-load", f.CommSlowdown, ""},
		{"max_link_load", "Highest link load", "%", LowerBetter, InCommunication, "link-load", f.MaxLinkLoad, ""},
		{"mean_link_load", "Mean link load", "%", LowerBetter, InCommunication, "link-load", f.MeanLinkLoad, ""},
	}
}

// JSON is the figures as a JSON object with the keys of --metrics, in a fixed
// order, one a line.
func (f *Figures) JSON() []byte {
	dst := []byte("{\n")
	for i, x := range f.List() {
		if i > 0 {
			dst = append(dst, ",\n"...)
		}
		dst = append(dst, "  \""+x.Key+"\": "...)
		dst = strconv.AppendFloat(dst, x.Value, 'f', -1, 64)
	}
	return append(dst, "\n}\n"...)
}
