// Package trying lets a worker put policies to the test (core/trial). It is linked
// where programs are run, and not in the page.
package trying

import (
	"hopyard/core/trial"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/replay"
)

func init() {
	replay.NewTrier = func(m *message.Trial) replay.Trier {
		return trier{trial.New(m.Source, uint64(m.Seed), int(m.Cases))}
	}
}

type trier struct{ *trial.Trial }

// Tell implements replay.Trier.
func (t trier) Tell(m *message.Findings) {
	done, all := t.Progress()
	m.Done, m.All = int32(done), int32(all)
	for _, f := range t.Findings() {
		told := message.Finding{
			Kind: uint8(f.Kind), Title: f.Title, Found: int32(f.Found), Of: int32(f.Of), Jobs: int32(f.Jobs),
			At: f.At.Time, Ordinal: int32(f.At.Ordinal), Job: f.Job,
		}
		if f.Job == 0 {
			told.Job = -1
		}
		if f.Scenario != nil {
			told.Text = string(f.Scenario.Canonical())
		}
		m.Findings = append(m.Findings, told)
	}
	for _, k := range t.Passed() {
		m.Passed = append(m.Passed, uint8(k))
	}
}
