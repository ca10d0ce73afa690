package topology

// Torus is a grid whose dimensions wrap around. Every node has its own router.
// Nodes are numbered in row-major order, with the last coordinate changing fastest.
type Torus struct{ lattice }

// NewTorus returns a torus with the given number of nodes along each dimension.
// Errors: no dimension, more than 8, a side below 1, or more than MaxNodes nodes.
func NewTorus(dims ...int) (Torus, error) {
	t, err := newLattice("torus", true, dims)
	return Torus{t}, err
}

// Mesh is a grid whose dimensions do not wrap around. Every node has its own
// router. Nodes are numbered in row-major order, with the last coordinate changing
// fastest.
type Mesh struct{ lattice }

// NewMesh returns a mesh with the given number of nodes along each dimension.
// Errors: no dimension, more than 8, a side below 1, or more than MaxNodes nodes.
func NewMesh(dims ...int) (Mesh, error) {
	t, err := newLattice("mesh", false, dims)
	return Mesh{t}, err
}
