package lab

import (
	"cmp"
	"math"
	"slices"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
)

// key returns the figure that the reader selected.
func (l *Lab) key() *metrics.Figure { return &l.r.Keys[l.figure] }

// sample returns the values of the selected figure for a curve at a step of the
// axis, one for each repetition. It returns nil if the design has no such runs.
func (l *Lab) sample(algorithm, step int) []float64 {
	return l.layout.SampleAt(l.figure, l.place, algorithm, step)
}

// drawn returns the curves to be drawn: those that have runs at the selected levels
// of the other factors.
func (l *Lab) drawn() []int {
	var out []int
	for a := range l.layout.Algorithms {
		if l.layout.Runs(l.place, a) {
			out = append(out, a)
		}
	}
	return out
}

// extent returns the range of values of a curve, including its intervals.
func (l *Lab) extent(algorithm int) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for step := range l.layout.Steps {
		if s := l.sample(algorithm, step); s != nil {
			e := experiment.Of(s)
			low, high = min(low, e.Mean-e.Half), max(high, e.Mean+e.Half)
		}
	}
	return low, high
}

// bands divides the curves into one or two bands with separate scales, the lowest
// band first. There are two bands if there is a large gap between the values of two
// groups of curves. The gap must be larger than each of three amounts: the range of
// values of the curves below the gap, the range of the next curve above it, and
// half the greatest value below it. With a logarithmic axis there is always one
// band.
func (l *Lab) bands(curves []int, extent func(int) (low, high float64)) [][]int {
	curves = slices.Clone(curves)
	slices.SortStableFunc(curves, func(a, b int) int {
		x, _ := extent(a)
		y, _ := extent(b)
		return cmp.Compare(x, y)
	})
	var bands [][]int
	top, bottom := 0.0, 0.0
	for _, a := range curves {
		low, high := extent(a)
		if gap := low - top; len(bands) == 0 || !l.log && len(bands) < 2 && gap > top-bottom && gap > high-low && gap > 0.5*math.Abs(top) {
			bands, bottom, top = append(bands, nil), low, high
		}
		bands[len(bands)-1] = append(bands[len(bands)-1], a)
		top = max(top, high)
	}
	return bands
}

// compared is the difference between a curve and the base curve at a step of the
// axis.
type compared struct {
	experiment.Estimate
	known bool
	apart bool    // whether the difference is significant, after Holm's correction for all steps of the curve
	p     float64 // p-value of the test, after Holm's correction
}

// flips is the number of random sign flips with which a randomization test
// estimates a p-value.
const flips = 4000

// differences returns the differences between a curve and the base curve at all
// steps. Runs with the same seed are paired.
func (l *Lab) differences(algorithm int) []compared {
	out := make([]compared, len(l.layout.Steps))
	var p []float64
	var at []int
	for step := range out {
		mine, base := l.sample(algorithm, step), l.sample(l.against, step)
		if mine == nil || base == nil || algorithm == l.against {
			continue
		}
		d := make([]float64, len(mine))
		for i := range d {
			d[i] = mine[i] - base[i]
		}
		out[step] = compared{Estimate: experiment.Of(d), known: true, p: 1}
		p, at = append(p, experiment.SignFlip(d, flips, uint64(step))), append(at, step)
	}
	for i, corrected := range experiment.Holm(p) {
		out[at[i]].p, out[at[i]].apart = corrected, corrected < 0.05
	}
	return out
}

// best holds the best and the second-best curve at a step, and whether they differ
// significantly.
type best struct {
	first, second int // indices of curves, or -1
	gap           experiment.Estimate
	apart         bool
	needed        int // estimated number of repetitions that would make the difference significant; 0 if unknown
}

// bests returns the two best curves at each step.
func (l *Lab) bests() []best {
	out := make([]best, len(l.layout.Steps))
	var p []float64
	var at []int
	for step := range out {
		b := best{first: -1, second: -1}
		means := map[int]float64{}
		order := []int{}
		for _, a := range l.drawn() {
			if s := l.sample(a, step); s != nil {
				means[a] = experiment.Of(s).Mean
				if l.key().Better == metrics.HigherBetter {
					means[a] = -means[a]
				}
				order = append(order, a)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int {
			switch {
			case means[a] < means[b]:
				return -1
			case means[a] > means[b]:
				return 1
			}
			return 0
		})
		if len(order) > 0 {
			b.first = order[0]
		}
		if len(order) > 1 {
			b.second = order[1]
			x, y := l.sample(b.first, step), l.sample(b.second, step)
			d := make([]float64, len(x))
			for i := range d {
				d[i] = x[i] - y[i]
			}
			b.gap = experiment.Of(d)
			b.needed = needed(b.gap)
			p, at = append(p, experiment.SignFlip(d, flips, uint64(step))), append(at, step)
		}
		out[step] = b
	}
	for i, corrected := range experiment.Holm(p) {
		out[at[i]].apart = corrected < 0.05
	}
	return out
}

// needed estimates the number of pairs of runs at which the 95 % interval of a
// difference would no longer include 0. It returns 0 if no estimate is possible.
func needed(gap experiment.Estimate) int {
	if gap.N < 2 || gap.Mean == 0 {
		return 0
	}
	n := 1.96 * gap.SD / math.Abs(gap.Mean)
	if n > 100 {
		return 0
	}
	return int(n*n) + 2
}

// saturated describes a saturated curve, that is, a curve whose wait times grow
// with the number of jobs.
type saturated struct {
	algorithm, step int
	mean            float64 // mean wait time of the runs with twice as many jobs
	times           float64 // mean divided by the mean wait time of the ordinary runs
	reached         float64 // utilization
}

// Thresholds for saturation. Doubling the number of jobs must multiply the mean
// wait time by at least the first threshold. In addition, the 95 % interval over
// pairs of runs with the same seed must show that the factor is greater than the
// second threshold.
const grows, surely = 1.5, 1.25

// saturation returns, for each saturated curve, the step at which the wait time
// grows most. Utilization cannot show saturation, because all jobs of a run end
// eventually.
func (l *Lab) saturation() []saturated {
	var out []saturated
	for _, a := range l.drawn() {
		worst := saturated{}
		for step := range l.layout.Steps {
			if x, ok := l.backlog(a, step); ok && x.times > worst.times {
				worst = x
			}
		}
		if worst.times > 0 {
			out = append(out, worst)
		}
	}
	return out
}

// backlog compares the mean wait time of a curve at a step with the mean wait time
// of the runs with twice as many jobs. It returns false if the curve is not
// saturated, or if some of these runs are missing.
func (l *Lab) backlog(a, step int) (x saturated, ok bool) {
	wait, used := l.figureAt("mean_wait"), l.figureAt("utilization")
	cell := l.layout.Grid[l.place][a][step]
	if cell < 0 {
		return x, false
	}
	var once, twice, more []float64
	for r := range min(doubled, l.d.Repetitions) {
		f, g := l.r.At(cell, r), l.twice[task{cell, r, true}]
		if f == nil || g == nil {
			return x, false
		}
		once, twice, more = append(once, f[wait]), append(twice, g[wait]), append(more, g[wait]-surely*f[wait])
	}
	before, after := experiment.Of(once).Mean, experiment.Of(twice).Mean
	if before == 0 || after < grows*before || experiment.Of(more).Sign() <= 0 {
		return x, false
	}
	return saturated{a, step, after, after / before, experiment.Of(l.layout.SampleAt(used, l.place, a, step)).Mean}, true
}

// figureAt returns the index of the figure with the given key.
func (l *Lab) figureAt(key string) int {
	return slices.IndexFunc(l.r.Keys, func(k metrics.Figure) bool { return k.Key == key })
}

// nearest returns the repetition whose value at a point is closest to the mean over
// all repetitions.
func (l *Lab) nearest(p point) int {
	s := l.sample(p.algorithm, p.step)
	mean, at := experiment.Of(s).Mean, 0
	for i := range s {
		if math.Abs(s[i]-mean) < math.Abs(s[at]-mean) {
			at = i
		}
	}
	return l.layout.Made[at]
}

// other returns the curve with which a selected point is compared. That is the base
// curve or, for a point of the base curve, another curve. It returns -1 if there is
// none.
func (l *Lab) other(p point) int {
	if p.algorithm != l.against && l.sample(l.against, p.step) != nil {
		return l.against
	}
	for _, a := range l.drawn() {
		if a != p.algorithm && l.sample(a, p.step) != nil {
			return a
		}
	}
	return -1
}

// parting returns the request for the first difference between two runs with the
// same seed: a run of the selected point, and a run of the curve with which the
// point is compared. It returns false if there is no such curve.
func (l *Lab) parting(p point) (q parted, ok bool) {
	b := l.other(p)
	if b < 0 {
		return parted{}, false
	}
	return parted{l.layout.Grid[l.place][p.algorithm][p.step], l.layout.Grid[l.place][b][p.step], l.nearest(p)}, true
}

// Point selects a point of a curve, after a click on a chart or Enter in the table.
// Its parameters are the ID of the chart, an index in the chart's list of series,
// and the index of a step of the axis.
func (l *Lab) Point(chart string, series, place int) []Order {
	if l.arrange(); l.layout == nil {
		return nil
	}
	curves := l.drawn()
	if chart == "lab-differences" {
		curves = slices.DeleteFunc(curves, func(a int) bool { return a == l.against })
	}
	n := series / perCurve
	if n < 0 || n >= len(curves) || place < 0 || place >= len(l.layout.Steps) || l.sample(curves[n], place) == nil {
		return nil
	}
	l.point = &point{curves[n], place}
	if q, ok := l.parting(*l.point); ok && l.differing[q] == nil {
		l.ask = &q
	}
	return nil
}

// opened returns the order to open the run of the selected point. It returns nil
// until the link to the run is known.
func (l *Lab) opened() []Order {
	if l.point == nil {
		return nil
	}
	q, ok := l.parting(*l.point)
	if x := l.differing[q]; ok && x != nil && x.Err == "" {
		return []Order{{Kind: OpenLink, Text: x.Link}}
	}
	return nil
}
