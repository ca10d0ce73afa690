package timeline

import (
	"slices"
	"strconv"

	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// Grid is the position of the focus in the grid. The grid presents the timeline as
// elements for the keyboard and for screen readers. It has a row for each node,
// with the jobs that ran on that node. Only the rows near the focus exist as
// elements.
type Grid struct {
	Row topology.NodeID
	Col int // 0 for the header of the row; the cells of the row are numbered from 1
}

// Limits of the grid.
const (
	GridRows  = 8
	gridCells = 12   // maximum number of cells in a row; if there are more, the row shows the latest ones
	gridScan  = 8000 // maximum number of bars of the timeline that are searched for cells
)

// cell is a period during which a job holds a node or the node is down.
type cell struct {
	job        workload.JobID
	start, end int32 // indices of the steps at which the period begins and ends; end is -1 if the period has not ended
	kind       draw.BarKind
	elsewhere  bool // for a cell without a job: the node is not down, but belongs to another division (partition) of the machine
	asleep     bool // the same: the node is powered down because it was idle
}

// GridWindow returns the node of the first row for which elements exist.
func (m TimelinePanel) GridWindow() topology.NodeID {
	last := max(topology.NodeID(m.Run.Machine.Drawn.Nodes)-GridRows, 0)
	return min(max(m.Grid.Row-GridRows/2, 0), last)
}

// GridCells returns the cells of GridRows consecutive rows, beginning with the row
// of the given node. The cells of each row are in order of time. Cost: at most
// gridScan bars are examined.
func (m TimelinePanel) GridCells(first topology.NodeID) [GridRows][]cell {
	var out [GridRows][]cell
	full, scanned := 0, 0
	step := m.State.Step
	m.Run.Bars.Back(step, func(b *draw.Bar) bool {
		scanned++
		if b.Kind == draw.Suspended {
			return true
		}
		c := cell{b.Job, b.Begin - 1, b.Finish - 1, b.Kind, false, false}
		if b.Finish > step {
			c.end = -1
		}
		for n := max(b.First, first); n <= min(b.Last, first+GridRows-1); n++ {
			row := &out[n-first]
			if k := len(*row) - 1; k >= 0 && follows(m.Run, &(*row)[k], &c) {
				(*row)[k].start = c.start // both bars belong to the same period in which the job holds the node, so they become one cell
			} else if k+1 < gridCells {
				if *row = append(*row, c); len(*row) == gridCells {
					full++
				}
			}
		}
		return full < GridRows && scanned < gridScan
	})
	for i := range out {
		slices.Reverse(out[i])
		m.addOutages(&out[i], first+topology.NodeID(i))
	}
	return out
}

// addOutages inserts a cell without a job into the row of a node for each outage of
// the node.
func (m TimelinePanel) addOutages(row *[]cell, n topology.NodeID) {
	for i := range m.Run.Outages.All {
		o := &m.Run.Outages.All[i]
		if n < o.First || n > o.Last || o.Begin > m.State.Step {
			continue
		}
		c := cell{workload.NoJob, o.Begin - 1, o.Finish - 1, draw.Runs, o.Elsewhere, o.Asleep}
		if o.Finish > m.State.Step {
			c.end = -1
		}
		at := len(*row)
		for at > 0 && (*row)[at-1].start > c.start {
			at--
		}
		*row = slices.Insert(*row, at, c)
	}
	if len(*row) > gridCells {
		*row = (*row)[len(*row)-gridCells:]
	}
}

// follows reports whether a cell continues the cell before it, so that both become
// one cell. Either both are parts of the same period in which a job holds the node,
// or the job only changed its size between them.
func follows(r *recording.RecordedRun, c, before *cell) bool {
	if c.kind != before.kind || c.job != before.job || c.start != before.end {
		return c.kind == before.kind && c.job == before.job && c.start == before.start
	}
	return r.Resized(c.job, c.start)
}

// GridHTML returns the rows of the grid near the focus as HTML elements.
func (m TimelinePanel) GridHTML() html.HTML {
	if m.State == nil {
		return ""
	}
	m.clampFocus()
	var out html.Builder
	first := m.GridWindow()
	rows := m.GridCells(first)
	for i := range rows {
		n := first + topology.NodeID(i)
		if int(n) >= m.Run.Machine.Drawn.Nodes {
			break
		}
		cells := m.gridCell(n, 0, "rowheader", m.NodeText(int(n)))
		for k, c := range rows[i] {
			cells += m.gridCell(n, k+1, "gridcell", m.CellText(c))
		}
		if len(rows[i]) == 0 {
			cells += m.gridCell(n, 1, "gridcell", m.Words.Say(i18n.GridNone))
		}
		out.El("div", html.Attr{"role", "row"}, html.Num("aria-rowindex", int(n)+1), cells)
	}
	return out.HTML()
}

func (m TimelinePanel) gridCell(n topology.NodeID, col int, role, text string) html.HTML {
	tab := -1
	if n == m.Grid.Row && col == m.Grid.Col {
		tab = 0
	}
	return html.Div(html.Attr{"role", role}, html.Num("aria-colindex", col+1), html.Num("tabindex", tab), html.Attr{"data-cell", strconv.Itoa(int(n)) + "." + strconv.Itoa(col)}, html.Text(text))
}

// CellText returns a description of a cell.
func (m TimelinePanel) CellText(c cell) string {
	job, start := i18n.S("job", m.JobText(c.job)), i18n.S("start", m.Run.Clock.At(m.Run.StepTime(max(c.start, 0))))
	running, ran := i18n.GridRunning, i18n.GridCell
	switch {
	case c.asleep:
		job, running, ran = i18n.S("job", ""), i18n.GridAsleep, i18n.GridWasAsleep
	case c.elsewhere:
		job, running, ran = i18n.S("job", ""), i18n.GridElsewhere, i18n.GridWasElsewhere
	case c.job == workload.NoJob:
		job, running, ran = i18n.S("job", ""), i18n.GridDown, i18n.GridWasDown
	case c.kind == draw.SetAside:
		running, ran = i18n.GridFrozen, i18n.GridFroze
	}
	if c.end < 0 && running != i18n.GridRunning {
		return m.Words.Say(running, job, start)
	}
	if c.end < 0 {
		text := m.Words.Say(i18n.GridRunning, job, start)
		if pace := m.Pace(c.job); pace != "" {
			return i18n.Sentences(m.Words, i18n.Clauses(m.Words, text), html.Plain(pace))
		}
		return text
	}
	return m.Words.Say(ran, job, start, i18n.S("end", m.Run.Clock.At(m.Run.StepTime(c.end))))
}

// clampFocus moves the focus to the nearest cell that exists if the focused cell
// does not exist.
func (m TimelinePanel) clampFocus() {
	if m.State == nil {
		return
	}
	m.Grid.Row = min(max(m.Grid.Row, 0), topology.NodeID(m.Run.Machine.Drawn.Nodes)-1)
	cells := m.GridCells(m.GridWindow())[m.Grid.Row-m.GridWindow()]
	m.Grid.Col = min(max(m.Grid.Col, 0), max(len(cells), 1))
}

// GridKey handles a pressed key. The key moves the focus in the grid or selects a
// job. Grid then holds the position of the focus. GridKey returns false for a key
// that the grid does not use.
func (m TimelinePanel) GridKey(key string) bool {
	if m.State == nil {
		return false
	}
	const far = 1 << 30
	switch key {
	case "ArrowDown":
		m.Grid.Row++
	case "ArrowUp":
		m.Grid.Row--
	case "ArrowRight":
		m.Grid.Col++
	case "ArrowLeft":
		m.Grid.Col--
	case "Home":
		m.Grid.Col = 0
	case "End":
		m.Grid.Col = far
	case "Ctrl+ArrowDown": // moves by a sixteenth of all rows
		m.Grid.Row += max(topology.NodeID(m.Run.Machine.Drawn.Nodes)/16, GridRows)
	case "Ctrl+ArrowUp":
		m.Grid.Row -= max(topology.NodeID(m.Run.Machine.Drawn.Nodes)/16, GridRows)
	case "Ctrl+Home":
		*m.Grid = Grid{}
	case "Ctrl+End":
		*m.Grid = Grid{far, far}
	case "Enter", " ":
		m.Select(m.GridPlace().Job)
	default:
		return false
	}
	m.clampFocus()
	m.Pointed = m.GridPlace()
	return true
}

// GridPlace returns the node and the job of the focused cell.
func (m TimelinePanel) GridPlace() model.Region {
	p := model.Nowhere()
	p.Node, p.Last = m.Grid.Row, m.Grid.Row
	cells := m.GridCells(m.GridWindow())[m.Grid.Row-m.GridWindow()]
	if i := m.Grid.Col - 1; i >= 0 && i < len(cells) {
		p.Job = cells[i].job
	}
	return p
}
