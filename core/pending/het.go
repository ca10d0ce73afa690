package pending

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/core/queue/slurmsched"
	"hopyard/core/slurmstate"
	"hopyard/core/workload"
)

// leaderOf returns the id of the heterogeneous job of which a job is a part, and the
// number of the part, or false if it is none.
func leaderOf(j *slurmstate.JobInfo) (leader string, offset int, ok bool) {
	leader, number, ok := strings.Cut(j.ID, "+")
	offset, err := strconv.Atoi(number)
	return leader, offset, ok && err == nil
}

// together returns jobs with the parts of each heterogeneous job one after another, by
// their numbers, at the place of the first one.
func together(all []*slurmstate.JobInfo) []*slurmstate.JobInfo {
	parts := map[string][]*slurmstate.JobInfo{}
	for _, j := range all {
		if leader, _, ok := leaderOf(j); ok {
			parts[leader] = append(parts[leader], j)
		}
	}
	if len(parts) == 0 {
		return all
	}
	out := make([]*slurmstate.JobInfo, 0, len(all))
	for _, j := range all {
		leader, _, ok := leaderOf(j)
		if !ok {
			out = append(out, j)
			continue
		}
		group := parts[leader]
		delete(parts, leader)
		slices.SortStableFunc(group, func(a, b *slurmstate.JobInfo) int {
			_, x, _ := leaderOf(a)
			_, y, _ := leaderOf(b)
			return x - y
		})
		out = append(out, group...)
	}
	return out
}

// joinParts combines waiting parts into heterogeneous jobs. If one of them is left out of
// the simulation, so are the others, for the same reason. A part that waits alone is a
// job of its own, and so are all parts if the policy does not support heterogeneous jobs.
func (c *LiveQueue) joinParts(all []*slurmstate.JobInfo, requests []workload.Request) {
	known := slurmsched.SlurmPolicy{Config: c.policy}.CheckHet() == nil
	for i := 0; i < len(all); {
		leader, _, ok := leaderOf(all[i])
		end := i + 1
		for ; ok && end < len(all); end++ {
			if next, _, more := leaderOf(all[end]); !more || next != leader {
				break
			}
		}
		if size := end - i; size > 1 && known {
			c.joinGroup(all[i:end], requests[i:end])
		}
		i = end
	}
}

// joinGroup makes a heterogeneous job of its parts.
func (c *LiveQueue) joinGroup(parts []*slurmstate.JobInfo, requests []workload.Request) {
	for _, j := range parts {
		if obstacle := c.left[j.ID]; obstacle.Code != NoClause {
			for _, other := range parts {
				if c.left[other.ID].Code == NoClause {
					c.left[other.ID] = obstacle
				}
			}
			return
		}
	}
	for _, j := range parts[1:] {
		if j.User != parts[0].User || c.begins(j) != c.begins(parts[0]) {
			return
		}
	}
	for i := range requests {
		if requests[i].TimeMin != 0 { // the engine refuses it for parts
			requests[i].TimeMin = 0
			c.assumeOf(Clause{Code: NotSimulated, Name: "--time-min"})
		}
		requests[i].Het = workload.HetPart{Offset: int32(i), Size: int32(len(parts))}
	}
}
