package draw

import (
	"fmt"
	"math"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// FuzzMachine draws machines with any shape, canvas size and view, and calls hit
// testing on them.
func FuzzMachine(f *testing.F) {
	f.Add(uint8(0), uint16(3), uint16(4), 646.0, 302.0, 1.0, 0.0, 0.0, uint64(1))
	f.Add(uint8(1), uint16(30), uint16(40), 329.0, 190.0, 7.5, 0.3, 0.9, uint64(2))
	f.Add(uint8(2), uint16(5), uint16(9), 100.0, 700.0, 300.0, 0.99, 0.1, uint64(3))
	f.Add(uint8(3), uint16(60000), uint16(1), 41.0, 41.0, 1.0, 0.0, 0.0, uint64(4))
	f.Fuzz(func(t *testing.T, kind uint8, a, c uint16, w, h, zoom, x, y float64, seed uint64) {
		if !(w >= 0 && w < 3000 && h >= 0 && h < 2000 && zoom == zoom && x == x && y == y) || math.IsInf(zoom+x+y, 0) {
			t.Skip()
		}
		shape := fuzzShape(kind, a, c)
		if shape.Nodes < 1 || shape.Nodes > 70_000 {
			t.Skip()
		}
		m := crowd(shape.Nodes, seed, seed%2 == 1)
		m.Highlight.Current, m.Highlight.Node = 0, topology.NodeID(seed%uint64(shape.Nodes))
		size := Size{w, h, 1}
		if n := topology.NodeID(shape.Nodes - 1); seed%3 == 1 {
			m.Failed, m.Down, m.Offline, m.Frozen = []Range{{0, n / 9}}, []Range{{n / 8, n / 7}}, []Range{{n / 3, n / 2}}, []Frozen{{Range{n / 2, n}, 1}}
			m.Broken = []int32{0, int32(n / 2), int32(n)}
		}
		l := NewLayout(shape, size, View{zoom, x, y})
		var b Buffer
		b.Reset(size)
		l.Draw(&b, m)
		inspect(t, fmt.Sprint(shape.Nodes, shape.Dims, size, l.view), &b)
		for i := range 20 {
			hit := l.At(w*float64(i)/19, h*float64((i*7)%20)/19, m)
			if hit.Kind == OnNode && (hit.Node < 0 || int(hit.Last) >= shape.Nodes || hit.Node > hit.Last) {
				t.Errorf("%+v on a machine of %d nodes", hit, shape.Nodes)
			}
		}
	})
}

// fuzzShape returns a shape for fuzzing: a regular tree, an irregular tree, a grid,
// or a flat machine.
func fuzzShape(kind uint8, a, c uint16) MachineShape {
	switch kind % 4 {
	case 0:
		if m, err := topology.NewFatTree(int(a%12)+1, int(c%40)+1); err == nil {
			return ShapeOf(m)
		}
		return MachineShape{}
	case 1: // leaf switches with 1, 2, 3… nodes, three of them below each switch of the level above
		leaves, pods := []int32{0}, []int32{0}
		for i := range int32(a%60) + 1 {
			leaves = append(leaves, leaves[i]+1+(i*int32(c))%17)
			if i%3 == 2 {
				pods = append(pods, leaves[i+1])
			}
		}
		n := leaves[len(leaves)-1]
		if pods[len(pods)-1] != n {
			pods = append(pods, n)
		}
		return MachineShape{Nodes: int(n), Tree: [][]int32{{0, n}, pods, leaves}}
	case 2:
		dims := []int{int(a%9) + 1, int(c%17) + 1, int(a/9%40) + 1}
		dims = dims[:1+int(c/17)%3]
		n := 1
		for _, d := range dims {
			n *= d
		}
		return MachineShape{Nodes: n, Dims: dims, Wraps: kind > 127}
	}
	return MachineShape{Nodes: int(a)}
}

// FuzzTimeline draws timelines with any canvas size and window, and calls hit
// testing on them.
func FuzzTimeline(f *testing.F) {
	f.Add(uint16(64), uint16(300), 646.0, 256.0, int64(0), int64(5_000_000), int32(0), int32(0), int32(100), uint64(1))
	f.Add(uint16(2000), uint16(50), 329.0, 190.0, int64(1000), int64(1001), int32(5), int32(9), int32(7), uint64(2))
	f.Fuzz(func(t *testing.T, nodes, bars uint16, w, h float64, from, to int64, first, last, step int32, seed uint64) {
		limit := simtime.Max
		if !(w >= 0 && w < 3000 && h >= 0 && h < 2000) || nodes == 0 || bars < 10 || bars > 3000 || from < -limit || to > limit || to < from {
			t.Skip()
		}
		tl := timeline(int(nodes), int(bars), seed)
		tl.Size, tl.Step = Size{w, h, 1}, step
		tl.Window = TimeWindow{simtime.Time(from), simtime.Time(to), topology.NodeID(first), topology.NodeID(last)}
		tl.Promises = []Reservation{{Job: 1, Start: tl.Now, End: tl.Now + 100_000, Nodes: cluster.Placement{{First: 0, Last: topology.NodeID(last), Tasks: 1}}}}
		tl.Highlight.Current, tl.Highlight.Node = 3, topology.NodeID(first)
		if seed%2 == 1 {
			with := eventful()
			tl.Outages, tl.Growths, tl.Growing, tl.Deadlines, tl.Due, tl.Parts, tl.Speeds = with.Outages, with.Growths, with.Growing, with.Deadlines, with.Due, with.Parts, with.Speeds
			for i := range tl.Bars.bars {
				tl.Bars.bars[i].How, tl.Bars.bars[i].Kind = BarEnding(i%5), BarKind(i/7%2)
			}
		}
		var b Buffer
		b.Reset(tl.Size)
		tl.Draw(&b)
		inspectBars(t, fmt.Sprint(tl.Size, tl.Window), &b)
		for i := range 20 {
			if hit := tl.At(w*float64(i)/19, h*float64((i*7)%20)/19); hit.Node >= topology.NodeID(nodes) {
				t.Errorf("%+v on %d nodes", hit, nodes)
			}
		}
	})
}
