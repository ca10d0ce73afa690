package scenario

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/scenario/schema"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload"
)

// LevelNodes is an entry in the list of nodes of a machine with named levels.
type LevelNodes struct {
	Names  string   // host list: one name, or several as in "n[000-015]"
	Labels []string // where the nodes are, with one label for each level
	Slots  int32    // cores of each node; 0 means those of Cluster.Node
}

func levelNodesTable(n *LevelNodes, levels []string) *table {
	t := newTable("a node", 3)
	t.Add("name", schema.Text, &n.Names, 1, MaxBytes).Always().Needs(`write "name": "n000", or several as in "n[000-015]"`)
	t.Add("labels", schema.Other, nil, 0, 0).
		Reads(func(p *parser, v jsondoc.Ref) { n.Labels = p.nodeLabels(v, levels) }).
		When(func() bool { return len(n.Labels) > 0 }).
		Writes(func(w *writer, _ any) {
			w.Raw("{")
			for i, l := range n.Labels {
				w.Member(levels[i], i == 0).Text(l)
			}
			w.Raw("}")
		})
	t.Integer("slots", &n.Slots, 1, MaxCores)
	return t
}

// nodeLabels reads the labels of nodes by the name of the level.
func (p *parser) nodeLabels(v jsondoc.Ref, levels []string) []string {
	labels := make([]string, len(levels))
	p.byName(v, "labels", func(name string, key, v jsondoc.Ref) {
		switch l := slices.Index(levels, name); {
		case l < 0:
			p.WrongKey(key, jsondoc.Quoted(name)+" is not one of the levels", p.DidYouMean(name, levels))
		default:
			if text, ok := p.Words(v, MaxName); ok {
				labels[l] = p.shared(text)
			}
		}
	})
	return labels
}

// levelNames reads the names of the levels of a machine.
func (p *parser) levelNames(v jsondoc.Ref, t *Shape) {
	if !p.List(v, topology.MaxLevels-1, "levels") {
		return
	}
	for _, e := range p.Elements(v) {
		if text, ok := p.Words(e, MaxName); ok {
			t.LevelNames = append(t.LevelNames, strings.Clone(text))
		}
	}
}

// levelNodes reads the list of nodes of a machine with named levels.
func (p *parser) levelNodes(v jsondoc.Ref, t *Shape) {
	if !p.List(v, topology.MaxNodes, "nodes") {
		return
	}
	before := p.Count()
	var n LevelNodes
	fields := levelNodesTable(&n, t.LevelNames)
	for _, e := range p.Elements(v) {
		n = LevelNodes{}
		if g := fields.Read(p, e); g.OK && g.At("labels") == 0 && len(t.LevelNames) > 0 {
			p.Missing(e, "labels", "a node", fmt.Sprintf(`write where it is, as in "labels": {%s: "%s-0"}`, jsondoc.Quoted(t.LevelNames[0]), t.LevelNames[0]))
		}
		n.Names = strings.Clone(n.Names)
		t.LevelNodes = append(t.LevelNodes, n)
		names, err := slurm.ExpandHosts(n.Names, topology.MaxNodes-t.Nodes)
		if err != nil && p.Count() == before {
			p.Wrong(e, err.Error(), "", "")
		}
		t.Nodes += len(names)
	}
	if len(t.LevelNodes) == 0 {
		p.Wrong(v, "is empty", "1", `write {"name": "n000", …} for each node`)
	}
}

// levelNodes writes the list of nodes of a machine with named levels.
func (w *writer) levelNodes(t *Shape) {
	var n LevelNodes
	fields, usual := levelNodesTable(&n, t.LevelNames), levelNodesTable(&LevelNodes{}, nil)
	w.Lines('[', ']', len(t.LevelNodes), func(i int) {
		n = t.LevelNodes[i]
		fields.Write(w, usual)
	})
}

// buildLevels returns the machine with named levels that the shape describes.
func (t *Shape) buildLevels() (topology.Topology, error) {
	var nodes []topology.LabelledNode
	for i := range t.LevelNodes {
		n := &t.LevelNodes[i]
		names, err := slurm.ExpandHosts(n.Names, topology.MaxNodes)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			nodes = append(nodes, topology.LabelledNode{Name: name, Labels: n.Labels})
		}
	}
	return topology.NewLevelTree(t.LevelNames, nodes)
}

// slotGroups returns a group for each number of slots that nodes of the topology t
// have, other than the cores of c.Node.
func (c *Cluster) slotGroups(t topology.Topology) []NodeGroup {
	named, ok := t.(topology.NamedNodes)
	if !ok {
		return nil
	}
	var groups []NodeGroup
	for i := range c.Topology.LevelNodes {
		n := &c.Topology.LevelNodes[i]
		if n.Slots == 0 || int64(n.Slots) == c.Node.Resources[workload.Cores] {
			continue
		}
		at := slices.IndexFunc(groups, func(g NodeGroup) bool { return g.Spec.Resources[workload.Cores] == int64(n.Slots) })
		if at < 0 {
			at = len(groups)
			groups = append(groups, NodeGroup{Spec: c.Node})
			groups[at].Spec.Resources[workload.Cores] = int64(n.Slots)
			groups[at].Spec.Sockets = min(groups[at].Spec.Sockets, n.Slots)
		}
		names, _ := slurm.ExpandHosts(n.Names, topology.MaxNodes)
		for _, name := range names {
			node, _ := named.FindNode(name)
			groups[at].Nodes = append(groups[at].Nodes, cluster.NodeRun{First: node, Last: node, Tasks: 1})
		}
	}
	for i := range groups {
		groups[i].Nodes, _ = normalNodes(groups[i].Nodes)
	}
	return groups
}

// gatherings are the ways to ask for named levels, by workload.Gathering.
var gatherings = [...]string{workload.GatherRequired: "required", workload.GatherPreferred: "preferred", workload.GatherUnconstrained: "unconstrained"}

// levelsTable returns the part of jobTable that describes what a job asks of named
// levels.
func levelsTable(j *draft) *table {
	t := newTable("a job", 2)
	n := &j.Network
	t.Add("topology", schema.Alternative, nil, 0, 0).Noted(&j.topology).
		Reads(func(p *parser, v jsondoc.Ref) { p.gather(v, n) }).
		When(func() bool { return n.Gather != 0 }).
		Writes(func(w *writer, _ any) {
			w.Raw("{").Member(gatherings[n.Gather], true)
			if n.Gather == workload.GatherUnconstrained {
				w.Raw("true}")
				return
			}
			w.Text(j.s.Cluster.Topology.levelName(n.Level)).Raw("}")
		})
	t.Add("slice", schema.Other, nil, 0, 0).Noted(&j.slice).
		Reads(func(p *parser, v jsondoc.Ref) { sliceTable(n).Read(p, v) }).
		When(func() bool { return n.Slice != 0 }).
		Writes(func(w *writer, _ any) {
			w.Raw("{").Member("size", true).Number(int64(n.Slice))
			w.Member("level", false).Text(j.s.Cluster.Topology.levelName(n.SliceLevel)).Raw("}")
		})
	return t
}

// levelName returns the name of a level of a machine with named levels.
func (t *Shape) levelName(level int8) string {
	if int(level) <= len(t.LevelNames) {
		return t.LevelNames[level-1]
	}
	return topology.HostLevel
}

// gather reads the field topology of a job.
func (p *parser) gather(v jsondoc.Ref, n *workload.NetworkRequest) {
	if !p.IsObject(v, "a job's topology") {
		return
	}
	const fix = `write {"required": "rack"}, {"preferred": "rack"} or {"unconstrained": true}`
	given := 0
	for key, val := range p.Members(v) {
		name := p.Text(key)
		g := workload.Gathering(max(slices.Index(gatherings[:], name), 0))
		given++
		switch {
		case g == 0:
			p.Unknown(key, name, "a job's topology", gatherings[1:])
		case given > 1:
			p.WrongKey(key, jsondoc.Quoted(name)+" is one wish too many", fix)
		case g != workload.GatherUnconstrained:
			n.Gather, n.Level = g, p.levelOf(val)
		default:
			if yes, ok := p.Truth(val); ok && !yes {
				p.Wrong(val, "asks for nothing", "", "write true, or leave out topology")
			}
			n.Gather = g
		}
	}
	if given == 0 {
		p.Wrong(v, "is empty", "", fix)
	}
}

// levelOf reads the name of a level and returns its number.
func (p *parser) levelOf(v jsondoc.Ref) int8 {
	if p.Kind(v) != '"' {
		p.Wrong(v, p.Is(v)+", not the name of a level", "", `write it in double quotes, as in "rack"`)
		return 0
	}
	if p.noCluster {
		return 0 // the names of the levels are not known
	}
	levels, ok := p.s.Cluster.built.(topology.NamedLevels)
	if !ok {
		p.Wrong(v, fmt.Sprintf("is not a level of the topology %q, whose levels have no names", p.s.Cluster.Topology.Kind), "", `use the topology "levels", or leave it out`)
		return 0
	}
	names, text := levels.LevelNames(), p.Text(v)
	at := slices.Index(names, text)
	if at < 0 {
		p.Wrong(v, "is not a level of the cluster", "", p.DidYouMean(text, names))
	}
	return int8(at + 1)
}

// sliceTable returns the table of fields for the field slice of a job.
func sliceTable(n *workload.NetworkRequest) *table {
	t := newTable("a slice", 2)
	t.Integer("size", &n.Slice, 1, MaxTasks).Needs(`write "size": 4, the number of tasks or nodes of each slice`)
	t.Add("level", schema.Alternative, nil, 0, 0).Needs(`write "level": "rack", the level that keeps a slice together`).
		Reads(func(p *parser, v jsondoc.Ref) { n.SliceLevel = p.levelOf(v) })
	return t
}

// levels reports wishes about named levels that contradict each other.
func (p *parser) levels(j *draft) {
	n := &j.Network
	switch {
	case j.slice == 0 || n.Slice == 0 || n.SliceLevel == 0:
	case j.Size() > 0 && j.Size()%n.Slice != 0:
		p.Wrong(j.slice, fmt.Sprintf("does not divide the job: %d is not a multiple of %d", j.Size(), n.Slice), "", "make the size of the job a multiple of the size of a slice")
	case n.Gather != workload.GatherUnconstrained && n.Level > n.SliceLevel:
		p.Wrong(j.slice, "is kept together on a higher level than the whole job", "", "use the level of topology, or one below it")
	}
}
