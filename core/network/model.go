package network

import "hopyard/core/topology"

// PerformanceModel is the effect of the network on a job that communicates.
type PerformanceModel uint8

// The performance models.
const (
	None     PerformanceModel = iota // no effect
	Distance                         // the job takes longer the farther apart its processes are
	MaxMin                           // the job shares links with the other jobs, max-min fairly
	NumKinds
)

// String returns the name of the model in scenarios.
func (k PerformanceModel) String() string { return [...]string{"none", "distance", "max-min"}[k] }

// DefaultBandwidth is the capacity of a link in bytes a second where the scenario
// specifies none.
const DefaultBandwidth = 1_000_000_000

// Model is the network of a scenario.
type Model struct {
	Kind      PerformanceModel
	Bandwidth int64 // bytes a second, for links that do not specify their own
	// Latency applies to MaxMin only: the delay in thousandths of a second that
	// each hop adds to each second of communication, see Delay. If it is 0, only
	// the load of links matters.
	Latency int64
}

// Capacities returns the capacity of each link in bytes a second. bandwidth is that
// of links for which the machine specifies none. Cost: O(links).
func Capacities(t topology.Routed, bandwidth int64) []float64 {
	out := make([]float64, t.NumLinks())
	for l := range out {
		out[l] = Capacity(t, topology.LinkID(l), bandwidth)
	}
	return out
}

// Capacity returns the capacity of one link, like Capacities. Cost: as Link of the
// machine.
func Capacity(t topology.Routed, l topology.LinkID, bandwidth int64) float64 {
	if own := t.Link(l).Bandwidth; own > 0 {
		return float64(own)
	}
	return float64(bandwidth)
}
