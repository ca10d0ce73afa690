package queuetest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/network"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/deadline"
	"hopyard/core/queue/hybrid"
	"hopyard/core/queue/kueue"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload"
)

// everyCase is one case of the tests: for each component of a simulation, the index
// of the chosen implementation.
type everyCase struct {
	seed                                              uint64
	queue, allocator, shape, elastic, faults, network int
}

func (x everyCase) String() string {
	return fmt.Sprintf("seed %d: queue %s, %s, shape %d, elastic %s, faults %s, network %d",
		x.seed, disciplines[x.queue].Name.Name, allocators[x.allocator].Name.Name, x.shape, growths[x.elastic].name, failures[x.faults].name, x.network)
}

// disciplines is the list of all disciplines.
var disciplines = policies.Disciplines()

var users = [...]string{"ada", "bob", "cyd"}

// setup returns settings for all disciplines, on a machine with the given number of
// nodes.
func setup(r *rand.Rand, nodes int32) *policies.Setup {
	s := &policies.Setup{Settings: policies.Defaults(), Seed: 5, Limits: someLimits(r, nodes)}
	left := nodes
	for i, u := range users {
		k := left / int32(len(users)+1-i)
		left -= k
		s.Allotments.Users = append(s.Allotments.Users, deadline.Allotment{User: u, Nodes: k, Usable: k - r.Int32N(k/2+1)})
	}
	s.Allotments.History = []deadline.FinishedJob{{User: "ada", Application: "cfd", Amount: 100, Time: simtime.Duration(1+r.IntN(40)) * simtime.Second}}
	for k := range s.Weights.Weight {
		s.Weights.Weight[k] = int64(r.IntN(7)-2) * 1000
	}
	s.Weights.Users = []queue.Named{{Name: "ada", Value: 5}, {Name: "bob", Value: -3}}
	if r.IntN(2) == 0 {
		s.Weights.Fair = queue.FairTargets{Users: []queue.Named{{Name: "ada", Value: 50_000}, {Name: "cyd", Value: 10_000}}, Window: 20 * simtime.Second, Depth: 3, Decay: 500}
	}
	if r.IntN(3) == 0 {
		s.Settings.Set("cycle", int64(1+r.IntN(12))*int64(simtime.Second))
	}
	s.Settings.Set("depth", r.Int64N(4))
	s.Settings.Set("batch.njob", 2+2*r.Int64N(2))
	s.Settings.Set("batch.rounds", r.Int64N(2))
	if apart := rand.New(rand.NewPCG(uint64(s.Allotments.History[0].Time), uint64(nodes))); apart.IntN(3) == 0 { // a separate generator, so that all other random choices stay the same
		s.Allotments.Changes = changing(apart, s.Allotments.Users)
	}
	s.Quotas = someQuotas(rand.New(rand.NewPCG(uint64(s.Allotments.History[0].Time), uint64(nodes)+1)), nodes)
	s.Settings.Set("reserve", r.Int64N(2))
	s.Settings.Set("windows", []int64{1, 1, 3, policies.All}[r.IntN(4)])
	return s
}

// someQuotas returns quotas for the queues a and b, which together have what the
// largest jobs need. In half of the cases only some nodes are of the first flavor, and in
// half of them running jobs may be stopped.
func someQuotas(r *rand.Rand, nodes int32) kueue.KueuePolicy {
	p := queuetest.Quotas(int64(nodes)*1000, "a", "b")
	for i := range p.Queues {
		q := &p.Queues[i]
		q.Strict, q.NextFlavor = r.IntN(2) == 0, r.IntN(2) == 0
		small := kueue.Flavor{Name: "small"}
		if i > 0 {
			small.Nodes = p.Queues[0].Flavors[0].Nodes
		} else if r.IntN(2) == 0 {
			small.Nodes = cluster.Placement{{First: 1, Last: 4, Tasks: 1}}
		}
		for _, x := range q.Flavors[0].Quotas {
			x.Nominal, x.Borrowing = int64(nodes)/2, r.Int64N(int64(nodes))
			small.Quotas = append(small.Quotas, x)
		}
		q.Flavors = append([]kueue.Flavor{small}, q.Flavors...)
	}
	if r.IntN(2) == 0 {
		for i := range p.Queues {
			p.Queues[i].Preemption = kueue.PreemptionRules{Within: kueue.WithinPolicy(r.IntN(3)), Reclaim: kueue.ReclaimPolicy(1 + r.IntN(2)), Borrowing: r.IntN(2) == 0, MostPriority: 5}
			p.Queues[i].StopAtPreemption = r.IntN(2) == 0
		}
	}
	return p
}

// changing returns changes of allotments. Each of them shrinks one allotment for a
// while; they follow one after another.
func changing(r *rand.Rand, all []deadline.Allotment) (changes []queue.ShareChange) {
	at := simtime.Time(0)
	for range 4 {
		at += simtime.Time(1+r.IntN(30)) * 1000
		i := r.IntN(len(all))
		k := r.Int32N(all[i].Nodes + 1)
		changes = append(changes, queue.ShareChange{At: at, User: int32(i), Nodes: k, Usable: r.Int32N(k + 1)})
	}
	for i, u := range all {
		changes = append(changes, queue.ShareChange{At: at + 60_000, User: int32(i), Nodes: u.Nodes, Usable: u.Usable})
	}
	return changes
}

// someLimits returns a few limits for various owners and measures. Most jobs keep
// to them if no other job runs. In half of the cases some limits are soft.
func someLimits(r *rand.Rand, nodes int32) (out []queue.Limit) {
	soft := r.IntN(2) == 0
	for o, names := range [...][]string{queue.ByUser: {"*", "ada", "bob"}, queue.ByGroup: {"*", "g"}, queue.ByQueue: {"*", "b"}} {
		for _, name := range names {
			for m := range queue.NumMeasures {
				if r.IntN(9) > 0 {
					continue
				}
				hard := [...]int64{1 + r.Int64N(4), int64(nodes), 8 * int64(nodes), 16, 60 * int64(nodes), 2048 * int64(nodes), 10 * int64(nodes), int64(nodes), 1, 1, 1}[m]
				x := queue.Limit{Owner: queue.Owner(o), Name: name, Measure: m, Soft: hard, Hard: hard}
				if soft {
					x.Soft -= r.Int64N(hard/2 + 1)
				}
				out = append(out, x)
			}
		}
	}
	return out
}

var allocators = policies.Placements()

// shapes is the list of small machines, at least one of each kind.
var shapes = func() []topology.Topology {
	flat, _ := topology.NewFlat(9)
	star, _ := topology.NewStar(8)
	tree, _ := topology.NewFatTree(2, 3)
	wide, _ := topology.NewPGFT([]int{4, 3}, []int{1, 2}, []int{1, 1})
	torus, _ := topology.NewTorus(3, 3)
	mesh, _ := topology.NewMesh(2, 5)
	cube, _ := topology.NewHypercube(3)
	dragonfly, _ := topology.NewDragonfly(3, 2, 2)
	uneven, err := slurm.Parse("SwitchName=a Nodes=n[0-4]\nSwitchName=b Nodes=n[5-7]\nSwitchName=r Switches=a,b\n")
	if err != nil {
		panic(err)
	}
	return []topology.Topology{flat, star, tree, wide, torus, mesh, cube, dragonfly, uneven.Topology}
}()

var growths = []struct {
	name string
	make func(r *rand.Rand) *elastic.GrowthPolicy
}{
	{"off", func(*rand.Rand) *elastic.GrowthPolicy { return nil }},
	{"expand", func(r *rand.Rand) *elastic.GrowthPolicy { return growth(r, elastic.Expand, false) }},
	{"resubmit", func(r *rand.Rand) *elastic.GrowthPolicy { return growth(r, elastic.Resubmit, false) }},
	{"shrink", func(r *rand.Rand) *elastic.GrowthPolicy { return growth(r, elastic.Expand, true) }},
}

func growth(r *rand.Rand, m elastic.Method, shrink bool) *elastic.GrowthPolicy {
	p := &elastic.GrowthPolicy{Growth: elastic.GrowthOrder(1 + r.IntN(int(elastic.NumGrowthRules)-1)), Method: m, Idle: r.IntN(3) == 0, Shrink: shrink}
	if r.IntN(4) > 0 {
		for i := range p.Costs.Stages {
			p.Costs.Stages[i] = simtime.Duration(r.IntN(1500))
		}
		p.Costs.Launch, p.Costs.Rebuild = simtime.Duration(r.IntN(500)), simtime.Duration(r.IntN(500))
		p.Costs.Bandwidth, p.Costs.Restart = 1000, simtime.Duration(r.IntN(2000))
	}
	return p
}

var failures = []struct {
	name string
	make func(r *rand.Rand, t topology.Topology) *faults.Timetable
}{
	{"none", func(*rand.Rand, topology.Topology) *faults.Timetable { return nil }},
	{"listed", func(r *rand.Rand, t topology.Topology) *faults.Timetable { return listed(r, t, false) }},
	{"drawn", func(r *rand.Rand, t topology.Topology) *faults.Timetable { return drawn(r) }},
	{"heartbeats", func(r *rand.Rand, t topology.Topology) *faults.Timetable {
		p := listed(r, t, false)
		p.Heartbeat = faults.Heartbeat{Period: simtime.Duration(1+r.IntN(5)) * simtime.Second, Misses: 1 + r.Int32N(3)}
		return p
	}},
	{"divided", func(r *rand.Rand, t topology.Topology) *faults.Timetable {
		p := listed(r, t, false)
		for i := 0; i+1 < len(p.Events); i += 2 { // a failure and the repair of the same node or link
			divides := r.IntN(2) == 0
			p.Events[i].Divides, p.Events[i+1].Divides = divides, divides
		}
		p.Heartbeat = faults.Heartbeat{Period: simtime.Duration(1+r.IntN(5)) * simtime.Second, Misses: r.Int32N(3)}
		return p
	}},
	{"checkpoints", func(r *rand.Rand, t topology.Topology) *faults.Timetable {
		p := drawn(r)
		p.Lost, p.Every, p.Cost = faults.Checkpoint, simtime.Duration(1+r.IntN(8))*simtime.Second, simtime.Duration(r.IntN(900))
		if r.IntN(2) == 0 {
			p.Heartbeat = faults.Heartbeat{Period: 2 * simtime.Second, Misses: 2}
		}
		return p
	}},
	{"links", func(r *rand.Rand, t topology.Topology) *faults.Timetable { return listed(r, t, true) }},
}

// listed returns a timetable of a few random failures of nodes. If links is true
// and the topology has links, the failures are failures of links. Every failed node
// or link is repaired later. In some timetables a few nodes are out of service at
// first.
func listed(r *rand.Rand, t topology.Topology, links bool) *faults.Timetable {
	p := &faults.Timetable{Lost: faults.NodeLossRule(r.IntN(3)), Every: 5 * simtime.Second}
	routed, linked := t.(topology.Routed)
	at := simtime.Time(0)
	for range 1 + r.IntN(6) {
		at += simtime.Time(r.IntN(15_000))
		first := topology.NodeID(r.IntN(t.NumNodes()))
		e := faults.MachineChange{At: at, Nodes: cluster.Placement{{First: first, Last: min(first+topology.NodeID(r.IntN(3)), topology.NodeID(t.NumNodes()-1)), Tasks: 1}}}
		if links && linked && routed.NumLinks() > 0 {
			e.Nodes, e.Link = nil, topology.LinkID(r.IntN(routed.NumLinks()))
		}
		up := e
		at += simtime.Time(1 + r.IntN(9000))
		up.At, up.Up = at, true
		p.Events = append(p.Events, e, up)
	}
	if r.IntN(3) == 0 {
		p.Offline = cluster.Placement{{First: 1, Last: 2, Tasks: 1}}
		p.Events = append(p.Events, faults.MachineChange{At: at + 1000, Up: true, Nodes: p.Offline})
	}
	return p
}

func drawn(r *rand.Rand) *faults.Timetable {
	return &faults.Timetable{Lost: faults.NodeLossRule(r.IntN(2)), Drawn: faults.RandomFailures{
		MTBF: simtime.Duration(50+r.IntN(200)) * simtime.Second, Repair: simtime.Duration(1+r.IntN(30)) * simtime.Second, Seed: r.Int64(),
	}}
}

// config assembles the configuration of a case. Some cases are impossible;
// engine.New rejects these.
func (x everyCase) config() (engine.Config, policies.PromiseScope) {
	r := rand.New(rand.NewPCG(x.seed, 0xe7e7))
	t := shapes[x.shape]
	spec := func(cores, gpus, speed int64) cluster.Spec {
		return cluster.Spec{Resources: workload.Resources{workload.Cores: cores, workload.Memory: 500 * cores, workload.GPUs: gpus, workload.Named: cores / 4}, Speed: speed}
	}
	m := cluster.NewMachine(t, spec(4, 1, 1000))
	if r.IntN(2) == 0 {
		m.SetGroup(2, 3, spec(8, 2, 1700))
		m.SetGroup(5, 5, spec(2, 0, 800))
	}
	s := setup(r, int32(t.NumNodes()))
	c := engine.Config{
		Machine: m, Allocator: allocators[x.allocator].New(s), Order: queue.Order(r.IntN(int(queue.PriorityFirst) + 1)),
		Queue: disciplines[x.queue].New(s), Elastic: growths[x.elastic].make(r), Faults: failures[x.faults].make(r, t),
		Network: network.Model{Kind: network.PerformanceModel(x.network), Bandwidth: 1000},
	}
	c.Jobs = everyJobs(r, int32(t.NumNodes()), r.IntN(3), x.network > 0)
	for i := range c.Jobs { // remove the requirement if the allocator cannot place the job even on the empty machine
		r := &c.Jobs[i].Request
		if _, reason := c.Allocator.Allocate(r, cluster.NewFree(m), nil); reason.OK() {
			continue
		}
		if r.PerTask[workload.Named] = 0; r.Whole() {
			r.PerTask = workload.Resources{}
		}
		if _, apart := c.Allocator.(alloc.OnePerNode); apart && !r.Whole() {
			onNodes(&c.Jobs[i], m)
		}
	}
	promise := disciplines[x.queue].Promises
	overruns := slices.ContainsFunc(c.Jobs, func(j workload.Job) bool { return j.Overrun })
	if overruns || c.Order != queue.SubmitOrder && promise == policies.HeadPromise { // another job may become the first of the queue
		promise = policies.NoPromise
	}
	switch p := c.Queue.(type) {
	case deadline.DeadlinePolicy: // a job that only a larger allotment could hold would wait forever
		changes := p.Allotments.Changes
		p.Allotments.Changes = nil
		impossible := p.Checks(m)
		if !slices.ContainsFunc(c.Jobs, func(j workload.Job) bool { return impossible(&j.Request) != nil }) {
			p.Allotments.Changes = changes
		}
		c.Queue = p
	case hybrid.HybridPolicy: // the promise to a first job that only its hard limits allow to start may move later
		soft := func(x queue.Limit) bool { return x.Soft < x.Hard }
		if x.elastic > 0 || slices.ContainsFunc(p.Limits, soft) {
			promise = policies.NoPromise
		}
	case queue.DepthBackfill, queue.ConservativeRebuild: // a shape-constrained allocator may refuse a promised job when less is free
		if _, constrained := c.Allocator.(alloc.ShapeConstrained); constrained {
			promise = policies.NoPromise
		}
	}
	if x.faults > 0 || growths[x.elastic].name == "resubmit" {
		promise = policies.NoPromise
	}
	return c, promise
}

// onNodes lowers the tasks of a job to the number of nodes that have room for one.
func onNodes(j *workload.Job, m *cluster.Machine) {
	for j.Tasks > 1 {
		if _, reason := (alloc.OnePerNode{}).Allocate(&j.Request, cluster.NewFree(m), nil); reason.OK() {
			break
		}
		j.Tasks--
	}
	if j.Elastic != nil {
		j.Elastic.Min = min(j.Elastic.Min, j.Tasks)
	}
	if j.Parts != nil {
		j.Runtime = j.Parts.RunTime(j.Size())
		j.Walltime = max(j.Walltime, j.Runtime)
	}
}

// everyJobs returns random jobs. The parameter mix selects jobs of whole nodes (0),
// of tasks (1) or of both. Some of the jobs may change their size, have deadlines
// or depend on other jobs. If the flag talk is set, some also communicate.
func everyJobs(r *rand.Rand, nodes int32, mix int, talk bool) []workload.Job {
	jobs := make([]workload.Job, 4+r.IntN(14))
	at := 0
	for i := range jobs {
		at += r.IntN(2) * r.IntN(9000)
		wall := 500 + r.IntN(25_000)
		j := &jobs[i]
		*j = workload.Job{Request: workload.Request{
			ID: workload.JobID(i), Number: int64(i + 1), Submit: simtime.Time(at), Nodes: 1 + r.Int32N(1+nodes*2/3), Walltime: simtime.Duration(wall),
			User: users[r.IntN(len(users))], Group: []string{"g", "h"}[r.IntN(2)], Queue: []string{"a", "b"}[r.IntN(2)], Priority: int64(r.IntN(4)), Application: "cfd", Amount: int64(r.IntN(3) * 50),
		}, Runtime: simtime.Duration(1 + r.IntN(wall)), After: workload.NoJob}
		if mix == 1 || mix == 2 && r.IntN(2) == 0 {
			j.Nodes, j.Tasks = 0, 1+r.Int32N(nodes*2)
			j.PerTask = workload.Resources{workload.Cores: 1, workload.Memory: int64(r.IntN(3) * 200)}
			if r.IntN(5) == 0 {
				j.Tasks, j.PerTask[workload.GPUs] = 1+r.Int32N(3), 1
			}
		}
		switch {
		case r.IntN(6) > 0:
		case j.Whole(): // the nodes must have some resource
			j.PerTask = workload.Resources{workload.Cores: r.Int64N(5), workload.GPUs: r.Int64N(2)}
		default:
			j.PerTask[workload.Named] = 1
		}
		everyJob(r, j, talk)
		if i > 0 && r.IntN(8) == 0 {
			j.After, j.Think = workload.JobID(r.IntN(i)), simtime.Duration(r.IntN(3)-1)*simtime.Second
		}
	}
	return jobs
}

func everyJob(r *rand.Rand, j *workload.Job, talk bool) {
	if r.IntN(2) == 0 {
		j.Elastic = &workload.Elastic{Min: 1 + r.Int32N(j.Size()), Max: j.Size() + r.Int32N(6), Data: int64(r.IntN(4000)), Moldable: r.IntN(3) == 0}
		switch r.IntN(3) {
		case 1:
			j.Elastic.Speedup = workload.Speedup{Model: workload.Amdahl, Serial: 0.1}
		case 2:
			j.Elastic.Speedup = workload.Speedup{Model: workload.Downey, Parallelism: 6, Sigma: float64(r.IntN(3))}
		}
	}
	if r.IntN(3) == 0 {
		j.Deadline = j.Submit.Add(j.Walltime + simtime.Duration(r.IntN(15_000)))
	}
	if talk && r.IntN(2) == 0 {
		j.Comm = &workload.Comm{Pattern: workload.Ring, Share: int64(100 + r.IntN(900))}
	}
	switch r.IntN(12) {
	case 0:
		j.Overrun = true
		j.Runtime += j.Walltime / 2
	case 1:
		j.Runtime += j.Walltime / 2 // the job will be killed
	case 2:
		j.Runtime = 0
	}
	if r.IntN(6) == 0 {
		inParts(r, j)
	}
}

// inParts gives a job work in parts, which determines its run time.
func inParts(r *rand.Rand, j *workload.Job) {
	parts := &workload.Parts{Parallel: r.IntN(2) == 0}
	for range 1 + r.Int32N(min(j.Size(), 4)) {
		parts.Work = append(parts.Work, simtime.Duration(r.IntN(30_000)))
	}
	if r.IntN(3) == 0 { // some of the parts have parts themselves
		parts.Inner = make([]*workload.Parts, len(parts.Work))
		for i := range parts.Inner {
			if r.IntN(2) == 0 {
				parts.Inner[i] = &workload.Parts{Parallel: r.IntN(2) == 0, Work: []simtime.Duration{parts.Work[i], simtime.Duration(r.IntN(30_000))}}
			}
		}
	}
	j.Parts, j.Runtime, j.Overrun = parts, parts.RunTime(j.Size()), false
	j.Walltime = max(j.Walltime, j.Runtime*simtime.Duration(1+r.IntN(2)))
}
