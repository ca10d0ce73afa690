package scenario

import (
	"fmt"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/scenario/schema"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

func clusterTable(c *Cluster) *table {
	t := newTable("a cluster", 4)
	t.Add("topology", schema.Other, nil, 0, 0)
	t.Add("node", schema.Other, nil, 0, 0)
	t.Add("groups", schema.List, nil, 0, MaxGroups)
	t.Object("within", &c.Within, func() *table { return withinTable(&c.Within) })
	return t
}

// groupTable returns the table of fields for a group of nodes. The table for
// cluster.node has the same fields, but without the field "nodes".
func groupTable(g *NodeGroup) *table {
	r := &g.Spec.Resources
	t := newTable("a group", 9)
	t.Add("nodes", schema.Nodes, nil, 0, 0).Always().Must().Writes(func(w *writer, _ any) { w.Text(g.Nodes.String()) })
	t.Integer("cores", &r[workload.Cores], 1, MaxCores)
	t.Integer("sockets", &g.Spec.Sockets, 1, MaxCores)
	t.Number("speed", &g.Spec.Speed, 1, MaxSpeed, "reference cores")
	t.Integer("memory", &r[workload.Memory], 0, MaxMiB)
	t.Integer("disk", &r[workload.Disk], 0, MaxMiB)
	t.Integer("gpus", &r[workload.GPUs], 0, MaxCores)
	t.Add("resources", schema.Map, (*ownValue)(r), 0, MaxNamed).Unit("nodes")
	t.Object("power", &g.Spec.Power, func() *table { return wattsTable(&g.Spec.Power) })
	return t
}

func nodeTable(g *NodeGroup) *table {
	t := groupTable(g)
	t.Of, t.Rows = "a node", t.Rows[1:]
	return t
}

var usualNode = cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Sockets: 1, Speed: 1000}

// amount describes a field for an amount of one of the resources that the cluster
// defines itself.
var amount = field{Kind: schema.Whole, Max: MaxOwn}

func withinTable(w *cluster.OnNodeDistance) *table {
	t := newTable("distances within a node", 2)
	t.Integer("core", &w.Core, 0, MaxWithin).Always()
	t.Integer("socket", &w.Socket, 0, MaxWithin).Always()
	return t
}

func (p *parser) cluster(v jsondoc.Ref) {
	if v == 0 {
		p.noCluster = true
		p.Add(jsondoc.Error{Place: "cluster", Problem: "cluster is missing", Fix: `write "cluster": {"topology": {"kind": "flat", "nodes": 16}}`})
		return
	}
	before := p.Count()
	c := &p.s.Cluster
	if g := clusterTable(c).Read(p, v); g.OK {
		switch t := g.At("topology"); t {
		case 0:
			p.Add(jsondoc.Error{Place: p.Path(v) + ".topology", Problem: "topology is missing", Fix: `write "topology": {"kind": "flat", "nodes": 16}`})
		default:
			p.topology(t)
		}
		p.ownNames(g.At("node"), g.At("groups"))
		if n := g.At("node"); n != 0 {
			node := NodeGroup{Spec: c.Node}
			p.spec(n, nodeTable(&node), &node)
			c.Node = node.Spec
		}
		if groups := g.At("groups"); groups != 0 && p.Count() == before {
			p.groups(groups)
		}
	}
	p.noCluster = p.Count() > before
}

// spec reads the resources of a node or group. Fields that are left out keep their
// values.
func (p *parser) spec(v jsondoc.Ref, fields *table, to *NodeGroup) given {
	before := p.Count()
	g := fields.Read(p, v)
	if cores := to.Spec.Resources[workload.Cores]; p.Count() == before && int64(to.Spec.Sockets) > cores {
		p.Add(jsondoc.Error{
			Place: p.Path(v) + ".sockets", Value: fmt.Sprint(to.Spec.Sockets), Limit: fmt.Sprint(cores),
			Problem: fmt.Sprintf("sockets %d is more than the cores of the node (%d)", to.Spec.Sockets, cores),
			Fix:     "give every socket a core",
		})
	}
	if at := g.At("power"); at != 0 && p.Count() == before {
		p.checkWatts(v, &to.Spec.Power)
	}
	return g
}

// groups reads the groups of nodes. A field that a group leaves out takes its value
// from cluster.node.
func (p *parser) groups(v jsondoc.Ref) {
	if !p.List(v, MaxGroups, "groups") {
		return
	}
	if slices.ContainsFunc(p.s.Cluster.Topology.LevelNodes, func(n LevelNodes) bool { return n.Slots > 0 }) {
		p.Wrong(v, "cannot be combined with slots of the topology's nodes", "", `write cores in the groups, as in {"nodes": "n000", "cores": 4}, in place of slots`)
		return
	}
	owner := make([]uint16, p.s.Cluster.Topology.NumNodes()) // 1 + index of the node's group, or 0
	ranges := 0
	for i, e := range p.Elements(v) {
		g := NodeGroup{Spec: p.s.Cluster.Node}
		read := p.spec(e, groupTable(&g), &g)
		list := read.At("nodes")
		if list == 0 {
			if read.OK {
				p.Missing(e, "nodes", "a group", `write "nodes": "0-3,8"`)
			}
			continue
		}
		var ok bool
		if g.Nodes, ok = p.nodeList(list); !ok {
			continue
		}
		if ranges += len(g.Nodes); ranges > MaxRanges {
			p.Wrong(list, fmt.Sprintf("brings the ranges of all groups to %d, more than %d", ranges, MaxRanges), fmt.Sprint(MaxRanges), "use longer ranges")
			return
		}
		if node, other, ok := claim(owner, g.Nodes, uint16(i+1)); !ok {
			p.Wrong(list, fmt.Sprintf("names node %d, which is already in groups[%d]", node, other-1), "", "remove it from one of the groups")
			continue
		}
		p.s.Cluster.Groups = append(p.s.Cluster.Groups, g)
	}
}

// claim assigns the nodes to a group. If one of the nodes already has a group,
// claim returns the first such node, its group, and false.
func claim(owner []uint16, nodes cluster.Placement, group uint16) (topology.NodeID, uint16, bool) {
	for n := range nodes.All {
		if owner[n] != 0 {
			return n, owner[n], false
		}
		owner[n] = group
	}
	return 0, 0, true
}

// nodeList reads a list of nodes of the cluster.
func (p *parser) nodeList(v jsondoc.Ref) (cluster.Placement, bool) {
	if p.Kind(v) != '"' {
		p.Wrong(v, p.Is(v)+", not a node list", "", `write it in double quotes, as in "0-3,8"`)
		return nil, false
	}
	n := p.s.Cluster.Topology.NumNodes()
	list, err := p.s.Cluster.nodes(p.Text(v))
	if err != nil {
		p.Wrong(v, err.Error(), fmt.Sprint(n-1), "")
		return nil, false
	}
	return list, true
}
