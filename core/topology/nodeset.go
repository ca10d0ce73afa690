package topology

import (
	"math/bits"
	"slices"
)

// NodeSet is a set of nodes as bits, in a fixed universe of nodes. The zero
// value is an empty set over no nodes. Methods that change the set say so.
type NodeSet struct {
	words []uint64
	count int
}

// NewNodeSet returns an empty set able to hold the nodes 0 to n-1.
func NewNodeSet(n int) NodeSet { return NodeSet{words: make([]uint64, (n+63)/64)} }

// FullNodeSet returns the set of the nodes 0 to n-1.
func FullNodeSet(n int) NodeSet {
	s := NewNodeSet(n)
	if n > 0 {
		s.AddRange(0, NodeID(n-1))
	}
	return s
}

// Len is the number of nodes in the set. Cost: O(1).
func (s *NodeSet) Len() int { return s.count }

// Has reports whether n is in the set.
func (s *NodeSet) Has(n NodeID) bool {
	return int(n>>6) < len(s.words) && s.words[n>>6]>>(uint(n)&63)&1 == 1
}

// Clone returns an independent copy. Cost: O(nodes/64).
func (s *NodeSet) Clone() NodeSet { return NodeSet{slices.Clone(s.words), s.count} }

// CopyFrom makes s equal to t, reusing s's memory. Cost: O(nodes/64).
func (s *NodeSet) CopyFrom(t *NodeSet) {
	s.words, s.count = append(s.words[:0], t.words...), t.count
}

// AddRange adds the nodes first to last. Cost: O(words spanned).
func (s *NodeSet) AddRange(first, last NodeID) {
	for w := first >> 6; w <= last>>6; w++ {
		m := mask(w, first, last)
		s.count += bits.OnesCount64(m &^ s.words[w])
		s.words[w] |= m
	}
}

// RemoveRange removes the nodes first to last. Cost: O(words spanned).
func (s *NodeSet) RemoveRange(first, last NodeID) {
	for w := first >> 6; w <= last>>6; w++ {
		m := mask(w, first, last)
		s.count -= bits.OnesCount64(m & s.words[w])
		s.words[w] &^= m
	}
}

// Meet removes the nodes that are not in t, of the same universe.
// Cost: O(nodes/64).
func (s *NodeSet) Meet(t *NodeSet) {
	s.count = 0
	for w := range s.words {
		s.words[w] &= t.words[w]
		s.count += bits.OnesCount64(s.words[w])
	}
}

// CountRange is the number of nodes of the set from first to last.
// Cost: O(words spanned).
func (s *NodeSet) CountRange(first, last NodeID) int {
	c := 0
	for w := first >> 6; w <= last>>6; w++ {
		c += bits.OnesCount64(s.words[w] & mask(w, first, last))
	}
	return c
}

// mask has a bit for each node of first..last that lies in word w.
func mask(w, first, last NodeID) uint64 {
	m := ^uint64(0)
	if w == first>>6 {
		m <<= uint(first) & 63
	}
	if w == last>>6 {
		m &= ^uint64(0) >> (63 - uint(last)&63)
	}
	return m
}

// Next returns the smallest node of the set that is n or later, and false if
// there is none. Cost: O(1) where the set is dense.
func (s *NodeSet) Next(n NodeID) (NodeID, bool) {
	if n < 0 {
		n = 0
	}
	for w := int(n >> 6); w < len(s.words); w++ {
		x := s.words[w]
		if w == int(n>>6) {
			x &= ^uint64(0) << (uint(n) & 63)
		}
		if x != 0 {
			return NodeID(w<<6 + bits.TrailingZeros64(x)), true
		}
	}
	return 0, false
}

// NextGap returns the smallest node n or later that is not in the set; it may
// be one past the last node.
func (s *NodeSet) NextGap(n NodeID) NodeID {
	for w := int(n >> 6); w < len(s.words); w++ {
		x := ^s.words[w]
		if w == int(n>>6) {
			x &= ^uint64(0) << (uint(n) & 63)
		}
		if x != 0 {
			return NodeID(w<<6 + bits.TrailingZeros64(x))
		}
	}
	return NodeID(len(s.words) << 6)
}

// All calls yield for each node in ascending order; it is an iter.Seq.
func (s *NodeSet) All(yield func(NodeID) bool) {
	for w, x := range s.words {
		for ; x != 0; x &= x - 1 {
			if !yield(NodeID(w<<6 + bits.TrailingZeros64(x))) {
				return
			}
		}
	}
}
