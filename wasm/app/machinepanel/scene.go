package machinepanel

import (
	"hopyard/core/workload"
	"hopyard/wasm/draw"
)

// FillMachine fills the scene of the machine's picture from the state on screen. It
// reuses the memory of the scene.
func (m MachinePanel) FillMachine(scene *draw.MachineScene) {
	scene.Jobs, scene.Words = &m.Run.Names, m.Words.Drawn()
	scene.Holds = scene.Holds[:0]
	for i := range m.State.Running {
		r := &m.State.Running[i]
		for _, run := range r.Placement {
			scene.Holds = m.Run.AppendHolds(scene.Holds, r.Job, run)
		}
	}
	scene.GPUs = scene.GPUs[:0]
	for _, g := range m.Run.Machine.Groups {
		if n := g.Resources[workload.GPUs]; n > 0 {
			scene.GPUs = append(scene.GPUs, draw.GPUs{Range: draw.Range{First: g.First, Last: g.Last}, Count: uint8(min(n, 255))})
		}
	}
	m.fillStates(scene)
	m.fillSeats(scene)
	scene.Names, scene.Switches = m.Run.Machine.Names, m.Run.Machine.Switches
	m.fillLoads(scene)
	scene.Units = m.State.Units
	scene.Highlight = m.Highlight()
	m.fillCuts(scene)
}

// fillCuts finds where segments or slices of the highlighted jobs end. Each is in
// one domain and every domain holds whole ones, so that in the order of the nodes
// one follows another.
func (m MachinePanel) fillCuts(scene *draw.MachineScene) {
	scene.Cuts = scene.Cuts[:0]
	h := &scene.Highlight
	for i := range m.State.Running {
		r := &m.State.Running[i]
		j := &m.Run.Jobs[r.Job]
		if j.Segment == 0 || r.Job != h.Current && r.Job != h.Selected && r.Job != h.Pointed {
			continue
		}
		size, filled := int32(0), int32(0)
		for n, tasks := range r.Placement.All {
			if filled >= j.Segment {
				scene.Cuts = append(scene.Cuts, draw.Cut{Node: n, Job: r.Job})
				filled %= j.Segment
			}
			if size = 1; j.Nodes == 0 {
				size = tasks
			}
			filled += size
		}
	}
}

// fillLoads copies the loads of the links to the scene. If jobs do not share links,
// the scene has no loads.
func (m MachinePanel) fillLoads(scene *draw.MachineScene) {
	if !m.Shares() {
		scene.Loads = nil
		return
	}
	n := m.Run.Machine.Drawn.Cables()
	if len(scene.Loads) != n {
		scene.Loads = make([]draw.Load, n)
	}
	clear(scene.Loads)
	for _, l := range m.State.Loads {
		if int(l.Cable) < n {
			scene.Loads[l.Cable] = draw.Load{Carried: float32(l.Carried) / 1000, Wanted: float32(l.Wanted) / 1000}
		}
	}
}
