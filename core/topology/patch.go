package topology

// Patch is some nodes as the bits of those words of a NodeSet in which they lie:
// few nodes are taken out of many sets at the cost of few words.
type Patch []patchWord

type patchWord struct {
	at   int32
	bits uint64
}

// Append adds the nodes first to last, which lie after all others.
// Cost: O(words spanned).
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

// Remove removes the nodes of a patch. Cost: O(its words).
func (s *NodeSet) Remove(p Patch) {
	for _, x := range p {
		s.clear(int(x.at), x.bits)
	}
}
