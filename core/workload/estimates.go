package workload

import (
	"math"
	"slices"
	"strconv"

	"hopyard/core/simtime"
)

// estimate sets the walltime of every job. Run times are whole seconds.
//
// Source: SOURCES.md WORK.3 and WORK.4. FactorEstimates is the f-model of Mu'alem
// and Feitelson: the factor is uniform from 1 to f, and the walltime is rounded
// down to seconds.
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

// round returns the nearest integer; halves are rounded up.
func round(x float64) int64 { return int64(math.Floor(x + 0.5)) }

// estimateTries is the number of histograms that tsafrir draws before it gives up.
const estimateTries = 50

// tsafrir draws a histogram of round estimates and assigns them to jobs so that no
// job runs longer than its estimate. Cost: O(jobs log jobs).
//
// Source: SOURCES.md WORK.3. INFERRED: the source gives up if a job is longer than
// all remaining estimates (which happens with few jobs, most of them long). Here a
// new histogram is drawn. If MaxEstimate is not given, the longest estimate also
// grows by an hour each time.
func (l *Lublin) tsafrir(jobs []Job, d *draws) *ModelError {
	longest := seconds(l.MaxEstimate)
	if longest == 0 {
		for i := range jobs {
			longest = max(longest, seconds(jobs[i].Runtime))
		}
		longest = max((longest+hour-1)/hour*hour, seconds(MinMaxWall))
	}
	order := make([]int64, len(jobs)) // one sort key per job: longest run time first, then lowest index
	for i := range jobs {
		run := &jobs[i].Runtime
		*run = min(*run, simtime.Duration(longest)*simtime.Second)
		order[i] = -seconds(*run)<<20 | int64(i)
	}
	slices.Sort(order)
	for range estimateTries {
		left := flatEstimates(len(jobs), longest, d)
		if coversRunTimes(order, left) {
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
	return invalidField(field, value, "", "has no estimates long enough for these jobs: too many of them are long", "draw more jobs, raise max_estimate, or use other estimates")
}

const hour = 3600 // in seconds

// coversRunTimes reports whether, for every k, the k-th longest estimate is at least as
// long as the k-th longest job.
func coversRunTimes(order, left []int64) bool {
	for k, key := range order {
		if -(key >> 20) > left[k] {
			return false
		}
	}
	return true
}

// deal assigns an estimate to each job, beginning with the longest job. It draws
// the estimate at random from the remaining estimates that are long enough.
func deal(jobs []Job, order, left []int64, d *draws) {
	upTo := 0 // index of the last estimate that is long enough
	for j, key := range order {
		for upTo+1 < len(left) && -(key>>20) <= left[upTo+1] {
			upTo++
		}
		k := d.whole(int64(j), int64(upTo))
		jobs[key&(1<<20-1)].Walltime = simtime.Duration(left[k]) * simtime.Second
		left[k] = left[j]
	}
}
