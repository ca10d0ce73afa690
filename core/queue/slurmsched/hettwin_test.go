package slurmsched_test

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// twinHet is the part of the twin that concerns heterogeneous jobs. It follows Slurm's
// program function by function (_het_job_* of backfill.c, and sort_job_queue2).
type twinHet struct {
	maps  []*hetMap       // het_job_list
	dead  []*deadlockPart // deadlock_global_list
	begun map[int]bool    // leaders whose parts have started
	retry map[int]retryTwin
	moves int // starts and ends of jobs so far

	together, broken, overall, deadlocked, leftOut, joint int
}

// hetMap is a het_job_map_t.
type hetMap struct {
	leader int
	recs   []*hetRec
}

// hetRec is a het_job_rec_t.
type hetRec struct {
	id    int
	at    simtime.Time // latest_start
	nodes int          // node_cnt_wag of the job
}

// deadlockPart is a deadlock_part_struct_t.
type deadlockPart struct {
	name string
	jobs []deadlockJob
}

type deadlockJob struct {
	leader int
	at     simtime.Time
}

// retryTwin is the begin time of a part whose start failed.
type retryTwin struct {
	at    simtime.Time
	moves int
}

const aYear = simtime.Time(365 * 24 * simtime.Hour)

func (t *twin) isHet(id int) bool { return t.jobs[id].Het.Size > 0 }

func (t *twin) leader(id int) int { return id - int(t.jobs[id].Het.Offset) }

// retries reports whether a part's begin time has not come.
func (t *twin) retries(id int) bool { return t.retry[id].at > t.now }

// nextRetry returns the next begin time of a part.
func (t *twin) nextRetry() simtime.Time {
	next := simtime.Never
	for _, r := range t.retry {
		if r.at >= t.now {
			next = min(next, r.at)
		}
	}
	return next
}

// noteRetries lets the backfill scheduler run when a begin time has come, and something
// has changed since the start failed. (Slurm's priorities are calculated all the time.)
func (t *twin) noteRetries() {
	for id, r := range t.retry {
		if r.at <= t.now {
			t.news = t.news || r.moves != t.moves
			delete(t.retry, id)
		}
	}
}

// ages reports whether the age of a waiting job that no limit holds still changes.
func (t *twin) ages() bool {
	return t.conf.Priority.Age > 0 && slices.ContainsFunc(t.waiting, func(id int) bool {
		return t.last.Sub(t.jobs[id].Submit) < t.conf.Priority.MaxAge && t.limitBefore(id) == "" && !t.unlicensed(id) && t.limitOnNodes(id) == "" && t.limitAfter(id, nil, false) == ""
	})
}

// hetMapOf finds the record of a heterogeneous job (_het_job_find_map).
func (t *twin) hetMapOf(id int) *hetMap {
	for _, m := range t.maps {
		if m.leader == t.leader(id) {
			return m
		}
	}
	return nil
}

// setHet records the earliest start of a part (_het_job_start_set).
func (t *twin) setHet(id int, at simtime.Time, where map[int]int64) {
	if !t.isHet(id) {
		return
	}
	m := t.hetMapOf(id)
	if m == nil {
		m = &hetMap{leader: t.leader(id)}
		t.maps = append(t.maps, m)
	}
	for _, r := range m.recs {
		if r.id == id {
			r.nodes = len(where)
			r.at = min(r.at, at)
			return
		}
	}
	m.recs = append(m.recs, &hetRec{id, at, len(where)})
}

// findHet returns the latest start of the other parts, or 0 (_het_job_start_find).
func (t *twin) findHet(id int) simtime.Time {
	latest := simtime.Time(0)
	if t.isHet(id) && t.hetMapOf(id) != nil {
		for _, r := range t.hetMapOf(id).recs {
			if r.id != id {
				latest = max(latest, r.at)
			}
		}
	}
	return latest
}

// planHet makes what follows in the loop of _attempt_backfill for a part for which a
// start was found. It reports whether the run ends there.
func (x *plan) planHet(id int, at simtime.Time, where map[int]int64) (full bool) {
	b := &x.conf.Backfill
	if b.HetNow && at == x.now {
		x.testHet(x.hetMapOf(id), true)
	}
	if at > x.now.Add(b.Window) {
		return false
	}
	if x.deadlock(id, at) {
		x.deadlocked++
		return false
	}
	if x.limitAfter(id, where, false) != "" {
		x.heldLater++
		return false
	}
	if x.full() {
		return true
	}
	x.keep(where, at, at.Add(x.jobs[id].Walltime))
	x.kept++
	return false
}

// deadlock reports whether two jobs could block each other (_het_job_deadlock_test).
func (t *twin) deadlock(id int, at simtime.Time) bool {
	name, leader := t.partition(id).Name, t.leader(id)
	var part *deadlockPart
	for _, p := range t.dead {
		if p.name == name {
			part = p
		}
	}
	if part == nil {
		part = &deadlockPart{name: name}
		t.dead = append(t.dead, part)
	}
	known := false
	for i := range part.jobs {
		if j := &part.jobs[i]; j.leader == leader {
			known = true
			if j.at < at {
				j.at = at
			}
		}
	}
	if !known {
		part.jobs = append(part.jobs, deadlockJob{leader, at})
	}
	slices.SortStableFunc(part.jobs, func(a, b deadlockJob) int { return cmp.Compare(b.at, a.at) })
	own := simtime.Time(0)
	for _, j := range part.jobs {
		if j.leader == leader {
			own = j.at
		}
	}
	for _, other := range t.dead {
		if other == part || !slices.ContainsFunc(other.jobs, func(j deadlockJob) bool { return j.leader == leader }) {
			continue
		}
		for _, j := range part.jobs {
			if j.leader == leader {
				break
			}
			for _, k := range other.jobs {
				if k.leader == j.leader && k.at < own {
					return true
				}
			}
		}
	}
	return false
}

// testHet starts a job if all of its parts can start (_het_job_start_test_single).
func (t *twin) testHet(m *hetMap, single bool) {
	leader := m.leader
	latest := simtime.Time(0)
	for _, r := range m.recs {
		latest = max(latest, r.at)
	}
	for id := leader; id < leader+int(t.jobs[leader].Het.Size); id++ { // _het_job_full
		listed := slices.ContainsFunc(m.recs, func(r *hetRec) bool { return r.id == id })
		if !t.begun[leader] && (!slices.Contains(t.waiting, id) || !listed) {
			return
		}
	}
	if latest > t.now {
		return
	}
	if !t.limitHet(m) {
		t.overall++
		return
	}
	t.startHet(m)
}

// limitHet reports whether all parts keep to the limits (_het_job_limit_check).
func (t *twin) limitHet(m *hetMap) bool {
	before := t.running
	defer func() { t.running = before }()
	t.running = slices.Clone(before)
	for _, r := range m.recs {
		where := map[int]int64{}
		for n := range r.nodes {
			where[n] = 1 // only their number counts for a job that does not start now
		}
		if t.limitBefore(r.id) != "" || t.limitAfter(r.id, where, false) != "" {
			return false
		}
		t.running = append(t.running, &started{job: r.id, at: t.now, wag: r.nodes})
	}
	return true
}

// startHet starts all parts (_het_job_start_now), or takes all nodes back (_het_job_kill_now).
func (t *twin) startHet(m *hetMap) {
	waiting, running, lines, news, moves := slices.Clone(t.waiting), slices.Clone(t.running), slices.Clone(t.starts), t.news, t.moves
	used := map[int]bool{}
	for i, r := range m.recs {
		p, u := t.partition(r.id), t.usable(r.id, t.now, false)
		barred := func(n int) bool { return !inside(&p, n) || used[n] || !u.ok || !u.nodes[n] }
		where := t.fit(r.id, t.running, barred)
		if where == nil || t.limitAfter(r.id, where, true) != "" {
			t.waiting, t.running, t.starts, t.news, t.moves = waiting, running, lines, news, moves
			for _, r := range m.recs[:i] {
				t.retry[r.id] = retryTwin{t.now.Add(t.conf.Backfill.HetRetry), t.moves}
			}
			t.broken++
			return
		}
		t.start(r.id, where)
		for n := range where {
			used[n] = true
		}
	}
	t.begun[m.leader] = true
	t.together++
}

// shared returns the reservation, the tier and the priority that sort_job_queue2
// compares for one of two jobs.
func (t *twin) shared(id, with int) (reserved bool, tier int64, priority uint64) {
	how := t.conf.Backfill.HetPriority
	if t.conf.Backfill.HetNow && how == slurmsched.HetOwn {
		how = slurmsched.HetMin
	}
	reserved, tier, priority = t.reserved(id) != nil, t.partition(id).Tier, uint64(t.prio[id])
	if !t.isHet(id) || how == slurmsched.HetOwn || t.isHet(with) && t.leader(with) == t.leader(id) {
		return reserved, tier, priority
	}
	reserved, tier, priority = false, -1, math.MaxUint64
	parts := int64(0)
	first := t.leader(id)
	for k := first; k < first+int(t.jobs[first].Het.Size); k++ { // _hetjob_calc_prio and _hetjob_calc_prio_tier
		p, ok := t.prio[k]
		if !ok || !t.begun[first] && !slices.Contains(t.waiting, k) {
			continue // removed parts still count in Slurm, with the priority that they had
		}
		parts++
		own := t.partition(k).Tier
		reserved = reserved || t.reserved(k) != nil
		switch {
		case tier < 0:
			tier, priority = own, uint64(p)
		case how == slurmsched.HetMin:
			tier, priority = min(tier, own), min(priority, uint64(p))
		case how == slurmsched.HetMax:
			tier, priority = max(tier, own), max(priority, uint64(p))
		default:
			tier, priority = tier+own, priority+uint64(p)
		}
	}
	if parts == 0 {
		return t.reserved(id) != nil, t.partition(id).Tier, uint64(t.prio[id])
	}
	if how == slurmsched.HetAvg {
		tier, priority = tier/parts, priority/uint64(parts)
	}
	t.joint++
	return reserved, tier, priority
}

// joinParts makes heterogeneous jobs of about half of the jobs of a case.
func joinParts(c *engine.Config, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0x4e7))
	p := c.Queue.(slurmsched.SlurmPolicy)
	b := &p.Config.Backfill
	b.Off, b.HetNow, b.HetRetry = false, r.IntN(3) == 0, pick[simtime.Duration](r, 6, 50, 121)*simtime.Second
	b.HetPriority = pick(r, slurmsched.HetOwn, slurmsched.HetOwn, slurmsched.HetMin, slurmsched.HetAvg, slurmsched.HetMax)
	if p.Config.Deadlines || len(p.Config.Reservations) > 0 { // while nothing runs, the twin calculates priorities also when the package does not
		p.Config.Priority.Age, p.Config.Priority.FairShare = 0, 0
	}
	if p.Config.Deadlines { // the twin changes a common priority as soon as a part is removed, and the package in its next pass
		b.HetPriority, b.HetNow = slurmsched.HetOwn, false
	}
	p.Config.Priority.MaxAge = min(p.Config.Priority.MaxAge, 333*simtime.Second) // while ages change, a run goes on
	for i := range p.Config.QOS {
		q := &p.Config.QOS[i]
		q.Limits = slices.DeleteFunc(q.Limits, ofSubmission)
	}
	for i := range p.Config.Accounts {
		a := &p.Config.Accounts[i]
		a.Limits = slices.DeleteFunc(a.Limits, ofSubmission)
		for k := range a.Users {
			a.Users[k].Limits = slices.DeleteFunc(a.Users[k].Limits, ofSubmission)
		}
	}
	c.Queue = p
	possible := p.Checks(c.Machine)
	for i := 0; i+1 < len(c.Jobs); {
		size := min(2+r.IntN(2), len(c.Jobs)-i)
		if r.IntN(2) == 0 {
			i++
			continue
		}
		before, ok := slices.Clone(c.Jobs[i:i+size]), true
		for k := range size {
			j := &c.Jobs[i+k]
			if j.Submit, j.User, j.Group, j.Het = c.Jobs[i].Submit, c.Jobs[i].User, c.Jobs[i].Group, (workload.HetPart{Offset: int32(k), Size: int32(size)}); k > 0 {
				j.Licenses = ""
			}
			ok = ok && possible(&j.Request) == nil
		}
		if ok {
			i += size
		} else {
			copy(c.Jobs[i:], before)
			i++
		}
	}
}

// ofSubmission reports whether a limit counts submitted jobs.
func ofSubmission(l slurmsched.Limit) bool {
	switch l.Rule {
	case slurmsched.GrpSubmitJobs, slurmsched.MaxSubmitJobs, slurmsched.MaxSubmitJobsPerUser, slurmsched.MaxSubmitJobsPerAccount:
		return true
	}
	return false
}

// hetBases returns the cases some of whose jobs joinParts joins.
func hetBases(t *testing.T) map[string]func(uint64) (engine.Config, []int64) {
	limits := func(seed uint64) (engine.Config, []int64) {
		c, x := randomLimitCase(t, seed)
		return c, x.cores
	}
	return map[string]func(uint64) (engine.Config, []int64){
		"plain": randomCase, "limits": limits, "crossed": crossedCase,
		"reservations": func(seed uint64) (engine.Config, []int64) {
			c, cores := randomCase(seed)
			addReservations(t, &c, cores, seed)
			return c, cores
		},
		"deadlines": func(seed uint64) (engine.Config, []int64) {
			c, cores := randomCase(seed)
			addDeadlines(&c, seed)
			return c, cores
		},
	}
}

// crossedCase returns a case whose partitions have no common nodes, so that parts of two
// jobs may have nodes in the opposite order.
func crossedCase(seed uint64) (c engine.Config, cores []int64) {
	c, cores = randomCase(seed)
	r := rand.New(rand.NewPCG(seed, 0xc0))
	p := c.Queue.(slurmsched.SlurmPolicy)
	half := topology.NodeID(len(cores) / 2)
	p.Config.Partitions = []slurmsched.Partition{
		{Name: "left", Default: true, Nodes: cluster.Placement{}.Append(0, half-1, 1), Priority: 1},
		{Name: "right", Nodes: cluster.Placement{}.Append(half, topology.NodeID(len(cores)-1), 1), Priority: 1, Tier: int64(r.IntN(2))},
	}
	p.Config.Backfill.Window, p.Config.Backfill.MaxTest, p.Config.Backfill.MaxUser = 1000*simtime.Second, 100, 0
	c.Queue = p
	for i := range c.Jobs {
		j := &c.Jobs[i]
		j.Queue, j.Tasks, j.Nodes = pick(r, "left", "right"), 0, 1+r.Int32N(int32(half))
		j.PerTask = workload.Resources{}
	}
	return c, cores
}

// TestHetTwin compares random runs with heterogeneous jobs: starts, their order and
// their nodes, and removals.
func TestHetTwin(t *testing.T) {
	bases := hetBases(t)
	all, sum := 0, twinHet{}
	for _, name := range slices.Sorted(maps.Keys(bases)) {
		seeds := uint64(2_000)
		if name == "reservations" {
			seeds = 800 // their runs are long
		}
		t.Run(name, func(t *testing.T) { all += compareHet(t, seeds, bases[name], &sum) })
	}
	t.Logf("%d cases: %d heterogeneous jobs started, %d starts failed, %d times a limit held all parts, %d times a deadlock was possible, %d parts left out, %d priorities shared", all, sum.together, sum.broken, sum.overall, sum.deadlocked, sum.leftOut, sum.joint)
	if min(sum.together, 10*sum.broken, sum.overall, 10*sum.deadlocked, sum.leftOut, sum.joint) < all/2 {
		t.Error("too few cases of one kind")
	}
}

// compareHet compares the runs of some seeds, and returns how many were compared. It adds
// what the twin has counted to sum.
func compareHet(t *testing.T, seeds uint64, base func(uint64) (engine.Config, []int64), sum *twinHet) (cases int) {
	differ := 0
	for seed := range soaktest.Seeds(seeds) {
		c, cores := base(seed)
		joinParts(&c, seed)
		if len(c.Jobs) == 0 {
			continue
		}
		log, x := runBoth(t, seed, c, cores)
		if x == nil {
			continue
		}
		cases++
		y := &x.twinHet
		for i, n := range []int{y.together, y.broken, y.overall, y.deadlocked, y.leftOut, y.joint} {
			*[]*int{&sum.together, &sum.broken, &sum.overall, &sum.deadlocked, &sum.leftOut, &sum.joint}[i] += n
		}
		log = slices.DeleteFunc(log, func(e trace.Event) bool { return e.Time > c.Jobs[len(c.Jobs)-1].Submit.Add(afterLast) })
		if diff := difference(linesOf(&c, log), sortCuts(x.starts[:x.before])); diff != "" {
			if differ++; differ < 10 {
				t.Errorf("seed %d: %s", seed, diff)
			}
		}
	}
	if differ > 0 {
		t.Errorf("%d of %d cases differ", differ, cases)
	}
	return cases
}

// TestHetContract checks random runs with heterogeneous jobs, in which all jobs start,
// against the contract of disciplines.
func TestHetContract(t *testing.T) {
	cases := 0
	for seed := range soaktest.Seeds(1_600) {
		c, cores := randomCase(seed)
		joinParts(&c, seed)
		if _, x := runBoth(t, seed, c, cores); x == nil || len(x.waiting) > 0 || len(x.begun) == 0 {
			continue
		}
		cases++
		if err := queuetest.Check(c, policies.NoPromise); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if cases < 30 {
		t.Errorf("only %d cases", cases)
	}
}
