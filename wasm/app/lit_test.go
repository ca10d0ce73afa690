package app

import (
	"regexp"
	"slices"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/model"
)

var marks = regexp.MustCompile(`data-lit="([^"]*)"`)

// TestWordsMeanSomething checks every marked word of every sentence. The word must
// refer to something that the pictures can highlight: a job of the run, nodes of
// the machine, or an instant.
func TestWordsMeanSomething(t *testing.T) {
	kinds := map[byte]int{}
	for _, l := range scenarios.All() {
		s := open(t, lesson(t, l.Name))
		for step := range min(s.Run.Len(), 30) + 1 {
			s.Go(step)
			s.settleState(t)
			html := string(s.Why.SentenceHTML())
			wellFormed(t, html)
			for _, m := range marks.FindAllStringSubmatch(html, -1) {
				kinds[m[1][0]]++
				s.Pointed = model.LitPlace(m[1])
				h := s.Highlight()
				ok := h.Pointed >= 0 && int(h.Pointed) < len(s.Run.Jobs) || len(h.Nodes) > 0 && int(h.Nodes[len(h.Nodes)-1].Last) < s.Run.Machine.Drawn.Nodes || h.Time != simtime.Never
				if !ok || !s.Highlights(m[1]) {
					t.Errorf("%s, step %d: %q lights up nothing", l.Name, step, m[1])
				}
			}
		}
	}
	if kinds['j'] == 0 || kinds['t'] == 0 || kinds['n'] == 0 {
		t.Errorf("words by kind: %v", kinds)
	}
}

// TestCauseAndEffect uses a sentence which says that job 4 cannot start before
// 1:00. The cause is the end of job 1. Pointing at the word "1:00" must highlight
// this end, and pointing at the bar of job 1 must highlight that word.
func TestCauseAndEffect(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.Go(5)
	s.settleState(t)
	at := simtime.Time(simtime.Hour)
	mark := "t3600000"
	if found := marks.FindAllStringSubmatch(string(s.Why.SentenceHTML()), -1); !slices.ContainsFunc(found, func(m []string) bool { return m[1] == mark }) {
		t.Fatalf("the sentence marks %v", found)
	}
	s.Pointed = model.LitPlace(mark)
	if h := s.Highlight(); h.Time != at || !slices.Equal(h.Enders, []workload.JobID{0}) {
		t.Errorf("1:00 lights up %v at %v", h.Enders, h.Time)
	}
	for _, id := range []workload.JobID{0, 3} { // job 1, which ends at 1:00, and job 4, which is promised 1:00
		if s.Pointed = model.JobPlace(id); !s.Highlights(mark) {
			t.Errorf("job %d does not light up 1:00", id+1)
		}
	}
	if s.Pointed = model.JobPlace(1); s.Highlights(mark) {
		t.Error("job 2 lights up 1:00")
	}
	s.Pointed = model.Nowhere()
	s.Pointed.Node, s.Pointed.Last = 25, 25
	if !s.Highlights("n24-29") || s.Highlights("n30") || s.Highlights("n1-2,26") {
		t.Error("a node does not light up its ranges alone")
	}
}
