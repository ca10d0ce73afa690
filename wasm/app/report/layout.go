// Package report writes the results of an experiment as one HTML file. The file
// contains curves with their intervals, the best algorithms, and a comparison with
// the claims of a source. It loads nothing else, so it works without a network.
//
// An algorithm is a combination of levels of the compared factors, and is drawn as
// one curve. A step is a level of the factor along the axis. A place is a
// combination of levels of all other factors, and has one chart. The main functions
// and types are:
//
//   - [Write] writes the report of an experiment.Results.
//   - [Gaps] compares every algorithm with the first algorithm of the design, and [WriteGaps] and [ReadGaps] store the comparison as CSV.
//   - [SourceStudy] uses these gaps to judge the conclusions of a source, such as S4, and writes a page in Markdown.
//   - [Judge] ranks the policies of a [League], which is a competition of policies on the same workloads, and [WriteLeague] writes the result as a page.
package report

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
)

// layout holds the results, arranged for a report.
type layout struct{ *experiment.Layout }

func arrange(r *experiment.Results) (*layout, error) {
	l, err := experiment.Arrange(r)
	return &layout{l}, err
}

// judged returns the indices of the figures for which the report names the best
// algorithm. These are the given figures or, if none are given, the figures of the
// design. If the design lists none, these are all figures for which either higher
// or lower values are better.
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
