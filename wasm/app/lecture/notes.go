package lecture

import (
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/wasm/app/lecture/markdown"
	"hopyard/wasm/app/recording"
)

// notes is the note of the step on screen, and its instant.
func (p *LecturePanel) notes() ([]markdown.Block, string) {
	m, whole := p.Model, p.whole()
	all := whole.Notes
	if len(all) == 0 {
		all = p.Lesson
	}
	i := Noted(whole, all, m.Step)
	if i < 0 {
		return nil, ""
	}
	at := ""
	if all[i].At != scenario.BeforeAll {
		at = m.Run.Clock.At(all[i].At)
	}
	return markdown.Parse(all[i].Text), at
}

// Noted is the place of the note that belongs to a run after n steps, -1 for none:
// the last one at or before that instant. Of several of one instant each belongs to
// one step of it, in their order, and the last to all that follow. Notes are in the
// order of time.
func Noted(run *recording.RecordedRun, all []scenario.Note, n int) int {
	now := scenario.BeforeAll
	if n > 0 {
		now = run.Time(n)
	}
	last := -1
	for i := range all {
		if all[i].At <= now {
			last = i
		}
	}
	if last < 0 || all[last].At < now || n == 0 {
		return last
	}
	return min(firstOf(all, now)+nth(run, n), last)
}

// firstOf is the first note of an instant, which has one.
func firstOf(all []scenario.Note, at simtime.Time) int {
	for i := range all {
		if all[i].At == at {
			return i
		}
	}
	return -1
}

// nth is how many steps before the n-th have its instant.
func nth(run *recording.RecordedRun, n int) int {
	k := 0
	for i := n - 2; i >= 0 && run.Steps[i].Time == run.Steps[n-1].Time; i-- {
		k++
	}
	return k
}
