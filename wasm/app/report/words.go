package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/metrics"
)

// number formats a value of a figure with at least four significant digits.
func number(x float64, f metrics.Figure) string {
	if f.Unit == "%" {
		x *= 100
	}
	digits := 0
	for size := math.Abs(x); size < 1000 && digits < 3; size *= 10 {
		digits++
	}
	whole, part, _ := strings.Cut(strconv.FormatFloat(x, 'f', digits, 64), ".")
	if part != "" {
		part = "." + part
	}
	return grouped(whole) + part
}

// count formats an integer with commas between thousands.
func count(n int) string { return grouped(strconv.Itoa(n)) }

// grouped inserts commas between thousands.
func grouped(digits string) string {
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func unit(f metrics.Figure) string {
	if f.Unit == "" {
		return "no unit"
	}
	return f.Unit
}

// stretches returns the steps for which the given function returns true, as ranges:
// "0.5 to 0.7, 0.9".
func (l *layout) stretches(so func(step int) bool) string {
	var parts []string
	for i := 0; i < len(l.Steps); i++ {
		if !so(i) {
			continue
		}
		last := i
		for last+1 < len(l.Steps) && so(last+1) {
			last++
		}
		text := l.Axis.Levels[i].Name
		if last > i {
			text += " to " + l.Axis.Levels[last].Name
		}
		parts, i = append(parts, text), last
	}
	return strings.Join(parts, ", ")
}

// sentences returns sentences about the best algorithms at a place for a figure. If
// the source makes a claim about the place, they also compare the claim with the
// results.
func (l *layout) sentences(figure, place int, found []finding) []string {
	axis := l.Design.Axis
	var best []string
	for a := range l.Algorithms {
		if at := l.stretches(func(s int) bool { return found[s].Best == a }); at != "" {
			best = append(best, fmt.Sprintf("%s at %s %s", l.Algorithms[a].Name, axis, at))
		}
	}
	out := []string{"Best mean here: " + strings.Join(best, "; ") + "."}
	if l.Places[place].Claim == nil {
		return out
	}
	count := map[verdict]int{}
	least, most := math.Inf(1), 0.0
	for _, f := range found {
		count[f.verdict]++
		if f.verdict == opposite {
			least, most = min(least, f.short), max(most, f.short)
		}
	}
	text := fmt.Sprintf("What the source names has the best mean at %d of %d steps, is not significantly worse than the best at %d, and is worse at %d",
		count[agrees], len(found), count[open], count[opposite])
	if count[opposite] > 0 {
		text += fmt.Sprintf(" (by %.1f to %.1f %%)", 100*math.Abs(least), 100*math.Abs(most))
	}
	out = append(out, text+".")
	return append(out, l.duels(figure, place)...)
}

// duels returns sentences that each compare two of the algorithms that a claim
// calls best: the first of them with each of the others.
func (l *layout) duels(figure, place int) []string {
	var named []int
	for a := range l.Algorithms {
		for step := range l.Steps {
			if slices.Contains(l.claimedAt(place, step), a) {
				named = append(named, a)
				break
			}
		}
	}
	var out []string
	for _, b := range named[min(1, len(named)):] {
		first, second := l.Algorithms[named[0]].Name, l.Algorithms[b].Name
		wins := l.duel(figure, place, named[0], b)
		one := l.stretches(func(s int) bool { return wins[s] > 0 })
		two := l.stretches(func(s int) bool { return wins[s] < 0 })
		switch {
		case one == "" && two == "":
			out = append(out, fmt.Sprintf("Between %s and %s no step shows a significant difference.", first, second))
		case two == "":
			out = append(out, fmt.Sprintf("Of the two, %s is better than %s at %s; nowhere the other way round.", first, second, one))
		case one == "":
			out = append(out, fmt.Sprintf("Of the two, %s is better than %s at %s; nowhere the other way round.", second, first, two))
		default:
			out = append(out, fmt.Sprintf("Of the two, %s is better at %s, %s at %s.", first, one, second, two))
		}
	}
	return out
}
