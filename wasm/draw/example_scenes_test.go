package draw

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload"
)

// shapes returns the machine shapes used by the tests, by name.
func shapes(t testing.TB) map[string]MachineShape {
	t.Helper()
	must := func(m topology.Topology, err error) MachineShape {
		if err != nil {
			t.Fatal(err)
		}
		return ShapeOf(m)
	}
	tree := func(levels, width int) MachineShape {
		m, err := topology.NewFatTree(levels, width)
		return must(m, err)
	}
	torus := func(dims ...int) MachineShape { m, err := topology.NewTorus(dims...); return must(m, err) }
	cube := func(dims int) MachineShape { m, err := topology.NewHypercube(dims); return must(m, err) }
	fly := func(g, r, n int) MachineShape { m, err := topology.NewDragonfly(g, r, n); return must(m, err) }
	pgft := func(down, up, links []int) MachineShape {
		m, err := topology.NewPGFT(down, up, links)
		return must(m, err)
	}
	mesh := func(dims ...int) MachineShape { m, err := topology.NewMesh(dims...); return must(m, err) }
	ragged := func() MachineShape {
		m, err := topology.NewUnevenTree([]int32{-1, 0, 0, 1, 1, 4, 4}, []int32{0, 0, 5, 3, 0, 4, 6})
		return must(m, err)
	}
	flat := func(n int) MachineShape { m, err := topology.NewFlat(n); return must(m, err) }
	blocks := func(n, size int) MachineShape {
		text := fmt.Sprintf("BlockSizes=%d,%d\n", size, 2*size)
		for b := range n {
			text += fmt.Sprintf("BlockName=b%d Nodes=cn[%03d-%03d]\n", b, b*size, b*size+size-1)
		}
		m, err := slurm.Parse(text)
		return must(m.Topology, err)
	}
	levels := func(blocks, racks, hosts int) MachineShape {
		var nodes []topology.LabelledNode
		for i := range blocks * racks * hosts {
			nodes = append(nodes, topology.LabelledNode{Name: fmt.Sprintf("n%05d", i), Labels: []string{fmt.Sprintf("b%03d", i/racks/hosts), fmt.Sprintf("r%03d", i/hosts%racks)}})
		}
		m, err := topology.NewLevelTree([]string{"block", "rack"}, nodes)
		return must(m, err)
	}
	return map[string]MachineShape{
		"blocks 4x18": blocks(4, 18), "blocks 1x3": blocks(1, 3), "blocks 7x40": blocks(7, 40), "blocks 400x18": blocks(400, 18),
		"levels 2x2x2": levels(2, 2, 2), "levels 2x4x4": levels(2, 4, 4), "levels 1x1x2": levels(1, 1, 2), "levels 16x16x16": levels(16, 16, 16), "levels 3x90x2": levels(3, 90, 2),
		"tree 1x4": tree(1, 4), "tree 1x300": tree(1, 300), "tree 2x4": tree(2, 4), "tree 3x4": tree(3, 4), "tree 5x4": tree(5, 4),
		"tree 8x4": tree(8, 4), "tree 16x2": tree(16, 2), "tree 2x32": tree(2, 32), "tree 20x1": tree(20, 1),
		"uneven":  {Nodes: 40, Tree: [][]int32{{0, 40}, {0, 3, 30, 31, 40}}},
		"forest":  {Nodes: 12, Tree: [][]int32{{0, 5, 12}}},
		"torus 5": torus(5), "torus 24": torus(24), "torus 500": torus(500), "torus 8x16": torus(8, 16), "torus 3x4x5": torus(3, 4, 5),
		"torus 256x256": torus(256, 256), "torus 2x2x2x2": torus(2, 2, 2, 2),
		"cube 2": cube(2), "cube 3": cube(3), "cube 4": cube(4), "cube 5": cube(5), "cube 6": cube(6), "cube 7": cube(7), "cube 12": cube(12),
		"fly 9x4x2": fly(9, 4, 2), "fly 2x1x1": fly(2, 1, 1), "fly 5x2x6": fly(5, 2, 6), "fly 16x8x8": fly(16, 8, 8),
		"pgft": pgft([]int{4, 4, 4}, []int{1, 2, 2}, []int{1, 1, 1}), "pgft 40": pgft([]int{4, 4}, []int{2, 20}, []int{1, 2}),
		"mesh 6x10": mesh(6, 10), "mesh 3x4x5": mesh(3, 4, 5), "mesh 7": mesh(7), "ragged": ragged(), "graph": must(village(t)),
		"flat 1": flat(1), "flat 40": flat(40), "flat 5000": flat(5000), "flat 65536": flat(65536),
	}
}

// crowd returns a scene in which random ranges of a machine's nodes are allocated
// to jobs. With sharing set, jobs can share nodes.
func crowd(n int, seed uint64, sharing bool) *MachineScene {
	r := rand.New(rand.NewPCG(seed, 1))
	m := &MachineScene{Words: English, Highlight: NoHighlight()}
	for at := 0; at < n; {
		last := min(at+r.IntN(1+n/10), n-1)
		id := workload.JobID(len(m.Holds))
		switch {
		case r.IntN(5) == 0:
		case sharing && r.IntN(2) == 0:
			for range 2 {
				m.Holds = append(m.Holds, Hold{topology.NodeID(at), topology.NodeID(last), workload.JobID(len(m.Holds)), 100, 1})
			}
		default:
			m.Holds = append(m.Holds, Hold{topology.NodeID(at), topology.NodeID(last), id, 255, 2})
		}
		at = last + 1
	}
	return m
}

// history returns bars that do not overlap, ordered by start, and a step with its
// time. At that step, about a tenth of the bars are still running or have not
// started.
func history(nodes, count int, seed uint64) (*Bars, int32, simtime.Time) {
	r := rand.New(rand.NewPCG(seed, 2))
	free := make([]simtime.Time, nodes)
	list := make([]Bar, 0, count)
	for len(list) < count {
		k := 1 + r.IntN(1+nodes/16)
		first := r.IntN(nodes - k + 1)
		at := slices.Max(free[first : first+k])
		run := simtime.Time(1 + r.IntN(3_600_000))
		for n := range k {
			free[first+n] = at + run
		}
		list = append(list, Bar{Start: at, End: at + run, Limit: at + 2*run, First: topology.NodeID(first), Last: topology.NodeID(first + k - 1), Job: workload.JobID(len(list))})
	}
	slices.SortStableFunc(list, func(a, b Bar) int { return cmp.Compare(a.Start, b.Start) })
	now := list[count*9/10].Start
	bars := &Bars{}
	for i := range list {
		list[i].Begin = int32(2 * i)
		list[i].Finish = Unfinished
		if list[i].End <= now {
			list[i].Finish = 0
		}
		bars.Add(list[i])
	}
	return bars, int32(2 * (count*9/10 + 1)), now
}

func timeline(nodes, count int, seed uint64) *Timeline {
	bars, step, now := history(nodes, count, seed)
	return &Timeline{
		Size: Size{640, 260, 1}, Nodes: nodes, Bars: bars, Words: English, Step: step, Now: now,
		Window: TimeWindow{From: 0, To: now * 11 / 10}, Shadow: now * 21 / 20, Highlight: NoHighlight(),
	}
}

// village returns a small irregular graph. Three switches form a triangle, nodes
// are attached to them, and one node is linked to another node. Links differ in
// length, and one link leads in one direction only.
func village(t testing.TB) (*topology.Graph, error) {
	t.Helper()
	var links []topology.GraphLink
	both := func(a, b topology.DeviceID, weight int64) {
		links = append(links, topology.GraphLink{From: a, To: b, Weight: weight}, topology.GraphLink{From: b, To: a, Weight: weight})
	}
	both(0, 1, 1)
	both(1, 2, 4)
	both(2, 0, 1)
	for n := range topology.DeviceID(9) {
		both(n%3, 3+n, 1)
	}
	both(11, 12, 2)
	links = append(links, topology.GraphLink{From: 3, To: 4, Weight: 1})
	return topology.NewGraph(10, 3, links)
}
