package slurm

import (
	"hopyard/core/topology"
	"hopyard/core/yamldoc"
)

// maxRing is the largest number of nodes of a ring (Slurm's own limit).
const maxRing = 16

// addRing records a ring with its host list, in the order of the ring.
func (r *reader) addRing(line int, name, nodes string) {
	d := r.named(line, "ring", name)
	if d == nil {
		return
	}
	if d.hosts = r.hosts(line, "nodes", nodes); len(d.hosts) > maxRing {
		r.Errorf(line, "ring %s has %d nodes; Slurm allows %d in a ring, make several", name, len(d.hosts), maxRing)
	}
	r.rings = append(r.rings, d)
}

// yamlRings reads the rings of a topology.
func (r *reader) yamlRings(t *yamldoc.Value) {
	if !r.onlyKeys(t, "a ring topology", "rings") {
		return
	}
	if t.Get("rings") == nil || t.Get("rings").Items == nil {
		r.Errorf(t.Line, "the topology has no list of rings; write them under rings: as in \"- ring: r0\"")
		r.lost = true
		return
	}
	for _, x := range t.Get("rings").Items {
		if r.onlyKeys(x, "a ring", "ring", "nodes") {
			r.addRing(x.Line, x.Text("ring"), x.Text("nodes"))
		}
	}
}

// buildRings returns the machine made of the rings.
func (r *reader) buildRings() topology.Topology {
	rings := &topology.Rings{}
	var nodes []string
	var parts []grid
	for _, d := range r.rings {
		if len(d.hosts) == 0 {
			r.Notice(d.line, "ring %s has no nodes and is left out", d.name)
			continue
		}
		rings.Starts = append(rings.Starts, topology.NodeID(len(nodes)))
		part := grid{dims: [3]int{len(d.hosts), 1, 1}}
		for range d.hosts {
			part.nodes = append(part.nodes, topology.NodeID(len(nodes)+len(part.nodes)))
		}
		parts = append(parts, part)
		nodes = append(nodes, d.hosts...)
	}
	if len(parts) == 0 {
		r.Errorf(r.rings[0].line, "no ring has nodes; write them as in RingName=r0 Nodes=n[0-7]")
		return nil
	}
	rings.Starts = append(rings.Starts, topology.NodeID(len(nodes)))
	named := r.gridNames(nodes)
	if len(parts) == 1 {
		t, err := topology.NewTorus(len(nodes))
		return r.made(ringTorus{gridMachine{t, named}, rings}, err)
	}
	g, err := joined(parts, len(nodes))
	return r.made(ringGraph{graphMachine{g, named}, rings}, err)
}

// grid is a torus of up to three dimensions that is part of a machine.
type grid struct {
	dims  [3]int
	nodes []topology.NodeID // node of each cell, x changing fastest, or topology.NoNode
}

// joined returns a network of several grids, or of one grid in which some cells have
// no node. Neighbours in a grid are joined by cables of length 1. Every node is also
// joined to a spine switch, so that nodes of different grids can reach each other.
// Its cables are as long as the longest of the shortest ways in any of the grids, as
// if no cell were empty.
func joined(parts []grid, nodes int) (*topology.Graph, error) {
	var links []topology.GraphLink
	cable := func(a, b topology.DeviceID, weight int64) {
		links = append(links, topology.GraphLink{From: a, To: b, Weight: weight}, topology.GraphLink{From: b, To: a, Weight: weight})
	}
	longest := 1
	for _, p := range parts {
		longest = max(longest, p.dims[0]/2+p.dims[1]/2+p.dims[2]/2)
		pod := topology.Pod{Dims: p.dims}
		for cell, n := range p.nodes {
			at := [3]int{cell % p.dims[0], cell / p.dims[0] % p.dims[1], cell / (p.dims[0] * p.dims[1])}
			for axis, side := range p.dims {
				next := at
				next[axis]++
				m := p.nodes[pod.Cell(next)]
				if side > 1 && (side > 2 || at[axis] == 0) && n >= 0 && m >= 0 {
					cable(topology.DeviceID(n+1), topology.DeviceID(m+1), 1)
				}
			}
		}
	}
	for n := range nodes {
		cable(topology.DeviceID(n+1), 0, int64(longest))
	}
	return topology.NewGraph(nodes, 1, links)
}

// gridNames returns the names of nodes in rings or tori, and that of the spine.
func (r *reader) gridNames(nodes []string) *topology.Names {
	return topology.NewNames(nodes, []string{r.spine()})
}

// gridMachine is a machine of a single ring or torus.
type gridMachine struct {
	topology.Torus
	*topology.Names
}

// DeviceName returns the name that the text gives to a node.
func (t gridMachine) DeviceName(d topology.DeviceID) string { return t.NodeName(topology.NodeID(d)) }

// graphMachine is a machine of several rings or tori.
type graphMachine struct {
	*topology.Graph
	*topology.Names
}

// DeviceName returns the name that the text gives to a node, or the spine's.
func (t graphMachine) DeviceName(d topology.DeviceID) string { return t.Names.Device(d) }

// ringTorus is a machine of one ring.
type ringTorus struct {
	gridMachine
	rings *topology.Rings
}

// Rings implements topology.Ringed.
func (t ringTorus) Rings() *topology.Rings { return t.rings }

// ringGraph is a machine of several rings.
type ringGraph struct {
	graphMachine
	rings *topology.Rings
}

// Rings implements topology.Ringed.
func (t ringGraph) Rings() *topology.Rings { return t.rings }
