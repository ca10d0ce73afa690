package topology

// Levels holds the nested switches of a machine as plain numbers, by level from the
// root, for searches that query them very often. A flat machine is represented as a
// tree of one level whose switch is not a device. Do not change the fields.
type Levels struct {
	// Starts[l] lists the first node under each switch of level l, and at the end
	// the number of nodes. Children[l] lists the first child of each switch of
	// level l, and at the end the number of all children of the level. Children are
	// switches of the next level, or nodes on the last level.
	Starts, Children [][]int32
	Hops             []int64 // switches between two nodes whose lowest common switch is on the level
	Distance         []int64 // links between two such nodes
	Depth            []int64 // links from a switch down to its nodes
	devices          [][]DeviceID
	first            DeviceID // device number of node 0
}

// NoDevice is the number used where there is no device, such as for the switch of a
// flat machine.
const NoDevice DeviceID = -1

// NewLevels returns the nested switches of a machine that is flat or a tree whose
// leaf switches have the same depth. For any other machine it returns nil. Cost:
// O(switches).
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

// Starts returns the first node under each switch of a level, and at the end the
// number of nodes.
func Starts(h Hierarchy, level int) []int32 {
	starts := make([]int32, h.Switches(level)+1)
	// In a fat tree, all switches of a level have the same number of nodes, so that
	// Domain need not be called for each.
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

// childrenOf returns the index of the first child of each switch. Its parameters
// are the first node under each switch and the first node under each child.
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

// NumLevels returns the number of switch levels.
func (t *Levels) NumLevels() int { return len(t.Starts) }

// Switches returns the number of switches on a level.
func (t *Levels) Switches(level int) int { return len(t.Starts[level]) - 1 }

// NumNodes returns the number of nodes.
func (t *Levels) NumNodes() int { return int(t.Starts[0][len(t.Starts[0])-1]) }

// Under returns the first and the last node under a switch.
func (t *Levels) Under(level, place int) (first, last NodeID) {
	return NodeID(t.Starts[level][place]), NodeID(t.Starts[level][place+1] - 1)
}

// Device returns the device number of a switch, or of a node on the level below the
// leaf switches. For a flat machine, which has no devices, it always returns
// NoDevice.
func (t *Levels) Device(level, place int) DeviceID {
	switch {
	case t.devices[0][0] == NoDevice:
		return NoDevice
	case level == len(t.devices):
		return t.NodeDevice(NodeID(place))
	}
	return t.devices[level][place]
}

// NodeDevice returns the device number of a node.
func (t *Levels) NodeDevice(n NodeID) DeviceID { return t.first + DeviceID(n) }
