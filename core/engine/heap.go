package engine

// sooner orders the entries of a heap; no two entries may be equal.
type sooner[T any] interface{ before(T) bool }

// heap is a binary heap, the soonest entry first. (container/heap boxes every
// entry; two of these are pushed and popped for each job.)
type heap[T sooner[T]] []T

func (h *heap[T]) push(x T) {
	*h = append(*h, x)
	s := *h
	i := len(s) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !x.before(s[up]) {
			break
		}
		s[i] = s[up]
		i = up
	}
	s[i] = x
}

func (h *heap[T]) pop() T {
	s := *h
	top, x := s[0], s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	i := 0
	for 2*i+1 < len(s) {
		down := 2*i + 1
		if down+1 < len(s) && s[down+1].before(s[down]) {
			down++
		}
		if !s[down].before(x) {
			break
		}
		s[i] = s[down]
		i = down
	}
	if len(s) > 0 {
		s[i] = x
	}
	return top
}
