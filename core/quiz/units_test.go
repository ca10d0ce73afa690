package quiz_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/quiz"
	"hopyard/core/soaktest"
)

// TestEqualUnits runs jobs on trees whose scheduling units are the leaf switches,
// and grades every combination of free units that could hold a job. For jobs of
// several units, exactly the combinations with the least sum of hops must be right.
func TestEqualUnits(t *testing.T) {
	asked, equal := 0, 0
	for seed := range uint64(soaktest.Part(400, 4)) {
		text := drawUnits(seed)
		run, z := record(t, text)
		for q := range z.All(quiz.Of(quiz.Place)) {
			asked++
			free := freeBefore(run, q.Step, 32)
			var idle []int // free units of 4 nodes; each switch of the middle level has 4 units
			for u := range 8 {
				if !slices.ContainsFunc([]int{0, 1, 2, 3}, func(n int) bool { return !slices.Contains(free, 4*u+n) }) {
					idle = append(idle, u)
				}
			}
			need, least := (int(q.Need)+3)/4, 1<<20
			sums := map[string]int{}
			for _, units := range choices(idle, need) {
				sum := 0
				for i, u := range units {
					for _, v := range units[:i] {
						if sum += 3; u/4 != v/4 { // between two units, the hop count is 3 under the same switch, and 5 otherwise
							sum += 2
						}
					}
				}
				sums[fmt.Sprint(units)], least = sum, min(least, sum)
			}
			for _, units := range choices(idle, need) {
				var list []int
				for _, u := range units {
					list = append(list, 4*u, 4*u+1, 4*u+2, 4*u+3)
				}
				want := sums[fmt.Sprint(units)] == least
				if want {
					equal++
				}
				if v := z.Grade(&q, nodes(list[:q.Need]...)); v.Right != want && need > 1 {
					t.Fatalf("seed %d at %v.%d: units %v are graded %v, right is %v:\n%s", seed, q.At, q.Ordinal, units, v, q.Right, text)
				}
			}
		}
	}
	if asked < 50 || equal < 2*asked {
		t.Errorf("%d questions with %d right choices are too few", asked, equal)
	}
}

// drawUnits returns a scenario with S0's queue and placement on a tree of 32 nodes.
// The root has 2 switches with 4 leaf switches each, and each leaf switch has 4
// nodes.
func drawUnits(seed uint64) string {
	jobs := ""
	r := rand.New(rand.NewPCG(seed, 27))
	for i := range 12 {
		if i > 0 {
			jobs += ","
		}
		jobs += fmt.Sprintf(`{"submit":%d,"nodes":%d,"walltime":%d}`, r.IntN(50)*10, 4*(1+r.IntN(4)), 100+r.IntN(20)*10)
	}
	return fmt.Sprintf(`{"hopyard":1,"cluster":{"topology":{"kind":"fat-tree","down":[4,4,2]}},"scheduler":{"queue":"batch","allocator":"min-hop-units"},"jobs":[%s]}`, jobs)
}
