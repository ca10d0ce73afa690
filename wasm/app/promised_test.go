package app

import (
	"slices"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/soaktest"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
	"hopyard/wasm/html/htmltest"
)

// TestPromisesLieWhereTheSentenceSays checks where the page shows promised starts,
// in all lessons and under the disciplines that make reservations. The box on the
// timeline, the hatched nodes of the machine and the sentence must show the nodes
// that the engine names. All three must agree on whether these nodes are held for
// the job.
func TestPromisesLieWhereTheSentenceSays(t *testing.T) {
	held, now := 0, 0
	for k, l := range scenarios.All() {
		for i, set := range [][]message.Assignment{nil, {{Path: "scheduler.queue", Value: "easy"}}, {{Path: "scheduler.queue", Value: "conservative"}}, {{Path: "scheduler.queue", Value: "hybrid"}}, {{Path: "scheduler.queue", Value: "hybrid"}, {Path: "scheduler.reserve", Value: "nodes"}}} {
			if !soaktest.Picks(k+i, 3) {
				continue
			}
			load := lesson(t, l.Name)
			load.Set = set
			s := &stage{App: NewModel(i18n.English)}
			s.load(t, s.Load(load))
			if s.Run == nil { // the discipline cannot run this lesson's jobs
				continue
			}
			h, n := s.promises(t, l.Name, set)
			held, now = held+h, now+n
		}
	}
	if held < 20 || now < 20 {
		t.Errorf("only %d promises were of nodes and %d of times", held, now)
	}
}

// promises compares, at each step, the promises that the panels show with those of
// the engine. It returns two numbers: promises that hold nodes, and promises that
// only name a time.
func (s *stage) promises(t *testing.T, name string, set []message.Assignment) (held, now int) {
	t.Helper()
	is, err := scenario.Parse([]byte(s.Run.Text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := is.Config()
	if err != nil {
		t.Fatal(err)
	}
	tape, err := engine.Record(c)
	if err != nil {
		t.Fatal(err)
	}
	var lines draw.Timeline
	var nodes draw.MachineScene
	for s.Step < s.Run.Len() {
		s.do(t, keys.Forward)
		e := tape.Seek(s.Step)
		s.Select(workload.NoJob)
		s.Timeline.FillTimeline(&lines)
		for _, q := range lines.Promises {
			where := e.Where(q.Job)
			if !slices.Equal(q.Nodes, where) {
				t.Fatalf("%s %v, step %d: job %d is drawn on %v, and is to get %v", name, set, s.Step, q.Job, q.Nodes, where)
			}
			s.Select(q.Job)
			s.settleState(t)
			s.Machine.FillMachine(&nodes)
			var kept []draw.Range
			for _, r := range where {
				kept = append(kept, draw.Range{First: r.First, Last: r.Last})
			}
			if !slices.Equal(nodes.Kept, kept) || nodes.KeptNow == q.Held {
				t.Fatalf("%s %v, step %d: of job %d the machine shows %v (held %v), and it is to get %v (held %v)", name, set, s.Step, q.Job, nodes.Kept, !nodes.KeptNow, where, q.Held)
			}
			said, sentence := htmltest.Plain(s.Why.SentenceHTML()), i18n.PromisedOn
			if now++; q.Held {
				sentence = i18n.ReservedOn
				held, now = held+1, now-1
			}
			if want := htmltest.Plain(i18n.English.HTML(sentence, s.Nodes(where))); !strings.Contains(said, want) {
				t.Fatalf("%s %v, step %d: of job %d is said %q, not %q", name, set, s.Step, q.Job, said, want)
			}
		}
	}
	return held, now
}
