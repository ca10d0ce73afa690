package topology_test

import (
	"errors"
	"slices"
	"testing"

	"hopyard/core/topology"
)

// TestImpossibleShapes checks that an impossible machine is rejected with an error
// that names the value and the limit.
func TestImpossibleShapes(t *testing.T) {
	tree := func(levels, width int) error { _, err := topology.NewFatTree(levels, width); return err }
	star := func(n int) error { _, err := topology.NewStar(n); return err }
	flat := func(n int) error { _, err := topology.NewFlat(n); return err }
	torus := func(dims ...int) error { _, err := topology.NewTorus(dims...); return err }
	mesh := func(dims ...int) error { _, err := topology.NewMesh(dims...); return err }
	cube := func(dims int) error { _, err := topology.NewHypercube(dims); return err }
	pgft := func(down, up, links []int) error { _, err := topology.NewPGFT(down, up, links); return err }
	dragonfly := func(groups, routers, nodes int) error {
		_, err := topology.NewDragonfly(groups, routers, nodes)
		return err
	}
	ones, long := []int{1, 1}, slices.Repeat([]int{1}, 21)
	const most = topology.MaxNodes
	for _, c := range []struct {
		err  error
		want string
	}{
		{tree(0, 4), "impossible machine shape: a fat tree of 0 levels; use 1 to 20"},
		{tree(21, 1), "impossible machine shape: a fat tree of 21 levels; use 1 to 20"},
		{tree(3, 0), "impossible machine shape: a fat tree of width 0; use 1 or more"},
		{tree(11, 4), "impossible machine shape: a fat tree of 11 levels of width 4 has more than 1048576 nodes"},
		{tree(2, 1<<62), "impossible machine shape: a fat tree of 2 levels of width 4611686018427387904 has more than 1048576 nodes"},
		{star(0), "impossible machine shape: a star of 0 nodes; use 1 to 1048576"},
		{star(most + 1), "impossible machine shape: a star of 1048577 nodes; use 1 to 1048576"},
		{flat(-1), "impossible machine shape: -1 nodes; use 1 to 1048576"},
		{flat(most + 1), "impossible machine shape: 1048577 nodes; use 1 to 1048576"},
		{torus(), "impossible machine shape: a torus of 0 dimensions; use 1 to 8"},
		{torus(1, 1, 1, 1, 1, 1, 1, 1, 1), "impossible machine shape: a torus of 9 dimensions; use 1 to 8"},
		{torus(4, 0), "impossible machine shape: torus dims[1] is 0; sides are 1 or more and their product at most 1048576"},
		{torus(1024, 1025), "impossible machine shape: torus dims[1] is 1025; sides are 1 or more and their product at most 1048576"},
		{pgft(nil, nil, nil), "impossible machine shape: a fat tree of 0 levels; use 1 to 20"},
		{pgft(long, long, long), "impossible machine shape: a fat tree of 21 levels; use 1 to 20"},
		{pgft([]int{4, 4, 4}, []int{1, 2}, ones), "impossible machine shape: a fat tree of 3 down, 2 up and 2 links; give one of each for every level"},
		{pgft([]int{4, 0}, ones, ones), "impossible machine shape: fat tree down[1] is 0; use 1 or more"},
		{pgft(ones, []int{-1, 1}, ones), "impossible machine shape: fat tree up[0] is -1; use 1 or more"},
		{pgft(ones, ones, []int{1, 0}), "impossible machine shape: fat tree links[1] is 0; use 1 or more"},
		{pgft([]int{1 << 11, 1 << 11}, ones, ones), "impossible machine shape: a fat tree whose down are [2048 2048] has more than 1048576 nodes"},
		{pgft([]int{1 << 10, 1 << 10}, []int{1, 1 << 11}, ones), "impossible machine shape: a fat tree of down [1024 1024], up [1 2048] and links [1 1] has more than 4194304 directed links; use fewer parallel ones"},
		{pgft(ones, []int{1 << 62, 1 << 62}, ones), "impossible machine shape: a fat tree of down [1 1], up [4611686018427387904 4611686018427387904] and links [1 1] has more than 4194304 directed links; use fewer parallel ones"},
		{pgft(ones, []int{1 << 20, 1}, []int{1, 3}), "impossible machine shape: a fat tree of down [1 1], up [1048576 1] and links [1 3] has more than 4194304 directed links; use fewer parallel ones"},
		{dragonfly(0, 1, 1), "impossible machine shape: dragonfly groups is 0; use 1 or more"},
		{dragonfly(1, -1, 1), "impossible machine shape: dragonfly routers is -1; use 1 or more"},
		{dragonfly(1, 1, 0), "impossible machine shape: dragonfly nodes is 0; use 1 or more"},
		{dragonfly(1<<10, 1<<5, 1<<6), "impossible machine shape: a dragonfly of 1024 groups of 32 routers with 64 nodes has more than 1048576 nodes"},
		{dragonfly(1<<62, 1<<62, 1<<62), "impossible machine shape: a dragonfly of 4611686018427387904 groups of 4611686018427387904 routers with 4611686018427387904 nodes has more than 1048576 nodes"},
		{dragonfly(1, 1<<20, 1), "impossible machine shape: a dragonfly of 1 groups of 1048576 routers has 1099512676352 directed links; use a shape of 4194304 or fewer"},
		{dragonfly(1<<20, 1, 1), "impossible machine shape: a dragonfly of 1048576 groups of 1 routers has 1099512676352 directed links; use a shape of 4194304 or fewer"},
		{mesh(), "impossible machine shape: a mesh of 0 dimensions; use 1 to 8"},
		{mesh(1, 2, -3), "impossible machine shape: mesh dims[2] is -3; sides are 1 or more and their product at most 1048576"},
		{cube(0), "impossible machine shape: a hypercube of 0 dimensions; use 1 to 20"},
		{cube(21), "impossible machine shape: a hypercube of 21 dimensions; use 1 to 20"},
	} {
		if c.err == nil || c.err.Error() != c.want || !errors.Is(c.err, topology.ErrShape) {
			t.Errorf("got  %v\nwant %s", c.err, c.want)
		}
	}
	for _, err := range []error{tree(20, 1), tree(10, 4), tree(20, 2), star(most), flat(most), torus(1024, 1024), torus(most), mesh(most), dragonfly(1, 1, most), dragonfly(1<<10, 1, 1<<10), pgft(ones, []int{1 << 20, 1}, ones), pgft([]int{1 << 10, 1 << 10}, []int{1, 1 << 10}, ones), mesh(1, 1, 1, 1, 1, 1, 1, 1), cube(20)} {
		if err != nil {
			t.Error(err)
		}
	}
}
