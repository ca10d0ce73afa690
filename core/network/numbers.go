package network

import "math/bits"

// takeVacant removes and returns the lowest unused number.
func (s *Sharing) takeVacant() Var {
	h := s.vacant
	lowest, v := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	for at := 0; len(h) > 0; {
		child := 2*at + 1
		if child+1 < len(h) && h[child+1] < h[child] {
			child++
		}
		if child >= len(h) || h[child] >= v {
			h[at] = v
			break
		}
		h[at], at = h[child], child
	}
	s.vacant = h
	return lowest
}

// putVacant adds v to the unused numbers.
func (s *Sharing) putVacant(v Var) {
	s.vacant = append(s.vacant, v)
	at := len(s.vacant) - 1
	for at > 0 && s.vacant[(at-1)/2] > v {
		s.vacant[at] = s.vacant[(at-1)/2]
		at = (at - 1) / 2
	}
	s.vacant[at] = v
}

// ascend sorts activities, which must be distinct, in ascending order. Cost: O(all
// activities/64 + len(v)), or O(len(v) squared) for up to 16.
func (s *Sharing) ascend(v []Var) {
	if len(v) <= 16 {
		for i := 1; i < len(v); i++ {
			x, j := v[i], i
			for ; j > 0 && v[j-1] > x; j-- {
				v[j] = v[j-1]
			}
			v[j] = x
		}
		return
	}
	if need := (len(s.acts) + 63) / 64; len(s.marks) < need {
		s.marks = make([]uint64, need+need/2)
	}
	for _, x := range v {
		s.marks[x/64] |= 1 << (x % 64)
	}
	v = v[:0]
	for i, word := range s.marks {
		for ; word != 0; word &= word - 1 {
			v = append(v, Var(i*64+bits.TrailingZeros64(word)))
		}
		s.marks[i] = 0
	}
}
