// Package slurm reads the network of a machine from a configuration file of the
// Slurm workload manager: topology.conf or topology.yaml.
//
// [Parse] recognizes the format and returns a [Network]: a tree of switches, a row
// of blocks, or a set of rings or tori, with the names from the file, and notices about settings that have
// no effect. If the file is wrong, Parse returns [Errors], which lists every error
// with its line and a correction. Parsing has two steps: a reader collects the
// switches or blocks and expands their host lists (see [ExpandHosts]), then it
// builds the machine.
//
//	m, err := slurm.Parse("SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=n[4-7]\nSwitchName=top Switches=s[0-1]\n")
//
// Source: SOURCES.md TOPO.7; Slurm's manual, topology.conf(5) and topology.yaml(5)
// of releases 24.11 to 25.05: keys, host lists, comments, the choice among several
// topologies. INFERRED: what counts as an error here. Slurm repairs or ignores some
// mistakes (a node under two leaf switches, switches without anything below them,
// several roots). Here they are errors, because a machine that is compared with
// others should be exactly what its text describes. INFERRED: the network between
// blocks, rings or tori is a single spine switch; Slurm's file says nothing about
// it. LIMITATIONS: topology/flat is not supported, and of YAML only those features
// that such a file needs.
package slurm

import (
	"strings"

	"hopyard/core/topology"
	"hopyard/core/yamldoc"
)

// Limits of the text of a configuration file.
const (
	MaxText = 1 << 20 // bytes
	MaxName = 64      // bytes in the name of a node or switch (for switches, this is Slurm's own limit)
)

// Network is the machine that a configuration file describes.
type Network struct {
	// The machine. It always implements topology.Routed and topology.NamedNodes. If
	// the text describes switches or blocks, it implements topology.Nester and
	// topology.Listed; if moreover all leaf switches have the same depth, also
	// topology.Hierarchy. If the text describes blocks, rings or toruses, it
	// implements topology.Blocked, topology.Ringed or topology.PodMachine. Its
	// switches and blocks have the names of the text.
	Topology topology.Topology
	Notices  []yamldoc.Remark // settings in the text that have no effect, and errors in topologies that are not used
}

// Errors lists all errors in a text, ordered by line. It wraps topology.ErrShape.
type Errors []yamldoc.Remark

// Error returns all errors, one per line.
func (errs Errors) Error() string { return yamldoc.Mistakes(errs).Error() }

// Unwrap returns topology.ErrShape.
func (errs Errors) Unwrap() error { return topology.ErrShape }

// reader collects the switches or blocks that a text describes.
type reader struct {
	switches []*device
	blocks   []*device
	rings    []*device
	toruses  []*torus
	cells    int   // number of cells of all toruses
	sizes    []int // sizes of blocks in nodes, as listed
	sizeLine int   // line of the sizes; 0 if none are listed
	found    map[string]*device
	names    int  // number of node and switch names in the lists read so far
	most     int  // largest number of names allowed
	lost     bool // a line with an error may have described a switch that is now missing
	yamldoc.Problems
}

// device is a switch as the text describes it.
type device struct {
	name         string
	line         int
	below, hosts []string // names of the switches and of the nodes directly under it
	parent       *device
	children     []*device
	order        int // index in the text
	level, at    int // number of switches above it, and its index in the list ordered by level; both are set when the machine is built. Before that, the search for cycles stores its progress in the field at.
}

// Parse returns the machine that a text describes. It skips empty lines and
// comments; if the first remaining line begins with a hyphen, it reads the text as
// topology.yaml, otherwise as topology.conf. The error is of type Errors and lists
// every mistake with its line and what to write instead. Cost: O(text + nodes).
func Parse(text string) (Network, error) { return ParseWithin(text, topology.MaxNodes) }

// ParseWithin works like Parse, but limits the number of names of nodes and
// switches in all lists together. A list that exceeds the limit is an error and is
// not expanded.
func ParseWithin(text string, most int) (Network, error) { return ParseNamed(text, "", most) }

// ParseNamed works like ParseWithin, but uses the topology of the given name if the
// text, a topology.yaml, describes several. Slurm's partitions name theirs in
// slurm.conf (Topology=). If the name is "", it uses the first with the setting
// "cluster_default: true", or the first of all if none has this setting.
func ParseNamed(text, name string, most int) (Network, error) {
	r := newReader(most)
	switch {
	case len(text) > MaxText:
		r.Errorf(0, "the text has %d bytes; use %d at most", len(text), MaxText)
	case isYAML(text):
		r.yaml(text, name)
	case name != "":
		r.Errorf(0, "topology.conf describes one topology, which has no name; leave out the name %s", excerpt(name))
	default:
		r.conf(text)
	}
	r.check()
	if r.Count() == 0 && len(r.switches)+len(r.blocks)+len(r.rings)+len(r.toruses) == 0 {
		r.Errorf(0, "the text describes no switch and no block; write lines as in SwitchName=s0 Nodes=n[0-3]")
	}
	var m topology.Topology
	switch {
	case r.Count() > 0:
	case r.blocks != nil:
		m = r.buildBlocks()
	case r.rings != nil:
		m = r.buildRings()
	case r.toruses != nil:
		m = r.buildToruses()
	default:
		m = r.build()
	}
	if r.Count() == 0 {
		return Network{m, r.Notices}, nil
	}
	return Network{}, Errors(r.Mistakes())
}
func newReader(most int) *reader { return &reader{found: map[string]*device{}, most: most} }

// check reports errors that concern several lines.
func (r *reader) check() {
	r.join()
	r.leaves()
	r.cycles()
	r.checkBlocks()
	r.oneKind()
}

// oneKind reports rings beside switches, blocks or toruses. (That blocks stand beside
// switches is reported with the blocks.)
func (r *reader) oneKind() {
	if len(r.rings) > 0 && len(r.switches)+len(r.blocks)+len(r.toruses) > 0 {
		r.Errorf(r.rings[0].line, "ring %s stands beside switches or blocks; a machine is a tree of switches, a row of blocks or a set of rings, remove the others", r.rings[0].name)
	}
}

// add records a switch with two host lists: the switches and the nodes directly
// under it. A list that is missing in the text is the empty string.
func (r *reader) add(line int, name, switches, nodes string) {
	d := r.named(line, "switch", name)
	switch {
	case d == nil:
		return
	case switches == "" && nodes == "":
		r.Errorf(line, "switch %s has neither switches nor nodes under it; name some, or remove it", name)
	case switches != "" && nodes != "":
		r.Errorf(line, "switch %s has both switches and nodes under it; put the nodes under a switch of their own", name)
	}
	d.below = r.hosts(line, "switches", switches)
	d.hosts = r.hosts(line, "nodes", nodes)
	d.order = len(r.switches)
	r.switches = append(r.switches, d)
}

// named returns a new device of the given name. If the name is wrong or taken, it
// reports the error and returns nil.
func (r *reader) named(line int, what, name string) *device {
	r.lost = r.lost || name == "" || len(name) > MaxName || strings.ContainsAny(name, ",[]")
	switch first := r.found[name]; {
	case name == "":
		r.Errorf(line, "the %s has no name; write it as in \"- %s: %c0\"", what, what, what[0])
	case len(name) > MaxName:
		r.Errorf(line, "the name of %s %s has %d characters; Slurm allows %d", what, excerpt(name), len(name), MaxName)
	case strings.ContainsAny(name, ",[]"):
		r.Errorf(line, "%s %s is not a single name; give every %s a line of its own", what, excerpt(name), what)
	case first != nil:
		r.Errorf(line, "%s %s is described twice, first in line %d; remove one", what, name, first.line)
	default:
		d := &device{name: name, line: line}
		r.found[name] = d
		return d
	}
	return nil
}

// hosts expands a host list and reports its errors. It returns nil for an empty
// list.
func (r *reader) hosts(line int, what, list string) []string {
	if list == "" {
		return nil
	}
	names, err := expandHosts(list, r.most-r.names, r.most)
	if err != nil {
		r.Errorf(line, "%s: %v", what, err)
	}
	r.names += len(names)
	return names
}

// excerpt returns a text in quotes, shortened if it is long.
func excerpt(s string) string { return yamldoc.Excerpt(s) }
