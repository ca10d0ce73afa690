package traces

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"

	"hopyard/core/workload"
)

// again is how many of ten jobs are of the same user as the one before.
const again = 6

// giveUsers says whose the jobs are, as the model does not: a few users submit
// most of them, the k-th most active one in proportion to 1/k, and in runs, since
// who submits a job often submits another at once. Groups hold ten users each.
func giveUsers(jobs []workload.Job, users int, seed int64) {
	draws := rand.NewPCG(uint64(seed), 0x75736572)
	below := func(n int) int { // not quite uniform, by n in 2^64
		high, _ := bits.Mul64(draws.Uint64(), uint64(n))
		return int(high)
	}
	upTo, sum := make([]int, users), 0 // shares in millionths, added up
	for k := range upTo {
		sum += 1_000_000 / (k + 1)
		upTo[k] = sum
	}
	user := 0
	for i := range jobs {
		if i == 0 || below(10) >= again {
			user, _ = slices.BinarySearch(upTo, below(sum)+1)
		}
		jobs[i].User, jobs[i].Group = strconv.Itoa(user+1), strconv.Itoa(user/10+1)
	}
}
