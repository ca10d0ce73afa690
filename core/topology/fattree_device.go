package topology

import "fmt"

// NumSwitches returns the number of switches on all levels, counting each parallel
// switch.
func (t FatTree) NumSwitches() int { return t.first[len(t.levels)] }

// SwitchOf returns the level of a switch and the domain that it serves.
// Cost: O(levels). It panics for a device that is not a switch.
func (t FatTree) SwitchOf(d DeviceID) (level, place int) {
	level, place, _ = t.switchOf(d)
	return level, place
}

// switchOf returns the level of a switch, the domain that it serves, and its plane:
// its index among the parallel switches of the domain.
func (t FatTree) switchOf(d DeviceID) (level, place, plane int) {
	for l := range t.levels {
		if int(d) < t.first[l+1] {
			at, planes := int(d)-t.first[l], t.levels[l].planes
			return l, at / planes, at % planes
		}
	}
	panic(fmt.Sprintf("topology: device %d is not one of the %d switches", d, t.NumSwitches()))
}

// Device returns the device number of the switch that serves a domain. Parallel
// switches have consecutive numbers, of which Device returns the first. Device is
// the inverse of SwitchOf. On the level below the leaf switches it returns the
// device number of a node.
func (t FatTree) Device(level, place int) DeviceID {
	if level == len(t.levels) {
		return DeviceID(t.NumSwitches() + place)
	}
	return DeviceID(t.first[level] + place*t.levels[level].planes)
}

// DeviceDistance returns the number of links from a switch or node to a node.
// Parallel switches are equally far from every node. Cost: O(levels).
func (t FatTree) DeviceDistance(d DeviceID, n NodeID) int64 {
	if int(d) >= t.NumSwitches() {
		return t.Distance(NodeID(int(d)-t.NumSwitches()), n)
	}
	level, place := t.SwitchOf(d)
	common, above := level, 0
	for n := t.DomainOf(level, n); n != place; {
		n, place = n/t.levels[common-1].down, place/t.levels[common-1].down
		common--
		above++
	}
	return int64(above) + t.Depth(common)
}

// path returns the number of a switch in the notation that S0 uses for router
// chips. The first digit is the level. The last digits are the path from the root:
// for each switch on the path, its index among the children of the switch above it.
// Zeros fill the middle, one for each switch level below the switch.
func (t FatTree) path(level, place int) string {
	digits := make([]byte, len(t.levels))
	for i := range digits {
		digits[i] = '0'
	}
	digits[0] += byte(level)
	for at, l := len(digits)-1, level-1; l >= 0; at, l = at-1, l-1 {
		digits[at] += byte(place % t.levels[l].down)
		place /= t.levels[l].down
	}
	return string(digits)
}

// DeviceName returns the name of a device. A switch is named by its level and
// domain ("root", "switch 1.0", "leaf 9"), followed by its plane if there are
// parallel switches ("root #3", "leaf 9 #0"). With the naming scheme Paths, it is
// named by its path instead ("router 221"). A node is named by its number.
func (t FatTree) DeviceName(d DeviceID) string {
	if int(d) >= t.NumSwitches() {
		return nodeName(NodeID(int(d) - t.NumSwitches()))
	}
	level, place, plane := t.switchOf(d)
	if t.Paths() {
		return "router " + t.path(level, place)
	}
	name := "root"
	switch level {
	case 0:
	case len(t.levels) - 1:
		name = fmt.Sprintf("leaf %d", place)
	default:
		name = fmt.Sprintf("switch %d.%d", level, place)
	}
	if t.levels[level].planes > 1 {
		name += fmt.Sprintf(" #%d", plane)
	}
	return name
}
