package draw

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// TestBarsBetween checks that Bars.between finds the same bars as a scan of all
// bars.
func TestBarsBetween(t *testing.T) {
	bars, _, now := history(64, 3000, 5)
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		from := simtime.Time(r.Int64N(int64(now)))
		to := from + simtime.Time(r.Int64N(int64(now)/20))
		step := int32(r.IntN(6000))
		var got, want []workload.JobID
		bars.between(step, from, to, func(list []Bar) {
			for _, b := range list {
				if b.last() >= from {
					got = append(got, b.Job)
				}
			}
		})
		for _, b := range bars.bars {
			if b.Begin <= step && b.Start < to && max(b.End, b.Limit) >= from {
				want = append(want, b.Job)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("step %d, %v to %v: %d bars; want %d", step, from, to, len(got), len(want))
		}
	}
}

func TestBarsStartAndEnd(t *testing.T) {
	var s Bars
	s.Start(3, cluster.Placement{{First: 0, Last: 2, Tasks: 1}, {First: 3, Last: 4, Tasks: 2}, {First: 8, Last: 8, Tasks: 1}}, 5, 100, 900)
	s.Start(4, cluster.Placement{{First: 6, Last: 6, Tasks: 1}}, 5, 100, 200)
	if s.Len() != 3 || s.bars[0].Last != 4 {
		t.Fatalf("runs that differ in tasks only are one bar: %+v", s.bars)
	}
	s.End(4, 5, 9, 150)
	s.End(3, 5, 8, 300)
	for i, want := range []simtime.Time{300, 300, 150} {
		if s.bars[i].End != want {
			t.Errorf("bar %d ends at %v; want %v", i, s.bars[i].End, want)
		}
	}
	if s.bars[0].Finish != 8 || s.bars[2].Finish != 9 {
		t.Errorf("finished at steps %d and %d", s.bars[0].Finish, s.bars[2].Finish)
	}
	if s.Reset(); s.Len() != 0 {
		t.Error("reset keeps bars")
	}
}

// TestTimelinePointing checks that hit testing on a timeline finds the same bar as
// a scan of all bars.
func TestTimelinePointing(t *testing.T) {
	tl := timeline(64, 2000, 8)
	r := rand.New(rand.NewPCG(3, 3))
	var b Buffer
	b.Reset(tl.Size)
	tl.Draw(&b)
	found := 0
	for range 3000 {
		x, y := plotLeft+r.Float64()*(tl.Size.W-plotLeft-plotRight), r.Float64()*tl.Size.H
		hit := tl.At(x, y)
		if hit.Kind != OnBar && hit.Kind != OnPlot {
			continue
		}
		p, at := tl.plot(), simtime.Time(hit.Time)
		if back := tl.X(at); back < x-1 || back > x+1 {
			t.Fatalf("x %.2f is %v, which is at x %.2f", x, at, back)
		}
		slack := simtime.Time(1 / p.perMilli)
		ok := hit.Kind == OnPlot
		for _, bar := range tl.Bars.bars {
			if bar.Begin > tl.Step || hit.Node < bar.First || hit.Node > bar.Last {
				continue
			}
			end := tl.until(&bar)
			if inside := bar.Start <= at && at <= end; inside && hit.Kind == OnPlot {
				t.Fatalf("job %d is at (%.1f, %.1f) and was not found", bar.Job, x, y)
			}
			if hit.Kind == OnBar && bar.Job == hit.Job && bar.Start <= at+slack && at <= end+slack {
				ok = true
				found++
			}
		}
		if !ok {
			t.Fatalf("at (%.1f, %.1f) lies %+v", x, y, hit)
		}
	}
	if found < 500 {
		t.Errorf("only %d points hit a bar", found)
	}
	if hit := tl.At(300, tl.Size.H-3); hit.Kind != OnAxis {
		t.Errorf("on the axis lies %+v", hit)
	}
}

func TestTimelineFitsItsCanvas(t *testing.T) {
	for _, c := range []struct{ nodes, bars int }{{4, 10}, {64, 2000}, {1024, 30_000}, {20_000, 3000}} {
		tl := timeline(c.nodes, c.bars, 4)
		tl.Highlight.Current, tl.Highlight.Selected, tl.Highlight.Node = 3, 4, 2
		tl.Highlight.Candidate = cluster.Placement{{First: 1, Last: 3, Tasks: 1}}
		for i := range 100 {
			tl.Promises = append(tl.Promises, Reservation{Job: workload.JobID(i), Start: tl.Now + simtime.Time(i*1000), End: tl.Now + simtime.Time(i*9000), Held: i%2 == 0})
			if i%3 > 0 {
				tl.Promises[i].Nodes = cluster.Placement{{First: topology.NodeID(i % c.nodes / 2), Last: topology.NodeID(i % c.nodes), Tasks: 1}}
			}
		}
		whole := TimeWindow{From: 0, To: tl.Window.To}
		for _, size := range sizes {
			for _, w := range []TimeWindow{whole, whole.Zoom(0.5, 50, whole), whole.Zoom(0.9, 1e9, whole), {From: tl.Now, To: tl.Now + 1, First: 1, Last: 3}} {
				tl.Size, tl.Window = size, w
				var b Buffer
				b.Reset(size)
				tl.Draw(&b)
				inspectBars(t, fmt.Sprint(c, size, w), &b)
			}
		}
	}
}

// inspectBars checks a picture of a timeline, as inspect does. It allows up to
// rasterFrom bars.
func inspectBars(t *testing.T, name string, b *Buffer) {
	t.Helper()
	w, h := b.size()
	figures := 0
	for c := range b.commands {
		figures += len(c.figures)
		for _, f := range c.figures {
			if f[0] < -12 || f[0] > w+12 || f[1] < -12 || f[1] > h+12 {
				t.Errorf("%s: %s %s %v lies outside of %v × %v", name, ops[c.op].name, c.colour, f, w, h)
				return
			}
		}
	}
	if figures > 3*rasterFrom {
		t.Errorf("%s: %d figures", name, figures)
	}
}

func TestManyBarsBecomePixels(t *testing.T) {
	tl := timeline(256, rasterFrom*3/2, 1)
	var b Buffer
	b.Reset(tl.Size)
	tl.Draw(&b)
	images, fills := 0, 0
	for c := range b.commands {
		switch c.op {
		case opImage:
			images++
			painted := 0
			for _, v := range c.cells {
				if v != 0 {
					painted++
				}
			}
			if painted < len(c.cells)/4 {
				t.Errorf("only %d of %d pixels are painted", painted, len(c.cells))
			}
		case opFill:
			fills += len(c.figures)
		}
	}
	if images != 1 || fills > 1000 {
		t.Errorf("%d images and %d rectangles", images, fills)
	}
}

// TestAnyMomentIsDrawn draws a timeline with random combinations of moment, step
// and window, including those that do not fit together. It checks that drawing
// never panics.
func TestAnyMomentIsDrawn(t *testing.T) {
	tl := timeline(64, rasterFrom*3/2, 1)
	last, steps := tl.Now, tl.Step
	r := rand.New(rand.NewPCG(9, 9))
	for i := range tl.Bars.bars {
		if r.IntN(3) == 0 {
			tl.Bars.bars[i].Finish = Unfinished
		}
	}
	instant := func() simtime.Time { return simtime.Time(r.Int64N(int64(last)*5/4)) - last/8 }
	var b Buffer
	for range 60 {
		tl.Now, tl.Step = instant(), steps-r.Int32N(steps/4)
		if tl.Window = (TimeWindow{From: -last, To: 2 * last}); r.IntN(2) == 0 {
			tl.Window.From = instant()
			tl.Window.To = tl.Window.From + 1 + simtime.Time(r.Int64N(int64(last)))
		}
		b.Reset(tl.Size)
		tl.Draw(&b)
	}
}

// TestPromisesAreOnTheirNodes checks that a reservation is drawn on its nodes.
// Promised nodes must have rising lines. If only a start time is promised, the
// nodes must have upright lines in a dashed frame. A reservation without known
// nodes must be a line at its start time.
func TestPromisesAreOnTheirNodes(t *testing.T) {
	tl := &Timeline{
		Size: Size{600, 200 + plotTop + plotBottom, 1}, Nodes: 10, Bars: &Bars{}, Words: English, Now: 50_000, Shadow: simtime.Never,
		Window: TimeWindow{From: 0, To: 500_000}, Highlight: NoHighlight(),
		Promises: []Reservation{
			{Job: 3, Start: 250_000, End: 400_000, Nodes: cluster.Placement{{First: 1, Last: 2, Tasks: 1}, {First: 5, Last: 5, Tasks: 1}}},
			{Job: 2, Start: 100_000, End: 200_000, Nodes: cluster.Placement{{First: 3, Last: 8, Tasks: 1}}, Held: true},
			{Job: 4, Start: 120_000, End: 200_000},
		},
	}
	var b Buffer
	b.Reset(tl.Size)
	tl.Draw(&b)
	p := tl.plot()
	rows := map[workload.JobID][]int{}
	for _, q := range tl.frame.promised {
		for n := range tl.Nodes {
			if y := p.nodeY(topology.NodeID(n)) + p.row/2; y > q.y && y < q.y+q.h {
				rows[q.job] = append(rows[q.job], n)
			}
		}
	}
	for job, want := range map[workload.JobID][]int{2: {3, 4, 5, 6, 7, 8}, 3: {1, 2, 5}, 4: nil} {
		if !slices.Equal(rows[job], want) {
			t.Errorf("job %d is drawn on rows %v; want %v", job, rows[job], want)
		}
	}
	if hit := tl.At(p.timeX(150_000), p.nodeY(5)+p.row/2); hit.Kind != OnPromise || hit.Job != 2 {
		t.Errorf("on the promise lies %+v", hit)
	}
	kinds, lines := map[Hatching]int{}, 0
	for c := range b.commands {
		if c.op == opHatch && c.colour == Promised {
			kinds[Hatching(c.params[0])]++
		}
		if c.op == opText && len(c.texts) > 0 && strings.Contains(c.texts[0].words, English.Promised) && c.colour == Accent {
			lines++
		}
	}
	if kinds[Rising] != 1 || kinds[Upright] != 2 || lines != 1 {
		t.Errorf("%d pieces are held, %d as of now, and %d promises are lines; want 1, 2 and 1", kinds[Rising], kinds[Upright], lines)
	}
}

func TestWindow(t *testing.T) {
	limit := TimeWindow{From: 0, To: 1_000_000}
	w := limit.Zoom(0.25, 4, limit)
	if w.From != 187_500 || w.To != 437_500 {
		t.Errorf("zoomed: %+v", w)
	}
	if w := w.Pan(10, limit); w.To != limit.To || w.To-w.From != 250_000 {
		t.Errorf("panned: %+v", w)
	}
	if w := w.Zoom(0.5, 1e-9, limit); w.From != 0 || w.To != limit.To {
		t.Errorf("zoomed out: %+v", w)
	}
	if w := w.Zoom(0.5, 1e12, limit); w.To-w.From != simtime.Time(leastSpan) {
		t.Errorf("zoomed in: %+v", w)
	}
}

func TestAxis(t *testing.T) {
	for _, c := range []struct {
		at   simtime.Time
		want string
	}{
		{0, "0:00"}, {250_000, "0:04:10"}, {1500, "0:00:01.500"}, {-250_000, "-0:04:10"},
		{6_000_000, "1:40"}, {6_005_000, "1:40:05"}, {6_005_250, "1:40:05.250"},
		{86_400_000 * 3, "3 d 0:00"}, {86_400_000*3 + 43_200_000, "3 d 12:00"},
	} {
		if got := English.Clock(c.at); got != c.want {
			t.Errorf("%v: %q; want %q", c.at, got, c.want)
		}
	}
	for _, span := range []simtime.Duration{1, 999, 60_000, 3_600_000, 86_400_000, 86_400_000 * 365, simtime.Duration(simtime.Max)} {
		for _, n := range []int{0, 1, 7, 20} {
			if step := TickStep(span, n); int64(span/step) > int64(max(n, 1)) {
				t.Errorf("%d ticks of %v in %v; at most %d", span/step, step, span, n)
			}
		}
	}
}
