package simworker

import (
	"bytes"
	"errors"

	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/linkcodec"
	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// maxText is the length in bytes of the longest scenario that the page can edit as
// text.
const maxText = 256 << 10

// Loaded returns the description of the whole run, which must be complete.
func (r *Replay) Loaded() *message.Loaded {
	r.prints = r.tape.StepHashes()
	m := &message.Loaded{
		Serial: r.asked.Serial,
		Title:  r.scenario.Title, About: r.scenario.About, Goals: r.goals(), Notes: r.scenario.Notes,
		Hash: uint64(r.prints[r.tape.Len()]), Print: r.prints.Text(), Warnings: r.warnings, Odd: int32(r.odd), Counted: r.counted,
		Limits:  r.scenario.ShownLimits(),
		Policy:  policyOf(r.scenario),
		Own:     r.own,
		Machine: r.machine(),
		Figures: values(r.summary.Meter()),
		Whole:   r.whole,
		Step:    r.place(),
		Select:  workload.NoJob,
		Program: r.program(),
	}
	for _, x := range r.scenario.Reservations() {
		if x.Nodes == nil {
			x.Nodes = cluster.Placement{}.Append(0, topology.NodeID(r.config.Machine.NumNodes()-1), 1)
		}
		m.Kept = append(m.Kept, message.Kept{Name: x.Name, Nodes: x.Nodes, Start: x.Start, Duration: x.Duration, Every: x.Repeat.Period(), Known: x.Announced})
	}
	for i := range r.scenario.Queues {
		m.Queues = append(m.Queues, r.scenario.Queues[i].Name)
	}
	if a := r.scenario.Allotments; a != nil && len(a.Events) > 0 {
		for i := range a.Users {
			m.Allotted = append(m.Allotted, a.Users[i].User)
		}
	}
	m.Made = made(r.link, r.prints, int(m.Step))
	m.TraceSpan = r.traceSpan()
	r.describeText(m)
	if m.Brief = r.asked.Brief; m.Brief {
		m.Choices = choices(r.scenario, nil)
	} else {
		r.describe(&m.Description)
	}
	if r.large() {
		r.addWindow(m)
		return m
	}
	r.addJobs(m, nil)
	r.addSteps(m)
	m.Sparks = r.sparks()
	m.Curve = curve(metrics.Series(r.config.Machine, r.config.Jobs, r.config.Network, r.tape.Log()), r.config.Machine.TotalCores())
	for i := range m.Jobs {
		if m.Jobs[i].Number == r.asked.Job {
			m.Select = workload.JobID(i)
		}
	}
	return m
}

// describeText adds the text that the page can edit. If the text is too long, it
// adds the scenario without its jobs instead.
func (r *Replay) describeText(m *message.Loaded) {
	if r.scenario.SWF == "" && len(r.scenario.Jobs) <= scenario.MaxLinkJobs {
		if text := r.text(); len(text) <= maxText {
			m.Text = text
		}
	}
	if m.Text == "" {
		m.Bare = string(bare(r.scenario).Canonical())
	}
}

// describe adds the choices and the share link. If the scenario is too large for a
// link, it adds the reason instead of the link.
func (r *Replay) describe(m *message.Description) {
	if r.choices == nil {
		all := choices(r.scenario, try)
		r.choices = &all
	}
	m.Choices = *r.choices
	if len(r.scenario.SWF) > linkcodec.MaxUnpacked || len(r.scenario.Jobs) > scenario.MaxLinkJobs {
		m.LinkError = "it has more jobs than a link may have"
		return
	}
	link, err := scenario.EncodeLink(scenario.SharedLink{Scenario: r.scenario})
	var all jsondoc.Errors
	if errors.As(err, &all) && len(all) > 0 {
		m.LinkError = all[0].Problem
		return
	}
	m.Link = link
}

// text returns the scenario in its author's formatting, with the overrides edited
// in. It returns the canonical text if the scenario was not given as text, or if
// the edited text does not give the same scenario.
func (r *Replay) text() string {
	canonical := r.scenario.Canonical()
	if r.asked.Form != message.JSON || len(r.asked.Text) > maxText {
		return string(canonical)
	}
	if len(r.set) == 0 {
		return r.asked.Text
	}
	own := []byte(r.asked.Text)
	var err error
	for _, a := range r.set {
		if own, err = scenario.Edit(own, a[0], a[1]); err != nil {
			return string(canonical)
		}
	}
	if s, err := scenario.Parse(own); err != nil || !bytes.Equal(s.Canonical(), canonical) {
		return string(canonical)
	}
	return string(own)
}

// machine returns the machine's shape and its groups of consecutive identical
// nodes.
func (r *Replay) machine() message.Machine {
	t := &r.scenario.Cluster.Topology
	m := message.Machine{
		Shape: shapeOf(t),
		Drawn: draw.ShapeOf(r.config.Machine.Topology),
		Cores: r.config.Machine.TotalCores(), Resources: r.config.Machine.Names(),
	}
	if r.config.Faults != nil {
		m.Offline = r.config.Faults.Offline
	}
	r.addNames(&m)
	n := topology.NodeID(r.config.Machine.NumNodes())
	for first := topology.NodeID(0); first < n; {
		last, spec := first, r.config.Machine.Spec(first)
		if r.config.Machine.Uniform() {
			last = n - 1
		}
		for last+1 < n && *r.config.Machine.Spec(last + 1) == *spec {
			last++
		}
		m.Groups = append(m.Groups, message.NodeGroup{First: first, Last: last, Resources: spec.Resources, Speed: spec.Speed})
		first = last + 1
	}
	return m
}

// way returns the number of a link in the drawing (see LinkLoad.Way), or -1 if the
// link is not drawn.
func (r *Replay) way(link topology.LinkID) int32 {
	t, routed := r.config.Machine.Topology.(topology.Routed)
	if !routed {
		return -1
	}
	if r.cabling == nil {
		shape := draw.ShapeOf(t)
		r.cabling = shape.Cabling(t)
	}
	if int(link) >= len(r.cabling) {
		return -1
	}
	return r.cabling[link]
}

// policyOf returns the policies of a scenario.
func policyOf(s *scenario.Scenario) message.PolicyChoice {
	p := s.Policy()
	out := message.PolicyChoice{
		Queue: p.Queue, Allocator: p.Allocator, Order: p.Order, Depth: max(int32(s.Scheduler.Settings.Whole("depth")), 1), Network: s.Network.Model,
		Growth: s.Scheduler.Elastic.Growth.String(), Method: s.Scheduler.Elastic.Method.String(), Cycle: simtime.Duration(s.Scheduler.Settings.Whole("cycle")),
		OneBatch: s.Scheduler.Settings.Choice("batch.rounds") == "one",
	}
	if s.Faults != nil {
		out.Lost = s.Faults.Jobs.String()
	}
	if policies.Has(p.Queue, policies.ShowsFilters) {
		w := &s.Scheduler.Priority
		out.Weights = append(w.Weight[:], w.Named[:len(s.Cluster.Resources)]...)
	}
	return out
}
