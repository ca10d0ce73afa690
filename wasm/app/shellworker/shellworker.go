// Package shellworker answers in the worker the lines that the reader types in the
// shell of a run. Package slurmshell (core) does the work. The page's program does not
// contain it; own.wasm does. Importing the package sets simworker.AnswerShell.
package shellworker

import (
	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/slurmshell"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
)

func init() { simworker.AnswerShell = answer }

// answer answers a line, or tells what its last word may become.
func answer(s *scenario.Scenario, run *engine.Recording, m *message.ShellLine) *message.ShellReply {
	session, err := slurmshell.NewSession(s, run, int(m.Step))
	if err != nil {
		return &message.ShellReply{Failed: true, Out: err.Error()}
	}
	if m.User != "" {
		session.User = m.User
	}
	session.History = m.History
	if m.Complete {
		return &message.ShellReply{Alternatives: session.Complete(m.Text)}
	}
	a := session.Exec(m.Text)
	out := &message.ShellReply{Out: a.Out, Failed: a.Failed, Past: a.Past, Clear: a.Clear, User: a.User}
	for _, e := range a.Edits {
		out.Paths, out.Values = append(out.Paths, e.Path), append(out.Values, e.Value)
	}
	return out
}
