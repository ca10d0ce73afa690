package kueue

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// amounts holds the amounts that a job asks for, by measure.
type amounts [queue.NumMeasures]int64

// asks returns what a job asks for: nodes, or what its tasks need.
func asks(r *workload.Request) (a amounts) {
	if r.Whole() {
		a[queue.Nodes] = int64(r.Nodes)
		return a
	}
	for m := range queue.NumMeasures {
		if k, ok := m.Counts(); ok {
			a[m] = int64(r.Tasks) * r.PerTask[k]
		}
	}
	return a
}

// job holds the facts about a waiting job that do not change.
type job struct {
	queue int // index of its queue, or none
	amounts
	since simtime.Time // when it joined the queue
}

func jobOf(w *queue.Waiting) *job { return w.Kept.(*job) }

// charge records the quota that a running job uses.
type charge struct {
	*job
	flavor int
}

// setup holds what follows from the configuration.
type setup struct {
	queues      []ClusterQueue
	index       map[string]int              // queues by name
	room        map[string]topology.NodeSet // nodes of each flavor that is not on all nodes
	mostFlavors int                         // of a queue
	preempts    bool                        // some queue may stop jobs
	limits      []queue.Limit               // result of Limits
}

// state is the policy's state: what runs, and which jobs are set aside.
type state struct {
	queue.Stateless
	*setup
	usage
	running map[workload.JobID]charge
	aside   map[workload.JobID]*workload.Request // Kueue's inadmissible workloads, as they were tried: a request may become easier while it waits
	seen    int                                  // number of state changes when the last pass ended
	sticky  []workload.JobID                     // by queue: the waiting job that has stopped others, or workload.NoJob
	halted  haltedJobs
	listen  func(queue.Preemption) // nil: nobody listens
}

func (k KueuePolicy) newState(m *cluster.Machine) *state {
	s := &state{setup: &setup{queues: k.Queues, index: map[string]int{}, room: map[string]topology.NodeSet{}, limits: k.Limits()}, usage: newUsage(newTree(k.Queues, k.Cohorts))}
	s.running, s.aside = map[workload.JobID]charge{}, map[workload.JobID]*workload.Request{}
	s.sticky, s.halted.at = slices.Repeat([]workload.JobID{workload.NoJob}, len(k.Queues)), simtime.Never
	for i, q := range k.Queues {
		s.index[q.Name] = i
		s.mostFlavors = max(s.mostFlavors, len(q.Flavors))
		s.preempts = s.preempts || q.Preempts()
		for _, f := range q.Flavors {
			if f.Nodes == nil {
				continue
			}
			set := topology.NewNodeSet(m.NumNodes())
			for n := range f.Nodes.All {
				set.AddRange(n, n)
			}
			s.room[f.Name] = set
		}
	}
	return s
}

// NewState implements queue.Stateful.
func (k KueuePolicy) NewState(c *queue.Config) queue.PolicyState { return k.newState(c.Machine) }

// Clone implements queue.PolicyState. A clone has no listener.
func (s *state) Clone() queue.PolicyState {
	c := *s
	c.usage, c.running, c.aside = s.usage.clone(), maps.Clone(s.running), maps.Clone(s.aside)
	c.sticky, c.halted.jobs, c.listen = slices.Clone(s.sticky), maps.Clone(s.halted.jobs), nil
	return &c
}

// Admit implements queue.PolicyState.
func (s *state) Admit(w *queue.Waiting, since simtime.Time, _ bool) {
	i, known := s.index[w.Queue]
	if !known {
		i = none
	}
	w.Kept = &job{i, asks(w.Request), since}
}

// Leave implements queue.PolicyState.
func (s *state) Leave(r *workload.Request) { delete(s.aside, r.ID) }

// Start implements queue.PolicyState. It charges a job that ran already when it was
// submitted. The job uses the first flavor of its queue that has all of its nodes and
// enough quota, or if none has enough, the first that has its nodes. A job of no
// queue, or on nodes of no flavor, was not admitted by a queue and uses no quota.
func (s *state) Start(w *queue.Waiting, where cluster.Placement, _ *queue.Pass) {
	j := jobOf(w)
	if j.queue != none && s.sticky[j.queue] == w.ID {
		s.sticky[j.queue] = workload.NoJob
	}
	if _, charged := s.running[w.ID]; charged || j.queue == none {
		return
	}
	best := none
	for i, f := range s.queues[j.queue].Flavors {
		if !s.offers(f.Name, where) || !s.hasQuotas(j, i) {
			continue
		}
		if best == none {
			best = i
		}
		enough := true
		s.count(j, i, func(n, f int, amount int64) { enough = enough && amount <= s.usage.available(n, f) })
		if enough {
			best = i
			break
		}
	}
	if best != none {
		s.running[w.ID] = charge{j, best}
		s.count(j, best, s.usage.add)
	}
}

// offers reports whether all nodes are nodes of a flavor.
func (s *state) offers(flavor string, where cluster.Placement) bool {
	set, some := s.room[flavor]
	for n := range where.All {
		if some && !set.Has(n) {
			return false
		}
	}
	return true
}

// hasQuotas reports whether a job's queue has a quota of a flavor for everything that
// the job asks for.
func (s *state) hasQuotas(j *job, flavor int) bool {
	for m, amount := range j.amounts {
		if amount > 0 && s.pool(j.queue, flavor, queue.Measure(m)) == none {
			return false
		}
	}
	return true
}

// charge counts what an admitted job uses.
func (s *state) charge(h *nomination) {
	s.running[h.w.ID] = charge{h.job, h.flavor}
	s.count(h.job, h.flavor, s.usage.add)
}

// count calls add or remove for everything that a job asks for.
func (s *state) count(j *job, flavor int, by func(n, f int, amount int64)) {
	for m, amount := range j.amounts {
		if amount > 0 {
			by(j.queue, s.pool(j.queue, flavor, queue.Measure(m)), amount)
		}
	}
}

// End implements queue.PolicyState.
func (s *state) End(x *cluster.Running, _ simtime.Time) {
	if c, ok := s.running[x.Request.ID]; ok {
		delete(s.running, x.Request.ID)
		s.count(c.job, c.flavor, s.usage.remove)
	}
}

// pool returns the number of the pool in which a queue has a quota of a flavor, or
// none.
func (s *state) pool(queue, flavor int, m queue.Measure) int {
	f := &s.queues[queue].Flavors[flavor]
	for _, q := range f.Quotas {
		if q.Measure == m {
			return s.pools[pool{f.Name, m}]
		}
	}
	return none
}

// Limits returns the quotas of all queues, to which reasons and accounts refer by
// number. The soft limit is the nominal quota, and the hard one is the most that the
// queue can use with what it may borrow.
func (k KueuePolicy) Limits() (all []queue.Limit) {
	t := newTree(k.Queues, k.Cohorts)
	for i, q := range k.Queues {
		for _, f := range q.Flavors {
			for _, x := range f.Quotas {
				all = append(all, queue.Limit{Owner: queue.ByQueue, Name: q.Name, Flavor: f.Name, Measure: x.Measure, Soft: x.Nominal, Hard: t.potential(i, t.pools[pool{f.Name, x.Measure}])})
			}
		}
	}
	return all
}

// which returns the number of a quota in Limits, from 1, or 0 if there is none.
func (s *state) which(queue, flavor int, m queue.Measure) int16 {
	q := &s.queues[queue]
	for i := range s.limits {
		if l := &s.limits[i]; l.Name == q.Name && l.Flavor == q.Flavors[flavor].Name && l.Measure == m {
			return int16(min(i+1, math.MaxInt16))
		}
	}
	return 0
}

// Accounts implements queue.Accountant: what each queue uses of each quota.
func (s *state) Accounts(simtime.Time, *cluster.State) []queue.Account {
	all := make([]queue.Account, len(s.limits))
	for i := range s.limits {
		l := &s.limits[i]
		used := s.used[s.index[l.Name]][s.pools[pool{l.Flavor, l.Measure}]]
		all[i] = queue.Account{Kind: queue.AccountLimit, Name: l.Name, Limit: int32(i + 1), Used: used, Soft: l.Soft, Hard: l.Hard}
	}
	return all
}

// Ration implements queue.UserLimiter. Jobs do not grow: Kueue admits a workload as a
// whole.
func (KueuePolicy) Ration(p *queue.Pass, x *cluster.Running, want int32) (int32, why.Reason) {
	return 0, why.Reason{Code: why.OverQuota, Need: 1, Blocker: workload.NoJob}
}

// ReservesNodes implements queue.Reserver: nominations ask the allocator about jobs
// that may not start in the cycle.
func (KueuePolicy) ReservesNodes() {}

// UsedNodesOnly implements queue.UsedNodesOnly.
func (KueuePolicy) UsedNodesOnly() {}

// Head implements queue.HeadChooser. Jobs do not shrink for others either.
func (KueuePolicy) Head(*queue.Pass) *queue.Waiting { return nil }

// Checks implements queue.Checker: some flavor of the job's queue must be able to hold
// the job when nothing else runs.
func (k KueuePolicy) Checks(m *cluster.Machine) func(*workload.Request) error {
	s := k.newState(m)
	names := make([]string, len(k.Queues))
	for i := range names {
		names[i] = fmt.Sprintf("%q", k.Queues[i].Name)
	}
	return func(r *workload.Request) error {
		i, known := s.index[r.Queue]
		switch {
		case !known && r.Queue == "":
			return fmt.Errorf("it names no queue; send it to one of the cluster queues: %s", strings.Join(names, ", "))
		case !known:
			return fmt.Errorf("its queue %q is not one of the cluster queues; add it, or use one of %s", r.Queue, strings.Join(names, ", "))
		}
		var first error
		for flavor := range k.Queues[i].Flavors {
			err := s.impossible(r, i, flavor, m)
			if err == nil {
				return nil
			}
			if first == nil {
				first = err
			}
		}
		return first
	}
}

// impossible returns why a flavor of a queue can never hold a job.
func (s *state) impossible(r *workload.Request, i, flavor int, m *cluster.Machine) error {
	q := &s.queues[i]
	name := q.Flavors[flavor].Name
	for k, amount := range asks(r) {
		if amount == 0 {
			continue
		}
		measure := queue.Measure(k)
		f := s.pool(i, flavor, measure)
		if f == none {
			return fmt.Errorf("asks for %s, of which the queue %q has no quota of the flavor %q; give it one, or ask for something else", measure.NameIn(m), q.Name, name)
		}
		if most := s.potential(i, f); amount > most {
			return fmt.Errorf("asks for %d %s, and the queue %q can have %d of the flavor %q at most; ask for less, or raise its quota or borrowing limit", amount, measure.NameIn(m), q.Name, most, name)
		}
	}
	free := cluster.NewFree(m)
	if s.bar(free, name); !free.Fits(r) {
		return fmt.Errorf("needs more than the nodes of the flavor %q hold; ask for less, or give the flavor more nodes", name)
	}
	return nil
}

func narrow(x int64) int32 { return int32(min(x, math.MaxInt32)) }
