package slurm

import (
	"slices"

	"hopyard/core/topology"
)

// build returns the machine made of the switches, or reports their errors and
// returns nil.
func (r *reader) build() topology.Topology {
	root := r.root()
	if root == nil {
		return nil
	}
	order := r.byLevel(root)
	if r.Count() > 0 {
		return nil
	}
	last := order[len(order)-1].level
	even := true
	parent, count := make([]int32, len(order)), make([]int32, len(order))
	levels := make([][]int, last+1)
	switches, listed := make([]string, len(order)), make([]int32, len(order))
	for i, d := range order {
		d.at = i
		switches[i], listed[i] = d.name, int32(d.order)
		parent[i] = -1
		if d.parent != nil {
			parent[i] = int32(d.parent.at)
		}
		count[i] = int32(len(d.hosts))
		levels[d.level] = append(levels[d.level], len(d.children)+len(d.hosts))
		even = even && (d.hosts == nil || d.level == last)
	}
	named := names{topology.NewNames(root.nodes(nil), switches), listed}
	if even {
		t, err := topology.NewTree(levels)
		return r.made(evenTree{t, named}, err)
	}
	t, err := topology.NewUnevenTree(parent, count)
	return r.made(unevenTree{t, named}, err)
}

// made takes the results of a function that constructs a machine. It returns the
// machine if there is no error. Otherwise it records the error and returns nil.
func (r *reader) made(t topology.Topology, err error) topology.Topology {
	if err != nil {
		r.Errorf(0, "%v", err)
		return nil
	}
	return t
}

// join links each switch to its parent and children.
func (r *reader) join() {
	for _, d := range r.switches {
		for _, name := range d.below {
			switch child := r.found[name]; {
			case child == nil && r.lost: // a line with an error may have described this switch
			case child == nil:
				r.Errorf(d.line, "switch %s has %s under it, which no line describes; add SwitchName=%s", d.name, name, name)
			case child.parent != nil:
				r.Errorf(d.line, "switch %s is under %s and, in line %d, under %s; a switch has one parent, remove one", name, d.name, child.parent.line, child.parent.name)
			default:
				child.parent = d
				d.children = append(d.children, child)
			}
		}
	}
}

// cycles reports an error for each cycle of switches. In a cycle, every switch is
// under itself, directly or through other switches.
func (r *reader) cycles() {
	const unseen, onTheWay, ends = 0, 1, 2
	for _, d := range r.switches {
		top := d
		for top != nil && top.at == unseen {
			top.at = onTheWay
			top = top.parent
		}
		if top != nil && top.at == onTheWay {
			r.Errorf(top.line, "switch %s is under itself, through %s; remove it from the list of one of them", top.name, top.parent.name)
		}
		for ; d != nil && d.at == onTheWay; d = d.parent {
			d.at = ends
		}
	}
}

// root returns the only switch that has no switch above it. If there are several
// such switches, it reports an error and returns nil. At least one exists if no
// error was reported before.
func (r *reader) root() *device {
	var roots []*device
	for _, d := range r.switches {
		if d.parent == nil {
			roots = append(roots, d)
		}
	}
	if len(roots) > 1 {
		a, b := roots[0], roots[1]
		r.Errorf(b.line, "no switch is above both %s (line %d) and %s, so their nodes cannot reach each other (%d switches have none above them); add a line as in SwitchName=top Switches=%s,%s",
			a.name, a.line, b.name, len(roots), a.name, b.name)
		return nil
	}
	return roots[0]
}

// byLevel returns the switches level by level from the root.
func (r *reader) byLevel(root *device) []*device {
	order := []*device{root}
	for i := 0; i < len(order); i++ {
		for _, child := range order[i].children {
			if child.level = order[i].level + 1; child.level == topology.MaxLevels {
				r.Errorf(child.line, "switch %s has %d switches above it; a machine has at most %d levels", child.name, child.level, topology.MaxLevels)
			}
			order = append(order, child)
		}
	}
	return order
}

// leaves checks that each node is directly under only one switch or in only one
// block, and is listed there only once.
func (r *reader) leaves() {
	leaf := map[string]*device{}
	for _, d := range r.holders() {
		for _, name := range d.hosts {
			if first := leaf[name]; first == d {
				r.Errorf(d.line, "node %s is listed twice; remove one", name)
			} else if first != nil {
				r.Errorf(d.line, "node %s is under %s and, in line %d, under %s; a node has one leaf switch, remove one", name, d.name, first.line, first.name)
			}
			leaf[name] = d
		}
	}
}

// holders returns all devices that have nodes directly under them.
func (r *reader) holders() []*device {
	all := slices.Concat(r.switches, r.blocks, r.rings)
	for _, t := range r.toruses {
		all = append(all, t.device)
	}
	return all
}

// nodes appends the names of the nodes under a switch, leaf by leaf, in the order
// of the host lists.
func (d *device) nodes(names []string) []string {
	names = append(names, d.hosts...)
	for _, child := range d.children {
		names = child.nodes(names)
	}
	return names
}
