package app

import (
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/draw"
)

// Current is the job of the step on screen: the first that it starts, or
// refuses, or what else it is about; NoJob at the start.
func (m *Model) Current() workload.JobID {
	if m.State == nil || m.State.Step == 0 {
		return workload.NoJob
	}
	i := int(m.State.Step) - 1
	for _, e := range m.Run.StepEvents(i) {
		if e.Kind == trace.Start || e.Kind == trace.Reject {
			return e.Job
		}
	}
	for _, e := range m.Run.StepEvents(i) {
		if e.Job != workload.NoJob {
			return e.Job
		}
	}
	return workload.NoJob
}

// Highlight is what stands out in all panels.
func (m *Model) Highlight() draw.Highlight {
	h := draw.NoHighlight()
	h.Current, h.Selected, h.Pointed = m.Current(), m.Selected, m.Pointed.Job
	h.Node, h.Switch, h.Cable = m.Pointed.Node, m.Pointed.Switch, m.Pointed.Cable
	if m.Weighed != nil && m.Shown >= 0 && m.Shown < len(m.Weighed.Candidates) {
		h.Candidate = m.Weighed.Candidates[m.Shown].Placement
	}
	return h
}

// FillMachine brings the machine's scene up to date, reusing its memory.
func (m *Model) FillMachine(scene *draw.Machine) {
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
}

// FillTimeline brings the timeline's scene up to date; its size is the page's.
func (m *Model) FillTimeline(t *draw.Timeline) {
	t.Nodes, t.Bands = m.Run.Machine.Drawn.Nodes, m.Run.Bands()
	t.Bars, t.Jobs, t.Words = &m.Run.Bars, &m.Run.Names, m.Words.Drawn()
	t.Window, t.Now, t.Step = m.Window, m.Now(), m.State.Step
	t.Promises, t.Shadow = m.Promises(), m.State.Shadow
	t.Speeds, t.Names = m.Run.Speeds, m.Run.Machine.Names
	t.Outages, t.Growths, t.Growing = m.Run.Outages.All, m.Run.Growths.Drawn, m.Growing()
	t.Deadlines, t.Due, t.Parts = m.Run.Deadlines, m.Due(), m.Run.Parts
	t.Highlight = m.Highlight()
	t.Submitted = m.Submitted()
}

// fillLoads puts the loads of the links into the picture, if jobs share them.
func (m *Model) fillLoads(scene *draw.Machine) {
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

// Shares reports whether running jobs share the links.
func (m *Model) Shares() bool { return m.Run != nil && m.Run.Policy.Network == network.MaxMin.String() }

// maxPromises is how many reservations the timeline shows: more lie on each
// other and say nothing.
const maxPromises = 40

// Promises are the reservations of the waiting jobs, in queue order.
func (m *Model) Promises() []draw.Promise {
	var out []draw.Promise
	for i := range m.State.Queue {
		w := &m.State.Queue[i]
		if w.Promised == simtime.Never || len(out) == maxPromises {
			continue
		}
		job := &m.Run.Jobs[w.Job]
		out = append(out, draw.Promise{
			Job: w.Job, Start: w.Promised, End: w.Promised.Add(job.Walltime), Count: m.Run.NodesOf(w.Job),
		})
	}
	return out
}
