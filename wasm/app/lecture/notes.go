package lecture

import (
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/wasm/app/lecture/markdown"
	"hopyard/wasm/app/recording"
)

// notes returns the note for the step on screen, and the instant of that note as
// text.
func (p *LecturePanel) notes() ([]markdown.Block, string) {
	m, whole := p.Model, p.whole()
	all := whole.Notes
	if len(all) == 0 {
		all = p.Lesson
	}
	i := NoteIndex(whole, all, m.Step)
	if i < 0 {
		return nil, ""
	}
	at := ""
	if all[i].At != scenario.BeforeAll {
		at = m.Run.Clock.At(all[i].At)
	}
	return markdown.Parse(all[i].Text), at
}

// NoteIndex returns the index of the note to show after n steps of a run, or -1 if
// there is none.
//
// Usually this is the last note whose instant is not later than that of step n. If
// several notes and several steps have the same instant, the first of these steps
// shows the first of these notes, the second step shows the second note, and so on.
// After that instant the last of these notes remains until the instant of the next
// note. The notes must be ordered by time.
func NoteIndex(run *recording.RecordedRun, all []scenario.Note, n int) int {
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

// firstOf returns the index of the first note at the given instant, or -1 if there
// is none.
func firstOf(all []scenario.Note, at simtime.Time) int {
	for i := range all {
		if all[i].At == at {
			return i
		}
	}
	return -1
}

// nth returns the number of steps before step n that have the same instant as step
// n.
func nth(run *recording.RecordedRun, n int) int {
	k := 0
	for i := n - 2; i >= 0 && run.Steps[i].Time == run.Steps[n-1].Time; i-- {
		k++
	}
	return k
}
