package pending

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/slurmstate/slurmstatetest"
)

// TestDepth measures how much starts differ if few jobs are planned in a run.
func TestDepth(t *testing.T) {
	if os.Getenv("MEASURE") == "" {
		t.Skip("set MEASURE=1; it takes minutes")
	}
	differ := map[int32][]int64{}
	for n := range 2 {
		s := slurmstatetest.Queue(250+100*n, 120, 900)
		c, err := New(s)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(uint64(n), 3))
		for range 14 {
			job := c.ids[s.Jobs[150+r.IntN(len(s.Jobs)-160)].ID]
			start := func(e effort) simtime.Duration {
				c.effort = e
				tr, err := c.try(job, nil, nil)
				if err != nil {
					return Never
				}
				tr.run()
				return tr.starts[0].After
			}
			exact := start(effort{work: 1 << 60})
			if exact == 0 || exact == Never {
				continue
			}
			for _, d := range []int32{10, 30, 100} {
				rough := start(effort{depth: d})
				differ[d] = append(differ[d], int64(rough-exact)*1000/int64(exact))
			}
		}
	}
	for _, d := range []int32{10, 30, 100} {
		slices.Sort(differ[d])
		fmt.Println("depth", d, "differences in 1/1000:", differ[d])
	}
}
