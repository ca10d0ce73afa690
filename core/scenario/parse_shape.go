package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/topology"
)

// shapeFields are the fields of each kind of topology.
var shapeFields = map[string]*fields{
	"flat":      {of: "a flat topology", names: []string{"kind", "nodes"}},
	"star":      {of: "a star", names: []string{"kind", "nodes"}},
	"fat-tree":  {of: "a fat tree", names: []string{"kind", "levels", "width", "down", "up", "links"}},
	"torus":     {of: "a torus", names: []string{"kind", "dims"}},
	"mesh":      {of: "a mesh", names: []string{"kind", "dims"}},
	"hypercube": {of: "a hypercube", names: []string{"kind", "dims"}},
	"dragonfly": {of: "a dragonfly", names: []string{"kind", "groups", "routers", "nodes"}},
	"graph":     {of: "a graph", names: []string{"kind", "nodes", "switches", "links"}},
	"slurm":     {of: "a machine of Slurm's", names: []string{"kind", "conf"}},
}

// mayOmit are the fields of shapes that need not be given.
var mayOmit = []string{"switches"}

func (p *parser) topology(v ref) {
	if p.kind(v) != '{' {
		p.object(v, &fields{of: "a topology"}, nil) // says what it is instead
		return
	}
	kind := ref(0)
	for k, val := range p.members(v) {
		if p.str(k) == "kind" {
			kind = val
			break
		}
	}
	if kind == 0 {
		p.add(Error{Place: p.path(v) + ".kind", Problem: "kind is missing", Fix: "write one of " + strings.Join(namesIn(topologies[:]), ", ")})
		return
	}
	name, ok := p.choice(kind, topologies[:])
	if !ok {
		return
	}
	t := &p.s.Cluster.Topology
	t.Kind = name
	before := p.count()
	at := map[string]ref{}
	p.object(v, shapeFields[name], func(name string, v ref) { at[name] = v })
	wanted := shapeFields[name].names[1:]
	if name == "fat-tree" {
		wanted = p.treeForm(v, at)
	}
	for _, field := range wanted {
		switch {
		case at[field] != 0:
			p.shapeField(t, field, at[field])
		case p.count() == before && !slices.Contains(mayOmit, field):
			p.add(Error{Place: p.path(v) + "." + field, Problem: fmt.Sprintf("%s is missing in %s", field, shapeFields[name].of), Fix: "a " + name + " takes " + strings.Join(wanted, " and ")})
		}
	}
	if p.count() == before {
		p.shapeWhole(v, t)
	}
}

// treeForm is which fields a fat tree must have: levels and width, or SimGrid's
// down, up and links, of which the last two may be left out.
func (p *parser) treeForm(v ref, at map[string]ref) []string {
	general := []string{"down", "up", "links"}
	given := slices.DeleteFunc(general, func(f string) bool { return at[f] == 0 })
	if len(given) == 0 {
		return []string{"levels", "width"}
	}
	for _, plain := range [...]string{"levels", "width"} {
		if at[plain] != 0 {
			p.wrong(at[plain], "is given beside "+given[0], "", "describe a fat tree by levels and width, or by down, up and links")
		}
	}
	if at["down"] == 0 {
		given = append(given, "down")
	}
	return given
}

func (p *parser) shapeField(t *Shape, field string, v ref) {
	number := func(most int64) int { n, _ := p.integer(v, 1, most); return int(n) }
	switch field {
	case "nodes":
		t.Nodes = number(topology.MaxNodes)
	case "levels":
		t.Levels = number(MaxLevels)
	case "width":
		t.Width = number(topology.MaxNodes)
	case "down":
		t.Down = p.sides(v, MaxLevels, "levels", "the children on each level, from the leaves, as in [4, 4, 4]")
	case "up":
		t.Up = p.sides(v, MaxLevels, "levels", "the parents on each level, from the leaves, as in [1, 2, 2]")
	case "links":
		if t.Kind == "graph" {
			p.cables(v, t)
			return
		}
		t.Links = p.sides(v, MaxLevels, "levels", "the cables to each parent by level, as in [1, 1, 1]")
	case "dims":
		if t.Kind == "hypercube" {
			t.Dims = []int{number(MaxCube)}
			return
		}
		t.Dims = p.sides(v, MaxDims, "dimensions", "the nodes along each dimension, as in [8, 8]")
	case "groups":
		t.Groups = number(topology.MaxNodes)
	case "routers":
		t.Routers = number(topology.MaxNodes)
	case "switches":
		n, _ := p.integer(v, 0, topology.MaxNodes)
		t.Switches = int(n)
	case "conf":
		p.conf(v, t)
	}
}

// sides reads a list of numbers from 1.
func (p *parser) sides(v ref, most int, of, example string) []int {
	if !p.list(v, most, of) {
		return nil
	}
	var out []int
	for _, e := range p.elements(v) {
		side, _ := p.integer(e, 1, topology.MaxNodes)
		out = append(out, int(side))
	}
	if len(out) == 0 {
		p.wrong(v, "is empty", "1", "write "+example)
	}
	return out
}

// shapeWhole checks together what was checked one by one, by building it.
func (p *parser) shapeWhole(v ref, t *Shape) {
	n := 1
	for _, side := range slices.Concat(t.downs(), t.Dims, []int{max(t.Groups, 1), max(t.Routers, 1), max(t.Nodes, 1)}) {
		if n *= side; n > topology.MaxNodes && t.Kind != "hypercube" {
			p.wrong(v, fmt.Sprintf("has more than %d nodes", topology.MaxNodes), fmt.Sprint(topology.MaxNodes), "make it smaller")
			return
		}
	}
	if n = t.NumNodes(); n > p.widest {
		p.add(*tooWide(n))
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
		return // reading it was building it
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
	p.wrong(v, "is impossible: "+because, "", fix)
}

// graphFaults tells what is wrong with a graph at the links as they are written.
func (p *parser) graphFaults(v ref, t *Shape, faults topology.GraphError) {
	last := Error{}
	for _, f := range faults {
		problem, fix, _ := strings.Cut(f.Problem, "; ")
		e := Error{Place: p.path(v), Problem: "topology " + problem, Fix: fix}
		if f.Link >= 0 {
			e.Place = fmt.Sprintf("%s.links[%d]", e.Place, t.cableOf(f.Link))
			e.Problem = problem
		}
		if f.As >= 0 {
			e.Problem = fmt.Sprintf("as links[%d] does, it %s", t.cableOf(f.As), problem)
		}
		if e != last { // a cable that goes both ways is wrong both ways
			p.add(e)
		}
		last = e
	}
}

// cableOf is which cable a directed link belongs to.
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

var cableFields = fields{of: "a link", names: []string{"from", "to", "weight", "bandwidth", "both"}}

// cables reads the links of a graph.
func (p *parser) cables(v ref, t *Shape) {
	if !p.list(v, MaxCables, "links") {
		return
	}
	for _, e := range p.elements(v) {
		c := Cable{Weight: 1}
		from, to := ref(0), ref(0)
		ok := p.object(e, &cableFields, func(name string, v ref) {
			switch name {
			case "from":
				from, c.From = v, p.end(v, t)
			case "to":
				to, c.To = v, p.end(v, t)
			case "weight":
				p.amount(v, &c.Weight, 1, topology.MaxNodes)
			case "bandwidth":
				c.Bandwidth, _ = p.rate(v)
			case "both":
				c.Both, _ = p.truth(v)
			}
		})
		if ok && (from == 0 || to == 0) {
			p.wrong(e, "lacks from or to", "", `name both ends, as in {"from": "n0", "to": "s0"}`)
		}
		t.Cables = append(t.Cables, c)
	}
}

// end reads "n0" or "s0".
func (p *parser) end(v ref, t *Shape) End {
	text := ""
	if p.kind(v) == '"' {
		text = p.str(v)
	}
	if len(text) > 1 && (text[0] == 'n' || text[0] == 's') {
		if n, ok := wholeNumber(text[1:]); ok {
			e := End{text[0] == 's', n}
			if have := e.of(t); int(n) >= have {
				p.wrong(v, fmt.Sprintf("is not one of the %d that there are", have), fmt.Sprint(have-1), "add it, or name another")
			}
			return e
		}
	}
	p.wrong(v, "is neither a node nor a switch", "", `write "n0" for node 0, "s0" for switch 0`)
	return End{}
}

// of is how many nodes or switches there are.
func (e End) of(t *Shape) int {
	if e.Switch {
		return t.Switches
	}
	return t.Nodes
}

// wholeNumber reads plain digits.
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
