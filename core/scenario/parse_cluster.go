package scenario

import (
	"fmt"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

var clusterFields = fields{of: "a cluster", names: []string{"topology", "node", "groups", "within"}}

func (p *parser) cluster(v ref) {
	if v == 0 {
		p.noCluster = true
		p.add(Error{Place: "cluster", Problem: "cluster is missing", Fix: `write "cluster": {"topology": {"kind": "flat", "nodes": 16}}`})
		return
	}
	at := map[string]ref{}
	before := p.count()
	if p.object(v, &clusterFields, func(name string, v ref) { at[name] = v }) {
		switch t := at["topology"]; t {
		case 0:
			p.add(Error{Place: p.path(v) + ".topology", Problem: "topology is missing", Fix: `write "topology": {"kind": "flat", "nodes": 16}`})
		default:
			p.topology(t)
		}
		p.ownNames(at["node"], at["groups"])
		if n := at["node"]; n != 0 {
			p.spec(n, &nodeFields, &p.s.Cluster.Node, nil)
		}
		if w := at["within"]; w != 0 {
			p.within(w, &p.s.Cluster.Within)
		}
		if g := at["groups"]; g != 0 && p.count() == before {
			p.groups(g)
		}
	}
	p.noCluster = p.count() > before
}

var (
	specNames   = []string{"cores", "sockets", "speed", "memory", "disk", "gpus", "resources"}
	nodeFields  = fields{of: "a node", names: specNames}
	groupFields = fields{of: "a group", names: append([]string{"nodes"}, specNames...)}
)

// spec reads what a node has. Fields that are not given keep their values.
func (p *parser) spec(v ref, f *fields, spec *cluster.Spec, nodes func(ref)) bool {
	before := p.count()
	p.object(v, f, func(name string, v ref) {
		switch name {
		case "nodes":
			nodes(v)
		case "cores":
			p.amount(v, &spec.Resources[workload.Cores], 1, MaxCores)
		case "sockets":
			n, _ := p.integer(v, 1, MaxCores)
			spec.Sockets = int32(n)
		case "speed":
			spec.Speed, _ = p.thousandths(v, 1, MaxSpeed, "reference cores")
		case "memory":
			p.amount(v, &spec.Resources[workload.Memory], 0, MaxMiB)
		case "disk":
			p.amount(v, &spec.Resources[workload.Disk], 0, MaxMiB)
		case "gpus":
			p.amount(v, &spec.Resources[workload.GPUs], 0, MaxCores)
		case "resources":
			p.amounts(v, true, &spec.Resources)
		}
	})
	if cores := spec.Resources[workload.Cores]; p.count() == before && int64(spec.Sockets) > cores {
		p.add(Error{
			Place: p.path(v) + ".sockets", Value: fmt.Sprint(spec.Sockets), Limit: fmt.Sprint(cores),
			Problem: fmt.Sprintf("sockets %d is more than the node has cores (%d)", spec.Sockets, cores),
			Fix:     "give every socket a core",
		})
	}
	return p.count() == before
}

var withinFields = fields{of: "distances within a node", names: []string{"core", "socket"}}

// within reads how far tasks on one node are apart.
func (p *parser) within(v ref, w *cluster.Within) {
	p.object(v, &withinFields, func(name string, v ref) {
		switch name {
		case "core":
			p.amount(v, &w.Core, 0, MaxWithin)
		case "socket":
			p.amount(v, &w.Socket, 0, MaxWithin)
		}
	})
}

// amount reads a whole number into to.
func (p *parser) amount(v ref, to *int64, lo, hi int64) {
	if n, ok := p.integer(v, lo, hi); ok {
		*to = n
	}
}

// groups reads the nodes that differ, each group beginning from cluster.node.
func (p *parser) groups(v ref) {
	if !p.list(v, MaxGroups, "groups") {
		return
	}
	owner := make([]uint16, p.s.Cluster.Topology.NumNodes()) // 1 + the node's group, or 0
	ranges := 0
	for i, e := range p.elements(v) {
		g := Group{Spec: p.s.Cluster.Node}
		list := ref(0)
		p.spec(e, &groupFields, &g.Spec, func(v ref) { list = v })
		if list == 0 {
			if p.kind(e) == '{' {
				p.add(Error{Place: p.path(e) + ".nodes", Problem: "nodes is missing in a group", Fix: `write "nodes": "0-3,8"`})
			}
			continue
		}
		var ok bool
		if g.Nodes, ok = p.nodeList(list); !ok {
			continue
		}
		if ranges += len(g.Nodes); ranges > MaxRanges {
			p.wrong(list, fmt.Sprintf("brings the ranges of all groups to %d, more than %d", ranges, MaxRanges), fmt.Sprint(MaxRanges), "use longer ranges")
			return
		}
		if node, other, ok := claim(owner, g.Nodes, uint16(i+1)); !ok {
			p.wrong(list, fmt.Sprintf("names node %d, which is in groups[%d] already", node, other-1), "", "take it out of one of the groups")
			continue
		}
		p.s.Cluster.Groups = append(p.s.Cluster.Groups, g)
	}
}

// claim gives the nodes to a group, or returns the first that has one already.
func claim(owner []uint16, nodes cluster.Placement, group uint16) (topology.NodeID, uint16, bool) {
	for n := range nodes.All {
		if owner[n] != 0 {
			return n, owner[n], false
		}
		owner[n] = group
	}
	return 0, 0, true
}

// nodeList reads a list of the cluster's nodes.
func (p *parser) nodeList(v ref) (cluster.Placement, bool) {
	if p.kind(v) != '"' {
		p.wrong(v, p.is(v)+", not a node list", "", `write it in double quotes, as in "0-3,8"`)
		return nil, false
	}
	n := p.s.Cluster.Topology.NumNodes()
	list, err := p.s.Cluster.nodes(p.str(v))
	if err != nil {
		p.wrong(v, err.Error(), fmt.Sprint(n-1), "")
		return nil, false
	}
	return list, true
}

// choice reads a name of a table.
func (r *reader) choice(v ref, names []Name) (string, bool) {
	known := namesIn(names)
	if r.kind(v) != '"' {
		r.wrong(v, r.is(v)+", not a name", "", "write one of "+strings.Join(known, ", "))
		return "", false
	}
	written := r.str(v)
	for i := range names {
		if names[i].Name == written {
			return written, true
		}
	}
	r.wrong(v, "is unknown", "", r.nearest(written, known))
	return "", false
}
