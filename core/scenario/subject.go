package scenario

import (
	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/queue"
)

// Subject is what the figures of a run of c need to know beside its trace.
func Subject(c *engine.Config) metrics.Subject {
	s := metrics.Subject{Machine: c.Machine, Jobs: c.Jobs, Network: c.Network}
	if d, ok := c.Queue.(queue.Sharing); ok {
		for _, a := range d.Shares() {
			s.Allotted = append(s.Allotted, metrics.Allotted{User: a.User, Nodes: a.Nodes})
		}
	}
	return s
}
