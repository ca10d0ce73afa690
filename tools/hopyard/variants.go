package main

import (
	"slices"
	"strings"

	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/trace"
)

// variant is a named set of overrides that gives compare a column of its own.
type variant struct {
	name string
	sets list
}

// variants parses NAME:PATH=VALUE options and groups those of the same name.
// Without options, it returns a single variant that overrides nothing.
func variants(options list) ([]variant, error) {
	var out []variant
	for _, o := range options {
		name, set, ok := strings.Cut(o, ":")
		if !ok || name == "" || set != "" && !strings.Contains(set, "=") {
			return nil, badUsage("--variant %q; write name:path=value, such as off:scheduler.elastic.growth=off (name: alone overrides nothing)", o)
		}
		i := slices.IndexFunc(out, func(v variant) bool { return v.name == name })
		if i < 0 {
			i = len(out)
			out = append(out, variant{name: name})
		}
		if set != "" {
			out[i].sets = append(out[i].sets, set)
		}
	}
	if out == nil {
		out = []variant{{}}
	}
	return out, nil
}

// figures returns the metrics of a run of the subject.
func (s *subject) figures(log []trace.Event) metrics.Figures {
	about := scenario.Subject(&s.config)
	return about.Summarize(log)
}
