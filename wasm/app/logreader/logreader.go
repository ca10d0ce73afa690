// Package logreader is the worker's side of the job logs of archives: it answers a
// message.Convert with the trace that package traceformats makes of a log. The page
// then opens that trace as it opens any other. The page's program does not contain this
// package, because the Parquet library is larger than that program; logs.wasm
// (wasm/logworker) does.
//
//	last := logreader.Answer(wire, log, func(progress []byte) { … }, &trace)
//
// The reader of a format reports its progress through the function, and writes the
// trace to the last argument. If the log has errors, the reply lists them, and the
// trace must not be used.
package logreader

import (
	"errors"
	"io"
	"slices"

	"hopyard/core/workload"
	"hopyard/core/workload/traceformats"
	"hopyard/wasm/app/message"
)

// Answer converts a log as a message.Convert asks, writes the trace to w, and returns
// the reply, a message.Converted. It calls report with a message.Progress for each
// percent of the log that has been read.
func Answer(wire, log []byte, report func(wire []byte), w io.Writer) (reply []byte) {
	var m message.Convert
	if err := m.Unpack(wire); err != nil {
		return (&message.Converted{Faults: []message.Problem{{Problem: err.Error()}}}).Pack()
	}
	at := int32(0)
	trace, err := traceformats.Read(log, traceformats.LogOptions{Unit: m.Text, Progress: func(share float64) {
		if now := int32(100 * share); now > at {
			at = now
			report((&message.Progress{Serial: m.Serial, Ended: at, Jobs: 100}).Pack())
		}
	}})
	if err == nil {
		err = workload.WriteSWF(w, trace.Header, slices.Values(trace.Records))
	}
	out := &message.Converted{Serial: m.Serial, Name: m.Name}
	if err != nil {
		out.Faults = problems(err)
	}
	return out.Pack()
}

// problems lists the errors in a log as messages do.
func problems(err error) (out []message.Problem) {
	var all traceformats.LogErrors
	if !errors.As(err, &all) {
		return []message.Problem{{Problem: err.Error()}}
	}
	for _, f := range all.Faults {
		out = append(out, message.Problem{Place: "log", Line: int32(f.Line), Problem: f.About(), Limit: f.Limit, Fix: f.Fix})
	}
	return out
}
