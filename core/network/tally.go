package network

import "hopyard/core/topology"

// tally counts weights by link. Its pages exist where something was counted,
// so that a small job on a large machine costs little. Sums are whole numbers:
// their order does not matter.
type tally []*[pageLinks]int64

func newTally(links int) tally {
	return make(tally, (links+pageLinks-1)/pageLinks)
}

// add counts a weight on each link of a route.
func (t tally) add(route []topology.LinkID, weight int64) {
	for _, l := range route {
		t.addOne(l, weight)
	}
}

// addOne counts a weight on a link.
func (t tally) addOne(l topology.LinkID, weight int64) {
	page := t[l/pageLinks]
	if page == nil {
		page = new([pageLinks]int64)
		t[l/pageLinks] = page
	}
	page[l%pageLinks] += weight
}

// appendDemands appends a demand for each link counted, ascending.
func (t tally) appendDemands(dst []Demand, unit float64) []Demand {
	for i, page := range t {
		if page == nil {
			continue
		}
		for k, weight := range page {
			if weight > 0 {
				dst = append(dst, Demand{topology.LinkID(i*pageLinks + k), float64(float64(weight) * unit)})
			}
		}
	}
	return dst
}
