package slurm

import "hopyard/core/topology"

// names holds the names of a machine's nodes and switches, and the order in which
// the text lists the switches.
type names struct {
	*topology.Names
	listed []int32 // index in the text of each switch
}

// SwitchOrder implements topology.Listed.
func (m names) SwitchOrder() []int32 { return m.listed }

// evenTree is a machine whose leaf switches all have the same depth.
type evenTree struct {
	*topology.Tree
	names
}

// DeviceName returns the name that the text gives to a device.
func (t evenTree) DeviceName(d topology.DeviceID) string { return t.names.Device(d) }

// unevenTree is a machine whose leaf switches differ in depth.
type unevenTree struct {
	*topology.UnevenTree
	names
}

// DeviceName returns the name that the text gives to a device.
func (t unevenTree) DeviceName(d topology.DeviceID) string { return t.names.Device(d) }
