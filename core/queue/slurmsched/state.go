package slurmsched

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// partition is a Partition with the facts that follow from it.
type partition struct {
	Partition
	set   topology.NodeSet   // its nodes
	cores int64              // fewest cores of a node
	least workload.Resources // least of each resource of a node
	total amounts            // of all of its nodes
}

// setup holds what follows from the configuration.
type setup struct {
	config                 *SlurmConfig
	machine                *cluster.Machine
	partitions             []partition
	index                  map[string]int        // partitions by name
	standard               int                   // the partition of jobs without a queue, or -1
	mostPartition, mostQOS int64                 // largest priorities
	assocs                 map[association]int64 // priorities of users, and of accounts with an empty user
	mostAssoc              int64                 // the largest of them
	classes                []qosClass            // by index in the configuration
	order                  queue.Order           // of jobs of the same priority
	all                    topology.NodeSet
	meets                  [][]int // for each partition, those that have a node of it, with itself
	reservations           []reservation
	groups                 []int // for each partition, a number that it shares with all with which it has nodes in common, also through others
	nodes, cores           int64 // of the machine
}

// state is the policy's state.
type state struct {
	queue.Stateless
	*setup
	usage
	ledger   ledger
	licensed []int64 // licences in use
	preemption
	gang      gang
	hets      hets
	reordered bool // a part of a heterogeneous job has come or gone, which may change the order of the others
	sets
	rooms      rooms
	lines      lines
	shortens   bool                                 // a job may be shortened, which the shortcuts of hopes.go do not know
	plain      bool                                 // see PlainPolicy
	calculated simtime.Time                         // when the priorities were calculated last
	stale      bool                                 // the waiting jobs are not sorted by the last priorities
	changed    bool                                 // jobs have arrived, or their order has changed, since the backfill scheduler ran last
	seen       int                                  // number of changes of the machine when its last run began
	ran        simtime.Time                         // when it ran last; -1 if it has not run
	turned     simtime.Time                         // the last pass before which changes of reservations have been noted
	moved      int                                  // number of changes of the machine, and
	movedAt    simtime.Time                         // the last pass at which it was different, or a job ran or arrived
	planned    map[workload.JobID]cluster.Placement // nodes of the jobs planned in its last run
}

// NewState implements queue.Stateful.
func (p SlurmPolicy) NewState(c *queue.Config) queue.PolicyState {
	s := &state{setup: newSetup(&p.Config, c.Machine), seen: -1, ran: -1, turned: -1, planned: map[workload.JobID]cluster.Placement{}, rooms: rooms{known: -1, placed: -1}, lines: lines{stale: true}}
	s.began, s.warned, s.ended = map[workload.JobID]simtime.Time{}, map[workload.JobID]workload.JobID{}, map[workload.JobID]simtime.Time{}
	s.licensed = make([]int64, len(p.Config.Licenses))
	s.order, s.usage.keep, s.ledger = c.Order, 1, newLedger(&p.Config, c.Machine.NumNodes())
	if half := p.Config.Priority.HalfLife; half > 0 {
		s.usage.keep = 1 - 0.693/(float64(half)/1000)
	}
	if p.Config.suspends() {
		s.gang.cores = map[workload.JobID]coresOn{}
	}
	s.plain = p.Config.Preemption.By != PreemptNever || len(p.Config.Licenses) > 0 || p.Config.Deadlines // the shortcuts know none of these
	if p.Config.Priority.FairShare != 0 && len(p.Config.Accounts) > 0 {
		s.usage.tree = newFairTree(p.Config.Accounts)
	}
	return s
}

func newSetup(c *SlurmConfig, m *cluster.Machine) *setup {
	s := &setup{config: c, machine: m, classes: classes(c.QOS), index: map[string]int{}, standard: -1, nodes: int64(m.NumNodes()), all: topology.FullNodeSet(m.NumNodes())}
	all := c.Partitions
	if len(all) == 0 {
		all = []Partition{{Default: true}}
	}
	for _, x := range all {
		p := partition{Partition: x, cores: -1, set: s.all}
		if x.Nodes != nil {
			p.set = topology.NewNodeSet(m.NumNodes())
			for n := range x.Nodes.All {
				p.set.AddRange(n, n)
			}
		}
		s.index[x.Name] = len(s.partitions)
		if x.Default {
			s.standard = len(s.partitions)
		}
		s.mostPartition = max(s.mostPartition, x.Priority)
		s.partitions = append(s.partitions, p)
	}
	for i := range s.partitions {
		s.meets = append(s.meets, nil)
		for j := range s.partitions {
			if s.partitions[i].set.CountBoth(&s.partitions[j].set) > 0 {
				s.meets[i] = append(s.meets[i], j)
			}
		}
	}
	s.groups = make([]int, len(s.partitions))
	for i := range s.groups {
		s.groups[i] = i
	}
	for again := true; again; {
		again = false
		for i := range s.groups {
			for _, j := range s.meets[i] {
				if s.groups[j] < s.groups[i] {
					s.groups[i], again = s.groups[j], true
				}
			}
		}
	}
	for _, q := range c.QOS {
		s.mostQOS = max(s.mostQOS, q.Priority)
	}
	if c.Priority.Assoc != 0 {
		s.newAssocs()
	}
	for n := range topology.NodeID(m.NumNodes()) {
		cores := m.Spec(n).Resources[workload.Cores]
		s.cores += cores
		for i := range s.partitions {
			if p := &s.partitions[i]; p.set.Has(n) {
				for k, have := range m.Spec(n).Resources {
					if p.cores < 0 || have < p.least[k] {
						p.least[k] = have
					}
				}
				p.cores = p.least[workload.Cores]
				have := m.Spec(n).Resources
				for i, amount := range (amounts{have[workload.Cores], have[workload.Memory], 1, have[workload.GPUs]}) {
					p.total[i] += amount
				}
			}
		}
	}
	s.newReservations()
	return s
}

// Clone implements queue.PolicyState.
func (s *state) Clone() queue.PolicyState {
	c := *s
	c.usage, c.preemption, c.ledger, c.planned = s.usage.clone(), s.preemption.clone(), s.ledger.clone(), maps.Clone(s.planned)
	c.hets = s.hets.clone()
	c.rooms, c.lines, c.sets = s.rooms.clone(), lines{stale: true}, sets{}
	c.licensed = slices.Clone(s.licensed)
	c.gang.cores = maps.Clone(s.gang.cores)
	return &c
}

// partitionOf returns the partition that a job is submitted to. A job that names none,
// or one that does not exist, goes to the default one, or to the first.
func (s *setup) partitionOf(r *workload.Request) int {
	if i, ok := s.index[r.Queue]; ok && len(s.config.Partitions) > 0 {
		return i
	}
	return max(s.standard, 0)
}

// Admit implements queue.PolicyState.
func (s *state) Admit(w *queue.Waiting, since simtime.Time, _ bool) {
	s.catchUp(since)
	f := s.factorsOf(w.Request, max(since, s.ended[w.ID])) // as in Slurm, the age of a job that was stopped starts from zero
	f.kind = s.rooms.kindOf(w.Request)
	s.shortens = s.shortens || w.TimeMin > 0
	f.limits = s.limitsOf(w.Request, &s.partitions[f.partition])
	s.ledger.submit(f.limits)
	if r := w.Request; r.IsHet() {
		s.admitPart(r, f)
	}
	w.Kept = f
	w.SetKey(s.key(f, since), s.order)
}

// Join implements queue.PolicyState.
func (s *state) Join(w *queue.Waiting) {
	s.changed = true
	s.lines.join(factorsIn(w).partition, w)
}

// Leave implements queue.PolicyState.
func (s *state) Leave(*workload.Request) { s.lines.stale = true }

// Start implements queue.PolicyState.
func (s *state) Start(w *queue.Waiting, where cluster.Placement, p *queue.Pass) {
	delete(s.began, w.ID)
	if w.IsHet() {
		s.leavePart(w.Request)
	}
	f := factorsIn(w)
	holds := p.Machine().Holds(w.Request, where)
	s.useLicenses(w.Request, 1)
	s.usage.begin(w.ID, f.who, holds[workload.Cores], p.Now())
	s.ledger.begin(w, where, p)
	s.rooms.start(w.Request, where, p.Now())
	s.lines.remove(f.partition, w)
	s.takeCores(w.Request, where)
}

// End implements queue.PolicyState.
func (s *state) End(x *cluster.Running, now simtime.Time) {
	s.catchUp(now)
	if _, stopped := s.warned[x.Request.ID]; stopped {
		delete(s.warned, x.Request.ID)
		s.ended[x.Request.ID] = now
	}
	delete(s.gang.cores, x.Request.ID)
	s.useLicenses(x.Request, -1)
	s.usage.end(x.Request.ID, now)
	s.ledger.end(x.Request.ID, now, &s.usage)
	s.rooms.end(x)
}

// Order implements queue.Planner.
func (s *state) Order(p *queue.Pass) { s.recalculate(p) }

// Rehearse implements queue.Planner. A query pass needs no preparation.
func (*state) Rehearse(*queue.Pass) {}

// HoldsNodes implements queue.Planner: a planned job has nodes.
func (*state) HoldsNodes() bool { return true }

// Counts implements queue.Planner.
func (*state) Counts() bool { return false }

// Reserved implements queue.Planner.
func (s *state) Reserved(p *queue.Pass, job workload.JobID) cluster.Placement {
	return p.Own().(*state).planned[job]
}

// FreeFor implements queue.Planner.
func (*state) FreeFor(*queue.Pass, *queue.Waiting) *cluster.Free { return nil }

// Headroom implements queue.Planner. Jobs do not grow.
func (*state) Headroom(_ *queue.Pass, h *queue.Headroom, _ *cluster.Running) { h.Most = 0 }

// Extend implements queue.Planner. The plan is made anew in every run.
func (*state) Extend(*cluster.State) {}

// Ration implements queue.UserLimiter. Jobs do not grow.
func (SlurmPolicy) Ration(p *queue.Pass, x *cluster.Running, want int32) (int32, why.Reason) {
	return 0, why.Reason{Code: why.BehindHead, Need: 1, Blocker: workload.NoJob}
}

// ReservesNodes implements queue.Reserver.
func (SlurmPolicy) ReservesNodes() {}

// Head implements queue.HeadChooser. Jobs do not shrink for others.
func (SlurmPolicy) Head(*queue.Pass) *queue.Waiting { return nil }

// Checks implements queue.Checker: a job must keep to the limits of its partition and
// fit on its nodes. A QOS with DenyOnLimit refuses more.
func (p SlurmPolicy) Checks(m *cluster.Machine) func(*workload.Request) error {
	if c := &p.Config; len(c.Partitions) == 0 && len(c.Reservations) == 0 && len(c.QOS) == 0 && len(c.Accounts) == 0 {
		return c.checkLicenses // one partition has all nodes, without limits
	}
	return p.checks(m)
}

func (p SlurmPolicy) checks(m *cluster.Machine) func(*workload.Request) error {
	s := newSetup(&p.Config, m)
	var names []string
	for _, x := range p.Config.Partitions {
		names = append(names, fmt.Sprintf("%q", x.Name))
	}
	limits := newLimitSetup(&p.Config, m.NumNodes())
	rooms := make([]*cluster.Free, len(s.partitions))
	for i := range s.partitions {
		rooms[i] = cluster.NewFree(m)
		rooms[i].BarOutside(&s.partitions[i].set)
	}
	type question struct {
		partition    int
		nodes, tasks int32
		needs        workload.Resources
	}
	answers := map[question]bool{}
	fits := func(i int, r *workload.Request) bool { // each question is asked once: a queue has few different ones
		q := question{i, r.Nodes, r.Tasks, r.PerTask}
		ok, known := answers[q]
		if !known {
			ok = rooms[i].Fits(r)
			answers[q] = ok
		}
		return ok
	}
	return func(r *workload.Request) error {
		i, known := s.index[r.Queue]
		switch {
		case len(names) == 0:
			i = 0
		case r.Queue == "" && s.standard < 0:
			return fmt.Errorf("it names no partition, and none is the default; give it one of the queues %s, or make a partition the default", strings.Join(names, ", "))
		case r.Queue == "":
			i = s.standard
		case !known:
			return fmt.Errorf("its queue %q is not one of the partitions; add it, or use one of %s", r.Queue, strings.Join(names, ", "))
		}
		x := &s.partitions[i]
		switch {
		case x.MaxTime > 0 && r.Walltime > x.MaxTime:
			return fmt.Errorf("asks for %v s, and the partition %q allows %v s; ask for less, or raise max_time", r.Walltime, x.Name, x.MaxTime)
		case x.MaxNodes > 0 && r.Nodes > x.MaxNodes:
			return fmt.Errorf("asks for %d nodes, and the partition %q allows %d; ask for fewer, or raise max_nodes", r.Nodes, x.Name, x.MaxNodes)
		case !fits(i, r):
			return fmt.Errorf("needs more than the %d nodes of the partition %q have; ask for less, or give the partition more nodes", x.set.Len(), x.Name)
		case limits != nil:
			if err := limits.denies(r, x); err != nil {
				return err
			}
		}
		if err := s.checkReservation(r, p.Config.Accounts, x); err != nil {
			return err
		}
		return p.Config.checkLicenses(r)
	}
}
