package report

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/metrics"
)

// judge adds the results to the page. For each judged figure, it adds a table of
// the best algorithms, and a comparison of the source's claims with the results.
func (l *layout) judge(p *page, judged []int) {
	for i := range l.Places {
		view := placeView{Name: l.Places[i].Name}
		if c := l.Places[i].Claim; c != nil {
			view.Claim = c.Text
		}
		view.Reached = l.reached(i)
		p.Places = append(p.Places, view)
	}
	for n, figure := range judged {
		k := l.Keys[figure]
		view := figureView{Key: k.Key, Title: k.Title, Unit: unit(k), Group: k.Group.String(), Better: "lower is better", Count: map[string]int{}}
		if k.Better == metrics.HigherBetter {
			view.Better = "higher is better"
		}
		for i := range l.Places {
			row := rowView{Place: l.Places[i].Name}
			cell := cellView{Figure: k.Title}
			var found []finding
			for step := range l.Steps {
				f := l.find(figure, i, step)
				found = append(found, f)
				s := l.step(&f, k)
				row.Cells = append(row.Cells, s)
				view.Count[string(f.verdict)]++
				view.All++
				cell.Marks = append(cell.Marks, markView{string(f.verdict), says(l.Design.Axis, l.Axis.Levels[step].Name, s)})
			}
			row.Words = l.sentences(figure, i, found)
			view.Rows = append(view.Rows, row)
			p.Places[i].Cells = append(p.Places[i].Cells, cell)
			if n == 0 {
				p.Places[i].Words = row.Words
			}
		}
		p.Figures = append(p.Figures, view)
	}
}

// reached returns a text with the utilization at each step of a place. For each
// step, it gives the range from the least to the greatest utilization among the
// algorithms. Readers need these values because, on a full machine, the utilization
// does not grow with the offered load.
func (l *layout) reached(place int) string {
	used := l.figure("utilization")
	var parts []string
	for step := range l.Steps {
		low, high := 1.0, 0.0
		for a := range l.Algorithms {
			if sample := l.SampleAt(used, place, a, step); sample != nil {
				mean := l.EstimatorAt(place, step).Of(sample).Mean
				low, high = min(low, mean), max(high, mean)
			}
		}
		if low <= high {
			parts = append(parts, fmt.Sprintf("%.0f to %.0f %% at %s %s", 100*low, 100*high, l.Design.Axis, l.Axis.Levels[step].Name))
		}
	}
	return strings.Join(parts, ", ")
}

// step returns the cell of a figure's table for one step.
func (l *layout) step(f *finding, k metrics.Figure) stepView {
	if f.Best < 0 {
		return stepView{Verdict: string(noClaim), Best: "-"}
	}
	s := stepView{Verdict: string(f.verdict), Best: l.Algorithms[f.Best].Name, Value: number(f.mean.Mean, k), Half: number(f.mean.Half, k)}
	var equal []string
	for _, a := range f.Equal {
		if a != f.Best {
			equal = append(equal, l.Algorithms[a].Name)
		}
	}
	if len(equal) > 0 {
		s.Also, s.All = fmt.Sprintf("and %d not worse", len(equal)), strings.Join(equal, ", ")
	}
	var claimed []string
	for _, a := range f.claimed {
		text := l.Algorithms[a].Name
		if !slices.Contains(f.Equal, a) && f.mean.Mean != 0 {
			text += fmt.Sprintf(" (worse by %.1f %%)", 100*f.Gap[a].Mean/f.mean.Mean)
		}
		claimed = append(claimed, text)
	}
	s.Claimed = strings.Join(claimed, ", ")
	return s
}

// says returns the content of a cell as one line of text.
func says(axis, step string, s stepView) string {
	text := fmt.Sprintf("%s %s: best %s (%s)", axis, step, s.Best, s.Value)
	if s.All != "" {
		text += "; not significantly worse: " + s.All
	}
	if s.Claimed != "" {
		text += "; the source names " + s.Claimed
	}
	return text
}
