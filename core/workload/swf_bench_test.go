package workload

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"
)

// benchTrace returns an artificial trace of n rows, which are about as long as
// those of real traces.
func benchTrace(n int) []byte {
	b := []byte("; Version: 2.2\n; MaxProcs: 100\n")
	for i := range n {
		b = fmt.Appendf(b, "%d %d -1 %d %d -1 -1 %d %d -1 1 %d 1 1 1 1 -1 -1\n",
			i+1, 327952+i*97, i*7919%50000, i%100+1, i%100+1, 60*(1+i*7919%50000/60), i%300)
	}
	return b
}

func reportJobs(b *testing.B, jobs int) {
	b.ReportMetric(float64(jobs)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}

func BenchmarkReadSWF(b *testing.B) {
	for _, n := range []int{5_000, 50_000} {
		b.Run(fmt.Sprintf("jobs=%d", n), func(b *testing.B) {
			text := benchTrace(n)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ReadSWF(bytes.NewReader(text), SWFOptions{}); err != nil {
					b.Fatal(err)
				}
			}
			reportJobs(b, n)
		})
	}
	b.Run("real", func(b *testing.B) {
		text := realTrace(b)
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := ReadSWF(bytes.NewReader(text), SWFOptions{}); err != nil {
				b.Fatal(err)
			}
		}
		reportJobs(b, 5000)
	})
}

// BenchmarkStreamSWF measures the conversion of a stream to jobs, which is the cost
// of running a trace before its first event.
func BenchmarkStreamSWF(b *testing.B) {
	text := benchTrace(5_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		in := NewSWFReader(bytes.NewReader(text), SWFOptions{})
		if _, err := JobsFromSWF(in.All, SWFMachine{Nodes: 100}); err != nil || in.Err() != nil {
			b.Fatal(err, in.Err())
		}
	}
	reportJobs(b, 5000)
}

func BenchmarkWriteSWF(b *testing.B) {
	text := benchTrace(5_000)
	s, err := ReadSWF(bytes.NewReader(text), SWFOptions{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := WriteSWF(io.Discard, s.Header, slices.Values(s.Records)); err != nil {
			b.Fatal(err)
		}
	}
	reportJobs(b, 5000)
}
