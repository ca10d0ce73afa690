package edit

import (
	"hopyard/core/metrics"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/html"
)

// outcomeTexts holds, for the states of package recording's Difference, the texts
// that state how many jobs now have this outcome, in the order in which they are
// shown.
var outcomeTexts = [...]struct {
	state metrics.JobState
	text  i18n.Text
}{
	{metrics.Completed, i18n.ChangedEnds}, {metrics.Killed, i18n.ChangedKilled}, {metrics.Failed, i18n.ChangedFails},
	{metrics.Rejected, i18n.ChangedRefused}, {metrics.Cancelled, i18n.CancelledJobs}, {metrics.Waiting, i18n.ChangedNever}, {metrics.Running, i18n.ChangedOpen},
}

// Changes describes what an edit changed: "3 jobs start earlier, job 4 most: by 40
// min; job 7 starts later by 12 min; mean wait 34 min → 28 min."
func (m *EditPanel) Changes(old *recording.RecordedRun) html.HTML {
	c, d := m.Words, recording.Difference{}
	windows := m.Run.Archive != nil || old.Archive != nil // a window (part of a long run) contains only some of the jobs, and two windows may contain different jobs, so jobs are not compared
	if !windows {
		d = m.Run.Compare(old)
	}
	var parts []html.HTML
	moved := func(v *recording.ShiftCount, one, many i18n.Text) {
		if v.Jobs == 0 {
			return
		}
		job, span := m.Job(v.Most), i18n.S("span", c.Span(i18n.Rounded(v.By.Seconds())))
		if v.Jobs == 1 {
			parts = append(parts, c.HTML(one, job, span))
			return
		}
		parts = append(parts, c.HTML(many, c.N("n", v.Jobs))+c.HTML(i18n.ChangedMost, job, span))
	}
	counted := func(n int64, text i18n.Text) {
		if n > 0 {
			parts = append(parts, c.HTML(text, c.N("n", n)))
		}
	}
	moved(&d.Earlier, i18n.ChangedOneEarlier, i18n.ChangedEarlier)
	moved(&d.Later, i18n.ChangedOneLater, i18n.ChangedLater)
	moved(&d.EndEarlier, i18n.ChangedOneEndEarlier, i18n.ChangedEndEarlier)
	moved(&d.EndLater, i18n.ChangedOneEndLater, i18n.ChangedEndLater)
	for _, o := range outcomeTexts {
		if ids := d.Outcomes[o.state]; len(ids) > 0 {
			parts = append(parts, c.HTML(o.text, c.N("n", int64(len(ids))), i18n.B("jobs", m.JobList(ids, workload.NoJob))))
		}
	}
	counted(d.New, i18n.ChangedNew)
	counted(d.Gone, i18n.ChangedGone)
	if len(parts) == 0 && !windows {
		return c.HTML(i18n.ChangedNothing)
	}
	if i, f := model.FigureOf("mean_wait"); i >= 0 && i < len(m.Run.Figures) && i < len(old.Figures) {
		before, after := m.Value(f.Unit, old.Figures[i]), m.Value(f.Unit, m.Run.Figures[i])
		if before != after {
			parts = append(parts, c.HTML(i18n.ChangedWait, i18n.S("before", before), i18n.S("after", after)))
		}
	}
	if len(parts) == 0 { // even if the figures of two windows are equal, the complete runs may differ
		return ""
	}
	return i18n.UpperHTML(i18n.Clauses(c, parts...))
}
