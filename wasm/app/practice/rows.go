package practice

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
)

// nodes returns a list of nodes as text, shortened after a few ranges.
func (p *PracticePanel) nodes(at cluster.Placement) string {
	return p.Words.Nodes(at, 8, p.Run.Machine.Names)
}

// RowsHTML returns a check box for each waiting job, and one for the answer "no job
// starts".
func (p *PracticePanel) RowsHTML() string {
	var out strings.Builder
	for i := range p.State.Queue {
		w := &p.State.Queue[i]
		_, on := slices.BinarySearch(p.given.jobs, w.Job)
		says := p.Short(w)
		if i == 0 {
			says = p.Words.List(p.Words.Say(i18n.FirstInLine), says)
		}
		p.row(&out, fmt.Sprint(int(w.Job)), on, p.Chip(w.Job)+fmt.Sprintf(`<span><b>%s</b> %s · %s`, i18n.Upper(p.JobText(w.Job)), p.Size(w.Job), p.Words.Span(p.Run.Jobs[w.Job].Walltime))+
			i18n.After(" · ", p.UserText(w.Job))+`<em>`+says+`</em></span>`)
	}
	p.row(&out, "none", p.given.none, `<span><b>`+p.Words.Say(i18n.NoneOfThem)+`</b></span>`)
	return out.String()
}

func (p *PracticePanel) row(out *strings.Builder, key string, on bool, inside string) {
	fmt.Fprintf(out, `<li class="ask-line" role="none"><div role="checkbox" aria-checked="%t" class="ask-row" data-pick="%s" tabindex="0">%s<i class="ask-box" aria-hidden="true"></i></div></li>`, on, key, inside)
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
