package draw

import (
	"sort"

	"hopyard/core/topology"
)

// level is a drawn level of switches.
type level struct {
	of    int // index of the level in MachineShape.Tree
	y     float64
	w, h  float64 // size of the box of a switch; drawn as a dot if w is below dotWidth
	first []int32 // entry of MachineShape.Tree for the level
	span  int32   // number of nodes below each switch; 0 if the switches differ
	x     []float64
	// Number of parallel switches, number of boxes drawn for them, and distance
	// between these boxes.
	planes, boxes int
	apart         float64
	passes        []int32 // entry of MachineShape.Through for the level
}

// over returns the index of the switch above a node. Cost: O(1) if all switches
// have the same number of nodes, otherwise O(log switches).
func (v *level) over(n topology.NodeID) int {
	if v.span > 0 {
		return int(int32(n) / v.span)
	}
	return sort.Search(v.switches(), func(i int) bool { return v.first[i+1] > int32(n) })
}

// uniform returns the number of nodes below each switch. It returns 0 if switches
// have different numbers of nodes.
func uniform(first []int32) int32 {
	for i := range len(first) - 1 {
		if first[i+1]-first[i] != first[1] {
			return 0
		}
	}
	return first[1]
}

// The dimensions of a drawn tree, in pixels.
const (
	treeTop    = 20.0  // y coordinate of the middle of the root
	levelSpace = 34.0  // minimum distance between levels
	levelMost  = 120.0 // maximum distance between levels
	blockSpace = 11.0  // minimum width of a block, including the gap to the next
	rowCell    = 4.0   // minimum width of a node if all nodes are in one row
	widest     = 68.0  // maximum width of a node if all nodes are in one row
	roomy      = 58.0  // height of nodes in which the names of jobs fit
	dotWidth   = 7.0
	trunk      = 22.0 // distance between the lowest drawn switches and the blocks below them
)

func (v level) switches() int { return len(v.first) - 1 }

// placeTree places the nodes of a tree below their switches. If they fit, all nodes
// are in one row. Otherwise they are arranged in blocks, below the lowest level
// whose switches have enough room. It returns false if no level has enough room.
func (l *Layout) placeTree() bool {
	tree, width := l.shape.Tree, (l.size.W-2*margin)*l.view.zoom()
	base := len(tree) - 1
	units := float64(l.shape.Nodes) + 0.55*gaps(tree, base)
	if width/units >= rowCell {
		l.row = true
		l.placeRow(width, units)
	} else {
		for base > 0 && width/(float64(len(tree[base])-1)+0.3*gaps(tree, base)) < blockSpace {
			base--
		}
		if !l.placeBlocks(base, width) {
			return false
		}
	}
	l.placeSwitches(base)
	return true
}

// gaps returns the number of gaps between neighbouring switches on the levels from
// the root to the given level. Neighbouring leaf switches are thus further apart if
// they belong to different switches on more levels.
func gaps(tree [][]int32, base int) float64 {
	sum := 0
	for _, first := range tree[:base+1] {
		sum += len(first) - 2
	}
	return float64(max(sum, 0))
}

// before calls yield for each switch of the given level, with the number of gaps to
// its left.
func (l *Layout) before(base int, yield func(i, gaps int)) {
	tree := l.shape.Tree
	next, gaps := make([]int, base+1), 0
	for i, first := range tree[base][:len(tree[base])-1] {
		for k := range base + 1 {
			for next[k] < len(tree[k])-1 && tree[k][next[k]] <= first {
				if tree[k][next[k]] > 0 {
					gaps++
				}
				next[k]++
			}
		}
		yield(i, gaps)
	}
}

// placeRow places a block below each leaf switch. Each block is a single row of
// nodes.
func (l *Layout) placeRow(width, units float64) {
	base := len(l.shape.Tree) - 1
	pitch := min(width/units, widest)
	high := 22.0
	switch {
	case pitch > 44 && l.size.H > 220:
		high = roomy
	case pitch > 24:
		high = 30
	}
	bottom := l.size.H - labelSpace - high - 6
	top := treeTop + levelMost*float64(base+1)
	y := min(bottom, max(top, (bottom+top)/2))
	x, _ := l.centre(pitch*units, 0)
	first := l.shape.Tree[base]
	l.before(base, func(i, gaps int) {
		l.blocks = append(l.blocks, block{
			first: int(first[i]), n: int(first[i+1] - first[i]), cols: max(int(first[i+1]-first[i]), 1),
			x: x + pitch*(float64(first[i])+0.55*float64(gaps)), y: y, cw: pitch, ch: high,
		})
	})
}

// placeSwitches chooses which of the levels from the root to the given level are
// drawn, and places them.
func (l *Layout) placeSwitches(base int) {
	tree, nodes := l.shape.Tree, l.blocks[0].y
	top, floor := max(treeTop, nodes-levelMost*float64(base+1)), nodes-trunk
	if l.row { // the links down to the nodes need as much space as a level
		floor = top + (nodes-top)*float64(base)/float64(base+1)
	}
	n := min(base+1, 1+int(max(floor-top, 0)/levelSpace))
	step := (floor - top) / float64(max(n-1, 1))
	for k := range n {
		of := base
		if n > 1 {
			of = k * base / (n - 1)
		}
		v := level{of: of, y: top + step*float64(k), first: tree[of], span: uniform(tree[of]), planes: 1, boxes: 1}
		pitch := (l.size.W - 2*margin) * l.view.zoom() / float64(v.switches())
		big := float64(min(n-1-k, 2))
		v.w, v.h = min(22+9*big, pitch*0.7), min(12+2.5*big, pitch*0.7)
		v.readShape(&l.shape, pitch)
		v.x = make([]float64, v.switches())
		for i := range v.x {
			v.x[i] = l.switchX(v.first[i], v.first[i+1]-1)
		}
		l.levels = append(l.levels, v)
	}
}

// readShape reads from the machine's shape which switches of the level are
// parallel, and which entries of the level are not switches. Each parallel switch
// gets its own box if there is room.
func (v *level) readShape(s *MachineShape, pitch float64) {
	if v.of < len(s.Through) {
		v.passes = s.Through[v.of]
	}
	if v.of >= len(s.Planes) || s.Planes[v.of] < 2 {
		return
	}
	v.planes = int(s.Planes[v.of])
	if room := pitch * 0.8 / float64(v.planes); v.planes <= 16 && room > dotWidth+2 {
		v.boxes, v.apart = v.planes, min(room, 64)
		v.w = min(v.w, v.apart*0.75)
	}
}

// switchX returns the x coordinate of a switch: the middle of the visible part of
// its nodes, that is, of the nodes below it. The switch therefore stays visible
// when its nodes extend beyond the canvas. If none of its nodes is visible, switchX
// returns the middle of all of them.
func (l *Layout) switchX(first, last int32) float64 {
	a, z := &l.blocks[l.blockOf(int(first)/l.per)], &l.blocks[l.blockOf(min(int(last)/l.per, l.cells()-1))]
	left, right := a.x, z.x+z.w()
	if right > 0 && left < l.size.W {
		left = max(left, min(margin, right))
		right = min(right, max(l.size.W-margin, left))
	}
	return (left + right) / 2
}

// visible returns the range of switches of the level that the canvas shows, as the
// first index and the index after the last. It includes all switches above visible
// blocks, because these switches stay visible.
func (v *level) visible(l *Layout) (from, to int) {
	lo, hi := l.visibleNodes()
	from = sort.Search(v.switches(), func(i int) bool { return v.first[i+1] > lo })
	to = sort.Search(v.switches(), func(i int) bool { return v.first[i] > hi })
	return from, to
}

// visibleNodes returns the first and the last node in the blocks that the canvas
// shows.
func (l *Layout) visibleNodes() (lo, hi int32) {
	from := sort.Search(len(l.blocks), func(i int) bool { return l.blocks[i].x+l.blocks[i].w() > 0 })
	to := sort.Search(len(l.blocks), func(i int) bool { return l.blocks[i].x >= l.size.W })
	if from >= to {
		return 0, -1
	}
	last := &l.blocks[to-1]
	return int32(l.blocks[from].first * l.per), int32(min((last.first+last.n)*l.per, l.shape.Nodes) - 1)
}

// placeBlocks arranges the nodes below each switch of the given level in a block of
// several rows. All cells have the same size. It returns false if the cells would
// be too small to see.
func (l *Layout) placeBlocks(base int, width float64) bool {
	first := l.shape.Tree[base]
	n := len(first) - 1
	mean := float64(l.shape.Nodes) / float64(n)
	unit := width / (float64(n) + 0.3*gaps(l.shape.Tree, base))
	// Half of a block's width is proportional to its number of nodes. The other
	// half is equal for all blocks.
	wide := func(i int) float64 { return unit * (float64(first[i+1]-first[i]) + mean) / (2 * mean) }
	inner := func(i int) float64 { return wide(i) - max(1, min(unit*0.12, 6)) }
	biggest := 0
	for i := range n {
		if first[i+1]-first[i] > first[biggest+1]-first[biggest] {
			biggest = i
		}
	}
	most := l.size.H - labelSpace - treeTop - trunk - levelSpace*float64(min(base, 3))
	most = max(most, (l.size.H-labelSpace)*0.4)
	size := 0.0
	for l.per = 1; ; l.per *= 2 {
		nodes := int(first[biggest+1] - first[biggest])
		size = blockCell((nodes+l.per-1)/l.per, l.leafCells(base, biggest), inner(biggest), most)
		for i := 0; i < n && size > 0.1; i++ { // make cells smaller if a block would be too high with a whole number of columns
			cells := (int(first[i+1]-first[i]) + l.per - 1) / l.per
			for cols := max(int(inner(i)/size+1e-9), 1); float64((cells+cols-1)/cols)*size > most+1e-9 && size > 0.1; {
				size *= 0.95
				cols = max(int(inner(i)/size+1e-9), 1)
			}
		}
		if size >= minCell || l.per >= nodes {
			break
		}
	}
	if size < minCell/2 {
		return false
	}
	l.packBlocks(base, unit, size, most, wide, inner)
	return true
}

// blockCell returns the cell size for a block of n cells in an area of w by h. The
// parameter leaf is the number of cells below a leaf switch. blockCell accepts
// cells up to a fifth smaller if the number of columns is then a multiple or a
// divisor of leaf.
func blockCell(n, leaf int, w, h float64) float64 {
	best, worth := 0.0, 0.0
	for cols := 1; cols <= n; cols++ {
		size := min(w/float64(cols), h/float64((n+cols-1)/cols), 22)
		value := size
		if leaf > 0 && (cols%leaf == 0 || leaf%cols == 0) {
			value *= 1.25
		}
		if value > worth {
			best, worth = size, value
		}
		if size < best/2 {
			break
		}
	}
	return best
}

// leafCells returns the number of cells below the first child of a switch. The
// switch is the i-th on the given level. It returns 0 if that switch has no
// switches below it.
func (l *Layout) leafCells(base, i int) int {
	tree := l.shape.Tree
	if base == len(tree)-1 {
		return 0
	}
	below, first := tree[base+1], tree[base][i]
	next := sort.Search(len(below), func(k int) bool { return below[k] > first })
	return int(below[next]-first) / l.per
}

func (l *Layout) packBlocks(base int, unit, size, most float64, wide, inner func(int) float64) {
	first, high, x := l.shape.Tree[base], 0.0, 0.0
	var starts []float64
	l.before(base, func(i, gaps int) {
		starts = append(starts, x+0.3*unit*float64(gaps))
		x += wide(i)
	})
	left, _ := l.centre((l.size.W-2*margin)*l.view.zoom(), 0)
	for i := range starts {
		begin, end := l.cellFrom(first[i]), l.cellFrom(first[i+1])
		begin = min(begin, l.cells()-1) // a leaf switch with fewer nodes than a cell shares the cell of its neighbour
		n := max(end-begin, 1)
		cols := min(max(int(inner(i)/size+1e-9), 1), n)
		if c := alignColumns(cols, l.leafCells(base, i)); float64((n+c-1)/c)*size <= most {
			cols = c
		}
		b := block{first: begin, n: n, cols: cols, cw: size, ch: size}
		b.x = left + starts[i] + (wide(i)-b.w())/2
		high = max(high, b.h())
		l.blocks = append(l.blocks, b)
	}
	y := min(l.size.H-labelSpace-high, treeTop+trunk+levelMost*float64(base))
	for i := range l.blocks {
		l.blocks[i].y = y
	}
}

// cellFrom returns the first cell whose first node is the given node or a later
// one.
func (l *Layout) cellFrom(node int32) int { return (int(node) + l.per - 1) / l.per }

// alignColumns returns a number of columns, at most cols, that matches the leaf
// switches. The parameter leaf is the number of cells below a leaf switch. Either
// each row holds the cells of whole leaf switches, or the cells of a leaf switch
// fill whole rows. alignColumns returns cols if that would cost more than a quarter
// of the width.
func alignColumns(cols, leaf int) int {
	if leaf < 1 {
		return cols
	}
	if c := cols - cols%leaf; c > 0 && 4*c >= 3*cols {
		return c
	}
	for c := cols; 4*c >= 3*cols; c-- {
		if leaf%c == 0 {
			return c
		}
	}
	return cols
}
