package draw

import (
	"strconv"

	"hopyard/core/topology"
)

// drawBands tints every other group of rows and numbers the nodes. Where groups
// are too thin, several make one.
func (t *Timeline) drawBands(b *Buffer, p *plot) {
	bands := t.Bands
	total := max(len(bands), 1)
	join := 1
	for float64(p.rows)/float64(total)*p.row*float64(join) < 5 && join < total {
		join *= 2
	}
	at := func(i int) float64 {
		if i >= len(bands) {
			return p.nodeY(topology.NodeID(t.Nodes))
		}
		return p.nodeY(topology.NodeID(bands[i]))
	}
	for i := join; i < len(bands); i += 2 * join {
		x, y, w, h := p.clamp(p.x, p.x+p.w, at(i), at(i+join))
		b.Fill(Band, x, y, w, h)
	}
	b.Segment(Line, 1, 0, p.x, p.y+p.h+0.5, p.x+p.w, p.y+p.h+0.5)
	t.numberRows(b, p, join)
}

// numberRows writes node numbers beside the first row of groups, or beside
// round numbers where there are no groups.
func (t *Timeline) numberRows(b *Buffer, p *plot, join int) {
	const space = 15
	bottom := p.y
	write := func(n int) {
		y := p.nodeY(topology.NodeID(n))
		if y < bottom-0.01 || y+11 > p.y+p.h+6 {
			return
		}
		bottom = y + space
		b.Text(Soft, p.x-7, y+max(min(p.row/2, 8), 5.5), t.rowName(n), Style{Size: labelSize, Align: Right, Middle: true})
	}
	if len(t.Bands) > 1 {
		for float64(join)*p.h*float64(t.Nodes)/float64(p.rows*len(t.Bands)) < space {
			join *= 2
		}
		if p.row < space {
			for i := 0; i < len(t.Bands); i += join {
				write(int(t.Bands[i]))
			}
			return
		}
	}
	step := 1
	for _, k := 0, []int{2, 5, 10}; float64(step)*p.row < space; {
		for _, f := range k {
			if float64(step*f)*p.row >= space || f == 10 {
				step *= f
				break
			}
		}
	}
	for n := (p.first + step - 1) / step * step; n < p.first+p.rows; n += step {
		write(n)
	}
}

// rowName is the name of a node if there is room for it, otherwise its number.
func (t *Timeline) rowName(n int) string {
	if n < len(t.Names) && TextWidth(t.Names[n], labelSize, false) <= plotLeft-9 {
		return t.Names[n]
	}
	return strconv.Itoa(n)
}
