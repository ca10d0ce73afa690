package graph_test

import (
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc/nearest/graph"
	"hopyard/core/alloc/nearest/nearesttest"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
)

// TestSearchEqualsTheReference compares the outward search with the exhaustive
// search on several kinds of networks with symmetric distances.
func TestSearchEqualsTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	var shapes []topology.Searchable
	for _, size := range [][3]int{{5, 4, 3}, {9, 2, 4}, {3, 9, 2}, {40, 1, 1}} {
		m, err := topology.NewDragonfly(size[0], size[1], size[2])
		if err != nil {
			t.Fatal(err)
		}
		shapes = append(shapes, m)
	}
	for range 30 {
		shapes = append(shapes, randomGraph(r))
	}
	searched := 0
	for _, shape := range shapes {
		for range soaktest.Rounds(60) {
			q, free := nearesttest.Draw(r, shape, 4, 1<<20)
			s, ok := graph.New(shape, q, free)
			if !ok || free.Count(q) < q.Size() {
				continue
			}
			if err := nearesttest.Equal(s, q, free); err != nil {
				t.Fatal(err)
			}
			searched++
		}
	}
	if searched < soaktest.Rounds(1000) {
		t.Errorf("%d searches are too few to tell", searched)
	}
}

// randomGraph returns a random network of switches and nodes with links of up to
// three lengths. Some links have different lengths in their two directions. Nodes
// are attached to the switches in turn, in blocks or at random. Some nodes have
// several neighbours.
func randomGraph(r *rand.Rand) *topology.Graph {
	nodes, switches := 2+r.IntN(60), r.IntN(12)
	lengths, uneven, order := 1+r.Int64N(3), r.IntN(4) == 0, r.IntN(3)
	type pair [2]topology.DeviceID
	joined := map[pair]bool{}
	var links []topology.GraphLink
	join := func(a, b int) {
		x, y := topology.DeviceID(a), topology.DeviceID(b)
		if a == b || joined[pair{x, y}] {
			return
		}
		joined[pair{x, y}], joined[pair{y, x}] = true, true
		there := 1 + r.Int64N(lengths)
		back := there
		if uneven {
			back = 1 + r.Int64N(lengths)
		}
		links = append(links, topology.GraphLink{From: x, To: y, Weight: there}, topology.GraphLink{From: y, To: x, Weight: back})
	}
	for d := 1; d < switches; d++ {
		join(d, r.IntN(d))
	}
	for n := range nodes {
		switch at := switches + n; {
		case switches == 0 && n > 0:
			join(at, r.IntN(n))
		case switches == 0:
		case order == 0:
			join(at, n%switches)
		case order == 1:
			join(at, n*switches/nodes)
		default:
			join(at, r.IntN(switches))
		}
	}
	for range r.IntN(nodes/2 + switches + 1) {
		join(r.IntN(max(switches, 1)), r.IntN(nodes+switches))
	}
	g, err := topology.NewGraph(nodes, switches, links)
	if err != nil {
		panic(err)
	}
	return g
}
