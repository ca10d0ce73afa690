package network

import "math"

// fullAt returns the level at which a link becomes full if its users stop at the
// levels s.limits. This is the root of sum of weight*min(limit, level) = capacity,
// or +Inf if the link never becomes full.
//
// It uses Newton's method, which starts at guess. The sum is concave and piecewise
// linear in the level. After the first step, the method therefore rises towards the
// root, and it reaches the root exactly in at most as many steps as there are
// limits. If guess is the level at which the link was last full, one step usually
// suffices.
func (s *Sharing) fullAt(capacity, guess float64, users []user) float64 {
	guess = min(guess, math.MaxFloat64)
	for step := 0; ; step++ {
		left, rising := capacity, 0.0
		below, above := 0.0, inf // the nearest limits below and above the guess
		for i, u := range users {
			if limit := s.limits[i]; limit > guess {
				rising += u.weight
				above = min(above, limit)
			} else {
				left -= float64(u.weight * limit)
				below = max(below, limit)
			}
		}
		switch {
		case rising > 0:
			full := max(left/rising, s.level)
			if below <= full && full <= above || step > 0 && full <= guess {
				return full
			}
			guess = min(full, math.MaxFloat64)
		case left >= 0 || guess <= s.level:
			return inf
		case step == 0:
			guess = s.level
		default: // guess is the root, except for rounding
			return guess
		}
	}
}
