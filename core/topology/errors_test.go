package topology_test

import (
	"errors"
	"testing"

	"hopyard/core/topology"
)

// What cannot be a machine is refused with the value and the limit.
func TestImpossibleShapes(t *testing.T) {
	tree := func(levels, width int) error { _, err := topology.NewFatTree(levels, width); return err }
	star := func(n int) error { _, err := topology.NewStar(n); return err }
	flat := func(n int) error { _, err := topology.NewFlat(n); return err }
	torus := func(dims ...int) error { _, err := topology.NewTorus(dims...); return err }
	mesh := func(dims ...int) error { _, err := topology.NewMesh(dims...); return err }
	cube := func(dims int) error { _, err := topology.NewHypercube(dims); return err }
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
		{mesh(), "impossible machine shape: a mesh of 0 dimensions; use 1 to 8"},
		{mesh(1, 2, -3), "impossible machine shape: mesh dims[2] is -3; sides are 1 or more and their product at most 1048576"},
		{cube(0), "impossible machine shape: a hypercube of 0 dimensions; use 1 to 20"},
		{cube(21), "impossible machine shape: a hypercube of 21 dimensions; use 1 to 20"},
	} {
		if c.err == nil || c.err.Error() != c.want || !errors.Is(c.err, topology.ErrShape) {
			t.Errorf("got  %v\nwant %s", c.err, c.want)
		}
	}
	for _, err := range []error{tree(20, 1), tree(10, 4), tree(20, 2), star(most), flat(most), torus(1024, 1024), torus(most), mesh(most), mesh(1, 1, 1, 1, 1, 1, 1, 1), cube(20)} {
		if err != nil {
			t.Error(err)
		}
	}
}
