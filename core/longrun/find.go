package longrun

import (
	"cmp"
	"slices"

	"hopyard/core/metrics"
	"hopyard/core/simtime"
)

// Column is a column by which a table of jobs can be sorted.
type Column uint8

// The columns of a table of jobs.
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

// Filter selects jobs of a table. The zero value selects all.
type Filter struct {
	From, To    simtime.Time // range of submission times, including both ends; if the field To is 0, any time is selected
	User        string       // user name, which may be ""; ignored unless Named is set
	Named       bool
	Least, Most int32            // range of sizes, including both ends; if the field Most is 0, there is no upper limit
	Killed      bool             // select only jobs that were killed or failed
	Wait        simtime.Duration // select only jobs that waited at least this long
}

// Any reports whether the filter restricts anything other than the submission time.
func (f *Filter) Any() bool { return f.Named || f.Least > 0 || f.Most > 0 || f.Killed || f.Wait > 0 }

// takes reports whether the filter selects job j.
func (f *Filter) takes(t *JobTable, j *JobRecord) bool {
	return (f.To == 0 || j.Submit >= f.From && j.Submit <= f.To) &&
		(!f.Named || t.Users[j.User].Name == f.User) &&
		j.Size >= f.Least && (f.Most == 0 || j.Size <= f.Most) &&
		(!f.Killed || j.State == metrics.Killed || j.State == metrics.Failed) &&
		j.Waited >= f.Wait
}

// Sorted returns the indexes in Jobs of the jobs that the filter selects. They are
// sorted by a column, in descending order if the last argument is true. Jobs with
// equal values in this column stay in the order of Jobs. Cost: O(jobs·log jobs).
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
		return cmp.Compare(a.Waited, b.Waited)
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
		return cmp.Compare(a.FirstStart(), b.FirstStart())
	}
	return cmp.Compare(a.ID, b.ID)
}

// Spread is a histogram. Each element counts the jobs whose value is at most the
// bound with the same index, and above the previous bound. The last element counts
// the jobs above all bounds.
type Spread []int32

// WaitBounds and SlowdownBounds are the upper bounds of the classes in the
// histograms of waits and of bounded slowdowns.
var (
	WaitBounds     = [...]simtime.Duration{0, simtime.Minute, 10 * simtime.Minute, simtime.Hour, 6 * simtime.Hour, simtime.Day, 3 * simtime.Day}
	SlowdownBounds = [...]float64{1, 2, 5, 10, 50, 100, 500}
)

// Spreads returns two histograms over the jobs that the filter selects. The first
// shows the waits of the jobs that started, the second the bounded slowdowns of the
// jobs that ended. Cost: O(jobs).
func (t *JobTable) Spreads(f Filter) (waits, slowdowns Spread) {
	waits, slowdowns = make(Spread, len(WaitBounds)+1), make(Spread, len(SlowdownBounds)+1)
	for i := range t.Jobs {
		j := &t.Jobs[i]
		if !f.takes(t, j) {
			continue
		}
		if j.Started() {
			at, _ := slices.BinarySearch(WaitBounds[:], j.Waited)
			waits[at]++
		}
		if j.Slowdown > 0 {
			at, _ := slices.BinarySearch(SlowdownBounds[:], j.Slowdown)
			slowdowns[at]++
		}
	}
	return waits, slowdowns
}

// Most returns the index of the selected job with the largest value in a column. If
// several jobs share the largest value, it returns the first of them. If the filter
// selects no job, it returns -1. Cost: O(jobs).
func (t *JobTable) Most(f Filter, by Column) int {
	best := -1
	for i := range t.Jobs {
		if f.takes(t, &t.Jobs[i]) && (best < 0 || t.compare(&t.Jobs[i], &t.Jobs[best], by) > 0) {
			best = i
		}
	}
	return best
}
