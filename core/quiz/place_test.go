package quiz_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/quiz"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
)

// chart is a hand-made description of a small machine: its devices (switches first,
// then nodes) and the links between them, each of length 1.
type chart struct {
	kind     string // topology, as written in a scenario
	switches int
	nodes    int
	links    [][2]int
}

// charts returns the machines. Their links follow the definitions in SOURCES.md:
// TOPO.2 (levels of switches, nodes below the leaves, numbered leaf by leaf),
// TOPO.3 (grids whose ends are joined, numbered row by row), and one switch.
func charts() []chart {
	star := chart{kind: `{"kind": "star", "nodes": 8}`, switches: 1, nodes: 8}
	for n := range 8 {
		star.links = append(star.links, [2]int{0, 1 + n})
	}
	// The first tree has a root, three leaf switches, and three nodes below each
	// leaf switch.
	two := chart{kind: `{"kind": "fat-tree", "levels": 2, "width": 3}`, switches: 4, nodes: 9}
	for n := range 9 {
		two.links = append(two.links, [2]int{1 + n/3, 4 + n})
	}
	// The second tree has a root, two switches below it, four leaf switches, and
	// two nodes below each leaf switch.
	three := chart{kind: `{"kind": "fat-tree", "levels": 3, "width": 2}`, switches: 7, nodes: 8}
	for n := range 8 {
		three.links = append(three.links, [2]int{3 + n/2, 7 + n})
	}
	for s := 1; s < 4; s++ {
		two.links = append(two.links, [2]int{0, s})
	}
	for s := 1; s < 7; s++ {
		three.links = append(three.links, [2]int{(s - 1) / 2, s})
	}
	ring := chart{kind: `{"kind": "torus", "dims": [7]}`, nodes: 7}
	for n := range 7 {
		ring.links = append(ring.links, [2]int{n, (n + 1) % 7})
	}
	grid := chart{kind: `{"kind": "torus", "dims": [3, 4]}`, nodes: 12}
	for n := range 12 {
		x, y := n/4, n%4
		grid.links = append(grid.links, [2]int{n, x*4 + (y+1)%4}, [2]int{n, (x+1)%3*4 + y})
	}
	return []chart{star, two, three, ring, grid}
}

// table holds two matrices for the devices of a chart: the number of links (far)
// and the number of hops between every two devices.
type table struct {
	chart
	far, hops [][]int64
}

// measured computes the table from the shortest paths between all devices. If there
// are switches, a path between two nodes has one hop fewer than links, because hops
// count the switches on the path. If nodes are joined directly to each other, each
// link is a hop.
func (c chart) measured() *table {
	m := &table{chart: c}
	n := c.switches + c.nodes
	for from := range n {
		far := make([]int64, n)
		for i := range far {
			far[i] = 1 << 20
		}
		far[from] = 0
		for range n {
			for _, l := range c.links {
				far[l[1]] = min(far[l[1]], far[l[0]]+1)
				far[l[0]] = min(far[l[0]], far[l[1]]+1)
			}
		}
		hops := slices.Clone(far)
		for i := range hops {
			if c.switches > 0 && i != from {
				hops[i]--
			}
		}
		m.far, m.hops = append(m.far, far), append(m.hops, hops)
	}
	return m
}

// sum adds up the entries of a table (distances or hops) for all pairs of nodes.
func (m *table) sum(of [][]int64, nodes []int) (sum int64) {
	for i, a := range nodes {
		for _, b := range nodes[:i] {
			sum += of[m.switches+a][m.switches+b]
		}
	}
	return sum
}

// reach returns the smallest distance within which some device reaches all the
// given nodes. For each device, this is the distance from the device to the
// farthest of these nodes.
func (m *table) reach(nodes []int) int64 {
	best := int64(1 << 20)
	for d := range m.far {
		far := int64(0)
		for _, n := range nodes {
			far = max(far, m.far[d][m.switches+n])
		}
		best = min(best, far)
	}
	return best
}

// cost returns the value that an allocator minimizes, for a placement on the given
// nodes. All nodes have equal speeds, so speeds break no ties.
func (m *table) cost(allocator string, nodes []int) int64 {
	switch allocator {
	case "sdm":
		return m.sum(m.far, nodes)
	case "mdm":
		return m.reach(nodes)
	default: // min-hops
		return m.sum(m.hops, nodes)
	}
}

// choices returns all subsets of n elements of the given list.
func choices(of []int, n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for i := range of {
		for _, rest := range choices(of[i+1:], n-1) {
			all = append(all, append([]int{of[i]}, rest...))
		}
	}
	return all
}

// nodes returns the answer of a student who clicks the given nodes.
func nodes(list ...int) quiz.Answer {
	var p cluster.Placement
	for _, n := range list {
		p = p.Append(topology.NodeID(n), topology.NodeID(n), 1)
	}
	return quiz.Answer{Nodes: p}
}

// freeBefore returns the nodes that no job holds just before the scheduling pass of
// a step. It derives them from the starts and ends of jobs, event by event.
func freeBefore(run *engine.Recording, step, n int) (free []int) {
	taken := make([]bool, n)
	for i := range step + 1 {
		for _, e := range run.Events(i) {
			if e.Kind == trace.Start && i == step {
				break
			}
			if e.Kind == trace.Start || e.Kind == trace.End || e.Kind == trace.Kill {
				for node := range e.Placement.All {
					taken[node] = e.Kind == trace.Start
				}
			}
		}
	}
	for i, is := range taken {
		if !is {
			free = append(free, i)
		}
	}
	return free
}

// drawPlaces draws a scenario in which jobs of a few nodes start and end often, so
// that the free nodes are scattered.
func drawPlaces(c chart, allocator string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 4))
	var jobs []string
	for range 10 {
		jobs = append(jobs, fmt.Sprintf(`{"submit": %d, "nodes": %d, "walltime": %d}`, r.IntN(30), 1+r.IntN(c.nodes/2+1), 1+r.IntN(15)))
	}
	return fmt.Sprintf(`{"hopyard": 1, "cluster": {"topology": %s}, "jobs": [%s], "scheduler": {"queue": "%s", "allocator": "%s"}}`,
		c.kind, strings.Join(jobs, ", "), []string{"fcfs", "easy"}[r.IntN(2)], allocator)
}

// TestEveryPlacement grades every possible placement on small machines. A placement
// must be right exactly if it costs no more than the allocator's own placement; the
// test computes the costs itself. For a wrong placement, the verdict must report
// both costs. The allocators other than SDM must find the least possible cost.
func TestEveryPlacement(t *testing.T) {
	asked, graded, better := 0, 0, 0
	for _, c := range charts() {
		m := c.measured()
		for _, allocator := range []string{"sdm", "mdm", "min-hops"} {
			if allocator == "min-hops" && c.switches == 0 {
				continue // min-hops works only on trees
			}
			for seed := range uint64(soaktest.Part(40, 8)) {
				text := drawPlaces(c, allocator, seed)
				run, z := record(t, text)
				for q := range z.All(quiz.Of(quiz.Place)) {
					asked++
					free := freeBefore(run, q.Step, c.nodes)
					own := []int{}
					for n := range q.Right[0].Nodes.All {
						own = append(own, int(n))
					}
					cost, least := m.cost(allocator, own), int64(1<<20)
					if q.Cost != cost {
						t.Errorf("%v costs %d, on paper %d", own, q.Cost, cost)
					}
					for _, list := range choices(free, int(q.Need)) {
						graded++
						costs, v := m.cost(allocator, list), z.Grade(&q, nodes(list...))
						least = min(least, costs)
						if v.Right != (costs <= cost) {
							t.Errorf("%v costs %d, and is graded %v; the chosen %v costs %d", list, costs, v, own, cost)
						}
						if !v.Right && (v.Slip.Need != costs || v.Slip.Have != cost || v.Slip.Job != q.Job || v.Slip.Code == quiz.None) {
							t.Errorf("%v costs %d, the chosen %v %d: the slip is %+v", list, costs, own, cost, v.Slip)
						}
						if t.Failed() {
							t.Fatalf("%s, seed %d, at %v.%d:\n%s", allocator, seed, q.At, q.Ordinal, text)
						}
					}
					if least < cost {
						better++
						if allocator != "sdm" {
							t.Fatalf("%s chooses %v, which costs %d, where %d is the least:\n%s", allocator, own, cost, least, text)
						}
					}
				}
			}
		}
	}
	t.Logf("%d questions, %d placements; %d times SDM misses the least sum", asked, graded, better)
	if asked < 50 {
		t.Errorf("only %d questions", asked)
	}
}
