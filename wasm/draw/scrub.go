package draw

import (
	"math"
	"strconv"
	"strings"

	"hopyard/core/simtime"
)

// MarkKind is the kind of event that a mark on the strip behind the step slider
// stands for.
type MarkKind uint8

// The kinds of marks. Starts are drawn above the strip's track, all others below
// it.
const (
	MarkSubmit MarkKind = iota
	MarkStart
	MarkEnd
	MarkKill // jobs that were killed or rejected, and failures
	NumMarkKinds
)

// Density divides the steps of a run into equal parts and counts the marks of each
// kind in each part.
type Density struct {
	bins  [][NumMarkKinds]int32
	steps int
}

// NewDensity returns the counts for a strip of the given width. The slice steps
// holds the kind of each step, in order. Call NewDensity once per run and size.
// Cost: O(steps).
func NewDensity(steps []MarkKind, width float64) *Density {
	d := &Density{steps: len(steps)}
	n := min(len(steps), int((width-2*ThumbRadius)/3))
	if n < 1 {
		return d
	}
	d.bins = make([][NumMarkKinds]int32, n)
	for i, k := range steps {
		d.bins[i*n/len(steps)][min(k, MarkKill)]++
	}
	return d
}

// Scrub is the scene of the strip behind the step slider: the track, the progress
// of the run, and the events. CSS draws the slider's thumb. The centre of the thumb
// can be anywhere from ThumbRadius to the width minus ThumbRadius.
type Scrub struct {
	Size    Size
	Density *Density
	Step    int // number of steps taken so far
}

// ThumbRadius is half the width of the slider's thumb, in pixels, as in the style
// sheet.
const ThumbRadius = 8

// Draw appends the picture of the strip. Cost: O(width).
func (s *Scrub) Draw(b *Buffer) {
	w, mid := s.Size.W-2*ThumbRadius, s.Size.H/2
	if w < 4 {
		return
	}
	b.Round(Line, 2, ThumbRadius, mid-2, w, 4)
	if s.Density == nil || len(s.Density.bins) == 0 {
		return
	}
	d := s.Density
	b.Round(Accent, 2, ThumbRadius, mid-2, w*float64(min(s.Step, d.steps))/float64(d.steps), 4)
	most := int32(1)
	for _, bin := range d.bins {
		for _, n := range bin {
			most = max(most, n)
		}
	}
	room := mid - 6
	for kind, c := range [...]Colour{MarkSubmit: Soft, MarkStart: Good, MarkEnd: Line, MarkKill: Bad} {
		for i, bin := range d.bins {
			if bin[kind] == 0 {
				continue
			}
			// The mark of a step is at the position of the thumb after that step:
			// at the end of the mark's part of the strip.
			x := ThumbRadius + w*(float64(i)+1)/float64(len(d.bins)) - 0.8
			high := room * (0.45 + 0.55*math.Log1p(float64(bin[kind]-1))/math.Log1p(float64(most)))
			if MarkKind(kind) == MarkStart {
				b.Fill(c, x, mid-5-high, 1.6, high)
			} else {
				b.Fill(c, x, mid+5, 1.6, high)
			}
		}
	}
}

// SparkPath returns the d attribute of an SVG path, for a line through values in a
// box of the given size. A value lasts until the next one. The greatest value is at
// the top, and NaN leaves a gap. The slice at holds the positions of the values, as
// fractions of the width from 0 to 1, in ascending order. If several values fall on
// one pixel, only the greatest and the last are drawn. The result is "" for fewer
// than two values.
func SparkPath(at, values []float64, width, height float64) string {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v == v {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	n := len(values)
	if n < 2 || lo > hi || math.IsInf(lo, 0) || math.IsInf(hi, 0) {
		return ""
	}
	if hi == lo {
		lo, hi = lo-1, hi+1
	}
	var d strings.Builder
	open := false
	put := func(x, v float64) {
		if v != v {
			if open {
				d.WriteString("H" + short(x))
			}
			open = false
			return
		}
		y := short(1 + (height-2)*(hi-v)/(hi-lo))
		if open {
			d.WriteString("H" + short(x) + "V" + y)
		} else {
			d.WriteString("M" + short(x) + " " + y)
		}
		open = true
	}
	for i := 0; i < n; {
		x := width * at[i]
		last, most := i, i
		for last+1 < n && width*at[last+1]-x < 0.5 {
			if last++; values[last] > values[most] {
				most = last
			}
		}
		if most != last {
			put(x, values[most])
		}
		put(x, values[last])
		i = last + 1
	}
	return d.String()
}

// steps holds the round distances between the ticks of a time axis.
var steps = [...]simtime.Duration{
	simtime.Millisecond, 2, 5, 10, 20, 50, 100, 200, 500,
	simtime.Second, 2 * simtime.Second, 5 * simtime.Second, 10 * simtime.Second, 20 * simtime.Second, 30 * simtime.Second,
	simtime.Minute, 2 * simtime.Minute, 5 * simtime.Minute, 10 * simtime.Minute, 15 * simtime.Minute, 30 * simtime.Minute,
	simtime.Hour, 2 * simtime.Hour, 3 * simtime.Hour, 6 * simtime.Hour, 12 * simtime.Hour,
	simtime.Day, 2 * simtime.Day, 5 * simtime.Day, 10 * simtime.Day,
}

// TickStep returns a distance between the ticks of a time axis. It is the smallest
// round distance at which the span contains at most n ticks. Above ten days it is
// 1, 2 or 5 times a power of ten of days.
func TickStep(span simtime.Duration, n int) simtime.Duration {
	need := span / simtime.Duration(max(n, 1))
	for _, s := range steps {
		if s >= need {
			return s
		}
	}
	for s := 10 * simtime.Day; ; s *= 10 {
		for _, k := range []simtime.Duration{1, 2, 5} {
			if k*s >= need {
				return k * s
			}
		}
	}
}

// Clock formats an instant as on the whole page: "1:40" for hours and minutes.
// Seconds follow if they are not zero ("1:40:05"), and days precede ("3 d 12:00").
func (w *Words) Clock(at simtime.Time) string {
	if at < 0 {
		return "-" + w.Clock(-at)
	}
	ms := int64(at)
	text, day := "", int64(simtime.Day)
	if days := ms / day; days > 0 {
		text = strconv.FormatInt(days, 10) + " " + w.Day + " "
		ms %= day
	}
	hour, minute := int64(simtime.Hour), int64(simtime.Minute)
	text += strconv.FormatInt(ms/hour, 10) + ":" + two(ms%hour/minute)
	if ms %= minute; ms == 0 {
		return text
	}
	text += ":" + two(ms/1000)
	if ms %= 1000; ms != 0 {
		text += "." + strconv.FormatInt(1000+ms, 10)[1:]
	}
	return text
}

// two formats a number from 0 to 99 with two digits.
func two(n int64) string {
	return string([]byte{byte('0' + n/10), byte('0' + n%10)})
}
