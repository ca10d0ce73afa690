package variant

import (
	"math/bits"

	"hopyard/core/cluster"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// stretched returns a time or duration multiplied by a factor in thousandths. The
// result is a multiple of the unit in which the time is written, and at least one
// unit; 0 stays 0.
func stretched(t, times int64) int64 {
	if t == 0 || times == 1000 {
		return t
	}
	unit := unitOf(t)
	return min(max(scaled(scaled(t, times, 1000), 1, unit), 1)*unit, simtime.Max)
}

// unitOf returns the unit in which people write a time, for example a minute if the
// time is a whole number of minutes.
func unitOf(t int64) int64 {
	long := int64(50 * simtime.Minute)
	for _, unit := range [...]simtime.Duration{
		5 * simtime.Minute, simtime.Minute, 30 * simtime.Second, 10 * simtime.Second, 5 * simtime.Second, simtime.Second, 100,
	} {
		if t%int64(unit) == 0 && (unit != 5*simtime.Minute || t >= long) {
			return int64(unit)
		}
	}
	return 1
}

// scaled returns the value of the formula n·by/of, rounded to the nearest integer
// with halves rounded up, and at most simtime.Max. No argument may be negative.
func scaled(n, by, of int64) int64 {
	if of == 0 {
		return n
	}
	high, low := bits.Mul64(uint64(n), uint64(by))
	low, carry := bits.Add64(low, uint64(of)/2, 0)
	if high += carry; high >= uint64(of) {
		return simtime.Max
	}
	out, _ := bits.Div64(high, low, uint64(of))
	return int64(min(out, uint64(simtime.Max)))
}

// capacities caches the largest size that a job can have on an empty machine, for
// each kind of job.
type capacities struct {
	machine *cluster.Machine
	known   map[need]int64
}

// need identifies a kind of job: whether it asks for whole nodes, and the resources
// for each node or task.
type need struct {
	whole bool
	each  workload.Resources
}

func newCapacities(c *scenario.Cluster) *capacities {
	return &capacities{c.Machine(), map[need]int64{}}
}

// of returns the largest size that a job with the given request could have. Cost:
// O(nodes), once for each kind of job.
func (m *capacities) of(r *workload.Request) int64 {
	of := need{r.Whole(), r.PerTask}
	sum, known := m.known[of]
	if known {
		return sum
	}
	for n := range m.machine.NumNodes() {
		most := int64(scenario.MaxTasks)
		if of.whole {
			most = 1
		}
		spec := m.machine.Spec(topology.NodeID(n))
		for kind, per := range of.each {
			if per > 0 {
				most = min(most, spec.Resources[kind]/per)
			}
		}
		sum += most
	}
	sum = min(sum, scenario.MaxTasks)
	m.known[of] = sum
	return sum
}
