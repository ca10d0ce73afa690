package practice

import (
	"fmt"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// nodes returns a list of nodes as text, shortened after a few ranges.
func (p *PracticePanel) nodes(at cluster.Placement) string {
	return p.Words.Nodes(at, 8, p.Run.Machine.Names)
}

// RowsHTML returns a check box for each waiting job, and one for the answer "no job
// starts".
func (p *PracticePanel) RowsHTML() html.HTML {
	var out html.Builder
	for i := range p.State.Queue {
		w := &p.State.Queue[i]
		_, on := slices.BinarySearch(p.given.jobs, w.Job)
		says := p.Short(w)
		if i == 0 {
			says = i18n.List(p.Words, p.Words.Say(i18n.FirstInLine), says)
		}
		about := " " + p.Size(w.Job) + " · " + p.Words.Span(p.Run.Jobs[w.Job].Walltime) + i18n.After(" · ", p.UserText(w.Job))
		out.Add(p.row(fmt.Sprint(int(w.Job)), on, p.Chip(w.Job)+html.Span(html.Bold(i18n.Upper(p.JobText(w.Job))), html.Text(about), html.Em(html.Text(says)))))
	}
	out.Add(p.row("none", p.given.none, html.Span(html.B(p.Words.HTML(i18n.NoneOfThem)))))
	return out.HTML()
}

func (p *PracticePanel) row(key string, on bool, inside html.HTML) html.HTML {
	return html.Li(html.Class("ask-line"), html.Attr{"role", "none"}, html.Div(html.Attr{"role", "checkbox"}, html.Bool("aria-checked", on), html.Class("ask-row"), html.Attr{"data-pick", key}, html.Attr{"tabindex", "0"},
		inside, html.I(html.Class("ask-box"), html.Hide{})))
}

// RowKey returns the row that gets the focus when a key is pressed in the given
// row. It returns false for a key that does not move between rows.
func (p *PracticePanel) RowKey(key, at string) (string, bool) {
	rows := []string{}
	for i := range p.State.Queue {
		rows = append(rows, fmt.Sprint(int(p.State.Queue[i].Job)))
	}
	rows = append(rows, "none")
	i := slices.Index(rows, at)
	switch key {
	case "ArrowDown":
		i = min(i+1, len(rows)-1)
	case "ArrowUp":
		i = max(i-1, 0)
	case "Home":
		i = 0
	case "End":
		i = len(rows) - 1
	default:
		return at, false
	}
	return rows[max(i, 0)], true
}

// RowJob returns the job of a row. It returns workload.NoJob for the row of the
// answer "no job starts".
func (p *PracticePanel) RowJob(row string) workload.JobID {
	for i := range p.State.Queue {
		if fmt.Sprint(int(p.State.Queue[i].Job)) == row {
			return p.State.Queue[i].Job
		}
	}
	return workload.NoJob
}
