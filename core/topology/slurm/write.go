package slurm

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/topology"
)

// Write returns a machine as topology.yaml: as blocks, rings or toruses if Parse has
// read it as such, otherwise as a tree of switches. Names that Slurm does not allow
// are changed. Devices without names get some: switches as in "s0", nodes as in
// "n000". Parse returns the same machine. Write returns an error if the machine is
// none of these. Cost: O(nodes + switches + cells).
//
// Source: SOURCES.md TOPO.7; Slurm, topology.yaml(5).
func Write(t topology.Topology) (string, error) { return WriteAs(t, nil) }

// WriteAs returns a machine like Write, but with the given names of nodes, which must
// differ, and with numbered switches. Without names it does what Write does.
func WriteAs(t topology.Topology, nodes []string) (string, error) {
	list := topology.Nesting(t)
	rings, ringed := t.(topology.Ringed)
	toruses, isTorus := t.(topology.PodMachine)
	if list == nil && !ringed && !isTorus {
		return "", fmt.Errorf("%w: the network is not a tree of switches, and not one that topology.yaml describes otherwise; use a star, a fat tree, or the topology \"levels\" or \"slurm\"", topology.ErrShape)
	}
	w := &writer{t: t, given: nodes, taken: map[string]bool{}}
	for n := range topology.NodeID(t.NumNodes()) {
		w.nodes = append(w.nodes, w.nodeName(n))
	}
	clear(w.taken) // a switch may have the name of a node
	blocks, blocked := t.(blockTree)
	switch {
	case ringed:
		w.rings(rings.Rings())
	case isTorus:
		w.toruses(toruses.Pods())
	case blocked:
		w.blocks(list, blocks.Blocks())
	default:
		w.tree(list)
	}
	return w.out.String(), nil
}

// writer writes topology.yaml.
type writer struct {
	t     topology.Topology
	given []string // names of the nodes, and none of the switches; nil if the machine's own are used
	nodes []string
	taken map[string]bool // names that are in use
	out   strings.Builder
}

// name returns a name that Slurm allows and that is not in use.
func (w *writer) name(wanted string) string {
	clean := strings.Map(func(c rune) rune {
		if c <= ' ' || c > '~' || strings.ContainsRune("[]\"'`#=\\,/:", c) {
			return '-'
		}
		return c
	}, wanted)
	clean = clean[:min(len(clean), MaxName-6)]
	name := clean
	if len(wanted) <= MaxName && !strings.ContainsFunc(wanted, func(c rune) bool { return c <= ' ' || c > '~' || strings.ContainsRune("[]\"'`#=\\,/:", c) }) {
		name = wanted
	}
	for i := 2; w.taken[name] || name == ""; i++ {
		name = fmt.Sprintf("%s-%d", clean, i)
	}
	w.taken[name] = true
	return name
}

// begin begins the only topology of the file, of the given kind and with the key of
// its first list.
func (w *writer) begin(kind, list string) {
	fmt.Fprintf(&w.out, "- topology: hopyard\n  cluster_default: true\n  %s:\n    %s:\n", kind, list)
}

func (w *writer) nodeName(n topology.NodeID) string {
	if w.given != nil {
		return w.name(w.given[n])
	}
	if named, ok := w.t.(topology.NamedNodes); ok {
		return w.name(named.NodeName(n))
	}
	return w.name(fmt.Sprintf("n%03d", n))
}

// switchName returns the name of switch i of the list.
func (w *writer) switchName(list []topology.Nested, i int) string {
	if named, ok := w.t.(interface {
		DeviceName(topology.DeviceID) string
	}); ok && w.given == nil {
		return w.name(named.DeviceName(list[i].Device))
	}
	return w.name(fmt.Sprintf("s%d", i))
}

// hostList returns the nodes of a switch as a YAML scalar.
func (w *writer) hostList(first, last topology.NodeID) string {
	return scalar(JoinHosts(w.nodes[first : last+1]))
}

// scalar returns a name or host list as a YAML scalar, in quotes unless it certainly
// means text without them.
func scalar(text string) string {
	switch strings.ToLower(text) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return `"` + text + `"`
	}
	if first := text[0] | 0x20; first < 'a' || first > 'z' {
		return `"` + text + `"`
	}
	return text
}

// order returns the order in which switches are written: that of the text from which
// the machine was read, or that of the list.
func (w *writer) order(list []topology.Nested) []int {
	out := make([]int, len(list))
	for i := range out {
		out[i] = i
	}
	if listed, ok := w.t.(topology.Listed); ok {
		byText := listed.SwitchOrder()
		for i := range out {
			out[byText[i]] = i
		}
	}
	return out
}

// tree writes the machine as a tree of switches.
func (w *writer) tree(list []topology.Nested) {
	names, below := make([]string, len(list)), make([][]string, len(list))
	for i := range list {
		names[i] = w.switchName(list, i)
		if p := list[i].Parent; p >= 0 {
			below[p] = append(below[p], names[i])
		}
	}
	w.begin("tree", "switches")
	for _, i := range w.order(list) {
		fmt.Fprintf(&w.out, "    - switch: %s\n", scalar(names[i]))
		if list[i].Leaf {
			fmt.Fprintf(&w.out, "      nodes: %s\n", w.hostList(list[i].First, list[i].Last))
		} else {
			fmt.Fprintf(&w.out, "      children: %s\n", scalar(JoinHosts(below[i])))
		}
	}
}

// blocks writes the machine as base blocks. A block without nodes keeps its place.
func (w *writer) blocks(list []topology.Nested, b *topology.Blocks) {
	var names []string // of the blocks that have nodes
	for i := range list {
		if list[i].Leaf {
			names = append(names, w.switchName(list, i))
		}
	}
	w.begin("block", "block_sizes")
	for _, l := range b.Levels {
		fmt.Fprintf(&w.out, "    - %d\n", int(b.Size)<<l)
	}
	w.out.WriteString("    blocks:\n")
	for i := range b.Len() {
		if b.Starts[i] == b.Starts[i+1] {
			fmt.Fprintf(&w.out, "    - block: %s\n", w.name(fmt.Sprintf("empty%d", i)))
			continue
		}
		fmt.Fprintf(&w.out, "    - block: %s\n      nodes: %s\n", scalar(names[0]), w.hostList(b.Starts[i], b.Starts[i+1]-1))
		names = names[1:]
	}
}

// rings writes the machine as rings, which get new names.
func (w *writer) rings(all *topology.Rings) {
	w.begin("ring", "rings")
	for i, first := range all.Starts[:len(all.Starts)-1] {
		fmt.Fprintf(&w.out, "    - ring: %s\n      nodes: %s\n", w.name(fmt.Sprintf("r%d", i)), w.hostList(first, all.Starts[i+1]-1))
	}
}

// toruses writes the machine as toruses, which get new names. A torus that has cells
// without nodes consists of regions, each a row of cells along x.
func (w *writer) toruses(pods []topology.Pod) {
	w.begin("torus3d", "toruses")
	for i := range pods {
		p := &pods[i]
		fmt.Fprintf(&w.out, "    - name: %s\n      dims: %s\n", w.name(fmt.Sprintf("pod%d", i)), triple(p.Dims))
		switch {
		case !slices.Contains(p.Nodes, topology.NoNode):
			fmt.Fprintf(&w.out, "      nodes: %s\n", w.hostList(p.Nodes[0], p.Nodes[len(p.Nodes)-1]))
		case slices.Max(p.Nodes) == topology.NoNode:
			w.out.WriteString("      regions: []\n")
		default:
			w.regions(p)
		}
		for i := range p.Boxes {
			if i == 0 {
				w.out.WriteString("      placements:\n")
			}
			b := &p.Boxes[i]
			fmt.Fprintf(&w.out, "      - dims: %s\n        anchor_seed: %s\n        anchor_spacing: %s\n", triple(b.Dims), triple(b.Seed), triple(b.Spacing))
		}
	}
}

// regions writes the rows of cells of a torus that have nodes.
func (w *writer) regions(p *topology.Pod) {
	w.out.WriteString("      regions:\n")
	for cell := 0; cell < len(p.Nodes); {
		first := cell
		x, side := first%p.Dims[0], p.Dims[0]
		for cell < first+side-x && p.Nodes[cell] != topology.NoNode {
			cell++
		}
		if cell == first {
			cell++ // a cell without a node
			continue
		}
		anchor := [3]int{x, first / side % p.Dims[1], first / (side * p.Dims[1])}
		fmt.Fprintf(&w.out, "      - anchor: %s\n        dims: %s\n        nodes: %s\n", triple(anchor), triple([3]int{cell - first, 1, 1}), w.hostList(p.Nodes[first], p.Nodes[cell-1]))
	}
}

// triple returns three numbers as a mapping in braces.
func triple(n [3]int) string { return fmt.Sprintf("{x: %d, y: %d, z: %d}", n[0], n[1], n[2]) }
