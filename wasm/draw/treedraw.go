package draw

import "strconv"

// weight is how a link is drawn.
type weight struct {
	colour Colour
	line   float64
}

// crossings are, for the drawn levels below the highest, how many jobs cross
// the link above each switch (jobs with nodes both under it and elsewhere), and
// whether the current job does.
type crossings struct {
	jobs [][]int32
	now  [][]bool
}

// cross counts them. Cost: O(switches + holds × levels).
func (l *Layout) cross(m *Machine) crossings {
	var c crossings
	for k := range l.levels {
		c.jobs = append(c.jobs, make([]int32, l.levels[k].switches()))
		c.now = append(c.now, make([]bool, l.levels[k].switches()))
	}
	for i := 0; i < len(m.Holds); {
		j := i + 1
		for j < len(m.Holds) && m.Holds[j].Job == m.Holds[i].Job {
			j++
		}
		for k := 1; k < len(l.levels); k++ {
			v := &l.levels[k]
			touched := 0
			v.each(l, m.Holds[i:j], func(int) { touched++ })
			if touched < 2 {
				continue
			}
			current := m.Holds[i].Job == m.Highlight.Current
			v.each(l, m.Holds[i:j], func(s int) {
				c.jobs[k][s]++
				c.now[k][s] = c.now[k][s] || current
			})
		}
		i = j
	}
	return c
}

// each calls yield once for every switch above some of the holds.
func (v *level) each(l *Layout, holds []Hold, yield func(s int)) {
	done := -1
	for i := range holds {
		last := min(v.over(holds[i].Last), v.switches()-1)
		for s := max(v.over(max(holds[i].First, 0)), done+1); s <= last; s++ {
			yield(s)
			done = s
		}
	}
}

// weigh turns what crosses a link into width and warmth.
func weigh(m *Machine, v *level, s int, jobs int32) weight {
	load := min(float64(jobs), 5) / 6
	if v.of < len(m.Loads) && s < len(m.Loads[v.of]) {
		load = float64(m.Loads[v.of][s])
		jobs = int32(load*3 + 0.99)
	}
	return weight{[...]Colour{Line, Warm1, Warm2, Warm3}[min(max(jobs, 0), 3)], 1.2 + 4.5*min(max(load, 0), 1)}
}

// drawLinks draws the tree above the blocks, the plain links below the warm
// ones and those below what happens now.
func (l *Layout) drawLinks(b *Buffer, m *Machine) {
	cross := l.cross(m)
	for _, pass := range []Colour{Line, Warm1, Warm2, Warm3, Accent} {
		for k := 1; k < len(l.levels); k++ {
			v, up := &l.levels[k], &l.levels[k-1]
			from, to := v.visible(l)
			for s := from; s < to; s++ {
				w := weigh(m, v, s, cross.jobs[k][s])
				if cross.now[k][s] {
					w = weight{Accent, max(w.line, 3)}
				}
				if w.colour == pass {
					p := up.over(nodeOf(v.first[s]))
					b.Curve(w.colour, w.line, up.x[p], up.y+up.h/2, v.x[s], v.y-v.h/2, (v.y-up.y)*0.32)
				}
			}
		}
	}
	if l.row {
		l.drawDrops(b, m)
	} else {
		l.drawTrunks(b)
	}
}

// drawDrops draws the links from leaf switches down to nodes.
func (l *Layout) drawDrops(b *Buffer, m *Machine) {
	v := &l.levels[len(l.levels)-1]
	from, to := v.visible(l)
	for _, current := range []bool{false, true} {
		for s := from; s < to; s++ {
			k := &l.blocks[s]
			for i := range k.n {
				id := l.frame.job(k.first + i)
				if (id >= 0 && id == m.Highlight.Current) != current {
					continue
				}
				c, line := Line, 1.2
				if current {
					c, line = Accent, 2
				}
				x := k.x + (float64(i)+0.5)*k.cw
				if x >= 0 && x <= l.size.W {
					b.Segment(c, line, 0, v.x[s], v.y+v.h/2, x, k.y-1)
				}
			}
		}
	}
}

// drawTrunks joins each lowest switch to the block under it.
func (l *Layout) drawTrunks(b *Buffer) {
	v := &l.levels[len(l.levels)-1]
	from, to := v.visible(l)
	for s := from; s < to; s++ {
		k := &l.blocks[s]
		x, y := k.x, k.y-4
		b.Segment(Line, 1.2, 0, v.x[s], v.y+v.h/2, v.x[s], y)
		b.Segment(Line, 1.2, 0, max(x, 0), y, min(x+k.w(), l.size.W), y)
	}
}

// drawSwitches draws the boxes with their names where these fit, or dots.
func (l *Layout) drawSwitches(b *Buffer, m *Machine) {
	for k := range l.levels {
		v := &l.levels[k]
		from, to := v.visible(l)
		for s := from; s < to; s++ {
			edge, line := Soft, 1.0
			if m.Highlight.Switch == (SwitchID{int32(v.of), int32(s)}) {
				edge, line = Ink, 2
			}
			if v.w < dotWidth {
				b.Circle(edge, 0, v.x[s], v.y, max(v.w/2, 1))
				continue
			}
			x, y := v.x[s]-v.w/2, v.y-v.h/2
			b.Round(Panel, v.h/3, x, y, v.w, v.h)
			b.RoundOut(edge, line, 0, v.h/3, x, y, v.w, v.h)
		}
		if v.of == 0 && v.switches() == 1 {
			continue
		}
		if v.h < 12 || TextWidth(strconv.Itoa(v.switches()-1), 9, false) > v.w-4 {
			continue
		}
		for s := from; s < to; s++ {
			b.Text(Soft, v.x[s], v.y, strconv.Itoa(s), Style{Size: 9, Align: Centre, Middle: true})
		}
	}
}
