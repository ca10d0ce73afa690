package network

import "hopyard/core/topology"

// PerformanceModel is the way in which the network affects jobs that communicate.
type PerformanceModel uint8

// The performance models.
const (
	None     PerformanceModel = iota // the network has no effect
	Distance                         // the job takes longer the farther apart its processes are
	MaxMin                           // the jobs share the links in a max-min fair way
	NumKinds
)

// String returns the name of the model as used in scenarios.
func (k PerformanceModel) String() string { return [...]string{"none", "distance", "max-min"}[k] }

// DefaultBandwidth is the capacity of a link, in bytes a second, if the scenario
// specifies none.
const DefaultBandwidth = 1_000_000_000

// Model is the network model of a scenario.
type Model struct {
	Kind      PerformanceModel
	Bandwidth int64 // capacity, in bytes a second, of links that do not specify their own
	// Latency is the delay, in thousandths of a second, that each hop adds to each
	// second of communication; see Delay. It applies only to MaxMin. If it is 0,
	// only the load of links matters.
	Latency int64
}

// Capacities returns the capacity of each link in bytes a second. The parameter
// bandwidth is the capacity of links for which the machine specifies none. Cost:
// O(links).
func Capacities(t topology.Routed, bandwidth int64) []float64 {
	out := make([]float64, t.NumLinks())
	for l := range out {
		out[l] = Capacity(t, topology.LinkID(l), bandwidth)
	}
	return out
}

// Capacity returns the capacity of a single link, as Capacities does for all links.
// Cost: that of the machine's method Link.
func Capacity(t topology.Routed, l topology.LinkID, bandwidth int64) float64 {
	if own := t.Link(l).Bandwidth; own > 0 {
		return float64(own)
	}
	return float64(bandwidth)
}
