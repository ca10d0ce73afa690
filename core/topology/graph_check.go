package topology

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// GraphError lists everything that is wrong with a graph. It wraps ErrShape.
type GraphError []GraphFault

// GraphFault is a single fault of a graph. Its text names devices as scenarios do:
// switches s0, s1, … and nodes n0, n1, ….
type GraphFault struct {
	Link    int // index of the faulty link; -1 for the graph as a whole
	As      int // index of the earlier link that this link duplicates; -1 if none
	Problem string
}

// Error returns all faults, one per line.
func (e GraphError) Error() string {
	var b strings.Builder
	for i, f := range e {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(ErrShape.Error() + ": ")
		if f.Link >= 0 {
			fmt.Fprintf(&b, "links[%d]: ", f.Link)
		}
		if f.As >= 0 {
			fmt.Fprintf(&b, "like links[%d], it ", f.As)
		}
		b.WriteString(f.Problem)
	}
	return b.String()
}

// Unwrap returns ErrShape.
func (e GraphError) Unwrap() error { return ErrShape }

// maxGraphFaults is the largest number of faults that are reported at once.
const maxGraphFaults = 100

// graphCheck collects the faults of a graph before it is built.
type graphCheck struct {
	nodes, switches int
	links           []GraphLink
	faults          GraphError
}

func (c *graphCheck) fault(link int, format string, args ...any) {
	if len(c.faults) < maxGraphFaults {
		c.faults = append(c.faults, GraphFault{link, -1, fmt.Sprintf(format, args...)})
	}
}

func (c *graphCheck) devices() int { return c.nodes + c.switches }

// name returns the name of a device in scenarios.
func (c *graphCheck) name(d DeviceID) string {
	if int(d) >= c.switches {
		return fmt.Sprintf("n%d", int(d)-c.switches)
	}
	return fmt.Sprintf("s%d", d)
}

// checkSizes checks the numbers of nodes, switches and links. It returns false if
// they are invalid, in which case the other checks make no sense.
func (c *graphCheck) checkSizes() bool {
	switch {
	case c.nodes < 1 || c.nodes > MaxGraphDevices:
		c.fault(-1, "a graph of %d nodes; use 1 to %d", c.nodes, MaxGraphDevices)
	case c.switches < 0 || c.switches > MaxGraphDevices-c.nodes:
		c.fault(-1, "a graph of %d nodes and %d switches; use 0 to %d switches", c.nodes, c.switches, MaxGraphDevices-c.nodes)
	case len(c.links) > MaxGraphLinks:
		c.fault(-1, "a graph of %d links; use %d at most, where a cable counts as two", len(c.links), MaxGraphLinks)
	}
	return c.faults == nil
}

// checkLinks checks every link by itself.
func (c *graphCheck) checkLinks() {
	for i, l := range c.links {
		for _, d := range [...]DeviceID{l.From, l.To} {
			if d < 0 || int(d) >= c.devices() {
				c.fault(i, "device %d is not one of the %d switches and %d nodes", d, c.switches, c.nodes)
			}
		}
		switch {
		case l.From == l.To:
			c.fault(i, "goes from %s to itself; a link joins two devices", c.name(l.From))
		case l.Weight < 1 || l.Weight > MaxWeight:
			c.fault(i, "weight %d is outside 1 to %d", l.Weight, MaxWeight)
		case l.Bandwidth < 0:
			c.fault(i, "bandwidth %d is below 0; leave it out where it is not known", l.Bandwidth)
		}
	}
}

// byEnds returns the indices of the links ordered by source, then by destination.
// It reports duplicate links as faults.
func (c *graphCheck) byEnds() []int32 {
	order := make([]int32, len(c.links))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := &c.links[a], &c.links[b]
		return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To), cmp.Compare(a, b))
	})
	for i := 1; i < len(order); i++ {
		x, y := &c.links[order[i-1]], &c.links[order[i]]
		if x.From == y.From && x.To == y.To {
			before := len(c.faults)
			c.fault(int(order[i]), "goes from %s to %s; there can be one each way", c.name(y.From), c.name(y.To))
			if len(c.faults) > before {
				c.faults[before].As = int(order[i-1])
			}
		}
	}
	return order
}

// directed reports whether some link has no link of the same length in the opposite
// direction. The argument order is the result of byEnds. Cost: O(links·log links).
func (c *graphCheck) directed(order []int32) bool {
	back := slices.Clone(order)
	slices.SortFunc(back, func(a, b int32) int {
		x, y := &c.links[a], &c.links[b]
		return cmp.Or(cmp.Compare(x.To, y.To), cmp.Compare(x.From, y.From))
	})
	for k, i := range order {
		if x, y := &c.links[i], &c.links[back[k]]; x.From != y.To || x.To != y.From || x.Weight != y.Weight {
			return true
		}
	}
	return false
}

// checkConnected checks that every device has a path to every node. For this it
// suffices to check that all devices have a path to the first node, and that the
// first node has a path to all nodes.
func (c *graphCheck) checkConnected() {
	const fix = "add links, or \"both\": true to links that go one way"
	first := DeviceID(c.switches)
	for back := range 2 {
		seen := c.reached(first, back == 1)
		for d := range DeviceID(c.devices()) {
			switch {
			case seen[d]:
			case back == 1:
				c.fault(-1, "there is no path from %s to %s; %s", c.name(d), c.name(first), fix)
				return
			case int(d) >= c.switches:
				c.fault(-1, "there is no path from %s to %s; %s", c.name(first), c.name(d), fix)
				return
			}
		}
	}
}

// reached returns the set of devices that can be reached from the given device. If
// the parameter back is set, it returns the devices from which the given device can
// be reached. Cost: O(devices + links).
func (c *graphCheck) reached(from DeviceID, back bool) []bool {
	ends := func(l *GraphLink) (from, to DeviceID) {
		if back {
			return l.To, l.From
		}
		return l.From, l.To
	}
	start := make([]int32, c.devices()+2)
	for i := range c.links {
		d, _ := ends(&c.links[i])
		start[d+2]++
	}
	for d := range c.devices() {
		start[d+2] += start[d+1]
	}
	next := make([]DeviceID, len(c.links))
	for i := range c.links {
		d, to := ends(&c.links[i])
		next[start[d+1]] = to
		start[d+1]++
	}
	seen := make([]bool, c.devices())
	seen[from] = true
	for line := []DeviceID{from}; len(line) > 0; {
		d := line[len(line)-1]
		line = line[:len(line)-1]
		for _, to := range next[start[d]:start[d+1]] {
			if !seen[to] {
				seen[to] = true
				line = append(line, to)
			}
		}
	}
	return seen
}
