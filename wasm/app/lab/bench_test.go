package lab

import (
	"encoding/json"
	"testing"

	"hopyard/core/policies"
)

// BenchmarkHandle measures the time in which a worker handles a message that
// requests one run. The experiment is the one that tools/pagebench runs in the
// page: 500 jobs, five levels along the axis, four queue disciplines.
func BenchmarkHandle(b *testing.B) {
	l := New(Texts{})
	if err := l.Vary(lesson(b, "easy-hole")); err != nil {
		b.Fatal(err)
	}
	for _, act := range [][2]string{{"levels", "1, 2, 3, 4, 5"}, {"add", policies.Compared()[3]}, {"repetitions", "50"}} {
		for _, order := range l.Act(act[0], act[1]) {
			b.Fatal(act, order.Text)
		}
	}
	var bench Bench
	design, _ := json.Marshal(request{Design: string(l.src)})
	bench.Handle(design)
	if bench.err != nil {
		b.Fatal(bench.err)
	}
	cells := len(bench.x.Cells)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		message, _ := json.Marshal(request{Runs: []task{{Cell: n % cells, Repetition: n / cells % l.d.Repetitions}}})
		var a reply
		if err := json.Unmarshal(bench.Handle(message), &a); err != nil || a.Err != "" || a.Made[0].Err != "" {
			b.Fatal(err, a)
		}
	}
}
