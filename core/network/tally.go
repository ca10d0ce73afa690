package network

import "hopyard/core/topology"

// tally adds up weights by link. A page is allocated only when one of its links
// gets a weight, so that a small job on a large machine needs little memory. The
// sums are whole numbers, so the order of addition does not matter.
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

// appendDemands appends a demand for each link that has a weight, in ascending
// order of the links. Each weight is multiplied by unit.
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
