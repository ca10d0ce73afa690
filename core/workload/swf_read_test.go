package workload

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"hopyard/core/simtime"
)

func mustRead(t *testing.T, trace string, o SWFOptions) *SWF {
	t.Helper()
	s, err := ReadSWF(strings.NewReader(trace), o)
	if err != nil {
		t.Fatalf("reading %q: %v", trace, err)
	}
	return s
}

// TestReadSWFFields checks that each field is stored in the right place and unit.
func TestReadSWFFields(t *testing.T) {
	s := mustRead(t, "; x\n1 2.5 3 4 5 6.25 7 8 9 10 1 12 13 14 15 16 17 18.001\n", SWFOptions{})
	want := SWFRecord{
		Line: 2, Number: 1, Submit: 2500, Wait: 3000, Run: 4000, Procs: 5, CPU: 6250, Memory: 7,
		ReqProcs: 8, ReqTime: 9000, ReqMemory: 10, Status: SWFCompleted, User: 12, Group: 13,
		App: 14, Queue: 15, Partition: 16, Preceding: 17, Think: 18001,
	}
	if len(s.Records) != 1 || s.Records[0] != want {
		t.Errorf("read %+v, want %+v", s.Records, want)
	}
}

// TestReadSWFMissing checks that missing fields are -1 for counts and -1 s for
// times.
func TestReadSWFMissing(t *testing.T) {
	s := mustRead(t, "1 0 -1 10 4", SWFOptions{})
	r := s.Records[0]
	if r.Wait != Missing*simtime.Second || r.CPU != -simtime.Second || r.ReqTime != -1000 || r.ReqProcs != Missing || r.Preceding != -1 || r.Think != -1000 {
		t.Errorf("missing fields are %+v", r)
	}
}

// TestReadFieldExactly compares readField with exact rational arithmetic on random
// numbers.
func TestReadFieldExactly(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50_000 {
		text := randomNumber(rng)
		exact, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("the test made %q, which is no number", text)
		}
		for _, n := range []int{1, 6, 11} { // a time, an average, a count
			x, rule := readField(n, []byte(text))
			wantX, wantRule := naiveField(n, text, exact)
			if x != wantX || rule != wantRule {
				t.Fatalf("field %d %q: read %d (%v), want %d (%v)", n+1, text, x, rule, wantX, wantRule)
			}
		}
	}
}

// TestReadFieldAtTheLimit checks that the largest allowed value is accepted in
// every spelling.
func TestReadFieldAtTheLimit(t *testing.T) {
	for _, c := range []struct {
		text string
		ms   int64
		rule SWFRule
	}{
		{"1000000000000", simtime.Max, noRule},
		{"1e12", simtime.Max, noRule},
		{"1000000000000.0004", simtime.Max, SWFRounded},
		{"-1000000000000.0004", -simtime.Max, SWFRounded},
		{"1000000000000.0005", 0, SWFOutOfRange},
		{"1000000000001", 0, SWFOutOfRange},
		{"1e13", 0, SWFOutOfRange},
	} {
		if ms, rule := readField(1, []byte(c.text)); ms != c.ms || rule != c.rule {
			t.Errorf("%s: %d (%v), want %d (%v)", c.text, ms, rule, c.ms, c.rule)
		}
	}
}

func randomNumber(rng *rand.Rand) string {
	var b strings.Builder
	if rng.IntN(4) == 0 {
		b.WriteByte('-')
	}
	digits := func(n int) {
		for range n {
			b.WriteByte("0000123456789995"[rng.IntN(16)])
		}
	}
	digits(1 + rng.IntN(15))
	if rng.IntN(2) == 0 {
		b.WriteByte('.')
		digits(1 + rng.IntN(6))
	}
	if rng.IntN(5) == 0 {
		fmt.Fprintf(&b, "%c%d", "eE"[rng.IntN(2)], rng.IntN(12)-6)
	}
	return b.String()
}

// naiveField parses a field by applying the rules literally.
func naiveField(n int, text string, exact *big.Rat) (int64, SWFRule) {
	scale, isTime := int64(1), n == 1
	if isTime {
		scale = 1000
	}
	digits := strings.TrimPrefix(text, "-")
	if plain := strings.Trim(digits, "0123456789") == ""; plain && !isTime {
		return new(big.Int).Set(exact.Num()).Int64(), noRule
	}
	if !isTime && n != 6 && !exact.IsInt() {
		if tooFar(exact, 1_000_000_000_000) && new(big.Rat).Mul(exact, big.NewRat(1000, 1)).IsInt() {
			return 0, SWFOutOfRange
		}
		return 0, SWFFractionalCount
	}
	scaled := new(big.Rat).Mul(exact, big.NewRat(scale, 1))
	half := big.NewRat(int64(scaled.Sign()), 2)
	rounded := new(big.Rat).Add(scaled, half)
	q := new(big.Int).Quo(rounded.Num(), rounded.Denom()) // towards zero
	if new(big.Int).Abs(q).Cmp(big.NewInt(scale*1_000_000_000_000)) > 0 || tooFar(exact, 1_000_000_000_000) && new(big.Rat).Mul(exact, big.NewRat(1000, 1)).IsInt() {
		return 0, SWFOutOfRange
	}
	switch {
	case !scaled.IsInt():
		return q.Int64(), SWFRounded
	case isTime:
		return q.Int64(), noRule
	}
	return q.Int64(), SWFWholeAsDecimal
}

func tooFar(x *big.Rat, limit int64) bool {
	return new(big.Rat).Abs(x).Cmp(big.NewRat(limit, 1)) > 0
}

// TestReadSWFInSmallPieces checks that the result does not depend on the sizes of
// the pieces in which the io.Reader returns the text.
func TestReadSWFInSmallPieces(t *testing.T) {
	for _, c := range oddTraces {
		whole, err1 := ReadSWF(strings.NewReader(c.trace), SWFOptions{SkipBad: true})
		pieces, err2 := ReadSWF(iotest.OneByteReader(strings.NewReader(c.trace)), SWFOptions{SkipBad: true})
		if fmt.Sprint(err1) != fmt.Sprint(err2) {
			t.Errorf("%s: %v, but byte by byte %v", c.name, err1, err2)
		}
		if err1 == nil && (!slices.Equal(whole.Records, pieces.Records) || !slices.Equal(whole.Warnings.Kept, pieces.Warnings.Kept)) {
			t.Errorf("%s: read byte by byte it differs", c.name)
		}
	}
}

func TestReadSWFReaderFails(t *testing.T) {
	broken := errors.New("the disk is gone")
	r := io.MultiReader(strings.NewReader("; x\n"+plainRow+"2 0"), iotest.ErrReader(broken))
	_, err := ReadSWF(r, SWFOptions{})
	if !errors.Is(err, broken) || errors.Is(err, ErrSWF) || err.Error() != "trace, line 3: the disk is gone" {
		t.Errorf("a broken reader gave %v", err)
	}
}

func TestReadSWFLimits(t *testing.T) {
	long := "; " + strings.Repeat("x", 65535)
	for _, c := range []struct {
		name, trace string
		o           SWFOptions
		want        string
	}{
		{"line at the limit", "; 345678\r\n" + plainRow, SWFOptions{MaxLine: 43}, ""},
		{"row over the limit", "; 345678\n" + plainRow + plainRow, SWFOptions{MaxLine: 42}, "line 2: 43 bytes; a line may have 42: shorten it\nline 3: 43 bytes; a line may have 42: shorten it"},
		{"comment over the limit", plainRow + long + "\n", SWFOptions{}, "line 2: 65537 bytes; a line may have 65536: shorten it"},
		{"last line over the limit", plainRow + long, SWFOptions{}, "line 2: 65537 bytes; a line may have 65536: shorten it"},
		{"jobs at the limit", plainRow + plainRow + "; end\n", SWFOptions{MaxJobs: 2}, ""},
		{"jobs over the limit", plainRow + plainRow + "; x\n" + plainRow, SWFOptions{MaxJobs: 2}, "line 4: more than 2 jobs: cut the trace, or raise the limit"},
		{"comments over the limit", strings.Repeat(";\n", 100_001), SWFOptions{}, "line 100001: more than 100,000 lines of comments: cut them"},
		{"bytes of comments over the limit", strings.Repeat(";"+strings.Repeat("x", 65535)+"\n", 257), SWFOptions{}, "line 257: more than 16 MiB of comments: cut them"},
		{"twenty bad lines stop the reading", strings.Repeat("x\n", 30), SWFOptions{}, strings.Repeat("line N: field 1 (job number) is \"x\", not a number: put -1 if it is missing\n", 20) + "reading stopped after 20 bad lines"},
	} {
		_, err := ReadSWF(strings.NewReader(c.trace), c.o)
		got := ""
		if err != nil {
			got = err.Error()
			if !errors.Is(err, ErrSWF) {
				t.Errorf("%s: the error does not wrap ErrSWF", c.name)
			}
		}
		want := c.want
		for i := 1; strings.Contains(want, "line N"); i++ {
			want = strings.Replace(want, "line N", fmt.Sprintf("line %d", i), 1)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", c.name, got, want)
		}
	}
}

// TestReadSWFSkipBad checks that, with SkipBad, faulty lines are skipped, named and
// counted, and the rest is read as if they did not exist.
func TestReadSWFSkipBad(t *testing.T) {
	row := func(n int) string { return fmt.Sprintf("%d 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n", n) }
	s := mustRead(t, row(1)+"x\n"+row(2)+strings.Repeat("y", 70_000)+"\n"+row(3)+"1 2\n", SWFOptions{SkipBad: true})
	var numbers []int64
	for _, r := range s.Records {
		numbers = append(numbers, r.Number)
	}
	if !slices.Equal(numbers, []int64{1, 2, 3}) {
		t.Errorf("kept jobs %v", numbers)
	}
	var got []string
	for _, w := range s.Warnings.Kept {
		got = append(got, w.String())
	}
	want := []string{
		`line 2: field 1 (job number) is "x", not a number: put -1 if it is missing; the line is left out`,
		`line 4: 70000 bytes; a line may have 65536: shorten it; the line is left out`,
		`line 6: 2 of 18 fields; a job needs the first 5: put -1 for what is missing; the line is left out`,
	}
	if !slices.Equal(got, want) || s.Warnings.Count(SWFSkipped) != 3 {
		t.Errorf("reported %q, want %q", got, want)
	}
}

// TestSWFReaderStopsAtBadLine checks that no record is returned after a line that
// cannot be read.
func TestSWFReaderStopsAtBadLine(t *testing.T) {
	in := NewSWFReader(strings.NewReader(plainRow+"x\n"+plainRow), SWFOptions{})
	n := 0
	for range in.All {
		n++
	}
	if n != 1 || !errors.Is(in.Err(), ErrSWF) {
		t.Errorf("%d records, then %v; want 1 and an error", n, in.Err())
	}
}

// TestReportKeepsSomeCountsAll checks that a Report keeps the first hundred
// warnings of each rule and counts all, so that a frequent rule does not hide a
// rare one.
func TestReportKeepsSomeCountsAll(t *testing.T) {
	s := mustRead(t, strings.Repeat("1 0 -1 10 4\n", 5000)+"1 0 -1 10 4.0 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n", SWFOptions{})
	if n := s.Warnings.Of(SWFMissingFields); n != 5000 {
		t.Errorf("counted %d rows with missing fields, want 5000", n)
	}
	if n := len(s.Warnings.Kept); n != WarningsKept+1 || s.Warnings.Kept[WarningsKept].Line != 5001 {
		t.Errorf("kept %d warnings, want %d and the last one of line 5001", n, WarningsKept+1)
	}
	if s.Warnings.Total() != 5001 || s.Warnings.Count(SWFKept) != 5001 {
		t.Errorf("%d warnings in all, want 5001", s.Warnings.Total())
	}
}

// TestNextAllocatesNothing checks that reading a row needs no allocation.
func TestNextAllocatesNothing(t *testing.T) {
	in := NewSWFReader(bytes.NewReader(bytes.Repeat([]byte("1 0.5 -1 10.125 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n"), 2000)), SWFOptions{})
	var rec SWFRecord
	if n := testing.AllocsPerRun(1000, func() { in.Next(&rec) }); n != 0 {
		t.Errorf("%v allocations a row", n)
	}
}

func TestParseSWFHeader(t *testing.T) {
	s := mustRead(t, `; Version: 2.2
;Computer:IBM SP2
; Installation: KTH
;	Acknowledge : A: B
; Acknowledge: C
; Information: http://example.org/x
; Conversion: me
; MaxJobs: 2
; MaxRecords: 1
; Preemption: No
; UnixStartTime: 843480031
; TimeZone: 3600
; TimeZoneString: Europe/Stockholm
; StartTime: Mon Sep 23 14:00:31 MEST 1996
; EndTime: Fri Aug 29 14:00:31 MEST 1997
; MaxNodes: 100
; maxprocs: 200
; MaxRuntime: 216000.5
; MaxMemory: 131072
; AllowOveruse: No
; MaxQueues: 2
; Queues: two of them
; Queue: 1 short
; Queue: 2	long (a day at most)
; MaxPartitions: 1
; Partitions: none
; Partition: 1 all
; Note: one
; Colour: green
; not a label: x
`+plainRow+"; Note: two\n", SWFOptions{})
	k := s.Known
	got := fmt.Sprintf("%q", []any{
		k.Version, k.Computer, k.Installation, k.Acknowledge, k.Information, k.Conversion, k.Preemption,
		k.TimeZone, k.TimeZoneString, k.StartTime, k.EndTime, k.AllowOveruse, k.Queues, k.Partitions, k.Note,
	}) + fmt.Sprint(k.MaxJobs, k.MaxRecords, k.UnixStartTime, k.MaxNodes, k.MaxProcs, k.MaxRuntime, k.MaxMemory,
		k.MaxQueues, k.Queue, k.MaxPartitions, k.Partition)
	want := `["2.2" "IBM SP2" "KTH" ["A: B" "C"] ["http://example.org/x"] ["me"] "No" "3600" "Europe/Stockholm" ` +
		`"Mon Sep 23 14:00:31 MEST 1996" "Fri Aug 29 14:00:31 MEST 1997" "No" "two of them" "none" ["one" "two"]]` +
		`2 1 843480031 100 200 216000.5 131072 2 [{1 short } {2 long (a day at most)}] 1 [{1 all }]`
	if got != want {
		t.Errorf("header is\n%s\nwant\n%s", got, want)
	}
	if s.Warnings.Total() != 0 {
		t.Errorf("a sound header is said to be odd: %v", s.Warnings.Kept)
	}
	last := s.Header[len(s.Header)-1]
	if len(s.Header) != 31 || s.Header[28].Label != "Colour" || s.Header[29].Label != "" || last.Before != 1 || last.Line != 32 {
		t.Errorf("comments are %+v", s.Header)
	}
	if none := ParseSWFHeader(nil, &Report{}); none.MaxProcs != Missing || none.MaxRuntime != Missing*simtime.Second || none.Version != "" {
		t.Errorf("an empty header is %+v", none)
	}
}

// All yields the remaining records. It is an iter.Seq. Check Err afterwards.
func (s *SWFReader) All(yield func(SWFRecord) bool) {
	var rec SWFRecord
	for s.Next(&rec) {
		if !yield(rec) {
			return
		}
	}
}
