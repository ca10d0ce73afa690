package tree

import (
	"hopyard/core/soaktest"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomPicks returns a Program on a random tree. Each switch has a random number
// of children, and each part (each leaf of the tree) has room for a random number
// of picks. The number of picks to choose is random, too.
func randomPicks(r *rand.Rand) *Program {
	s := &Program{}
	count, levels := 1, 1+r.IntN(4)
	for l := range levels + 1 {
		s.room = append(s.room, make([]int32, count))
		s.hops = append(s.hops, int64(2*(levels-l)+r.IntN(2)))
		if l > 0 && s.hops[l] >= s.hops[l-1] {
			s.hops[l] = s.hops[l-1] - 1
		}
		if l < levels {
			count = s.drawKids(r, count, r.IntN(2) == 0)
		}
	}
	parts := s.room[levels]
	total, least, spread := int32(0), r.Int32N(5), 1+r.Int32N(6)
	for p := range parts {
		parts[p] = least + r.Int32N(spread)
		total += parts[p]
	}
	s.n = 1 + r.Int32N(max(total, 1))
	parts[0] += max(0, 1-total)
	return s
}

// drawKids gives each switch a random number of children, or all switches the same
// random number if even is true. It returns the total number of children.
func (s *Program) drawKids(r *rand.Rand, switches int, even bool) int {
	kids, width := []int32{0}, 1+r.Int32N(5)
	for i := range switches {
		if !even {
			width = 1 + r.Int32N(5)
		}
		kids = append(kids, kids[i]+width)
	}
	s.kids = append(s.kids, kids)
	return int(kids[switches])
}

// TestBoundsChangeNoChoice compares the results of a program with and without
// bounds. They must be equal, so that the bounds never discard an entry of the best
// choice.
func TestBoundsChangeNoChoice(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range soaktest.Rounds(3000) {
		s := randomPicks(r)
		all := &Program{n: s.n, hops: s.hops, kids: s.kids, whole: true}
		for _, rooms := range s.room {
			all.room = append(all.room, slices.Clone(rooms))
		}
		got, sum, ok := s.Choose()
		want, least, _ := all.Choose()
		if !ok || sum != least || !slices.Equal(got, want) {
			t.Fatalf("%d of %v at %v:\ngot  %v, sum %d (%v)\nwant %v, sum %d", s.n, s.room, s.hops, got, sum, ok, want, least)
		}
		if sum > s.limit {
			t.Fatalf("%d of %v: sum %d above the known choice %d", s.n, s.room, sum, s.limit)
		}
	}
}

// TestSumEqualsThePlainProgram compares the sums with those of the plain program of
// SOURCES.md S0.6, which has neither closed forms nor bounds.
func TestSumEqualsThePlainProgram(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range soaktest.Rounds(2000) {
		s := randomPicks(r)
		_, sum, _ := s.Choose()
		f := make([][]int64, len(s.room[s.levels()]))
		for p, room := range s.room[s.levels()] {
			for j := range room + 1 {
				f[p] = append(f[p], s.hops[s.levels()]*int64(j)*int64(j-1)/2)
			}
		}
		for l := s.levels() - 1; l >= 0; l-- {
			up := make([][]int64, len(s.room[l]))
			for i := range up {
				up[i] = []int64{0}
				for _, child := range f[s.kids[l][i]:s.kids[l][i+1]] {
					merged := make([]int64, len(up[i])+len(child)-1)
					for j := range merged {
						merged[j] = unreached
					}
					for i, a := range up[i] {
						for j, b := range child {
							merged[i+j] = min(merged[i+j], a+b+s.hops[l]*int64(i)*int64(j))
						}
					}
					up[i] = merged
				}
			}
			f = up
		}
		if sum != f[0][s.n] {
			t.Fatalf("%d of %v at %v: sum %d, want %d", s.n, s.room, s.hops, sum, f[0][s.n])
		}
	}
}
