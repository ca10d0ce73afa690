package alloc

import (
	"iter"
	"math"

	"hopyard/core/topology"
)

// leastSum implements centres. Cost: what the search from each device of the
// core takes, and the pairs of bunches found.
func (w *walk) leastSum() []spot {
	c := w.winner()
	for _, d := range w.core {
		w.look(d, math.MaxInt64)
		reach, cut := w.pick(w.n)
		c.weigh(d, w.sum(c.cost), -1)
		w.hanging(d, reach, cut, c.cost, func(n topology.DeviceID, sum, _ int64, self int32) { c.weigh(n, sum, self) })
	}
	return c.spots
}

// leastReach implements centres. A node with room for all is at no distance
// from itself, and every other device at some. Otherwise no hanging node is
// needed: it is one link farther from all others than its switch, so that its
// reach is no less than the switch's unless the switch needs slots beyond that
// link, and those lie no nearer to the node.
func (w *walk) leastReach() []spot {
	c := w.winner()
	if w.single >= w.n {
		w.parts = w.parts[:0]
		for place, s := range w.rooms {
			if int64(s.tasks) >= w.n {
				c.weigh(w.deviceOf(s.node), 0, int32(place))
			}
		}
		return c.spots
	}
	for _, d := range w.core {
		if w.look(d, c.cost) {
			reach, _ := w.pick(w.n)
			c.weigh(d, reach, -1)
		}
	}
	return c.spots
}

// all implements centres.
func (w *walk) all(bySum bool) iter.Seq[answer] {
	return func(yield func(answer) bool) {
		answers := make([]answer, len(w.of)) // by device
		add := func(d topology.DeviceID, sum, reach int64, spots []spot) {
			if !bySum {
				sum = reach
			}
			picked, _ := w.picked()
			answers[d] = answer{d, append(spots, picked...), sum}
		}
		for _, d := range w.core {
			w.look(d, math.MaxInt64)
			reach, cut := w.pick(w.n)
			add(d, w.sum(math.MaxInt64), reach, nil)
			w.hanging(d, reach, cut, math.MaxInt64, func(n topology.DeviceID, sum, reach int64, self int32) {
				add(n, sum, reach, []spot{w.rooms[self]})
			})
		}
		for _, a := range answers {
			if a.spots != nil && !yield(a) {
				return
			}
		}
	}
}

// hanging calls weigh for each node with room that hangs on a device and is not
// wholly among the n slots nearest to that, of which places from cut on, at the
// given reach, are not; or that has room for all, at no distance. Its answer is itself and then the slots nearest to the
// device, which are the parts; the distances from the node to them add up to
// those from the device and the link for each. Above enough the sum need not
// be exact.
func (w *walk) hanging(d topology.DeviceID, reach int64, cut int32, enough int64, weigh func(n topology.DeviceID, sum, reach int64, self int32)) {
	others, sum, star, far := int64(-1), int64(0), int64(0), int64(0)
	for i := w.of[d]; i >= 0; i = w.bunch[i].next {
		b := &w.bunch[i]
		if b.length == 0 || b.length < reach && w.single < w.n {
			continue
		}
		for _, place := range b.places {
			self := w.rooms[place]
			k := int64(self.tasks)
			if k < w.n && (b.length < reach || b.length == reach && place < cut) {
				continue
			}
			if left := w.n - k; left != others {
				others, star, far = left, 0, 0
				w.parts = w.parts[:0]
				if left > 0 {
					far, _ = w.pick(left)
				}
				sum = w.sum(enough)
				for _, p := range w.parts {
					star += p.slots * p.away
				}
			}
			if others == 0 {
				weigh(w.deviceOf(self.node), 0, 0, place)
			} else {
				weigh(w.deviceOf(self.node), sum+k*(others*b.length+star), b.length+far, place)
			}
		}
	}
}

// picked is the slots of the parts and their total speed.
func (w *walk) picked() (spots []spot, speed int64) {
	for _, p := range w.parts {
		left := p.slots
		for _, place := range w.bunch[p.bunch].places {
			s := w.rooms[place]
			s.tasks = int32(min(int64(s.tasks), left))
			spots = append(spots, s)
			speed += int64(s.tasks) * w.speed[place]
			if left -= int64(s.tasks); left == 0 {
				break
			}
		}
	}
	return spots, speed
}

// winner is the best answer so far: of least cost, then of largest speed, then
// of the first device.
type winner struct {
	*walk
	answer
	total int64 // speed
}

func (w *walk) winner() *winner {
	return &winner{walk: w, answer: answer{cost: math.MaxInt64}}
}

// weigh considers what was picked, and the node at place self, if not -1, where
// the device is that node.
func (c *winner) weigh(d topology.DeviceID, cost int64, self int32) {
	if cost > c.cost || cost == c.cost && !c.mixed && d > c.device {
		return
	}
	spots, speed := c.picked()
	if self >= 0 {
		spots = append(spots, c.rooms[self])
		speed += int64(c.rooms[self].tasks) * c.speed[self]
	}
	if cost < c.cost || speed > c.total || speed == c.total && d < c.device {
		c.answer, c.total = answer{d, spots, cost}, speed
	}
}

// deviceOf is the device of a node.
func (w *walk) deviceOf(n topology.NodeID) topology.DeviceID {
	return topology.DeviceID(w.m.NumSwitches()) + topology.DeviceID(n)
}
