package simtime_test

import (
	"errors"
	"math/big"
	"testing"

	"hopyard/core/simtime"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text string
		want simtime.Duration
		err  error
	}{
		{"0", 0, nil}, {"12", 12000, nil}, {"0.25", 250, nil}, {"-1.5", -1500, nil}, {"1e3", 1_000_000, nil},
		{"1.2340", 1234, nil}, {"12345e-3", 12345, nil}, {"1E2", 100_000, nil}, {"-0", 0, nil}, {"007", 7000, nil},
		{"1000000000000", simtime.Duration(simtime.Max), nil},
		{"0.0001", 0, simtime.ErrPrecision}, {"1.2345", 0, simtime.ErrPrecision}, {"1e-4", 0, simtime.ErrPrecision},
		{"1000000000001", 0, simtime.ErrRange}, {"1e300", 0, simtime.ErrRange}, {"-1e13", 0, simtime.ErrRange},
		{"", 0, simtime.ErrSyntax}, {".5", 0, simtime.ErrSyntax}, {"5.", 0, simtime.ErrSyntax}, {"1e", 0, simtime.ErrSyntax},
		{"NaN", 0, simtime.ErrSyntax}, {"+1", 0, simtime.ErrSyntax}, {"1 ", 0, simtime.ErrSyntax}, {"0x10", 0, simtime.ErrSyntax},
		{"1e99999999999", 0, simtime.ErrSyntax}, {"--1", 0, simtime.ErrSyntax}, {"1.2.3", 0, simtime.ErrSyntax},
	} {
		got, err := simtime.Parse(c.text)
		if got != c.want || !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
			t.Errorf("Parse(%q) = %v, %v; want %v, %v", c.text, int64(got), err, int64(c.want), c.err)
		}
	}
}

// FuzzParse compares Parse with exact rational arithmetic, and checks that Parse
// reads what String writes.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"0", "12.345", "-7e2", "1e-3", "0.0010", "999999999999.999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := simtime.Parse(s)
		if err != nil || len(s) > 30 {
			return
		}
		want, ok := new(big.Rat).SetString(s)
		if !ok {
			t.Fatalf("Parse(%q) = %d, which is no number", s, int64(d))
		}
		if got := big.NewRat(int64(d), 1000); got.Cmp(want) != 0 {
			t.Errorf("Parse(%q) is %v s", s, got)
		}
		if again, err := simtime.Parse(d.String()); err != nil || again != d {
			t.Errorf("Parse(%q).String() = %q, which reads as %v, %v", s, d, again, err)
		}
	})
}

func TestNever(t *testing.T) {
	if got := simtime.Time(5).Add(simtime.Forever); got != simtime.Never {
		t.Errorf("5 + forever is %v", got)
	}
	if got := simtime.Never.Add(1); got != simtime.Never {
		t.Errorf("never + 1 is %v", got)
	}
	if got := simtime.Time(simtime.Max).Add(simtime.Forever - 1); got != simtime.Never {
		t.Errorf("a sum beyond the range is %v", got)
	}
}
