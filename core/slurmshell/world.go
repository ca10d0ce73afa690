package slurmshell

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/slurmtext"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// world is the state of the cluster after a step, as its commands know it.
type world struct {
	scenario   *scenario.Scenario
	run        *engine.Recording
	step       int
	now        simtime.Time
	machine    *cluster.Machine
	limits     []queue.Limit // to which reasons refer by number
	partitions []partition
	all        []workload.Job
	jobs       []jobView // submitted jobs, by number
	nodes      []nodeView
	fair       bool // whether priorities have parts
}

// partition is a partition as Slurm shows it. Under other disciplines, it is a queue
// that jobs name, with all nodes.
type partition struct {
	name, queue      string // queue is the name in scenarios, which may be ""
	standard         bool
	nodes            cluster.Placement
	maxTime          simtime.Duration
	maxNodes         int32
	tier, factor     int64
	qos              string
	closed, inactive bool // takes no jobs, or starts none
}

// jobView is a job as the commands show it.
type jobView struct {
	*workload.Job
	state     string // Slurm's two letters
	reason    string // why it waits, or how it ended
	partition *partition
	priority  int64
	parts     *queue.Priority
	promised  simtime.Time // start of a waiting job, or simtime.Never
	planned   cluster.Placement
	start     simtime.Time // of a job that has started, else simtime.Never
	end       simtime.Time // real end, end of the walltime of a running job, or simtime.Never
	where     cluster.Placement
	restarts  int32
	ran       simtime.Duration // since its start, before its last suspension or resumption, or its end
	since     simtime.Time     // its start, or its last suspension or resumption
	stood     bool             // it has been suspended
}

// nodeView is a node with what its jobs use.
type nodeView struct {
	down    bool
	cores   int64
	memory  int64
	gpus    int64
	running int
}

// standardName is the name of the partition of jobs that name none.
const standardName = "main"

func newWorld(s *scenario.Scenario, run *engine.Recording, e *engine.Engine, step int) *world {
	w := &world{scenario: s, run: run, step: step, now: max(e.Now(), 0), machine: e.Config().Machine, all: e.Config().Jobs}
	if x, ok := e.Config().Queue.(interface{ Limits() []queue.Limit }); ok {
		w.limits = x.Limits()
	}
	w.findPartitions(e)
	w.findNodes(e)
	w.findJobs(e)
	return w
}

// findPartitions lists the partitions.
func (w *world) findPartitions(e *engine.Engine) {
	all := cluster.Placement{}.Append(0, topology.NodeID(w.machine.NumNodes()-1), 1)
	if c := w.scenario.Slurm; c != nil && w.scenario.Partitioned() && len(c.Partitions) > 0 {
		for _, x := range c.Partitions {
			p := partition{name: x.Name, queue: x.Name, standard: x.Default, nodes: x.Nodes, maxTime: x.MaxTime, maxNodes: x.MaxNodes, tier: x.Tier, factor: x.Priority, qos: x.QOS}
			if p.nodes == nil {
				p.nodes = all
			}
			w.partitions = append(w.partitions, p)
		}
	} else {
		names := map[string]bool{}
		for i := range run(e) {
			names[run(e)[i].Queue] = true
		}
		for _, g := range w.scenario.Queues {
			if g.Name != "*" {
				names[g.Name] = true
			}
		}
		for _, q := range w.scenario.ClusterQueues {
			names[q.Name] = true
		}
		if len(names) == 0 {
			names[""] = true
		}
		for name := range names {
			p := partition{name: cmp.Or(name, standardName), queue: name, standard: name == "", nodes: all, tier: 1, factor: 1}
			w.partitions = append(w.partitions, p)
		}
	}
	slices.SortFunc(w.partitions, func(a, b partition) int { return cmp.Compare(a.name, b.name) })
	for i := range w.partitions {
		p := &w.partitions[i]
		p.closed, p.inactive = w.gate(p.queue)
	}
}

func run(e *engine.Engine) []workload.Job { return e.Config().Jobs }

// gate returns the state of a queue: whether it takes no jobs, and whether it starts
// none.
func (w *world) gate(name string) (closed, inactive bool) {
	find := func(name string) int {
		return slices.IndexFunc(w.scenario.Queues, func(g queue.Gate) bool { return g.Name == name })
	}
	i := find(name)
	if i < 0 {
		i = find("*")
	}
	if i < 0 {
		return false, false
	}
	g := &w.scenario.Queues[i]
	open, started := g.Open, g.Started
	for _, x := range g.Changes {
		if x.At <= w.now {
			open, started = x.Open, x.Started
		}
	}
	return !open, !started
}

func (w *world) findNodes(e *engine.Engine) {
	w.nodes = make([]nodeView, w.machine.NumNodes())
	_, noticed := e.Down()
	for n := range w.nodes {
		w.nodes[n].down = noticed.Len() > 0 && noticed.Has(topology.NodeID(n))
	}
	for _, l := range e.State().Limits() {
		r := e.State().Job(l.Slot)
		for n, tasks := range r.Placement.All {
			x := &w.nodes[n]
			x.running++
			if r.Request.Whole() {
				has := w.machine.Spec(n).Resources
				x.cores, x.memory, x.gpus = has[workload.Cores], has[workload.Memory], has[workload.GPUs]
				continue
			}
			x.cores += int64(tasks) * r.Request.PerTask[workload.Cores]
			x.memory += int64(tasks) * r.Request.PerTask[workload.Memory]
			x.gpus += int64(tasks) * r.Request.PerTask[workload.GPUs]
		}
	}
}

// findJobs lists the jobs that have been submitted.
func (w *world) findJobs(e *engine.Engine) {
	log := w.run.Log()
	if w.step < w.run.Len() {
		log = log[:w.run.Mark(w.step).First]
	}
	outcomes := metrics.Outcomes(run(e), log)
	limits := map[workload.JobID]simtime.Time{}
	for _, l := range e.State().Limits() {
		limits[e.State().Job(l.Slot).Request.ID] = e.State().Job(l.Slot).Limit
	}
	for _, slot := range e.State().Suspended() {
		limits[e.State().Job(slot).Request.ID] = e.State().Job(slot).Limit
	}
	for id := range outcomes {
		o := &outcomes[id]
		if o.State == metrics.Unseen || o.State == metrics.Rejected {
			continue
		}
		j := jobView{Job: e.JobNow(workload.JobID(id)), promised: simtime.Never, start: simtime.Never, end: simtime.Never, restarts: max(0, o.Starts-1)}
		j.partition = w.partitionOf(j.Queue)
		j.state, j.reason = stateOf(o)
		if j.Submit = o.Submit; o.Started() && j.state != "PD" {
			j.start, j.where = o.Start, o.Placement
		}
		j.ran, j.stood, j.since = o.Ran-o.Before, o.Suspensions > 0, o.Since
		if o.Final() {
			j.end = o.End
		} else if at, runs := limits[j.ID]; runs {
			j.end = at
		}
		if j.priority = 4_294_901_760 - int64(id); w.scenario.Scheduler.Order == "priority" {
			j.priority = j.Priority
		}
		w.jobs = append(w.jobs, j)
	}
	slices.SortFunc(w.jobs, func(a, b jobView) int { return cmp.Compare(a.Number, b.Number) })
	w.explain(e)
}

// stateOf returns Slurm's letters for the state of a job, and the reason of its end.
func stateOf(o *metrics.Outcome) (state, reason string) {
	switch o.State {
	case metrics.Running:
		return "R", slurmtext.ReasonNone
	case metrics.Suspended:
		return "S", slurmtext.ReasonNone
	case metrics.Completed:
		return "CD", slurmtext.ReasonNone
	case metrics.Killed:
		return "TO", "TimeLimit"
	case metrics.Cancelled:
		switch o.Withdrawn {
		case why.DeadlinePassed:
			return "DL", slurmtext.ReasonDeadline
		case why.DependencyNever:
			return "CA", slurmtext.ReasonDependencyNever
		}
		return "CA", slurmtext.ReasonNone
	case metrics.Failed:
		if o.Cancelled {
			return "PR", slurmtext.ReasonNone
		}
		return "NF", "NodeDown"
	}
	return "PD", slurmtext.ReasonNone
}

// explain finds out why jobs wait, and what the discipline has promised them.
func (w *world) explain(e *engine.Engine) {
	at := make(map[workload.JobID]*jobView, len(w.jobs))
	for i := range w.jobs {
		at[w.jobs[i].ID] = &w.jobs[i]
	}
	first := map[*partition]bool{} // partitions that have shown their first job
	for _, d := range e.Pending() {
		j := at[d.Job]
		if j == nil {
			continue
		}
		j.promised = d.Promised
		if j.reason = w.reasonOf(&d.Why); j.reason == "" {
			if j.reason = slurmtext.ReasonPriority; !first[j.partition] || j.IsHet() { // parts keep the reason that the backfill scheduler gives them
				j.reason = slurmtext.ReasonResources
			}
			first[j.partition] = true
		}
		if d.Why.Code == why.JobHeld {
			j.priority = 0
		}
	}
	for _, x := range e.Priorities() {
		w.fair = true
		if j := at[x.Job]; j != nil {
			j.priority, j.parts = max(1, x.Sum/1000), &x
		}
	}
	w.plan(e, at)
}

// plan finds the nodes on which promised jobs are to start, if there are few of them.
func (w *world) plan(e *engine.Engine, at map[workload.JobID]*jobView) {
	var jobs []workload.JobID
	for i := range w.jobs {
		if w.jobs[i].promised != simtime.Never {
			jobs = append(jobs, w.jobs[i].ID)
		}
	}
	if len(jobs) == 0 || len(jobs) > 1000 {
		return
	}
	places := e.Places(jobs, len(run(e)))
	for i, id := range jobs {
		if i < len(places.Where) {
			at[id].planned = places.Where[i]
		}
	}
}

// reasonOf returns Slurm's word for what keeps a job waiting, or "" if it waits for
// its turn or for nodes.
func (w *world) reasonOf(r *why.Reason) string {
	switch r.Code {
	case why.JobHeld:
		return slurmtext.ReasonHeldUser
	case why.Dependency:
		return slurmtext.ReasonDependency
	case why.DependencyNever:
		return slurmtext.ReasonDependencyNever
	case why.BeginTime:
		return slurmtext.ReasonBeginTime
	case why.ArrayLimit:
		return slurmtext.ReasonArrayTaskLimit
	case why.QueueStopped:
		return slurmtext.ReasonPartitionDown
	case why.OverLimit, why.UsedUp, why.UnderLimit:
		if i := int(r.Which) - 1; i >= 0 && i < len(w.limits) && w.limits[i].Word != "" {
			return w.limits[i].Word
		}
		return "AssociationResourceLimit"
	case why.OverQuota, why.OverShare:
		return "AssocGrpNodeLimit"
	case why.OtherPart:
		return "Resources"
	}
	return ""
}

// partitionOf returns the partition of a queue, or the standard one.
func (w *world) partitionOf(name string) *partition {
	for i := range w.partitions {
		if w.partitions[i].queue == name {
			return &w.partitions[i]
		}
	}
	return w.standard()
}

// standard returns the partition of jobs that name none.
func (w *world) standard() *partition {
	for i := range w.partitions {
		if w.partitions[i].standard {
			return &w.partitions[i]
		}
	}
	return &w.partitions[0]
}

// named returns the partition with the given name, or nil.
func (w *world) named(name string) *partition {
	for i := range w.partitions {
		if w.partitions[i].name == name {
			return &w.partitions[i]
		}
	}
	return nil
}

// find returns the submitted job with the given number, or nil.
func (w *world) find(number string) *jobView {
	if strings.Contains(number, "+") {
		return w.findPart(number)
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return nil
	}
	i, found := slices.BinarySearchFunc(w.jobs, n, func(j jobView, n int64) int { return cmp.Compare(j.Number, n) })
	if !found {
		return nil
	}
	return &w.jobs[i]
}

// nodeName returns the name of a node.
func (w *world) nodeName(n topology.NodeID) string {
	if named, ok := w.machine.Topology.(topology.NamedNodes); ok {
		return named.NodeName(n)
	}
	return "n" + strconv.Itoa(int(n))
}

// hosts returns nodes as a host list, as in n[0-3,8].
func (w *world) hosts(p cluster.Placement) string {
	var names []string
	for n := range p.All {
		names = append(names, w.nodeName(n))
	}
	return slurm.JoinHosts(names)
}

// waits reports whether the job is pending.
func (j *jobView) waits() bool { return j.state == "PD" }

// over reports whether the job has ended.
func (j *jobView) over() bool { return j.state != "PD" && j.state != "R" && j.state != "S" }

// name returns the job's name.
func (j *jobView) name() string {
	if j.Application != "" {
		return j.Application
	}
	return "job" + strconv.FormatInt(j.Number, 10)
}

// user returns the job's user.
func (j *jobView) user() string { return cmp.Or(j.User, "nobody") }

// numNodes returns the nodes that a job has, or asks for.
func (w *world) numNodes(j *jobView) int64 {
	if j.where != nil {
		return int64(j.where.Nodes())
	}
	return int64(max(1, w.machine.NodesFor(&j.Request)))
}

// numCPUs returns the cores that a job has, or asks for.
func (w *world) numCPUs(j *jobView) int64 {
	if !j.Whole() {
		return int64(j.Tasks) * max(1, j.PerTask[workload.Cores])
	}
	if j.where != nil {
		holds := w.machine.Holds(&j.Request, j.where)
		return holds[workload.Cores]
	}
	least := int64(0)
	for n := range j.partition.nodes.All {
		if have := w.machine.Spec(n).Resources[workload.Cores]; least == 0 || have < least {
			least = have
		}
	}
	return int64(j.Nodes) * max(1, least)
}

// elapsed returns how long the job has run, without suspensions.
func (w *world) elapsed(j *jobView) simtime.Duration {
	switch {
	case j.start == simtime.Never:
		return 0
	case j.over() || j.state == "S":
		return j.ran
	}
	return j.ran + w.now.Sub(j.since)
}
