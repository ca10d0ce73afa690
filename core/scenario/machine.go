package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload"
)

// Machine builds the machine that the cluster describes. It panics if the cluster
// did not pass Parse. Cost: as for building the topology, plus O(nodes) if there
// are groups.
func (c *Cluster) Machine() *cluster.Machine {
	t := c.topology()
	m := cluster.NewMachine(t, c.Node)
	m.SetWithin(c.Within)
	m.SetNames(c.Resources)
	for _, g := range slices.Concat(c.slotGroups(t), c.Groups) {
		for _, run := range g.Nodes {
			m.SetGroup(run.First, run.Last, g.Spec)
		}
	}
	return m
}

// topology returns the topology of a cluster that passed Parse.
func (c *Cluster) topology() topology.Topology {
	if c.built != nil {
		return c.built
	}
	t, err := c.Topology.build()
	if err != nil {
		panic(fmt.Sprintf("scenario: a shape that was checked cannot be built: %v", err))
	}
	return t
}

func (t *Shape) build() (topology.Topology, error) { return kindOf(t.Kind).build(t) }

// graphLinks returns the directed links of a graph. A cable with Both set gives two
// links, one in each direction.
func (t *Shape) graphLinks() []topology.GraphLink {
	device := func(e End) topology.DeviceID {
		if e.Switch {
			return topology.DeviceID(e.Number)
		}
		return topology.DeviceID(int32(t.Switches) + e.Number)
	}
	var out []topology.GraphLink
	for i := range t.Cables {
		c := &t.Cables[i]
		link := topology.GraphLink{From: device(c.From), To: device(c.To), Weight: c.Weight, Bandwidth: c.Bandwidth}
		out = append(out, link)
		if c.Both {
			link.From, link.To = link.To, link.From
			out = append(out, link)
		}
	}
	return out
}

// State returns the free part of a machine, as f describes it. If f is nil, the
// whole machine is free. Nodes that f does not list are completely occupied. On a
// partly free node, only cores are occupied, and all memory and GPUs stay free.
func (f *FreeNodes) State(m *cluster.Machine) *cluster.Free {
	free := cluster.NewFree(m)
	if f == nil {
		return free
	}
	next := topology.NodeID(0)
	whole := workload.Request{Nodes: 1}
	core := workload.Request{Tasks: 1, PerTask: workload.Resources{workload.Cores: 1}}
	take := func(r *workload.Request, first, last topology.NodeID, tasks int32) {
		if first <= last && tasks > 0 {
			free.Take(r, cluster.Placement{{First: first, Last: last, Tasks: tasks}})
		}
	}
	for _, run := range f.Nodes {
		take(&whole, next, run.First-1, 1)
		for n := run.First; n <= run.Last && !f.Whole; n++ {
			take(&core, n, n, int32(m.Spec(n).Resources[workload.Cores])-run.Tasks)
		}
		next = run.Last + 1
	}
	take(&whole, next, topology.NodeID(m.NumNodes()-1), 1)
	return free
}

// conf reads the text of a topology.conf or topology.yaml.
func (p *parser) conf(v jsondoc.Ref, t *Shape) {
	if p.Kind(v) != '"' {
		p.Wrong(v, p.Is(v)+", not text", "", "write the text of topology.conf in double quotes, with \\n at the ends of lines")
		return
	}
	t.Conf = strings.Clone(p.Text(v))
	m, err := slurm.ParseNamed(t.Conf, t.Use, min(2*p.widest, topology.MaxNodes)) // one name for each node, and as many for switches
	var wrong slurm.Errors
	switch {
	case errors.As(err, &wrong):
		for _, e := range wrong {
			problem, fix, _ := strings.Cut(e.String(), "; ")
			p.Add(jsondoc.Error{Place: p.Path(v), Problem: "conf " + problem, Fix: fix})
		}
	case err != nil:
		p.Add(jsondoc.Error{Place: p.Path(v), Problem: "conf " + err.Error()})
	default:
		t.Nodes, p.s.Cluster.built = m.Topology.NumNodes(), m.Topology
	}
}

// Notices returns remarks for people about those parts of the scenario that Hopyard
// does not use.
func (s *Scenario) Notices() []string {
	var out []string
	if s.Cluster.Topology.Kind == "slurm" {
		m, _ := slurm.ParseNamed(s.Cluster.Topology.Conf, s.Cluster.Topology.Use, topology.MaxNodes)
		for _, n := range m.Notices {
			out = append(out, fmt.Sprintf("cluster.topology.conf: %v", n))
		}
	}
	return out
}
