package hybrid

import (
	"slices"

	"hopyard/core/queue"
	"hopyard/core/simtime"
)

// fairShare is the record of the recent use of each user with a target, and of all
// jobs together. Use is counted in core-milliseconds held, separately for each time
// window.
//
// Source: Maui Administrator's Guide 6.3 (SOURCES.md S3.8). A user's usage is the
// decayed sum of its use over the windows, divided by the same sum for all jobs.
// The value is the target's percentage less the usage. Dedicated processor seconds
// are Maui's default measure.
type fairShare struct {
	targets *queue.FairTargets // nil if fair share is not used
	places  map[string]int32
	rates   []int64 // cores held now, by target; the last element is for all jobs
	used    []int64 // use by target, then by window modulo Depth
	since   simtime.Time
}

func newFairShare(w *weights) fairShare {
	if w.Weight[queue.FairShare] == 0 || len(w.Fair.Users) == 0 || w.Fair.Window <= 0 || w.Fair.Depth < 1 {
		return fairShare{}
	}
	f := fairShare{targets: &w.Fair, places: map[string]int32{}}
	for i, x := range w.Fair.Users {
		f.places[x.Name] = int32(i)
	}
	n := len(w.Fair.Users) + 1
	f.rates, f.used = make([]int64, n), make([]int64, n*int(w.Fair.Depth))
	return f
}

func (f *fairShare) clone() fairShare {
	c := *f
	c.rates, c.used = slices.Clone(f.rates), slices.Clone(f.used)
	return c // places is shared because it does not change
}

// of returns the index of a user's target, or none.
func (f *fairShare) of(user string) int32 {
	if at, ok := f.places[user]; ok {
		return at
	}
	return none
}

// hold records that the user of a target holds more cores from now on. The
// parameter cores is the increase, which may be negative. Cost: O(targets).
func (f *fairShare) hold(target int32, cores int64, now simtime.Time) {
	if f.targets == nil {
		return
	}
	f.count(now)
	if target != none {
		f.rates[target] += cores
	}
	f.rates[len(f.rates)-1] += cores
}

// count updates the sums to now. Cost: O(targets) for each window that has begun
// since the last update.
func (f *fairShare) count(now simtime.Time) {
	window, depth := simtime.Time(f.targets.Window), int64(f.targets.Depth)
	if ahead := now/window - f.since/window; int64(ahead) > depth { // all known use is too old to count
		clear(f.used)
		f.since = (now/window - simtime.Time(depth)) * window
	}
	for f.since < now {
		k := int64(f.since / window)
		end := min(now, (f.since/window+1)*window)
		for i, rate := range f.rates {
			f.used[int64(i)*depth+k%depth] += product(rate, int64(end-f.since))
		}
		if f.since = end; end%window == 0 {
			for i := range f.rates {
				f.used[int64(i)*depth+(k+1)%depth] = 0
			}
		}
	}
}

// value returns the user's target less the user's recent share of the use, in
// thousandths of a percentage point. It is negative if the user has used too much.
// The sums must be up to date. Cost: O(windows).
func (f *fairShare) value(target int32) int64 {
	if target == none || f.targets == nil {
		return 0
	}
	depth := int64(f.targets.Depth)
	k := int64(f.since / simtime.Time(f.targets.Window))
	all, own, weight := 0.0, 0.0, 1.0
	for i := int64(0); i < depth && i <= k; i++ {
		w := (k - i) % depth
		own += float64(weight * float64(f.used[int64(target)*depth+w]))
		all += float64(weight * float64(f.used[int64(len(f.rates)-1)*depth+w]))
		weight = float64(weight*float64(f.targets.Decay)) / 1000
	}
	value := f.targets.Users[target].Value
	if all > 0 {
		value -= int64(own / all * 100_000)
	}
	return value
}
