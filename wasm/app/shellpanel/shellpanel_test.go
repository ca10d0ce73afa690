package shellpanel

import (
	"testing"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/recording"
)

// TestALineBetweenTwoRuns types a line while a changed run is loading: the line is sent
// again for the new run, and answered once.
func TestALineBetweenTwoRuns(t *testing.T) {
	m := &model.Model{Words: i18n.English}
	m.Run = recording.NewRun(&message.Loaded{Serial: 1}, m.Words)
	p := New(m)
	first := p.Enter("squeue")
	if first == nil || first.Serial != 1 || p.Enter("sinfo") != nil {
		t.Fatalf("%+v", first)
	}
	m.Run = recording.NewRun(&message.Loaded{Serial: 2}, m.Words)
	again := p.Again()
	if again == nil || again.Serial != 2 || again.Number != first.Number {
		t.Fatalf("%+v", again)
	}
	answer := (&message.ShellReply{Serial: 2, Number: again.Number, Out: "JOBID"}).Pack()
	if p.Hear(answer) == nil || p.Busy || p.Hear(answer) != nil {
		t.Error("the answer is not heard once")
	}
	if p.Earlier("") != "squeue" || p.Later() != "" {
		t.Error("the history has lost the line")
	}
	if got := p.Completed("sc", []string{"scancel", "scontrol"}); got != "sc" {
		t.Errorf("completed to %q", got)
	}
	if got := p.Completed("squeue --st", []string{"--start"}); got != "squeue --start " {
		t.Errorf("completed to %q", got)
	}
}
