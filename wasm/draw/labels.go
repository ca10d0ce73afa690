package draw

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

const labelSize = 11.0

// drawLabels writes the names of jobs. In a small tree they are in or below the
// nodes, in other machines in the cells.
func (l *Layout) drawLabels(b *Buffer, m *MachineScene) {
	if l.spots != nil {
		l.numberSpots(b, m)
	}
	switch {
	case l.racks != nil:
		l.racks.label(b, m)
	case len(l.levels) == 0 && l.blocks[0].cw >= minNumbered:
		l.numberCells(b, m)
	case len(l.levels) == 0:
		l.nameLongest(b, m)
	case l.row && l.blocks[0].ch >= roomy:
		l.nameInside(b, m)
	case l.row:
		l.numberNodes(b, m)
		l.nameBeneath(b, m, l.rowGroups(m))
	case len(l.blocks) == 1: // a star, or a tree that is too wide to draw its switches
		l.nameLongest(b, m)
	default:
		l.nameBeneath(b, m, l.blockGroups())
	}
}

// minNumbered is the smallest cell size, in pixels, at which every cell gets a
// number.
const minNumbered = 18

// group is a range of consecutive cells that one job holds, with its extent on the
// canvas.
type group struct {
	id          workload.JobID
	left, right float64
	y           float64 // lower edge of the cells
	taken       float64 // half the width of the group's label; 0: no label yet
}

// rowGroups returns the groups of all jobs, for a tree with a single row of nodes.
// Each group is as long as possible: it continues across leaf switches and ends
// where another job begins.
func (l *Layout) rowGroups(m *MachineScene) []group {
	var groups []group
	lo, hi := l.visibleNodes()
	l.segments(topology.NodeID(lo), topology.NodeID(hi), func(k *block, _, y, _, h float64, from, to int) {
		for cell := from; cell <= to; cell++ {
			id := l.frame.job(cell)
			col, _ := k.cellAt(cell)
			x := k.x + float64(col)*k.cw
			if x+k.cw < 0 || x > l.size.W {
				continue
			}
			if n := len(groups); n > 0 && groups[n-1].id == id {
				groups[n-1].right = x + k.cw
			} else {
				groups = append(groups, group{id: id, left: x, right: x + k.cw, y: y + h})
			}
		}
	})
	return slices.DeleteFunc(groups, func(g group) bool { return g.id < 0 })
}

// blockGroups returns a group for each job that holds most of a block. Neighbouring
// blocks with the same job form one group.
func (l *Layout) blockGroups() []group {
	var groups []group
	for i := range l.blocks {
		k := &l.blocks[i]
		if k.x+k.w() < 0 || k.x > l.size.W {
			continue
		}
		id := l.majority(k)
		if n := len(groups); n > 0 && groups[n-1].id == id {
			groups[n-1].right = k.x + k.w()
		} else {
			groups = append(groups, group{id: id, left: k.x, right: k.x + k.w(), y: k.y + k.h()})
		}
	}
	return slices.DeleteFunc(groups, func(g group) bool { return g.id < 0 })
}

// majority returns the job that holds more than half of a block's cells, or NoJob
// if there is none. It uses the Boyer–Moore majority vote, followed by a count.
// Cost: O(cells).
func (l *Layout) majority(k *block) workload.JobID {
	cells := l.frame.owner[k.first:min(k.first+k.n, len(l.frame.owner))]
	id, votes := workload.NoJob, 0
	for _, o := range cells {
		switch {
		case o == id:
			votes++
		case votes == 0:
			id, votes = o, 1
		default:
			votes--
		}
	}
	n := 0
	for _, o := range cells {
		if o == id {
			n++
		}
	}
	if 2*n <= len(cells) {
		return workload.NoJob
	}
	return id
}

// nameBeneath writes a label below each group that has room for it: "job 9" or only
// "9". Highlighted jobs are labelled first, then the widest groups. Cost:
// O(groups²); a canvas has at most a few hundred groups.
func (l *Layout) nameBeneath(b *Buffer, m *MachineScene, groups []group) {
	stands := func(g group) int {
		h := &m.Highlight
		switch g.id {
		case h.Current:
			return 0
		case h.Selected, h.Pointed:
			return 1
		}
		return 2
	}
	order := make([]int, len(groups))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		g, o := groups[i], groups[j]
		return cmp.Or(cmp.Compare(stands(g), stands(o)), -cmp.Compare(g.right-g.left, o.right-o.left), i-j)
	})
	drop := 14.0
	if l.row && m.Units != nil {
		drop = 17
	}
	for _, i := range order {
		g := &groups[i]
		x := (max(g.left, 0) + min(g.right, l.size.W)) / 2
		number := m.Jobs.Number(g.id)
		for _, text := range []string{m.Words.Job + " " + number, number} {
			half := TextWidth(text, labelSize, false) / 2
			at := min(max(x, half+1), l.size.W-half-1)
			if half > (g.right-g.left)/2+16 || !undisturbed(groups, i, at, half) {
				continue
			}
			g.left, g.right, g.taken = at-half, at+half, half
			style, c := Style{Size: labelSize, Align: Centre}, Soft
			if stands(*g) == 0 {
				style.Bold, c = true, Accent
			}
			b.Text(c, at, g.y+drop, text, style)
			break
		}
	}
}

// undisturbed reports whether there is room for a label: it overlaps no label
// placed so far, and is not close to another label of the same job.
func undisturbed(groups []group, self int, at, half float64) bool {
	for i, o := range groups {
		near := 4.0
		if o.id == groups[self].id {
			near = 40
		}
		if i != self && o.taken > 0 && at-half < o.right+near && at+half > o.left-near {
			return false
		}
	}
	return true
}

// sliceName returns the title of a slice of a grid: its leading coordinates, such
// as "z = 2". In a dragonfly it returns the number of the group.
func (l *Layout) sliceName(slice int) string {
	if len(l.shape.Fly) > 0 {
		return strconv.Itoa(slice)
	}
	lead := l.shape.Dims[:len(l.shape.Dims)-2]
	text := ""
	for i := len(lead) - 1; i >= 0; i-- {
		text = strconv.Itoa(slice%lead[i]) + text
		if i > 0 {
			text = ", " + text
		}
		slice /= lead[i]
	}
	if len(lead) == 1 {
		return "z = " + text
	}
	return "(" + text + ")"
}

// Style is the style of a text.
type Style struct {
	Size   float64 // height of the text in pixels
	Bold   bool
	Align  Align
	Middle bool   // whether y is the middle of the text instead of its baseline
	Halo   Colour // colour around the letters, which keeps them legible on patterns; None: no halo
	Max    float64
	// Max is the width in pixels beyond which the text is cut and ends with an
	// ellipsis; 0: never.
}

// Align is the point of a text to which its x coordinate refers.
type Align uint8

// The alignments.
const (
	Left Align = iota
	Centre
	Right
)

const textWords = 6 // words of a text: x, y, size, maximum width, style bits, number of the text

// Text appends a text. Newlines in it become spaces.
func (b *Buffer) Text(c Colour, x, y float64, text string, s Style) {
	if text == "" {
		return
	}
	b.figure(opText, c, 0, 0, 0)
	b.four(x, y, s.Size, s.Max)
	bits := uint32(s.Align) | uint32(s.Halo)<<8
	if s.Bold {
		bits |= 4
	}
	if s.Middle {
		bits |= 8
	}
	b.words = append(b.words, bits, uint32(len(b.texts)))
	b.texts = append(b.texts, strings.ReplaceAll(text, "\n", " "))
}

// TextWidth estimates the width of a text in pixels from the usual proportions of
// sans-serif fonts. It does not measure the text, because that needs a browser. The
// estimate is more often too wide than too narrow.
func TextWidth(text string, size float64, bold bool) float64 {
	w := 0.0
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			w += 0.6
		case strings.ContainsRune("ijlI.,:;'|! ", r):
			w += 0.32
		case strings.ContainsRune("mwMW@%", r):
			w += 0.92
		case r >= 'A' && r <= 'Z':
			w += 0.7
		case r >= 0x2e80:
			w++
		case r >= 0x400:
			w += 0.66
		default:
			w += 0.58
		}
	}
	if bold {
		w *= 1.06
	}
	return w * size
}
