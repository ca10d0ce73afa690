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

// TestS4Readings checks the stored results about the conclusions of source S4. The
// page of conclusions must follow from the stored gaps. There must be a gap for
// each cell of the design. If some cells are run again, their figures must equal
// the stored ones.
func TestS4Readings(t *testing.T) {
	gaps, err := ReadGaps(bytes.NewReader(stored(t, "s4-readings.csv")))
	if err != nil {
		t.Fatal(err)
	}
	study, err := ReadStudy(bytes.NewReader(stored(t, "s4-conclusions.json")))
	if err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	if err := study.Write(&table, gaps); err != nil {
		t.Fatal(err)
	}
	if want := stored(t, "s4-readings.md"); !bytes.Equal(table.Bytes(), want) {
		t.Error("s4-readings.md is not what the rows say; make both again with hopyard report, as scenarios/experiments.md says")
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
		if i%311 != 0 {
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

// TestConclusions checks the verdicts on conclusions. Each algorithm must be judged
// separately. The verdict must depend only on steps at which the first algorithm's
// utilization is in the conclusion's range. It must depend only on differences that
// are significant after Holm's correction.
func TestConclusions(t *testing.T) {
	gap := func(place, step, algorithm string, used, percent, half, p float64) Gap {
		return Gap{Place: place, Step: step, Algorithm: algorithm, N: 12, Needed: 1, Utilization: used, Percent: percent, Half: half, P: p}
	}
	gaps := []Gap{
		gap("a, b", "0.5", "x", 0.6, 0, 0, 1), gap("a, b", "0.5", "y", 0.9, 3, 2, 0.001), gap("a, b", "0.5", "z", 0.6, -1, 1, 0.001),
		gap("a, b", "0.9", "x", 0.8, 0, 0, 1), gap("a, b", "0.9", "y", 0.1, -4, 2, 0.001), gap("a, b", "0.9", "z", 0.8, -3, 1, 0.001),
		gap("a, c", "0.9", "x", 0.7, 0, 0, 1), gap("a, c", "0.9", "y", 0.7, 5, 4, 0.02), gap("a, c", "0.9", "z", 0.7, 0.5, 1, 0.3),
	}
	for _, c := range []struct {
		Conclusion
		want string
	}{
		{Conclusion{Text: "both, each by itself", Algorithms: []string{"y", "z"}, Are: Worse, To: 1, Where: []string{"b"}}, "y a, b: mixed; z a, b: opposite"},
		{Conclusion{Text: "below", Algorithms: []string{"y"}, Are: Worse, To: 0.65, Where: []string{"b"}}, "y a, b: comes out"},
		{Conclusion{Text: "above", Algorithms: []string{"y"}, Are: Better, From: 0.75, To: 1}, "y a, b: comes out; y a, c: not reached"},
		{Conclusion{Text: "as good", Algorithms: []string{"z"}, Are: AsGood, To: 1, Where: []string{"c|d"}}, "z a, c: comes out"},
		{Conclusion{Text: "not as good", Algorithms: []string{"z"}, Are: AsGood, To: 1, Where: []string{"b"}}, "z a, b: opposite"},
		{Conclusion{Text: "nothing", Algorithms: []string{"w"}, Are: Better, To: 1}, ""},
	} {
		study := SourceStudy{Conclusions: []Conclusion{c.Conclusion}}
		if got := judged(&study, gaps); got != c.want {
			t.Errorf("%s: %q, want %q", c.Text, got, c.want)
		}
	}
	// A p-value of 0.02 is significant if it is the only test. Together with two
	// tests that are not significant, Holm's correction raises it to 0.06.
	alone := Conclusion{Text: "y", Algorithms: []string{"y"}, Are: Worse, To: 1, Where: []string{"c"}}
	study := SourceStudy{Conclusions: []Conclusion{alone}}
	if got := judged(&study, gaps); got != "y a, c: comes out" {
		t.Errorf("alone: %q", got)
	}
	more := append([]Gap{}, gaps...)
	more = append(more, gap("a, d", "0.9", "x", 0.7, 0, 0, 1), gap("a, d", "0.9", "v", 0.7, 1, 4, 0.5), gap("a, d", "0.9", "w", 0.7, 1, 4, 0.5))
	study.Conclusions = append(study.Conclusions, Conclusion{Text: "others", Algorithms: []string{"v", "w"}, Are: Worse, To: 1})
	if got := judged(&study, more); got != "y a, c: not told; v a, d: not told; w a, d: not told" {
		t.Errorf("among three: %q", got)
	}
	if _, tests := study.Judge(more); tests != 3 {
		t.Errorf("%d tests, want 3", tests)
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

// judged returns all verdicts of a study as one line.
func judged(s *SourceStudy, gaps []Gap) string {
	var got []string
	all, _ := s.Judge(gaps)
	for i := range all {
		for _, place := range all[i].Places {
			got = append(got, all[i].Algorithm+" "+place+": "+string(all[i].Verdicts[place]))
		}
	}
	return strings.Join(got, "; ")
}

// TestStudy reads invalid files of conclusions. Each must be rejected, with an
// error that names the faulty entry.
func TestStudy(t *testing.T) {
	for text, want := range map[string]string{
		`{"conclusions": [{"text": "x", "algorithms": [], "are": "better", "to": 1}]}`:                   "conclusions[0] has no text or no algorithms",
		`{"conclusions": [{"text": "x", "algorithms": ["y"], "are": "good", "to": 1}]}`:                  `are is "good"; write "better"`,
		`{"conclusions": [{"text": "x", "algorithms": ["y"], "are": "better", "from": 0.9, "to": 0.8}]}`: "is from 0.9 to 0.8",
		`{"conclusion": []}`: "unknown field",
	} {
		if _, err := ReadStudy(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
