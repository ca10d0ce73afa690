//go:build !js

package sqlite

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"hopyard/web/store"
)

// BenchmarkAdd measures how long it takes to add a text of 2 kB durably to a
// database in a temporary folder, with several concurrent writers.
func BenchmarkAdd(b *testing.B) {
	for _, writers := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			s := store.Links{DB: open(b, b.TempDir())}
			var next atomic.Int64
			var wait sync.WaitGroup
			for range writers {
				wait.Go(func() {
					for n := next.Add(1); n <= int64(b.N); n = next.Add(1) {
						if _, added, err := store.Keep(b.Context(), s, fmt.Appendf(nil, "%d%s", n, bytes.Repeat([]byte("x"), 2000))); err != nil || !added {
							b.Error(added, err)
							return
						}
					}
				})
			}
			wait.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "adds/s")
		})
	}
}

// BenchmarkGet measures reading a text of 2 kB from a database with 1,000 texts.
func BenchmarkGet(b *testing.B) {
	s := store.Links{DB: open(b, b.TempDir())}
	ids := make([]string, 1000)
	var wait sync.WaitGroup
	for i := range ids {
		wait.Go(func() {
			id, _, err := store.Keep(b.Context(), s, fmt.Appendf(nil, "%d%s", i, bytes.Repeat([]byte("x"), 2000)))
			if err != nil {
				b.Error(err)
			}
			ids[i] = id
		})
	}
	wait.Wait()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			if _, err := s.Get(b.Context(), ids[i%len(ids)]); err != nil {
				b.Error(err)
			}
		}
	})
}
