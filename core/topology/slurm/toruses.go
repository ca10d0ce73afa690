package slurm

import (
	"cmp"
	"slices"
	"strconv"

	"hopyard/core/topology"
	"hopyard/core/yamldoc"
)

// torus is a three-dimensional torus as the text describes it.
type torus struct {
	*device
	pod     topology.Pod
	regions []region
}

// region is a box of cells of a torus, and the nodes in these cells.
type region struct {
	line         int
	anchor, dims [3]int
	hosts        []string
}

// maxSide is the largest side of a torus and of a box in it (Slurm's own limit).
const maxSide = 1<<16 - 1

// yamlToruses reads the toruses of a topology.
func (r *reader) yamlToruses(t *yamldoc.Value) {
	if !r.onlyKeys(t, "a torus3d topology", "toruses") {
		return
	}
	if t.Get("toruses") == nil || t.Get("toruses").Items == nil {
		r.Errorf(t.Line, "the topology has no list of toruses; write them under toruses: as in \"- name: pod0\"")
		r.lost = true
		return
	}
	for _, x := range t.Get("toruses").Items {
		if r.onlyKeys(x, "a torus", "name", "dims", "nodes", "regions", "placements") {
			r.addTorus(x)
		}
	}
}

// addTorus records a torus.
func (r *reader) addTorus(b *yamldoc.Value) {
	d := r.named(b.Line, "torus", b.Text("name"))
	if d == nil {
		return
	}
	t := &torus{device: d}
	before := r.Count()
	t.pod.Dims = r.triple(b, "dims", "a torus", 1, maxSide, nil)
	if r.Count() > before {
		return
	}
	cells := t.pod.Dims[0] * t.pod.Dims[1] // at most 2^32
	if cells <= topology.MaxNodes {
		cells *= t.pod.Dims[2]
	}
	if r.cells += cells; r.cells > topology.MaxNodes {
		r.Errorf(b.Line, "torus %s brings the cells to more than %d; make its sides smaller", d.name, topology.MaxNodes)
		return
	}
	regions := b.Get("regions")
	switch {
	case regions != nil && b.Get("nodes") != nil:
		r.Errorf(b.Line, "torus %s has nodes and regions; remove one of them", d.name)
	case regions != nil && regions.Items == nil:
		r.Errorf(regions.Line, "regions is not a list; write them under regions: as in \"- anchor: {x: 0, y: 0, z: 0}\"")
	case regions != nil:
		for _, x := range regions.Items {
			if r.onlyKeys(x, "a region", "anchor", "dims", "nodes") {
				t.regions = append(t.regions, region{x.Line, r.triple(x, "anchor", "a region", 0, maxSide, nil), r.triple(x, "dims", "a region", 1, maxSide, nil), r.hosts(x.Line, "nodes", x.Text("nodes"))})
			}
		}
	default:
		t.regions = []region{{line: b.Line, dims: t.pod.Dims, hosts: r.hosts(b.Line, "nodes", b.Text("nodes"))}}
	}
	for _, x := range t.regions {
		d.hosts = append(d.hosts, x.hosts...)
	}
	if places := b.Get("placements"); places != nil {
		if places.Items == nil {
			r.Errorf(places.Line, "placements is not a list; write them under placements: as in \"- dims: {x: 2, y: 2, z: 1}\"")
		}
		for _, x := range places.Items {
			r.addBox(t, x)
		}
	}
	if r.Count() == before {
		r.fillCells(t)
		t.overlaps()
	}
	r.toruses = append(r.toruses, t)
}

// addBox records a shape in which jobs may be placed on a torus.
func (r *reader) addBox(t *torus, b *yamldoc.Value) {
	if !r.onlyKeys(b, "a placement", "dims", "anchor_seed", "anchor_spacing") {
		return
	}
	before := r.Count()
	box := topology.Box{Dims: r.triple(b, "dims", "a placement", 1, maxSide, nil)}
	box.Seed = r.triple(b, "anchor_seed", "a placement", 0, maxSide, &[3]int{})
	box.Spacing = r.triple(b, "anchor_spacing", "a placement", 0, maxSide, &box.Dims)
	for axis, side := range t.pod.Dims {
		if box.Spacing[axis] == 0 { // as if it were left out
			box.Spacing[axis] = box.Dims[axis]
		}
		name := string("xyz"[axis])
		for _, x := range []struct {
			of          string
			value, most int
		}{{"dims", box.Dims[axis], side}, {"anchor_seed", box.Seed[axis], side - 1}, {"anchor_spacing", box.Spacing[axis], side}} {
			if x.value > x.most && r.Count() == before {
				r.Errorf(b.Line, "%s of the placement has %s: %d, and torus %s has %s: %d; use %d or less", x.of, name, x.value, t.name, name, side, x.most)
			}
		}
	}
	t.pod.Boxes = append(t.pod.Boxes, box)
}

// triple reads the numbers x, y and z under a key. If the key is missing and there
// are usual numbers, it returns these.
func (r *reader) triple(b *yamldoc.Value, key, of string, least, most int, usual *[3]int) (out [3]int) {
	t := b.Get(key)
	if t == nil && usual != nil {
		return *usual
	}
	if t == nil || t.Keys == nil {
		line := b.Line
		if t != nil {
			line = t.Line
		}
		r.Errorf(line, "%s of %s is missing or not three numbers; write it as in \"%s: {x: 4, y: 4, z: 2}\"", key, of, key)
		return out
	}
	if !r.onlyKeys(t, key, "x", "y", "z") {
		return out
	}
	for axis := range out {
		name := "xyz"[axis : axis+1]
		n, err := strconv.Atoi(t.Text(name))
		if err != nil || n < least || n > most {
			r.Errorf(t.Line, "%s: %s of %s is not a whole number from %d to %d; write it as in \"%s: {x: 4, y: 4, z: 2}\"", name, excerpt(t.Text(name)), key, least, most, key)
			return out
		}
		out[axis] = n
	}
	return out
}

// fillCells numbers the cells with nodes by the nodes of their torus, from 0. The
// numbers are those within the list of hosts at first, and in the order of the cells
// at the end, in which hosts are listed then.
func (r *reader) fillCells(t *torus) {
	p := &t.pod
	p.Nodes = slices.Repeat([]topology.NodeID{topology.NoNode}, p.Dims[0]*p.Dims[1]*p.Dims[2])
	listed := topology.NodeID(0)
	for _, x := range t.regions {
		size := x.dims[0] * x.dims[1]
		fits := true
		for axis, side := range p.Dims {
			fits = fits && x.anchor[axis]+x.dims[axis] <= side
		}
		switch size *= x.dims[2]; {
		case !fits:
			r.Errorf(x.line, "the region goes beyond the sides of torus %s, and regions do not wrap around; keep anchor + dims within its dims", t.name)
			return
		case size != len(x.hosts):
			r.Errorf(x.line, "%d nodes are named for %d cells of torus %s; name as many nodes as cells", len(x.hosts), size, t.name)
			return
		}
		for i := range size {
			cell := p.Cell([3]int{x.anchor[0] + i%x.dims[0], x.anchor[1] + i/x.dims[0]%x.dims[1], x.anchor[2] + i/(x.dims[0]*x.dims[1])})
			if p.Nodes[cell] != topology.NoNode {
				r.Errorf(x.line, "the region overlaps an earlier one of torus %s; give each cell one node", t.name)
				return
			}
			p.Nodes[cell] = listed
			listed++
		}
	}
	hosts := make([]string, 0, len(t.hosts))
	for cell, n := range p.Nodes {
		if n != topology.NoNode {
			p.Nodes[cell] = topology.NodeID(len(hosts))
			hosts = append(hosts, t.hosts[n])
		}
	}
	t.hosts = hosts
}

// overlaps sorts the boxes by size and finds those whose places overlap, each
// other or those of a box of the same size.
func (t *torus) overlaps() {
	p := &t.pod
	slices.SortStableFunc(p.Boxes, func(a, b topology.Box) int { return cmp.Compare(a.Size(), b.Size()) })
	for i := range p.Boxes {
		a := &p.Boxes[i]
		for axis, side := range p.Dims {
			a.Overlaps = a.Overlaps || divisor(a.Spacing[axis], side) < a.Dims[axis]
		}
		for j := range i {
			if b := &p.Boxes[j]; a.Size() == b.Size() && boxesMeet(p.Dims, a, b) {
				a.Overlaps, b.Overlaps = true, true
			}
		}
	}
}

// boxesMeet reports whether places of two boxes share a cell on a torus. Along each
// axis, the distances between their anchors are those of the seeds and all multiples
// of the common divisor of both spacings and the side.
func boxesMeet(dims [3]int, a, b *topology.Box) bool {
	for axis, side := range dims {
		step := divisor(divisor(a.Spacing[axis], b.Spacing[axis]), side)
		ahead := ((b.Seed[axis]-a.Seed[axis])%step + step) % step
		if ahead >= a.Dims[axis] && step-ahead >= b.Dims[axis] {
			return false
		}
	}
	return true
}

// divisor returns the greatest common divisor of two numbers.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// buildToruses returns the machine made of the toruses.
func (r *reader) buildToruses() topology.Topology {
	var nodes []string
	var pods []topology.Pod
	var parts []grid
	whole := len(r.toruses) == 1
	for _, t := range r.toruses {
		first := topology.NodeID(len(nodes))
		for cell, n := range t.pod.Nodes {
			if n == topology.NoNode {
				whole = false
			} else {
				t.pod.Nodes[cell] += first
			}
		}
		nodes = append(nodes, t.hosts...)
		pods, parts = append(pods, t.pod), append(parts, grid{t.pod.Dims, t.pod.Nodes})
	}
	named := r.gridNames(nodes)
	if whole {
		d := pods[0].Dims
		t, err := topology.NewTorus(d[2], d[1], d[0])
		return r.made(podTorus{gridMachine{t, named}, pods}, err)
	}
	g, err := joined(parts, len(nodes))
	return r.made(podGraph{graphMachine{g, named}, pods}, err)
}

// podTorus is a machine of one torus without holes.
type podTorus struct {
	gridMachine
	pods []topology.Pod
}

// Pods implements topology.PodMachine.
func (t podTorus) Pods() []topology.Pod { return t.pods }

// podGraph is a machine of several tori, or of one with holes.
type podGraph struct {
	graphMachine
	pods []topology.Pod
}

// Pods implements topology.PodMachine.
func (t podGraph) Pods() []topology.Pod { return t.pods }
