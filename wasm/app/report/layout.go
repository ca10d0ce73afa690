// Package report makes one HTML file of the results of an experiment: curves
// with their intervals, what is best where, and how that compares with what a
// source says. The file needs nothing else, not even a network.
package report

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
)

// layout is the results as a report shows them.
type layout struct{ *experiment.Layout }

func arrange(r *experiment.Results) (*layout, error) {
	l, err := experiment.Arrange(r)
	return &layout{l}, err
}

// judged are the figures for which the report says what is best: the chosen
// ones, or those of the design, or all that have a direction.
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
