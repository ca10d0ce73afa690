package gpushare

import (
	"math/bits"
	"slices"
)

// Category is the reason why a free piece of a GPU is of no use to a type of tasks, or
// Usable.
type Category int

// The categories. All but Usable are fragments.
const (
	Usable         Category = iota
	LacksGPU                // the piece is too small, or the node has too few of them
	LacksCPU                // the node has too little CPU
	LacksBoth               // the node has too little CPU and too few pieces
	WrongModel              // the GPUs are of another model
	NeedsNoGPU              // the type asks for no GPU, and the node has the CPU
	LacksCPUWithNo          // the type asks for no GPU, and the node has too little CPU
	NumCategories
)

// GPUPlacement is a node, and a bit for each of its GPUs that a task gets.
type GPUPlacement struct {
	Node int
	GPUs uint64
}

// Cluster is a list of nodes with their free resources and their fragmentation for
// some types of tasks. The zero value is not usable; call [NewCluster].
type Cluster struct {
	nodes    []Node
	types    []Type
	tasks    int64    // of all types
	models   []string // of the nodes, without repetitions
	model    []int    // of each node, as an index of models
	access   [][]bool // whether a type (second index) accepts a model (first index)
	fragment []int64  // of each node and type, in milli
	weighted []int64  // of each node: sum over the types of fragment times Tasks
	byType   []int64  // of each type: sum over the nodes of fragment
	sum      int64    // of weighted
	free     int64
	changes  []uint32 // number of changes of each node
}

// NewCluster returns a cluster of nodes. The types need at least one task together,
// otherwise nothing counts as fragmented. The nodes are copied.
func NewCluster(nodes []Node, types []Type) *Cluster {
	c := &Cluster{nodes: slices.Clone(nodes), types: types, model: make([]int, len(nodes)), fragment: make([]int64, len(nodes)*len(types)),
		weighted: make([]int64, len(nodes)), byType: make([]int64, len(types)), changes: make([]uint32, len(nodes))}
	for i := range types {
		c.tasks += types[i].Tasks
	}
	for i := range c.nodes {
		n := &c.nodes[i]
		n.GPUs = slices.Clone(n.GPUs)
		m := slices.Index(c.models, n.Model)
		if m < 0 {
			m = len(c.models)
			c.models = append(c.models, n.Model)
			ok := make([]bool, len(types))
			for k := range types {
				ok[k] = types[k].accepts(n.Model)
			}
			c.access = append(c.access, ok)
		}
		c.model[i] = m
		c.free += n.free()
		c.update(i)
	}
	return c
}

// Nodes returns what is free on each node. The caller must not change it.
func (c *Cluster) Nodes() []Node { return c.nodes }

// Types returns the types that fragmentation is measured for.
func (c *Cluster) Types() []Type { return c.types }

// Free returns the free milli of all GPUs.
func (c *Cluster) Free() int64 { return c.free }

// Fragmented returns how many of the free milli are fragments, on average over the
// types. Cost: O(1).
func (c *Cluster) Fragmented() float64 { return float64(c.sum) / float64(max(c.tasks, 1)) }

// FragmentedFor returns how many of the free milli are fragments for tasks of the
// type with index i. Cost: O(1).
func (c *Cluster) FragmentedFor(i int) int64 { return c.byType[i] }

// FragmentedOn returns how many of the free milli of a node are fragments, on average
// over the types.
func (c *Cluster) FragmentedOn(node int) float64 {
	return float64(c.weighted[node]) / float64(max(c.tasks, 1))
}

// Categories splits the free milli of all GPUs by their use for the types, on average
// over the types. Cost: O(nodes × types).
func (c *Cluster) Categories() (split [NumCategories]float64) {
	var sums [NumCategories]int64
	for i := range c.nodes {
		n := &c.nodes[i]
		free := n.free()
		for k := range c.types {
			t := &c.types[k]
			f := c.fragment[i*len(c.types)+k]
			sums[c.categoryOf(n, t, c.access[c.model[i]][k])] += f * t.Tasks
			sums[Usable] += (free - f) * t.Tasks
		}
	}
	for i, s := range sums {
		split[i] = float64(s) / float64(max(c.tasks, 1))
	}
	return split
}

// categoryOf returns the category of the fragments of a node for a type. If the node
// has room for a task of the type, its fragments are the pieces that are too small.
func (c *Cluster) categoryOf(n *Node, t *Type, access bool) Category {
	cpu := n.CPU >= t.CPU
	withCPU := t.Demand
	withCPU.CPU = 0
	switch {
	case t.Count == 0 && cpu:
		return NeedsNoGPU
	case t.Count == 0:
		return LacksCPUWithNo
	case !access:
		return WrongModel
	case cpu:
		return LacksGPU
	case withCPU.fits(n, true):
		return LacksCPU
	}
	return LacksBoth
}

// fragmentFor returns how many of the free milli of a node are fragments for a type:
// all if a task of the type does not fit or asks for no GPU, otherwise those of GPUs
// that have less free than each GPU of the task needs.
func fragmentFor(n *Node, free int64, t *Type, access bool) int64 {
	if t.Count == 0 || !access || n.CPU < t.CPU {
		return free
	}
	left, small := t.Count, int64(0)
	for _, g := range n.GPUs {
		if g >= t.Milli {
			left--
		} else {
			small += int64(g)
		}
	}
	if left > 0 {
		return free
	}
	return small
}

// weigh returns the sum over the types of the fragments of node i times the tasks of
// the type, if the node were as n.
func (c *Cluster) weigh(i int, n *Node) (sum int64) {
	free := n.free()
	if free == 0 {
		return 0
	}
	access := c.access[c.model[i]]
	for k := range c.types {
		sum += fragmentFor(n, free, &c.types[k], access[k]) * c.types[k].Tasks
	}
	return sum
}

// update brings the figures of a node up to date.
func (c *Cluster) update(i int) {
	n := &c.nodes[i]
	free := n.free()
	access := c.access[c.model[i]]
	cached := c.fragment[i*len(c.types):][:len(c.types)]
	var sum int64
	for k := range c.types {
		f := fragmentFor(n, free, &c.types[k], access[k])
		c.byType[k] += f - cached[k]
		cached[k] = f
		sum += f * c.types[k].Tasks
	}
	c.sum += sum - c.weighted[i]
	c.weighted[i] = sum
	c.changes[i]++
}

// Place gives a task what it asks for. It panics if the placement lacks any of it.
func (c *Cluster) Place(t *GPUTask, at GPUPlacement) { c.change(t, at, -1) }

// Release takes back what Place gave.
func (c *Cluster) Release(t *GPUTask, at GPUPlacement) { c.change(t, at, 1) }

func (c *Cluster) change(t *GPUTask, at GPUPlacement, sign int32) {
	n := &c.nodes[at.Node]
	n.CPU += int64(sign) * t.CPU
	n.Memory += int64(sign) * t.Memory
	bad := n.CPU < 0 || n.Memory < 0 || bits.OnesCount64(at.GPUs) != int(t.Count)
	for rest := at.GPUs; rest != 0; rest &= rest - 1 {
		g := &n.GPUs[bits.TrailingZeros64(rest)]
		*g += sign * t.Milli
		bad = bad || *g < 0 || *g > Whole
	}
	if bad {
		panic("gpushare: a placement that the node " + n.Name + " has no room for")
	}
	c.free += int64(sign) * t.GPU()
	c.update(at.Node)
}
