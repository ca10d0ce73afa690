package draw

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
	t.list = append(t.list, tile{float32(x), float32(y), float32(w), float32(h), c})
}

// draw appends the tiles sorted by colour, with round corners where the radius
// is not 0. Cost: O(tiles).
func (t *tiles) draw(b *Buffer, radius float64) {
	var start [256]int32
	for i := range t.list {
		start[t.list[i].c]++
	}
	sum := int32(0)
	for c, n := range start {
		start[c], sum = sum, sum+n
	}
	if cap(t.order) < len(t.list) {
		t.order = make([]int32, len(t.list), 2*len(t.list))
	}
	t.order = t.order[:len(t.list)]
	for i := range t.list {
		c := t.list[i].c
		t.order[start[c]] = int32(i)
		start[c]++
	}
	for _, i := range t.order {
		r := &t.list[i]
		if radius > 0 {
			b.Round(r.c, radius, float64(r.x), float64(r.y), float64(r.w), float64(r.h))
		} else {
			b.Fill(r.c, float64(r.x), float64(r.y), float64(r.w), float64(r.h))
		}
	}
}
