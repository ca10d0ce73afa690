package topology

import (
	"math/bits"
	"slices"
)

// NodeSet is a set of nodes, stored as bits, within a fixed range of node numbers
// from 0. The zero value is an empty set with an empty range. A method changes the
// set only if its doc comment says so.
type NodeSet struct {
	words []uint64
	some  []uint64 // one bit for each word that is not 0, so that a search can skip 4,096 nodes at once
	count int
}

// NewNodeSet returns an empty set that can hold the nodes 0 to n-1.
func NewNodeSet(n int) NodeSet {
	words := (n + 63) / 64
	return NodeSet{words: make([]uint64, words), some: make([]uint64, (words+63)/64)}
}

// FullNodeSet returns the set of the nodes 0 to n-1.
func FullNodeSet(n int) NodeSet {
	s := NewNodeSet(n)
	if n > 0 {
		s.AddRange(0, NodeID(n-1))
	}
	return s
}

// Len returns the number of nodes in the set. Cost: O(1).
func (s *NodeSet) Len() int { return s.count }

// Has reports whether n is in the set.
func (s *NodeSet) Has(n NodeID) bool {
	return int(n>>6) < len(s.words) && s.words[n>>6]>>(uint(n)&63)&1 == 1
}

// Clone returns an independent copy. Cost: O(nodes/64).
func (s *NodeSet) Clone() NodeSet {
	return NodeSet{slices.Clone(s.words), slices.Clone(s.some), s.count}
}

// CopyFrom makes s equal to t and reuses the memory of s. Cost: O(nodes/64).
func (s *NodeSet) CopyFrom(t *NodeSet) {
	s.words, s.some, s.count = append(s.words[:0], t.words...), append(s.some[:0], t.some...), t.count
}

// AddRange adds the nodes first to last. Cost: O(words spanned).
func (s *NodeSet) AddRange(first, last NodeID) {
	w, end, m := int(first>>6), int(last>>6), ^uint64(0)<<(first&63)
	for ; w < end; w, m = w+1, ^uint64(0) {
		s.set(w, m)
	}
	s.set(w, m&(^uint64(0)>>(63-last&63)))
}

// set adds those nodes of word w whose bits are set in the mask. The mask must not
// be empty.
func (s *NodeSet) set(w int, mask uint64) {
	s.count += bits.OnesCount64(mask &^ s.words[w])
	s.words[w] |= mask
	s.some[w>>6] |= 1 << (w & 63)
}

// RemoveRange removes the nodes first to last. Cost: O(words spanned).
func (s *NodeSet) RemoveRange(first, last NodeID) {
	w, end, m := int(first>>6), int(last>>6), ^uint64(0)<<(first&63)
	for ; w < end; w, m = w+1, ^uint64(0) {
		s.clear(w, m)
	}
	s.clear(w, m&(^uint64(0)>>(63-last&63)))
}

// clear removes those nodes of word w whose bits are set in the mask.
func (s *NodeSet) clear(w int, mask uint64) {
	s.count -= bits.OnesCount64(mask & s.words[w])
	if s.words[w] &^= mask; s.words[w] == 0 {
		s.some[w>>6] &^= 1 << (w & 63)
	}
}

// Intersect removes the nodes that are not in t. Both sets must have the same range.
// Cost: O(nodes/64).
func (s *NodeSet) Intersect(t *NodeSet) {
	for i, some := range s.some {
		for ; some != 0; some &= some - 1 {
			w := i<<6 | bits.TrailingZeros64(some)
			s.clear(w, ^t.words[w])
		}
	}
}

// Subtract removes the nodes that are in t. Both sets must have the same range. Cost:
// O(nodes/64).
func (s *NodeSet) Subtract(t *NodeSet) {
	for i, some := range s.some {
		for ; some != 0; some &= some - 1 {
			w := i<<6 | bits.TrailingZeros64(some)
			s.clear(w, t.words[w])
		}
	}
}

// Within reports whether all nodes of s are in t. Both sets must have the same range.
// Cost: O(nodes/64).
func (s *NodeSet) Within(t *NodeSet) bool {
	for w := range s.words {
		if s.words[w]&^t.words[w] != 0 {
			return false
		}
	}
	return true
}

// CountRange returns how many of the nodes first to last are in the set. Cost:
// O(words spanned).
func (s *NodeSet) CountRange(first, last NodeID) int {
	c := 0
	for w := first >> 6; w <= last>>6; w++ {
		c += bits.OnesCount64(s.words[w] & mask(w, first, last))
	}
	return c
}

// CountBoth returns how many nodes are in both s and t. Both sets must have the same
// range. Cost: O(nodes/64).
func (s *NodeSet) CountBoth(t *NodeSet) (n int) {
	for w := range s.words {
		n += bits.OnesCount64(s.words[w] & t.words[w])
	}
	return n
}

// mask returns the bits of word w that stand for the nodes first to last.
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

// Next returns the smallest node of the set that is at least n, and false if there
// is none. Cost: O(1) in a dense set, O(nodes/4096) in the worst case.
func (s *NodeSet) Next(n NodeID) (NodeID, bool) {
	n = max(n, 0)
	w := int(n >> 6)
	if w >= len(s.words) {
		return 0, false
	}
	if x := s.words[w] >> (n & 63); x != 0 {
		return n + NodeID(bits.TrailingZeros64(x)), true
	}
	if w = s.nextWord(w + 1); w < 0 {
		return 0, false
	}
	return NodeID(w<<6 + bits.TrailingZeros64(s.words[w])), true
}

// nextWord returns the index of the first word, from w on, that contains a node, or
// -1 if there is none.
func (s *NodeSet) nextWord(w int) int {
	for k := w >> 6; k < len(s.some); k++ {
		x := s.some[k]
		if k == w>>6 {
			x &= ^uint64(0) << (w & 63)
		}
		if x != 0 {
			return k<<6 + bits.TrailingZeros64(x)
		}
	}
	return -1
}

// Stretch finds the first run of consecutive nodes in the set at or after n. It
// returns the first and the last node of the run. A run longer than the given limit
// is cut to that length. Stretch returns false if the set has no node at or after
// n. Cost: the cost of Next plus O(most/64).
func (s *NodeSet) Stretch(n NodeID, most int32) (first, last NodeID, ok bool) {
	w := int(n >> 6)
	if w >= len(s.words) {
		return 0, 0, false
	}
	x := s.words[w] >> (n & 63)
	if x == 0 {
		if w = s.nextWord(w + 1); w < 0 {
			return 0, 0, false
		}
		n, x = NodeID(w<<6), s.words[w]
	}
	skip := bits.TrailingZeros64(x)
	first = n + NodeID(skip)
	end, limit := first+NodeID(bits.TrailingZeros64(^(x>>skip))), first+NodeID(most)
	for end&63 == 0 && end < limit { // the run ends exactly at a word boundary and may continue in the next word
		if w++; w == len(s.words) {
			break
		}
		in := NodeID(bits.TrailingZeros64(^s.words[w]))
		if end += in; in == 0 {
			break
		}
	}
	return first, min(end, limit) - 1, true
}

// NextGap returns the smallest node number, from n on, that is not in the set. It
// may be one past the last node.
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

// All calls yield for each node in ascending order, until yield returns false. It
// is an iter.Seq.
func (s *NodeSet) All(yield func(NodeID) bool) {
	for w, x := range s.words {
		for ; x != 0; x &= x - 1 {
			if !yield(NodeID(w<<6 + bits.TrailingZeros64(x))) {
				return
			}
		}
	}
}
