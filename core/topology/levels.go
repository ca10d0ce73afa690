package topology

// Levels is a machine of nested switches as plain numbers, by level from the
// root, for searches that ask for them again and again. A flat machine is the
// tree of one level whose switch is no device. Do not change it.
type Levels struct {
	// Starts[l] is the first node under each switch of level l, and the number of
	// nodes at the end; Children[l] the first child of each, and how many children
	// the level has: switches of the next level, or nodes on the last.
	Starts, Children [][]int32
	Hops             []int64 // switches between two nodes that meet on the level
	Distance         []int64 // links between them
	Depth            []int64 // links from a switch down to its nodes
	devices          [][]DeviceID
	first            DeviceID // the device number of node 0
}

// NoDevice stands where there is no device: for the switch of a flat machine, say.
const NoDevice DeviceID = -1

// NewLevels reads a machine's switches; it is nil if the machine has no tree whose
// leaves are of one depth. Cost: O(switches).
func NewLevels(m Topology) *Levels {
	h, nested := m.(Hierarchy)
	if !nested {
		if _, flat := m.(Flat); !flat {
			return nil
		}
		starts := [][]int32{{0, int32(m.NumNodes())}}
		return &Levels{Starts: starts, Children: starts, Hops: []int64{1}, Distance: []int64{1}, Depth: []int64{1}, devices: [][]DeviceID{{NoDevice}}}
	}
	levels := h.Levels()
	t := &Levels{Starts: make([][]int32, levels), Children: make([][]int32, levels), devices: make([][]DeviceID, levels), first: DeviceID(h.NumSwitches())}
	t.Hops, t.Distance, t.Depth = make([]int64, levels), make([]int64, levels), make([]int64, levels)
	for l := levels - 1; l >= 0; l-- {
		t.Hops[l], t.Distance[l], t.Depth[l] = int64(h.PairHops(l)), h.PairDistance(l), h.Depth(l)
		t.Starts[l] = Starts(h, l)
		t.Children[l] = t.Starts[l]
		if l < levels-1 {
			t.Children[l] = childrenOf(t.Starts[l], t.Starts[l+1])
		}
		for i := range h.Switches(l) {
			t.devices[l] = append(t.devices[l], h.SwitchDevice(l, i))
		}
	}
	return t
}

// Starts is the first node under each switch of a level, and one more.
func Starts(h Hierarchy, level int) []int32 {
	starts := make([]int32, h.Switches(level)+1)
	// Fat trees say how wide all switches of a level are: no need to ask for each.
	if even, ok := h.(interface{ Span(level int) int }); ok {
		span := int32(even.Span(level))
		for i := range starts {
			starts[i] = int32(i) * span
		}
		return starts
	}
	last := len(starts) - 1
	for i := range last {
		first, _ := h.Domain(level, i)
		starts[i] = int32(first)
	}
	starts[last] = int32(h.NumNodes())
	return starts
}

// childrenOf is the first child of each switch, from the first nodes under the
// switches and under the children.
func childrenOf(starts, below []int32) []int32 {
	children, child := make([]int32, len(starts)), int32(0)
	for i, first := range starts {
		for below[child] < first {
			child++
		}
		children[i] = child
	}
	return children
}

// NumLevels is the number of levels of switches.
func (t *Levels) NumLevels() int { return len(t.Starts) }

// Switches is the number of switches on a level.
func (t *Levels) Switches(level int) int { return len(t.Starts[level]) - 1 }

// NumNodes is the number of nodes.
func (t *Levels) NumNodes() int { return int(t.Starts[0][len(t.Starts[0])-1]) }

// Under is the first and last node under a switch.
func (t *Levels) Under(level, place int) (first, last NodeID) {
	return NodeID(t.Starts[level][place]), NodeID(t.Starts[level][place+1] - 1)
}

// Device is the number of a switch, and on the level below them of a node; NoDevice on
// a flat machine, which has no devices.
func (t *Levels) Device(level, place int) DeviceID {
	switch {
	case t.devices[0][0] == NoDevice:
		return NoDevice
	case level == len(t.devices):
		return t.NodeDevice(NodeID(place))
	}
	return t.devices[level][place]
}

// NodeDevice is the device number of a node.
func (t *Levels) NodeDevice(n NodeID) DeviceID { return t.first + DeviceID(n) }
