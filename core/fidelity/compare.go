package fidelity

import (
	"cmp"
	"slices"

	"hopyard/core/experiment"
	"hopyard/core/simtime"
)

// Effect is the effect of a change: the changed replay against the unchanged one, over the
// jobs that start in both.
type Effect struct {
	Stopped    [2]int // number of times that a job was stopped for another, unchanged and changed
	Jobs, Days int
	Lost       []Count      // jobs that start in the unchanged replay only, by reason
	Figures    []Difference // of all jobs
	Partitions []Difference // mean waits of the jobs of each partition
}

// Difference is a figure in both replays. Times are in seconds.
type Difference struct {
	Name            string
	Jobs            int
	Before, After   float64
	Change          float64
	Half            float64 // half the width of the 95 % interval of Change, by days; 0 if there is none
	IntervalMissing bool    // there are too few days, or the figure is a percentile
}

// Sign returns 1 if the whole interval is above 0, -1 if it is below, and 0 otherwise.
func (d *Difference) Sign() int {
	switch {
	case d.IntervalMissing:
		return 0
	case d.Change-d.Half > 0:
		return 1
	case d.Change+d.Half < 0:
		return -1
	}
	return 0
}

// Unshown reports whether a difference has an interval that contains 0 and something
// else, so that its sign tells nothing.
func (d *Difference) Unshown() bool { return !d.IntervalMissing && d.Half > 0 && d.Sign() == 0 }

// Draws of the bootstrap.
const (
	rounds = 2000
	seed   = 1
)

// leastBlocks is the smallest number of blocks of days for which an interval is given.
const leastBlocks = 3

// bound is the run time from which on the slowdown is bounded.
const bound = 10 * simtime.Second

// days collects a figure by days.
type days struct {
	name              string
	before, diff, num []float64
	jobs              int
}

func (d *days) add(day int, before, after float64) {
	d.jobs++
	d.before[day] += before
	d.diff[day] += after - before
	d.num[day]++
}

func newDays(name string, n int) *days {
	return &days{name: name, before: make([]float64, n), diff: make([]float64, n), num: make([]float64, n)}
}

// difference estimates the difference of the means.
func (d *days) difference() Difference {
	block := experiment.BlockLength(len(d.num))
	e := experiment.BlockBootstrap(d.diff, d.num, block, rounds, seed)
	sum := 0.0
	for _, x := range d.before {
		sum += x
	}
	x := Difference{Name: d.name, Jobs: d.jobs, Before: sum / float64(max(1, d.jobs)), Change: e.Mean, Half: e.Half}
	x.After = x.Before + x.Change
	if (len(d.num)+block-1)/block < leastBlocks {
		x.Half, x.IntervalMissing = 0, true
	}
	return x
}

// Compare estimates the effect of a change from two replays of the same record, the
// unchanged one and that of a model that With returned. Jobs are paired, and intervals
// come from a block bootstrap over the days on which jobs became eligible.
func (m *PastModel) Compare(changed *PastModel, before, after *Outcome) *Effect {
	x := &Effect{Stopped: [2]int{before.Stopped, after.Stopped}}
	lost := map[string]int{}
	var pairs []int
	first, last := int64(1<<62), int64(0)
	for i := range m.records {
		if !m.counts(i) || before.Start[i] == Unstarted || m.runOf(i) > 0 {
			continue
		}
		if before.End[i] != Unstarted && after.Start[i] != Unstarted && after.End[i] == Unstarted {
			lost["it is stopped for another job, and does not run again"]++
		}
		if after.Start[i] == Unstarted {
			lost[cmp.Or(changed.refused[i], "it never starts")]++
			continue
		}
		pairs = append(pairs, i)
		first, last = min(first, m.day(i)), max(last, m.day(i))
	}
	x.Jobs, x.Lost = len(pairs), counted(lost)
	if len(pairs) == 0 {
		return x
	}
	x.Days = int(last-first) + 1
	wait, slow, soon, whole := newDays("mean wait", x.Days), newDays("mean bounded slowdown", x.Days), newDays("share started within a minute", x.Days), newDays("mean time to the end", x.Days)
	parts := map[string]*days{}
	var a, b []simtime.Duration
	for _, i := range pairs {
		day := int(m.day(i) - first)
		w0, _ := before.Wait(i)
		w1, _ := after.Wait(i)
		a, b = append(a, w0), append(b, w1)
		run := m.jobs[m.job(i)].Runtime
		wait.add(day, seconds(w0), seconds(w1))
		slow.add(day, slowdown(w0, run), slowdown(w1, run))
		soon.add(day, within(w0), within(w1))
		if before.End[i] != Unstarted && after.End[i] != Unstarted {
			whole.add(day, seconds(before.End[i].Sub(before.Ready[i])), seconds(after.End[i].Sub(after.Ready[i])))
		}
		name := m.partitionOf(&m.records[i])
		if parts[name] == nil {
			parts[name] = newDays(name, x.Days)
		}
		parts[name].add(day, seconds(w0), seconds(w1))
	}
	slices.Sort(a)
	slices.Sort(b)
	quantile := func(name string, p int) Difference {
		u, v := seconds(percentile(a, p)), seconds(percentile(b, p))
		return Difference{Name: name, Jobs: len(pairs), Before: u, After: v, Change: v - u, IntervalMissing: true}
	}
	x.Figures = []Difference{wait.difference(), quantile("median wait", 50), quantile("90th percentile of waits", 90), slow.difference(), soon.difference()}
	if before.Stopped+after.Stopped > 0 { // else the waits say it all
		x.Figures = append(x.Figures, whole.difference())
	}
	for _, d := range parts {
		x.Partitions = append(x.Partitions, d.difference())
	}
	slices.SortFunc(x.Partitions, func(a, b Difference) int { return cmp.Compare(a.Name, b.Name) })
	return x
}

// day returns the day of the record's clock on which a job became eligible.
func (m *PastModel) day(i int) int64 { return max(m.from, m.records[i].Eligible) / 86_400 }

func seconds(d simtime.Duration) float64 { return float64(d) / 1000 }

func slowdown(wait, run simtime.Duration) float64 {
	return max(1, float64(wait+run)/float64(max(run, bound)))
}

func within(wait simtime.Duration) float64 {
	if wait <= simtime.Minute {
		return 1
	}
	return 0
}
