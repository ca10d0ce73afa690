package longrun

import (
	"cmp"
	"slices"

	"hopyard/core/metrics"
	"hopyard/core/simtime"
)

// Column is what a table of jobs can be sorted by.
type Column uint8

// The columns.
const (
	ByWait Column = iota
	BySlowdown
	ByOvertaken
	ByJob
	ByUser
	BySize
	BySubmit
	ByUsed
	ByEnding
	ByStart
	NumColumns
)

// Filter is which jobs are wanted; the zero value wants all.
type Filter struct {
	From, To    simtime.Time // submitted then; To 0: at any time
	User        string       // "" any; Named says that "" is meant
	Named       bool
	Least, Most int32            // size; Most 0: any
	Killed      bool             // only those that were killed or failed
	Wait        simtime.Duration // only those that waited so long at least
}

// Any reports whether a filter takes less than all jobs, its time apart.
func (f *Filter) Any() bool { return f.Named || f.Least > 0 || f.Most > 0 || f.Killed || f.Wait > 0 }

// takes reports whether a job is wanted.
func (f *Filter) takes(t *JobTable, j *JobRecord) bool {
	return (f.To == 0 || j.Submit >= f.From && j.Submit <= f.To) &&
		(!f.Named || t.Users[j.User].Name == f.User) &&
		j.Size >= f.Least && (f.Most == 0 || j.Size <= f.Most) &&
		(!f.Killed || j.State == metrics.Killed || j.State == metrics.Failed) &&
		j.Wait >= f.Wait
}

// Sorted are the places in Jobs of those that a filter takes, by a column; equal
// ones by their submission. Cost: O(jobs·log jobs).
func (t *JobTable) Sorted(f Filter, by Column, down bool) []int32 {
	var out []int32
	for i := range t.Jobs {
		if f.takes(t, &t.Jobs[i]) {
			out = append(out, int32(i))
		}
	}
	slices.SortStableFunc(out, func(a, b int32) int {
		c := t.compare(&t.Jobs[a], &t.Jobs[b], by)
		if down {
			c = -c
		}
		return c
	})
	return out
}

func (t *JobTable) compare(a, b *JobRecord, by Column) int {
	switch by {
	case ByWait:
		return cmp.Compare(a.Wait, b.Wait)
	case BySlowdown:
		return cmp.Compare(a.Slowdown, b.Slowdown)
	case ByOvertaken:
		return cmp.Compare(a.Overtook, b.Overtook)
	case ByUser:
		return cmp.Compare(a.User, b.User)
	case BySize:
		return cmp.Compare(a.Size, b.Size)
	case BySubmit:
		return cmp.Compare(a.Submit, b.Submit)
	case ByUsed:
		return cmp.Compare(a.Used, b.Used)
	case ByEnding:
		return cmp.Compare(a.State, b.State)
	case ByStart:
		return cmp.Compare(a.Start, b.Start)
	}
	return cmp.Compare(a.ID, b.ID)
}

// Spread is how many jobs have at most each of some bounds, and more than the one
// before; the last part has those above all.
type Spread []int32

// WaitBounds and SlowdownBounds part the waits, and the bounded slowdowns, of jobs.
var (
	WaitBounds     = [...]simtime.Duration{0, simtime.Minute, 10 * simtime.Minute, simtime.Hour, 6 * simtime.Hour, simtime.Day, 3 * simtime.Day}
	SlowdownBounds = [...]float64{1, 2, 5, 10, 50, 100, 500}
)

// Spreads are the waits of the jobs that started, and the slowdowns of those that
// ended, among those that a filter takes. Cost: O(jobs).
func (t *JobTable) Spreads(f Filter) (waits, slowdowns Spread) {
	waits, slowdowns = make(Spread, len(WaitBounds)+1), make(Spread, len(SlowdownBounds)+1)
	for i := range t.Jobs {
		j := &t.Jobs[i]
		if !f.takes(t, j) {
			continue
		}
		if j.Start != simtime.Never {
			at, _ := slices.BinarySearch(WaitBounds[:], j.Wait)
			waits[at]++
		}
		if j.Slowdown > 0 {
			at, _ := slices.BinarySearch(SlowdownBounds[:], j.Slowdown)
			slowdowns[at]++
		}
	}
	return waits, slowdowns
}

// Most is the place of the job that has most in a column among those that a filter
// takes, the first of several; -1 for none. Cost: O(jobs).
func (t *JobTable) Most(f Filter, by Column) int {
	best := -1
	for i := range t.Jobs {
		if f.takes(t, &t.Jobs[i]) && (best < 0 || t.compare(&t.Jobs[i], &t.Jobs[best], by) > 0) {
			best = i
		}
	}
	return best
}
