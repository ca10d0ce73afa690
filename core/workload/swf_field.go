package workload

import (
	"errors"
	"strconv"
	"strings"

	"hopyard/core/simtime"
)

// readField parses field n+1. If the field holds a time, the result is in
// milliseconds. The rule is noRule for an ordinary value. Cost: O(bytes), without
// allocations for integers and for times with up to three decimals.
func readField(n int, text []byte) (int64, SWFRule) {
	isTime := timeFields>>n&1 == 1
	if isTime {
		if ms, ok := plainTime(text); ok {
			return ms, noRule
		}
	} else if x, ok := plainWhole(text); ok {
		return x, noRule
	}
	d, err := simtime.Parse(string(text))
	finer := errors.Is(err, simtime.ErrPrecision)
	switch {
	case errors.Is(err, simtime.ErrRange):
		return 0, SWFOutOfRange
	case err != nil && !finer:
		return 0, SWFNotANumber
	case isTime && finer:
		return roundDecimal(string(text), 3)
	case isTime:
		return int64(d), noRule
	case !finer && d%simtime.Second == 0:
		return int64(d / simtime.Second), SWFWholeAsDecimal
	case averageFields>>n&1 == 1:
		return roundDecimal(string(text), 0)
	}
	return 0, SWFFractionalCount
}

// plainWhole parses an integer of up to 18 digits, with or without a '-'.
func plainWhole(text []byte) (int64, bool) {
	digits := text
	if len(text) > 0 && text[0] == '-' {
		digits = text[1:]
	}
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	x := int64(0)
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		x = x*10 + int64(c-'0')
	}
	if len(text) != len(digits) {
		x = -x
	}
	return x, true
}

// plainTime parses a time in seconds of up to 12 digits with up to three decimals.
func plainTime(text []byte) (ms int64, ok bool) {
	point, scale := len(text), int64(1000)
	for i := max(0, len(text)-4); i < len(text); i++ {
		if text[i] == '.' {
			point = i
		}
	}
	whole, ok := plainWhole(text[:point])
	if !ok || point > 12 {
		return 0, false
	}
	if point == len(text) {
		return whole * scale, true
	}
	decimals := text[point+1:]
	for _, c := range decimals {
		if c < '0' || c > '9' {
			return 0, false
		}
		scale /= 10
		ms += int64(c-'0') * scale
	}
	if text[0] == '-' {
		ms = -ms
	}
	return whole*1000 + ms, len(decimals) > 0
}

// roundDecimal returns the decimal number times 10^scale, rounded to the nearest
// integer, halves away from zero. The syntax must have been checked, and the number
// must have more digits than the result.
func roundDecimal(s string, scale int) (int64, SWFRule) {
	s, negative := strings.CutPrefix(s, "-")
	mantissa, power, _ := strings.Cut(strings.ToLower(s), "e")
	exp, _ := strconv.Atoi(power) // 0 if there is no exponent
	whole, frac, _ := strings.Cut(mantissa, ".")
	digits := whole + frac
	point := len(whole) + exp + scale
	if point < 0 {
		return 0, SWFRounded
	}
	kept := strings.TrimLeft(digits[:point], "0")
	if len(kept) > 16 {
		return 0, SWFOutOfRange
	}
	x, _ := strconv.ParseInt("0"+kept, 10, 64)
	if digits[point] >= '5' {
		x++
	}
	limit := simtime.Max
	if scale == 0 {
		limit /= int64(simtime.Second)
	}
	switch {
	case x > limit:
		return 0, SWFOutOfRange
	case negative:
		return -x, SWFRounded
	}
	return x, SWFRounded
}

// fieldText returns the value of field n+1 as it is written in a trace. If the
// value was out of range, fieldText returns the limit of the field instead.
func fieldText(n int, x int64, rule SWFRule) string {
	if rule == SWFOutOfRange {
		return "1000000000000"
	}
	return string(appendField(nil, n, x))
}

// appendField appends the value of field n+1 as it is written in a trace.
func appendField(dst []byte, n int, x int64) []byte {
	if timeFields>>n&1 == 1 {
		return simtime.Time(x).AppendText(dst)
	}
	return strconv.AppendInt(dst, x, 10)
}
