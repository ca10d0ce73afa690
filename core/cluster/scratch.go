package cluster

import "hopyard/core/topology"

// Scratch is memory for the searches that read a Free. A run makes one for nearly
// every job, and each wants the same again. It tells a search nothing of those
// before: what is cut from it is zero.
type Scratch struct {
	Longs Slab[int64]
	Ints  Slab[int32]
	Nodes Slab[topology.NodeID]
}

// Begin takes back all that was cut from it, which is not to be used any more.
func (s *Scratch) Begin() { s.Longs.cut, s.Ints.cut, s.Nodes.cut = 0, 0, 0 }

// Slab is memory that slices are cut from.
type Slab[T any] struct {
	all []T
	cut int // so many are in use
}

// Cut is n zeros.
func (s *Slab[T]) Cut(n int) []T {
	if s.cut+n > len(s.all) {
		s.all, s.cut = make([]T, max(n, 2*len(s.all))), 0
	}
	out := s.all[s.cut : s.cut+n : s.cut+n]
	clear(out)
	s.cut += n
	return out
}

// Scratch is the memory of whoever searches f until the search has its answer:
// searches that are open side by side, as those that list all their candidates may
// be, need their own.
func (f *Free) Scratch() *Scratch { return &f.scratch }
