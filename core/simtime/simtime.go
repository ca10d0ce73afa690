// Package simtime represents simulated time in whole milliseconds since the start
// of the scenario.
//
// Nothing in core reads a wall clock, and times are integers. Two runs of the same
// scenario therefore see exactly the same instants, natively and in every browser.
//
// A [Time] is an instant and a [Duration] is a span; [Never] and [Forever] are
// their unbounded values. [Parse] reads a decimal number of seconds exactly, and
// the String methods format an instant or a span as such a number:
//
//	d, err := simtime.Parse("0.125") // 125 ms
//	end := simtime.Time(0).Add(d)    // end.String() is "0.125"
package simtime

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Time is an instant in milliseconds since the start of the scenario. Scenarios and
// traces contain only times from 0 on; negative values occur only in intermediate
// results.
type Time int64

// Duration is a span of time in milliseconds.
type Duration int64

// Units of Duration.
const (
	Millisecond Duration = 1
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
	Hour                 = 60 * Minute
	Day                  = 24 * Hour
)

// Never is an instant later than every instant that can occur.
const Never Time = math.MaxInt64

// Forever is a span longer than every span that can occur.
const Forever Duration = math.MaxInt64

// Max is the latest instant and the longest span, in milliseconds, that a scenario
// or trace may contain: 10^12 seconds, about 31,700 years. It is small enough that
// 9,000 such spans can be added without overflow.
const Max = 1_000_000_000_000 * int64(Second)

// Add returns t+d, or Never if t is Never, d is Forever or the sum overflows.
func (t Time) Add(d Duration) Time {
	if t == Never || d == Forever || (d > 0 && int64(t) > math.MaxInt64-int64(d)) {
		return Never
	}
	return t + Time(d)
}

// Sub returns the span from u to t.
func (t Time) Sub(u Time) Duration { return Duration(t - u) }

// Seconds returns t in seconds. The result is meant for display, never for
// decisions.
func (t Time) Seconds() float64 { return float64(t) / 1000 }

// Seconds returns d in seconds. The result is meant for display, never for
// decisions.
func (d Duration) Seconds() float64 { return float64(d) / 1000 }

// String returns the time in seconds with as many decimals as needed, for example
// "12.5", or "never" for Never.
func (t Time) String() string { return string(t.AppendText(nil)) }

// String returns the span in seconds with as many decimals as needed, for example
// "12.5", or "forever" for Forever.
func (d Duration) String() string {
	if d == Forever {
		return "forever"
	}
	return Time(d).String()
}

// AppendText appends the time in seconds to dst, or "never" for Never.
func (t Time) AppendText(dst []byte) []byte {
	if t == Never {
		return append(dst, "never"...)
	}
	if t < 0 {
		dst, t = append(dst, '-'), -t
	}
	dst = strconv.AppendInt(dst, int64(t/1000), 10)
	if ms := int64(t % 1000); ms != 0 {
		dst = append(dst, '.', byte('0'+ms/100))
		if ms%100 != 0 {
			dst = append(dst, byte('0'+ms/10%10))
		}
		if ms%10 != 0 {
			dst = append(dst, byte('0'+ms%10))
		}
	}
	return dst
}

// Errors that Parse wraps; use errors.Is to distinguish them.
var (
	ErrSyntax    = errors.New("not a number of seconds")
	ErrPrecision = errors.New("more than three decimals of a second")
	ErrRange     = errors.New("out of range")
)

// Parse reads a decimal number of seconds as written in JSON and SWF ("12", "0.25",
// "1e3"). The conversion is exact because it never uses floating point. The error
// is ErrSyntax if s is not a number, ErrPrecision if a digit after the third
// decimal is not zero, and ErrRange if the value is above Max or below -Max.
func Parse(s string) (Duration, error) {
	digits, exp, neg, err := decimal(s)
	if err != nil {
		return 0, err
	}
	digits = strings.TrimLeft(digits, "0")
	exp += 3 // converts seconds to milliseconds
	for exp < 0 && strings.HasSuffix(digits, "0") {
		digits, exp = digits[:len(digits)-1], exp+1
	}
	switch {
	case digits == "":
		return 0, nil
	case exp < 0:
		return 0, fmt.Errorf("%q: %w", s, ErrPrecision)
	case len(digits)+exp > 18:
		return 0, fmt.Errorf("%q: %w", s, ErrRange)
	}
	ms, _ := strconv.ParseInt(digits+strings.Repeat("0", exp), 10, 64)
	if ms > Max {
		return 0, fmt.Errorf("%q: %w", s, ErrRange)
	}
	if neg {
		ms = -ms
	}
	return Duration(ms), nil
}

// decimal splits a decimal number into its digits, the exponent of ten and its
// sign: "-1.50e2" gives the digits "150", the exponent 0 and neg true.
func decimal(s string) (digits string, exp int, neg bool, err error) {
	bad := fmt.Errorf("%q: %w", s, ErrSyntax)
	rest, neg := strings.CutPrefix(s, "-")
	mantissa, power, hasPower := strings.Cut(strings.ReplaceAll(rest, "E", "e"), "e")
	if hasPower {
		if exp, err = strconv.Atoi(power); err != nil || exp > 1000 || exp < -1000 {
			return "", 0, false, bad
		}
	}
	whole, frac, hasPoint := strings.Cut(mantissa, ".")
	digits = whole + frac
	if whole == "" || hasPoint && frac == "" || len(digits) > 100 {
		return "", 0, false, bad
	}
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return "", 0, false, bad
		}
	}
	return digits, exp - len(frac), neg, nil
}
