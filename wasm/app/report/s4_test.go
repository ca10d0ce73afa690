package report

import (
	"bytes"
	"math"
	"os"
	"strings"
	"testing"

	"hopyard/core/experiment"
	"hopyard/core/scenario"
)

const experiments = "../../../scenarios/experiments/"

func stored(t *testing.T, name string) []byte {
	t.Helper()
	src, err := os.ReadFile(experiments + name)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// TestS4Readings: the table of S4's conclusions follows from the stored rows, of
// which there is one for each cell of the design, and runs of some cells made
// again give the figures of the rows.
func TestS4Readings(t *testing.T) {
	gaps, err := ReadGaps(bytes.NewReader(stored(t, "s4-readings.csv")))
	if err != nil {
		t.Fatal(err)
	}
	said, err := ReadConclusions(bytes.NewReader(stored(t, "s4-conclusions.json")))
	if err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	if err := WriteConclusions(&table, said, gaps); err != nil {
		t.Fatal(err)
	}
	if want := stored(t, "s4-readings.md"); !bytes.Equal(table.Bytes(), want) {
		t.Error("s4-readings.md is not what the rows say; make both again with hopyard report, as scenarios/README.md says")
	}
	d, err := scenario.ParseDesign(stored(t, "s4-readings.json"))
	if err != nil {
		t.Fatal(err)
	}
	x, err := experiment.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if len(gaps) != len(x.Cells) {
		t.Fatalf("%d rows for %d cells", len(gaps), len(x.Cells))
	}
	rows := map[string]*Gap{}
	for i := range gaps {
		g := &gaps[i]
		rows[g.Place+", "+g.Step+", "+g.Algorithm] = g
	}
	results := experiment.NewResults(x)
	again := 0
	for i := range x.Cells {
		var place, algorithm []string
		step := ""
		for k, name := range results.Names(i) {
			switch factor := d.Factors[k].Name; factor {
			case d.Axis:
				step = name
			case "queue", "allocator", "tie":
				algorithm = append(algorithm, name)
			default:
				place = append(place, name)
			}
		}
		row := rows[strings.Join(place, ", ")+", "+step+", "+strings.Join(algorithm, " ")]
		if row == nil {
			t.Fatalf("no row for %v", results.Names(i))
		}
		if i%241 != 0 {
			continue
		}
		f, err := x.Run(i, 0)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(f.MeanResponse-row.First) > 1e-9*row.First {
			t.Errorf("%v: repetition 1 has a mean response of %v, the row says %v", results.Names(i), f.MeanResponse, row.First)
		}
		again++
	}
	if again < 5 {
		t.Errorf("only %d cells were run again", again)
	}
}

// TestConclusions: a conclusion comes out where its interval lies on its side,
// and not where the interval holds nothing.
func TestConclusions(t *testing.T) {
	gaps := []Gap{
		{Place: "a, b", Step: "0.5", Algorithm: "x"}, {Place: "a, b", Step: "0.5", Algorithm: "y", Percent: 3, Half: 2},
		{Place: "a, b", Step: "0.9", Algorithm: "y", Percent: -1, Half: 2},
		{Place: "a, c", Step: "0.9", Algorithm: "y", Percent: -5, Half: 2},
	}
	for _, c := range []struct {
		Conclusion
		want string
	}{
		{Conclusion{Text: "worse", Algorithms: []string{"y"}, To: 1, Where: []string{"b"}}, "a, b: comes out"},
		{Conclusion{Text: "better", Algorithms: []string{"y"}, Better: true, To: 1, Where: []string{"b"}}, "a, b: opposite"},
		{Conclusion{Text: "late", Algorithms: []string{"y"}, Better: true, From: 0.8, To: 1}, "a, b: not told; a, c: comes out"},
		{Conclusion{Text: "nothing", Algorithms: []string{"z"}, To: 1}, ""},
	} {
		places, verdicts := c.Judge(gaps)
		var got []string
		for _, p := range places {
			got = append(got, p+": "+verdicts[p])
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s: %q, want %q", c.Text, text, c.want)
		}
	}
	var rows bytes.Buffer
	if err := WriteGaps(&rows, gaps); err != nil {
		t.Fatal(err)
	}
	back, err := ReadGaps(&rows)
	if err != nil || len(back) != len(gaps) || back[1] != gaps[1] {
		t.Errorf("read back: %+v, %v", back, err)
	}
}
