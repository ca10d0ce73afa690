package pending

import (
	"slices"
	"testing"

	"hopyard/core/slurmstate"
	"hopyard/core/slurmstate/slurmstatetest"
)

// middle returns the id of the job of a partition in the middle of those that wait, by
// priority.
func middle(s *slurmstate.Snapshot, partition string) string {
	var all []*slurmstate.JobInfo
	for i := range s.Jobs {
		if j := &s.Jobs[i]; isPending(j) && j.Partitions[0] == partition {
			all = append(all, j)
		}
	}
	slices.SortStableFunc(all, func(a, b *slurmstate.JobInfo) int { return int(b.Priority - a.Priority) })
	return all[len(all)/2].ID
}

// BenchmarkAnswerLarge answers about a job in the middle of the queue of a partition, with
// ten what-ifs.
func BenchmarkAnswerLarge(b *testing.B) {
	for _, x := range []struct {
		name                    string
		nodes, running, waiting int
	}{{"100 nodes", 100, 50, 200}, {"1,000 nodes", 1000, 500, 2000}, {"10,000 nodes", 10_000, 5000, 20_000}} {
		s := slurmstatetest.Queue(x.nodes, x.running, x.waiting)
		for _, partition := range []string{"batch", "gpu"} {
			b.Run(x.name+", "+partition, func(b *testing.B) {
				for b.Loop() {
					c, err := New(s)
					if err != nil {
						b.Fatal(err)
					}
					if _, err := c.Answer(middle(s, partition)); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
