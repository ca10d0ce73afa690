package jsondoc

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkScan scans a list of 100,000 jobs.
func BenchmarkScan(b *testing.B) {
	var text strings.Builder
	text.WriteString(`{"jobs": [`)
	for i := range 100_000 {
		if i > 0 {
			text.WriteString(",\n")
		}
		fmt.Fprintf(&text, `{"id": %d, "submit": %d, "nodes": %d, "walltime": 3600.5, "runtime": 1800, "user": "user%d"}`, i, 7*i, 1+i%64, i%50)
	}
	text.WriteString("]}")
	language := Language{MaxBytes: text.Len()}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, bad := language.Scan(text.String()); bad != nil {
			b.Fatal(bad)
		}
	}
}
