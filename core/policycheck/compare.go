package policycheck

import (
	"cmp"
	"fmt"
	"slices"

	"hopyard/core/experiment"
	"hopyard/core/scenario"
	"hopyard/core/workload"
)

// waits holds the workloads in which all jobs started, with their mean waits in
// seconds: under the policy (mine), and under first come, first served (fcfs).
type waits struct {
	worlds     []*world
	mine, fcfs []float64
}

func (x *waits) add(w *world, mine, fcfs float64) {
	x.worlds, x.mine, x.fcfs = append(x.worlds, w), append(x.mine, mine), append(x.fcfs, fcfs)
}

// excess returns how much longer jobs wait under the policy than under first come,
// first served, in workload i. The result is a multiple of the workload's mean
// walltime.
func (x *waits) excess(i int) float64 { return (x.mine[i] - x.fcfs[i]) / x.worlds[i].length() }

// length returns the mean walltime of the jobs in seconds.
func (w *world) length() float64 {
	sum := 0
	for i := range w.jobs {
		sum += w.jobs[i].walltime
	}
	return float64(sum) / float64(len(w.jobs))
}

// compare checks whether jobs wait longer than under first come, first served, by a
// paired comparison over all workloads.
func (t *Check) compare() {
	x := &t.waits
	d := experiment.Difference(x.mine, x.fcfs)
	if d.Sign() <= 0 {
		return
	}
	tally := &tally{of: len(x.mine)}
	t.found[Worse] = tally
	for i := range x.mine {
		if x.mine[i] > x.fcfs[i] {
			tally.found++
		}
	}
	// Among the workloads with at least half of the largest excess, take the
	// smallest.
	most := 0.0
	for i := range x.worlds {
		most = max(most, x.excess(i))
	}
	small := slices.MinFunc(indexes(len(x.worlds)), func(a, b int) int {
		return cmp.Or(-boolInt(x.excess(a) >= most/2)+boolInt(x.excess(b) >= most/2), cmp.Compare(len(x.worlds[a].jobs), len(x.worlds[b].jobs)), cmp.Compare(a, b))
	})
	title := fmt.Sprintf("Jobs wait %s s in the mean, under first come, first served %s s: %s s longer (95 %% interval: %s to %s s)",
		short(experiment.Of(x.mine).Mean), short(experiment.Of(x.fcfs).Mean), short(d.Mean), short(d.Mean-d.Half), short(d.Mean+d.Half))
	least := x.excess(small) / 2
	shrink := newShrinking(x.worlds[small], sighting{kind: Worse, job: workload.NoJob})
	shrink.shows = func(t *Check, w *world) (*sighting, bool) {
		mine, fcfs, ok := t.pair(w)
		return &sighting{kind: Worse, job: workload.NoJob}, ok && mine > fcfs && (mine-fcfs)/w.length() >= least
	}
	shrink.title = func(t *Check, w *world) string {
		mine, fcfs, _ := t.pair(w)
		return fmt.Sprintf("%s; in the case shown %s and %s s.", title, short(mine), short(fcfs))
	}
	t.begin(shrink)
}

// pair returns the mean wait of the jobs in a world under the policy, and that
// under first come, first served. It returns false if a mean wait cannot be
// computed.
func (t *Check) pair(w *world) (mine, fcfs float64, ok bool) {
	s, err := w.scenario()
	if err != nil {
		return 0, 0, false
	}
	return t.pairOf(s)
}

func (t *Check) pairOf(s *scenario.Scenario) (mine, fcfs float64, ok bool) {
	c, err := t.policy(s)
	if err != nil {
		return 0, 0, false
	}
	if mine, ok = meanWaitUnder(c); !ok {
		return 0, 0, false
	}
	fcfs, ok = meanWaitUnder(firstCome(c))
	return mine, fcfs, ok
}

func indexes(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
