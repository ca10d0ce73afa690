package main

import (
	"slices"
	"strings"

	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/trace"
)

// variant is a named set of changes to a scenario's settings. The command compare
// shows each variant in a separate column.
type variant struct {
	name string
	sets list
}

// variants parses options of the form NAME:PATH=VALUE. Options with the same name
// form a variant. Without options, it returns a single variant without changes.
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

// figures returns the metrics of a run, computed from the event log.
func (s *subject) figures(log []trace.Event) metrics.Figures {
	about := scenario.Subject(&s.config)
	return about.Summarize(log)
}
