package network

import "math"

// fullAt returns the level at which a link fills whose users stop at s.limits: the
// root of sum of weight*min(limit, level) = capacity, or +Inf if the link never
// fills. guess is where Newton's method starts. The sum is concave and piecewise
// linear in the level. So from its first step on the method rises towards the root,
// and it reaches the root exactly in at most as many steps as there are limits.
// Started at the level where the link filled last, it mostly takes one step.
func (s *Sharing) fullAt(capacity, guess float64, users []user) float64 {
	guess = min(guess, math.MaxFloat64)
	for step := 0; ; step++ {
		left, rising := capacity, 0.0
		below, above := 0.0, inf // the limits just below and just above the guess
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
		default: // the root, except for rounding
			return guess
		}
	}
}
