package topology

// Patch is a small set of nodes, stored like a NodeSet but without the words that
// contain no node. It allows a few nodes to be removed from many sets at the cost
// of a few words per set.
type Patch []patchWord

type patchWord struct {
	at   int32
	bits uint64
}

// Append adds the nodes first to last, all of which must come after the nodes
// already in the patch. Cost: O(words spanned).
func (p Patch) Append(first, last NodeID) Patch {
	for w := first >> 6; w <= last>>6; w++ {
		m := mask(w, first, last)
		if n := len(p); n > 0 && p[n-1].at == int32(w) {
			p[n-1].bits |= m
		} else {
			p = append(p, patchWord{int32(w), m})
		}
	}
	return p
}

// Remove removes the nodes of a patch from the set. Cost: O(words in the patch).
func (s *NodeSet) Remove(p Patch) {
	for _, x := range p {
		s.clear(int(x.at), x.bits)
	}
}

// Meets reports whether some node of a patch is in the set. Cost: O(words in the
// patch).
func (s *NodeSet) Meets(p Patch) bool {
	for _, x := range p {
		if s.words[x.at]&x.bits != 0 {
			return true
		}
	}
	return false
}

// Meets reports whether two patches have a node in common. Cost: O(words in both).
func (p Patch) Meets(q Patch) bool {
	for i, j := 0, 0; i < len(p) && j < len(q); {
		switch a, b := &p[i], &q[j]; {
		case a.at < b.at:
			i++
		case b.at < a.at:
			j++
		case a.bits&b.bits != 0:
			return true
		default:
			i++
			j++
		}
	}
	return false
}

// Subtract removes the nodes of another patch, in place. Cost: O(words in both).
func (p Patch) Subtract(q Patch) {
	for i, j := 0, 0; i < len(p) && j < len(q); {
		switch a, b := &p[i], &q[j]; {
		case a.at < b.at:
			i++
		case b.at < a.at:
			j++
		default:
			a.bits &^= b.bits
			i++
			j++
		}
	}
}
