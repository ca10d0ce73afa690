package cluster

import "hopyard/core/topology"

// Scratch is reusable memory for the searches that read a Free. A simulation run
// makes a search for nearly every job, and each search needs the same amount of
// memory. No data pass from one search to the next: every slice cut from a Scratch
// is zeroed.
type Scratch struct {
	Longs Slab[int64]
	Ints  Slab[int32]
	Nodes Slab[topology.NodeID]
}

// Begin reclaims all slices cut from the memory. They must not be used any longer.
func (s *Scratch) Begin() { s.Longs.cut, s.Ints.cut, s.Nodes.cut = 0, 0, 0 }

// Slab is a block of memory from which slices are cut.
type Slab[T any] struct {
	all []T
	cut int // number of elements in use
}

// Cut returns a slice of n zeros.
func (s *Slab[T]) Cut(n int) []T {
	if s.cut+n > len(s.all) {
		s.all, s.cut = make([]T, max(n, 2*len(s.all))), 0
	}
	out := s.all[s.cut : s.cut+n : s.cut+n]
	clear(out)
	s.cut += n
	return out
}

// Scratch returns the working memory for a search of f. A search may use it until
// it has its result. A search that overlaps in time with another, for example
// because it lists all its candidates, must use a new Scratch instead.
func (f *Free) Scratch() *Scratch { return &f.scratch }
