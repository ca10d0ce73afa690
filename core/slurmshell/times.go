package slurmshell

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/slurmtext"
)

// began is the Unix time of the beginning of each run: Thursday, 2026-01-01 00:00:00.
const began = 1_767_225_600

// date returns an instant as Slurm prints it.
func date(t simtime.Time) string {
	s := int64(t) / 1000
	year, month, day := civil(s / 86_400)
	return fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d", year, month, day, s/3600%24, s/60%60, s%60)
}

// longDate returns an instant as the lists of -l begin.
func longDate(t simtime.Time) string {
	s := int64(t) / 1000
	year, month, day := civil(s / 86_400)
	week := [...]string{"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"}[s/86_400%7]
	months := [...]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
	return fmt.Sprintf("%s %s %02d %02d:%02d:%02d %d", week, months[month-1], day, s/3600%24, s/60%60, s%60, year)
}

// civil returns the date that is the given number of days after 2026-01-01.
func civil(days int64) (year, month, day int64) {
	year = 2026
	for {
		n := int64(365)
		if leap(year) {
			n = 366
		}
		if days < n {
			break
		}
		days -= n
		year++
	}
	for month = 1; ; month++ {
		n := [...]int64{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
		if month == 2 && leap(year) {
			n++
		}
		if days < n {
			return year, month, days + 1
		}
		days -= n
	}
}

func leap(year int64) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

// span returns a duration as squeue prints it: 5:00, 1:00:00, 1-00:00:00.
func span(d simtime.Duration) string {
	s := int64(d) / 1000
	switch {
	case s >= 86_400:
		return slurmtext.Span(s)
	case s >= 3600:
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// parseLimit reads a time limit as sbatch does: minutes, minutes:seconds,
// hours:minutes:seconds, days-hours, days-hours:minutes or days-hours:minutes:seconds.
func parseLimit(text string) (simtime.Duration, bool) {
	days, rest, hasDays := strings.Cut(text, "-")
	if !hasDays {
		days, rest = "0", text
	}
	d, ok := slurmtext.ParseWhole([]byte(days), 100_000)
	if !ok {
		return 0, false
	}
	var parts [3]int64
	fields := strings.Split(rest, ":")
	if len(fields) > 3 {
		return 0, false
	}
	for i, f := range fields {
		if parts[i], ok = slurmtext.ParseWhole([]byte(f), 100_000_000); !ok {
			return 0, false
		}
	}
	s := d * 86_400
	switch {
	case hasDays || len(fields) == 3:
		s += parts[0]*3600 + parts[1]*60 + parts[2]
	default:
		s += parts[0]*60 + parts[1]
	}
	return simtime.Duration(s) * simtime.Second, s > 0
}

// parseBegin reads a value of --begin: now, now+N with a unit, a time of day or a date.
func (w *world) parseBegin(text string) (simtime.Time, bool) {
	if rest, relative := strings.CutPrefix(text, "now"); relative {
		if rest == "" {
			return w.now, true
		}
		digits := strings.TrimRight(strings.TrimPrefix(rest, "+"), "abcdefghijklmnopqrstuvwxyz")
		n, err := strconv.ParseInt(digits, 10, 32)
		unit := strings.TrimSuffix(strings.TrimPrefix(rest, "+"+digits), "s")
		seconds, known := map[string]int64{"": 1, "second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}[unit]
		if err != nil || rest[0] != '+' || !known || n < 0 {
			return 0, false
		}
		return w.now.Add(simtime.Duration(n*seconds) * simtime.Second), true
	}
	if len(text) == len("15:04") || len(text) == len("15:04:05") {
		if len(text) == len("15:04") {
			text += ":00"
		}
		clock, ok := slurmtext.ParseSpan([]byte(text))
		if !ok {
			return 0, false
		}
		at := (w.now/86_400_000)*86_400_000 + simtime.Time(clock*1000)
		if at < w.now {
			at += 86_400_000
		}
		return at, true
	}
	if len(text) == len("2026-01-02T15:04") {
		text += ":00"
	}
	if len(text) == len("2026-01-02") {
		text += "T00:00:00"
	}
	at, ok := slurmtext.ParseTime(text + "Z")
	return simtime.Time((at - began) * 1000), ok && at >= began
}
