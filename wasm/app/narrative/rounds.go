package narrative

import (
	"slices"
	"strings"

	"hopyard/core/queue"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// Round returns the round of the batch algorithm (source S0) that decided about a
// job in the scheduling pass before the state on screen. In a round, the algorithm
// tries to start a batch of jobs together. If several rounds included the job, the
// last one decided. Round returns nil if no round included the job.
func (m Sentences) Round(id workload.JobID) *queue.Round {
	for i := len(m.State.Rounds) - 1; i >= 0; i-- {
		if slices.Contains(m.State.Rounds[i].Jobs, id) {
			return &m.State.Rounds[i]
		}
	}
	return nil
}

// countdown explains how a round reduced the number of jobs in its batch (S0's
// Njob), and which need it finally compared with the free nodes. The round is the
// one that decided about the given job. countdown returns "" if no round included
// the job.
func (m Sentences) countdown(id workload.JobID) html.HTML {
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
	return m.Words.HTML(text, i18n.B("counts", strings.Join(counts, " → ")),
		i18n.S("need", m.Words.Int(int64(r.Needs[len(r.Needs)-1]))), i18n.S("have", m.Words.Int(int64(r.Have))))
}

// countdownOf returns the countdown for a start of a job, which is event k of step
// i. If the preceding start belongs to the same round, it returns "", so that the
// explanation is not repeated.
func (m Sentences) countdownOf(i, k int) html.HTML {
	e := m.Run.StepEvents(i)
	code := m.Reason(k).Code
	if code != why.InBatch && code != why.ExactFit || k > 0 && m.Reason(k-1).Free != 0 && m.Round(e[k-1].Job) == m.Round(e[k].Job) {
		return ""
	}
	return m.countdown(e[k].Job)
}

// Shown selects the numbers of a countdown to show, and returns their indices. If
// there are many numbers, it selects the first three and the last three, with -1 in
// place of the numbers between them.
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
