package network

import "hopyard/core/topology"

// PerformanceModel says what the network does to a job that talks.
type PerformanceModel uint8

// The kinds of networks.
const (
	None     PerformanceModel = iota // nothing
	Distance                         // it takes longer the farther apart its processes are
	MaxMin                           // it shares links with the other jobs, max-min fairly
	NumKinds
)

// String is the name of the kind in scenarios.
func (k PerformanceModel) String() string { return [...]string{"none", "distance", "max-min"}[k] }

// DefaultBandwidth is what a link carries where nobody says, in bytes a second.
const DefaultBandwidth = 1_000_000_000

// Model is the network of a scenario.
type Model struct {
	Kind      PerformanceModel
	Bandwidth int64 // bytes a second, of links that name none
	// Of MaxMin: thousandths of a second by which each hop delays each second of
	// communication, see Delay; 0: only the load of links does.
	Latency int64
}

// Capacities are the bytes a second that each link carries, bandwidth where
// the machine does not say. Cost: O(links).
func Capacities(t topology.Routed, bandwidth int64) []float64 {
	out := make([]float64, t.NumLinks())
	for l := range out {
		out[l] = Capacity(t, topology.LinkID(l), bandwidth)
	}
	return out
}

// Capacity is that of one link. Cost: as Link of the machine.
func Capacity(t topology.Routed, l topology.LinkID, bandwidth int64) float64 {
	if own := t.Link(l).Bandwidth; own > 0 {
		return float64(own)
	}
	return float64(bandwidth)
}
