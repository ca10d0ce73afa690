package topology

// Nearest returns the smallest distance between two different nodes. The machine
// must have at least two nodes. Cost: O(1).
func (t Dragonfly) Nearest() int64 {
	if t.nodes > 1 {
		return 2
	}
	return 3 // the nodes of two neighbouring routers
}

// Nearest returns the smallest distance between two different nodes. The machine
// must have at least two nodes. Cost: O(switches).
func (t *switchTree) Nearest() int64 {
	const none = 1 << 30
	down := make([]int64, len(t.list)) // distance from each switch down to the nearest node under it
	for i := range down {
		down[i] = none
	}
	least := int64(none)
	for i := len(t.list) - 1; i >= 0; i-- { // in the list, a switch comes after the switch above it
		s := &t.list[i]
		if s.Leaf {
			down[i] = 1
			if s.Last > s.First {
				return 2
			}
		}
		if s.Parent >= 0 {
			least = min(least, down[s.Parent]+down[i]+1)
			down[s.Parent] = min(down[s.Parent], down[i]+1)
		}
	}
	return least
}

// Nearest returns the smallest distance between two different nodes, in either
// direction. The machine must have at least two nodes. Cost: O(nodes + table).
func (g *Graph) Nearest() int64 {
	// For each row of the table: the two nodes with the shortest links up, and the
	// two with the shortest links down. Two are needed because a node does not form
	// a pair with itself.
	type closest struct{ up, down [2]int32 }
	var rows []closest
	for n := range g.ends {
		for int(g.ends[n].row) >= len(rows) {
			rows = append(rows, closest{[2]int32{-1, -1}, [2]int32{-1, -1}})
		}
		r := &rows[g.ends[n].row]
		g.closer(&r.up, int32(n), func(x *attachment) uint32 { return x.ascent })
		g.closer(&r.down, int32(n), func(x *attachment) uint32 { return x.slope })
	}
	least := int64(1 << 62)
	for i := range rows {
		for j := range rows {
			for _, a := range rows[i].up {
				for _, b := range rows[j].down {
					if a >= 0 && b >= 0 && a != b {
						least = min(least, g.Distance(NodeID(a), NodeID(b)))
					}
				}
			}
		}
	}
	return least
}

// closer updates a list of the two nodes with the shortest links. It inserts node n
// if the link of n is shorter than a link of a listed node.
func (g *Graph) closer(two *[2]int32, n int32, length func(*attachment) uint32) {
	shorter := func(m int32) bool { return m < 0 || length(&g.ends[n]) < length(&g.ends[m]) }
	switch {
	case shorter(two[0]):
		two[0], two[1] = n, two[0]
	case shorter(two[1]):
		two[1] = n
	}
}
