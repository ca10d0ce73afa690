package draw

import (
	"fmt"
	"math"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// sizes lists canvas sizes, including 0 × 0, a size too small for any picture, and
// a large screen.
var sizes = []Size{{646, 302, 1}, {329, 190, 2}, {1500, 700, 1}, {120, 60, 1}, {39, 39, 1}, {0, 0, 1}}

// inspect checks a picture. All numbers must be finite, and no figure may be far
// outside the canvas. There must not be more figures or image cells than a canvas
// of that size needs.
func inspect(t *testing.T, name string, b *Buffer) {
	t.Helper()
	w, h := b.size()
	figures, area := 0, 0.0
	outside := func(c command, x, y, w2, h2 float64) bool {
		const slack = widest + 12 // a cell can be partly outside
		return !(x <= w+slack && x+w2 >= -slack && y <= h+slack && y+h2 >= -slack) || w2 > w+4*widest+40 || h2 > h+4*widest+40
	}
	for c := range b.commands {
		figures += len(c.figures)
		for _, f := range c.figures {
			x, y, w2, h2 := f[0], f[1], 0.0, 0.0
			switch c.op {
			case opFill, opStroke, opRound, opRoundOut, opHatch:
				w2, h2 = f[2], f[3]
			case opLines:
				x, y, w2, h2 = min(f[0], f[2]), min(f[1], f[3]), math.Abs(f[0]-f[2]), math.Abs(f[1]-f[3])
			}
			if outside(c, x, y, w2, h2) {
				t.Errorf("%s: %s %s %v lies outside of %v × %v", name, ops[c.op].name, c.colour, f, w, h)
				return
			}
		}
		if c.op == opImage {
			area += c.params[4] * c.params[5]
			if outside(c, c.params[0], c.params[1], c.params[2], c.params[3]) {
				t.Errorf("%s: image %v lies outside of %v × %v", name, c.params, w, h)
			}
		}
	}
	if most := 3000 + w*h/15; float64(figures) > most {
		t.Errorf("%s: %d figures on %v × %v", name, figures, w, h)
	}
	if area > (w+8)*(h+8) {
		t.Errorf("%s: images of %v cells on %v × %v pixels", name, area, w, h)
	}
}

func TestMachineFitsItsCanvas(t *testing.T) {
	for name, shape := range shapes(t) {
		n := topology.NodeID(shape.Nodes)
		for _, sharing := range []bool{false, true} {
			m := crowd(shape.Nodes, 7, sharing)
			m.Down, m.Kept = []Range{{n - 1, n - 1}}, []Range{{n / 3, n / 2}}
			m.Units = []UnitScene{{Range{0, n / 2}, UnitBusy, 1}}
			m.GPUs = []GPUs{{Range{0, n - 1}, 3}}
			m.Highlight.Current, m.Highlight.Selected, m.Highlight.Node = 1, 0, n/2
			m.Highlight.Candidate = cluster.Placement{{First: n / 4, Last: n * 3 / 4, Tasks: 1}}
			for _, size := range sizes {
				for _, view := range []View{{}, View{Zoom: 3}.Pan(0.9, 0.3), View{}.ZoomAt(0.7, 0.2, 64), View{}.ZoomAt(1, 1, 1e9)} {
					var b Buffer
					b.Reset(size)
					NewLayout(shape, size, view).Draw(&b, m)
					inspect(t, fmt.Sprint(name, sharing, size, view), &b)
					if t.Failed() {
						return
					}
				}
			}
		}
	}
}

// TestMachinePointing checks that the middle of each drawn node hits that node and
// reports the job that holds it. A point outside the canvas must hit nothing.
func TestMachinePointing(t *testing.T) {
	for name, shape := range shapes(t) {
		m := crowd(shape.Nodes, 3, false)
		owner := make([]workload.JobID, shape.Nodes)
		for i := range owner {
			owner[i] = workload.NoJob
		}
		for _, h := range m.Holds {
			for n := h.First; n <= h.Last; n++ {
				owner[n] = h.Job
			}
		}
		for _, size := range sizes[:3] {
			l := NewLayout(shape, size, View{})
			for n := 0; n < shape.Nodes; n += 1 + shape.Nodes/500 {
				cell := n / l.per
				b := &l.blocks[l.blockOf(cell)]
				col, row := b.cellAt(cell)
				x, y, w, h := l.tile(b, col, row)
				hit := l.At(x+w/2, y+h/2, m)
				if hit.Kind != OnNode || int(hit.Node) > n || int(hit.Last) < n {
					t.Fatalf("%s %v: at node %d (%.1f, %.1f) lies %+v", name, size, n, x+w/2, y+h/2, hit)
				}
				if l.per == 1 && hit.Job != owner[n] {
					t.Fatalf("%s %v: node %d is held by %d, not %d", name, size, n, owner[n], hit.Job)
				}
			}
			if hit := l.At(-5, -5, m); hit.Kind != OnNothing {
				t.Errorf("%s: outside lies %+v", name, hit)
			}
		}
	}
}

func TestSwitchesAndLinksArePointedAt(t *testing.T) {
	for name, shape := range shapes(t) {
		l := NewLayout(shape, sizes[0], View{})
		for k := range l.levels {
			v := &l.levels[k]
			for s := range v.switches() {
				if v.through(s) {
					continue
				}
				hit := l.At(v.boxX(s, 0), v.y, &MachineScene{})
				want := SwitchID{int32(v.of), int32(s)}
				if hit.Kind != OnSwitch || hit.Switch != want || hit.Node != nodeOf(v.first[s]) || hit.Last != nodeOf(v.first[s+1]-1) {
					t.Errorf("%s: at switch %v lies %+v", name, want, hit)
				}
				if k == 0 {
					continue
				}
				// The point is on a line of the link, just above the switch.
				up := &l.levels[k-1]
				y, y1, y2 := v.y-max(v.h/2, 5)-2.5, up.y+up.h/2, v.y-v.h/2
				l.strands(k, s, func(x1, x2 float64) {
					x := curveX(x1, x2, (y-y1)/(y2-y1), (v.y-up.y)*0.32/(y2-y1))
					hit := l.At(x, y, &MachineScene{})
					if hit.Kind != OnLink || hit.Switch != want || shape.Below(hit.Cable) != want || shape.Above(want) != hit.Cable {
						t.Errorf("%s: above switch %v lies %+v", name, want, hit)
					}
				})
			}
		}
	}
}

func TestSharedNodePointing(t *testing.T) {
	m := &MachineScene{Words: English, Highlight: NoHighlight(), Holds: []Hold{{0, 0, 4, 100, 0}, {0, 0, 6, 100, 0}}}
	l := NewLayout(MachineShape{Nodes: 2}, Size{200, 100, 1}, View{})
	b := &l.blocks[0]
	x, y, w, h := l.tile(b, 0, 0)
	for _, c := range []struct {
		up   float64 // height of the point in the node, as a fraction of the node's height
		want workload.JobID
	}{{0.1, 4}, {0.5, 6}, {0.9, workload.NoJob}} {
		if hit := l.At(x+w/2, y+h*(1-c.up), m); hit.Node != 0 || hit.Job != c.want {
			t.Errorf("%.0f %% up the node lies %+v; want job %d", 100*c.up, hit, c.want)
		}
	}
	var buffer Buffer
	buffer.Reset(Size{200, 100, 1})
	l.Draw(&buffer, m)
	heights := map[Colour]float64{}
	for c := range buffer.commands {
		if c.op == opFill {
			heights[c.colour] += c.figures[0][3]
		}
	}
	if want := h * 100 / 255; math.Abs(heights[JobColour(4)]-want) > 1 || math.Abs(heights[JobColour(6)]-want) > 1 {
		t.Errorf("the parts are %v high; want %.1f each", heights, want)
	}
}

// TestCrossings checks the number of jobs that cross each link of a tree. It
// compares the number with a brute-force count over all jobs and nodes.
func TestCrossings(t *testing.T) {
	for _, name := range []string{"tree 2x4", "tree 3x4", "tree 5x4", "uneven"} {
		shape := shapes(t)[name]
		m := crowd(shape.Nodes, 11, true)
		m.Holds = append(m.Holds, Hold{0, 0, 900, 255, 0}, Hold{topology.NodeID(shape.Nodes - 1), topology.NodeID(shape.Nodes - 1), 900, 255, 0})
		m.Highlight.Current = 900
		l := NewLayout(shape, Size{1200, 500, 1}, View{})
		got := l.cross(l.levels, m)
		for k := 1; k < len(l.levels); k++ {
			v := &l.levels[k]
			for s := range v.switches() {
				jobs := map[workload.JobID][2]bool{} // whether the job has nodes below the switch, and whether it has nodes elsewhere
				for _, h := range m.Holds {
					for n := h.First; n <= h.Last; n++ {
						in := int32(n) >= v.first[s] && int32(n) < v.first[s+1]
						j := jobs[h.Job]
						jobs[h.Job] = [2]bool{j[0] || in, j[1] || !in}
					}
				}
				want := int32(0)
				for _, j := range jobs {
					if j[0] && j[1] {
						want++
					}
				}
				now := jobs[900][0] && jobs[900][1]
				if got.jobs[k][s] != want || got.now[k][s] != now {
					t.Errorf("%s: %d jobs cross the link above switch %d of level %d (now %t); want %d (%t)",
						name, got.jobs[k][s], s, v.of, got.now[k][s], want, now)
				}
			}
		}
	}
}

func TestViewStaysWithin(t *testing.T) {
	v := View{}.ZoomAt(0.25, 0.5, 4)
	if v.Zoom != 4 || math.Abs(v.X+0.25/4-0.25) > 1e-9 {
		t.Errorf("zooming keeps the point under the pointer: %+v", v)
	}
	if back := v.ZoomAt(0.25, 0.5, 0.001); back != (View{Zoom: 1}) {
		t.Errorf("zoomed out: %+v", back)
	}
	if v := v.Pan(100, -100); v.X != 0.75 || v.Y != 0 {
		t.Errorf("panned beyond the edge: %+v", v)
	}
}

// TestCablesArePointedAt checks the midpoints of the cables of a plan. Each must
// hit something, and at least 60 % must hit the cable itself; others may be
// covered. The middle of each switch must hit the switch.
func TestCablesArePointedAt(t *testing.T) {
	for name, shape := range shapes(t) {
		if shape.Plan == nil {
			continue
		}
		l := NewLayout(shape, Size{1500, 700, 1}, View{})
		found := 0
		for i := range shape.Plan.Cables {
			x, y, _, _, _ := l.middle(&shape.Plan.Cables[i])
			hit := l.At(x, y, &MachineScene{})
			if hit.Kind == OnNothing {
				t.Errorf("%s: on cable %d lies nothing", name, i)
			}
			if hit.Kind == OnLink && hit.Cable == int32(i) {
				found++
			}
		}
		if found*10 < len(shape.Plan.Cables)*6 {
			t.Errorf("%s: of %d cables %d can be pointed at in their middle", name, len(shape.Plan.Cables), found)
		}
		for d := range shape.Plan.Switches {
			if hit := l.At(l.spots[d].x, l.spots[d].y, &MachineScene{}); hit.Kind != OnSwitch || hit.Switch != (SwitchID{0, int32(d)}) {
				t.Errorf("%s: at switch %d lies %+v", name, d, hit)
			}
		}
	}
}

// TestPlansHaveRoom checks that the devices of a plan do not overlap by more than a
// small amount.
func TestPlansHaveRoom(t *testing.T) {
	for name, shape := range shapes(t) {
		if shape.Plan == nil {
			continue
		}
		l := NewLayout(shape, sizes[0], View{})
		for i := range l.spots {
			for k := range i {
				gap := max(math.Abs(l.spots[i].x-l.spots[k].x), math.Abs(l.spots[i].y-l.spots[k].y))
				need := l.side * 0.7
				if i < shape.Plan.Switches {
					need = l.dot * 1.3
				}
				if gap < need {
					t.Errorf("%s: devices %d and %d are %.1f pixels apart; nodes are %.1f wide, switches %.1f", name, k, i, gap, l.side, 2*l.dot)
				}
			}
		}
	}
}
