package queue

import "hopyard/core/cluster"

// scratch is memory that passes reuse.
type scratch struct {
	frees  [2]*cluster.Free
	theirs cluster.Placement
	front  Front
}

// future returns a copy of f that the caller may change.
func (s *scratch) future(f *cluster.Free) *cluster.Free { return s.copy(0, f) }

// room returns another copy of f that the caller may change. It is independent of
// the copy that future returns.
func (s *scratch) room(f *cluster.Free) *cluster.Free { return s.copy(1, f) }

func (s *scratch) copy(i int, f *cluster.Free) *cluster.Free {
	if s.frees[i] == nil {
		s.frees[i] = f.Clone()
	} else {
		s.frees[i].CopyFrom(f)
	}
	return s.frees[i]
}
