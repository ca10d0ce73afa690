package workload

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// realTracePath is the path of a real trace that may be present beside the
// repository. It is never copied into the repository.
const realTracePath = "../../../shared/traces/kth-sp2-5000.swf"

func realTrace(tb testing.TB) []byte {
	tb.Helper()
	text, err := os.ReadFile(realTracePath)
	if err != nil {
		tb.Skipf("the real trace is not here: %v", err)
	}
	return text
}

func written(t testing.TB, s *SWF) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteSWF(&b, s.Header, slices.Values(s.Records)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestWriteSWFKeepsEverything checks that a trace in the usual spelling is
// reproduced byte for byte, with its comments in their places.
func TestWriteSWFKeepsEverything(t *testing.T) {
	trace := `; Version: 2.2
;
;; twice
;no blank
; Label:no blank
1 0 -1 10.25 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1
; between
;	tab
2 0.001 12 -7.5 4 1.5 20 -1 -1 1000 0 7 8 9 10 11 1 30
3 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1
; behind
`
	if got := written(t, mustRead(t, trace, SWFOptions{})); got != trace {
		t.Errorf("wrote\n%s\nfor\n%s", got, trace)
	}
}

// TestWriteSWFOddRows checks that details which the fields cannot represent are
// written as they were read, and everything else in the usual spelling.
func TestWriteSWFOddRows(t *testing.T) {
	for _, c := range [][2]string{
		{"1 0 -1 10 4", "1 0 -1 10 4 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1"},
		{"  007\t0.50 -1 1e1 4.0", "7 0.5 -1 10 4 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1"},
		{"1 0 -1 10.00049 4.0", "1 0 -1 10.00049 4 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1"},
		{"1 0 -1 10 4 -1 20.5;x", "1 0 -1 10 4 -1 20.5 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ;x"},
		{"1 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1 x\ty  ;z  ", "1 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1 x\ty  ;z"},
	} {
		if got := written(t, mustRead(t, c[0], SWFOptions{})); got != c[1]+"\n" {
			t.Errorf("%q is written as\n%swant\n%s", c[0], got, c[1])
		}
	}
}

// TestWriteSWFChangedField checks that a changed field is written with its new
// value, and all other fields as they were read.
func TestWriteSWFChangedField(t *testing.T) {
	r := mustRead(t, "1 0 -1 10.00049 4 1.23456 -1 4 60 -1 1 1 1 1 1 1 -1 -1 ;x", SWFOptions{}).Records[0]
	r.Run = 9500
	want := "1 0 -1 9.5 4 1.23456 -1 4 60 -1 1 1 1 1 1 1 -1 -1 ;x"
	if got := string(r.AppendText(nil)); got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
}

// TestWriteSWFOwnHeader checks that header lines created by the program are written
// in the format of traces.
func TestWriteSWFOwnHeader(t *testing.T) {
	header := []HeaderLine{{Label: "Version", Value: "2.2"}, {Text: " free text"}, {}, {Label: "Note", Value: "last", Before: 9}}
	var b strings.Builder
	err := WriteSWF(&b, header, slices.Values([]SWFRecord{{Number: 1}}))
	want := "; Version: 2.2\n; free text\n;\n1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n; Note: last\n"
	if err != nil || b.String() != want {
		t.Errorf("wrote %q (%v), want %q", b.String(), err, want)
	}
}

// TestWriteSWFRefuses checks that WriteSWF returns an error for comments and
// records that would be read back differently.
func TestWriteSWFRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		header []HeaderLine
		record SWFRecord
		want   string
	}{
		{"a row hidden in a comment", []HeaderLine{{Label: "Note", Value: "x\n1 0 -1 10 4"}}, SWFRecord{}, `"; Note: x\n1 0 -1 10 4" is more than one line; remove the line ends`},
		{"a lone return", []HeaderLine{{Text: "x\ry"}}, SWFRecord{}, `";x\ry" is more than one line; remove the line ends`},
		{"a row hidden in a text", nil, SWFRecord{Text: "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ;\n2"}, `"0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ;\n2" is more than one line; remove the line ends`},
		{"a long line", []HeaderLine{{Text: strings.Repeat("x", 65536)}}, SWFRecord{}, `";` + strings.Repeat("x", 39) + `"… is a line of 65537 bytes; a line may have 65536`},
	} {
		var b strings.Builder
		err := WriteSWF(&b, c.header, slices.Values([]SWFRecord{c.record}))
		if !errors.Is(err, ErrSWF) || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

type fullDisk struct{}

var errFull = errors.New("disk full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestWriteSWFDiskFull checks that an error of the writer ends the writing.
func TestWriteSWFDiskFull(t *testing.T) {
	n := 0
	err := WriteSWF(fullDisk{}, nil, func(yield func(SWFRecord) bool) {
		for n = 0; n < 100_000 && yield(SWFRecord{}); n++ {
		}
	})
	if !errors.Is(err, errFull) || n > 2000 {
		t.Errorf("%v after %d records", err, n)
	}
	if err := WriteSWF(fullDisk{}, nil, slices.Values([]SWFRecord{{}})); !errors.Is(err, errFull) {
		t.Errorf("the last bytes: %v", err)
	}
}

// TestRealTrace checks that the real trace is read without a warning and reproduced
// byte for byte.
func TestRealTrace(t *testing.T) {
	text := realTrace(t)
	s := mustRead(t, string(text), SWFOptions{})
	if len(s.Records) != 5000 || s.Known.MaxProcs != 100 || s.Known.Computer != "IBM SP2" || len(s.Known.Note) != 2 {
		t.Errorf("%d records, header %+v", len(s.Records), s.Known)
	}
	jobs, err := s.Jobs(SWFMachine{Nodes: 100})
	if err != nil {
		t.Fatal(err)
	}
	if s.Warnings.Total() != 0 || jobs.Warnings.Total() != 0 {
		t.Errorf("remarks on a sound trace: %v, %v", s.Warnings.Kept, jobs.Warnings.Kept)
	}
	if got := written(t, s); got != string(text) {
		t.Errorf("%d bytes come back as %d others", len(text), len(got))
	}
}
