package traceformats

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/slurmtext"
)

// unknown is the value of a number that a row does not give.
const unknown = -1

// Limits of values.
const (
	maxCount   = 1_000_000_000
	maxSeconds = 10_000_000_000
	firstYear  = 1990
	lastYear   = 2100

	firstSecond = 631_152_000   // since 1970, of firstYear
	lastSecond  = 4_133_980_799 // of lastYear
)

// Clocks of times. A log uses only one of them.
const (
	noClock    = iota
	localClock // without a time zone
	unixClock  // with an offset from UTC
	ownClock   // seconds since the start of the trace
)

// aTime is a time of a log.
type aTime struct {
	ms    int64 // since 1970-01-01 in UTC, or in the unknown zone of the log
	clock int
	finer bool // digits beyond the millisecond were rounded
}

// parseTime parses a time such as "2023-03-01 00:18:22.5+08:00". The date and the
// time of day are separated by a blank or a T. A fraction and an offset from UTC are
// optional; the offset is Z, +08, +0800 or +08:00.
func parseTime(text string) (t aTime, ok bool) {
	if len(text) < len("2006-01-02 15:04:05") || text[10] != ' ' && text[10] != 'T' {
		return t, false
	}
	second, _, ok := slurmtext.ParseInstant([]byte(text[:19]))
	if !ok || second < firstSecond || second > lastSecond || text[17:19] == "60" { // no log has leap seconds
		return t, false
	}
	t = aTime{ms: second * 1000, clock: localClock}
	rest := text[19:]
	if strings.HasPrefix(rest, ".") {
		end := 1
		for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
			end++
		}
		if end == 1 || end > 10 {
			return t, false
		}
		ns, _ := digits((rest[1:end] + "000000000")[:9])
		t.ms += int64(ns+500_000) / 1_000_000
		t.finer, rest = ns%1_000_000 != 0, rest[end:]
	}
	if rest == "" {
		return t, true
	}
	offset, ok := parseOffset(rest)
	t.ms, t.clock = t.ms-offset*60_000, unixClock
	return t, ok
}

// parseOffset parses an offset from UTC in minutes.
func parseOffset(text string) (minutes int64, ok bool) {
	if text == "Z" {
		return 0, true
	}
	sign := text[0]
	text = strings.Replace(text[1:], ":", "", 1)
	if sign != '+' && sign != '-' || len(text) != 2 && len(text) != 4 {
		return 0, false
	}
	n, ok := digits((text + "00")[:4])
	if n%100 > 59 || n > 1800 {
		return 0, false
	}
	minutes = int64(n/100*60 + n%100)
	if sign == '-' {
		minutes = -minutes
	}
	return minutes, ok
}

// digits parses a number of digits only.
func digits(text string) (n int, ok bool) {
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// parseSpan parses a time span in seconds, such as "3600", "57.25" or "1e3", and
// returns it in milliseconds. Digits beyond the millisecond are rounded.
func parseSpan(text string) (ms int64, finer, ok bool) {
	d, err := simtime.Parse(text)
	finer = errors.Is(err, simtime.ErrPrecision)
	if finer {
		x, _ := strconv.ParseFloat(text, 64) // simtime.Parse has checked the syntax
		d, err = simtime.Duration(math.Round(x*1000)), nil
	}
	return int64(d), finer, err == nil && d >= 0 && d <= maxSeconds*simtime.Second
}

// parseCount parses a whole number from 0 to 10^9. A fraction of zeros is allowed,
// because tables with missing values are often written with decimals ("64.0").
func parseCount(text string) (n int64, ok bool) {
	whole, frac, point := strings.Cut(text, ".")
	if point && (frac == "" || strings.Trim(frac, "0") != "") || whole == "" || len(whole) > 10 {
		return 0, false
	}
	x, ok := digits(whole)
	return int64(x), ok && x <= maxCount
}
