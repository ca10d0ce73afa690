package topology

// LinksBetween returns the weighted sum of the number of links between routers over
// all pairs of different routers. The number for each pair is multiplied by the
// weights of both routers.
//
// Two routers in different groups are three links apart, with two exceptions. A
// router that carries the cable between the two groups is one link closer. Two
// routers that are both joined to the same router of a third group are two links
// apart. The function therefore counts whole groups at once and then subtracts the
// exceptions. Cost: O(groups²·routers). The result is exact while the square of the
// sum of weights stays below 2^61.
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
			p, q := t.gateway(i, j), t.gateway(j, i)
			sum += 3*of[i]*of[j] - here[p]*of[j] - there[q]*of[i]
			for r, w := range here {
				if w == 0 || r == p {
					continue
				}
				for _, s := range [2]int{r, (r + 1) % t.routers} { // viaThirdGroup is false for all other s
					if s != q && there[s] != 0 && t.viaThirdGroup(i, r, j, s) {
						sum -= w * there[s]
					}
				}
			}
		}
	}
	return sum
}

// LinksAcross returns the largest number of links between two routers with nonzero
// weights. Cost: O(routers²) at most. The search stops at the first two routers
// that are three links apart, which is the maximum.
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
