package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario/schema"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
)

// topologyKind describes a kind of topology by its texts for people, its name in
// errors, and the function that builds the topology from a shape.
type topologyKind struct {
	Name
	of    string
	sized bool // whether "nodes" is its only field; otherwise shapeTable lists the fields
	build func(t *Shape) (topology.Topology, error)
}

// topologies are the kinds of topology in the order of scenarios/README.md,
// "Names".
var topologies = [...]topologyKind{
	{Name{Name: "flat", Title: "Flat machine", About: "No network: every two nodes are one link apart.", Source: "The machine of most scheduling papers, where only the number of nodes counts; SOURCES.md TOPO.1"}, "a flat topology", true, func(t *Shape) (topology.Topology, error) { return topology.NewFlat(t.Nodes) }},
	{Name{Name: "star", Title: "Star", About: "All nodes around one switch.", Source: "S4; SOURCES.md TOPO.1"}, "a star", true, func(t *Shape) (topology.Topology, error) { return topology.NewStar(t.Nodes) }},
	{Name{Name: "fat-tree", Title: "Fat tree", About: "Levels of switches with the nodes below the leaf switches.", Source: "S0, figure 1; SOURCES.md TOPO.2"}, "a fat tree", false, func(t *Shape) (topology.Topology, error) {
		build := func() (topology.FatTree, error) { return topology.NewFatTree(t.Levels, t.Width) }
		if t.Down != nil {
			build = func() (topology.FatTree, error) { return topology.NewPGFT(t.Down, t.Up, t.Links) }
		}
		made, err := build()
		if err != nil {
			return nil, err
		}
		return made.Labelled(t.Labels)
	}},
	{Name{Name: "torus", Title: "Torus", About: "A grid whose ends are joined; every node holds its router.", Source: "S4; SOURCES.md TOPO.3"}, "a torus", false, func(t *Shape) (topology.Topology, error) { return topology.NewTorus(t.Dims...) }},
	{Name{Name: "mesh", Title: "Mesh", About: "A grid with open ends; every node holds its router.", Source: "SOURCES.md TOPO.3"}, "a mesh", false, func(t *Shape) (topology.Topology, error) { return topology.NewMesh(t.Dims...) }},
	{Name{Name: "hypercube", Title: "Hypercube", About: "Nodes are neighbours if their numbers differ in one bit.", Source: "Standard; SOURCES.md TOPO.4"}, "a hypercube", false, func(t *Shape) (topology.Topology, error) { return topology.NewHypercube(t.Dims[0]) }},
	{Name{Name: "dragonfly", Title: "Dragonfly", About: "Groups of routers, each two groups joined by a link.", Source: "Kim, Dally, Scott and Abts 2008; SOURCES.md TOPO.5"}, "a dragonfly", false, func(t *Shape) (topology.Topology, error) { return topology.NewDragonfly(t.Groups, t.Routers, t.Nodes) }},
	{Name{Name: "graph", Title: "Graph", About: "Nodes, switches and links as listed.", Source: "S4: a weighted directed graph with switches; SOURCES.md TOPO.6"}, "a graph", false, func(t *Shape) (topology.Topology, error) {
		g, err := topology.NewGraph(t.Nodes, t.Switches, t.graphLinks())
		if err != nil {
			return nil, err
		}
		g.SetPairs(t.Pairs)
		return g, nil
	}},
	{Name{Name: "slurm", Title: "Slurm's topology.conf", About: "A machine as Slurm describes it.", Source: "Slurm, topology/tree; SOURCES.md TOPO.7"}, "a machine of Slurm's", false, func(t *Shape) (topology.Topology, error) {
		m, err := slurm.ParseNamed(t.Conf, t.Use, topology.MaxNodes)
		return m.Topology, err
	}},
	{Name{Name: "levels", Title: "Named levels", About: "Nodes with labels, such as block and rack, that say where they are.", Source: "Kueue, topology-aware scheduling; SOURCES.md TOPO.12"}, "a machine with named levels", false, (*Shape).buildLevels},
}

// kindOf returns the table entry of a kind, or the first entry for an unknown name.
func kindOf(name string) *topologyKind {
	for i := range topologies {
		if topologies[i].Name.Name == name {
			return &topologies[i]
		}
	}
	return &topologies[0]
}

// sized returns the names of the kinds whose only field is "nodes", each followed
// by a space.
func sized() (names string) {
	for i := range topologies {
		if topologies[i].sized {
			names += topologies[i].Name.Name + " "
		}
	}
	return names
}

// shapeTable returns the table of fields for a topology of the given kind. It
// contains only the fields of that kind.
func shapeTable(kind string, t *Shape) *table {
	all := newTable("", 19)
	named(all, "kind", nil, Topologies).Always().Must().Writes(func(w *writer, _ any) { w.Text(t.Kind) })
	all.Integer("groups", &t.Groups, 1, topology.MaxNodes).Always().Must().Only("dragonfly")
	all.Integer("routers", &t.Routers, 1, topology.MaxNodes).Always().Must().Only("dragonfly")
	all.Integer("nodes", &t.Nodes, 1, topology.MaxNodes).Always().Must().Only(sized() + "dragonfly graph")
	all.Integer("switches", &t.Switches, 0, topology.MaxNodes).Always().Only("graph")
	all.Integer("levels", &t.Levels, 1, MaxLevels).Only("fat-tree")
	all.Integer("width", &t.Width, 1, topology.MaxNodes).Only("fat-tree")
	all.List("down", schema.Wholes, (*sidesValue)(&t.Down), 1, topology.MaxNodes, MaxLevels, "levels").Example("the children on each level, from the leaves, as in [4, 4, 4]").Only("fat-tree")
	all.List("up", schema.Wholes, (*sidesValue)(&t.Up), 1, topology.MaxNodes, MaxLevels, "levels").Example("the parents on each level, from the leaves, as in [1, 2, 2]").Only("fat-tree")
	all.List("links", schema.Wholes, (*sidesValue)(&t.Links), 1, topology.MaxNodes, MaxLevels, "levels").Example("the cables to each parent by level, as in [1, 1, 1]").Only("fat-tree")
	all.OneOf("labels", (*uint8)(&t.Labels), []string{"places", "paths"}).Only("fat-tree")
	all.List("dims", schema.Wholes, (*sidesValue)(&t.Dims), 1, topology.MaxNodes, MaxDims, "dimensions").Example("the nodes along each dimension, as in [8, 8]").Must().Only("torus mesh")
	all.Integer("dims", nil, 1, MaxCube).Always().Must().Only("hypercube").
		Reads(func(p *parser, v jsondoc.Ref) { p.dimensions(v, t) }).
		Writes(func(w *writer, _ any) { w.Number(int64(t.Dims[0])) })
	all.Add("links", schema.List, nil, 0, MaxCables).Always().Must().Only("graph").
		Reads(func(p *parser, v jsondoc.Ref) { p.cables(v, t) }).
		Writes(func(w *writer, _ any) { w.cables(t.Cables) })
	all.OneOf("pairs", (*uint8)(&t.Pairs), []string{"larger", "sum"}).Only("graph")
	label(all, "use", &t.Use).Only("slurm") // read before conf, which it applies to
	all.Add("conf", schema.Text, nil, 0, MaxBytes).Always().Must().Only("slurm").
		Reads(func(p *parser, v jsondoc.Ref) { p.conf(v, t) }).
		Writes(func(w *writer, _ any) { w.Text(t.Conf) })
	all.Add("levels", schema.Other, nil, 0, 0).Always().Must().Only("levels").
		Reads(func(p *parser, v jsondoc.Ref) { p.levelNames(v, t) }).
		Writes(func(w *writer, _ any) { w.List(len(t.LevelNames), func(i int) { w.Text(t.LevelNames[i]) }) })
	all.Add("nodes", schema.List, nil, 0, topology.MaxNodes).Always().Must().Only("levels").
		Reads(func(p *parser, v jsondoc.Ref) { p.levelNodes(v, t) }).
		Writes(func(w *writer, _ any) { w.levelNodes(t) })
	k, own := kindOf(kind), all.Rows[:1]
	for i := range all.Rows {
		if strings.Contains(all.Rows[i].Alone, kind) && i > 0 { // a substring test is enough, because no name of a kind is part of another name
			own = append(own, all.Rows[i])
		}
	}
	all.Rows, all.Of = own, k.of
	return all
}

var usualCable = Cable{Weight: 1}

func cableTable(c *Cable) *table {
	t := newTable("a link", 5)
	t.Add("from", schema.Text, nil, 0, MaxName).Always().Must().Writes(func(w *writer, _ any) { w.Text(c.From.String()) })
	t.Add("to", schema.Text, nil, 0, MaxName).Always().Must().Writes(func(w *writer, _ any) { w.Text(c.To.String()) })
	t.Integer("weight", &c.Weight, 1, topology.MaxNodes)
	t.Add("bandwidth", schema.Bytes, &c.Bandwidth, 1, MaxRate)
	t.Truth("both", &c.Both)
	return t
}

func (p *parser) topology(v jsondoc.Ref) {
	if !p.IsObject(v, "a topology") {
		return
	}
	kind := jsondoc.Ref(0)
	for k, val := range p.Members(v) {
		if p.Text(k) == "kind" {
			kind = val
			break
		}
	}
	if kind == 0 {
		p.Add(jsondoc.Error{Place: p.Path(v) + ".kind", Problem: "kind is missing", Fix: "write one of " + strings.Join(namesIn(Topologies()), ", ")})
		return
	}
	t := &p.s.Cluster.Topology
	before := p.Count()
	if p.oneOf(kind, namesIn(Topologies()), &t.Kind); p.Count() > before {
		return
	}
	s := shapeTable(t.Kind, t)
	g := s.Places(p, v)
	wanted := s.Names()[1:]
	if t.Kind == "fat-tree" {
		wanted = append(p.treeForm(g), "labels")
	}
	for _, name := range wanted {
		switch at := g.At(name); {
		case at != 0:
			s.Row(name).Take(p, at)
		case p.Count() == before && (s.Row(name).Required || t.Kind == "fat-tree" && name != "labels"): // treeForm lists what a fat tree needs
			p.Missing(v, name, s.Of, "a "+t.Kind+" takes "+strings.Join(wanted, " and "))
		}
	}
	if p.Count() == before {
		p.shapeWhole(v, t)
	}
}

// treeForm returns the names of the fields that a fat tree must have. If the text
// gives at least one of down, up and links (SimGrid's form), these are the given
// ones and, in any case, down. Otherwise they are levels and width.
func (p *parser) treeForm(g given) []string {
	general := []string{"down", "up", "links"}
	given := slices.DeleteFunc(general, func(f string) bool { return g.At(f) == 0 })
	if len(given) == 0 {
		return []string{"levels", "width"}
	}
	for _, plain := range [...]string{"levels", "width"} {
		if at := g.At(plain); at != 0 {
			p.Wrong(at, "cannot be combined with "+given[0], "", "describe a fat tree by levels and width, or by down, up and links")
		}
	}
	if g.At("down") == 0 {
		given = append(given, "down")
	}
	return given
}

// dimensions reads the number of dimensions of a hypercube.
func (p *parser) dimensions(v jsondoc.Ref, t *Shape) {
	n, _ := p.Integer(v, 1, MaxCube)
	t.Dims = []int{int(n)}
}

// sides reads a list of whole numbers, each at least 1, such as the sides of a
// torus.
func (p *parser) sides(v jsondoc.Ref, most int, of, example string) []int {
	if !p.List(v, most, of) {
		return nil
	}
	var out []int
	for _, e := range p.Elements(v) {
		side, _ := p.Integer(e, 1, topology.MaxNodes)
		out = append(out, int(side))
	}
	if len(out) == 0 {
		p.Wrong(v, "is empty", "1", "write "+example)
	}
	return out
}

// shapeWhole checks a shape as a whole. It checks the size before it builds the
// topology, so that it never builds one that is too large.
func (p *parser) shapeWhole(v jsondoc.Ref, t *Shape) {
	n := 1
	for _, side := range slices.Concat(t.downs(), t.Dims, []int{max(t.Groups, 1), max(t.Routers, 1), max(t.Nodes, 1)}) {
		if n *= side; n > topology.MaxNodes && t.Kind != "hypercube" {
			p.Wrong(v, fmt.Sprintf("has more than %d nodes", topology.MaxNodes), fmt.Sprint(topology.MaxNodes), "make it smaller")
			return
		}
	}
	if n = t.NumNodes(); n > p.widest {
		p.Add(*tooWide(n))
		return
	}
	if t.Kind == "fat-tree" && t.Down != nil {
		for _, list := range [...]*[]int{&t.Up, &t.Links} {
			if *list == nil {
				*list = slices.Repeat([]int{1}, len(t.Down))
			}
		}
	}
	if p.s.Cluster.built != nil {
		return // reading the text of topology.conf has already built it
	}
	built, err := t.build()
	if err == nil {
		p.s.Cluster.built = built
		return
	}
	var faults topology.GraphError
	if errors.As(err, &faults) {
		p.graphFaults(v, t, faults)
		return
	}
	because, fix, _ := strings.Cut(strings.TrimPrefix(err.Error(), topology.ErrShape.Error()+": "), "; ")
	p.Wrong(v, "is impossible: "+because, "", fix)
}

// graphFaults notes the errors of a graph. Each error gets the position of the
// entry in the list of links that caused it.
func (p *parser) graphFaults(v jsondoc.Ref, t *Shape, faults topology.GraphError) {
	last := jsondoc.Error{}
	for _, f := range faults {
		problem, fix, _ := strings.Cut(f.Problem, "; ")
		e := jsondoc.Error{Place: p.Path(v), Problem: "topology " + problem, Fix: fix}
		if f.Link >= 0 {
			e.Place = fmt.Sprintf("%s.links[%d]", e.Place, t.cableOf(f.Link))
			e.Problem = problem
		}
		if f.As >= 0 {
			e.Problem = fmt.Sprintf("like links[%d], it %s", t.cableOf(f.As), problem)
		}
		if e != last { // a cable with Both set produces the same error twice
			p.Add(e)
		}
		last = e
	}
}

// cableOf returns the index of the cable that contains the directed link with the
// given index.
func (t *Shape) cableOf(link int) int {
	for i := range t.Cables {
		if link--; t.Cables[i].Both {
			link--
		}
		if link < 0 {
			return i
		}
	}
	return len(t.Cables) - 1
}

// cables reads the links of a graph.
func (p *parser) cables(v jsondoc.Ref, t *Shape) {
	if !p.List(v, MaxCables, "links") {
		return
	}
	var c Cable
	fields := cableTable(&c)
	for _, e := range p.Elements(v) {
		c = usualCable
		g := fields.Read(p, e)
		from, to := g.At("from"), g.At("to")
		if from != 0 {
			c.From = p.end(from, t)
		}
		if to != 0 {
			c.To = p.end(to, t)
		}
		if g.OK && (from == 0 || to == 0) {
			p.Wrong(e, "lacks from or to", "", `name both ends, as in {"from": "n0", "to": "s0"}`)
		}
		t.Cables = append(t.Cables, c)
	}
}

// end reads the name of a node or switch, such as "n0" or "s0".
func (p *parser) end(v jsondoc.Ref, t *Shape) End {
	text := ""
	if p.Kind(v) == '"' {
		text = p.Text(v)
	}
	if len(text) > 1 && (text[0] == 'n' || text[0] == 's') {
		if n, ok := wholeNumber(text[1:]); ok {
			e := End{text[0] == 's', n}
			if have := e.of(t); int(n) >= have {
				p.Wrong(v, fmt.Sprintf("is not one of the %d that exist", have), fmt.Sprint(have-1), "add it, or name another")
			}
			return e
		}
	}
	p.Wrong(v, "is neither a node nor a switch", "", `write "n0" for node 0, "s0" for switch 0`)
	return End{}
}

// of returns the number of switches in the shape if the end is a switch, and the
// number of nodes if it is a node.
func (e End) of(t *Shape) int {
	if e.Switch {
		return t.Switches
	}
	return t.Nodes
}

// wholeNumber reads a number that consists of decimal digits only. It reports false
// if there are other characters, or if the number is too large.
func wholeNumber(text string) (int32, bool) {
	n := int32(0)
	for _, c := range []byte(text) {
		if c < '0' || c > '9' || n > topology.MaxNodes {
			return 0, false
		}
		n = 10*n + int32(c-'0')
	}
	return n, true
}

func (w *writer) cables(cables []Cable) {
	var c Cable
	fields, usual := cableTable(&c), cableTable(&usualCable)
	w.Lines('[', ']', len(cables), func(i int) {
		c = cables[i]
		fields.Write(w, usual)
	})
}

func (w *writer) sides(sides []int) {
	w.List(len(sides), func(i int) { w.Number(int64(sides[i])) })
}

// String returns "n0" for node 0 and "s0" for switch 0.
func (e End) String() string {
	if e.Switch {
		return "s" + strconv.Itoa(int(e.Number))
	}
	return "n" + strconv.Itoa(int(e.Number))
}
