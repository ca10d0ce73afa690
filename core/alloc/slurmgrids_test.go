package alloc_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/alloctest"
	"hopyard/core/cluster"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload"
)

// slurmMachine returns a machine of equal nodes that a text for Slurm describes.
func slurmMachine(t *testing.T, conf string) *cluster.Machine {
	t.Helper()
	network, err := slurm.Parse(conf)
	if err != nil {
		t.Fatalf("%s\n%v", conf, err)
	}
	return cluster.NewMachine(network.Topology, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
}

// slurmCase is a job of whole nodes beside busy nodes, and the nodes that it gets.
type slurmCase struct {
	busy           string
	nodes, segment int32
	want           string // empty if the job is refused
}

// check compares the case with the choice of an allocator.
func (c slurmCase) check(t *testing.T, m *cluster.Machine, a alloc.Allocator) {
	t.Helper()
	busy := nodeSet(t, m, c.busy)
	free := idleWhere(m, func(n topology.NodeID) bool { return !busy.Has(n) })
	q := &workload.Request{Nodes: c.nodes, Network: workload.NetworkRequest{Segment: c.segment}}
	want := c.want
	if want != "" {
		set := nodeSet(t, m, want)
		want = cluster.Placement(nil).AppendIdle(&set, 0, c.nodes).String()
	}
	if got, _ := a.Allocate(q, free, nil); got.String() != want {
		t.Errorf("%d nodes in segments of %d beside %s: %v, want %s", c.nodes, c.segment, c.busy, got, want)
	}
}

// TestRings checks choices among rings of 4, 5 and 3 nodes.
func TestRings(t *testing.T) {
	m := slurmMachine(t, "RingName=a Nodes=n[0-3]\nRingName=b Nodes=n[4-8]\nRingName=c Nodes=n[9-11]\n")
	for _, c := range []slurmCase{
		{"", 1, 0, "9"},
		{"", 3, 0, "9-11"},
		{"", 4, 0, "0-3"},
		{"", 6, 0, ""},
		{"1", 3, 0, "0,2-3"}, // as few free nodes as on the last
		{"1,9", 3, 0, "0,2-3"},
		{"1,6,9", 4, 0, "4-5,7-8"},
		{"0,2,9", 2, 0, "10-11"},
		{"0,2,5,7,9-10", 2, 0, "4,8"},
		{"", 6, 3, "0-2,9-11"},
		{"", 6, 2, "0-1,4-5,9-10"},
		{"", 8, 2, ""},
		{"", 4, 8, "0-3"},
		{"", 5, 2, ""},
		{"9", 6, 3, "0-2,4-6"},
	} {
		c.check(t, m, alloc.SlurmRing{})
	}
}

// TestRingsEqualTheDefinition compares SlurmRing on random rings with a search
// through all places: every segment has the first free place of its ring, and the
// rings are those with the fewest free nodes; a single segment gets the first of
// these.
func TestRingsEqualTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 31))
	placed := 0
	for range soaktest.Part(3000, 4) {
		var conf strings.Builder
		starts := []topology.NodeID{0}
		for i := range 1 + r.IntN(6) {
			k := 1 + r.IntN(9)
			fmt.Fprintf(&conf, "RingName=r%d Nodes=n[%d-%d]\n", i, starts[i], int(starts[i])+k-1)
			starts = append(starts, starts[i]+topology.NodeID(k))
		}
		m := slurmMachine(t, conf.String())
		idle := r.IntN(4)
		free := idleWhere(m, func(topology.NodeID) bool { return r.IntN(4) <= idle })
		size := 1 + r.Int32N(4)
		q := &workload.Request{Nodes: size * (1 + r.Int32N(3)), Network: workload.NetworkRequest{Segment: size}}
		if r.IntN(2) == 0 {
			q = &workload.Request{Nodes: size}
		}
		segments := int(q.Nodes / size)
		type option struct {
			idle  int
			nodes []topology.NodeID
		}
		var options []option
		for i := range len(starts) - 1 {
			length := int(starts[i+1] - starts[i])
			o := option{}
			for j := range length {
				if free.Idle().Has(starts[i] + topology.NodeID(j)) {
					o.idle++
				}
			}
			for start := 0; start < length && o.nodes == nil && int(size) <= length; start++ {
				var nodes []topology.NodeID
				for j := range int(size) {
					if n := starts[i] + topology.NodeID((start+j)%length); free.Idle().Has(n) {
						nodes = append(nodes, n)
					}
				}
				if len(nodes) == int(size) {
					o.nodes = nodes
				}
			}
			if o.nodes != nil {
				options = append(options, o)
			}
		}
		got, reason := alloc.SlurmRing{}.Allocate(q, free, nil)
		if err := alloctest.Contract(alloc.SlurmRing{}, q, free); err != nil {
			t.Fatal(err)
		}
		if enough := len(options) >= segments; reason.OK() != enough {
			t.Fatalf("%s%d segments of %d among %v: %v, %d rings", conf.String(), segments, size, free.Idle(), got, len(options))
		} else if !enough {
			continue
		}
		placed++
		slices.SortStableFunc(options, func(a, b option) int { return a.idle - b.idle })
		var fewest, used []int
		for _, o := range options[:segments] {
			fewest = append(fewest, o.idle)
		}
		taken := map[topology.NodeID]bool{}
		for n := range got.All {
			taken[n] = true
		}
		for _, o := range options {
			if taken[o.nodes[0]] && !slices.ContainsFunc(o.nodes, func(n topology.NodeID) bool { return !taken[n] }) {
				used = append(used, o.idle)
			}
		}
		if !slices.Equal(used, fewest) || segments == 1 && !taken[options[0].nodes[0]] {
			t.Fatalf("%s%d segments of %d: %v, on rings with %v free, want %v", conf.String(), segments, size, got, used, fewest)
		}
	}
	if placed < 100 {
		t.Errorf("%d placed", placed)
	}
}

// TestTorus checks choices on a torus of 4 by 4 by 2 nodes with the shapes of Slurm's
// topology guide.
func TestTorus(t *testing.T) {
	m := slurmMachine(t, podText("- name: pod1\ndims: {x: 4, y: 4, z: 2}\nnodes: n[0-31]\nplacements:\n- dims: {x: 2, y: 2, z: 1}\n- dims: {x: 2, y: 2, z: 2}\n- dims: {x: 4, y: 4, z: 2}"))
	for _, c := range []slurmCase{
		{"", 4, 0, "0-1,4-5"},
		{"", 8, 0, "0-1,4-5,16-17,20-21"},
		{"", 32, 0, "0-31"},
		{"", 16, 0, ""},
		{"", 16, 8, "0-1,4-5,8-9,12-13,16-17,20-21,24-25,28-29"},
		{"", 3, 0, ""},
		{"0-1,4-5", 4, 0, "16-17,20-21"}, // beside what is taken already
		{"0", 8, 0, "8-9,12-13,24-25,28-29"},
		{"0", 32, 0, ""},
		{"0,2,8,10", 8, 0, ""},
		{"0,2,8,10", 12, 4, "16-17,20-21,24-25,28-29,18-19,22-23"},
	} {
		c.check(t, m, alloc.SlurmTorus{})
	}
}

// podText returns topology.yaml with the given torus descriptions, whose lines need
// not be indented: those that begin with a hyphen begin a torus if they have a name,
// and else an entry of the list before them.
func podText(toruses string) string {
	out, in := "- topology: t\n  torus3d:\n    toruses:\n", "      "
	for _, line := range strings.Split(toruses, "\n") {
		switch {
		case strings.HasPrefix(line, "- name"):
			in = "    "
		case strings.HasPrefix(line, "- "):
			in = "        "
		case strings.HasPrefix(line, "anchor") || strings.HasPrefix(line, "box"):
			in, line = "          ", strings.TrimPrefix(line, "box ")
		default:
			in = "      "
		}
		out += in + line + "\n"
	}
	return out
}

// TestTorusEqualsTheDefinition compares SlurmTorus on random machines with a search
// that lists the nodes of each place and compares lists.
func TestTorusEqualsTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 32))
	placed, again := 0, 0
	for range soaktest.Part(8000, 4) {
		m := slurmMachine(t, randomPods(r))
		idle := r.IntN(5)
		free := idleWhere(m, func(topology.NodeID) bool { return r.IntN(6) <= idle+1 })
		pods := m.Topology.(topology.PodMachine).Pods()
		size := int32(1 + r.IntN(8))
		if p := pods[r.IntN(len(pods))]; len(p.Boxes) > 0 {
			size = int32(p.Boxes[r.IntN(len(p.Boxes))].Size())
		}
		q := &workload.Request{Nodes: size}
		if r.IntN(2) == 0 {
			q = &workload.Request{Nodes: size * (1 + r.Int32N(4)), Network: workload.NetworkRequest{Segment: size}}
		}
		if q.Nodes > int32(m.NumNodes()) {
			continue
		}
		got, _ := alloc.SlurmTorus{}.Allocate(q, free, nil)
		want, tries := plainBoxes(q, pods, free)
		if !slices.Equal(got, want) {
			t.Fatalf("%v: %d nodes in segments of %d among %v: %v, want %v", pods, q.Nodes, size, slotsOf(q, free), got, want)
		}
		if err := alloctest.Contract(alloc.SlurmTorus{}, q, free); err != nil {
			t.Fatal(err)
		}
		if want != nil {
			placed++
		}
		if tries > 1 {
			again++
		}
	}
	if placed < 200 || again < 20 {
		t.Errorf("%d placed, %d tried again", placed, again)
	}
}

// randomPods returns topology.yaml with one or two small tori, of which some have
// cells without nodes.
func randomPods(r *rand.Rand) string {
	var b strings.Builder
	first := 0
	for i := range 1 + r.IntN(2) {
		dims := [3]int{1 + r.IntN(4), 1 + r.IntN(4), 1 + r.IntN(3)}
		triple := func(least int, most [3]int) string {
			return fmt.Sprintf("{x: %d, y: %d, z: %d}", least+r.IntN(most[0]), least+r.IntN(most[1]), least+r.IntN(most[2]))
		}
		cells := dims[0] * dims[1] * dims[2]
		fmt.Fprintf(&b, "- name: p%d\ndims: {x: %d, y: %d, z: %d}\n", i, dims[0], dims[1], dims[2])
		if dims[0] > 1 && r.IntN(3) == 0 { // one plane has no nodes
			cells -= dims[1] * dims[2]
			fmt.Fprintf(&b, "regions:\n- anchor: {x: %d, y: 0, z: 0}\nbox dims: {x: %d, y: %d, z: %d}\nbox nodes: n[%d-%d]\n", r.IntN(2), dims[0]-1, dims[1], dims[2], first, first+cells-1)
		} else {
			fmt.Fprintf(&b, "nodes: n[%d-%d]\n", first, first+cells-1)
		}
		first += cells
		b.WriteString("placements:\n")
		for range 1 + r.IntN(4) {
			fmt.Fprintf(&b, "- dims: %s\n", triple(1, dims))
			if r.IntN(2) == 0 {
				fmt.Fprintf(&b, "anchor_seed: %s\n", triple(0, dims))
			}
			if r.IntN(2) == 0 {
				fmt.Fprintf(&b, "anchor_spacing: %s\n", triple(1, dims))
			}
		}
	}
	return podText(strings.TrimSuffix(b.String(), "\n"))
}

// plainBoxes returns the placement by the definition of SlurmTorus, and the number
// of tries.
func plainBoxes(q *workload.Request, pods []topology.Pod, free *cluster.Free) (cluster.Placement, int) {
	size, count := int(q.Nodes), 1
	if k := int(q.Network.Segment); k > 0 {
		size, count = k, int(q.Nodes)/k
	}
	cells := func(p *topology.Pod, b *topology.Box, at [3]int) (nodes []topology.NodeID) { // without cells that have no node
		for x := range b.Dims[0] {
			for y := range b.Dims[1] {
				for z := range b.Dims[2] {
					if n := p.Nodes[p.Cell([3]int{at[0] + x, at[1] + y, at[2] + z})]; n != topology.NoNode {
						nodes = append(nodes, n)
					}
				}
			}
		}
		return nodes
	}
	along := func(seed, spacing, side int) (all []int) {
		for at := seed; !slices.Contains(all, at); at = (at + spacing) % side {
			all = append(all, at)
		}
		return all
	}
	places := func(p *topology.Pod, b *topology.Box) (all [][]topology.NodeID) {
		for _, x := range along(b.Seed[0], b.Spacing[0], p.Dims[0]) {
			for _, y := range along(b.Seed[1], b.Spacing[1], p.Dims[1]) {
				for _, z := range along(b.Seed[2], b.Spacing[2], p.Dims[2]) {
					all = append(all, cells(p, b, [3]int{x, y, z}))
				}
			}
		}
		return all
	}
	share := func(a, b []topology.NodeID) bool {
		return slices.ContainsFunc(a, func(n topology.NodeID) bool { return slices.Contains(b, n) })
	}
	usable := map[topology.NodeID]bool{}
	for _, n := range allNodes(free) {
		usable[n] = free.Idle().Has(n)
	}
	for tries := 1; ; tries++ {
		left := map[topology.NodeID]bool{}
		remaining := 0
		for n, ok := range usable {
			if left[n] = ok; ok {
				remaining++
			}
		}
		all := func(nodes []topology.NodeID) bool {
			return !slices.ContainsFunc(nodes, func(n topology.NodeID) bool { return !left[n] })
		}
		var chosen []topology.NodeID
		overlaps, failed := false, false
		for range count {
			var best []topology.NodeID
			var shape *topology.Box
			bestCost, bestIdle := 0, 0
			for i := range pods {
				p := &pods[i]
				idle := 0
				for _, n := range p.Nodes {
					if n != topology.NoNode && left[n] {
						idle++
					}
				}
				for j := range p.Boxes {
					b := &p.Boxes[j]
					if b.Size() != size {
						continue
					}
					next := slices.IndexFunc(p.Boxes, func(x topology.Box) bool { return x.Size() > size })
					for _, place := range places(p, b) {
						if len(place) != size || !all(place) {
							continue
						}
						cost := 0
						if next >= 0 {
							for _, other := range places(p, &p.Boxes[next]) {
								if share(other, place) && all(other) {
									cost++
								}
							}
						}
						if best == nil || shape == b && cost < bestCost || (shape != b || cost == bestCost) && idle < bestIdle {
							best, shape, bestCost, bestIdle = place, b, cost, idle
						}
					}
				}
			}
			if best == nil {
				failed = true
				break
			}
			overlaps = overlaps || selfOverlaps(pods, shape, size)
			chosen = append(chosen, best...)
			for _, n := range best {
				left[n] = false
			}
		}
		slices.Sort(chosen)
		if !failed {
			set := topology.NewNodeSet(free.Machine().NumNodes())
			for _, n := range chosen {
				set.AddRange(n, n)
			}
			return cluster.Placement(nil).AppendIdle(&set, 0, q.Nodes), tries
		}
		if !overlaps || remaining <= int(q.Nodes) {
			return nil, tries
		}
		usable[chosen[0]] = false
	}
}

// selfOverlaps reports whether places of a box share cells with each other or with
// places of another box of the same size. Cells without nodes count, so it compares
// coordinates.
func selfOverlaps(pods []topology.Pod, b *topology.Box, size int) bool {
	for i := range pods {
		p := &pods[i]
		full := topology.Pod{Dims: p.Dims, Nodes: make([]topology.NodeID, len(p.Nodes))} // every cell is its own node
		for c := range full.Nodes {
			full.Nodes[c] = topology.NodeID(c)
		}
		for j := range p.Boxes {
			if b != &p.Boxes[j] {
				continue
			}
			for k := range p.Boxes {
				other := &p.Boxes[k]
				if other.Size() != size {
					continue
				}
				for x := range b.Anchors(p.Dims) {
					mine := slices.Collect(full.NodesIn(x, b.Dims))
					for y := range other.Anchors(p.Dims) {
						if (j != k || x != y) && slices.ContainsFunc(slices.Collect(full.NodesIn(y, other.Dims)), func(n topology.NodeID) bool { return slices.Contains(mine, n) }) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}
