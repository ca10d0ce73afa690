package scenario

import (
	"cmp"
	"slices"

	"hopyard/core/engine"
	"hopyard/core/network"
	"hopyard/core/policies"
	"hopyard/core/workload"
)

// Config is the simulation that the scenario describes, ready to run. Errors
// are those of Trace, of the model and of engine.New; a scenario that Parse made has none.
// Cost: O(nodes + jobs log jobs).
func (s *Scenario) Config() (engine.Config, error) {
	p := s.Policy()
	c := engine.Config{
		Machine:   s.Cluster.Machine(),
		Queue:     s.queue(p.Queue),
		Allocator: s.allocator(p.Allocator),
		Order:     policies.OrderOf(p.Order),
		Network:   s.Network.engine(),
		Gates:     s.Queues,
	}
	c.Elastic, c.Faults = s.growth(), s.Faults.plan(s.Seed, c.Machine.Topology)
	switch {
	case s.drawn != nil:
		c.Jobs = slices.Clone(s.drawn)
	case s.Model != nil:
		jobs, err := s.draw()
		if err != nil {
			return c, err
		}
		c.Jobs = jobs
	case s.SWF != "":
		_, jobs, err := s.Trace()
		if err != nil {
			return c, err
		}
		c.Jobs = jobs.Jobs
	default:
		c.Jobs, _ = s.sorted()
	}
	s.talk(c.Jobs)
	return c, nil
}

// engine is the network's model for the engine.
func (n *Network) engine() network.Model {
	m := network.Model{Bandwidth: n.Bandwidth, Latency: n.Latency}
	for m.Kind.String() != n.Model {
		m.Kind++
	}
	return m
}

// talk lets the jobs that do not say how they communicate do so as the network
// says, and gives those that draw their pairs a seed each.
func (s *Scenario) talk(jobs []workload.Job) {
	for i := range jobs {
		j := &jobs[i]
		if j.Comm == nil {
			j.Comm = s.Network.Comm
		}
		if j.Comm != nil && j.Comm.Pattern == workload.RandomPairs {
			own := *j.Comm
			own.Seed = s.Seed<<20 ^ j.Number
			j.Comm = &own
		}
	}
}

// Places says for each JobID of Config's jobs which place the job has in Jobs,
// or in the trace's records.
func (s *Scenario) Places() []int32 {
	if _, jobs, err := s.Trace(); err == nil && jobs != nil {
		return jobs.Records
	}
	if s.Model != nil {
		places := make([]int32, s.Model.Jobs)
		for i := range places {
			places[i] = int32(i)
		}
		return places
	}
	_, places := s.sorted()
	return places
}

// sorted is the jobs by (submit, place in the file), numbered so.
func (s *Scenario) sorted() ([]workload.Job, []int32) {
	places := make([]int32, len(s.Jobs))
	for i := range places {
		places[i] = int32(i)
	}
	bySubmit := func(a, b int32) int {
		return cmp.Or(cmp.Compare(s.Jobs[a].Submit, s.Jobs[b].Submit), cmp.Compare(a, b))
	}
	if !slices.IsSortedFunc(places, bySubmit) {
		slices.SortFunc(places, bySubmit)
	}
	ids := make([]workload.JobID, len(places))
	for id, place := range places {
		ids[place] = workload.JobID(id)
	}
	jobs := make([]workload.Job, len(places))
	for id, place := range places {
		jobs[id] = s.Jobs[place]
		jobs[id].ID = workload.JobID(id)
		if after := jobs[id].After; after != workload.NoJob {
			jobs[id].After = ids[after]
		}
	}
	return jobs, places
}
