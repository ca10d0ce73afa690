package figures

import (
	"strings"

	"hopyard/wasm/app/words"
)

// figureTerms are the terms of the glossary that explain figures: by term, the
// keys of the figures.
var figureTerms = [...]struct{ term, keys string }{
	{"wait", "mean_wait max_wait p95_wait p99_wait user_wait_max user_wait_min wait_highest wait_lowest"},
	{"response", "mean_response"},
	{"bounded-slowdown", "mean_bounded_slowdown"},
	{"utilization", "utilization"},
	{"lost-capacity", "lost_capacity"},
	{"fragmentation", "fragmentation"},
	{"makespan", "makespan"},
	{"balance", "balance"},
	{"backfill", "overtaken"},
	{"hops-per-pair", "mean_hops_per_pair"},
	{"hop", "mean_pairwise_hops mean_max_hops"},
	{"distance", "mean_pairwise_distance mean_max_distance"},
	{"link-load", "max_link_load mean_link_load comm_slowdown"},
	{"deadline", "deadlines deadlines_kept at_risk"},
	{"tardiness", "mean_tardiness max_tardiness"},
	{"fair-share", "fair_share fair_slowdown"},
	{"priority", "priorities"},
	{"own-resource", "own_use"},
	{"walltime", "killed"},
	{"growth", "growths rollbacks shrinks resubmissions"},
	{"amdahl", "growth_speedup"},
	{"node-hours", "node_hours node_hours_lost"},
	{"frozen", "node_hours_frozen"},
	{"failure", "failures requeues failed"},
	{"availability", "availability"},
}

// termOf is the term that explains a figure, "" for none.
func termOf(figure string) string {
	for _, x := range figureTerms {
		for key := range strings.FieldsSeq(x.keys) {
			if key == figure {
				return x.term
			}
		}
	}
	return ""
}

// explained is the name of a figure, escaped, with its term for the pointer;
// those who do not point find it in the table of all figures.
func explained(figure, name string) string {
	if term := termOf(figure); term != "" {
		return `<span data-term="` + term + `">` + words.Escape(name) + `</span>`
	}
	return words.Escape(name)
}

// explanation is what a term says, below the first figure that it explains.
func (m Panel) explanation(figure string, told map[string]bool) string {
	term := termOf(figure)
	t := m.Lessons.Glossary.Find(term)
	if t == nil || told[term] {
		return ""
	}
	told[term] = true
	return `<small>` + words.Escape(t.Text) + `</small>`
}
