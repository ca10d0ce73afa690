package figures

import (
	"strings"

	"hopyard/core/metrics"
	"hopyard/wasm/app/words"
)

// FigureGroups are the keys of all figures by S4's five criteria (SOURCES.md
// METRIC.2), after what became of the jobs, then those of S1 to S3.
var FigureGroups = [...]struct {
	title words.Text
	Keys  string
}{
	{words.GroupJobs, "jobs killed failed rejected"},
	{words.GroupPerformance, "makespan mean_wait mean_response mean_slowdown mean_bounded_slowdown utilization lost_capacity fragmentation"},
	{words.GroupMemory, "memory_use disk_use gpu_use own_use"},
	{words.GroupBalance, "balance"},
	{words.GroupService, "max_wait p95_wait p99_wait overtaken max_slowdown"},
	{words.GroupCommunication, "mean_hops_per_pair mean_pairwise_hops mean_max_hops mean_pairwise_distance mean_max_distance comm_slowdown max_link_load mean_link_load"},
	{words.GroupDeadlines, "deadlines deadlines_kept mean_tardiness max_tardiness at_risk"},
	{words.GroupUsers, "users fair_slowdown fair_share user_wait_max user_wait_min priorities wait_highest wait_lowest"},
	{words.GroupSizes, "growths rollbacks shrinks resubmissions growth_speedup node_hours node_hours_lost node_hours_frozen"},
	{words.GroupFailures, "failures requeues availability"},
}

// AllFiguresHTML is the table of all figures of the whole run that say
// something, each term explained once.
func (m Panel) AllFiguresHTML() string {
	if m.Run == nil {
		return ""
	}
	var none metrics.Figures
	list := none.List()
	at := map[string]int{}
	for i := range list {
		at[list[i].Key] = i
		if i < len(m.Run.Whole) {
			list[i].Value = m.Run.Whole[i]
		}
	}
	var out strings.Builder
	told := map[string]bool{}
	out.WriteString(`<table id="figures-table" class="keys figures-table"><caption class="sr">` + m.Words.Say(words.AllFigures) + `</caption>`)
	for _, g := range FigureGroups {
		title := `<tbody><tr><th colspan="3" scope="rowgroup"><b>` + m.Words.Say(g.title) + `</b></th></tr>`
		for key := range strings.FieldsSeq(g.Keys) {
			i, known := at[key]
			if !known || i >= len(m.Run.Whole) || !metrics.Says(list, i) {
				continue
			}
			f := &list[i]
			out.WriteString(title + `<tr><th scope="row">` + words.Escape(m.Words.Tell(f.Title)) + m.explanation(key, told) + `</th><td class="n">` + m.Figure(key, f.Unit, m.Run.Whole[i]) + m.Unit(f.Unit) +
				`</td><td><small aria-hidden="true">` + Arrow(f.Better) + ` <span class="direction">` + m.Direction(f.Better) + `</span></small><span class="sr">` + m.Direction(f.Better) + `</span></td></tr>`)
			title = ""
		}
		if title == "" {
			out.WriteString(`</tbody>`)
		}
	}
	out.WriteString(`</table>`)
	return out.String()
}
