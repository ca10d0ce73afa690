package scenario

import (
	"cmp"
	"slices"

	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/metrics"
	"hopyard/core/network"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/deadline"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Config returns the simulation that the scenario describes, ready to run. It may
// return the errors of Trace, of the model and of engine.New, and
// policies.ErrNoInterpreter. For a scenario that Parse returned, there are no other
// errors. Cost: O(nodes + jobs log jobs).
func (s *Scenario) Config() (engine.Config, error) {
	if err := s.ready(); err != nil {
		return engine.Config{}, err
	}
	jobs, err := s.jobs()
	if err != nil {
		return engine.Config{}, err
	}
	return s.ConfigOf(jobs)
}

// ready returns policies.ErrNoInterpreter if the scenario uses a Starlark program
// and no interpreter is available, and nil otherwise.
func (s *Scenario) ready() error {
	if policies.Starlark == nil && s.Programmed() {
		return policies.ErrNoInterpreter
	}
	return nil
}

// ConfigOf returns the simulation like Config, but takes the jobs as an argument.
// They must come from Trace or JobsOf; passing them on avoids reading a trace
// twice. The simulation takes ownership of the jobs. Errors:
// policies.ErrNoInterpreter. Cost: O(nodes + jobs).
func (s *Scenario) ConfigOf(jobs []workload.Job) (engine.Config, error) {
	if err := s.ready(); err != nil {
		return engine.Config{}, err
	}
	p := s.Policy()
	c := engine.Config{
		Jobs:      jobs,
		Machine:   s.poweredMachine(),
		Queue:     s.queue(p.Queue),
		Allocator: s.allocator(p.Allocator),
		Order:     policies.OrderOf(p.Order),
		Network:   s.Network.engine(),
		Gates:     s.Queues,
		Commands:  s.Commands,
		Running:   s.runningJobs(),
		Sleep:     s.Power.sleep(),
	}
	if p.Order == policies.Own {
		c.Own = s.setup().OwnOrder()
	}
	c.Elastic, c.Faults = s.growth(), s.Faults.plan(s.Seed, c.Machine.Topology)
	s.setComm(c.Jobs)
	return c, nil
}

// jobs returns the jobs of a run, sorted by submission.
func (s *Scenario) jobs() ([]workload.Job, error) {
	switch {
	case s.drawn != nil:
		return slices.Clone(s.drawn), nil
	case s.Model != nil:
		return s.draw()
	case s.SWF != "":
		_, jobs, err := s.Trace()
		if err != nil {
			return nil, err
		}
		return jobs.Jobs, nil
	}
	jobs, _ := s.sorted()
	return jobs, nil
}

// engine returns the network model in the form that the engine takes.
func (n *Network) engine() network.Model {
	m := network.Model{Bandwidth: n.Bandwidth, Latency: n.Latency}
	for m.Kind.String() != n.Model {
		m.Kind++
	}
	return m
}

// setComm gives each job that has no communication of its own the communication of
// the network. Jobs that communicate in random pairs also get a seed each.
func (s *Scenario) setComm(jobs []workload.Job) {
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

// Places returns, for each JobID of the jobs in Config, the index of the job in
// Jobs, or of its record in the trace.
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

// sorted returns the jobs ordered by submission, then by index in the file, but the
// jobs that run from the beginning before all others. Their
// IDs count in this order. The second result contains, for each returned job, its
// index in Jobs.
func (s *Scenario) sorted() ([]workload.Job, []int32) {
	places := make([]int32, len(s.Jobs))
	for i := range places {
		places[i] = int32(i)
	}
	bySubmit := func(a, b int32) int {
		return cmp.Or(cmp.Compare(s.Jobs[a].Submit, s.Jobs[b].Submit), cmp.Compare(s.waits(a), s.waits(b)), cmp.Compare(a, b))
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

// queue returns the allotments in the form that the discipline takes. If a user has
// an allotment of K nodes with the share P, K·P of these nodes are usable for any
// job, rounded down.
func (a *Allotments) queue() deadline.Allotments {
	if a == nil {
		return deadline.Allotments{}
	}
	q := deadline.Allotments{History: a.History}
	for i := range a.Users {
		u := &a.Users[i]
		q.Users = append(q.Users, deadline.Allotment{User: u.User, Nodes: u.Nodes, Usable: u.usable()})
	}
	if len(a.Events) == 0 {
		return q
	}
	place := a.places()
	for i := range a.Events {
		for k := range a.Events[i].Users {
			u := &a.Events[i].Users[k]
			q.Changes = append(q.Changes, queue.ShareChange{At: a.Events[i].At, User: place[u.User], Nodes: u.Nodes, Usable: u.usable()})
		}
	}
	return q
}

// places returns the index of each user in the list of allotments.
func (a *Allotments) places() map[string]int32 {
	places := make(map[string]int32, len(a.Users))
	for i := range a.Users {
		places[a.Users[i].User] = int32(i)
	}
	return places
}

// usable returns the number of nodes that the user may use for any job. The other
// nodes of the allotment are a reserve.
func (a *Allotment) usable() int32 { return int32(int64(a.Nodes) * a.Share / 1000) }

// growth returns the policy for jobs of variable size. It returns nil if no job of
// the list is moldable and the policy neither grows nor shrinks jobs.
func (s *Scenario) growth() *elastic.GrowthPolicy {
	e := s.Scheduler.Elastic
	for i := range s.Jobs {
		if s.Jobs[i].Elastic != nil && s.Jobs[i].Elastic.Moldable {
			return &e
		}
	}
	if e.Growth == elastic.NoGrowth && !e.Shrink {
		return nil
	}
	return &e
}

// plan returns the faults in the form that the engine takes, or nil if there are
// none. Cost: O(events log events), and O(links) once if links fail.
func (f *Faults) plan(seed int64, t topology.Topology) *faults.Timetable {
	if f == nil {
		return nil
	}
	p := &faults.Timetable{
		Offline: f.Offline, Heartbeat: f.Heartbeat, Lost: f.Jobs, Every: f.Every, Cost: f.Cost,
		Drawn: faults.RandomFailures{MTBF: f.MTBF, Repair: f.Repair, Seed: seed},
	}
	cables := f.cables(t)
	for _, t := range f.turns() {
		c := &f.Events[t.i]
		e := faults.MachineChange{At: t.at, Up: t.up, Nodes: c.Nodes, Divides: c.Divides}
		if c.Nodes != nil {
			p.Events = append(p.Events, e)
			continue
		}
		for _, e.Link = range cables[t.i] {
			p.Events = append(p.Events, e)
		}
	}
	return p
}

// cables returns, for each event about a link, the directed links that change: one
// in each direction. The element is nil if the event is not about a link, or if the
// link does not exist.
func (f *Faults) cables(t topology.Topology) [][]topology.LinkID {
	routed, ok := t.(topology.Routed)
	ends := map[uint64][]topology.LinkID{}
	for i := range f.Events {
		if f.Events[i].Nodes == nil && ok {
			ends[f.Events[i].pair(routed)] = nil
		}
	}
	out := make([][]topology.LinkID, len(f.Events))
	if len(ends) == 0 {
		return out
	}
	for l := range topology.LinkID(routed.NumLinks()) {
		link := routed.Link(l)
		pair := pairOf(link.From, link.To)
		if list, wanted := ends[pair]; wanted {
			ends[pair] = append(list, l)
		}
	}
	for i := range out {
		if f.Events[i].Nodes == nil {
			out[i] = ends[f.Events[i].pair(routed)]
		}
	}
	return out
}

// pair returns the two ends of a link as one number, in which the end with the
// smaller device number comes first.
func (c *Change) pair(t topology.Routed) uint64 { return pairOf(c.From.device(t), c.To.device(t)) }

func pairOf(a, b topology.DeviceID) uint64 { return uint64(min(a, b))<<32 | uint64(max(a, b)) }

// device returns the device number that the topology t gives to the node or switch.
func (e End) device(t topology.Devices) topology.DeviceID {
	if e.Switch {
		return topology.DeviceID(e.Number)
	}
	return topology.DeviceID(int32(t.NumSwitches()) + e.Number)
}

// Subject returns the data that metrics of a run need in addition to the trace of
// the run. c is the configuration of the run.
func Subject(c *engine.Config) metrics.Subject {
	s := metrics.Subject{Machine: c.Machine, Jobs: c.Jobs, Network: c.Network}
	if d, ok := c.Queue.(queue.Sharing); ok {
		for _, a := range d.Shares() {
			s.Allotted = append(s.Allotted, metrics.Allotted{User: a.User, Nodes: a.Nodes})
		}
	}
	return s
}

// waits returns 0 for a job that runs from the beginning, otherwise 1.
func (s *Scenario) waits(place int32) int {
	if s.Running[workload.JobID(place)] != nil {
		return 0
	}
	return 1
}
