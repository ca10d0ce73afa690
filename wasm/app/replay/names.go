package replay

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/wasm/draw"
)

// ranks reports whether an allocator weighs placements by cost.
func ranks(a alloc.Allocator) bool {
	_, ok := a.(alloc.Ranker)
	return ok
}

// device is the name of what a placement is centred on, "" for nothing.
func (r *Replay) device(d topology.DeviceID) string {
	if t, ok := r.config.Machine.Topology.(topology.Devices); ok && d != alloc.NoDevice {
		return t.DeviceName(d)
	}
	return ""
}

// unitsOf are the units of an allocator that works in units (S0), with their
// states; nil for others.
func unitsOf(a alloc.Allocator, free *cluster.Free) []draw.Unit {
	units, ok := a.(alloc.MinHopUnits)
	if !ok {
		return nil
	}
	var out []draw.Unit
	for _, u := range units.Units(free) {
		out = append(out, draw.Unit{Range: draw.Range{First: u.First, Last: u.Last}, State: unitStates[u.State()]})
	}
	return out
}

var unitStates = map[alloc.UnitState]draw.UnitState{
	alloc.UnitFree: draw.UnitFree, alloc.UnitBusy: draw.UnitBusy, alloc.UnitAllocated: draw.UnitAllocated,
}
