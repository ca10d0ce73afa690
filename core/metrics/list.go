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

// Figure is one figure with what people need to read it.
type Figure struct {
	Key    string // as --metrics names it
	Title  string
	Unit   string // "s", "", "%" (value in 0..1), "hops", "jobs"
	Better Direction
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

// List returns the figures in a fixed order.
func (f *Figures) List() []Figure {
	return append(f.usual(), f.Disciplines.list()...)
}

func (f *Figures) usual() []Figure {
	return []Figure{
		{"jobs", "Jobs ended", "jobs", Neither, float64(f.Jobs), ""},
		{"killed", "Killed at their walltime", "jobs", LowerBetter, float64(f.Killed), ""},
		{"failed", "Failed with their nodes", "jobs", LowerBetter, float64(f.Failed), "failed"},
		{"rejected", "Rejected", "jobs", LowerBetter, float64(f.Rejected), ""},
		{"makespan", "Makespan", "s", LowerBetter, f.Makespan, ""},
		{"mean_wait", "Mean wait", "s", LowerBetter, f.MeanWait, ""},
		{"max_wait", "Longest wait", "s", LowerBetter, f.MaxWait, ""},
		{"mean_response", "Mean response", "s", LowerBetter, f.MeanResponse, ""},
		{"mean_slowdown", "Mean slowdown", "", LowerBetter, f.MeanSlowdown, ""},
		{"mean_bounded_slowdown", "Bounded slowdown", "", LowerBetter, f.MeanBoundedSlowdown, ""},
		{"utilization", "Utilization", "%", HigherBetter, f.Utilization, ""},
		{"mean_pairwise_hops", "Hops over all pairs", "hops", LowerBetter, f.MeanPairwiseHops, ""},
		{"mean_max_hops", "Longest path", "hops", LowerBetter, f.MeanMaxHops, ""},
		{"mean_hops_per_pair", "Hops per pair", "hops", LowerBetter, f.MeanHopsPerPair, ""},
		{"fragmentation", "Fragmentation", "%", LowerBetter, f.Fragmentation, ""},
		{"lost_capacity", "Lost capacity", "%", LowerBetter, f.LostCapacity, ""},
		{"memory_use", "Memory in use", "%", HigherBetter, f.MemoryUse, ""},
		{"disk_use", "Disk in use", "%", HigherBetter, f.DiskUse, ""},
		{"gpu_use", "GPUs in use", "%", HigherBetter, f.GPUUse, "gpu_use"},
		{"own_use", "Own resources in use", "%", HigherBetter, f.OwnUse, "own_use"},
		{"balance", "Imbalance of nodes", "", LowerBetter, f.Balance, ""},
		{"p95_wait", "Wait, 95th percentile", "s", LowerBetter, f.P95Wait, ""},
		{"p99_wait", "Wait, 99th percentile", "s", LowerBetter, f.P99Wait, ""},
		{"overtaken", "Jobs overtaken often", "jobs", LowerBetter, float64(f.Overtaken), ""},
		{"max_slowdown", "Worst slowdown", "", LowerBetter, f.MaxSlowdown, ""},
		{"mean_pairwise_distance", "Distance per pair", "links", LowerBetter, f.MeanPairDistance, ""},
		{"mean_max_distance", "Longest distance", "links", LowerBetter, f.MeanMaxDistance, ""},
		{"comm_slowdown", "Slowed by communication", "", LowerBetter, f.CommSlowdown, ""},
		{"max_link_load", "Highest link load", "%", LowerBetter, f.MaxLinkLoad, ""},
		{"mean_link_load", "Mean link load", "%", LowerBetter, f.MeanLinkLoad, ""},
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
