package traces

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"

	"hopyard/core/workload"
)

// again is the probability, in tenths, that a job has the same user as the
// preceding job without a new random draw.
const again = 6

// giveUsers assigns users and groups to the given jobs, because the workload model
// does not generate them. A few users submit most of the jobs: the number of jobs
// of the k-th most active user is proportional to 1/k. Users often submit several
// jobs in a row. Each group has ten users.
func giveUsers(jobs []workload.Job, users int, seed int64) {
	draws := rand.NewPCG(uint64(seed), 0x75736572)
	below := func(n int) int { // below returns a random number from 0 to n-1; its bias is at most n in 2^64
		high, _ := bits.Mul64(draws.Uint64(), uint64(n))
		return int(high)
	}
	upTo, sum := make([]int, users), 0 // cumulative shares of the users; the share of the first user is one million
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
