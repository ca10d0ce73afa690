// Package pending answers why a job of a Slurm cluster is pending, when it will start,
// and what would make it start sooner.
//
// [New] turns a slurmstate.Snapshot, the cluster as it stands now, into a simulation:
// the running jobs are on their nodes until their time limits, and the pending jobs
// wait with the priorities that they have. [LiveQueue.Answer] runs it until the job
// starts, as Slurm's schedulers would (queue/slurmsched), and runs it again with changed
// requests. No job arrives meanwhile, and priorities stay as they are.
//
//	c, err := pending.New(snapshot)
//	answer, err := c.Answer("4711")
package pending

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/slurmrules"
	"hopyard/core/slurmstate"
	"hopyard/core/slurmtext"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload"
)

// LiveQueue is a queue that can be simulated from now on.
type LiveQueue struct {
	snapshot      *slurmstate.Snapshot
	config        engine.Config
	policy        slurmsched.SlurmConfig
	checks        func(*workload.Request) error // whether a job could ever start
	plain         bool                          // for tests: simulate without shortcuts
	effort        effort
	jobs          []*slurmstate.JobInfo               // by JobID
	displaced     map[workload.JobID]bool             // suspended jobs whose nodes others have
	ran           map[workload.JobID]simtime.Duration // how long running jobs have run; a job without a limit or a known start has not run
	ids           map[string]workload.JobID
	left          map[string]Clause               // why pending jobs take no part, by job
	holders       map[string]int64                // number of jobs that hold each node
	full          map[string]bool                 // nodes that are allocated as a whole
	pause         func() bool                     // called between the steps of a simulation, if it is not nil; if it returns false, the simulation ends
	names         []string                        // of the nodes, by number
	up            []bool                          // whether each node takes jobs
	usable        int                             // number of nodes that do
	offline       cluster.Placement               // nodes that are down and hold no job
	conf          string                          // topology.conf of the machine; "" if it is flat
	unpartitioned bool                            // no partition is known, and one was made
	guessed       bool                            // the nodes are those of running jobs, as no file lists nodes
	unlimited     bool                            // no file tells time limits
	limited       bool                            // limits of QOSs, accounts or users are known
	stops         bool                            // jobs may stop others
	submits       map[string]slurmsched.JobLimits // of each QOS, with those on submitted jobs
	Listed        bool                            // priorities are unknown, and those of the snapshot's jobs now count down in the order of the list
	Assumed       []Clause                        // what the snapshot does not say
}

// ErrSnapshot is the common error for snapshots that cannot be simulated.
var ErrSnapshot = errors.New("cannot simulate this cluster")

// New prepares a simulation. It returns ErrSnapshot if no node takes jobs. Cost:
// O(nodes · partitions + jobs log jobs).
func New(s *slurmstate.Snapshot) (*LiveQueue, error) { return NewOn(s, "") }

// NewOn prepares a simulation like New, on the network that the text of a
// topology.conf or topology.yaml describes. Errors about the text wrap
// topology.ErrShape.
func NewOn(s *slurmstate.Snapshot, conf string) (*LiveQueue, error) {
	c := &LiveQueue{snapshot: s, effort: usual(len(s.Jobs)), ran: map[workload.JobID]simtime.Duration{}, ids: map[string]workload.JobID{}, left: map[string]Clause{}, holders: map[string]int64{}}
	for i := range s.Jobs {
		if j := &s.Jobs[i]; holds(j) {
			for _, n := range j.NodeList {
				c.holders[n]++
			}
		}
	}
	if s.NumUnread > 0 {
		c.assumeOf(Clause{Code: UnreadRows, Have: int64(s.NumUnread)})
	}
	c.unlimited = !slices.ContainsFunc(s.Jobs, func(j slurmstate.JobInfo) bool { return j.Limit > 0 })
	c.nodesOfJobs()
	names, err := c.machine(conf)
	if err != nil {
		return nil, err
	}
	if c.usable == 0 {
		return nil, fmt.Errorf("%w: no usable node is known; add what `sinfo -N -l` or `scontrol show node` prints", ErrSnapshot)
	}
	c.partitions(names)
	c.reservations(names)
	c.running(names)
	c.waiting()
	c.config.Queue, c.config.Allocator = slurmsched.SlurmPolicy{Config: c.policy}, alloc.OnePerNode{}
	return c, nil
}

func (c *LiveQueue) assume(code Code) { c.assumeOf(Clause{Code: code}) }

func (c *LiveQueue) assumeOf(what Clause) {
	if !slices.Contains(c.Assumed, what) {
		c.Assumed = append(c.Assumed, what)
	}
}

// nodesOfJobs fills in the nodes, and those of the partitions, from the jobs that hold
// them, if no file lists nodes.
func (c *LiveQueue) nodesOfJobs() {
	s := c.snapshot
	if len(s.Nodes) > 0 {
		return
	}
	c.guessed = true
	c.assume(NodesFromJobs)
	parts := map[string]int{}
	for i := range s.Partitions {
		parts[s.Partitions[i].Name] = i
	}
	seen := map[string]bool{}
	for i := range s.Jobs {
		j := &s.Jobs[i]
		if !holds(j) {
			continue
		}
		for _, n := range j.NodeList {
			if !seen[n] {
				seen[n] = true
				s.Nodes = append(s.Nodes, slurmstate.Node{Name: n, CPUs: c.holders[n], State: slurmstate.NodeAllocated})
			}
		}
		for _, name := range j.Partitions {
			k, known := parts[name]
			if !known {
				k = len(s.Partitions)
				parts[name] = k
				s.Partitions = append(s.Partitions, slurmstate.Partition{Name: name})
			}
			s.Partitions[k].Nodes = append(s.Partitions[k].Nodes, j.NodeList...)
		}
	}
}

// machine makes a machine of the nodes, and returns their numbers by name. Nodes that
// are down and hold no job are out of service. Cost: O(nodes log nodes).
func (c *LiveQueue) machine(conf string) (map[string]topology.NodeID, error) {
	all := make([]*slurmstate.Node, len(c.snapshot.Nodes))
	for i := range all {
		all[i] = &c.snapshot.Nodes[i]
	}
	slices.SortStableFunc(all, func(a, b *slurmstate.Node) int { return slurm.CompareHosts(a.Name, b.Name) })
	shape, all, err := c.network(conf, all)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	spec := func(n *slurmstate.Node) cluster.Spec {
		return cluster.Spec{Resources: workload.Resources{workload.Cores: max(1, n.CPUs), workload.Memory: n.MemoryMiB, workload.GPUs: n.GPUs}, Sockets: 1, Speed: 1000}
	}
	m := cluster.NewMachine(shape, spec(all[0]))
	numbers := map[string]topology.NodeID{}
	c.full = map[string]bool{}
	for i, n := range all {
		id := topology.NodeID(i)
		c.full[n.Name] = n.State == slurmstate.NodeAllocated
		numbers[n.Name], c.names = id, append(c.names, n.Name)
		if own := spec(n); own != spec(all[0]) {
			m.SetGroup(id, id, own)
		}
		switch down := n.State == slurmstate.NodeDown; {
		case !down && !n.Drained:
			c.usable++
			c.up = append(c.up, true)
		case down && c.holders[n.Name] == 0:
			c.offline = c.offline.Append(id, id, 1)
			fallthrough
		default:
			c.up = append(c.up, false)
		}
	}
	c.config.Machine = m
	if c.offline != nil {
		c.config.Faults = &faults.Timetable{Offline: c.offline}
	}
	return numbers, nil
}

// network returns the topology of the machine, and its nodes in the order of their
// numbers. Without a topology.conf all nodes are below one switch, which gives them
// their names.
func (c *LiveQueue) network(conf string, all []*slurmstate.Node) (topology.Topology, []*slurmstate.Node, error) {
	if len(all) == 0 {
		return nil, nil, nil
	}
	byName := map[string]*slurmstate.Node{}
	var names []string
	for _, n := range all {
		byName[n.Name] = n
		names = append(names, n.Name)
	}
	if c.conf = conf; conf == "" {
		root := "cluster"
		for byName[root] != nil {
			root += "-switch"
		}
		c.conf = "SwitchName=" + root + " Nodes=" + slurm.JoinHosts(names) + "\n"
	}
	net, err := slurm.ParseWithin(c.conf, topology.MaxNodes)
	if err != nil && conf == "" { // names that no topology.conf may have
		flat, err := topology.NewFlat(len(all))
		c.conf = ""
		c.assume(NumberedNodes)
		return flat, all, err
	}
	if err != nil {
		return nil, nil, fmt.Errorf("topology.conf: %w", err)
	}
	named := net.Topology.(topology.NamedNodes)
	ordered := make([]*slurmstate.Node, net.Topology.NumNodes())
	for i := range ordered {
		name := named.NodeName(topology.NodeID(i))
		if ordered[i] = byName[name]; ordered[i] == nil {
			ordered[i] = &slurmstate.Node{Name: name, State: slurmstate.NodeDown}
			c.assume(UnlistedNodes)
		}
		delete(byName, name)
	}
	if n := len(byName); n > 0 {
		c.assumeOf(Clause{Code: OutsideNetwork, Have: int64(n)})
	}
	return net.Topology, ordered, nil
}

// partitions fills in the partitions, and the settings of the backfill scheduler.
// Nodes that take no jobs are in none.
func (c *LiveQueue) partitions(names map[string]topology.NodeID) {
	c.policy = slurmsched.UsualConfig()
	c.assume(Frozen)
	c.rules()
	for i := range c.snapshot.Partitions {
		p := &c.snapshot.Partitions[i]
		if p.State == slurmstate.PartitionDown || p.State == slurmstate.PartitionInactive {
			continue
		}
		where := c.takers(placed(p.Nodes, names))
		if len(where) == 0 {
			continue
		}
		x := slurmsched.Partition{Name: p.Name, Nodes: where, Default: p.Default, Tier: max(1, p.Tier), Priority: 1}
		if c.limited || c.stops {
			slurmrules.Partition(&c.policy, p, &x)
		}
		c.policy.Partitions = append(c.policy.Partitions, x)
	}
	if len(c.policy.Partitions) == 0 && c.usable < len(c.up) {
		c.unpartitioned = true
		c.policy.Partitions = []slurmsched.Partition{{Name: "all", Nodes: c.takers(cluster.Placement{{First: 0, Last: topology.NodeID(len(c.up) - 1), Tasks: 1}}), Default: true, Tier: 1, Priority: 1}}
	}
}

// takers returns those of the nodes that take jobs.
func (c *LiveQueue) takers(nodes cluster.Placement) (where cluster.Placement) {
	for n := range nodes.All {
		if c.up[n] {
			where = where.Append(n, n, 1)
		}
	}
	return where
}

// placed returns the placement of those of the named nodes that the machine has.
func placed(nodes []string, names map[string]topology.NodeID) (where cluster.Placement) {
	var ids []topology.NodeID
	for _, name := range nodes {
		if n, has := names[name]; has {
			ids = append(ids, n)
		}
	}
	slices.Sort(ids)
	for _, n := range slices.Compact(ids) {
		where = where.Append(n, n, 1)
	}
	return where
}

// forever is the time limit of jobs that have none.
const forever = 365 * 24 * 3600

// running adds the jobs that hold nodes. Suspended ones come first, because the others
// then take their nodes.
func (c *LiveQueue) running(names map[string]topology.NodeID) {
	c.config.Running = map[workload.JobID]cluster.Placement{}
	c.displaced = map[workload.JobID]bool{}
	free := cluster.NewFree(c.config.Machine)
	var jobs, others []*slurmstate.JobInfo
	for i := range c.snapshot.Jobs {
		if j := &c.snapshot.Jobs[i]; isSuspended(j) {
			jobs = append(jobs, j)
		} else {
			others = append(others, j)
		}
	}
	jobs = append(jobs, others...)
	stand := int64(0) // suspended jobs
	for _, j := range jobs {
		where := placed(j.NodeList, names)
		if !holds(j) || len(where) == 0 {
			continue
		}
		left := int64(forever)
		switch {
		case j.Limit == 0:
			c.assume(YearLong)
		case isSuspended(j) && j.Elapsed > 0: // without the suspensions
			left = max(1, j.Limit-j.Elapsed)
		case j.Start > 0 && c.snapshot.Now > 0:
			left = max(1, j.Start+j.Limit-c.snapshot.Now)
		case j.Elapsed > 0:
			left = max(1, j.Limit-j.Elapsed)
		default:
			left = j.Limit
			c.assume(WholeLimit)
		}
		r := c.request(j, int64(len(j.NodeList)))
		if j.CPUs == 0 && !r.Whole() {
			r.PerTask[workload.Cores] = c.part(where)
		}
		r.Walltime = simtime.Duration(left) * simtime.Second
		c.owners(j, &r)
		if r.Whole() {
			r.Nodes = int32(where.Nodes())
		} else {
			r.Tasks = int32(where.Nodes())
		}
		if isSuspended(j) {
			stand++
		} else if !free.Has(&r, where) {
			c.displace(free, &r, where)
		}
		if !free.Has(&r, where) {
			c.assumeOf(Clause{Code: Overfull, Name: j.ID})
			if r = (workload.Request{Nodes: int32(where.Nodes()), Walltime: r.Walltime}); !free.Has(&r, where) {
				continue
			}
		}
		free.Take(&r, where)
		id := c.add(j, r, 0)
		c.config.Running[id] = where
		if j.Limit > 0 {
			c.ran[id] = simtime.Duration(max(0, j.Limit-left)) * simtime.Second
		}
	}
	if stand > 0 {
		c.assumeOf(Clause{Code: SuspendedJobs, Have: stand})
	}
}

// isSuspended reports whether a job stands still on its nodes.
func isSuspended(j *slurmstate.JobInfo) bool { return j.State == "SUSPENDED" }

// displace frees what the suspended jobs have that yield to a running job on the given
// nodes.
func (c *LiveQueue) displace(free *cluster.Free, r *workload.Request, where cluster.Placement) {
	policy := slurmsched.SlurmPolicy{Config: c.policy}
	if !policy.Suspends() {
		return
	}
	for id, other := range c.config.Running {
		x := &c.config.Jobs[id].Request
		if isSuspended(c.jobs[id]) && policy.Yields(x, r) && other.Common(where) > 0 {
			if !c.displaced[id] {
				free.Give(x, other)
			}
			c.displaced[id] = true
		}
	}
}

// part returns how many cores per node a job holds if its CPUs are unknown. Jobs on a
// full node share its cores equally; on any other node, a job counts as 1 core. The
// smallest number over the job's nodes is taken.
func (c *LiveQueue) part(where cluster.Placement) int64 {
	c.assume(EqualParts)
	least := int64(1 << 30)
	for n := range where.All {
		name := c.names[n]
		cores := int64(1)
		if c.full[name] {
			cores = c.config.Machine.Spec(n).Resources[workload.Cores] / max(1, c.holders[name])
		}
		least = min(least, max(1, cores))
	}
	return least
}

// add adds a job to the simulation.
func (c *LiveQueue) add(j *slurmstate.JobInfo, r workload.Request, submit simtime.Time) workload.JobID {
	id := workload.JobID(len(c.config.Jobs))
	r.ID, r.Number, r.Submit = id, int64(id)+1, submit
	c.config.Jobs = append(c.config.Jobs, workload.Job{Request: r, Runtime: r.Walltime, After: workload.NoJob})
	c.jobs, c.ids[j.ID] = append(c.jobs, j), id
	return id
}

// request returns what a job on the given number of nodes asks for. A job that shares
// nodes asks for one task on each, with its part of the cores, memory and GPUs.
func (c *LiveQueue) request(j *slurmstate.JobInfo, nodes int64) workload.Request {
	r := workload.Request{User: j.User, Group: j.Account, Priority: j.Priority, QOS: j.QOS, Reservation: c.uses(j)}
	nodes = max(1, nodes)
	if c.whole(j) || isPending(j) && j.CPUs == 0 {
		r.Nodes = int32(nodes)
		return r
	}
	r.Tasks = int32(nodes)
	cores, memory := max(1, (j.CPUs+nodes-1)/nodes), j.MemoryMiB
	if j.MemoryPerCPU {
		memory *= cores
	}
	r.PerTask = workload.Resources{workload.Cores: cores, workload.Memory: memory, workload.GPUs: j.GPUs / nodes}
	return r
}

// holds reports whether a job has nodes now.
func holds(j *slurmstate.JobInfo) bool {
	switch j.State {
	case "RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED", "STOPPED", "RESIZING", "SIGNALING", "STAGE_OUT":
		return true
	}
	return false
}

// isPending reports whether a job waits.
func isPending(j *slurmstate.JobInfo) bool { return j.State == "PENDING" }

// whole reports whether a job has its nodes to itself.
func (c *LiveQueue) whole(j *slurmstate.JobInfo) bool {
	return j.Exclusive || slices.ContainsFunc(c.snapshot.Partitions, func(p slurmstate.Partition) bool {
		return p.Exclusive && slices.Contains(j.Partitions, p.Name)
	})
}

// waiting adds the pending jobs that may start, in the order of their submission.
func (c *LiveQueue) waiting() {
	var all []*slurmstate.JobInfo
	for i := range c.snapshot.Jobs {
		if j := &c.snapshot.Jobs[i]; isPending(j) {
			all = append(all, j)
		}
	}
	slices.SortStableFunc(all, func(a, b *slurmstate.JobInfo) int {
		return cmp.Or(cmp.Compare(c.begins(a), c.begins(b)), cmp.Compare(a.Submit, b.Submit))
	})
	c.order(all)
	all = together(all)
	c.checks = slurmsched.SlurmPolicy{Config: c.policy}.Checks(c.config.Machine)
	requests := make([]workload.Request, len(all))
	for i, j := range all {
		if r, obstacle := c.takesPart(j); obstacle.Code != NoClause {
			c.left[j.ID] = obstacle
		} else {
			requests[i] = r
		}
	}
	c.joinParts(all, requests)
	for i, j := range all {
		if c.left[j.ID].Code == NoClause {
			c.add(j, requests[i], simtime.Time(c.begins(j)*1000))
		}
	}
	switch {
	case c.unlimited: // nothing is simulated
		c.Assumed = slices.DeleteFunc(c.Assumed, func(x Clause) bool { return x.Code != ListOrder && x.Code != UnreadRows })
	case len(c.left) > 0:
		c.assumeOf(Clause{Code: LeftOut, Have: int64(len(c.left))})
	}
}

// takesPart returns the request of a pending job, or why the job takes no part.
func (c *LiveQueue) takesPart(j *slurmstate.JobInfo) (r workload.Request, why Clause) {
	code := blocked(j.Reason)
	if code == WaitsForReservation && c.uses(j) != "" {
		code = NoClause
	}
	if code != NoClause && !(c.limited && code.byLimit()) {
		return r, obstacle(code, j)
	}
	r, ok := c.asks(j)
	switch {
	case ok && code != NoClause && !c.simulates(j, &r):
		return r, obstacle(code, j)
	case !ok:
		return r, Clause{Code: NoPartition, Name: strings.Join(j.Partitions, ",")}
	}
	if err := c.checks(&r); err != nil {
		return r, Clause{Code: NeverFits, Detail: err.Error()}
	}
	c.setDeadline(j, &r)
	r.TimeMin = simtime.Duration(c.timeMin(j)) * simtime.Second
	return r, Clause{}
}

// order gives jobs without a priority that of sprio. If no job has any, it gives them
// the order in which they are listed: squeue lists the jobs of a partition by falling
// priority.
func (c *LiveQueue) order(all []*slurmstate.JobInfo) {
	for _, j := range all {
		if j.Priority == 0 {
			for i := range j.Parts {
				j.Priority = max(j.Priority, j.Parts[i].Priority)
			}
		}
	}
	for _, j := range all {
		if j.Priority != 0 {
			return
		}
	}
	if len(all) > 0 {
		c.assume(ListOrder)
	}
	c.Listed = true
	for i := range c.snapshot.Jobs {
		c.snapshot.Jobs[i].Priority = int64(len(c.snapshot.Jobs) - i)
	}
}

// begins returns the seconds from now after which a job may start.
func (c *LiveQueue) begins(j *slurmstate.JobInfo) int64 {
	if j.Reason == slurmtext.ReasonBeginTime && j.Eligible > c.snapshot.Now && c.snapshot.Now > 0 {
		return j.Eligible - c.snapshot.Now
	}
	return 0
}

// asks returns the request of a pending job, or false if none of its partitions is up.
// A job that names several partitions is sent to the one with the highest tier.
func (c *LiveQueue) asks(j *slurmstate.JobInfo) (workload.Request, bool) {
	r := c.request(j, int64(j.Nodes))
	r.Walltime = simtime.Duration(c.limit(j)) * simtime.Second
	best := int64(-1)
	for _, p := range c.policy.Partitions {
		if slices.Contains(j.Partitions, p.Name) && p.Tier > best {
			r.Queue, best = p.Name, p.Tier
		}
	}
	if len(j.Partitions) > 1 {
		c.assume(HighestTier)
	}
	return r, best >= 0 || len(c.policy.Partitions) == 0 || c.unpartitioned
}

// limit returns the time limit of a pending job in seconds. If it is unknown, it is
// that of its partition.
func (c *LiveQueue) limit(j *slurmstate.JobInfo) int64 {
	if j.Limit > 0 {
		return j.Limit
	}
	for _, p := range c.snapshot.Partitions {
		if slices.Contains(j.Partitions, p.Name) && p.MaxTime > 0 {
			c.assume(PartitionLimit)
			return p.MaxTime
		}
	}
	return forever
}

// Start is the time and the place of a job's start.
type Start struct {
	After     simtime.Duration // from now; Never if the job does not start, or not within Until
	Until     simtime.Duration // if the simulation was given up: how far it came
	Nodes     []string
	Unbounded bool // it waits for jobs without a time limit; After is Never then
	Removed   bool // Slurm removes the job after Removal, because it could then no longer end by its deadline; After is Never
	Removal   simtime.Duration
	Rough     bool // a run of the backfill scheduler planned the first jobs only, to save time, in a part of the simulation
}

// Never is the time of a job that does not start.
const Never = simtime.Duration(simtime.Never)

// JobName returns the id of a job of the simulation, as squeue prints it.
func (c *LiveQueue) JobName(id workload.JobID) string { return c.jobs[id].ID }

// nodes returns the names of nodes.
func (c *LiveQueue) nodes(where cluster.Placement) (names []string) {
	for n := range where.All {
		names = append(names, c.names[n])
	}
	return names
}
