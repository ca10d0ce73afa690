package draw

import (
	"fmt"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/topology"
)

func BenchmarkMachine(b *testing.B) {
	for _, c := range []struct {
		name          string
		levels, width int
		sharing       bool
	}{
		{"tree/nodes=64", 3, 4, false}, {"tree/nodes=1024", 5, 4, false}, {"tree/nodes=1024/shared", 5, 4, true},
		{"tree/nodes=1024/flat-leaves", 2, 32, false}, {"tree/nodes=65536", 8, 4, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			t, err := topology.NewFatTree(c.levels, c.width)
			if err != nil {
				b.Fatal(err)
			}
			benchFrame(b, ShapeOf(t), c.sharing)
		})
	}
	b.Run("flat/nodes=65536", func(b *testing.B) { benchFrame(b, MachineShape{Nodes: 65536}, false) })
	b.Run("torus/nodes=1024", func(b *testing.B) { benchFrame(b, MachineShape{Nodes: 1024, Dims: []int{32, 32}, Wraps: true}, false) })
}

// benchFrame measures the time for drawing one frame of a machine full of small
// jobs.
func benchFrame(b *testing.B, shape MachineShape, sharing bool) {
	size := Size{660, 300, 2}
	m := crowd(shape.Nodes, 1, sharing)
	m.Highlight.Current = 5
	l := NewLayout(shape, size, View{})
	var buffer Buffer
	b.ReportAllocs()
	for b.Loop() {
		buffer.Reset(size)
		l.Draw(&buffer, m)
	}
	b.ReportMetric(float64(len(buffer.Bytes())), "bytes/frame")
}

func BenchmarkLayout(b *testing.B) {
	for _, c := range [][2]int{{5, 4}, {8, 4}} {
		t, err := topology.NewFatTree(c[0], c[1])
		if err != nil {
			b.Fatal(err)
		}
		shape := ShapeOf(t)
		b.Run(fmt.Sprintf("nodes=%d", shape.Nodes), func(b *testing.B) {
			for b.Loop() {
				NewLayout(shape, Size{660, 300, 2}, View{})
			}
		})
	}
}

// BenchmarkEventful measures the drawing of a timeline with many unusual events:
// jobs have deadlines and parts, end in all ways and grow, and nodes fail.
func BenchmarkEventful(b *testing.B) {
	tl := timeline(1024, 10_000, 1)
	tl.Size = Size{660, 300, 2}
	tl.Deadlines, tl.Parts = make([]simtime.Time, 10_000), make([][]JobPart, 10_000)
	for i := range tl.Bars.bars {
		bar := &tl.Bars.bars[i]
		bar.How, bar.Kind = BarEnding(i%5), BarKind(i/7%2)
		tl.Deadlines[bar.Job] = bar.End + 1_000_000
		if i%10 == 0 {
			tl.Parts[bar.Job] = []JobPart{{bar.First, bar.Last, bar.Start, (bar.Start + bar.End) / 2, 1, false, 0}, {bar.First, bar.Last, (bar.Start + bar.End) / 2, bar.End, 2, false, 0}}
		}
		if bar.Kind == SetAside {
			tl.Growths = append(tl.Growths, GrowthStages{Job: bar.Job, Begin: bar.Begin, Ends: [Stages]simtime.Time{bar.Start, bar.Start + 1000, bar.End}})
		}
		if i%20 == 0 {
			tl.Outages = append(tl.Outages, Outage{From: bar.Start, Noticed: bar.Start + 60_000, To: bar.End, First: bar.First, Last: bar.First, Begin: bar.Begin, Notice: bar.Begin, Finish: bar.Begin})
		}
	}
	whole := tl.Window
	var buffer Buffer
	for name, window := range map[string]TimeWindow{"whole": whole, "zoomed": whole.Zoom(0.5, 20, whole)} {
		b.Run(name, func(b *testing.B) {
			tl.Window = window
			b.ReportAllocs()
			for b.Loop() {
				buffer.Reset(tl.Size)
				tl.Draw(&buffer)
			}
			b.ReportMetric(float64(len(buffer.Bytes())), "bytes/frame")
		})
	}
}

// BenchmarkTimeline measures two actions that redraw the timeline: playback, which
// changes Now and Step, and panning, which changes the window.
func BenchmarkTimeline(b *testing.B) {
	for _, bars := range []int{1000, 10_000, 19_000, 100_000} {
		tl := timeline(1024, bars, 1)
		tl.Size = Size{660, 300, 2}
		whole := tl.Window
		var buffer Buffer
		b.Run(fmt.Sprintf("whole/bars=%d", bars), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				buffer.Reset(tl.Size)
				tl.Draw(&buffer)
			}
			b.ReportMetric(float64(len(buffer.Bytes())), "bytes/frame")
		})
		b.Run(fmt.Sprintf("pan/bars=%d", bars), func(b *testing.B) {
			tl.Window = whole.Zoom(0.1, 20, whole)
			step := 0.01
			for b.Loop() {
				next := tl.Window.Pan(step, whole)
				if next == tl.Window {
					step = -step
				}
				tl.Window = next
				buffer.Reset(tl.Size)
				tl.Draw(&buffer)
			}
			tl.Window = whole
		})
		b.Run(fmt.Sprintf("point/bars=%d", bars), func(b *testing.B) {
			for b.Loop() {
				tl.At(300, 150)
			}
		})
	}
}
