package gpushare

import (
	"math"
	"testing"
)

// The cluster of SOURCES.md PLACE.14: five nodes and four types.
var (
	exampleTypes = []Type{
		{Demand{4000, 1, 500, ""}, 5},
		{Demand{8000, 1, 1000, ""}, 3},
		{Demand{16000, 2, 1000, ""}, 1},
		{Demand{2000, 0, 0, ""}, 1},
	}
	exampleNodes = []Node{
		{"a", 16000, 1 << 20, []int32{1000, 1000}, "A10"},
		{"b", 16000, 1 << 20, []int32{500, 1000}, "A10"},
		{"c", 8000, 1 << 20, []int32{500, 200}, "T4"},
		{"d", 6000, 1 << 20, []int32{1000, 0}, "T4"},
		{"e", 16000, 1 << 20, nil, ""},
	}
)

func TestExampleFragmentation(t *testing.T) {
	c := NewCluster(exampleNodes, exampleTypes)
	for i, want := range []float64{200, 450, 450, 500, 0} {
		if got := c.FragmentedOn(i); got != want {
			t.Errorf("node %s: %v fragmented, want %v", exampleNodes[i].Name, got, want)
		}
	}
	if c.Fragmented() != 1600 || c.Free() != 5200 {
		t.Errorf("%v of %v fragmented, want 1600 of 5200", c.Fragmented(), c.Free())
	}
	var sum float64
	for _, x := range c.Categories() {
		sum += x
	}
	if got := c.Categories(); math.Abs(sum-5200) > 1e-9 || math.Abs(got[Usable]-3600) > 1e-9 || got[NeedsNoGPU] != 520 || got[LacksCPUWithNo] != 0 || got[WrongModel] != 0 {
		t.Errorf("categories %v", got)
	}
}

// TestExampleDecisions checks the ten decisions that were worked out by hand.
func TestExampleDecisions(t *testing.T) {
	for _, x := range []struct {
		name   string
		demand Demand
		node   string // "" for none
		gpus   uint64
		scores map[string]int64
	}{
		{"1", Demand{4000, 1, 500, ""}, "b", 1, map[string]int64{"a": 43, "b": 56, "c": 56, "d": 50}},
		{"2", Demand{2000, 1, 200, ""}, "c", 2, map[string]int64{"a": 40, "b": 48, "c": 54, "d": 52}},
		{"3", Demand{8000, 1, 1000, ""}, "b", 2, map[string]int64{"a": 50, "b": 54}},
		{"4", Demand{16000, 2, 1000, ""}, "a", 3, nil},
		{"5", Demand{2000, 0, 0, ""}, "b", 0, map[string]int64{"a": 45, "b": 50, "c": 50, "d": 50, "e": 50}},
		{"6", Demand{8000, 0, 0, ""}, "b", 0, map[string]int64{"a": 45, "b": 50, "c": 43, "e": 50}},
		{"7", Demand{12000, 1, 500, ""}, "b", 1, map[string]int64{"a": 36, "b": 48}},
		{"8", Demand{20000, 1, 500, ""}, "", 0, nil},
		{"9", Demand{4000, 1, 500, "T4"}, "c", 1, map[string]int64{"c": 56, "d": 50}},
	} {
		c := NewCluster(exampleNodes, exampleTypes)
		p, _ := PolicyNamed("fgd")
		at, ok := NewChooser(c, p, 0).Choose(&GPUTask{Demand: x.demand})
		switch {
		case ok != (x.node != ""):
			t.Errorf("%s: placed %v", x.name, ok)
		case ok && (c.Nodes()[at.Node].Name != x.node || at.GPUs != x.gpus):
			t.Errorf("%s: on %s, GPUs %b; want %s, %b", x.name, c.Nodes()[at.Node].Name, at.GPUs, x.node, x.gpus)
		}
		for i, n := range exampleNodes {
			want, scored := x.scores[n.Name]
			fits := x.demand.fits(&n, x.demand.accepts(n.Model))
			if x.scores == nil {
				continue
			}
			if fits != scored {
				t.Errorf("%s: node %s fits: %v", x.name, n.Name, fits)
			} else if got, _ := scoreFGD(c, i, &x.demand); fits && got != want {
				t.Errorf("%s: node %s scores %d, want %d", x.name, n.Name, got, want)
			}
		}
	}
}

// TestRounding checks the tenth decision: falls of 5 and 30 milli tie in whole points, and
// a rise of 5 scores less.
func TestRounding(t *testing.T) {
	score := func(fall int64) int64 {
		c := &Cluster{tasks: 1, weighted: []int64{fall}, nodes: []Node{{}}, access: [][]bool{{}}, model: []int{0}}
		s, _ := scoreFGD(c, 0, &Demand{})
		return s
	}
	for fall, want := range map[int64]int64{0: 50, 5: 50, 30: 50, -5: 49, 41: 51, 8000: 99, -8000: 0} {
		if got := score(fall); got != want {
			t.Errorf("a fall of %d milli scores %d, want %d", fall, got, want)
		}
	}
	// A task of 30 milli takes all that is free of a GPU. On node a one task of six, and
	// on node b every task, had no use for it: a fall by 5 and a fall by 30.
	types := []Type{{Demand{0, 1, 1000, ""}, 1}, {Demand{1000, 1, 30, ""}, 5}}
	nodes := []Node{{"a", 1000, 0, []int32{30}, "m"}, {"b", 0, 0, []int32{30}, "m"}}
	for name, want := range map[string]int{"fgd": 0, "fgd-exact": 1} {
		p, _ := PolicyNamed(name)
		if at, _ := NewChooser(NewCluster(nodes, types), p, 0).Choose(&GPUTask{Demand: Demand{0, 1, 30, ""}}); at.Node != want {
			t.Errorf("%s: node %d, want %d", name, at.Node, want)
		}
	}
}
