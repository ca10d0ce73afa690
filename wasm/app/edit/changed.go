package edit

import (
	"hopyard/core/workload"
	"hopyard/wasm/app/recorded"
	"hopyard/wasm/app/view"
	"hopyard/wasm/app/words"
)

// Changes says what an edit changed: "3 jobs start earlier, job 4 most: by
// 40 min; job 7 starts later by 12 min; mean wait 34 min → 28 min."
func (m *Panel) Changes(old *recorded.Run) string {
	c, d := m.Words, recorded.Difference{}
	windows := m.Run.Archive != nil || old.Archive != nil // which tell of some jobs only, and not of the same ones
	if !windows {
		d = m.Run.Compare(old)
	}
	var parts []string
	moved := func(v *recorded.Moved, one, many words.Text) {
		if v.Jobs == 0 {
			return
		}
		job, span := m.Job(v.Most), words.S("span", c.Span(words.Rounded(v.By.Seconds())))
		if v.Jobs == 1 {
			parts = append(parts, c.Say(one, job, span))
			return
		}
		parts = append(parts, c.Say(many, c.N("n", v.Jobs))+c.Say(words.ChangedMost, job, span))
	}
	counted := func(n int64, text words.Text) {
		if n > 0 {
			parts = append(parts, c.Say(text, c.N("n", n)))
		}
	}
	moved(&d.Earlier, words.ChangedOneEarlier, words.ChangedEarlier)
	moved(&d.Later, words.ChangedOneLater, words.ChangedLater)
	moved(&d.EndEarlier, words.ChangedOneEndEarlier, words.ChangedEndEarlier)
	moved(&d.EndLater, words.ChangedOneEndLater, words.ChangedEndLater)
	for fate, ids := range d.Fates {
		if len(ids) > 0 {
			parts = append(parts, c.Say(recorded.FateTexts[fate], c.N("n", int64(len(ids))), words.S("jobs", words.Bold(m.JobList(ids, workload.NoJob)))))
		}
	}
	counted(d.New, words.ChangedNew)
	counted(d.Gone, words.ChangedGone)
	if len(parts) == 0 && !windows {
		return c.Say(words.ChangedNothing)
	}
	if i, f := view.FigureOf("mean_wait"); i >= 0 && i < len(m.Run.Figures) && i < len(old.Figures) {
		before, after := m.Value(f.Unit, old.Figures[i]), m.Value(f.Unit, m.Run.Figures[i])
		if before != after {
			parts = append(parts, c.Say(words.ChangedWait, words.S("before", before), words.S("after", after)))
		}
	}
	if len(parts) == 0 { // windows whose figures are equal need not be of equal runs
		return ""
	}
	return words.UpperHTML(c.Clauses(parts...))
}
