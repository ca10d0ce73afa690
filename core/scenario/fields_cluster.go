package scenario

import (
	"hopyard/core/cluster"
	"hopyard/core/workload"
)

func clusterTable(c *Cluster) *table {
	t := newTable("a cluster", 4)
	t.add("topology", Other, nil, 0, 0)
	t.add("node", Other, nil, 0, 0)
	t.add("groups", List, nil, 0, MaxGroups)
	t.object("within", &c.Within, func() *table { return withinTable(&c.Within) })
	return t
}

// groupTable is a group of nodes. A node is read as a group is, but for which
// nodes it is of.
func groupTable(g *Group) *table {
	r := &g.Spec.Resources
	t := newTable("a group", 8)
	t.add("nodes", Nodes, nil, 0, 0).always().must().writes(func(w *writer, _ any) { w.text(g.Nodes.String()) })
	t.integer("cores", &r[workload.Cores], 1, MaxCores)
	t.integer("sockets", &g.Spec.Sockets, 1, MaxCores)
	t.number("speed", &g.Spec.Speed, 1, MaxSpeed, "reference cores")
	t.integer("memory", &r[workload.Memory], 0, MaxMiB)
	t.integer("disk", &r[workload.Disk], 0, MaxMiB)
	t.integer("gpus", &r[workload.GPUs], 0, MaxCores)
	t.add("resources", Map, r, 0, MaxNamed).unit("nodes").writes(func(w *writer, usual any) { w.own(r, usual.(*workload.Resources)) })
	return t
}

func nodeTable(g *Group) *table {
	t := groupTable(g)
	t.of, t.fields = "a node", t.fields[1:]
	return t
}

var usualNode = cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Sockets: 1, Speed: 1000}

// amount is how much there is of one of the cluster's own resources.
var amount = field{kind: Whole, max: MaxOwn}

func withinTable(w *cluster.Within) *table {
	t := newTable("distances within a node", 2)
	t.integer("core", &w.Core, 0, MaxWithin).always()
	t.integer("socket", &w.Socket, 0, MaxWithin).always()
	return t
}
