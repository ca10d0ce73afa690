package lab

import (
	"cmp"
	"math"
	"slices"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
)

// key is the figure that is looked at.
func (l *Lab) key() *metrics.Figure { return &l.r.Keys[l.figure] }

// sample is the chosen figure of a curve at a step; nil where the design has no cell.
func (l *Lab) sample(algorithm, step int) []float64 {
	return l.layout.SampleAt(l.figure, l.place, algorithm, step)
}

// drawn are the curves that the place has.
func (l *Lab) drawn() []int {
	var out []int
	for a := range l.layout.Algorithms {
		if l.layout.Runs(l.place, a) {
			out = append(out, a)
		}
	}
	return out
}

// extent is the least and the most of a curve with its intervals.
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

// bands are which curves are drawn on one scale: those whose extents leave no gap wider
// than either, nor than half of how far the lower ones go. The lowest come first.
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

// compared is a curve less the one it is compared with, at a step.
type compared struct {
	experiment.Estimate
	known bool
	apart bool    // told apart, with Holm's correction over all steps of the curve
	p     float64 // of the test, corrected
}

// flips is how many draws a test by randomization takes.
const flips = 4000

// differences are those of a curve, by pairs of one seed.
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

// best is which curve is best at a step, and whether it is told from the next.
type best struct {
	first, second int // -1: there is none
	gap           experiment.Estimate
	apart         bool
	needed        int // repetitions that would tell them apart, as far as these say
}

// bests are those of all steps.
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

// needed is how many pairs it takes for an interval as wide as these differ, 0 if
// nobody can say.
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

// saturated is a curve whose waits grow with the number of jobs.
type saturated struct {
	algorithm, step int
	mean            float64 // wait with twice the jobs
	times           float64 // as long as with the design's
	reached         float64 // utilization
}

// A mean wait that is half as long again with twice the jobs is said to grow with their
// number, if it is surely a quarter longer: by the 95 % interval over pairs of a seed.
const grows, surely = 1.5, 1.25

// saturation is the worst step of each curve that is saturated. Utilization alone would
// not tell: every run drains in the end.
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

// backlog is how the mean wait of a curve at a step grows with twice the jobs; ok is
// false where it does not, or nobody knows yet.
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

// figureAt is the place of a figure by its key.
func (l *Lab) figureAt(key string) int {
	return slices.IndexFunc(l.r.Keys, func(k metrics.Figure) bool { return k.Key == key })
}

// nearest is the repetition whose value is nearest to the mean of a curve at a step.
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

// other is the curve that a chosen point is held against: the base, or where it is that
// itself the next.
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

// parting is what to ask a worker about a point: where its run and that of the other
// curve part. ok is false where there is no other.
func (l *Lab) parting(p point) (q parted, ok bool) {
	b := l.other(p)
	if b < 0 {
		return parted{}, false
	}
	return parted{l.layout.Grid[l.place][p.algorithm][p.step], l.layout.Grid[l.place][b][p.step], l.nearest(p)}, true
}

// Point takes a click on a chart, or Enter on the row of its table: a series of the
// options, and its place on the axis.
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

// opened leaves for the run of the chosen point.
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
