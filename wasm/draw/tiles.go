package draw

import "math"

// tiles are filled rectangles that do not overlap, gathered to be drawn colour
// by colour: a change of colour costs the canvas more than a rectangle.
type tiles struct {
	list  []tile
	order []int32
}

type tile struct {
	x, y, w, h float32
	c          Colour
}

func (t *tiles) reset() { t.list = t.list[:0] }

func (t *tiles) add(c Colour, x, y, w, h float64) {
	if !(w > 0 && h > 0) {
		return
	}
	t.list = append(t.list, tile{float32(x), float32(y), float32(w), float32(h), c})
}

// draw appends the tiles sorted by colour, with round corners where the radius
// is not 0. Cost: O(tiles).
func (t *tiles) draw(b *Buffer, radius float64) {
	var start [NumColours + 1]int32
	for i := range t.list {
		start[t.list[i].c+1]++
	}
	for c := range NumColours {
		start[c+1] += start[c]
	}
	if cap(t.order) < len(t.list) {
		t.order = make([]int32, len(t.list), 2*len(t.list))
	}
	t.order = t.order[:len(t.list)]
	next := start
	for i := range t.list {
		c := t.list[i].c
		t.order[next[c]] = int32(i)
		next[c]++
	}
	for c := range Colour(NumColours) {
		for rest := t.order[start[c]:start[c+1]]; len(rest) > 0; {
			n := min(len(rest), math.MaxUint16)
			if radius > 0 {
				b.command(opRound, c, n)
				b.words = append(b.words, word(radius))
			} else {
				b.command(opFill, c, n)
			}
			for _, i := range rest[:n] {
				r := &t.list[i]
				b.words = append(b.words, math.Float32bits(r.x), math.Float32bits(r.y), math.Float32bits(r.w), math.Float32bits(r.h))
			}
			rest = rest[n:]
		}
	}
}
