package scenario

import (
	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/workload"
)

// Canonical returns the scenario as JSON in its normal form. Fields have a fixed
// order. Defaults are left out, except for fields that people look for, such as id,
// submit and queue. Node lists are sorted, and each job is on a line of its own.
// Parsing the result gives an equal scenario, and equal scenarios give equal text.
// Cost: O(jobs + nodes).
func (s *Scenario) Canonical() []byte {
	w := &writer{Writer: jsondoc.Writer{Out: make([]byte, 0, 512+128*len(s.Jobs))}}
	w.header(s)
	if s.SWF == "" && s.Model == nil {
		w.Field("jobs")
		j := &draft{s: s}
		fields, usual := jobTable(j), jobTable(&usualJob)
		w.Lines('[', ']', len(s.Jobs), func(i int) {
			j.set(&s.Jobs[i], s.Running[workload.JobID(i)])
			fields.Write(w, usual)
		})
	}
	w.tail(s)
	return w.Out
}

// header writes the part of the scenario before the jobs. It does not write the
// closing brace.
func (w *writer) header(s *Scenario) {
	w.names = s.Cluster.Resources
	w.Raw("{")
	w.Field("hopyard").Number(Version)
	all, usual := scenarioTable(s), scenarioTable(&usualScenario)
	for i := range all.Rows {
		if f := &all.Rows[i]; f.Shown(&usual.Rows[i]) {
			w.Field(f.Name)
			f.Put(w, &usual.Rows[i])
		}
	}
	w.Field("cluster")
	w.cluster(&s.Cluster)
	switch {
	case s.SWF != "":
		w.Field("workload").Raw("{").Member("swf", true).Text(s.SWF)
		w.Raw("}")
	case s.Model != nil:
		w.Field("workload")
		modelTable(&drawing{s.Model, &s.Fill}).Write(w, modelTable(&drawing{&workload.Lublin{}, &Fill{}}))
	}
}

// tail writes the part of the scenario after the jobs.
func (w *writer) tail(s *Scenario) {
	if len(s.Commands) > 0 {
		w.Field("commands")
		w.writeCommands(s.Commands)
	}
	if s.Network != usualNetwork {
		w.Field("network")
		w.network(&s.Network)
	}
	w.Field("scheduler")
	schedulerTable(&s.Scheduler).Write(w, schedulerTable(usualScheduler()))
	if s.Allotments != nil {
		w.Field("allotments")
		allotmentsTable(s.Allotments).Write(w, allotmentsTable(&usualAllotments))
	}
	if len(s.Limits) > 0 {
		w.Field("limits")
		w.limits(s.Limits)
	}
	if len(s.Queues) > 0 {
		w.Field("queues")
		w.queues(s.Queues)
	}
	if len(s.ClusterQueues) > 0 {
		w.Field("cluster_queues")
		w.clusterQueues(s.ClusterQueues)
	}
	if len(s.Cohorts) > 0 {
		w.Field("cohorts")
		w.cohorts(s.Cohorts)
	}
	if s.Slurm != nil {
		w.Field("slurm")
		w.slurm(s.Slurm)
	}
	if s.Faults != nil {
		w.Field("faults")
		faultsTable(s.Faults).Write(w, faultsTable(&Faults{}))
	}
	if s.Power != nil {
		usual := usualPower
		w.Field("power")
		powerTable(s.Power).Write(w, powerTable(&usual))
	}
	if s.Free != nil {
		w.Field("free")
		w.free(s.Free)
	}
	if s.Vary != nil {
		w.Field("vary")
		varyTable(s.Vary).Write(w, varyTable(&Vary{}))
	}
	if s.Altered.Any() {
		w.Field("altered")
		alteredTable(&s.Altered).Write(w, alteredTable(&usualScenario.Altered))
	}
	w.Newline()
	w.Raw("}")
	w.Newline()
}

func (w *writer) cluster(c *Cluster) {
	in, deeper := "\n    ", "\n      "
	if w.Lean {
		in, deeper = "", ""
	}
	w.Raw("{"+in).Member("topology", true)
	shape := shapeTable(c.Topology.Kind, &c.Topology)
	shape.Write(w, shapeTable(c.Topology.Kind, &Shape{}))
	node := &NodeGroup{Spec: c.Node}
	if c.Node != usualNode {
		w.Raw(","+in).Member("node", true)
		nodeTable(node).Write(w, nodeTable(&NodeGroup{Spec: usualNode}))
	}
	if len(c.Groups) > 0 {
		w.Raw(","+in).Member("groups", true).Raw("[")
		for i := range c.Groups {
			if i > 0 {
				w.Raw(",")
			}
			w.Raw(deeper)
			groupTable(&c.Groups[i]).Write(w, groupTable(node))
		}
		w.Raw(in + "]")
	}
	if c.Within != (cluster.OnNodeDistance{}) {
		w.Raw(","+in).Member("within", true)
		withinTable(&c.Within).Write(w, withinTable(&cluster.OnNodeDistance{}))
	}
	if !w.Lean {
		w.Raw("\n  ")
	}
	w.Raw("}")
}
