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
		j := &draft{s: s}
		fields, usual := jobTable(j), jobTable(&usualJob)
		w.lines('[', ']', len(s.Jobs), func(i int) {
			j.Job = s.Jobs[i]
			fields.write(w, usual)
		})
	}
	w.tail(s)
	return w.out
}

// header writes what stands before the jobs, without the closing brace.
func (w *writer) header(s *Scenario) {
	w.names = s.Cluster.Resources
	w.raw("{")
	w.field("hopyard").number(Version)
	all, usual := scenarioTable(s), scenarioTable(&usualScenario)
	for i := range all.fields {
		if f := &all.fields[i]; f.shown(&usual.fields[i]) {
			w.field(f.name)
			f.put(w, &usual.fields[i])
		}
	}
	w.field("cluster")
	w.cluster(&s.Cluster)
	switch {
	case s.SWF != "":
		w.field("workload").raw("{").member("swf", true).text(s.SWF)
		w.raw("}")
	case s.Model != nil:
		w.field("workload")
		modelTable(&drawing{s.Model, &s.Fill}).write(w, modelTable(&drawing{&workload.Lublin{}, &Fill{}}))
	}
}

// tail writes what stands behind the jobs.
func (w *writer) tail(s *Scenario) {
	if s.Network != usualNetwork {
		w.field("network")
		w.network(&s.Network)
	}
	w.field("scheduler")
	schedulerTable(&s.Scheduler).write(w, schedulerTable(usualScheduler()))
	if s.Allotments != nil {
		w.field("allotments")
		allotmentsTable(s.Allotments).write(w, allotmentsTable(&usualAllotments))
	}
	if len(s.Limits) > 0 {
		w.field("limits")
		w.limits(s.Limits)
	}
	if len(s.Queues) > 0 {
		w.field("queues")
		w.queues(s.Queues)
	}
	if s.Faults != nil {
		w.field("faults")
		faultsTable(s.Faults).write(w, faultsTable(&Faults{}))
	}
	if s.Free != nil {
		w.field("free")
		w.free(s.Free)
	}
	w.newline()
	w.raw("}")
	w.newline()
}

func (w *writer) cluster(c *Cluster) {
	in, deeper := "\n    ", "\n      "
	if w.lean {
		in, deeper = "", ""
	}
	w.raw("{"+in).member("topology", true)
	shape := shapeTable(c.Topology.Kind, &c.Topology)
	shape.write(w, shapeTable(c.Topology.Kind, &Shape{}))
	node := &Group{Spec: c.Node}
	if c.Node != usualNode {
		w.raw(","+in).member("node", true)
		nodeTable(node).write(w, nodeTable(&Group{Spec: usualNode}))
	}
	if len(c.Groups) > 0 {
		w.raw(","+in).member("groups", true).raw("[")
		for i := range c.Groups {
			if i > 0 {
				w.raw(",")
			}
			w.raw(deeper)
			groupTable(&c.Groups[i]).write(w, groupTable(node))
		}
		w.raw(in + "]")
	}
	if c.Within != (cluster.Within{}) {
		w.raw(","+in).member("within", true)
		withinTable(&c.Within).write(w, withinTable(&cluster.Within{}))
	}
	if !w.lean {
		w.raw("\n  ")
	}
	w.raw("}")
}
