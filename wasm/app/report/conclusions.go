package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Conclusion is something that a source says of algorithms, by gaps to the
// first algorithm alone: that one of some is better or worse than it.
type Conclusion struct {
	Text       string   `json:"text"`
	Algorithms []string `json:"algorithms"` // any of them
	Better     bool     `json:"better"`     // than the first algorithm, or else worse
	From       float64  `json:"from"`       // steps that it speaks of, both included
	To         float64  `json:"to"`
	Where      []string `json:"where"` // levels that the place has, all of them; none: everywhere
}

// ReadConclusions reads a list of them as JSON.
func ReadConclusions(r io.Reader) (all []Conclusion, err error) {
	in := json.NewDecoder(r)
	in.DisallowUnknownFields()
	if err = in.Decode(&all); err != nil {
		return nil, fmt.Errorf("conclusions: %w", err)
	}
	for i := range all {
		if c := &all[i]; c.Text == "" || len(c.Algorithms) == 0 || c.From > c.To {
			return nil, fmt.Errorf("conclusions: number %d has no text or algorithm, or begins after its end", i+1)
		}
	}
	return all, nil
}

// Verdicts of a conclusion at a place.
const (
	ComesOut = "comes out" // significantly so at a step at least, and nowhere the other way
	Opposite = "opposite"  // significantly the other way at a step at least, and nowhere so
	Mixed    = "mixed"     // both
	NotTold  = "not told"  // neither: within the intervals
)

// Judge says how a conclusion stands at each place that it speaks of, in the
// order of gaps.
func (c *Conclusion) Judge(gaps []Gap) (places []string, verdicts map[string]string) {
	verdicts = map[string]string{}
	so, other := map[string]bool{}, map[string]bool{}
	for i := range gaps {
		g := &gaps[i]
		if !slices.Contains(c.Algorithms, g.Algorithm) || !c.speaksOf(g.Place) || !c.at(g.Step) {
			continue
		}
		if _, ok := verdicts[g.Place]; !ok {
			places = append(places, g.Place)
			verdicts[g.Place] = NotTold
		}
		sign := 0
		switch {
		case g.Percent-g.Half > 0:
			sign = 1
		case g.Percent+g.Half < 0:
			sign = -1
		}
		if c.Better {
			sign = -sign
		}
		so[g.Place], other[g.Place] = so[g.Place] || sign > 0, other[g.Place] || sign < 0
	}
	for _, p := range places {
		switch {
		case so[p] && other[p]:
			verdicts[p] = Mixed
		case so[p]:
			verdicts[p] = ComesOut
		case other[p]:
			verdicts[p] = Opposite
		}
	}
	return places, verdicts
}

// speaksOf reports whether a place has the levels that the conclusion names.
func (c *Conclusion) speaksOf(place string) bool {
	levels := strings.Split(place, ", ")
	for _, level := range c.Where {
		if !slices.Contains(levels, level) {
			return false
		}
	}
	return true
}

func (c *Conclusion) at(step string) bool {
	x := 0.0
	fmt.Sscan(step, &x)
	return c.From <= x && x <= c.To
}

// WriteConclusions writes as Markdown how conclusions stand, then every place
// with the utilization that was reached and the gaps of the algorithms that are
// named, step by step.
func WriteConclusions(w io.Writer, conclusions []Conclusion, gaps []Gap) error {
	var out strings.Builder
	out.WriteString("| conclusion | readings | comes out | not told | mixed | opposite |\n|---|---|---|---|---|---|\n")
	for i := range conclusions {
		c := &conclusions[i]
		places, verdicts := c.Judge(gaps)
		count := map[string]int{}
		for _, v := range verdicts {
			count[v]++
		}
		fmt.Fprintf(&out, "| %s | %d | %d | %d | %d | %d |\n", c.Text, len(places), count[ComesOut], count[NotTold], count[Mixed], count[Opposite])
	}
	out.WriteString("\nWhere each comes out:\n\n")
	for i := range conclusions {
		c := &conclusions[i]
		places, verdicts := c.Judge(gaps)
		var at []string
		for _, p := range places {
			if verdicts[p] == ComesOut {
				at = append(at, p)
			}
		}
		text := "nowhere"
		if len(at) > 0 {
			text = strings.Join(at, "; ")
		}
		fmt.Fprintf(&out, "- %s: %s.\n", c.Text, text)
	}
	writeReached(&out, gaps)
	writePlaces(&out, gaps)
	_, err := io.WriteString(w, out.String())
	return err
}

// writeReached says how many repetitions there are, and how many it would take.
func writeReached(out *strings.Builder, gaps []Gap) {
	var needed []int
	enough, n := 0, math.MaxInt
	for i := range gaps {
		if gaps[i].Needed == 0 {
			continue
		}
		needed = append(needed, gaps[i].Needed)
		n = min(n, gaps[i].N)
		if gaps[i].Needed <= gaps[i].N {
			enough++
		}
	}
	if len(needed) == 0 {
		return
	}
	slices.Sort(needed)
	fmt.Fprintf(out, "\nTo tell %d %% from nothing by pairs takes %d repetitions in the median, %d in nine cells of ten; of %d comparisons with the first algorithm %d have as many as they need (%d).\n",
		TellApart, needed[len(needed)/2], needed[len(needed)*9/10], len(needed), enough, n)
}

// writePlaces writes a line for each place and step.
func writePlaces(out *strings.Builder, gaps []Gap) {
	out.WriteString("\n| where | L | utilization reached | against the first, by pairs, % |\n|---|---|---|---|\n")
	for i := 0; i < len(gaps); {
		last := i
		for last < len(gaps) && gaps[last].Place == gaps[i].Place && gaps[last].Step == gaps[i].Step {
			last++
		}
		low, high, beside := 1.0, 0.0, ""
		for k := range gaps[i:last] {
			g := &gaps[i+k]
			low, high = min(low, g.Utilization), max(high, g.Utilization)
			if k > 0 {
				beside += fmt.Sprintf(" %s %+.1f ± %.1f ·", g.Algorithm, g.Percent, g.Half)
			}
		}
		fmt.Fprintf(out, "| %s | %s | %.2f to %.2f |%s |\n", gaps[i].Place, gaps[i].Step, low, high, strings.TrimSuffix(beside, " ·"))
		i = last
	}
}
