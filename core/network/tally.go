package network

import "hopyard/core/topology"

// tally counts weights by link. A page is allocated only when one of its links gets
// a weight, so that a small job on a large machine costs little. Sums are whole
// numbers, so their order does not matter.
type tally []*[pageLinks]int64

func newTally(links int) tally {
	return make(tally, (links+pageLinks-1)/pageLinks)
}

// add adds a weight to each link of a route.
func (t tally) add(route []topology.LinkID, weight int64) {
	for _, l := range route {
		t.addOne(l, weight)
	}
}

// addOne adds a weight to a link.
func (t tally) addOne(l topology.LinkID, weight int64) {
	page := t[l/pageLinks]
	if page == nil {
		page = new([pageLinks]int64)
		t[l/pageLinks] = page
	}
	page[l%pageLinks] += weight
}

// appendDemands appends a demand for each link with a weight, in ascending order of
// the links.
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
