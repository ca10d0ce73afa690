// Package checkworker connects the tests of policy programs (core/policycheck) to
// the worker. It is linked only into the worker program with the interpreter,
// because the page and the other worker program cannot run policy programs.
//
// Importing the package sets simworker.NewTrier. A message.CheckRequest then starts
// one of two tests: a policycheck.Check of a program, or a policycheck.Twin, which
// compares the program with a correct program. The Dispatcher runs the test step by
// step and sends message.Findings.
package checkworker

import (
	"hopyard/core/policycheck"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
)

func init() {
	simworker.NewTrier = func(m *message.CheckRequest) simworker.PolicyTest {
		if m.Twin != "" {
			return twin{policycheck.NewTwin(m.Source, m.Twin, uint64(m.Seed), int(m.Cases))}
		}
		return trier{policycheck.New(m.Source, uint64(m.Seed), int(m.Cases))}
	}
}

type trier struct{ *policycheck.Check }

// Tell implements simworker.PolicyTest.
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

type twin struct{ *policycheck.Twin }

// Tell implements simworker.PolicyTest.
func (t twin) Tell(m *message.Findings) {
	done, all := t.Progress()
	m.Done, m.All = int32(done), int32(all)
	p := t.Parting()
	if p == nil {
		return
	}
	told := message.TwinDifference{Line: int32(p.Line), Problem: p.Problem, Jobs: int32(p.Jobs), Job: p.Job, Mine: p.Mine, Other: p.Other}
	if p.Scenario != nil {
		told.Text = string(p.Scenario.Canonical())
	}
	m.Partings = append(m.Partings, told)
}
