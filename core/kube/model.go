package kube

import (
	"slices"
	"strings"

	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload"
	"hopyard/core/yamldoc"
)

// Models of Topograph describe a cluster by a tree of switches, and by blocks of
// nodes that hang on a switch and may be in a domain of accelerators, such as an
// NVLink rack. They become machines with named levels rather than Slurm's blocks:
// their domains are nested, need not be of equal size, and have names, which jobs
// ask for.

// Annotations of blocks.
const domainNote, subDomainNote = "accelerator.topology.test/domain", "accelerator.topology.test/sub-domain"

// isModel reports whether a document is a model of Topograph.
func isModel(d *yamldoc.Value) bool {
	return d.Get("apiVersion") == nil && d.Get("kind") == nil && (d.Get("switches") != nil || d.Get("blocks") != nil || d.Get("capacity_blocks") != nil)
}

// modelSwitch is a switch of a model.
type modelSwitch struct {
	name   string
	line   int
	parent *modelSwitch
	at     int // 0 before the search for cycles came here, 1 while it is on the way up, 2 after that
}

// modelReader reads a model of Topograph.
type modelReader struct {
	*reader
	switches map[string]*modelSwitch
	order    []*modelSwitch
	blocks   []modelBlock
	seen     map[string]int // line of each node
	names    int            // number of names in the blocks read so far
}

// modelBlock is a block of a model.
type modelBlock struct {
	line        int
	names       []string
	on          *modelSwitch
	domain, sub string
}

// model reads a model of Topograph.
func (r *reader) model(docs []*yamldoc.Value) {
	m := modelReader{reader: r, switches: map[string]*modelSwitch{}, seen: map[string]int{}}
	d := docs[0]
	if len(docs) > 1 {
		r.Errorf(docs[1].Line, "a model is followed by another document; a model is a file of its own, remove one")
	}
	if old := d.Get("capacity_blocks"); old != nil {
		r.Errorf(old.Line, "capacity_blocks belong to models of Topograph before 1.0; write blocks, each with nodes and a switch")
		return
	}
	m.readSwitches(d.Get("switches"))
	blocks := d.Get("blocks")
	if blocks == nil || len(blocks.Items) == 0 {
		r.Errorf(d.Line, "the model has no blocks; write them under blocks: as in \"- {switch: s0, nodes: [\\\"n[0-3]\\\"]}\"")
		return
	}
	for _, b := range blocks.Items {
		m.readBlock(b)
	}
	if m.cycles(); r.Count() == 0 {
		m.place()
	}
}

// at returns the switch of a name, and creates it if it does not exist.
func (m *modelReader) at(name string, line int) *modelSwitch {
	s := m.switches[name]
	if s == nil {
		s = &modelSwitch{name: name, line: line}
		m.switches[name] = s
		m.order = append(m.order, s)
	}
	return s
}

// readSwitches reads the switches and their children.
func (m *modelReader) readSwitches(v *yamldoc.Value) {
	if v == nil {
		return
	}
	if v.Keys == nil {
		m.Errorf(v.Line, "switches are not a mapping; write each as in \"s0: {switches: [s1, s2]}\"")
		return
	}
	for _, k := range v.Keys {
		switch name := k.Get("name"); {
		case k.Keys == nil:
			m.Errorf(k.Line, "switch %s is described by %s; write \"%s: {switches: [...]}\", or remove it", yamldoc.Excerpt(k.Key), written(k), k.Key)
			continue
		case name != nil && name.Scalar != k.Key:
			m.Errorf(name.Line, "switch %s has the name %s; write the same name, or leave it out", yamldoc.Excerpt(k.Key), written(name))
		}
		parent := m.at(k.Key, k.Line)
		for _, c := range m.list(k.Get("switches"), "switches") {
			child := m.at(c.Scalar, c.Line)
			switch {
			case c.Scalar == "":
				m.Errorf(c.Line, "a switch under %s has no name; write the names as in \"switches: [s1, s2]\"", k.Key)
			case child.parent != nil:
				m.Errorf(c.Line, "switch %s is under %s and under %s; a switch has one parent, remove one", c.Scalar, child.parent.name, k.Key)
			default:
				child.parent = parent
			}
		}
	}
}

// readBlock reads a block of nodes.
func (m *modelReader) readBlock(b *yamldoc.Value) {
	block := modelBlock{line: b.Line}
	for _, n := range m.list(b.Get("nodes"), "nodes") {
		block.names = append(block.names, m.expand(n)...)
	}
	if len(block.names) == 0 && m.Count() == 0 {
		m.Errorf(b.Line, "a block has no nodes; write them as in \"nodes: [\\\"n[0-3]\\\", login]\"")
	}
	for _, name := range block.names {
		if first := m.seen[name]; first > 0 {
			m.Errorf(b.Line, "node %s is in two blocks, first in line %d; remove one", name, first)
		}
		m.seen[name] = b.Line
	}
	if s := b.Get("switch"); s != nil {
		if block.on = m.switches[s.Scalar]; block.on == nil {
			m.Errorf(s.Line, "switch %s is not one of the switches; add it under the switches of another one, or correct the name", written(s))
		}
	}
	notes := m.entries(b.Get("annotations"), "annotations")
	if v := notes[domainNote]; v != nil {
		block.domain = v.Scalar
	}
	if v := notes[subDomainNote]; v != nil {
		if block.sub = v.Scalar; block.domain == "" {
			m.Errorf(v.Line, "a block has a sub-domain but no domain; add the annotation %s", domainNote)
		}
	}
	m.blocks = append(m.blocks, block)
}

// expand returns the names of an entry of the list of nodes. Numbers in brackets at
// its end are a range; other brackets are part of the name.
func (m *modelReader) expand(v *yamldoc.Value) []string {
	if v.Keys != nil || v.Items != nil || v.Scalar == "" {
		m.Errorf(v.Line, "%s is not the name of a node; put names with brackets in double quotes, as in \"n[0-3]\"", written(v))
		return nil
	}
	prefix, ranges := v.Scalar, ""
	if at := strings.LastIndexByte(prefix, '['); at >= 0 && strings.HasSuffix(prefix, "]") {
		prefix, ranges = prefix[:at], prefix[at:]
	}
	if strings.ContainsAny(prefix, "[],") {
		m.Errorf(v.Line, "%s has a bracket or comma that is not a range at its end; write the nodes as in \"n[0-3]\"", written(v))
		return nil
	}
	names, err := slurm.ExpandHosts(prefix+ranges, topology.MaxNodes-m.names)
	if err != nil && strings.Contains(err.Error(), "; ") {
		m.Errorf(v.Line, "%v", err)
	} else if err != nil {
		m.Errorf(v.Line, "%v; list fewer nodes", err)
	}
	m.names += len(names)
	return names
}

// cycles reports switches that are under themselves.
func (m *modelReader) cycles() {
	for _, s := range m.order {
		top := s
		for ; top != nil && top.at == 0; top = top.parent {
			top.at = 1
		}
		if top != nil && top.at == 1 {
			m.Errorf(top.line, "switch %s is under itself, through %s; remove it from the switches of one of them", top.name, top.parent.name)
		}
		for ; s != nil && s.at == 1; s = s.parent {
			s.at = 2
		}
	}
}

// above returns the names of the switches above a block, from the root.
func (b *modelBlock) above() (names []string) {
	for s := b.on; s != nil; s = s.parent {
		names = append(names, s.name)
	}
	slices.Reverse(names)
	return names
}

// place gives each node a label for each level. If blocks have sub-domains, a block
// is a domain and a rack is a sub-domain. Otherwise the levels are those of the
// switches, or, without switches, of the domains.
func (m *modelReader) place() {
	has := func(f func(b *modelBlock) bool) bool {
		return slices.ContainsFunc(m.blocks, func(b modelBlock) bool { return f(&b) })
	}
	labels := (*modelBlock).above
	switch {
	case has(func(b *modelBlock) bool { return b.sub != "" }):
		m.levels = []string{"block", "rack"}
		labels = func(b *modelBlock) []string {
			if b.domain == "" || b.sub == "" {
				return nil
			}
			return []string{b.domain, b.sub}
		}
	case has(func(b *modelBlock) bool { return b.on != nil }):
		if !m.depths() {
			return
		}
		shared := m.sharedRoot()
		labels = func(b *modelBlock) []string { return b.above()[min(shared, len(b.above())):] }
	case has(func(b *modelBlock) bool { return b.domain != "" }):
		m.levels = []string{"block"}
		labels = func(b *modelBlock) []string {
			if b.domain == "" {
				return nil
			}
			return []string{b.domain}
		}
	}
	for i := range m.blocks {
		b := &m.blocks[i]
		where := labels(b)
		if len(where) < len(m.levels) {
			m.count(b.line, "block of "+yamldoc.Excerpt(slurm.JoinHosts(b.names)), "left out, because it is at no place of the levels")
			continue
		}
		for _, name := range b.names {
			m.machine.nodes = append(m.machine.nodes, node{LabelledNode: topology.LabelledNode{Name: name, Labels: where}, resources: workload.Resources{workload.Cores: 1}, line: b.line})
		}
	}
	m.Notice(0, "the model says nothing about cores, GPUs and memory; each node has 1 core, change cluster.node")
	m.machine.sort(m.reader)
}

// depths reports blocks on switches of different depths.
func (m *modelReader) depths() bool {
	first := -1
	for i := range m.blocks {
		b := &m.blocks[i]
		if b.on == nil {
			continue
		}
		if first < 0 {
			first = i
		}
		if at, was := len(b.above()), len(m.blocks[first].above()); at != was {
			m.Errorf(b.line, "the switch %s has %d switches above it, and %s in line %d has %d; put all blocks equally deep", b.on.name, at-1, m.blocks[first].on.name, m.blocks[first].line, was-1)
			return false
		}
	}
	return true
}

// levelsOfSwitches are the names of levels of switches from the lowest up.
var levelsOfSwitches = []string{"rack", "block", "zone", "region"}

// sharedRoot returns 1 if all nodes are below a single root, which is the root of
// the machine, else 0. It sets the names of the levels.
func (m *modelReader) sharedRoot() int {
	var first []string
	single := true
	for i := range m.blocks {
		above := m.blocks[i].above()
		if len(above) > 0 && first == nil {
			first = above
		}
		single = single && (len(above) == 0 || above[0] == first[0])
	}
	shared := 0
	if single && len(first) > 1 {
		shared = 1
	}
	for l := len(first) - shared - 1; l >= 0; l-- {
		name := "level" + number(int64(l+1))
		if l < len(levelsOfSwitches) {
			name = levelsOfSwitches[l]
		}
		m.levels = append(m.levels, name)
	}
	return shared
}
