package scenario

import (
	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/queue/deadline"
)

// Subject is what the figures of a run of c need to know beside its trace.
func Subject(c *engine.Config) metrics.Subject {
	s := metrics.Subject{Machine: c.Machine, Jobs: c.Jobs, Network: c.Network}
	if d, ok := c.Queue.(deadline.Policy); ok {
		for _, a := range d.Allotments.Users {
			s.Allotted = append(s.Allotted, metrics.Allotted{User: a.User, Nodes: a.Nodes})
		}
	}
	return s
}
