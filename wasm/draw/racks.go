package draw

import (
	"math"
	"slices"
	"strings"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

// racks is the picture of a tree whose leaf switches are racks, or other blocks with
// a fast network of their own. Each rack is a frame with its nodes stacked inside,
// and larger groups are frames around their racks. A frame stands for the switch
// above its nodes, and a bar at the top for the root.
type racks struct {
	*Layout
	levels []level    // levels of the tree, only to count the jobs that cross links
	nested [][]int32  // the kinds of frames that are drawn, as in MachineShape.Racks
	style  *rackStyle // sizes of what is around the cells
	frames []rackFrame
	names  float64 // width of the column of node names in each rack; 0: no names
	spine  Box     // the bar of the root; empty if the root is the rack itself
}

// rackFrame is a frame around the nodes of a rack or of a larger group.
type rackFrame struct {
	Box
	kind        int // index in racks.nested
	first, last int32
	at          SwitchID // NoSwitch if no switch has exactly these nodes
}

// rackStyle holds the sizes of what is around the cells, in pixels.
type rackStyle struct {
	names        bool    // whether nodes have their names beside them
	least        float64 // minimum value of the cells (see worth)
	spine        float64
	title, pad   [2]float64 // height of a frame's title, and space within the frame; of racks and of larger frames
	gapX, gapY   [3]float64 // space between racks, between larger frames, and below the spine or between the largest frames
	line, corner float64
}

// rackStyles lists the styles from the most detailed. The first whose cells are
// large enough is used.
var rackStyles = [...]rackStyle{
	{true, 6, 17, [2]float64{15, 14}, [2]float64{4, 6}, [3]float64{6, 12, 14}, [3]float64{6, 8, 10}, 1, 5},
	{false, 6, 17, [2]float64{14, 14}, [2]float64{3, 4}, [3]float64{4, 6, 8}, [3]float64{6, 7, 10}, 1, 4},
	{false, 2, 15, [2]float64{0, 12}, [2]float64{1.5, 3}, [3]float64{2, 5, 6}, [3]float64{2.5, 5, 8}, 0.6, 2},
	{false, 1.5, 0, [2]float64{0, 0}, [2]float64{0, 1}, [3]float64{1, 2, 3}, [3]float64{1, 2, 3}, 0, 0},
}

// Sizes of the cells of racks, in pixels.
const (
	rackText     = 9.0   // size of the names of nodes
	leastText    = 8.0   // minimum size of them
	rackTitle    = 10.0  // size of the names of racks
	widestInRack = 120.0 // maximum size of a node
	tallestNode  = 34.0
	legibleCell  = 12.0 // height of a cell in which text fits
)

// readRacks reads the groups of nodes that are drawn as frames.
func (s *MachineShape) readRacks(t topology.Blocked) {
	b := t.Blocks()
	if _, named := t.(topology.NamedLevels); named {
		s.Racks = slices.Clone(s.Tree[1:])
	} else {
		for _, level := range slices.Backward(b.Levels) {
			var first []int32
			for i := 0; i < b.Len(); i += 1 << level {
				first = append(first, int32(b.Starts[i]))
			}
			s.Racks = append(s.Racks, slices.Compact(append(first, int32(s.Nodes)))) // blocks may be empty
		}
	}
	s.Racks = slices.CompactFunc(s.Racks, slices.Equal)
	for len(s.Racks) > 1 && len(s.Racks[0]) == 2 { // a group of all nodes
		s.Racks = s.Racks[1:]
	}
	if named, ok := t.(topology.NamedNodes); ok {
		for n := range s.Nodes {
			s.NameSpace = max(s.NameSpace, int32(math.Ceil(TextWidth(named.NodeName(topology.NodeID(n)), rackText, false))))
		}
	}
}

// placeRacks places the nodes of a machine with racks. It returns false if the cells
// would be too small to see.
func (l *Layout) placeRacks() bool {
	const mostKinds = 3 // kinds of frames: of more, those around all others are left out
	r := &racks{Layout: l, nested: l.shape.Racks[max(len(l.shape.Racks)-mostKinds, 0):]}
	if !r.place() {
		return false
	}
	l.racks = r
	return true
}

// place chooses the style and the number of columns within each frame, and places
// frames and cells.
func (r *racks) place() bool {
	w, h := r.size.W-2*margin, r.size.H-2*margin
	inside := r.counts()
	for i := range rackStyles {
		r.style = &rackStyles[i]
		r.names = 0
		if r.style.names {
			if r.names = float64(r.shape.NameSpace) + 8; r.shape.NameSpace == 0 {
				continue
			}
		}
		zoom := r.view.zoom()
		cols, value := r.arrange(inside, w, h)
		if value <= 0 {
			continue
		}
		cw, ch := r.cell(inside, cols, w*zoom, h*zoom)
		if worth(cw, ch) < r.style.least || r.style.title[0] > 0 && cw*float64(cols[len(cols)-1])+r.names < 26 || r.names > 0 && (ch < leastText || cw < 18 || cols[len(cols)-1] > 1) {
			continue
		}
		r.build(inside, cols, cw, ch)
		return true
	}
	return false
}

// counts returns the largest number of parts of each frame: of the root, of each kind
// of frame and, at the end, the nodes of a rack.
func (r *racks) counts() []int {
	out := []int{len(r.nested[0]) - 1}
	for k, outer := range r.nested[:len(r.nested)-1] {
		most, inner := 0, r.nested[k+1]
		for i := range len(outer) - 1 {
			most = max(most, place(inner, outer[i+1])-place(inner, outer[i]))
		}
		out = append(out, most)
	}
	most, inner := 0, r.nested[len(r.nested)-1]
	for i := range len(inner) - 1 {
		most = max(most, int(inner[i+1]-inner[i]))
	}
	return append(out, most)
}

func place(first []int32, node int32) int { i, _ := slices.BinarySearch(first, node); return i }

// worth returns how legible cells of a size are. Nodes look like those in a rack if
// they are a few times as wide as high. Above legibleCell, size matters less.
func worth(cw, ch float64) float64 {
	return min(cw/2, ch, legibleCell) + 0.1*min(cw/4, ch, tallestNode)
}

// arrange returns the numbers of columns within the root, within each kind of frame,
// and of nodes within a rack, with the most legible cells. It is the same for every
// zoom, so that nothing moves when the reader zooms. Nodes in a single column are
// strongly preferred, because that is what a rack looks like.
func (r *racks) arrange(inside []int, w, h float64) (best []int, value float64) {
	cols := make([]int, len(inside))
	best = slices.Clone(cols)
	var choose func(k int)
	choose = func(k int) {
		if k == len(inside) {
			cw, ch := r.cell(inside, cols, w, h)
			v := worth(cw, ch)
			if cols[k-1] == 1 {
				v *= 2
			}
			if v > value+1e-9 && cw > 0 && ch > 0 {
				value = v
				copy(best, cols)
			}
			return
		}
		n := inside[k]
		step := 1 + int(math.Sqrt(float64(n)))/6 // about a dozen numbers of columns are enough
		for rows, last := n, 0; rows > 0; rows -= step {
			if c := (n + rows - 1) / rows; c != last {
				cols[k], last = c, c
				choose(k + 1)
			}
		}
	}
	choose(0)
	return best, value
}

// edge returns the index of a kind of frame in the sizes of a style: 0 for racks.
func (r *racks) edge(kind int) int { return min(len(r.nested)-1-kind, 1) }

// gap returns the space between the parts of a frame, or of the root (-1).
func (r *racks) gap(kind int) (x, y float64) {
	i := min(len(r.nested)-2-kind, 1)
	if kind < 0 {
		i = 2
	}
	return r.style.gapX[i], r.style.gapY[i]
}

// around returns the size of a frame of the given kind around cells of a size. For
// kind -1 it is the size of the whole picture.
func (r *racks) around(inside, cols []int, kind int, cw, ch float64) (w, h float64) {
	c := cols[kind+1]
	rows := (inside[kind+1] + c - 1) / c
	if kind == len(r.nested)-1 {
		w, h = float64(c)*cw+r.names, float64(rows)*ch
		if r.style.title[0] == 0 {
			h += r.style.pad[0]
		}
	} else {
		x, y := r.gap(kind)
		w, h = r.around(inside, cols, kind+1, cw, ch)
		w, h = float64(c)*(w+x)-x, float64(rows)*(h+y)
	}
	if kind < 0 {
		return w, h + r.spineHeight()
	}
	e := r.edge(kind)
	return w + 2*r.style.pad[e], h + r.style.title[e] + r.style.pad[e]
}

func (r *racks) spineHeight() float64 {
	if len(r.nested[0]) == 2 && len(r.shape.Tree) == 1 {
		return 0
	}
	return r.style.spine
}

// cell returns the size of the cells with which the picture fills an area.
func (r *racks) cell(inside, cols []int, w, h float64) (cw, ch float64) {
	fixedW, fixedH := r.around(inside, cols, -1, 0, 0)
	allW, allH := r.around(inside, cols, -1, 1, 1)
	cw, ch = (w-fixedW)/(allW-fixedW), (h-fixedH)/(allH-fixedH)
	ch = min(ch, tallestNode)
	return min(cw, widestInRack, max(8*ch, 1)), ch
}

// build places frames and cells.
func (r *racks) build(inside, cols []int, cw, ch float64) {
	w, h := r.around(inside, cols, -1, cw, ch)
	x, y := r.centre(w, h)
	y = max(y, margin)
	if spine := r.spineHeight(); spine > 0 {
		r.spine = Box{x, y, w, spine}
	}
	r.levels = make([]level, len(r.shape.Tree))
	for i, first := range r.shape.Tree {
		r.levels[i] = level{of: i, first: first, span: uniform(first)}
	}
	r.fill(inside, cols, -1, 0, x, y, cw, ch)
}

// fill places the parts of the i-th frame of a kind.
func (r *racks) fill(inside, cols []int, kind, i int, x, y, cw, ch float64) {
	first, end := int32(0), int32(r.shape.Nodes)
	w, h := r.around(inside, cols, kind, cw, ch)
	if kind >= 0 {
		first, end = r.nested[kind][i], r.nested[kind][i+1]
		r.frames = append(r.frames, rackFrame{Box{x, y, w, h}, kind, first, end - 1, r.switchOf(first, end)})
		e := r.edge(kind)
		x, y = x+r.style.pad[e], y+r.style.title[e]
	} else {
		y += r.spineHeight()
	}
	if kind == len(r.nested)-1 {
		if r.style.title[0] == 0 {
			y += r.style.pad[0]
		}
		n := int(end - first)
		r.blocks = append(r.blocks, block{first: int(first), n: n, cols: min(cols[kind+1], n), x: x + r.names, y: y, cw: cw, ch: ch})
		return
	}
	gapX, gapY := r.gap(kind)
	w, h = r.around(inside, cols, kind+1, cw, ch)
	from := place(r.nested[kind+1], first)
	for j := from; r.nested[kind+1][j] < end; j++ {
		col, row := (j-from)%cols[kind+1], (j-from)/cols[kind+1]
		r.fill(inside, cols, kind+1, j, x+float64(col)*(w+gapX), y+gapY+float64(row)*(h+gapY), cw, ch)
	}
}

// switchOf returns the lowest switch below which are exactly the given nodes.
func (r *racks) switchOf(first, end int32) SwitchID {
	for level, list := range slices.Backward(r.shape.Tree) {
		if i, found := slices.BinarySearch(list, first); found && list[i+1] == end {
			return SwitchID{int32(level), int32(i)}
		}
	}
	return NoSwitch
}

// stub returns the line that stands for the link above a frame, from (x, y1) down to
// (x, y2).
func (r *racks) stub(f *rackFrame) (x, y1, y2 float64) {
	_, gap := r.gap(f.kind - 1)
	return f.X + f.W/2, f.Y - gap, f.Y
}

// linked reports whether a frame has a link above it, and returns its cable.
func (r *racks) linked(f *rackFrame) (cable int32, ok bool) {
	cable = r.shape.Above(f.at)
	return cable, cable >= 0
}

// draw draws the root, the links, the frames, and their names.
func (r *racks) draw(b *Buffer, m *MachineScene) {
	cross := r.cross(r.levels, m)
	for i := range r.frames {
		f := &r.frames[i]
		if f.X > r.size.W || f.Y > r.size.H || f.X+f.W < 0 || f.Y+f.H < 0 {
			continue
		}
		if cable, ok := r.linked(f); ok && r.style.line > 0 {
			r.drawLink(b, m, f, cable, &cross)
		}
		r.drawFrame(b, m, f)
	}
	if s := &r.spine; s.H > 0 && s.Y+s.H > 0 && s.Y < r.size.H {
		r.drawSpine(b, m)
	}
	if m.Loads != nil || len(m.Broken) > 0 || len(m.Highlight.Route) > 0 {
		r.drawNodeLinks(b, m)
	}
}

func (r *racks) drawLink(b *Buffer, m *MachineScene, f *rackFrame, cable int32, cross *crossings) {
	x, y1, y2 := r.stub(f)
	if x < 0 || x > r.size.W || y2 < 0 || y1 > r.size.H {
		return
	}
	v := &r.levels[f.at.Level]
	w := r.weighLink(m, v, int(f.at.Place), cross.jobs[f.at.Level][f.at.Place])
	if cross.now[f.at.Level][f.at.Place] && m.Loads == nil && !w.torn {
		w = weight{colour: Accent, line: max(w.line, 3)}
	}
	w.line = min(w.line, max(f.W/3, 1))
	r.drawStub(b, m, &w, cable, x, y1, x, y2)
}

func (r *racks) drawStub(b *Buffer, m *MachineScene, w *weight, cable int32, x1, y1, x2, y2 float64) {
	if m.Highlight.cabled(cable) {
		b.Segment(Ink, w.line+2.5, 0, x1, y1, x2, y2)
	}
	b.Segment(w.colour, w.line, w.dash(), x1, y1, x2, y2)
	if w.full {
		b.Segment(Panel, w.line*0.3, 4, x1, y1, x2, y2)
	}
	if w.torn {
		r.frame.torn = append(r.frame.torn, corner{(x1 + x2) / 2, (y1 + y2) / 2})
	}
}

// drawNodeLinks draws the links above nodes as short lines on the left of the nodes.
// They are left out as long as no link has a load, is down, or is highlighted.
func (r *racks) drawNodeLinks(b *Buffer, m *MachineScene) {
	if r.style.title[0] == 0 {
		return
	}
	for i := range r.blocks {
		k := &r.blocks[i]
		c0, c1, r0, r1 := r.window(k)
		for row := r0; row < r1; row++ {
			for col := c0; col < c1; col++ {
				if cell, ok := k.cell(col, row); ok && k.x+float64(col)*k.cw > 0 {
					x, y, _, h := r.tile(k, col, row)
					cable := r.shape.cableAbove(len(r.shape.Tree), cell)
					style := m.weigh(cable)
					style.line = min(style.line*0.8, h)
					r.drawStub(b, m, &style, cable, x-4, y+h/2, x+0.5, y+h/2)
				}
			}
		}
	}
}

func (r *racks) drawFrame(b *Buffer, m *MachineScene, f *rackFrame) {
	e := r.edge(f.kind)
	edge, line := Line, r.style.line
	pointed := f.at != NoSwitch && m.Highlight.Switch == f.at
	if pointed {
		edge, line = Ink, 2
	}
	if line > 0 {
		fill := Panel
		if e > 0 && r.edge(f.kind+1) == 0 {
			fill = Band
		}
		x, y, w, h := r.clipped(f.Box)
		b.Round(fill, r.style.corner, x, y, w, h)
		b.RoundOut(edge, line, 0, r.style.corner, x, y, w, h)
	}
	if title := r.style.title[e]; title > 0 {
		left := max(f.X, 0)
		style := Style{Size: rackTitle, Middle: true, Bold: e > 0}
		pad := max(r.style.pad[e], 3)
		room := min(f.X+f.W, r.size.W) - left - pad - 1
		name := r.title(m, f)
		if TextWidth(name, rackTitle, style.Bold) > room { // only the last part of a name such as b0-r1
			name = name[strings.LastIndexAny(name, "-/. ")+1:]
		}
		if TextWidth(name, rackTitle, style.Bold) <= room {
			b.Text(Soft, left+pad, f.Y+title/2+0.5, name, style)
		}
	}
}

// clipped returns a rectangle without what is far outside the canvas.
func (r *racks) clipped(at Box) (x, y, w, h float64) {
	x, y = max(at.X, -margin), max(at.Y, -margin)
	return x, y, min(at.X+at.W, r.size.W+margin) - x, min(at.Y+at.H, r.size.H+margin) - y
}

// title returns the name of a frame: that of its switch without the name of the
// level, or those of the first and the last rack.
func (r *racks) title(m *MachineScene, f *rackFrame) string {
	name := func(at SwitchID) string {
		n := int(at.Place)
		for _, first := range r.shape.Tree[:max(at.Level, 0)] {
			n += len(first) - 1
		}
		if at == NoSwitch || n >= len(m.Switches) {
			return ""
		}
		text := m.Switches[n]
		return text[strings.LastIndexByte(text, ' ')+1:]
	}
	if f.at != NoSwitch {
		return name(f.at)
	}
	base := r.nested[len(r.nested)-1]
	from, to := place(base, f.first), place(base, f.last+1)-1
	return name(r.switchOf(base[from], base[from+1])) + " – " + name(r.switchOf(base[to], base[to+1]))
}

func (r *racks) drawSpine(b *Buffer, m *MachineScene) {
	edge, line := Soft, 1.0
	if m.Highlight.Switch == (SwitchID{}) {
		edge, line = Ink, 2
	}
	x, y, w, h := r.clipped(r.spine)
	b.Round(Panel, h/3, x, y, w, h)
	b.RoundOut(edge, line, 0, h/3, x, y, w, h)
	if len(m.Switches) > 0 && h >= 12 {
		b.Text(Soft, x+w/2, y+h/2, m.Switches[0], Style{Size: rackTitle, Align: Centre, Middle: true, Max: max(w-8, 1)})
	}
}

// label writes the names of nodes beside them, and the name of each job once in each
// rack.
func (r *racks) label(b *Buffer, m *MachineScene) {
	for i := range r.blocks {
		k := &r.blocks[i]
		c0, c1, r0, r1 := r.window(k)
		if r.names == 0 || k.cols > 1 || c0 >= c1 {
			continue
		}
		for row := r0; row < r1; row++ {
			if cell, ok := k.cell(0, row); ok && cell < len(m.Names) && k.x-r.names >= 0 {
				b.Text(Soft, k.x-6, k.y+(float64(row)+0.5)*k.ch, m.Names[cell], Style{Size: min(rackText, k.ch), Align: Right, Middle: true})
			}
		}
	}
	if !r.fine() {
		r.nameLongest(b, m)
		return
	}
	var k *block
	var box Box
	for i := range m.Holds {
		h := &m.Holds[i]
		flush := func() {
			if k != nil && box.H >= labelSize && box.W > 0 {
				if rows := int(box.H/k.ch + 0.5); k.ch > labelSize { // in the middle of a node
					box.Y += float64((rows-1)/2) * k.ch
					box.H = k.ch
				}
				r.nameIn(b, m, h.Job, box)
			}
			k, box = nil, Box{}
		}
		if h.Part < 255 {
			continue
		}
		r.segments(h.First, h.Last, func(seg *block, x, y, w, high float64, _, _ int) {
			if seg != k {
				flush()
				k = seg
			}
			switch {
			case box.W == w && box.X == x:
				box.H += high
			case w*high > box.W*box.H:
				box = Box{x, y, w, high}
			}
		})
		flush()
	}
}

// nameIn writes the name of a job into its cells. The halo covers the gaps between
// the cells.
func (r *racks) nameIn(b *Buffer, m *MachineScene, id workload.JobID, box Box) {
	number := m.Jobs.Number(id)
	style := Style{Size: labelSize, Bold: id == m.Highlight.Current, Align: Centre, Middle: true, Halo: m.Jobs.Colour(id)}
	for _, text := range []string{m.Words.Job + " " + number, number} {
		if TextWidth(text, labelSize, style.Bold) <= box.W-4 {
			b.Text(m.Jobs.Colour(id).On(), box.X+box.W/2, box.Y+box.H/2, text, style)
			return
		}
	}
}

// at completes a hit on what is not a node: a link, a frame, or the root.
func (r *racks) at(hit Hit, x, y float64) Hit {
	for i := range r.frames {
		f := &r.frames[i]
		if cable, ok := r.linked(f); ok {
			if sx, y1, y2 := r.stub(f); math.Abs(x-sx) < 5 && y >= y1-1 && y < y2 {
				hit = r.over(hit, f.at)
				hit.Kind, hit.Cable = OnLink, cable
				return hit
			}
		}
	}
	if s := &r.spine; x >= s.X && x < s.X+s.W && y >= s.Y && y < s.Y+s.H {
		return r.over(hit, SwitchID{})
	}
	for _, f := range slices.Backward(r.frames) { // frames within others come later
		if f.at != NoSwitch && x >= f.X && x < f.X+f.W && y >= f.Y && y < f.Y+f.H {
			return r.over(hit, f.at)
		}
	}
	return hit
}

func (r *racks) over(hit Hit, at SwitchID) Hit {
	hit.Kind = OnSwitch
	return r.under(hit, &r.levels[at.Level], int(at.Place))
}

// linkMiddle returns the position for a label on a cable.
func (r *racks) linkMiddle(i int32) (x, y float64, ok bool) {
	for k := range r.frames {
		f := &r.frames[k]
		if cable, linked := r.linked(f); linked && cable == i && f.W > 30 && r.style.title[1] > 0 {
			x, y1, y2 := r.stub(f)
			return x + 20, (y1 + y2) / 2, true
		}
	}
	return 0, 0, false
}
