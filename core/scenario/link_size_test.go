package scenario

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hopyard/core/simtime"
)

// realistic returns a random scenario like those that people share. Its workload
// resembles those in trace archives: submit times in whole seconds, round walltimes
// as users choose them, and run times that are mostly shorter. The machine is a fat
// tree.
func realistic(jobs int, seed uint64) *Scenario {
	rng := rand.New(rand.NewPCG(seed, 1))
	s := newScenario()
	s.Title = "A morning on a fat tree"
	s.About = "Small and large jobs compete for 64 nodes."
	s.Cluster.Topology = Shape{Kind: "fat-tree", Levels: 3, Width: 4}
	s.Scheduler.Allocator = "sdm"
	walltimes := []simtime.Duration{5, 10, 15, 30, 60, 120, 240, 480, 720, 1440}
	now := simtime.Time(0)
	for i := range jobs {
		j := noJob(i)
		now += simtime.Time(rng.ExpFloat64()*180) * 1000
		j.Submit = now
		j.Nodes = 1 << rng.IntN(6)
		if rng.IntN(4) == 0 {
			j.Nodes = 1 + rng.Int32N(32)
		}
		j.Walltime = walltimes[rng.IntN(len(walltimes))] * simtime.Minute
		used := math.Min(1, math.Exp(rng.NormFloat64()*0.8-1))
		j.Runtime = max(simtime.Duration(used*j.Walltime.Seconds()), 1) * simtime.Second
		j.User = fmt.Sprintf("user%d", int(math.Abs(rng.NormFloat64()*4)))
		s.Jobs = append(s.Jobs, j)
	}
	s.Jobs[0].Submit = 0
	return s
}

// TestLinkSize checks that links stay short: about 500 characters for 50 jobs
// (besides the checksum), and about 1,600 for 200 jobs.
func TestLinkSize(t *testing.T) {
	for _, c := range []struct{ jobs, most int }{{10, 300}, {50, 505}, {200, 1600}, {1000, 8000}} {
		for seed := range uint64(3) {
			s := realistic(c.jobs, seed)
			link, err := EncodeLink(SharedLink{Scenario: s})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d jobs: %d characters (packed before deflate %d, JSON %d)", c.jobs, len(link), len(s.pack()), len(s.Canonical()))
			if len(link) > c.most {
				t.Errorf("%d jobs: link of %d characters, more than %d", c.jobs, len(link), c.most)
			}
			l, err := DecodeLink(link)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := string(l.Scenario.Canonical()), string(s.Canonical()); got != want {
				t.Fatalf("not the same scenario:\n%s\n%s", got, want)
			}
		}
	}
}
