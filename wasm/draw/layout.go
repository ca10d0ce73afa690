package draw

import (
	"math"
	"sort"

	"hopyard/core/topology"
)

// Layout holds the positions of the parts of a machine on a canvas. It is valid for
// one shape, size and view. Drawing and hit testing both use it.
//
// Every machine is drawn as blocks of cells, and a cell stands for a node. A tree
// has one block under each of its lowest drawn switches, a machine with racks one in
// each rack, a grid one for each slice, and a flat machine has a single block. A machine that does not fit at a
// legible size is drawn more coarsely: first the nodes of a leaf switch wrap into
// several rows, then the lowest levels of switches are omitted, and finally each
// cell stands for several nodes.
type Layout struct {
	shape   MachineShape
	size    Size
	view    View
	blocks  []block // ordered by first cell: from left to right, then downwards
	per     int     // number of nodes for which a cell stands
	row     bool    // whether every block is a single row, with room for labels below
	airy    bool    // whether link loads are shown; cells are then smaller, to leave room for the links
	wires   bool    // whether there is room for links between the cells of a grid
	levels  []level // drawn levels of a tree, from the root
	spots   []spot  // positions of the switches and nodes of a plan
	side    float64 // side length of a plan's nodes
	dot     float64 // size of a plan's switches
	numbers bool    // whether there is room for the node numbers of a plan
	racks   *racks  // frames around the nodes of racks; nil: none are drawn

	frame frame // memory that Draw reuses in each frame
}

// block is a group of cells arranged in rows.
type block struct {
	first, n int // first cell and number of cells
	x, y     float64
	cols     int
	cw, ch   float64 // width and height of a cell, including the gap to the next
	snake    bool    // whether every other row runs from right to left
}

func (b *block) rows() int  { return (b.n + b.cols - 1) / b.cols }
func (b *block) w() float64 { return float64(b.cols) * b.cw }
func (b *block) h() float64 { return float64(b.rows()) * b.ch }

// cellAt returns the column and the row of a cell within its block.
func (b *block) cellAt(cell int) (col, row int) {
	col, row = (cell-b.first)%b.cols, (cell-b.first)/b.cols
	if b.snake && row&1 == 1 {
		col = b.cols - 1 - col
	}
	return col, row
}

// Sizes of the space around pictures and of cells, in pixels.
const (
	margin     = 10.0
	labelSpace = 18.0
	minCell    = 2.0  // minimum size of a cell
	solidCell  = 4.0  // smaller cells have no gaps between them
	roundCell  = 8.0  // from this size on, cells are drawn one by one, with round corners
	wireCell   = 16.0 // from this size on, cells leave room for links between them
	maxCell    = 40.0
	largeCell  = 72.0 // maximum size of a cell, for machines with at most fewCells nodes whose links are not drawn
	fewCells   = 16
)

// NewLayout returns the layout of a machine on a canvas. The layout is empty if the
// canvas is too small or the machine has no nodes. Cost: O(switches + blocks).
func NewLayout(shape MachineShape, size Size, view View) *Layout {
	l := &Layout{shape: shape, size: size, view: view.clamp(), per: 1}
	if size.W < 4*margin || size.H < 4*margin || shape.Nodes < 1 {
		return l
	}
	switch {
	case shape.Plan != nil && l.placePlan():
	case len(shape.Racks) > 0 && l.placeRacks():
	case len(shape.Fly) > 0 && l.placeSlices(shape.Fly):
	case shape.Cube && len(shape.Dims) > 1 && l.placeSlices(squared(len(shape.Dims))):
	case len(shape.Tree) > 0 && l.placeTree():
	case len(shape.Dims) == 1 && l.placeRing():
	case len(shape.Dims) > 1 && !shape.Cube && l.placeSlices(shape.Dims):
	default:
		l.placeCells()
	}
	return l
}

// cells returns the number of cells of the whole machine.
func (l *Layout) cells() int { return (l.shape.Nodes + l.per - 1) / l.per }

// placeCells puts all nodes into a single block with several rows.
func (l *Layout) placeCells() {
	zoom := l.view.zoom()
	w, h := (l.size.W-2*margin)*zoom, (l.size.H-2*margin)*zoom
	for l.per = 1; ; l.per *= 2 {
		n := l.cells()
		most := maxCell
		if n <= fewCells {
			most = largeCell
		}
		pitch, cols := wrap(n, w, h, most)
		if pitch < minCell && n > 1 {
			continue
		}
		b := block{n: n, cols: cols, cw: pitch, ch: pitch}
		b.x, b.y = l.centre(b.w(), b.h())
		l.blocks = []block{b}
		l.wires = false
		return
	}
}

// centre returns the top left corner of a picture of size w by h, so that the view
// shows the right part of the picture. A picture smaller than the canvas is
// centred.
func (l *Layout) centre(w, h float64) (x, y float64) {
	zoom := l.view.zoom()
	x = (l.size.W*zoom-w)/2 - l.view.X*zoom*l.size.W
	y = (l.size.H*zoom-h)/2 - l.view.Y*zoom*l.size.H
	return x, y
}

// wrap arranges n square cells in an area of w by h. It returns the largest
// possible cell size that does not exceed the given limit, and the number of cells
// in a row.
func wrap(n int, w, h, most float64) (pitch float64, cols int) {
	pitch = min(most, math.Sqrt(w*h/float64(n)), w, h)
	for {
		cols = max(int(w/pitch+1e-9), 1)
		rows := (n + cols - 1) / cols
		if float64(rows)*pitch <= h+1e-9 {
			return pitch, tidy(n, min(cols, n), int(h/pitch+1e-9))
		}
		// The next smaller size that can help is the larger of two sizes. One
		// leaves room for another column. At the other, all rows fit that the
		// current number of columns needs.
		pitch = max(w/float64(cols+1), h/float64(rows))
	}
}

// tidy returns a number of columns by which cells are easy to count. It is between
// cols/2 and cols and needs at most the given number of rows. Preferred are
// multiples of 4 that divide n, then multiples of 16 or of 4. If there are none, it
// is the number that fills the rows most evenly.
func tidy(n, cols, rows int) int {
	if n <= cols {
		return n
	}
	fits := func(c int) bool { return (n+c-1)/c <= rows }
	for c := cols; c >= 4 && 2*c >= cols && fits(c); c-- {
		if c%4 == 0 && n%c == 0 {
			return c
		}
	}
	for _, round := range []int{16, 4} {
		if c := cols - cols%round; c >= 2*round && fits(c) {
			return c
		}
	}
	need := (n + cols - 1) / cols
	return (n + need - 1) / need
}

// placeRing arranges a ring of nodes in rows that run alternately left to right and
// right to left. Neighbours in the ring are thus neighbours on the canvas.
// placeRing returns false if the cells would be too small.
func (l *Layout) placeRing() bool {
	zoom, n := l.view.zoom(), l.shape.Nodes
	w, h := (l.size.W-4*margin)*zoom, (l.size.H-2*margin)*zoom
	pitch, cols := wrap(n, w, h, maxCell+8)
	if pitch < minCell {
		return false
	}
	if rows := (n + cols - 1) / cols; rows > 1 && rows%2 == 1 && n > 4 && float64(rows+1)*pitch <= h {
		cols = (n + rows) / (rows + 1)
	}
	b := block{n: n, cols: cols, cw: pitch, ch: pitch, snake: true}
	b.x, b.y = l.centre(b.w(), b.h())
	l.blocks, l.wires = []block{b}, pitch >= wireCell
	return true
}

// squared returns the height and the width of the grid in which a hypercube is
// drawn. The lower bits of a node's number vary within a row.
func squared(dims int) []int { return []int{1 << (dims / 2), 1 << (dims - dims/2)} }

// placeSlices arranges a grid as slices along its last two dimensions, each a
// block. It returns false if the cells would be too small to see.
func (l *Layout) placeSlices(d []int) bool {
	zoom := l.view.zoom()
	cols, rows := d[len(d)-1], d[len(d)-2]
	slices := l.shape.Nodes / (cols * rows)
	w, h := (l.size.W-2*margin)*zoom, (l.size.H-2*margin)*zoom
	title := 0.0
	if slices > 1 {
		title = 16
	}
	const gap = 1.5 // between slices, in cells
	pitch, across := 0.0, 1
	for a := 1; a <= slices; a++ {
		down := (slices + a - 1) / a
		p := min(w/(float64(a*cols)+gap*float64(a-1)), (h-title*float64(down))/(float64(down*rows)+gap*float64(down-1)*0.5))
		if p > pitch {
			pitch, across = p, a
		}
	}
	pitch = min(pitch, maxCell+8)
	if pitch < minCell/2 {
		return false
	}
	l.wires = pitch >= wireCell && len(l.shape.Fly) == 0
	down := (slices + across - 1) / across
	stepX, stepY := pitch*(float64(cols)+gap), pitch*(float64(rows)+gap*0.5)+title
	x, y := l.centre(stepX*float64(across)-gap*pitch, stepY*float64(down)-gap*0.5*pitch)
	for s := range slices {
		l.blocks = append(l.blocks, block{
			first: s * cols * rows, n: cols * rows, cols: cols, cw: pitch, ch: pitch,
			x: x + stepX*float64(s%across), y: y + title + stepY*float64(s/across),
		})
	}
	return true
}

// blockOf returns the index of the block that contains a cell. Cost: O(log blocks).
func (l *Layout) blockOf(cell int) int {
	return sort.Search(len(l.blocks), func(i int) bool { return l.blocks[i].first > cell }) - 1
}

// segments calls yield with the rectangles that a range of nodes covers, one for
// each row of a block. It also passes the first and the last cell of each
// rectangle. It omits what lies outside the canvas. Cost: O(blocks and rows
// touched).
func (l *Layout) segments(first, last topology.NodeID, yield func(b *block, x, y, w, h float64, from, to int)) {
	if len(l.blocks) == 0 || last < first || last < 0 {
		return
	}
	cell, end := int(max(first, 0))/l.per, min(int(last)/l.per, l.cells()-1)
	for i := max(l.blockOf(cell), 0); i < len(l.blocks) && cell <= end; i++ {
		b := &l.blocks[i]
		if len(l.levels) > 0 && b.x > l.size.W { // all further blocks lie to the right
			return
		}
		c0, c1, r0, r1 := l.window(b)
		if c0 >= c1 || r0 >= r1 {
			cell = b.first + b.n
			continue
		}
		cell = max(cell, b.first+r0*b.cols)
		for stop := min(end+1, b.first+b.n, b.first+r1*b.cols); cell < stop; {
			row := (cell - b.first) / b.cols
			to := min(stop, b.first+(row+1)*b.cols) - 1
			b.rowPart(cell, to, c0, c1, yield)
			cell = to + 1
		}
		cell = b.first + b.n
	}
}

// rowPart calls yield with the cells of one row that lie in the columns c0 to c1-1.
// The parameters from and to are the first and the last cell of the part of the row
// that is searched.
func (b *block) rowPart(from, to, c0, c1 int, yield func(b *block, x, y, w, h float64, from, to int)) {
	left, row := b.cellAt(from)
	right, _ := b.cellAt(to)
	step := 1
	if left > right {
		left, right, step = right, left, -1
	}
	cutLeft, cutRight := max(c0-left, 0), max(right-c1+1, 0)
	left, right = left+cutLeft, right-cutRight
	if left > right {
		return
	}
	if step > 0 {
		from, to = from+cutLeft, to-cutRight
	} else {
		from, to = from+cutRight, to-cutLeft
	}
	yield(b, b.x+float64(left)*b.cw, b.y+float64(row)*b.ch, float64(right-left+1)*b.cw, b.ch, from, to)
}

// Box is a rectangle of a picture, in pixels.
type Box struct{ X, Y, W, H float64 }

// Tiles returns the rectangles of the cells of consecutive nodes. If cells are too
// small to be drawn one by one, it returns one rectangle for each row of cells.
func (l *Layout) Tiles(first, last topology.NodeID) (out []Box) {
	l.eachTile(first, last, func(x, y, w, h float64) { out = append(out, Box{x, y, w, h}) })
	return out
}

// Boxes returns the rectangles on the canvas that consecutive nodes cover, one for
// each row of cells. They are clipped to the canvas.
func (l *Layout) Boxes(first, last topology.NodeID) (out []Box) {
	l.segments(first, last, func(_ *block, x, y, w, h float64, _, _ int) {
		left, top := max(x, 0), max(y, 0)
		right, low := min(x+w, l.size.W), min(y+h, l.size.H)
		if right > left && low > top {
			out = append(out, Box{left, top, right - left, low - top})
		}
	})
	return out
}
