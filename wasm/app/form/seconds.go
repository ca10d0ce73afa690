package form

import (
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/wasm/app/message"
)

// Seconds converts a time or duration from the notation of a form to JSON, in
// seconds. It accepts seconds ("90", "1.5"), a clock time ("1:30" is hours and
// minutes, "1:30:05" adds seconds), and a number with a unit ("90 min", "2h",
// "1d"). An empty text becomes null. Any other text is returned in quotes, so that
// the check of the scenario rejects it. All forms use Seconds for all times.
func Seconds(written string) string {
	text := strings.ToLower(strings.TrimSpace(written))
	if text == "" {
		return "null"
	}
	if d, err := simtime.Parse(text); err == nil {
		return simtime.Time(d).String()
	}
	ms := 0.0
	if parts := strings.Split(text, ":"); len(parts) == 2 || len(parts) == 3 {
		unit := 3600e3
		for i, part := range parts {
			v, err := strconv.ParseFloat(part, 64)
			if err != nil || v < 0 || i > 0 && v >= 60 {
				return Quote(written)
			}
			ms += v * unit
			unit /= 60
		}
	} else {
		for _, u := range timeUnits {
			if rest, ok := strings.CutSuffix(text, u.name); ok {
				v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(rest), ",", "."), 64)
				if err != nil {
					break
				}
				ms = v * u.of
				break
			}
		}
	}
	if !(ms > 0 && ms < 1e15) {
		return Quote(written)
	}
	return simtime.Time(ms + 0.5).String()
}

// NoTime reports whether an error is caused by a text that Seconds could not
// convert.
func NoTime(f *message.Problem) bool {
	return strings.HasSuffix(f.Problem, "is text, not a number of seconds")
}

// timeUnits lists the units that can follow a number, with their lengths in
// milliseconds.
var timeUnits = [...]struct {
	name string
	of   float64
}{
	{"min", 60e3}, {"m", 60e3}, {"h", 3600e3}, {"d", 86400e3}, {"sec", 1e3}, {"s", 1e3},
	{"мин", 60e3}, {"ч", 3600e3}, {"с", 1e3}, {"д", 86400e3}, {"分钟", 60e3}, {"分", 60e3}, {"小时", 3600e3}, {"秒", 1e3}, {"天", 86400e3},
}
