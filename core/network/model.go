package network

import "hopyard/core/topology"

// Kind says what the network does to a job that talks.
type Kind uint8

// The kinds of networks.
const (
	None     Kind = iota // nothing
	Distance             // it takes longer the farther apart its processes are
	MaxMin               // it shares links with the other jobs, max-min fairly
	NumKinds
)

// String is the name of the kind in scenarios.
func (k Kind) String() string { return [...]string{"none", "distance", "max-min"}[k] }

// DefaultBandwidth is what a link carries where nobody says, in bytes a second.
const DefaultBandwidth = 1_000_000_000

// Model is the network of a scenario.
type Model struct {
	Kind      Kind
	Bandwidth int64 // bytes a second, of links that name none
}

// Capacities are the bytes a second that each link carries, bandwidth where
// the machine does not say. Cost: O(links).
func Capacities(t topology.Routed, bandwidth int64) []float64 {
	out := make([]float64, t.NumLinks())
	for l := range out {
		if own := t.Link(topology.LinkID(l)).Bandwidth; own > 0 {
			out[l] = float64(own)
		} else {
			out[l] = float64(bandwidth)
		}
	}
	return out
}
