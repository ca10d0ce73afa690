package worksheet_test

import (
	"fmt"
	"testing"

	"hopyard/core/scenario"
	"hopyard/core/worksheet"
	"hopyard/scenarios"
)

const sheet = `{"hopyard_worksheet": 1, "title": "Backfilling", "seed": 7, "items": [
	{"lesson": "easy-hole", "kinds": ["start", "promise", "extra"], "count": 5},
	{"lesson": "conservative", "kinds": ["start", "promise"], "count": 5, "points": 2},
	{"lesson": "fragmented", "kinds": ["place", "cost"], "count": 5},
	{"lesson": "walltimes", "kinds": ["start", "check", "extra"], "count": 5}]}`

func newSheet(t testing.TB, text string) *worksheet.Worksheet {
	w, err := scenario.ParseWorksheet([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := worksheet.New(w, func(name string) ([]byte, bool) {
		l, ok := scenarios.Find(name)
		return l.Source, ok
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// BenchmarkStudent measures the time for generating the 20 questions of one
// student.
func BenchmarkStudent(b *testing.B) {
	s := newSheet(b, sheet)
	for i := 0; b.Loop(); i++ {
		if _, err := s.Parts(fmt.Sprint("student ", i)); err != nil {
			b.Fatal(err)
		}
	}
}
