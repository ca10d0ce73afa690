package topology

// LinksBetween adds the links between routers over all pairs of different
// routers, each pair as often as its two weights say, which are by router.
//
// Of two routers in different groups there are three links, less one for each
// of the two that carries the groups' cable itself, or less one where they are
// joined to one router of a third group; so whole groups are counted at once.
// Cost: O(groups²·routers). Exact while the weights' sum squared stays below
// 2^61.
func (t Dragonfly) LinksBetween(weight []int64) int64 {
	sum := int64(0)
	of := make([]int64, t.groups)
	for i := range of {
		squares := int64(0)
		for _, w := range weight[i*t.routers:][:t.routers] {
			of[i] += w
			squares += w * w
		}
		sum += (of[i]*of[i] - squares) / 2
	}
	for i := range of {
		for j := i + 1; j < len(of); j++ {
			if of[i] == 0 || of[j] == 0 {
				continue
			}
			here, there := weight[i*t.routers:][:t.routers], weight[j*t.routers:][:t.routers]
			p, q := t.port(i, j), t.port(j, i)
			sum += 3*of[i]*of[j] - here[p]*of[j] - there[q]*of[i]
			for r, w := range here {
				if w == 0 || r == p {
					continue
				}
				for _, s := range [2]int{r, (r + 1) % t.routers} { // third holds for no other
					if s != q && there[s] != 0 && t.third(i, r, j, s) {
						sum -= w * there[s]
					}
				}
			}
		}
	}
	return sum
}

// LinksAcross is the most links between two routers whose weights are not 0.
// Cost: O(routers²) at most, and far less where any two are three apart.
func (t Dragonfly) LinksAcross(weight []int64) int {
	most := 0
	for a, w := range weight {
		if w == 0 {
			continue
		}
		for b := len(weight) - 1; b > a; b-- {
			if weight[b] == 0 {
				continue
			}
			if most = max(most, t.between(a, b)); most == 3 {
				return most
			}
		}
	}
	return most
}
