package slurmsched_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// The part of the twin that knows limits. It is made from Slurm's program alone
// (acct_policy.c), counts everything anew for each question, and shares nothing with
// the package but its configuration.

// Memory and GPUs of a node for each of its cores; they are never what a job lacks.
const memoryOfCore, gpusOfCore = 64, 2

// limited reports whether there are any limits.
func (t *twin) limited() bool {
	for _, q := range t.conf.QOS {
		if len(q.Limits) > 0 {
			return true
		}
	}
	for _, a := range t.conf.Accounts {
		if len(a.Limits) > 0 || slices.ContainsFunc(a.Users, func(u slurmsched.User) bool { return len(u.Limits) > 0 }) {
			return true
		}
	}
	return false
}

// limitsTimed reports whether some limits depend on the past.
func (t *twin) limitsTimed() bool {
	timed := func(l slurmsched.JobLimits) bool {
		return slices.ContainsFunc(l, func(x slurmsched.Limit) bool {
			return x.Rule == slurmsched.GrpWall || x.Rule == slurmsched.GrpTRESMins || x.Rule == slurmsched.GrpTRESRunMins
		})
	}
	for _, q := range t.conf.QOS {
		if timed(q.Limits) {
			return true
		}
	}
	for _, a := range t.conf.Accounts {
		if timed(a.Limits) || slices.ContainsFunc(a.Users, func(u slurmsched.User) bool { return timed(u.Limits) }) {
			return true
		}
	}
	return false
}

// quality returns a QOS by name.
func (t *twin) quality(name string) *slurmsched.QOS {
	for i := range t.conf.QOS {
		if t.conf.QOS[i].Name == name {
			return &t.conf.QOS[i]
		}
	}
	return nil
}

// qualities returns the QOS of a job: first that of its partition.
func (t *twin) qualities(id int) (all []*slurmsched.QOS) {
	if q := t.quality(t.partition(id).QOS); q != nil {
		all = append(all, q)
	}
	if q := t.quality(t.jobs[id].QOS); q != nil && !slices.Contains(all, q) {
		all = append(all, q)
	}
	return all
}

// accounts returns the account of a job and all above.
func (t *twin) accounts(id int) (all []*slurmsched.Account) {
	for a := t.account(t.jobs[id].Group); a != nil; a = t.account(a.Parent) {
		all = append(all, a)
	}
	return all
}

// amount returns a limit, or -1.
func amount(all slurmsched.JobLimits, rule slurmsched.LimitRule, of int) int64 {
	for _, l := range all {
		if l.Rule == rule && (slurmsched.Rules[rule].Unit < slurmsched.InTRES || l.Of == tres[of]) {
			return l.Amount
		}
	}
	return -1
}

// tres are the resources in the order of Slurm's array.
var tres = [4]queue.Measure{queue.CPUs, queue.Memory, queue.Nodes, queue.GPUs}

// own returns the limits of a job's user in its account.
func (t *twin) own(id int) slurmsched.JobLimits {
	if a := t.account(t.jobs[id].Group); a != nil {
		for _, u := range a.Users {
			if u.Name == t.jobs[id].User {
				return u.Limits
			}
		}
	}
	return nil
}

// inherited returns a limit of a job's association, which may be that of an account.
func (t *twin) inherited(id int, rule slurmsched.LimitRule, of int) int64 {
	if n := amount(t.own(id), rule, of); n >= 0 {
		return n
	}
	for _, a := range t.accounts(id) {
		if n := amount(a.Limits, rule, of); n >= 0 {
			return n
		}
	}
	return -1
}

// level is an association in the walk from a job's user to the root.
type level struct {
	key    string
	limits slurmsched.JobLimits // only those of groups count
}

func (t *twin) levels(id int) (all []level) {
	accounts := t.accounts(id)
	if len(accounts) == 0 {
		return nil
	}
	all = []level{{"user " + t.jobs[id].Group + "/" + t.jobs[id].User, t.own(id)}}
	for _, a := range accounts {
		all = append(all, level{"account " + a.Name, a.Limits})
	}
	return all
}

// keys returns the names of all that a job counts for.
func (t *twin) keys(id int) (all []string) {
	if t.counts[id] != nil {
		return t.counts[id]
	}
	defer func() { t.counts[id] = append(all, "") }()
	for _, q := range t.qualities(id) {
		all = append(all, "qos "+q.Name, "qos "+q.Name+" user "+t.jobs[id].User, "qos "+q.Name+" account "+t.jobs[id].Group)
	}
	for _, l := range t.levels(id) {
		all = append(all, l.key)
	}
	return all
}

// submitted counts waiting and running jobs.
func (t *twin) submitted(key string) (n int64) {
	for _, id := range t.waiting {
		if slices.Contains(t.keys(id), key) {
			n++
		}
	}
	return n + t.runs(key)
}

// runs counts running jobs.
func (t *twin) runs(key string) (n int64) {
	for _, s := range t.running {
		if !s.over && slices.Contains(t.keys(s.job), key) {
			n++
		}
	}
	return n
}

// needs returns what a job asks for.
func (t *twin) needs(id int) [4]int64 {
	j := &t.jobs[id]
	if j.Nodes == 0 {
		n := int64(j.Tasks)
		return [4]int64{n * j.PerTask[workload.Cores], n * j.PerTask[workload.Memory], 1, n * j.PerTask[workload.GPUs]}
	}
	p, least := t.partition(id), int64(math.MaxInt64)
	for n, k := range t.cores {
		if inside(&p, n) {
			least = min(least, k)
		}
	}
	cores := int64(j.Nodes) * least
	return [4]int64{cores, cores * memoryOfCore, int64(j.Nodes), cores * gpusOfCore}
}

// uses returns what a job with nodes uses.
func (t *twin) uses(s *started) [4]int64 {
	if s.wag > 0 {
		needs := t.needs(s.job)
		needs[2] = int64(s.wag)
		return needs
	}
	j, cores := &t.jobs[s.job], t.holds(s)
	if j.Nodes > 0 {
		return [4]int64{cores, cores * memoryOfCore, int64(len(s.tasks)), cores * gpusOfCore}
	}
	tasks := int64(0)
	for _, k := range s.tasks {
		tasks += k
	}
	return [4]int64{cores, tasks * j.PerTask[workload.Memory], int64(len(s.tasks)), tasks * j.PerTask[workload.GPUs]}
}

// inUse returns what running jobs use; nodes count once.
func (t *twin) inUse(key string) (sum [4]int64, nodes map[int]bool) {
	nodes = map[int]bool{}
	for _, s := range t.running {
		if s.over || !slices.Contains(t.keys(s.job), key) {
			continue
		}
		for k, n := range t.uses(s) {
			sum[k] += n
		}
		for n := range s.tasks {
			nodes[n] = true
		}
	}
	sum[2] = int64(len(nodes))
	return sum, nodes
}

// minutes returns a time limit in minutes.
func (t *twin) minutes(id int) int64 {
	return int64(math.Ceil(seconds(simtime.Time(t.jobs[id].Walltime)) / 60))
}

// runMinutes returns what running jobs may still use, as of the last calculation.
func (t *twin) runMinutes(key string, of int) int64 {
	sum := int64(0)
	for _, s := range t.running {
		if !s.over && slices.Contains(t.keys(s.job), key) {
			left := t.minutes(s.job)*60 - int64(max(0, t.last-s.at))/1000
			sum += max(0, left) * t.uses(s)[of]
		}
	}
	return sum / 60
}

// beginLimits sets what was used before the run.
func (t *twin) beginLimits() {
	t.counts, t.raw, t.wall = map[int][]string{}, map[string]*[4]float64{}, map[string]float64{}
	for _, a := range t.conf.Accounts {
		sum := float64(a.Usage)
		for _, u := range a.Users {
			t.rawOf("user " + a.Name + "/" + u.Name)[0] = float64(u.Usage)
			sum += float64(u.Usage)
		}
		for b := a.Name; b != ""; b = t.account(b).Parent {
			t.rawOf("account " + b)[0] += sum
		}
	}
}

func (t *twin) rawOf(key string) *[4]float64 {
	if t.raw[key] == nil {
		t.raw[key] = &[4]float64{}
	}
	return t.raw[key]
}

// used counts what a job used since the last calculation.
func (t *twin) used(s *started) {
	span := t.now - max(s.at, t.last)
	run := seconds(span) * t.decayed(span)
	for _, key := range t.keys(s.job) {
		for k, n := range t.uses(s) {
			t.rawOf(key)[k] += run * float64(n)
		}
		t.wall[key] += run
	}
}

// fade lets what was used decay, and counts what runs.
func (t *twin) fade(by float64) {
	for key := range t.raw {
		for k := range t.raw[key] {
			t.raw[key][k] *= by
		}
	}
	for key := range t.wall {
		t.wall[key] *= by
	}
	for _, s := range t.running {
		t.used(s)
	}
}

// whole returns full minutes.
func (t *twin) whole(secs float64) int64 {
	m := secs / 60
	if t.conf.Priority.HalfLife > 0 && m > 0 && math.Abs(m-math.Round(m)) < 1e-9*m {
		t.close = true
	}
	return int64(m)
}

// mayStart reports whether a waiting job could start when nothing runs, now or when
// past use has decayed.
func (t *twin) mayStart() bool {
	if slices.ContainsFunc(t.waiting, t.isHet) { // it may wait for ever, and let others wait
		return t.news || t.ages() || t.limited() && t.conf.Priority.HalfLife > 0 && t.now <= t.jobs[len(t.jobs)-1].Submit.Add(afterLast)
	}
	raw, wall := t.raw, t.wall
	defer func() { t.raw, t.wall = raw, wall }()
	if t.conf.Priority.HalfLife > 0 {
		t.raw, t.wall = map[string]*[4]float64{}, map[string]float64{}
	}
	return slices.ContainsFunc(t.waiting, func(id int) bool {
		if t.limitBefore(id) != "" || t.limitOnNodes(id) != "" {
			return false
		}
		p := t.partition(id)
		where := t.fit(id, nil, func(n int) bool { return !inside(&p, n) })
		return t.limitAfter(id, where, true) == ""
	})
}

// unlicensed reports whether a job waits for licences. Those of the twin's cases are
// called x and y, and a job asks for one kind.
func (t *twin) unlicensed(id int) bool {
	if t.jobs[id].Licenses == "" {
		return false
	}
	name, sum := t.jobs[id].Licenses[:1], 0
	for _, s := range append(slices.Clone(t.running), &started{job: id}) {
		if text := t.jobs[s.job].Licenses; !s.over && text != "" && text[:1] == name {
			n := 1
			if len(text) > 1 {
				n = int(text[2] - '0')
			}
			sum += n
		}
	}
	for _, l := range t.conf.Licenses {
		if l.Name == name {
			return int64(sum) > l.Value
		}
	}
	return true
}

// refused reports whether a limit on submitted jobs refuses a job.
func (t *twin) refused(id int) bool {
	user, account, group := false, false, false
	for _, q := range t.qualities(id) {
		if n := amount(q.Limits, slurmsched.GrpSubmitJobs, 0); n >= 0 && !group {
			group = true
			if t.submitted("qos "+q.Name)+1 > n {
				return true
			}
		}
		if n := amount(q.Limits, slurmsched.MaxSubmitJobsPerAccount, 0); n >= 0 && !account {
			account = true
			if t.submitted("qos "+q.Name+" account "+t.jobs[id].Group)+1 > n {
				return true
			}
		}
		if n := amount(q.Limits, slurmsched.MaxSubmitJobsPerUser, 0); n >= 0 && !user {
			user = true
			if t.submitted("qos "+q.Name+" user "+t.jobs[id].User)+1 > n {
				return true
			}
		}
	}
	for i, l := range t.levels(id) {
		if n := amount(l.limits, slurmsched.GrpSubmitJobs, 0); n >= 0 && !group && t.submitted(l.key)+1 > n {
			return true
		}
		if n := t.inherited(id, slurmsched.MaxSubmitJobs, 0); i == 0 && n >= 0 && !user && !account && t.submitted(l.key)+1 > n {
			return true
		}
	}
	return false
}

// limitBefore returns the limit that holds a job before nodes are chosen, or "".
func (t *twin) limitBefore(id int) string {
	j := &t.jobs[id]
	var jobs, wall, account, user, maxWall bool
	for _, q := range t.qualities(id) {
		key := "qos " + q.Name
		if n := amount(q.Limits, slurmsched.GrpJobs, 0); n >= 0 && !jobs {
			jobs = true
			if t.runs(key) >= n {
				return key + " grp_jobs"
			}
		}
		if n := amount(q.Limits, slurmsched.GrpWall, 0); n >= 0 && !wall {
			wall = true
			if t.whole(t.wall[key]) >= n/60_000 {
				return key + " grp_wall"
			}
		}
		if n := amount(q.Limits, slurmsched.MaxJobsPerAccount, 0); n >= 0 && !account {
			account = true
			if t.runs(key+" account "+j.Group) >= n {
				return key + " max_jobs_per_account"
			}
		}
		if n := amount(q.Limits, slurmsched.MaxJobsPerUser, 0); n >= 0 && !user {
			user = true
			if t.runs(key+" user "+j.User) >= n {
				return key + " max_jobs_per_user"
			}
		}
		if n := amount(q.Limits, slurmsched.MaxWall, 0); n >= 0 && !maxWall {
			maxWall = true
			if t.minutes(id) > n/60_000 {
				return key + " max_wall"
			}
		}
	}
	for i, l := range t.levels(id) {
		if n := amount(l.limits, slurmsched.GrpJobs, 0); n >= 0 && !jobs && t.runs(l.key) >= n {
			return "assoc grp_jobs"
		}
		if n := amount(l.limits, slurmsched.GrpWall, 0); n >= 0 && !wall && t.whole(t.wall[l.key]) >= n/60_000 {
			return "assoc grp_wall"
		}
		if i > 0 {
			continue
		}
		if n := t.inherited(id, slurmsched.MaxJobs, 0); n >= 0 && !account && !user && t.runs(l.key) >= n {
			return "assoc max_jobs"
		}
		if n := t.inherited(id, slurmsched.MaxWall, 0); n >= 0 && !maxWall && t.minutes(id) > n/60_000 {
			return "assoc max_wall"
		}
	}
	return ""
}

// limitOnNodes returns the limit that is below the number of nodes of a job, or "".
func (t *twin) limitOnNodes(id int) string {
	const none = math.MaxInt64
	least, reason := int64(none), ""
	of := func(rule slurmsched.LimitRule) int64 {
		for _, q := range t.qualities(id) {
			if n := amount(q.Limits, rule, 2); n >= 0 {
				return n
			}
		}
		return none
	}
	lower := func(n int64, why string) bool {
		if n < least {
			least, reason = n, why
			return true
		}
		return false
	}
	lower(of(slurmsched.MaxTRESPerAccount), "qos max_tres_per_account")
	lower(of(slurmsched.MaxTRESPerJob), "qos max_tres_per_job")
	lower(of(slurmsched.MaxTRESPerUser), "qos max_tres_per_user")
	ofQOS, group := least, of(slurmsched.GrpTRES)
	lower(group, "qos grp_tres")
	for i, l := range t.levels(id) {
		set := false
		if n := amount(l.limits, slurmsched.GrpTRES, 2); n >= 0 && group == none {
			set = lower(n, "assoc grp_tres")
		}
		if n := t.inherited(id, slurmsched.MaxTRESPerJob, 2); i == 0 && n >= 0 && ofQOS == none {
			lower(n, "assoc max_tres_per_job")
		}
		if set {
			break
		}
	}
	if least < t.needs(id)[2] {
		return reason
	}
	return ""
}

// limitAfter returns the limit that holds a job for which nodes were chosen, or "". If
// it does not start now, it has what it asks for.
func (t *twin) limitAfter(id int, where map[int]int64, now bool) string {
	asks, minutes := t.needs(id), t.minutes(id)
	switch {
	case now:
		asks = t.uses(&started{job: id, at: t.now, tasks: where})
	case where != nil:
		asks[2] = int64(len(where))
	}
	// unique returns the job's nodes on which a holder has no job.
	unique := func(nodes map[int]bool) int64 {
		n := asks[2]
		for k := range where {
			if now && nodes[k] {
				n--
			}
		}
		return n
	}
	taken := map[string]bool{}
	first := func(qos bool, rule slurmsched.LimitRule, of int) bool {
		key := fmt.Sprint(rule, of)
		if taken[key] {
			return false
		}
		taken[key] = qos
		return true
	}
	check := func(limits slurmsched.JobLimits, qos bool, key, userKey, accountKey string, assoc bool) string {
		get := func(rule slurmsched.LimitRule, of int) int64 {
			n := amount(limits, rule, of)
			if !qos && rule > slurmsched.GrpTRESRunMins {
				n = t.inherited(id, rule, of)
			}
			if n < 0 || !first(qos, rule, of) {
				return -1
			}
			return n
		}
		usage := func(rule slurmsched.LimitRule, key string) string {
			for k := range 4 {
				n := get(rule, k)
				if n < 0 {
					continue
				}
				have, nodes := t.inUse(key)
				ask := asks[k]
				if k == 2 {
					ask = unique(nodes)
				}
				if ask > n || ask > 0 && ask+have[k] > n {
					return slurmsched.Rules[rule].Name
				}
			}
			return ""
		}
		for k := range 4 {
			if n := get(slurmsched.GrpTRESMins, k); n >= 0 && asks[k]*minutes > 0 && t.whole(t.rawOf(key)[k]) >= n {
				return "grp_tres_mins"
			}
		}
		if w := usage(slurmsched.GrpTRES, key); w != "" {
			return w
		}
		for k := range 4 {
			if n := get(slurmsched.GrpTRESRunMins, k); n >= 0 && (asks[k]*minutes > n || asks[k]*minutes > 0 && asks[k]*minutes+t.runMinutes(key, k) > n) {
				return "grp_tres_run_mins"
			}
		}
		if assoc {
			return ""
		}
		for k := range 4 {
			if n := get(slurmsched.MaxTRESMins, k); n >= 0 && asks[k]*minutes > n {
				return "max_tres_mins"
			}
		}
		for k := range 4 {
			if n := get(slurmsched.MaxTRESPerJob, k); n >= 0 && asks[k] > n {
				return "max_tres_per_job"
			}
		}
		for k := range 4 {
			if n := get(slurmsched.MaxTRESPerNode, k); n >= 0 && asks[k]/asks[2] > n {
				return "max_tres_per_node"
			}
		}
		if !qos {
			return ""
		}
		for k := range 4 {
			if n := get(slurmsched.MinTRESPerJob, k); n >= 0 && asks[k] < n {
				return "min_tres_per_job"
			}
		}
		if w := usage(slurmsched.MaxTRESPerAccount, accountKey); w != "" {
			return w
		}
		return usage(slurmsched.MaxTRESPerUser, userKey)
	}
	for _, q := range t.qualities(id) {
		key := "qos " + q.Name
		if w := check(q.Limits, true, key, key+" user "+t.jobs[id].User, key+" account "+t.jobs[id].Group, false); w != "" {
			return key + " " + w
		}
	}
	for i, l := range t.levels(id) {
		if w := check(l.limits, false, l.key, "", "", i > 0); w != "" {
			return "assoc " + w
		}
	}
	return ""
}

// randomLimits returns limits of a QOS, or of an account or a user.
func randomLimits(r *rand.Rand, qos bool, nodes int) (all slurmsched.JobLimits) {
	for range pick(r, 0, 1, 1, 2, 4) {
		l := slurmsched.Limit{Rule: slurmsched.LimitRule(r.IntN(int(slurmsched.NumRules)))}
		info := slurmsched.Rules[l.Rule]
		if qos && !info.OfQOS || !qos && !info.OfAccount {
			continue
		}
		switch info.Unit {
		case slurmsched.InJobs:
			l.Amount = pick[int64](r, 0, 1, 1, 2, 3, 5)
		case slurmsched.InTime:
			l.Amount = r.Int64N(6) * int64(simtime.Minute)
		default:
			l.Of = pick(r, tres[:]...)
			size := map[queue.Measure]int64{queue.CPUs: 4, queue.Memory: 4 * memoryOfCore, queue.Nodes: 1, queue.GPUs: 4 * gpusOfCore}[l.Of]
			l.Amount = r.Int64N(size * int64(nodes))
			if info.Unit == slurmsched.InMinutes {
				l.Amount *= 1 + r.Int64N(3)
			}
			if l.Rule == slurmsched.MinTRESPerJob {
				l.Amount /= 4
			}
		}
		if !slices.ContainsFunc(all, func(x slurmsched.Limit) bool { return x.Rule == l.Rule && x.Of == l.Of }) {
			all = append(all, l)
		}
	}
	return all
}

// randomLimitCase returns a case with limits, whose jobs no QOS with DenyOnLimit
// refuses.
func randomLimitCase(t *testing.T, seed uint64) (c engine.Config, x *twin) {
	c, cores := randomCase(seed)
	r := rand.New(rand.NewPCG(seed, 0x52))
	p := c.Queue.(slurmsched.SlurmPolicy)
	nodes := c.Machine.NumNodes()
	flat, _ := topology.NewFlat(nodes)
	c.Machine = nil
	for n, k := range cores {
		spec := cluster.Spec{Resources: workload.Resources{workload.Cores: k, workload.Memory: memoryOfCore * k, workload.GPUs: gpusOfCore * k}, Speed: 1000}
		if c.Machine == nil {
			c.Machine = cluster.NewMachine(flat, spec)
		}
		c.Machine.SetGroup(topology.NodeID(n), topology.NodeID(n), spec)
	}
	for i := range p.Config.QOS {
		p.Config.QOS[i].Limits, p.Config.QOS[i].DenyOnLimit = randomLimits(r, true, nodes), r.IntN(8) == 0
	}
	for i := range p.Config.Partitions {
		if len(p.Config.QOS) > 0 && r.IntN(4) == 0 {
			p.Config.Partitions[i].QOS = pick(r, p.Config.QOS...).Name
		}
	}
	for i := range p.Config.Accounts {
		a := &p.Config.Accounts[i]
		a.Limits = randomLimits(r, false, nodes)
		for k := range a.Users {
			if r.IntN(2) == 0 {
				a.Users[k].Limits = randomLimits(r, false, nodes)
			}
		}
	}
	if r.IntN(3) == 0 {
		p.Config.Licenses = []queue.Named{{Name: "x", Value: r.Int64N(5)}, {Name: "y", Value: 3}}
	}
	c.Queue = p
	possible := p.Checks(c.Machine)
	var jobs []workload.Job
	for _, j := range c.Jobs {
		if j.Nodes == 0 {
			j.PerTask[workload.Memory], j.PerTask[workload.GPUs] = r.Int64N(memoryOfCore), r.Int64N(gpusOfCore)
		}
		if p.Config.Licenses != nil && r.IntN(2) == 0 {
			j.Licenses = pick(r, "x", "x:2", "x=3", "y:2", "y")
		}
		if possible(&j.Request) != nil {
			continue
		}
		j.ID, j.Number = workload.JobID(len(jobs)), int64(len(jobs)+1)
		jobs = append(jobs, j)
	}
	c.Jobs = jobs
	return c, &twin{conf: p.Config, cores: cores, jobs: jobs}
}

// TestLimitContract checks random runs under limits, in which all jobs start, against
// the contract of disciplines.
func TestLimitContract(t *testing.T) {
	cases := 0
	for seed := range soaktest.Seeds(1200) {
		c, x := randomLimitCase(t, seed)
		if x.run(); len(x.waiting) > 0 {
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

// TestLimitTwin compares random runs under limits with the twin: starts, their order
// and their nodes, and refusals.
func TestLimitTwin(t *testing.T) {
	cases, jobs, held, later, forever, refused, lacked := 0, 0, 0, 0, 0, 0, 0
	for seed := range soaktest.Seeds(6_000) {
		c, x := randomLimitCase(t, seed)
		log, err := engine.Run(c)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if x.run(); x.close {
			continue
		}
		lacked += x.lacked
		cases, jobs, held, later, forever = cases+1, jobs+len(c.Jobs), held+x.held, later+x.heldLater, forever+len(x.waiting)
		var got []string
		for _, e := range log {
			switch e.Kind {
			case trace.Start:
				where := map[int]int64{}
				for n, k := range e.Placement.All {
					where[int(n)] = int64(k)
				}
				got = append(got, describe(&c.Jobs[e.Job], e.Time, where))
			case trace.Reject:
				refused++
				got = append(got, fmt.Sprintf("job %d is refused at %v", c.Jobs[e.Job].Number, e.Time))
			}
		}
		for i := range max(len(got), len(x.starts)) {
			if i >= len(got) || i >= len(x.starts) || got[i] != x.starts[i] {
				t.Errorf("seed %d: start %d: %q; the twin has %q", seed, i, got[min(i, len(got)):min(i+1, len(got))], x.starts[min(i, len(x.starts)):min(i+1, len(x.starts))])
				break
			}
		}
	}
	t.Logf("%d cases with %d jobs; held %d times, %d times when planned, %d for ever; %d refused, licences lacked %d times", cases, jobs, held, later, forever, refused, lacked)
	if min(held, later*4, forever, refused*4, lacked) < cases {
		t.Error("too few cases of one kind")
	}
}
