package workload

import (
	"math"
	"slices"
	"strconv"

	"hopyard/core/simtime"
)

// estimate gives every job its walltime. Run times are whole seconds.
//
// Source: SOURCES.md WORK.3 and WORK.4; the factor is the f-model of Mu'alem
// and Feitelson: uniform from 1 to f, rounded down to seconds.
func (l *Lublin) estimate(jobs []Job) *ModelError {
	d := newDraws(l.Seed, estimateDraws)
	if l.Estimates == TsafrirEstimates {
		return l.tsafrir(jobs, &d)
	}
	most := 1.0
	if l.Estimates == FactorEstimates {
		most = float64(l.factor()) / 1000
	}
	for i := range jobs {
		j := &jobs[i]
		j.Walltime = simtime.Duration(float64(seconds(j.Runtime))*d.between(1, most)) * simtime.Second
	}
	return nil
}

func seconds(d simtime.Duration) int64 { return int64(d / simtime.Second) }

// round is the nearest whole number, halves up.
func round(x float64) int64 { return int64(math.Floor(x + 0.5)) }

// estimateTries is how many histograms are drawn before giving up.
const estimateTries = 50

// tsafrir draws a histogram of round estimates, and deals them out so that no
// job runs longer than its own. Cost: O(jobs log jobs).
//
// Source: SOURCES.md WORK.3. INFERRED: the source gives up when some job
// is longer than what is left for it (few jobs, most of them long); here the
// histogram is drawn again, and without a MaxEstimate with an hour more.
func (l *Lublin) tsafrir(jobs []Job, d *draws) *ModelError {
	longest := seconds(l.MaxEstimate)
	if longest == 0 {
		for i := range jobs {
			longest = max(longest, seconds(jobs[i].Runtime))
		}
		longest = max((longest+hour-1)/hour*hour, seconds(MinMaxWall))
	}
	order := make([]int64, len(jobs)) // longest run time first, then the earlier job
	for i := range jobs {
		run := &jobs[i].Runtime
		*run = min(*run, simtime.Duration(longest)*simtime.Second)
		order[i] = -seconds(*run)<<20 | int64(i)
	}
	slices.Sort(order)
	for range estimateTries {
		left := flatEstimates(len(jobs), longest, d)
		if enough(order, left) {
			deal(jobs, order, left, d)
			return nil
		}
		if l.MaxEstimate == 0 {
			longest += hour
		}
	}
	field, value := "max_estimate", strconv.FormatInt(longest, 10)
	if l.MaxEstimate == 0 {
		field, value = "estimates", l.Estimates.String()
	}
	return wrong(field, value, "", "has no estimates long enough for these jobs: too many of them are long", "draw more jobs, raise max_estimate, or use other estimates")
}

const hour = 3600 // seconds

// enough reports whether the k-th longest estimate is as long as the k-th
// longest job, for every k.
func enough(order, left []int64) bool {
	for k, key := range order {
		if -(key >> 20) > left[k] {
			return false
		}
	}
	return true
}

// deal gives each job, the longest first, one of the estimates that are left
// and long enough.
func deal(jobs []Job, order, left []int64, d *draws) {
	upTo := 0 // the last estimate that is long enough
	for j, key := range order {
		for upTo+1 < len(left) && -(key>>20) <= left[upTo+1] {
			upTo++
		}
		k := d.whole(int64(j), int64(upTo))
		jobs[key&(1<<20-1)].Walltime = simtime.Duration(left[k]) * simtime.Second
		left[k] = left[j]
	}
}
