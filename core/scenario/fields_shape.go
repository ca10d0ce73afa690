package scenario

import (
	"strings"

	"hopyard/core/topology"
)

// shapeOf is what errors call the kinds of topology, in the order of their names.
var shapeOf = [len(topologies)]string{
	"a flat topology", "a star", "a fat tree", "a torus", "a mesh", "a hypercube", "a dragonfly", "a graph", "a machine of Slurm's",
}

// shapeTable is the topology of a kind: those fields that it has.
func shapeTable(kind string, t *Shape) *table {
	all := newTable("", 14)
	all.named("kind", nil, Topologies).always().must().writes(func(w *writer, _ any) { w.text(t.Kind) })
	all.integer("groups", &t.Groups, 1, topology.MaxNodes).always().must().only("dragonfly")
	all.integer("routers", &t.Routers, 1, topology.MaxNodes).always().must().only("dragonfly")
	all.integer("nodes", &t.Nodes, 1, topology.MaxNodes).always().must().only("flat star dragonfly graph")
	all.integer("switches", &t.Switches, 0, topology.MaxNodes).always().only("graph")
	all.integer("levels", &t.Levels, 1, MaxLevels).only("fat-tree")
	all.integer("width", &t.Width, 1, topology.MaxNodes).only("fat-tree")
	all.list("down", Wholes, &t.Down, 1, topology.MaxNodes, MaxLevels, "levels").example("the children on each level, from the leaves, as in [4, 4, 4]").only("fat-tree")
	all.list("up", Wholes, &t.Up, 1, topology.MaxNodes, MaxLevels, "levels").example("the parents on each level, from the leaves, as in [1, 2, 2]").only("fat-tree")
	all.list("links", Wholes, &t.Links, 1, topology.MaxNodes, MaxLevels, "levels").example("the cables to each parent by level, as in [1, 1, 1]").only("fat-tree")
	all.list("dims", Wholes, &t.Dims, 1, topology.MaxNodes, MaxDims, "dimensions").example("the nodes along each dimension, as in [8, 8]").must().only("torus mesh")
	all.integer("dims", nil, 1, MaxCube).always().must().only("hypercube").
		reads(func(p *parser, v ref) { p.dimensions(v, t) }).
		writes(func(w *writer, _ any) { w.number(int64(t.Dims[0])) })
	all.add("links", List, nil, 0, MaxCables).always().must().only("graph").
		reads(func(p *parser, v ref) { p.cables(v, t) }).
		writes(func(w *writer, _ any) { w.cables(t.Cables) })
	all.add("conf", Text, nil, 0, MaxBytes).always().must().only("slurm").
		reads(func(p *parser, v ref) { p.conf(v, t) }).
		writes(func(w *writer, _ any) { w.text(t.Conf) })
	own := all.fields[:1]
	for i := range all.fields {
		if strings.Contains(all.fields[i].alone, kind) && i > 0 { // no kind is part of another's name
			own = append(own, all.fields[i])
		}
	}
	all.fields = own
	for i := range topologies {
		if topologies[i].Name == kind {
			all.of = shapeOf[i]
		}
	}
	return all
}

var usualCable = Cable{Weight: 1}

func cableTable(c *Cable) *table {
	t := newTable("a link", 5)
	t.add("from", Text, nil, 0, MaxName).always().must().writes(func(w *writer, _ any) { w.text(c.From.String()) })
	t.add("to", Text, nil, 0, MaxName).always().must().writes(func(w *writer, _ any) { w.text(c.To.String()) })
	t.integer("weight", &c.Weight, 1, topology.MaxNodes)
	t.bytes("bandwidth", &c.Bandwidth)
	t.truth("both", &c.Both)
	return t
}
