package app

import (
	"fmt"
	"reflect"
	"testing"

	"hopyard/core/soaktest"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
)

// drawn returns a scenario with the given number of random jobs from a workload
// model, on 1,024 nodes.
func drawn(jobs int) message.Load {
	return message.Load{Form: message.JSON, At: -1, Job: -1, Name: "drawn", Text: fmt.Sprintf(`{"hopyard":1,"title":"%d jobs","cluster":{"topology":{"kind":"fat-tree","levels":5,"width":4}},
		"workload":{"model":"lublin","jobs":%[1]d},"scheduler":{"queue":"easy","allocator":"first-fit"}}`, jobs)}
}

// BenchmarkLoaded measures the two steps with which the page receives a run:
// decoding the message, and building the look-up tables of the run.
func BenchmarkLoaded(b *testing.B) {
	for _, jobs := range []int{5000, 34_000} {
		s := open(b, drawn(jobs))
		wire := s.Run.Loaded.Pack()
		b.Run(fmt.Sprintf("unpack/jobs=%d", jobs), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var m message.Loaded
				if err := m.Unpack(wire); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(wire)), "wire-bytes/op")
		})
		b.Run(fmt.Sprintf("run/jobs=%d", jobs), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				recording.NewRun(s.Run.Loaded, i18n.English)
			}
		})
	}
}

// TestALongRunIsTakenInByPieces reads a run in many short pieces. The result must
// equal the run that is read at once. It must be possible to stop reading at every
// pause. If another run was requested in the meantime, the run must be refused.
func TestALongRunIsTakenInByPieces(t *testing.T) {
	s := open(t, drawn(3000))
	wire := s.Run.Loaded.Pack()
	pauses, most := 0, 1<<30
	pause := func() bool { pauses++; return pauses < most }
	read := func() *recording.RecordedRun {
		var m message.Loaded
		if m.UnpackBy(wire, pause) != nil {
			return nil
		}
		return recording.NewRunBy(&m, i18n.English, pause)
	}
	got := read()
	if got == nil || pauses < 40 {
		t.Fatalf("%d pauses while 3,000 jobs were read", pauses)
	}
	if !reflect.DeepEqual(got, recording.NewRun(s.Run.Loaded, i18n.English)) {
		t.Error("by pieces it is another run than at once")
	}
	all := pauses
	for most = 1; most <= all; most++ {
		if !soaktest.Picks(most, 4) && most < all {
			continue
		}
		if pauses = 0; read() != nil {
			t.Fatalf("given up at pause %d of %d, and yet there", most, all)
		}
		if pauses != most {
			t.Fatalf("given up at pause %d, paused %d times", most, pauses)
		}
	}
	if s.AcceptRun(got); s.Run != got {
		t.Error("a run that was asked for is refused")
	}
	s.Load(drawn(10))
	if s.AcceptRun(got) {
		t.Error("a run is accepted after another was asked for")
	}
}
