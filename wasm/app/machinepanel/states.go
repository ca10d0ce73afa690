package machinepanel

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// fillStates copies the states of nodes and links to the scene: nodes and links
// that are down, nodes that are frozen (held back for growing jobs), and nodes
// reserved for the selected job or the job under the pointer, and nodes that jobs
// keep free of other jobs.
func (m MachinePanel) fillStates(scene *draw.MachineScene) {
	s := m.State
	scene.Failed, scene.Down, scene.Offline, scene.Frozen = scene.Failed[:0], scene.Down[:0], scene.Offline[:0], scene.Frozen[:0]
	for n := range s.Failed.All {
		switch m.health(n) {
		case Failed:
			scene.Failed = appendNode(scene.Failed, n)
		case Down:
			scene.Down = appendNode(scene.Down, n)
		case offline, elsewhere:
			scene.Offline = appendNode(scene.Offline, n)
		}
	}
	scene.Asleep = scene.Asleep[:0]
	for o := range m.asleep {
		scene.Asleep = append(scene.Asleep, draw.Range{First: o.First, Last: o.Last})
	}
	for i := range s.Growths {
		g := &s.Growths[i]
		for _, r := range g.Frozen {
			scene.Frozen = append(scene.Frozen, draw.Frozen{Range: draw.Range{First: r.First, Last: r.Last}, Job: g.Job})
		}
	}
	if scene.Blocked = nil; m.Run.Blocks {
		scene.Blocked = blocking(m).ranges()
	}
	scene.Kept, scene.KeptNow = scene.Kept[:0], !s.Holds
	if w := m.promised(); w != nil {
		for _, r := range w.Where {
			scene.Kept = append(scene.Kept, draw.Range{First: r.First, Last: r.Last})
		}
	}
	scene.Broken = scene.Broken[:0]
	for _, way := range s.LinksDown {
		if !slices.Contains(scene.Broken, way/2) {
			scene.Broken = append(scene.Broken, way/2)
		}
	}
	slices.Sort(scene.Broken)
}

// asleep yields the sleeping nodes at the step on screen.
func (m MachinePanel) asleep(yield func(*draw.Outage) bool) {
	for i := range m.Run.Outages.All {
		if o := &m.Run.Outages.All[i]; o.Asleep && o.Begin <= m.State.Step && o.Finish > m.State.Step && !yield(o) {
			return
		}
	}
}

// promised returns the selected job or the job under the pointer, if that job waits
// and its reserved nodes are known. Otherwise it returns nil.
func (m MachinePanel) promised() *message.Waiting {
	if id := m.Subject(); id != workload.NoJob {
		if w := m.Waiting(id); w != nil && len(w.Where) > 0 {
			return w
		}
	}
	return nil
}

// Health is the state of a node.
type Health uint8

// The states of a node.
const (
	Works     Health = iota
	Failed           // down, but not yet noticed by the scheduler
	Down             // down, and known to the scheduler to be down
	offline          // missing since the start of the run
	elsewhere        // in another division (partition) of the machine
)

// health returns the state of a node at the step on screen.
func (m MachinePanel) health(n topology.NodeID) Health {
	s := m.State
	noticed := Has(s.Noticed, n)
	if !noticed && !Has(s.Failed, n) {
		return Works
	}
	switch o := m.Run.Outages.Outage(n, s.Step); {
	case o != nil && o.Offline:
		return offline
	case o != nil && o.Elsewhere:
		return elsewhere
	}
	if noticed {
		return Down
	}
	return Failed
}

// Has reports whether a placement contains a node. Cost: O(log r) for a placement
// of r ranges of nodes.
func Has(p cluster.Placement, n topology.NodeID) bool {
	_, found := find(p, n)
	return found
}

// find returns the index of that range of a placement which contains a node, and
// whether there is such a range.
func find(p cluster.Placement, n topology.NodeID) (int, bool) {
	return slices.BinarySearchFunc(p, n, func(r cluster.NodeRun, n topology.NodeID) int {
		switch {
		case r.Last < n:
			return -1
		case r.First > n:
			return 1
		}
		return 0
	})
}

func appendNode(list []draw.Range, n topology.NodeID) []draw.Range {
	if k := len(list) - 1; k >= 0 && list[k].Last+1 == n {
		list[k].Last = n
		return list
	}
	return append(list, draw.Range{First: n, Last: n})
}

// stateTip returns a description of the first node in a range that is down,
// unavailable, frozen or blocked. It returns "" if the range has no such node.
func (m MachinePanel) stateTip(place html.HTML, first, last topology.NodeID) html.HTML {
	for n := first; n <= last; n++ {
		if text := m.stateText(place, n); text != "" {
			return text
		}
	}
	return ""
}

// stateText returns a description of a node if it is down, unavailable, frozen, or
// blocked: kept free of other jobs.
// Otherwise it returns "".
func (m MachinePanel) stateText(place html.HTML, n topology.NodeID) html.HTML {
	for o := range m.asleep {
		if o.First <= n && n <= o.Last {
			return m.outageText(place, o)
		}
	}
	if m.health(n) != Works {
		if o := m.Run.Outages.Outage(n, m.State.Step); o != nil {
			return m.outageText(place, o)
		}
	}
	for i := range m.State.Growths {
		if g := &m.State.Growths[i]; Has(g.Frozen, n) {
			return m.Words.HTML(i18n.NodeFrozen, i18n.H("place", place), i18n.B("job", m.JobText(g.Job)))
		}
	}
	if m.Run.Blocks {
		return blocking(m).stateText(place, n)
	}
	return ""
}

// outageText returns a sentence about an outage of a node. It includes those times
// of the outage that are known at the step on screen.
func (m MachinePanel) outageText(place html.HTML, o *draw.Outage) html.HTML {
	name := i18n.H("place", place)
	over := o.Finish <= m.State.Step
	switch {
	case o.Asleep && over:
		return m.Words.HTML(i18n.NodeWasAsleep, name, m.At("from", o.From), m.At("at", o.To))
	case o.Asleep:
		return m.Words.HTML(i18n.NodeAsleep, name, m.At("from", o.From))
	case o.Offline && over:
		return m.Words.HTML(i18n.NodeCame, name, m.At("at", o.To))
	case o.Offline:
		return m.Words.HTML(i18n.NodeOffline, name)
	case o.Elsewhere && over:
		return m.Words.HTML(i18n.NodeWasElsewhere, name, m.At("from", o.From), m.At("at", o.To))
	case o.Elsewhere:
		return m.Words.HTML(i18n.NodeElsewhere, name, m.At("from", o.From))
	case over:
		return m.Words.HTML(i18n.NodeWasDown, name, m.At("from", o.From), m.At("at", o.To))
	case o.Notice <= m.State.Step:
		return m.Words.HTML(i18n.NodeDown, name, m.At("from", o.From), m.At("at", o.Noticed))
	}
	return m.Words.HTML(i18n.NodeFailed, name, m.At("at", o.From))
}

// hasText returns how much of each resource of a node is in use. It returns "" for
// a node that has one core and no other resource.
func (m MachinePanel) hasText(n topology.NodeID) string {
	g := int32(0)
	if m.Run.Groups != nil {
		g = m.Run.Groups[n]
	}
	if int(g) >= len(m.Run.Machine.Groups) {
		return ""
	}
	all := &m.Run.Machine.Groups[g].Resources
	if *all == (workload.Resources{all[workload.Cores]}) && all[workload.Cores] <= 1 {
		return ""
	}
	used := m.used(n, all)
	var list []string
	texts := [workload.Named + 1]i18n.Text{i18n.UsedCores, i18n.UsedMemory, i18n.UsedDisk, i18n.UsedGPUs, i18n.UsedNamed}
	for kind, has := range all {
		if has > 0 {
			list = append(list, m.Resource(workload.Resource(kind), texts[:], i18n.S("used", m.Words.Int(min(used[kind], has))), m.Words.N("n", has)))
		}
	}
	return m.Words.Say(i18n.NodeHas, i18n.S("list", i18n.List(m.Words, list...)))
}

// used returns how much of each resource of node n the running jobs hold. all is
// how much of each resource the node has.
func (m MachinePanel) used(n topology.NodeID, all *workload.Resources) workload.Resources {
	var used workload.Resources
	for i := range m.State.Running {
		r := &m.State.Running[i]
		k, on := find(r.Placement, n)
		if !on {
			continue
		}
		if m.Run.Jobs[r.Job].Nodes > 0 {
			return *all
		}
		for kind, each := range m.Run.Jobs[r.Job].PerTask {
			used[kind] += each * int64(r.Placement[k].Tasks)
		}
	}
	return used
}
