package draw

import (
	"strconv"

	"hopyard/core/simtime"
)

// steps are the round distances between ticks.
var steps = [...]simtime.Duration{
	simtime.Millisecond, 2, 5, 10, 20, 50, 100, 200, 500,
	simtime.Second, 2 * simtime.Second, 5 * simtime.Second, 10 * simtime.Second, 20 * simtime.Second, 30 * simtime.Second,
	simtime.Minute, 2 * simtime.Minute, 5 * simtime.Minute, 10 * simtime.Minute, 15 * simtime.Minute, 30 * simtime.Minute,
	simtime.Hour, 2 * simtime.Hour, 3 * simtime.Hour, 6 * simtime.Hour, 12 * simtime.Hour,
	simtime.Day, 2 * simtime.Day, 5 * simtime.Day, 10 * simtime.Day,
}

// TickStep is the least round distance between ticks at which at most n of them
// lie in a span; beyond ten days it is 1, 2 or 5 times a power of ten of days.
func TickStep(span simtime.Duration, n int) simtime.Duration {
	need := span / simtime.Duration(max(n, 1))
	for _, s := range steps {
		if s >= need {
			return s
		}
	}
	for s := 10 * simtime.Day; ; s *= 10 {
		for _, k := range []simtime.Duration{1, 2, 5} {
			if k*s >= need {
				return k * s
			}
		}
	}
}

// secondsUntil is the span up to which the axis counts seconds.
const secondsUntil = 10 * simtime.Minute

// Clock writes an instant for people, to the accuracy of a step: "250 s" where
// the whole view ends within ten minutes, "1:40" for hours and minutes,
// "1:40:05" with seconds, "3 d 12:00" after days. latest is the end of the view.
func (w *Words) Clock(at, latest simtime.Time, step simtime.Duration) string {
	if simtime.Duration(latest) <= secondsUntil {
		return at.String() + " " + w.Second
	}
	if at < 0 {
		return "-" + w.Clock(-at, latest, step)
	}
	ms := int64(at)
	text, day := "", int64(simtime.Day)
	if days := ms / day; days > 0 {
		text = strconv.FormatInt(days, 10) + " " + w.Day
		if ms %= day; ms == 0 && step >= simtime.Hour {
			return text
		}
		text += " "
	}
	hour, minute := int64(simtime.Hour), int64(simtime.Minute)
	text += strconv.FormatInt(ms/hour, 10) + ":" + two(ms%hour/minute)
	if step >= simtime.Minute {
		return text
	}
	text += ":" + two(ms%minute/1000)
	if rest := ms % 1000; rest != 0 && step < simtime.Second {
		text += "." + strconv.FormatInt(1000+rest, 10)[1:]
	}
	return text
}

// two is a number from 0 to 99 in two digits.
func two(n int64) string {
	return string([]byte{byte('0' + n/10), byte('0' + n%10)})
}
