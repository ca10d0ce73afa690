package variant

import (
	"math/bits"

	"hopyard/core/cluster"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// stretched is a time or span by a factor in thousandths, in the unit that it is
// written in, and at least one of it; 0 stays 0.
func stretched(t, times int64) int64 {
	if t == 0 || times == 1000 {
		return t
	}
	unit := unitOf(t)
	return min(max(scaled(scaled(t, times, 1000), 1, unit), 1)*unit, simtime.Max)
}

// unitOf is the unit that people write a time in: minutes if it is whole minutes.
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

// scaled is n·by/of to the nearest whole number, halves up, at most simtime.Max.
// None is negative.
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

// rooms is what a machine holds when it is empty.
type rooms struct {
	machine *cluster.Machine
	known   map[need]int64
}

// need is what a job asks for, but for how much of it.
type need struct {
	whole bool
	each  workload.Resources
}

func newRooms(c *scenario.Cluster) *rooms { return &rooms{c.Machine(), map[need]int64{}} }

// of is the largest size that a job like this may have. Cost: O(nodes) once for
// each kind of job.
func (m *rooms) of(r *workload.Request) int64 {
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
