package network

import "hopyard/core/topology"

// event is the next event of a dirty link. Its key is the level at which the event
// occurs, or a lower bound of this level.
type event struct {
	key  float64
	link topology.LinkID
}

// put sets the key of a link's event. If the link has no event in the heap, put
// inserts one.
func (s *Sharing) put(k *link, l topology.LinkID, key float64) {
	at := int(k.at) - 1
	if at < 0 {
		at = len(s.heap)
		s.heap = append(s.heap, event{})
	} else if key > s.heap[at].key {
		s.down(at, event{key, l})
		return
	}
	s.up(at, event{key, l})
}

// drop removes a link's event from the heap if there is one.
func (s *Sharing) drop(k *link) {
	at := int(k.at) - 1
	if at < 0 {
		return
	}
	k.at = 0
	last := len(s.heap) - 1
	e := s.heap[last]
	if s.heap = s.heap[:last]; at == last {
		return
	}
	if at > 0 && s.heap[(at-1)/2].key > e.key {
		s.up(at, e)
	} else {
		s.down(at, e)
	}
}

func (s *Sharing) up(at int, e event) {
	for at > 0 && s.heap[(at-1)/2].key > e.key {
		s.set(at, s.heap[(at-1)/2])
		at = (at - 1) / 2
	}
	s.set(at, e)
}

func (s *Sharing) down(at int, e event) {
	for {
		child := 2*at + 1
		if child+1 < len(s.heap) && s.heap[child+1].key < s.heap[child].key {
			child++
		}
		if child >= len(s.heap) || s.heap[child].key >= e.key {
			break
		}
		s.set(at, s.heap[child])
		at = child
	}
	s.set(at, e)
}

func (s *Sharing) set(at int, e event) {
	s.heap[at] = e
	s.link(e.link).at = int32(at + 1)
}
