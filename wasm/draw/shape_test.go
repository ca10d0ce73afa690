package draw

import (
	"fmt"
	"testing"

	"hopyard/core/topology"
)

// TestShapesOfTrees checks the shapes of trees whose switches differ in the number
// of children. A leaf switch that is nearer to the root than others must have an
// entry on every level below its own.
func TestShapesOfTrees(t *testing.T) {
	even, err := topology.NewTree([][]int{{2}, {1, 2}, {2, 1, 3}})
	if err != nil {
		t.Fatal(err)
	}
	uneven, err := topology.NewUnevenTree([]int32{-1, 0, 0, 0, 2, 2}, []int32{0, 3, 0, 1, 2, 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		t    topology.Topology
		want string
	}{
		{even, "[[0 6] [0 2 6] [0 2 3 6]]"},
		{uneven, "[[0 8] [0 3 7 8] [0 3 5 7 8]]"},
	} {
		if got := fmt.Sprint(ShapeOf(c.t).Tree); got != c.want {
			t.Errorf("%T: %s, want %s", c.t, got, c.want)
		}
	}
}
