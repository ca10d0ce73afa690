package puzzle

import (
	"fmt"
	"hash/fnv"
	"slices"
	"testing"

	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/scoreboard"
	"hopyard/core/soaktest"
)

// today is the date on which the first generator was written.
var today = Date{2026, 11, 26}

// print returns a hash of a puzzle. The hash covers the scenario, the questions,
// and the two sums of wait times.
func print(p *Puzzle) uint64 {
	h := fnv.New64a()
	h.Write(p.Scenario.Canonical())
	fmt.Fprint(h, p.EASY, p.Best)
	for _, q := range p.Questions {
		fmt.Fprint(h, q.Kind, q.Step, q.Job)
	}
	return h.Sum64()
}

// TestPuzzlesStay checks that the puzzles of given dates never change. It compares
// hashes for some days. In make soak, it also compares one hash for a whole year.
func TestPuzzlesStay(t *testing.T) {
	of := func(d Date) uint64 {
		p, err := Of(d)
		if err != nil {
			t.Fatal(err)
		}
		return print(p)
	}
	for text, want := range staying {
		d, ok := ParseDate(text)
		if got := of(d); !ok || got != want {
			t.Errorf("%s has the print %#x, not %#x: it is another puzzle", text, got, want)
		}
	}
	if !soaktest.Whole() {
		return
	}
	h := fnv.New64a()
	for i := range 365 {
		fmt.Fprintf(h, "%016x", of(today.Add(i)))
	}
	if h.Sum64() != year {
		t.Errorf("the year has the print %#x, not %#x", h.Sum64(), year)
	}
}

// TestEveryDateHasOne checks that every date has a puzzle that is worth solving,
// and that few draws are needed to find it.
func TestEveryDateHasOne(t *testing.T) {
	days := soaktest.Part(3650, 100)
	most, all := 0, 0
	for i := range days {
		p, err := Of(today.Add(i))
		if err != nil {
			t.Fatalf("%s: %v", today.Add(i), err)
		}
		most, all = max(most, p.Draws), all+p.Draws
		if p.EASY*5 < p.Best*6 || p.Best == 0 || len(p.Questions) != NumQuestions {
			t.Errorf("%s: EASY %d, best %d, %d questions", p.Date, p.EASY, p.Best, len(p.Questions))
		}
		steps := []int{}
		for _, q := range p.Questions {
			steps = append(steps, q.Step)
			if q.Form == quiz.Nodes {
				t.Errorf("%s asks for nodes", p.Date)
			}
		}
		if !slices.IsSorted(steps) || len(slices.Compact(steps)) != NumQuestions {
			t.Errorf("%s asks about the steps %v", p.Date, steps)
		}
	}
	t.Logf("%d dates took %d draws, the worst %d", days, all, most)
	if most > maxDraws/10 {
		t.Errorf("a date takes %d draws of %d", most, maxDraws)
	}
}

// TestFiguresAreThoseOfTheTable checks that the sums of wait times in a puzzle
// agree with the scoreboard of a person who schedules the puzzle by hand. The
// scoreboard must show the same smallest possible sum, and the same mean wait under
// EASY.
func TestFiguresAreThoseOfTheTable(t *testing.T) {
	for i := range 10 {
		p, err := Of(today.Add(37 * i))
		if err != nil {
			t.Fatal(err)
		}
		s, err := scenario.Parse(p.ByHand())
		if err != nil {
			t.Fatal(err)
		}
		table, err := scoreboard.Of(s)
		if err != nil {
			t.Fatal(err)
		}
		if !table.Bounded || table.Bounds.Wait != p.Best || table.Jobs != p.Jobs {
			t.Errorf("%s: the table has the bounds %+v, the puzzle %v", p.Date, table.Bounds, p.Best)
		}
		if easy := table.Rows[1]; easy.Queue != "easy" || fmt.Sprintf("%.3f", easy.MeanWait) != fmt.Sprintf("%.3f", float64(p.EASY)/float64(p.Jobs)/1000) {
			t.Errorf("%s: the table has %+v, the puzzle %v", p.Date, easy, p.EASY)
		}
	}
}

func TestDates(t *testing.T) {
	for text, want := range map[string]bool{
		"2026-11-26": true, "2028-02-29": true, "2026-02-29": false, "2026-13-01": false, "2026-00-10": false, "2026-1-1": false,
		"2019-12-31": false, "2100-01-01": false, "": false, "2026-11-2x": false, "２０２６-1": false,
	} {
		if d, ok := ParseDate(text); ok != want || ok && d.String() != text {
			t.Errorf("%q is %v, %v", text, d, ok)
		}
	}
	if d := (Date{2027, 12, 31}).Add(60); d != (Date{2028, 2, 29}) || d.Add(-60) != (Date{2027, 12, 31}) {
		t.Errorf("60 days later it is %v, and back %v", d, d.Add(-60))
	}
	if d, ok := DateOf(Title(today)); !ok || d != today {
		t.Errorf("the title is of %v", d)
	}
	if _, ok := DateOf("Hopyard"); ok {
		t.Error("any title is a puzzle's")
	}
}

func BenchmarkOf(b *testing.B) {
	i := 0
	for b.Loop() {
		if _, err := Of(today.Add(i)); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

// staying holds the hashes that some puzzles had when their generator was written.
var staying = map[string]uint64{
	"2026-11-26": 0x2fb14b9781cc1d62,
	"2026-11-27": 0x3c9291b283df9d75,
	"2026-11-28": 0x465f7038fd98d6cf,
	"2026-11-29": 0x418384246759b28e,
	"2026-11-30": 0xd4c7f2b1f5effb65,
	"2026-12-01": 0x1ff36ecae0509298,
	"2026-12-02": 0xf822af88798e7142,
	"2026-12-03": 0x9aaf6c0ba9367a27,
	"2026-12-04": 0x2a9160224453cf93,
	"2026-12-05": 0x6774b4542c66e073,
	"2026-12-26": 0x57b24fca2b32a222,
	"2027-01-26": 0x2ef1cbe6f80f9c5e,
	"2027-02-26": 0xa2f2a1348520fe7f,
	"2027-03-26": 0xbd288136ac2167e8,
	"2027-04-26": 0x9fa833b76d1f266a,
	"2027-05-26": 0xc24c9802e148526a,
	"2027-06-26": 0x788f158c1a808958,
	"2027-07-26": 0xe11b4a1fef6b28e0,
	"2027-08-26": 0x2927c5524972623f,
	"2027-09-26": 0x49a619a2c794566a,
	"2027-10-26": 0x78d81b001ab0c0e1,
}

// year is the hash of the 365 puzzles from today on.
const year uint64 = 0x1141a325f26d8f8b
