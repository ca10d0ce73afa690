package simworker

import (
	"bytes"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/tools/traces"
	"hopyard/wasm/app/message"
)

// TestCutOfATrace cuts excerpts from a trace. An excerpt of one day must fit into a
// share link, and its jobs must start at the same times as in the trace. An excerpt
// of the whole trace is too large. The answer for it must contain the number of
// jobs and an error with the limit.
func TestCutOfATrace(t *testing.T) {
	var text bytes.Buffer
	if err := (traces.Size{Name: "x", Jobs: 6000, Nodes: 128, Users: 50, Widest: 64, Load: 850}).Write(&text, 3); err != nil {
		t.Fatal(err)
	}
	desk, _ := run(t, message.Load{Form: message.SWF, Name: "x.swf", Text: text.String(), At: -1, Job: -1})
	r := desk.shown
	log := r.tape.Log()
	from := log[len(log)/2].Time / simtime.Time(simtime.Day) * simtime.Time(simtime.Day)
	to := from.Add(simtime.Day)
	cut := r.cut(from, to, "x.swf, a day")
	if cut.Problem != "" || cut.Jobs == 0 || int(cut.Length) != len(cut.Link) {
		t.Fatalf("the cut has %d jobs and a link of %d: %s", cut.Jobs, cut.Length, cut.Problem)
	}
	own, _ := run(t, message.Load{Form: message.Link, Text: cut.Link, At: -1, Job: -1})
	day := own.shown
	starts := map[int64]simtime.Time{}
	for _, e := range day.tape.Log() {
		if e.Kind == trace.Start {
			starts[day.config.Jobs[e.Job].Number] = e.Time
		}
	}
	compared := 0
	for _, e := range log {
		if e.Kind != trace.Start || e.Time < from || e.Time >= to {
			continue
		}
		compared++
		number := r.config.Jobs[e.Job].Number
		if got, there := starts[number]; !there || got != simtime.Time(e.Time.Sub(from)) {
			t.Errorf("job %d starts at %v, not at %v", number, got, e.Time.Sub(from))
		}
	}
	if compared < 20 {
		t.Errorf("only %d starts were compared", compared)
	}
	all := r.cut(0, log[len(log)-1].Time+1, "all")
	if all.Link != "" || all.Jobs <= scenario.MaxLinkJobs || !strings.Contains(all.Problem, "5000") || all.Scenario != "" {
		t.Errorf("all %d jobs have a link of %d; %q", all.Jobs, len(all.Link), all.Problem)
	}
}
