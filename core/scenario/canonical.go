package scenario

import (
	"hopyard/core/cluster"
	"hopyard/core/workload"
)

// Canonical is the scenario as JSON in its one normal form: fields in a fixed
// order, defaults left out (except id, submit, queue: what people look for),
// node lists sorted, one job a line. Parse of it gives an equal scenario, and
// equal scenarios give equal text. Cost: O(jobs + nodes).
func (s *Scenario) Canonical() []byte {
	w := &writer{out: make([]byte, 0, 512+128*len(s.Jobs))}
	w.header(s)
	if s.SWF == "" && s.Model == nil {
		w.field("jobs")
		w.lines('[', ']', len(s.Jobs), func(i int) { w.job(s, &s.Jobs[i]) })
	}
	w.tail(s)
	return w.out
}

// header writes what stands before the jobs, without the closing brace.
func (w *writer) header(s *Scenario) {
	w.raw("{")
	w.field("hopyard").number(Version)
	if s.Title != "" {
		w.field("title").text(s.Title)
	}
	if s.About != "" {
		w.field("about").text(s.About)
	}
	if len(s.Goals) > 0 {
		w.field("goals")
		w.lines('[', ']', len(s.Goals), func(i int) { w.text(s.Goals[i]) })
	}
	if s.Seed != 1 {
		w.field("seed").number(s.Seed)
	}
	w.field("cluster")
	w.cluster(&s.Cluster)
	switch {
	case s.SWF != "":
		w.field("workload").raw("{").member("swf", true).text(s.SWF)
		w.raw("}")
	case s.Model != nil:
		w.field("workload")
		w.model(s.Model, &s.Fill)
	}
}

// tail writes what stands behind the jobs.
func (w *writer) tail(s *Scenario) {
	if s.Network != defaultNetwork() {
		w.field("network")
		w.network(&s.Network)
	}
	w.field("scheduler")
	w.scheduler(&s.Scheduler, s.Cluster.Resources)
	w.blocks(s)
	if s.Free != nil {
		w.field("free")
		w.free(s.Free)
	}
	w.newline()
	w.raw("}")
	w.newline()
}

func (w *writer) cluster(c *Cluster) {
	in := "\n    "
	if w.lean {
		in = ""
	}
	w.raw("{"+in).member("topology", true)
	w.shape(&c.Topology)
	if c.Node != defaultSpec() {
		w.raw(","+in).member("node", true).raw("{")
		w.spec(c, &c.Node, defaultSpec(), true)
		w.raw("}")
	}
	if len(c.Groups) > 0 {
		w.raw(","+in).member("groups", true).raw("[")
		for i := range c.Groups {
			if i > 0 {
				w.raw(",")
			}
			if !w.lean {
				w.raw("\n      ")
			}
			w.raw("{").member("nodes", true).text(c.Groups[i].Nodes.String())
			w.spec(c, &c.Groups[i].Spec, c.Node, false)
			w.raw("}")
		}
		w.raw(in + "]")
	}
	if c.Within != (cluster.Within{}) {
		w.raw(","+in).member("within", true).raw("{").member("core", true).number(c.Within.Core)
		w.member("socket", false).number(c.Within.Socket).raw("}")
	}
	if !w.lean {
		w.raw("\n  ")
	}
	w.raw("}")
}

// spec writes the fields in which spec differs from the default.
func (w *writer) spec(c *Cluster, spec *cluster.Spec, def cluster.Spec, first bool) {
	field := func(name string, n, usual int64, decimals bool) {
		if n == usual {
			return
		}
		w.member(name, first)
		first = false
		if decimals {
			w.seconds(n)
		} else {
			w.number(n)
		}
	}
	r, d := &spec.Resources, &def.Resources
	field("cores", r[workload.Cores], d[workload.Cores], false)
	field("sockets", int64(spec.Sockets), int64(def.Sockets), false)
	field("speed", spec.Speed, def.Speed, true)
	field("memory", r[workload.Memory], d[workload.Memory], false)
	field("disk", r[workload.Disk], d[workload.Disk], false)
	field("gpus", r[workload.GPUs], d[workload.GPUs], false)
	w.own(c.Resources, r, d, func(name string) {
		w.member(name, first)
		first = false
	})
}

// free writes a node list, or the free cores of each node.
func (w *writer) free(f *Free) {
	if f.Whole {
		w.text(f.Nodes.String())
		return
	}
	w.raw("{")
	for i, run := range f.Nodes {
		w.member(f.Nodes[i:i+1].String(), i == 0).number(int64(run.Tasks))
	}
	w.raw("}")
}
