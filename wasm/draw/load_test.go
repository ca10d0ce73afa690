package draw

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
)

// loaded gives every cable of a scene a random load. About a third of the cables
// get more load than their capacity.
func loaded(m *MachineScene, shape MachineShape, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 4))
	m.Loads = make([]Load, shape.Cables())
	for i := range m.Loads {
		w := 1.5 * r.Float32()
		m.Loads[i] = Load{Carried: min(w, 1), Wanted: w}
	}
}

func TestLoadedMachineFitsItsCanvas(t *testing.T) {
	for name, shape := range shapes(t) {
		if shape.Nodes > 5000 {
			continue
		}
		m := crowd(shape.Nodes, 9, false)
		loaded(m, shape, 1)
		m.Highlight.Cable = int32(shape.Cables()) - 1
		for _, size := range sizes {
			for _, view := range []View{{}, View{Zoom: 3}.Pan(0.9, 0.3), View{}.ZoomAt(0.7, 0.2, 64)} {
				var b Buffer
				b.Reset(size)
				l := NewLayout(shape, size, view)
				l.Draw(&b, m)
				inspect(t, fmt.Sprint(name, size, view), &b)
				for i := range 50 {
					if hit := l.At(size.W*float64(i)/49, size.H*float64(i*7%50)/49, m); int(hit.Cable) >= shape.Cables() {
						t.Fatalf("%s: %+v of %d cables", name, hit, shape.Cables())
					}
				}
			}
		}
	}
}

// TestFullLinksAreStriped checks how cables of plans and trees are drawn at
// different loads. A cable must have the colour of its load, and stripes if the
// load slows jobs down.
func TestFullLinksAreStriped(t *testing.T) {
	for _, name := range []string{"tree 2x4", "ragged", "cube 4", "fly 9x4x2", "mesh 6x10"} {
		shape := shapes(t)[name]
		for _, c := range []struct {
			wanted  float32
			colour  Colour
			stripes bool
		}{{0, Line, false}, {0.3, Warm1, false}, {1, Warm2, false}, {1.2, Warm3, true}} {
			m := &MachineScene{Words: English, Highlight: NoHighlight(), Loads: make([]Load, shape.Cables())}
			for i := range m.Loads {
				m.Loads[i] = Load{min(c.wanted, 1), c.wanted}
			}
			var b Buffer
			b.Reset(sizes[0])
			NewLayout(shape, sizes[0], View{}).Draw(&b, m)
			warm, stripes := 0, 0
			for x := range b.commands {
				if x.op != opLines && x.op != opCurves {
					continue
				}
				switch {
				case x.colour == c.colour:
					warm += len(x.figures)
				case x.colour == Panel && x.params[1] > 0:
					stripes += len(x.figures)
				case x.colour == Warm1 || x.colour == Warm2 || x.colour == Warm3:
					t.Errorf("%s at %v: a line in %s", name, c.wanted, x.colour)
				}
			}
			if warm == 0 || (stripes > 0) != c.stripes {
				t.Errorf("%s at %v: %d lines in %s, %d striped", name, c.wanted, warm, c.colour, stripes)
			}
		}
	}
}

// TestBarsAreFilledBySpeed checks that the filled part of a bar is proportional to
// the job's speed. A job that runs at half speed during the second half of its bar
// must lose a quarter of the bar's area.
func TestBarsAreFilledBySpeed(t *testing.T) {
	minute := simtime.Time(simtime.Minute)
	bars := &Bars{}
	bars.Start(0, cluster.Placement{{First: 0, Last: 3, Tasks: 1}}, 1, 0, 100*minute)
	bars.End(0, 1, 2, 40*minute)
	tl := &Timeline{
		Size: Size{500, 200, 1}, Nodes: 4, Bars: bars, Words: English, Step: 3, Now: 50 * minute, Shadow: simtime.Never,
		Window: TimeWindow{To: 100 * minute}, Highlight: NoHighlight(), Speeds: [][]SpeedSpan{{{0, 1}, {20 * minute, 0.5}}},
	}
	area := func(c Colour) (sum float64) {
		var b Buffer
		b.Reset(tl.Size)
		tl.Draw(&b)
		for x := range b.commands {
			if (x.op == opFill || x.op == opRound) && x.colour == c {
				for _, f := range x.figures {
					sum += f[2] * f[3]
				}
			}
		}
		return sum
	}
	whole, lost := area(JobColour(0)), area(JobColour(0).Light())
	if math.Abs(lost/whole-0.25) > 0.01 {
		t.Errorf("%.0f of %.0f square pixels are lost; want a quarter", lost, whole)
	}
	tl.Speeds = nil
	if lost := area(JobColour(0).Light()); lost != 0 {
		t.Errorf("at full speed %.0f are lost", lost)
	}
}
