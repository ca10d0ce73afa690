package slurmtext

import "strconv"

// Unknown is the value of an instant or a number that the text does not contain.
const Unknown = -1

// Kinds of clocks. All instants in a text have the same kind.
const (
	NoClock    = iota
	LocalClock // local time of the machine on which the command ran, without a time zone
	UnixClock  // Unix time in seconds, or a time with its time zone
)

// LastInstant is the end of the year 9999.
const LastInstant = 253_402_300_799

// ParseInstant parses a time as Slurm prints it: 2024-03-01T10:00:00, with or
// without a time zone (Z, +0100, +01:00); Unix time in seconds; or an unknown time,
// such as Unknown or None. Instants are in seconds; local times are treated as UTC.
func ParseInstant(text []byte) (at int64, clock int, ok bool) {
	switch string(text) {
	case "", "Unknown", "None", "N/A", "0":
		return Unknown, NoClock, true
	}
	if at, ok := ParseWhole(text, LastInstant); ok {
		return at, UnixClock, true
	}
	if len(text) < len("2024-03-01T10:00:00") || text[10] != 'T' && text[10] != ' ' {
		return 0, 0, false
	}
	date, clockText, zone := text[:10], text[11:19], text[19:]
	days, ok1 := parseDate(date)
	seconds, ok2 := parseClock(clockText)
	if !ok1 || !ok2 {
		return 0, 0, false
	}
	offset, zoned, ok := parseZone(zone)
	at = days*86_400 + seconds - offset
	if !ok || at <= 0 || at > LastInstant {
		return 0, 0, false
	}
	if zoned {
		return at, UnixClock, true
	}
	return at, LocalClock, true
}

// ParseTime parses a time with its time zone, such as 2024-03-01T10:00:00Z, and
// returns it in seconds since 1970. It returns false for anything else.
func ParseTime(text string) (int64, bool) {
	at, clock, ok := ParseInstant([]byte(text))
	return at, ok && clock == UnixClock
}

// parseDate parses a date such as 2024-03-01 and returns the days since 1970.
func parseDate(text []byte) (int64, bool) {
	if text[4] != '-' || text[7] != '-' {
		return 0, false
	}
	year, ok1 := ParseWhole(text[:4], 9999)
	month, ok2 := ParseWhole(text[5:7], 12)
	day, ok3 := ParseWhole(text[8:10], 31)
	if !ok1 || !ok2 || !ok3 || year < 1970 || month < 1 || day < 1 || day > daysOf(year, month) {
		return 0, false
	}
	days := (year-1970)*365 + leaps(year-1) - leaps(1969) + day - 1
	for m := range month - 1 {
		days += daysOf(year, m+1)
	}
	return days, true
}

// leaps returns the number of leap years from year 1 up to a year.
func leaps(year int64) int64 { return year/4 - year/100 + year/400 }

func daysOf(year, month int64) int64 {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		return 28 + leaps(year) - leaps(year-1)
	}
	return 31
}

// parseClock parses a time of day such as 10:00:00. A leap second (60) is accepted.
func parseClock(text []byte) (int64, bool) {
	if text[2] != ':' || text[5] != ':' {
		return 0, false
	}
	h, ok1 := ParseWhole(text[:2], 23)
	m, ok2 := ParseWhole(text[3:5], 59)
	s, ok3 := ParseWhole(text[6:8], 60)
	return h*3600 + m*60 + s, ok1 && ok2 && ok3
}

// parseZone parses the time zone after a time: nothing, Z, +0100 or +01:00.
func parseZone(text []byte) (offset int64, zoned, ok bool) {
	switch {
	case len(text) == 0:
		return 0, false, true
	case string(text) == "Z":
		return 0, true, true
	case text[0] != '+' && text[0] != '-':
		return 0, false, false
	}
	digits := text[1:]
	if len(digits) == 5 && digits[2] == ':' {
		digits = []byte{digits[0], digits[1], digits[3], digits[4]}
	}
	if len(digits) != 4 {
		return 0, false, false
	}
	h, ok1 := ParseWhole(digits[:2], 15)
	m, ok2 := ParseWhole(digits[2:], 59)
	offset = h*3600 + m*60
	if text[0] == '-' {
		offset = -offset
	}
	return offset, true, ok1 && ok2
}

// Longest is the longest duration that is accepted, in seconds: 317 years.
const Longest = 10_000_000_000

// Span returns a duration in seconds as Slurm prints it: days-hours:minutes:seconds.
func Span(s int64) string {
	text := string(appendTwo(append(appendTwo(append(appendTwo(nil, s/3600%24), ':'), s/60%60), ':'), s%60))
	if s >= 86_400 {
		text = strconv.FormatInt(s/86_400, 10) + "-" + text
	}
	return text
}

// appendTwo appends a number of two digits.
func appendTwo(dst []byte, n int64) []byte { return append(dst, byte('0'+n/10), byte('0'+n%10)) }

// ParseSpan parses a duration in the form [DD-[HH:]]MM:SS. A fraction of a second,
// as in CPU times, is cut off.
func ParseSpan(text []byte) (int64, bool) {
	days, clock, hasDays := CutAt(text, '-')
	if !hasDays {
		days, clock = []byte("0"), text
	}
	clock, fraction, hasFraction := CutAt(clock, '.')
	if _, ok := ParseWhole(fraction, Longest); hasFraction && !ok {
		return 0, false
	}
	d, ok := ParseWhole(days, Longest/86_400)
	if !ok {
		return 0, false
	}
	total, parts := int64(0), 0
	for part, more := clock, true; more; parts++ {
		part, clock, more = CutAt(clock, ':')
		most := int64(59)
		if parts == 0 {
			most = Longest / 3600 // the first part may be large: 100:00:00
		}
		x, ok := ParseWhole(part, most)
		if !ok || parts == 3 {
			return 0, false
		}
		total = total*60 + x
	}
	total += d * 86_400
	return total, (parts == 2 || parts == 3) && total <= Longest
}

// ParseWhole parses an integer from 0 to the limit most.
func ParseWhole(text []byte, most int64) (int64, bool) {
	if len(text) == 0 || len(text) > 18 {
		return 0, false
	}
	x := int64(0)
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		x = x*10 + int64(c-'0')
	}
	return x, x <= most
}

// Number formats a number for display: 1,234,567.
func Number(n int64) string {
	s := strconv.FormatInt(n, 10)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}
