package narrative

import (
	"slices"
	"strings"

	"hopyard/core/queue"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
)

// Round returns the round of the batch algorithm (source S0) that decided about a
// job in the scheduling pass before the state on screen. That is the last round
// that included the job. Round returns nil if there is none.
func (m Sentences) Round(id workload.JobID) *queue.Round {
	for i := len(m.State.Rounds) - 1; i >= 0; i-- {
		if slices.Contains(m.State.Rounds[i].Jobs, id) {
			return &m.State.Rounds[i]
		}
	}
	return nil
}

// countdown explains how the number of jobs in a batch (S0's Njob) was decreased in
// the round that decided about a job, and which need was finally compared with the
// free nodes. It returns "" if no round included the job.
func (m Sentences) countdown(id workload.JobID) string {
	r := m.Round(id)
	if r == nil {
		return ""
	}
	text, counts := i18n.RoundFits, []string{}
	if r.Size == 0 {
		text = i18n.RoundFails
	}
	for _, k := range Shown(len(r.Needs)) {
		if k < 0 {
			counts = append(counts, "…")
		} else {
			counts = append(counts, m.Words.Int(int64(len(r.Jobs)-k)))
		}
	}
	return m.Words.Say(text, i18n.S("counts", i18n.Bold(strings.Join(counts, " → "))),
		i18n.S("need", m.Words.Int(int64(r.Needs[len(r.Needs)-1]))), i18n.S("have", m.Words.Int(int64(r.Have))))
}

// countdownOf returns the countdown for a start, which is event k of step i. It
// returns "" if the preceding start belongs to the same round, so that the
// explanation is not repeated.
func (m Sentences) countdownOf(i, k int) string {
	e := m.Run.StepEvents(i)
	code := m.Reason(k).Code
	if code != why.InBatch && code != why.ExactFit || k > 0 && m.Reason(k-1).Free != 0 && m.Round(e[k-1].Job) == m.Round(e[k].Job) {
		return ""
	}
	return m.countdown(e[k].Job)
}

// Shown returns which of the n numbers of a countdown are shown. If there are many,
// these are the first and the last three, with -1 for the omitted ones between
// them.
func Shown(n int) []int {
	const ends = 3
	var out []int
	for k := range n {
		switch {
		case n <= 2*ends+1 || k < ends || k >= n-ends:
			out = append(out, k)
		case k == ends:
			out = append(out, -1)
		}
	}
	return out
}
