package replay

import (
	"bytes"
	"errors"
	"strings"

	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// maxText is the longest scenario that can be edited as text in the page.
const maxText = 256 << 10

// Loaded is the run as a whole; it must be at its end.
func (r *Replay) Loaded() *message.Loaded {
	r.prints = r.tape.Prints()
	m := &message.Loaded{
		Serial: r.asked.Serial,
		Title:  r.scenario.Title, About: r.scenario.About, Goals: r.goals(), Notes: r.scenario.Notes,
		Hash: uint64(r.prints[r.tape.Len()]), Print: r.prints.Text(), Warnings: r.warnings, Odd: int32(r.odd), Counted: r.counted,
		Limits:  r.scenario.Limits,
		Policy:  policyOf(r.scenario),
		Own:     r.own,
		Machine: r.machine(),
		Figures: values(&r.meter),
		Whole:   whole(&r.config, r.tape.Log()),
		Step:    r.place(),
		Select:  workload.NoJob,
		Program: r.program(),
	}
	for i := range r.scenario.Queues {
		m.Queues = append(m.Queues, r.scenario.Queues[i].Name)
	}
	m.Made = made(r.link, r.prints, int(m.Step))
	r.describeText(m)
	if r.choices == nil {
		all := choices(r.scenario)
		r.choices = &all
	}
	m.Choices = *r.choices
	r.addJobs(m)
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

// describeText adds the text to edit and the link, where they are not too long.
func (r *Replay) describeText(m *message.Loaded) {
	if r.scenario.SWF == "" && len(r.scenario.Jobs) <= scenario.MaxLinkJobs {
		if text := r.text(); len(text) <= maxText {
			m.Text = text
		}
	}
	if len(r.scenario.SWF) > scenario.MaxUnpacked || len(r.scenario.Jobs) > scenario.MaxLinkJobs {
		m.LinkError = "it has more jobs than a link may have"
		return
	}
	link, err := scenario.EncodeLink(scenario.Link{Scenario: r.scenario})
	var all scenario.Errors
	if errors.As(err, &all) && len(all) > 0 {
		m.LinkError = all[0].Problem
		return
	}
	m.Link = link
}

// text is the scenario as its writer wrote it, with what was chosen instead put
// in; where that is not the same, or it was not written as text, as Canonical
// has it.
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

// machine describes the machine's shape and its groups of equal nodes.
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
		m.Groups = append(m.Groups, message.Group{First: first, Last: last, Resources: spec.Resources, Speed: spec.Speed})
		first = last + 1
	}
	return m
}

func (r *Replay) addJobs(m *message.Loaded) {
	users := map[string]int32{"": 0}
	m.Users = []string{""}
	place := func(name string) int32 {
		at, known := users[name]
		if !known {
			at = int32(len(m.Users))
			users[name] = at
			m.Users = append(m.Users, name)
		}
		return at
	}
	m.Jobs = make([]message.Job, len(r.config.Jobs))
	for i := range r.config.Jobs {
		j := &r.config.Jobs[i]
		m.Jobs[i] = message.Job{
			Number: j.Number, Submit: j.Submit, Nodes: j.Nodes, Tasks: j.Tasks, PerTask: j.PerTask,
			Walltime: j.Walltime, Runtime: j.Runtime, Deadline: j.Deadline, Parts: j.Parts, User: place(j.User), Group: place(j.Group), Queue: place(j.Queue),
			Priority: j.Priority,
		}
		if j.Elastic != nil {
			m.Jobs[i].Least, m.Jobs[i].Most = j.Elastic.Min, j.Elastic.Max
		}
		if j.Reject != nil {
			m.Jobs[i].Refused = strings.TrimPrefix(j.Reject.Error(), workload.ErrWorkload.Error()+": ")
		}
	}
}

func (r *Replay) addSteps(m *message.Loaded) {
	m.Steps = make([]message.Step, r.tape.Len())
	log := r.tape.Log()
	r.addSpeeds(m)
	m.Events = make([]message.Event, len(log))
	for i := range m.Steps {
		mark := r.tape.Mark(i)
		m.Steps[i] = message.Step{
			Time: mark.Time, Ordinal: mark.Ordinal, Trigger: mark.Trigger, Job: mark.Job, Events: int32(len(r.tape.Events(i))),
		}
	}
	resized := map[workload.JobID]bool{}
	for i := range log {
		e := &log[i]
		m.Events[i] = message.Event{Kind: e.Kind, Job: e.Job, Of: e.Of, Placement: e.Placement}
		switch e.Kind {
		case trace.Start:
			m.Jobs[e.Job].Full = r.config.Machine.RunTime(r.config.Jobs[e.Job].Runtime, e.Placement)
			delete(resized, e.Job)
		case trace.Grow, trace.Shrink:
			resized[e.Job] = true
		case trace.End, trace.Kill:
			if !resized[e.Job] {
				m.Events[i].Placement = nil
			}
		case trace.LinkDown, trace.LinkUp:
			m.Events[i].Of = r.way(topology.LinkID(e.Of))
		}
	}
}

// way is a link's way in the picture, -1 for none.
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

// maxSpeeds is how many changes of speed the page is told of.
const maxSpeeds = 40_000

func (r *Replay) addSpeeds(m *message.Loaded) {
	paces := r.tape.Paces()
	if len(paces.Speeds) > maxSpeeds {
		return
	}
	for i, s := range paces.Speeds {
		m.Speeds = append(m.Speeds, message.Speed{Step: paces.Steps[i], Part: thousandths(s.Part), Job: s.Job})
	}
}

// policyOf is who decides in a scenario.
func policyOf(s *scenario.Scenario) message.Policy {
	p := s.Policy()
	out := message.Policy{
		Queue: p.Queue, Allocator: p.Allocator, Order: p.Order, Depth: max(int32(s.Scheduler.Settings.Whole("depth")), 1), Network: s.Network.Model,
		Growth: s.Scheduler.Elastic.Growth.String(), Method: s.Scheduler.Elastic.Method.String(), Cycle: simtime.Duration(s.Scheduler.Settings.Whole("cycle")),
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
