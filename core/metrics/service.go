package metrics

import (
	"math"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// waitsOf are the waits of started jobs, ascending.
func waitsOf(out []Outcome) []simtime.Time {
	var waits []simtime.Time
	for i := range out {
		if out[i].Started() {
			waits = append(waits, simtime.Time(out[i].Waited))
		}
	}
	slices.Sort(waits)
	return waits
}

// percentile is, in seconds, the least of sorted times that at least so many
// percent of them do not exceed; 0 of none.
func percentile(sorted []simtime.Time, percent int) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return float64(sorted[(len(sorted)*percent+99)/100-1]) / 1000
}

// oftenOvertaken is how many later jobs may start before a job without its
// counting as overtaken (INFERRED: SOURCES.md METRIC.2).
const oftenOvertaken = 5

// overtaken is how many started jobs more than oftenOvertaken jobs that were
// submitted later started before. Cost: O(jobs·log jobs).
func overtaken(out []Outcome) int64 {
	var starts []simtime.Time
	for i := range out {
		if out[i].Started() {
			starts = append(starts, out[i].First)
		}
	}
	sorted := slices.Clone(starts)
	slices.Sort(sorted)
	later := make([]int32, len(sorted)+1) // a Fenwick tree over starts, of the jobs after i
	often := int64(0)
	for _, start := range slices.Backward(starts) {
		at, _ := slices.BinarySearch(sorted, start) // starts before this one
		before := int32(0)
		for i := at; i > 0; i -= i & -i {
			before += later[i]
		}
		if before > oftenOvertaken {
			often++
		}
		for i := at + 1; i < len(later); i += i & -i {
			later[i]++
		}
	}
	return often
}

// balance is the coefficient of variation over nodes of the time that their
// cores were held by jobs that have ended, each node weighted by its cores
// times their speed; 0 is perfect. Cost: O(runs of all placements + nodes).
func balance(m *cluster.Machine, jobs []workload.Job, out []Outcome, all []Stay) float64 {
	n := m.NumNodes()
	whole, tasks := make([]float64, n+1), make([]float64, n+1) // differences along the nodes
	for i := range all {
		s := &all[i]
		if s.Frozen || !out[s.Job].Ended() {
			continue
		}
		held := float64(s.To - s.From)
		for _, run := range s.Placement {
			into, k := whole, held
			if j := &jobs[s.Job]; !j.Whole() {
				into, k = tasks, float64(held*float64(int64(run.Tasks)*j.PerTask[workload.Cores]))
			}
			into[run.First] += k
			into[run.Last+1] -= k
		}
	}
	var weights, sum, squares, ofNodes, ofTasks float64
	for i := range n {
		spec := m.Spec(topology.NodeID(i))
		cores := float64(max(spec.Resources[workload.Cores], 1))
		ofNodes += whole[i]
		ofTasks += tasks[i]
		busy, weight := ofNodes+ofTasks/cores, float64(cores*float64(spec.Speed))
		weights += weight
		sum += float64(weight * busy)
		squares += float64(float64(weight*busy) * busy)
	}
	mean := sum / weights
	if mean <= 0 {
		return 0
	}
	return math.Sqrt(max(0, squares/weights-float64(mean*mean))) / mean
}
