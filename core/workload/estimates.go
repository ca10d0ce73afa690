package workload

import (
	"math"
	"slices"

	"hopyard/core/simtime"
)

// estimate gives every job its walltime. Run times are whole seconds.
//
// Source: algorithms.md 4.2; the factor is the f-model of Mu'alem and
// Feitelson (RECALLED there): uniform from 1 to f, rounded down to seconds.
func (l *Lublin) estimate(jobs []Job) error {
	d := newDraws(l.Seed, estimateDraws)
	switch l.Estimates {
	case TsafrirEstimates:
		return l.tsafrir(jobs, d)
	case FactorEstimates:
		for i := range jobs {
			f := d.between(1, float64(l.factor())/1000)
			jobs[i].Walltime = simtime.Duration(float64(seconds(jobs[i].Runtime))*f) * simtime.Second
		}
	default:
		for i := range jobs {
			jobs[i].Walltime = jobs[i].Runtime
		}
	}
	return nil
}

// estimateTries is how many histograms are drawn before giving up.
const estimateTries = 50

func seconds(d simtime.Duration) int64 { return int64(d / simtime.Second) }

// tsafrir draws a histogram of round estimates, and deals them out so that no
// job runs longer than its own. Cost: O(jobs log jobs).
//
// Source: algorithms.md 4.2 step 8. INFERRED: the source gives up when some job
// is longer than what is left for it (few jobs, most of them long); here the
// histogram is drawn again, and without a MaxEstimate with an hour more.
func (l *Lublin) tsafrir(jobs []Job, d *draws) error {
	longest := l.MaxEstimate / simtime.Second * simtime.Second
	if longest == 0 {
		for i := range jobs {
			longest = max(longest, jobs[i].Runtime)
		}
		longest = max((longest+simtime.Hour-1)/simtime.Hour*simtime.Hour, MinMaxWall)
	}
	order := make([]int64, len(jobs)) // longest run time first, then the earlier job
	for i := range jobs {
		jobs[i].Runtime = min(jobs[i].Runtime, longest)
		order[i] = -seconds(jobs[i].Runtime)<<20 | int64(i)
	}
	slices.Sort(order)
	for range estimateTries {
		left := flatEstimates(estimateBins(len(jobs), seconds(longest), d))
		late := 0
		for k, key := range order {
			if -(key >> 20) > left[k] {
				late++
			}
		}
		if late == 0 {
			deal(jobs, order, left, d)
			return nil
		}
		if l.MaxEstimate == 0 {
			longest += simtime.Hour
		}
	}
	return &ModelError{
		Field: "max_estimate", Value: longest.String(),
		Problem: "estimates tsafrir: too many jobs run so long that no estimate up to max_estimate " + longest.String() + " s is left for them",
		Fix:     "raise max_estimate, draw more jobs, or use other estimates",
	}
}

// flatEstimates are the estimates of bins, one for each job, longest first.
func flatEstimates(bins []estimateBin) []int64 {
	var flat []int64
	for _, b := range slices.Backward(bins) {
		for range b.jobs {
			flat = append(flat, b.time)
		}
	}
	return flat
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

// round is the nearest whole number, halves up.
func round(x float64) int64 { return int64(math.Floor(x + 0.5)) }
