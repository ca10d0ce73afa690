package main

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/policies"
	"hopyard/core/quiz"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
)

// rules describes the settings of the discipline: the order of the queue, the
// settings that differ from their defaults, and the sizes of batches and units.
// These cannot be inferred from the name of the discipline.
func (x *exam) rules() (lines []string) {
	s := &x.scenario.Scheduler
	if s.Order != "" && s.Order != policies.Orders()[0].Name {
		lines = append(lines, "The queue is in this order: "+i18n.Lower(policies.Orders()[policies.OrderOf(s.Order)].About))
	}
	usual := policies.Defaults()
	for _, o := range policies.Options() {
		n := int64(0)
		if o.Kind != policies.Object {
			n = s.Settings.Whole(o.Path)
		}
		if o.Kind == policies.Object || n == usual.Whole(o.Path) {
			continue
		}
		value := fmt.Sprint(n)
		switch {
		case o.Kind == policies.Seconds:
			value = fmt.Sprint(n / 1000)
		case o.Kind == policies.OneOf:
			lines = append(lines, o.Choices[n].About)
			continue
		case o.Kind == policies.Truth:
			value = "yes"
		case o.Word != "" && n == policies.All:
			value = o.Word
		}
		about, _, _ := strings.Cut(strings.TrimSuffix(o.About, "."), ";")
		lines = append(lines, fmt.Sprintf("%s (%s): %s.", o.Title, i18n.Lower(about), value))
	}
	if slices.Contains(policies.DisciplineOf(s.Queue).Waits, why.OutsideBatch) {
		lines = append(lines, fmt.Sprintf("A batch begins with at most %d jobs.", s.Settings.Whole("batch.njob")))
	}
	if a, is := x.config.Allocator.(alloc.MinHopUnits); is {
		units := a.Units(cluster.NewFree(x.config.Machine))
		lines = append(lines, fmt.Sprintf("Units have %d nodes; the first has nodes %d-%d.", units[0].Size(), units[0].First, units[0].Last))
	}
	return lines
}

// missing lists the nodes that are out of use, and the nodes that are set aside for
// a growing job.
func (x *exam) missing(s *quiz.Situation) (lines []string) {
	var away, frozen cluster.Placement
	for n := range s.State.OutOfUse().All {
		away = away.Append(n, n, 1)
	}
	if len(away) > 0 {
		lines = append(lines, fmt.Sprintf("Out of use: %s.", x.tell.Words.Say(i18n.NodesText, i18n.S("nodes", away.String()))))
	}
	for _, l := range s.State.Limits() {
		if r := s.State.Job(l.Slot); len(r.Frozen) > 0 {
			frozen = cluster.Placement(nil)
			for n := range r.Frozen.All {
				frozen = frozen.Append(n, n, 1)
			}
			lines = append(lines, fmt.Sprintf("Set aside for the growth of job %d: nodes %s.", r.Request.Number, frozen))
		}
	}
	return lines
}

// nodesHave describes the resources of a node if all nodes are equal. If nodes
// differ, it returns "", because the function speeds describes the nodes in that
// case.
func (x *exam) nodesHave() string {
	m := x.config.Machine
	if !m.Uniform() {
		return ""
	}
	have := m.Spec(topology.NodeID(0)).Resources
	return "Each node has " + x.amounts(&have, true) + "."
}

// amountOf formats an amount of a resource with the name of the resource.
func amountOf(n int64, name string, k workload.Resource) string {
	if n == 1 && (k == workload.Cores || k == workload.GPUs) {
		name = strings.TrimSuffix(name, "s")
	}
	switch k {
	case workload.GPUs:
		name = strings.Replace(name, "gpu", "GPU", 1)
	case workload.Memory, workload.Disk:
		return fmt.Sprintf("%d MiB of %s", n, name)
	}
	return fmt.Sprintf("%d %s", n, name)
}
