package metrics

import (
	"math"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// waitsOf returns the waits of the started jobs whose waits are known.
func waitsOf(out []Outcome) []simtime.Duration {
	waits := make([]simtime.Duration, 0, len(out))
	for i := range out {
		if out[i].HasWait() {
			waits = append(waits, out[i].Waited)
		}
	}
	return waits
}

// percentile returns a percentile of a list of durations, in seconds. This is the
// smallest element such that at least the given percentage of the elements are not
// longer. It returns 0 for an empty list. It reorders the list. Cost: O(len) on
// average, which is less than for sorting.
func percentile(times []simtime.Duration, percent int) float64 {
	if len(times) == 0 {
		return 0
	}
	k := (len(times)*percent+99)/100 - 1
	for low, high := 0, len(times)-1; low < high; { // quickselect (Hoare)
		pivot, i, j := times[low+(high-low)/2], low, high
		for i <= j {
			for times[i] < pivot {
				i++
			}
			for times[j] > pivot {
				j--
			}
			if i <= j {
				times[i], times[j] = times[j], times[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case k <= j:
			high = j
		case k >= i:
			low = i
		default:
			low, high = k, k
		}
	}
	return float64(times[k]) / 1000
}

// busyTimes sums up, for each node, the time during which ended jobs held its cores.
type busyTimes struct {
	whole, tasks []float64 // differences between consecutive nodes; a prefix sum gives the value of a node
}

func newBusyTimes(m *cluster.Machine) busyTimes {
	return busyTimes{make([]float64, m.NumNodes()+1), make([]float64, m.NumNodes()+1)}
}

// add adds a stay of an ended job. Only time in the window counts. Cost: O(node ranges).
func (b *busyTimes) add(j *workload.Job, s *PlacementSpan, w *window) {
	if s.Frozen {
		return
	}
	held := w.overlap(s.From, s.To)
	for _, run := range s.Placement {
		into, k := b.whole, held
		if !j.Whole() {
			into, k = b.tasks, float64(held*float64(int64(run.Tasks)*j.PerTask[workload.Cores]))
		}
		into[run.First] += k
		into[run.Last+1] -= k
	}
}

// balance returns the coefficient of variation, over the nodes, of the busy times. The
// weight of a node is the number of its cores times their speed. The result is 0 if
// the load is perfectly balanced. Cost: O(nodes).
func (b *busyTimes) balance(m *cluster.Machine) float64 {
	var weights, sum, squares, ofNodes, ofTasks float64
	for i := range m.NumNodes() {
		spec := m.Spec(topology.NodeID(i))
		cores := float64(max(spec.Resources[workload.Cores], 1))
		ofNodes += b.whole[i]
		ofTasks += b.tasks[i]
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
