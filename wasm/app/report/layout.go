// Package report writes the results of an experiment as one HTML file: curves with
// their intervals, which algorithm is best where, and how that compares with the
// claims of a source. The file loads nothing else, so it works without a network.
//
// An algorithm is a combination of the compared factors, and has one curve. A step
// is a level of the axis. A place is a combination of the levels of all other
// factors, and has one chart. The main functions are:
//
//   - [Write] writes the report of an experiment.Results.
//   - [Gaps] compares every algorithm with the design's first one, and [WriteGaps] and
//     [ReadGaps] store the result as CSV.
//   - [SourceStudy] judges the conclusions of a source, such as S4, by these gaps, and
//     writes a page in Markdown.
//   - [Judge] ranks the policies of a [League], and [WriteLeague] writes its page.
package report

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
)

// layout is the arrangement of results in a report.
type layout struct{ *experiment.Layout }

func arrange(r *experiment.Results) (*layout, error) {
	l, err := experiment.Arrange(r)
	return &layout{l}, err
}

// judged returns the figures for which the report names the best algorithm: the
// chosen ones, or those of the design, or all that have a better direction.
func (l *layout) judged(chosen []string) ([]int, error) {
	keys := chosen
	if len(keys) == 0 {
		keys = l.Design.Figures
	}
	var out []int
	for i, k := range l.Keys {
		if len(keys) == 0 && k.Better != metrics.Neither {
			out = append(out, i)
		}
	}
	for _, key := range keys {
		i := slices.IndexFunc(l.Keys, func(f metrics.Figure) bool { return f.Key == key })
		if i < 0 {
			var all []string
			for _, k := range l.Keys {
				all = append(all, k.Key)
			}
			return nil, fmt.Errorf("there is no figure %q; use some of %s", key, strings.Join(all, ", "))
		}
		if l.Keys[i].Better == metrics.Neither {
			return nil, fmt.Errorf("figure %q has no better or worse; leave it out", key)
		}
		out = append(out, i)
	}
	return out, nil
}
