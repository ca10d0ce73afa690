package longrun

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hopyard/core/metrics"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// TestTableIsTheDumbOne checks CountOvertaking on random jobs. The counts must
// equal those of a loop over all pairs of jobs.
func TestTableIsTheDumbOne(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 1 + rng.IntN(40)
		jobs, out := make([]workload.Job, n), make([]metrics.Outcome, n)
		at := simtime.Time(0)
		for i := range jobs {
			at = at.Add(simtime.Duration(rng.IntN(3)) * simtime.Second)
			jobs[i].Nodes, jobs[i].User = int32(1+rng.IntN(5)), fmt.Sprint(rng.IntN(4))
			out[i] = metrics.Outcome{State: metrics.Waiting, Submit: at}
			if rng.IntN(5) > 0 {
				wait := simtime.Duration(rng.IntN(20)) * simtime.Second
				start := at.Add(wait)
				out[i].State, out[i].Starts, out[i].First, out[i].Start, out[i].Waited = metrics.Completed, 1, start, start, wait
				out[i].Ran, out[i].End = 3*simtime.Second, start.Add(3*simtime.Second)
			}
		}
		table := NewTable(jobs, out)
		table.CountOvertaking()
		for i := range jobs {
			want := int32(0)
			for k := i + 1; k < n; k++ {
				if out[i].Started() && out[k].Started() && out[k].First < out[i].First {
					want++
				}
			}
			if got := table.Jobs[i].Overtook; got != want {
				t.Fatalf("seed %d: job %d was overtaken by %d, not %d", seed, i, got, want)
			}
			if name := table.Users[table.Jobs[i].User].Name; name != jobs[i].User {
				t.Fatalf("seed %d: job %d is of user %q, not %q", seed, i, name, jobs[i].User)
			}
		}
		for i := 1; i < len(table.Users); i++ {
			if table.Users[i].NodeTime > table.Users[i-1].NodeTime {
				t.Fatalf("seed %d: the users are not in order", seed)
			}
		}
	}
}
