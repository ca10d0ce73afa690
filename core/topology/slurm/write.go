package slurm

import (
	"fmt"
	"strings"

	"hopyard/core/topology"
)

// Write returns a machine as topology.yaml: as blocks if Parse has read it as blocks,
// otherwise as a tree of switches. Names that Slurm does not allow
// are changed. Devices without names get some: switches as in "s0", nodes as in
// "n000". Parse returns the same machine. Write returns an error if the machine is
// not a tree. Cost: O(nodes + switches).
//
// Source: SOURCES.md TOPO.7; Slurm, topology.yaml(5).
func Write(t topology.Topology) (string, error) {
	list := topology.Nesting(t)
	if list == nil {
		return "", fmt.Errorf("%w: the network is not a tree of switches, which topology.yaml describes; use a star, a fat tree, or the topology \"levels\" or \"slurm\"", topology.ErrShape)
	}
	w := &writer{t: t, taken: map[string]bool{}}
	for n := range topology.NodeID(t.NumNodes()) {
		w.nodes = append(w.nodes, w.nodeName(n))
	}
	if x, ok := t.(blockTree); ok {
		return w.blocks(list, x.Blocks()), nil
	}
	return w.tree(list), nil
}

// writer writes topology.yaml.
type writer struct {
	t     topology.Topology
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

func (w *writer) nodeName(n topology.NodeID) string {
	if named, ok := w.t.(topology.NamedNodes); ok {
		return w.name(named.NodeName(n))
	}
	return w.name(fmt.Sprintf("n%03d", n))
}

// switchName returns the name of switch i of the list.
func (w *writer) switchName(list []topology.Nested, i int) string {
	if named, ok := w.t.(interface {
		DeviceName(topology.DeviceID) string
	}); ok {
		return w.name(named.DeviceName(list[i].Device))
	}
	return w.name(fmt.Sprintf("s%d", i))
}

// hostList returns the nodes of a switch as a YAML scalar.
func (w *writer) hostList(first, last topology.NodeID) string {
	return scalar(JoinHosts(w.nodes[first : last+1]))
}

// scalar returns a host list as a YAML scalar. One that begins with a bracket or a
// digit needs quotes.
func scalar(text string) string {
	if text[0] == '[' || text[0] >= '0' && text[0] <= '9' {
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
func (w *writer) tree(list []topology.Nested) string {
	names, below := make([]string, len(list)), make([][]string, len(list))
	for i := range list {
		names[i] = w.switchName(list, i)
		if p := list[i].Parent; p >= 0 {
			below[p] = append(below[p], names[i])
		}
	}
	w.out.WriteString("- topology: hopyard\n  cluster_default: true\n  tree:\n    switches:\n")
	for _, i := range w.order(list) {
		fmt.Fprintf(&w.out, "    - switch: %s\n", scalar(names[i]))
		if list[i].Leaf {
			fmt.Fprintf(&w.out, "      nodes: %s\n", w.hostList(list[i].First, list[i].Last))
		} else {
			fmt.Fprintf(&w.out, "      children: %s\n", scalar(JoinHosts(below[i])))
		}
	}
	return w.out.String()
}

// blocks writes the machine as base blocks. A block without nodes keeps its place.
func (w *writer) blocks(list []topology.Nested, b *topology.Blocks) string {
	var names []string // of the blocks that have nodes
	for i := range list {
		if list[i].Leaf {
			names = append(names, w.switchName(list, i))
		}
	}
	w.out.WriteString("- topology: hopyard\n  cluster_default: true\n  block:\n    block_sizes:\n")
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
	return w.out.String()
}
