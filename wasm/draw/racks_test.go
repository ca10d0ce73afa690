package draw

import (
	"fmt"
	"testing"

	"hopyard/core/topology"
)

// TestRackShapes checks which groups of nodes are drawn as frames.
func TestRackShapes(t *testing.T) {
	all := shapes(t)
	for name, want := range map[string]string{
		"levels 2x2x2": "[[0 4 8] [0 2 4 6 8]]",
		"levels 1x1x2": "[[0 2]]",
		"blocks 4x18":  "[[0 36 72] [0 18 36 54 72]]",
		"blocks 1x3":   "[[0 3]]",
		"tree 2x4":     "[]",
	} {
		if got := fmt.Sprint(all[name].Racks); got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
}

// TestRacksContainTheirNodes checks on several sizes that frames are within the
// frames around them and on the canvas, that the frames of racks contain their cells,
// and that every node and frame is found where it is drawn.
func TestRacksContainTheirNodes(t *testing.T) {
	all := shapes(t)
	m := &MachineScene{Words: English, Highlight: NoHighlight()}
	for _, name := range []string{"levels 2x2x2", "levels 2x4x4", "levels 16x16x16", "levels 3x90x2", "blocks 4x18", "blocks 1x3", "blocks 7x40"} {
		for _, size := range sizes[:3] {
			l := NewLayout(all[name], size, View{})
			if l.racks == nil {
				t.Errorf("%s on %v: no racks", name, size)
				continue
			}
			for i, f := range l.racks.frames {
				if f.X < 0 || f.Y < 0 || f.X+f.W > size.W+0.01 || f.Y+f.H > size.H+0.01 {
					t.Errorf("%s on %v: frame %+v is outside", name, size, f)
				}
				for _, g := range l.racks.frames[:i] {
					if g.first <= f.first && f.last <= g.last && (f.X < g.X || f.Y < g.Y || f.X+f.W > g.X+g.W+0.01 || f.Y+f.H > g.Y+g.H+0.01) {
						t.Errorf("%s on %v: frame %+v is not within %+v", name, size, f, g)
					}
				}
				if title := l.racks.style.title[l.racks.edge(f.kind)]; title > 0 && f.at != NoSwitch {
					if hit := l.At(f.X+2, f.Y+title/2, m); hit.Kind != OnSwitch || hit.Switch != f.at {
						t.Errorf("%s on %v: at the title of %+v is %+v", name, size, f, hit)
					}
				}
			}
			for n := range topology.NodeID(l.shape.Nodes) {
				k := &l.blocks[l.blockOf(int(n))]
				col, row := k.cellAt(int(n))
				x, y, w, h := l.tile(k, col, row)
				if hit := l.At(x+w/2, y+h/2, m); hit.Node != n {
					t.Fatalf("%s on %v: at node %d is %+v", name, size, n, hit)
				}
			}
		}
	}
}
