package draw

import (
	"sort"
)

// placeBlocks wraps the nodes under each switch of the base level into cells of
// one size for all. It refuses if cells would be too small to see.
func (l *Layout) placeBlocks(base int, width float64) bool {
	first := l.shape.Tree[base]
	n := len(first) - 1
	mean := float64(l.shape.Nodes) / float64(n)
	unit := width / (float64(n) + 0.3*gaps(l.shape.Tree, base))
	// A block's width follows its nodes, but half of it is the same for all.
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
		for i := 0; i < n && size > 0.1; i++ { // blocks that whole columns fill badly
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

// blockCell is the size of the cells of a block of n in w by h. Columns that
// align leaves are worth a quarter of it.
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

// leafCells is how many cells lie under the first switch below a switch of the
// base level; 0 if it has none below.
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
		begin = min(begin, l.cells()-1) // a leaf smaller than a cell shares its neighbour's
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

// cellFrom is the first cell that begins at or after a node.
func (l *Layout) cellFrom(node int32) int { return (int(node) + l.per - 1) / l.per }

// alignColumns lets whole leaves stand in a row, or a leaf fill whole rows,
// where that costs less than a quarter of the width.
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
