package draw

import (
	"slices"
	"strconv"
	"strings"
)

// crossings describes the links of a drawn tree. For each link above a switch it
// holds how many jobs cross it, and whether the current job does. A job crosses a
// link if it has nodes below the switch and also elsewhere. The first index is the
// drawn level, the second the switch.
type crossings struct {
	jobs [][]int32
	now  [][]bool
}

// cross counts the jobs that cross the links above the switches of the levels. Cost: O(switches + holds × levels).
func (l *Layout) cross(levels []level, m *MachineScene) crossings {
	var c crossings
	for k := range levels {
		c.jobs = append(c.jobs, make([]int32, levels[k].switches()))
		c.now = append(c.now, make([]bool, levels[k].switches()))
	}
	for i := 0; i < len(m.Holds); {
		j := i + 1
		for j < len(m.Holds) && m.Holds[j].Job == m.Holds[i].Job {
			j++
		}
		for k := 1; k < len(levels); k++ {
			v := &levels[k]
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

// each calls yield once for every switch of the level that is above at least one of
// the held nodes.
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

// weighLink returns the style of the link above switch s. The width and colour show
// the link's load or, if loads are unknown, the number of jobs that cross the link.
func (l *Layout) weighLink(m *MachineScene, v *level, s int, jobs int32) weight {
	if m.Loads != nil {
		return m.weigh(l.shape.Above(l.shape.Settle(SwitchID{int32(v.of), int32(s)})))
	}
	if len(m.Broken) > 0 && m.broken(l.shape.Above(l.shape.Settle(SwitchID{int32(v.of), int32(s)}))) {
		return brokenLink
	}
	return weight{colour: [...]Colour{Line, Warm1, Warm2, Warm3}[min(jobs, 3)], line: 1.2 + 4.5*min(float64(jobs), 5)/6}
}

// strands calls yield for each line that shows the link above switch s of the drawn
// level k. It passes the x coordinates of the line's upper and lower end.
func (l *Layout) strands(k, s int, yield func(x1, x2 float64)) {
	v, up := &l.levels[k], &l.levels[k-1]
	p := up.over(nodeOf(v.first[s]))
	for j := range max(up.boxes, v.boxes) {
		yield(up.boxX(p, min(j, up.boxes-1)), v.boxX(s, j%v.boxes))
	}
}

// drawLinks draws the links of the tree in this order: plain links, links that jobs
// cross, links that the current job crosses, links that are down.
func (l *Layout) drawLinks(b *Buffer, m *MachineScene) {
	cross := l.cross(l.levels, m)
	for _, pass := range []Colour{Line, Warm1, Warm2, Warm3, Accent, Bad} {
		for k := 1; k < len(l.levels); k++ {
			v, up := &l.levels[k], &l.levels[k-1]
			from, to := v.visible(l)
			for s := from; s < to; s++ {
				w := l.weighLink(m, v, s, cross.jobs[k][s])
				if cross.now[k][s] && m.Loads == nil && !w.torn {
					w = weight{colour: Accent, line: max(w.line, 3)}
				}
				if w.colour != pass {
					continue
				}
				below := v.h / 2
				if v.through(s) {
					below = 0 // the line continues down to the next level
				}
				above := up.h / 2
				if up.through(up.over(nodeOf(v.first[s]))) {
					above = 0
				}
				l.strands(k, s, func(x1, x2 float64) {
					if m.Highlight.cabled(l.shape.Above(l.shape.Settle(SwitchID{int32(v.of), int32(s)}))) {
						b.Curve(Ink, w.line+2.5, x1, up.y+above, x2, v.y-below, (v.y-up.y)*0.32)
					}
					b.curve(w.colour, w.line, w.dash(), x1, up.y+above, x2, v.y-below, (v.y-up.y)*0.32)
					if w.torn {
						b.tear((x1+x2)/2, (up.y+above+v.y-below)/2)
					}
					if w.full {
						l.stripe(b, w.line, x1, up.y+above, x2, v.y-below, (v.y-up.y)*0.32)
					}
				})
			}
		}
	}
	if l.row {
		l.drawDrops(b, m)
	} else {
		l.drawTrunks(b)
	}
}

// stripe draws dashes within an overloaded link, so that the link can be recognized
// without colours.
func (l *Layout) stripe(b *Buffer, line, x1, y1, x2, y2, bend float64) {
	b.curve(Panel, line*0.3, 4, x1, y1, x2, y2, bend)
}

// drawDrops draws the links from leaf switches down to the nodes.
func (l *Layout) drawDrops(b *Buffer, m *MachineScene) {
	v := &l.levels[len(l.levels)-1]
	from, to := v.visible(l)
	for _, pass := range []bool{false, true} {
		for s := from; s < to; s++ {
			k := &l.blocks[s]
			for i := range k.n {
				id := l.frame.job(k.first + i)
				current := id >= 0 && id == m.Highlight.Current
				w := weight{colour: Line, line: 1.2}
				switch {
				case len(m.Broken) > 0 && m.broken(l.shape.cableAbove(len(l.shape.Tree), k.first+i)):
					w = brokenLink
				case m.Loads != nil:
					if w = m.weigh(l.shape.cableAbove(len(l.shape.Tree), k.first+i)); w.colour != Line {
						w.line *= 0.8
					}
				case current:
					w = weight{colour: Accent, line: 2}
				}
				if (w.colour != Line) != pass {
					continue
				}
				x := k.x + (float64(i)+0.5)*k.cw
				if x < 0 || x > l.size.W {
					continue
				}
				pointed := m.Highlight.cabled(l.shape.cableAbove(len(l.shape.Tree), k.first+i))
				for j := range v.boxes {
					if pointed {
						b.Segment(Ink, w.line+2.5, 0, v.boxX(s, j), v.y+v.h/2, x, k.y-1)
					}
					b.Segment(w.colour, w.line, w.dash(), v.boxX(s, j), v.y+v.h/2, x, k.y-1)
					if w.torn {
						b.tear((v.boxX(s, j)+x)/2, (v.y+v.h/2+k.y-1)/2)
					}
					if w.full {
						b.Segment(Panel, w.line*0.3, 4, v.boxX(s, j), v.y+v.h/2, x, k.y-1)
					}
				}
			}
		}
	}
}

// drawTrunks draws a line from each of the lowest drawn switches to the block below
// the switch.
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

// drawSwitches draws each switch as a box, with a name if there is room, or as a
// dot.
func (l *Layout) drawSwitches(b *Buffer, m *MachineScene) {
	for k := range l.levels {
		v := &l.levels[k]
		from, to := v.visible(l)
		named := v.h >= 12 && TextWidth(strconv.Itoa(v.switches()-1), 9, false) <= v.w-4 && (v.of > 0 || v.switches() > 1)
		for s := from; s < to; s++ {
			if v.through(s) {
				continue
			}
			edge, line := Soft, 1.0
			if m.Highlight.Switch == (SwitchID{int32(v.of), int32(s)}) {
				edge, line = Ink, 2
			}
			for j := range v.boxes {
				v.drawBox(b, v.boxX(s, j), edge, line)
			}
		}
		for s := from; s < to; s++ {
			switch {
			case v.through(s) || v.h < 12:
			case l.nameSwitch(b, m, v, s):
			case v.planes > v.boxes:
				b.Text(Soft, v.x[s], v.y, "×"+strconv.Itoa(v.planes), Style{Size: 9, Align: Centre, Middle: true})
			case named && v.boxes == 1:
				b.Text(Soft, v.x[s], v.y, strconv.Itoa(s), Style{Size: 9, Align: Centre, Middle: true})
			}
		}
	}
}

// nameSwitch writes the name of a switch into its box, or beside the box. It
// returns false if switches have no names.
func (l *Layout) nameSwitch(b *Buffer, m *MachineScene, v *level, s int) bool {
	at := s
	for _, first := range l.shape.Tree[:v.of] {
		at += len(first) - 1
	}
	if at >= len(m.Switches) {
		return false
	}
	name, x := m.Switches[at], v.x[s]+v.w/2+4
	name = name[strings.LastIndexByte(name, ' ')+1:] // only the last word, such as the number in "router 221"
	room := l.size.W - x
	if s+1 < v.switches() {
		room = v.x[s+1] - v.w/2 - x
	}
	if w := TextWidth(name, 10, false); w <= v.w-6 {
		b.Text(Soft, v.x[s], v.y, name, Style{Size: 10, Align: Centre, Middle: true})
	} else if TextWidth(name, 9, false) <= v.w-4 {
		b.Text(Soft, v.x[s], v.y, name, Style{Size: 9, Align: Centre, Middle: true})
	} else if w < room {
		b.Text(Soft, x, v.y, name, Style{Size: 10, Middle: true, Halo: Panel})
	}
	return true
}

func (v *level) drawBox(b *Buffer, x float64, edge Colour, line float64) {
	if v.w < dotWidth {
		b.Circle(edge, 0, x, v.y, max(v.w/2, 1))
		return
	}
	b.Round(Panel, v.h/3, x-v.w/2, v.y-v.h/2, v.w, v.h)
	b.RoundOut(edge, line, 0, v.h/3, x-v.w/2, v.y-v.h/2, v.w, v.h)
}

// boxX returns the x coordinate of the middle of a switch's j-th box. Parallel
// switches have boxes side by side.
func (v *level) boxX(s, j int) float64 { return v.x[s] + (float64(j)-float64(v.boxes-1)/2)*v.apart }

// through reports whether an entry of the level is a link that passes through the
// level, and not a switch.
func (v *level) through(s int) bool {
	_, found := slices.BinarySearch(v.passes, int32(s))
	return found
}
