package simworker

import (
	"hopyard/core/scenario"
	"hopyard/core/trace"
	"hopyard/wasm/app/message"
)

// made is what a link says of its making, compared with the run that it led to,
// which arrives at some step. Nothing is said where the link says nothing.
func made(l *scenario.SharedLink, run trace.Prints, step int) (m message.Made) {
	if l == nil {
		return m
	}
	m.Engine = l.Engine
	if other, ok := trace.ReadPrint(l.Trace); ok {
		low, high, differs := run.Differs(&other, step)
		m.Low, m.High, m.Differs = int32(low), int32(high), differs
	}
	return m
}
