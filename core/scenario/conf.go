package scenario

import (
	"errors"
	"fmt"
	"strings"

	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
)

// conf reads the text of a topology.conf or topology.yaml.
func (p *parser) conf(v ref, t *Shape) {
	if p.kind(v) != '"' {
		p.wrong(v, p.is(v)+", not text", "", "write the text of topology.conf in double quotes, with \\n at the ends of lines")
		return
	}
	t.Conf = strings.Clone(p.str(v))
	m, err := slurm.ParseWithin(t.Conf, min(2*p.widest, topology.MaxNodes)) // names of nodes, and of as many switches
	var wrong slurm.Errors
	switch {
	case errors.As(err, &wrong):
		for _, e := range wrong {
			problem, fix, _ := strings.Cut(e.Error(), "; ")
			p.add(Error{Place: p.path(v), Problem: "conf " + problem, Fix: fix})
		}
	case err != nil:
		p.add(Error{Place: p.path(v), Problem: "conf " + err.Error()})
	default:
		t.Nodes, p.s.Cluster.built = m.Topology.NumNodes(), m.Topology
	}
}

// Notices are remarks about what the scenario says and Hopyard does not use,
// one each, for people.
func (s *Scenario) Notices() []string {
	var out []string
	if s.Cluster.Topology.Kind == "slurm" {
		m, _ := slurm.Parse(s.Cluster.Topology.Conf)
		for _, n := range m.Notices {
			out = append(out, fmt.Sprintf("cluster.topology.conf: %v", n))
		}
	}
	return out
}
