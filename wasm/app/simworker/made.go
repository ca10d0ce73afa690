package simworker

import (
	"hopyard/core/scenario"
	"hopyard/core/trace"
	"hopyard/wasm/app/message"
)

// made compares the run with the run that the author of a share link saw, as far as
// the link describes that run. The parameter step is the step that the page shows
// first.
func made(l *scenario.SharedLink, run trace.StepHashes, step int) (m message.LinkCheck) {
	if l == nil {
		return m
	}
	m.Engine = l.Engine
	if other, ok := trace.ReadFingerprint(l.Trace); ok {
		low, high, differs := run.Differs(&other, step)
		m.Low, m.High, m.Differs = int32(low), int32(high), differs
	}
	return m
}
