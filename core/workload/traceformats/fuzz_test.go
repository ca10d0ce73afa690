package traceformats

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"hopyard/core/workload"
)

// FuzzRead reads arbitrary bytes as each format. The result must be an error about the
// contents, or a trace that is the same after it was written and read again.
func FuzzRead(f *testing.F) {
	for _, c := range samples {
		f.Add([]byte(sample(f, c.name)))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, format := range formats() {
			trace, err := Read(src, LogOptions{Format: format.name, MaxRow: 1 << 14})
			if err != nil {
				if !errors.Is(err, ErrFormat) {
					t.Fatalf("%s: %v", format.name, err)
				}
				continue
			}
			var out bytes.Buffer
			if err := workload.WriteSWF(&out, trace.Header, slices.Values(trace.Records)); err != nil {
				t.Fatalf("%s: %v", format.name, err)
			}
			again, err := workload.ReadSWF(&out, workload.SWFOptions{})
			if err != nil {
				t.Fatalf("%s: %v", format.name, err)
			}
			if rowsOf(again) != rowsOf(trace) || again.Known.MaxNodes != trace.Known.MaxNodes || again.Known.MaxProcs != trace.Known.MaxProcs {
				t.Fatalf("%s: written and read again, the trace is\n%s\nand not\n%s", format.name, rowsOf(again), rowsOf(trace))
			}
		}
	})
}
