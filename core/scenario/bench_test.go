package scenario

import (
	"fmt"
	"testing"
)

func BenchmarkParse(b *testing.B) {
	for _, jobs := range []int{20, 5000, 500_000} {
		src := realistic(jobs, 0).Canonical()
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLink(b *testing.B) {
	for _, jobs := range []int{20, 5000} {
		l := SharedLink{Scenario: realistic(jobs, 0)}
		link, err := EncodeLink(l)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("encode/jobs=%d", jobs), func(b *testing.B) {
			for b.Loop() {
				_, _ = EncodeLink(l)
			}
		})
		b.Run(fmt.Sprintf("decode/jobs=%d", jobs), func(b *testing.B) {
			for b.Loop() {
				_, _ = DecodeLink(link)
			}
		})
	}
}
