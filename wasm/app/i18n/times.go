package i18n

import (
	"strconv"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/wasm/draw"
)

// Clock formats the instants of a run in the same way as the axis of the timeline:
// hours and minutes, followed by seconds if the instant does not fall on a full
// minute.
type Clock struct {
	draw  draw.Words
	never string
	step  simtime.Duration
}

// NewClock returns a clock for a run whose instants are multiples of step.
func NewClock(c *Catalog, step simtime.Duration) Clock { return Clock{c.Drawn(), c.Say(Never), step} }

// In returns this clock in another language.
func (k Clock) In(c *Catalog) Clock { return NewClock(c, k.step) }

// Drawn returns the words that are drawn into pictures.
func (c *Catalog) Drawn() draw.Words {
	return draw.Words{Job: c.Say(DrawJob), Promised: c.Say(DrawPromised), Shadow: c.Say(DrawShadow), Day: c.Say(DrawDay)}
}

// At formats an instant: "0:10", "1:23:45", "2 d 3:00".
func (k *Clock) At(t simtime.Time) string {
	if t == simtime.Never {
		return k.never
	}
	return k.draw.Clock(t)
}

// Unit returns the precision needed to write every instant of the run exactly. It
// is never coarser than a minute.
func (k *Clock) Unit() simtime.Duration { return min(k.step, simtime.Minute) }

// Read parses an instant in the format of At. It ignores all characters except
// digits, colons and dots. It rejects a bare number, which could mean hours or
// minutes.
func (k *Clock) Read(text string) (simtime.Time, bool) {
	t, parts := simtime.Time(0), strings.FieldsFunc(text, func(r rune) bool {
		return r != ':' && r != '.' && (r < '0' || r > '9')
	})
	if n := len(parts); n == 0 || n > 2 || n == 2 && strings.ContainsAny(parts[0], ":.") {
		return 0, false
	} else if n == 2 || !strings.Contains(parts[0], ":") {
		days, err := strconv.ParseUint(parts[0], 10, 16)
		if t = simtime.Time(days) * simtime.Time(simtime.Day); err != nil || n == 1 && strings.IndexFunc(text, func(r rune) bool { return r > ' ' && (r < '0' || r > '9') }) < 0 {
			return 0, false
		}
		if n == 1 {
			return t, true
		}
	}
	unit, units := simtime.Hour, strings.Split(parts[len(parts)-1], ":")
	if len(units) > 3 {
		return 0, false
	}
	for i, part := range units {
		if i+1 < len(units) || unit != simtime.Second {
			n, err := strconv.ParseUint(part, 10, 24)
			if err != nil {
				return 0, false
			}
			t, unit = t.Add(simtime.Duration(n)*unit), unit/60
			continue
		}
		d, err := simtime.Parse(part)
		if err != nil || d < 0 {
			return 0, false
		}
		t = t.Add(d)
	}
	return t, true
}

// seconds formats milliseconds as seconds, with as many decimals as needed.
func seconds(ms int64, c *Catalog) string {
	text := c.Int(ms / 1000)
	if part := ms % 1000; part != 0 {
		text += c.point + strings.TrimRight(strconv.FormatInt(1000+part, 10)[1:], "0")
	}
	return text
}

// Span formats a length of time in its two largest units: "35 min", "1 h 30 min",
// "2 d", "12.5 s".
func (c *Catalog) Span(d simtime.Duration) string {
	if d == simtime.Forever {
		return c.Say(Unlimited)
	}
	if d < simtime.Minute*2 {
		return c.Say(Seconds, S("n", seconds(int64(d), c)))
	}
	return c.units(d, 2)
}

// Exact formats a length of time to the millisecond, for figures that are compared:
// "1 h 6 min 40.5 s".
func (c *Catalog) Exact(d simtime.Duration) string {
	if d == simtime.Forever || d < simtime.Minute*2 {
		return c.Span(d)
	}
	text := c.units(d/simtime.Minute*simtime.Minute, 3)
	if rest := d % simtime.Minute; rest > 0 {
		text += "\u00a0" + c.Say(Seconds, S("n", seconds(int64(rest), c)))
	}
	return text
}

// units formats a length of time in its largest units. The last parameter limits
// the number of units.
func (c *Catalog) units(d simtime.Duration, most int) string {
	var parts []string
	for i, u := range [...]struct {
		of   simtime.Duration
		text Text
	}{{simtime.Day, Days}, {simtime.Hour, Hours}, {simtime.Minute, Minutes}, {simtime.Second, Seconds}} {
		n := d / u.of
		d -= n * u.of
		switch {
		case len(parts) == 0 && n == 0 && i < 3:
			continue
		case n > 0 || len(parts) == 0:
			parts = append(parts, c.Say(u.text, S("n", c.Int(int64(n)))))
		}
		if most--; most == 0 {
			break
		}
	}
	return strings.Join(parts, "\u00a0")
}

// Nodes formats a node list: "36–38, 40–42". It writes at most the given number of
// ranges, followed by the number of nodes left out. If names is not empty, nodes
// are written by name instead of number.
func (c *Catalog) Nodes(p cluster.Placement, most int, names []string) string {
	var out strings.Builder
	ranges, left := 0, 0
	for i := 0; i < len(p); {
		first, last := p[i].First, p[i].Last
		for i++; i < len(p) && p[i].First == last+1; i++ { // join ranges that follow each other, even if their numbers of tasks per node differ
			last = p[i].Last
		}
		if ranges++; ranges > most {
			left += int(last-first) + 1
			continue
		}
		if ranges > 1 {
			out.WriteString(c.comma)
		}
		out.WriteString(Range(first, last, names))
	}
	if left > 0 {
		out.WriteString(c.Say(AndMore, c.N("n", int64(left))))
	}
	return out.String()
}

// Range formats a range of consecutive nodes: "36–38", or with names "n36–n38".
func Range(first, last topology.NodeID, names []string) string {
	name := func(n topology.NodeID) string {
		if int(n) < len(names) {
			return names[n]
		}
		return strconv.Itoa(int(n))
	}
	if first == last {
		return name(first)
	}
	return name(first) + "–" + name(last)
}

// Rounded converts a number of seconds to a length of time, rounded to a readable
// precision: to 0.1 s below ten seconds, and to 1 s from ten seconds on. It is used
// for averages, whose milliseconds mean nothing.
func Rounded(seconds float64) simtime.Duration {
	unit := simtime.Second
	if seconds < 10 {
		unit = 100 * simtime.Millisecond
	}
	d := simtime.Duration(seconds*1000 + float64(unit)/2)
	return d / unit * unit
}
