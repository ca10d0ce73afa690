package simworker

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// ranks reports whether an allocator compares placements by cost.
func ranks(a alloc.Allocator) bool {
	_, ok := a.(alloc.Ranker)
	return ok
}

// device returns the name of a device, which is the center of a placement. It
// returns "" if d is NoDevice or the machine has no devices.
func (r *Replay) device(d topology.DeviceID) string {
	if t, ok := r.config.Machine.Topology.(topology.Devices); ok && d != alloc.NoDevice {
		return t.DeviceName(d)
	}
	return ""
}

// addNames adds the names of nodes and switches. It adds none if the machine only
// numbers them. If distances depend on the direction, it also adds how the machine
// defines the distance of a pair of nodes.
func (r *Replay) addNames(m *message.Machine) {
	if g, ok := r.config.Machine.Topology.(*topology.Graph); ok && !g.Symmetric() {
		m.Pairs = 1 + uint8(g.Pairs())
	}
	named, ok := r.config.Machine.Topology.(topology.NamedNodes)
	if t, tree := r.config.Machine.Topology.(topology.FatTree); !ok && !(tree && t.Paths()) {
		return
	}
	if ok {
		m.Names = make([]string, named.NumNodes())
	}
	for n := range m.Names {
		m.Names[n] = named.NodeName(topology.NodeID(n))
	}
	devices, ok := r.config.Machine.Topology.(topology.Devices)
	if !ok {
		return
	}
	for level, first := range m.Drawn.Tree {
		for i := range len(first) - 1 {
			m.Switches = append(m.Switches, devices.DeviceName(r.deviceAt(level, topology.NodeID(first[i]))))
		}
	}
}

// deviceAt returns the switch at the given level above a node. If the node's leaf
// switch is already nearer to the root than this level, it returns the leaf switch.
func (r *Replay) deviceAt(level int, n topology.NodeID) topology.DeviceID {
	device := topology.DeviceID(0)
	for _, s := range topology.Nesting(r.config.Machine.Topology) {
		if s.First <= n && n <= s.Last && int(s.Level) <= level {
			device = s.Device
		}
	}
	return device
}

// unitsOf returns the units of an allocator that divides the machine into units
// (source S0), with their states. For other allocators it returns nil.
func unitsOf(a alloc.Allocator, free *cluster.Free) []draw.UnitScene {
	units, ok := a.(alloc.MinHopUnits)
	if !ok {
		return nil
	}
	var out []draw.UnitScene
	for _, u := range units.Units(free) {
		out = append(out, draw.UnitScene{Range: draw.Range{First: u.First, Last: u.Last}, State: unitStates[u.State()], Left: u.Idle()})
	}
	return out
}

var unitStates = map[alloc.UnitState]draw.UnitState{
	alloc.UnitFree: draw.UnitFree, alloc.UnitBusy: draw.UnitBusy, alloc.UnitAllocated: draw.UnitAllocated,
}
