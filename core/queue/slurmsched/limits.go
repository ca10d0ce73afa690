package slurmsched

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// LimitRule is a kind of limit. A rule that begins with Grp limits all jobs of a QOS, or of
// a user or an account with all accounts below it. The other rules of an account are
// defaults for its users and for the accounts below it.
type LimitRule uint8

// The rules.
const (
	GrpJobs LimitRule = iota
	GrpSubmitJobs
	GrpWall
	GrpTRES
	GrpTRESMins
	GrpTRESRunMins
	MaxJobs // of a user; a QOS has MaxJobsPerUser
	MaxJobsPerUser
	MaxJobsPerAccount
	MaxSubmitJobs // of a user; a QOS has MaxSubmitJobsPerUser
	MaxSubmitJobsPerUser
	MaxSubmitJobsPerAccount
	MaxWall
	MaxTRESPerJob
	MaxTRESPerNode
	MaxTRESPerUser
	MaxTRESPerAccount
	MaxTRESMins
	MinTRESPerJob
	NumRules
)

// Unit is a kind of amount that a rule limits.
type Unit uint8

// The units.
const (
	InJobs    Unit = iota
	InTime         // milliseconds
	InTRES         // an amount of a resource
	InMinutes      // an amount of a resource times minutes
)

// LimitRuleInfo describes a rule.
type LimitRuleInfo struct {
	Name             string // in scenarios: sacctmgr's name, with underscores
	Unit             Unit
	OfQOS, OfAccount bool // who may have such a limit
}

// Rules lists all rules.
var Rules = [NumRules]LimitRuleInfo{
	GrpJobs: {"grp_jobs", InJobs, true, true}, GrpSubmitJobs: {"grp_submit_jobs", InJobs, true, true}, GrpWall: {"grp_wall", InTime, true, true},
	GrpTRES: {"grp_tres", InTRES, true, true}, GrpTRESMins: {"grp_tres_mins", InMinutes, true, true}, GrpTRESRunMins: {"grp_tres_run_mins", InMinutes, true, true},
	MaxJobs: {"max_jobs", InJobs, false, true}, MaxJobsPerUser: {"max_jobs_per_user", InJobs, true, false}, MaxJobsPerAccount: {"max_jobs_per_account", InJobs, true, false},
	MaxSubmitJobs: {"max_submit_jobs", InJobs, false, true}, MaxSubmitJobsPerUser: {"max_submit_jobs_per_user", InJobs, true, false}, MaxSubmitJobsPerAccount: {"max_submit_jobs_per_account", InJobs, true, false},
	MaxWall: {"max_wall", InTime, true, true}, MaxTRESPerJob: {"max_tres_per_job", InTRES, true, true}, MaxTRESPerNode: {"max_tres_per_node", InTRES, true, true},
	MaxTRESPerUser: {"max_tres_per_user", InTRES, true, false}, MaxTRESPerAccount: {"max_tres_per_account", InTRES, true, false},
	MaxTRESMins: {"max_tres_mins", InMinutes, true, true}, MinTRESPerJob: {"min_tres_per_job", InTRES, true, false},
}

// LicenseRule is the Rule of a queue.Limit that is the number of a licence.
const LicenseRule = "licenses"

// Limit is a limit of a QOS, an account or a user.
type Limit struct {
	Rule   LimitRule
	Of     queue.Measure // one of Trackable, if the rule counts resources
	Amount int64         // in the Unit of the rule; 0 is a limit too
}

// JobLimits are the limits of one QOS, account or user, at most one of each kind.
type JobLimits []Limit

// Trackable are the resources that limits count (TRES), in Slurm's order. Nodes that
// jobs share count once, except in minutes.
var Trackable = [...]queue.Measure{queue.CPUs, queue.Memory, queue.Nodes, queue.GPUs}

// Indices of Trackable.
const (
	ofCPUs = iota
	ofMemory
	ofNodes
	ofGPUs
	numTRES
)

// amounts holds an amount of each of Trackable.
type amounts [numTRES]int64

// numbered is a limit with its number in SlurmPolicy.Limits, from 1.
type numbered struct {
	Limit
	tres  int // index in Trackable of what it counts
	which int
	word  string // Slurm's reason
}

// limitSetup holds the limits of the configuration.
type limitSetup struct {
	nodes    int
	qos      map[string][]numbered
	strict   map[string]bool // QOS with DenyOnLimit
	accounts map[string][]numbered
	users    map[association][]numbered
	above    map[string]string // the parent of each account
	timed    bool              // some limits depend on time that has passed
}

// newLimitSetup returns nil if the configuration has no limits.
func newLimitSetup(c *SlurmConfig, nodes int) *limitSetup {
	s := &limitSetup{nodes: nodes, qos: map[string][]numbered{}, strict: map[string]bool{}, accounts: map[string][]numbered{}, users: map[association][]numbered{}, above: map[string]string{}}
	which := 0
	number := func(all JobLimits, ofQOS bool) (out []numbered) {
		for _, l := range all {
			which++
			out = append(out, numbered{l, l.Resource(), which, l.word(ofQOS)})
			s.timed = s.timed || l.Rule == GrpWall || l.Rule == GrpTRESMins || l.Rule == GrpTRESRunMins
		}
		return out
	}
	for i := range c.QOS {
		q := &c.QOS[i]
		s.qos[q.Name], s.strict[q.Name] = number(q.Limits, true), q.DenyOnLimit
	}
	for i := range c.Accounts {
		a := &c.Accounts[i]
		s.accounts[a.Name], s.above[a.Name] = number(a.Limits, false), a.Parent
		for _, u := range a.Users {
			s.users[association{a.Name, u.Name}] = number(u.Limits, false)
		}
	}
	if which == 0 {
		return nil
	}
	if _, named := s.above["root"]; named {
		for name, parent := range s.above {
			if parent == "" && name != "root" {
				s.above[name] = "root"
			}
		}
	}
	return s
}

// check is a limit that applies to a job, with the tally that it is compared with.
type check struct {
	numbered
	tally int32
}

// jobLimits holds the limits that apply to a job, in the order in which Slurm looks at
// them.
type jobLimits struct {
	asks    amounts
	minutes int64   // its walltime, rounded up
	submit  []check // when it is submitted
	before  []check // before nodes are chosen
	nodes   check   // the least of the limits on nodes, if which is not 0
	after   []check // when nodes have been chosen
	tallies []int32 // in which it counts
}

// Rules in the order in which they are looked at, for each QOS and association.
var (
	rulesBefore = [...]LimitRule{GrpJobs, GrpWall, MaxJobs, MaxJobsPerAccount, MaxJobsPerUser, MaxWall}
	rulesAfter  = [...]LimitRule{GrpTRESMins, GrpTRES, GrpTRESRunMins, MaxTRESMins, MaxTRESPerJob, MaxTRESPerNode, MinTRESPerJob, MaxTRESPerAccount, MaxTRESPerUser}
	rulesSubmit = [...]LimitRule{GrpSubmitJobs, MaxSubmitJobs, MaxSubmitJobsPerAccount, MaxSubmitJobsPerUser}
	rulesDenied = [...]LimitRule{MaxTRESPerAccount, MaxTRESPerUser, GrpTRES, MaxTRESMins, GrpTRESMins, GrpTRESRunMins, MaxWall, GrpWall, MaxTRESPerJob, MaxTRESPerNode, MinTRESPerJob}
)

// holder is a QOS, an association or an account, with its limits for a job.
type holder struct {
	limits               []numbered
	group, user, account int32 // tallies: of all jobs, and under a QOS of those of the user and of the account
}

// has returns a limit of a holder.
func (h *holder) has(rule LimitRule, tres int) (numbered, bool) {
	for _, l := range h.limits {
		if l.Rule == rule && l.tres == tres {
			return l, true
		}
	}
	return numbered{}, false
}

// tally returns the tally that a rule compares.
func (h *holder) tally(rule LimitRule) int32 {
	switch rule {
	case MaxJobsPerUser, MaxSubmitJobsPerUser, MaxTRESPerUser:
		return h.user
	case MaxJobsPerAccount, MaxSubmitJobsPerAccount, MaxTRESPerAccount:
		return h.account
	}
	return h.group
}

// qosOf returns the QOS whose limits apply to a job: that of its partition, then its
// own.
func qosOf(r *workload.Request, p *partition) (all []string) {
	if p.QOS != "" {
		all = append(all, p.QOS)
	}
	if r.QOS != "" && r.QOS != p.QOS {
		all = append(all, r.QOS)
	}
	return all
}

// holders returns those that have limits for a job: its QOS, then from the index from on
// the association of its user and the accounts above. The association inherits those
// max limits of accounts that it does not have itself.
func (s *limitSetup) holders(r *workload.Request, p *partition) (all []holder, from int) {
	for _, q := range qosOf(r, p) {
		all = append(all, holder{limits: s.qos[q]})
	}
	from = len(all)
	if _, known := s.accounts[r.Group]; !known {
		return all, from
	}
	own := slices.Clone(s.users[association{r.Group, r.User}])
	chain := s.chain(r.Group)
	for _, a := range chain {
		for _, l := range s.accounts[a] {
			if !l.Rule.grouped() && !slices.ContainsFunc(own, func(x numbered) bool { return x.Rule == l.Rule && x.tres == l.tres }) {
				own = append(own, l)
			}
		}
	}
	all = append(all, holder{limits: own})
	for _, a := range chain {
		all = append(all, holder{limits: slices.DeleteFunc(slices.Clone(s.accounts[a]), func(l numbered) bool { return !l.Rule.grouped() })})
	}
	return all, from
}

// chain returns an account and all accounts above it.
func (s *limitSetup) chain(account string) (all []string) {
	for range len(s.above) + 1 {
		if _, known := s.above[account]; !known {
			break
		}
		all = append(all, account)
		account = s.above[account]
	}
	return all
}

// grouped reports whether a rule limits all jobs of its holder together.
func (r LimitRule) grouped() bool { return r <= GrpTRESRunMins }

// resolver collects the limits that apply to a job. What a QOS limits, no later holder
// does.
type resolver struct {
	all   []holder
	from  int // the first association
	taken [NumRules][numTRES]bool
}

// collect returns the limits of a list of rules.
func (x *resolver) collect(rules []LimitRule) (out []check) {
	for i := range x.all {
		h := &x.all[i]
		for _, rule := range rules {
			for tres := range numTRES {
				l, ok := h.has(rule, tres)
				if !ok || x.taken[rule][tres] || i >= x.from && x.replaced(rule) {
					continue
				}
				out = append(out, check{l, h.tally(rule)})
				if i < x.from {
					x.taken[rule][tres] = true
				}
			}
		}
	}
	return out
}

// replaced reports whether a QOS limits the jobs of a user or an account, so that the
// limit of an association on its jobs does not count.
func (x *resolver) replaced(rule LimitRule) bool {
	switch rule {
	case MaxJobs:
		return x.taken[MaxJobsPerUser][0] || x.taken[MaxJobsPerAccount][0]
	case MaxSubmitJobs:
		return x.taken[MaxSubmitJobsPerUser][0] || x.taken[MaxSubmitJobsPerAccount][0]
	}
	return false
}

// nodes returns the least limit on nodes, as Slurm's acct_policy_get_max_nodes finds it.
func (x *resolver) nodes() (least check) {
	take := func(c check) {
		if least.which == 0 || c.Amount < least.Amount {
			least = c
		}
	}
	ofQOS := func(rule LimitRule) (numbered, bool) {
		for i := range x.from {
			if l, ok := x.all[i].has(rule, ofNodes); ok {
				return l, true
			}
		}
		return numbered{}, false
	}
	for _, rule := range [...]LimitRule{MaxTRESPerAccount, MaxTRESPerJob, MaxTRESPerUser} {
		if l, ok := ofQOS(rule); ok {
			take(check{numbered: l})
		}
	}
	perJob := least.which != 0
	group, grouped := ofQOS(GrpTRES)
	if grouped {
		take(check{numbered: group})
	}
	for i := x.from; i < len(x.all); i++ {
		l, ok := x.all[i].has(GrpTRES, ofNodes)
		first := ok && !grouped && (least.which == 0 || l.Amount < least.Amount)
		if first {
			take(check{numbered: l})
		}
		if l, ok := x.all[i].has(MaxTRESPerJob, ofNodes); ok && i == x.from && !perJob {
			take(check{numbered: l})
		}
		if first {
			break
		}
	}
	return least
}

// tallyKind is the kind of owner whose jobs a tally counts.
type tallyKind uint8

const (
	tallyQOS tallyKind = iota
	tallyUserInQOS
	tallyAccountInQOS
	tallyAccount
	tallyUser
)

// tallyKey names a tally. The name is that of a user or an account.
type tallyKey struct {
	kind     tallyKind
	of, name string
}

// tally counts jobs and what they use.
type tally struct {
	submitted, jobs int64
	tres            amounts          // of running jobs; nodes count once
	left            amounts          // what running jobs may still use until their walltimes, in seconds, as of the last calculation
	used            [numTRES]float64 // resource-seconds until the last calculation, which decay
	wall            float64          // seconds that jobs ran, likewise
	jobsOn          []uint16         // number of jobs on each node
}

// ledger holds the tallies of all limits. The zero value is for a configuration without
// limits.
type ledger struct {
	*limitSetup
	tallies []tally
	index   map[tallyKey]int32
	running []entry
}

// entry is a running job.
type entry struct {
	job   workload.JobID
	on    cluster.Placement
	uses  amounts
	end   simtime.Time // when its walltime ends, in whole minutes
	since simtime.Time // what it used has been counted until then
	in    []int32      // tallies
}

// newLedger returns tallies with the use before the run.
func newLedger(c *SlurmConfig, nodes int) (l ledger) {
	if l.limitSetup = newLimitSetup(c, nodes); l.limitSetup == nil {
		return l
	}
	l.index = map[tallyKey]int32{}
	for i := range c.Accounts {
		a := &c.Accounts[i]
		own := a.Usage
		add := func(k tallyKey, usage int64) {
			at := l.tally(k)
			l.tallies[at].used[ofCPUs] += float64(usage)
		}
		for _, u := range a.Users {
			add(tallyKey{tallyUser, a.Name, u.Name}, u.Usage)
			own += u.Usage
		}
		for _, up := range l.chain(a.Name) {
			add(tallyKey{tallyAccount, "", up}, own)
		}
	}
	return l
}

// clone returns an independent copy.
func (l *ledger) clone() ledger {
	c := *l
	if l.limitSetup == nil {
		return c
	}
	c.tallies, c.index, c.running = slices.Clone(l.tallies), maps.Clone(l.index), slices.Clone(l.running)
	for i := range c.tallies {
		c.tallies[i].jobsOn = slices.Clone(l.tallies[i].jobsOn)
	}
	return c
}

// tally returns the index of a tally.
func (l *ledger) tally(k tallyKey) int32 {
	i, known := l.index[k]
	if !known {
		i = int32(len(l.tallies))
		l.index[k] = i
		l.tallies = append(l.tallies, tally{})
	}
	return i
}

// denies returns an error if a QOS with DenyOnLimit refuses a job, because the job by
// itself exceeds a limit.
func (s *limitSetup) denies(r *workload.Request, p *partition) error {
	if !slices.ContainsFunc(qosOf(r, p), func(q string) bool { return s.strict[q] }) {
		return nil
	}
	x := resolver{}
	x.all, x.from = s.holders(r, p)
	asks, minutes := p.asks(r), minutesOf(r.Walltime)
	for _, c := range x.collect(rulesDenied[:]) {
		n, most, of := asks[c.tres], c.Amount, c.Of.String()
		switch c.Rule {
		case MaxWall, GrpWall:
			n, most, of = seconds(r.Walltime), most/1000, "s"
		case MaxTRESMins, GrpTRESMins, GrpTRESRunMins:
			n, of = n*minutes, of+" times minutes"
		case MaxTRESPerNode:
			n /= max(1, asks[ofNodes])
		case MinTRESPerJob:
			if n < most {
				return fmt.Errorf("asks for %d %s, and the limit %s, with deny_on_limit, requires %d (Slurm: %s); ask for more, or lower the limit", n, of, Rules[c.Rule].Name, most, c.word)
			}
			continue
		}
		if n > most {
			return fmt.Errorf("asks for %d %s, and the limit %s, with deny_on_limit, allows %d (Slurm: %s); ask for less, or raise the limit", n, of, Rules[c.Rule].Name, most, c.word)
		}
	}
	return nil
}

// Refuses implements queue.Refuser: a job that would exceed a limit on submitted jobs
// is refused.
func (s *state) Refuses(r *workload.Request) (why.Reason, bool) {
	if s.ledger.limitSetup == nil {
		return why.Reason{}, false
	}
	for _, c := range s.limitsOf(r, &s.partitions[s.partitionOf(r)]).submit {
		if n := s.ledger.tallies[c.tally].submitted + 1; n > c.Amount {
			return c.reason(why.OverLimit, n, c.Amount), true
		}
	}
	return why.Reason{}, false
}

// submit counts a job that enters the queue.
func (l *ledger) submit(j *jobLimits) {
	if j != nil {
		for _, i := range j.tallies {
			l.tallies[i].submitted++
		}
	}
}

// Withdraw implements queue.Withdrawer.
func (s *state) Withdraw(w *queue.Waiting) {
	s.changed = true
	delete(s.began, w.ID)
	if w.IsHet() {
		s.leavePart(w.Request)
	}
	if j := factorsIn(w).limits; j != nil {
		for _, i := range j.tallies {
			s.ledger.tallies[i].submitted--
		}
	}
}

// limitsOf returns the limits of a job that enters the queue, or nil.
func (s *state) limitsOf(r *workload.Request, p *partition) *jobLimits {
	l := &s.ledger
	if l.limitSetup == nil {
		return nil
	}
	j := &jobLimits{asks: p.asks(r), minutes: minutesOf(r.Walltime)}
	x := resolver{}
	x.all, x.from = l.holders(r, p)
	for i, q := range qosOf(r, p) {
		h := &x.all[i]
		h.group, h.user, h.account = l.tally(tallyKey{tallyQOS, q, ""}), l.tally(tallyKey{tallyUserInQOS, q, r.User}), l.tally(tallyKey{tallyAccountInQOS, q, r.Group})
		j.tallies = append(j.tallies, h.group, h.user, h.account)
	}
	chain := l.chain(r.Group)
	for i := x.from; i < len(x.all); i++ {
		k := tallyKey{tallyUser, r.Group, r.User}
		if i > x.from {
			k = tallyKey{tallyAccount, "", chain[i-x.from-1]}
		}
		x.all[i].group = l.tally(k)
		j.tallies = append(j.tallies, x.all[i].group)
	}
	j.submit, j.before, j.after, j.nodes = x.collect(rulesSubmit[:]), x.collect(rulesBefore[:]), x.collect(rulesAfter[:]), x.nodes()
	for i := range x.all {
		for _, limit := range x.all[i].limits {
			if t := &l.tallies[x.all[i].tally(limit.Rule)]; limit.tres == ofNodes && t.jobsOn == nil {
				t.jobsOn = make([]uint16, l.nodes)
			}
		}
	}
	return j
}

// minutesOf returns a walltime in minutes, rounded up as Slurm does it.
func minutesOf(d simtime.Duration) int64 {
	return int64((d + simtime.Minute - 1) / simtime.Minute)
}

// asks returns what a job asks for. A job of whole nodes asks for those of the nodes
// with the least in its partition, and a job of tasks for at least one node.
func (p *partition) asks(r *workload.Request) amounts {
	if r.Whole() {
		n := int64(r.Nodes)
		return amounts{n * p.least[workload.Cores], n * p.least[workload.Memory], n, n * p.least[workload.GPUs]}
	}
	n := int64(r.Tasks)
	return amounts{n * r.PerTask[workload.Cores], n * r.PerTask[workload.Memory], 1, n * r.PerTask[workload.GPUs]}
}

// begin counts a job that starts.
func (l *ledger) begin(w *queue.Waiting, where cluster.Placement, p *queue.Pass) {
	j := factorsIn(w).limits
	if j == nil {
		return
	}
	e := entry{w.ID, slices.Clone(where), usesOn(w.Request, where, p.Machine()), p.Now().Add(simtime.Duration(j.minutes) * simtime.Minute), p.Now(), j.tallies}
	l.running = append(l.running, e)
	for _, i := range e.in {
		t := &l.tallies[i]
		t.jobs++
		for k, n := range e.uses {
			t.tres[k] += n
			t.left[k] += n * seconds(e.end.Sub(p.Now()))
		}
		t.spread(&e, 1)
	}
}

// usesOn returns what a job uses on a placement.
func usesOn(r *workload.Request, where cluster.Placement, m *cluster.Machine) amounts {
	holds := m.Holds(r, where)
	return amounts{holds[workload.Cores], holds[workload.Memory], int64(where.Nodes()), holds[workload.GPUs]}
}

// spread counts a job on its nodes, or no longer if by is -1. Of nodes that have other
// jobs too, it takes back that they were counted.
func (t *tally) spread(e *entry, by int) {
	if t.jobsOn == nil {
		return
	}
	others := 0
	if by < 0 {
		others = 1
	}
	for n := range e.on.All {
		if int(t.jobsOn[n]) > others {
			t.tres[ofNodes] -= int64(by)
		}
		t.jobsOn[n] += uint16(by)
	}
}

// seconds returns a time in seconds, rounded up; 0 if it is negative.
func seconds(d simtime.Duration) int64 { return max(0, int64((d+999)/1000)) }

// end counts a job that has ended.
func (l *ledger) end(job workload.JobID, now simtime.Time, u *usage) {
	i := slices.IndexFunc(l.running, func(e entry) bool { return e.job == job })
	if i < 0 {
		return
	}
	e := &l.running[i]
	l.charge(e, now, u)
	for _, k := range e.in {
		t := &l.tallies[k]
		t.jobs--
		t.submitted--
		for k, n := range e.uses {
			t.tres[k] -= n
			t.left[k] -= n * seconds(e.end.Sub(now))
		}
		t.spread(e, -1)
	}
	l.running = slices.Delete(l.running, i, i+1)
}

// charge counts what a running job has used since the last time.
func (l *ledger) charge(e *entry, now simtime.Time, u *usage) {
	span := now.Sub(e.since)
	used := float64(float64(span) / 1000 * u.left(span))
	gone := seconds(e.end.Sub(e.since)) - seconds(e.end.Sub(now))
	for _, i := range e.in {
		t := &l.tallies[i]
		t.wall += used
		for k, n := range e.uses {
			t.used[k] += float64(float64(n) * used)
			t.left[k] -= n * gone
		}
	}
	e.since = now
}

// turn recalculates the usage that limits count: past usage decays, and that of running
// jobs is added.
func (l *ledger) turn(now simtime.Time, u *usage, span simtime.Duration) {
	if !l.hasTimed() {
		return
	}
	keep := u.left(span)
	for i := range l.tallies {
		t := &l.tallies[i]
		t.wall = float64(t.wall * keep)
		for k := range t.used {
			t.used[k] = float64(t.used[k] * keep)
		}
	}
	for i := range l.running {
		l.charge(&l.running[i], now, u)
	}
}

// hasTimed reports whether limits depend on time that has passed.
func (l *ledger) hasTimed() bool { return l.limitSetup != nil && l.timed }

// fades reports whether past use that decays holds a waiting job.
func (p *pass) fades() bool {
	if !p.ledger.hasTimed() || p.usage.keep == 1 {
		return false
	}
	for w := range p.Waiting() {
		j := factorsIn(w).limits
		for i := range j.before {
			if c := &j.before[i]; c.Rule == GrpWall && c.Amount >= int64(simtime.Minute) {
				if _, held := p.ledger.compareBefore(c, w.Request); held {
					return true
				}
			}
		}
		for i := range j.after {
			if c := &j.after[i]; c.Rule == GrpTRESMins && c.Amount > 0 {
				if _, held := p.ledger.compareAfter(c, &j.asks, j.minutes); held {
					return true
				}
			}
		}
	}
	return false
}

// heldBefore reports whether a limit holds a job, whatever nodes it would get.
//
// Source: SOURCES.md SLURM.7.
func (p *pass) heldBefore(w *queue.Waiting) bool {
	j := factorsIn(w).limits
	if j == nil {
		return false
	}
	for i := range j.before {
		if reason, held := p.ledger.compareBefore(&j.before[i], w.Request); held {
			p.Hold(w, reason)
			return true
		}
	}
	return false
}

// heldForRun reports whether a limit holds a job before it is planned in a run of the
// backfill scheduler. Jobs only start in a run, so the limit then holds it throughout.
func (p *pass) heldForRun(w *queue.Waiting) bool {
	return p.heldBefore(w) || p.heldByNodes(w, false)
}

// heldAnywhere reports whether a limit holds a job on whatever nodes it would start, now
// and throughout a run of the backfill scheduler. It knows only some of these jobs: those
// that ask for too much, without the nodes that jobs share.
func (p *pass) heldAnywhere(w *queue.Waiting) bool {
	j := factorsIn(w).limits
	for i := range j.after {
		c := &j.after[i]
		if c.Rule == MinTRESPerJob || c.Rule == MaxTRESPerNode || c.tres == ofNodes && c.shares() {
			continue
		}
		if _, held := p.ledger.compareAfter(c, &j.asks, j.minutes); held {
			return true
		}
	}
	return false
}

// compareBefore compares a job with a limit that does not depend on its nodes.
func (l *ledger) compareBefore(c *check, r *workload.Request) (why.Reason, bool) {
	t := &l.tallies[c.tally]
	switch c.Rule {
	case GrpWall:
		minutes := int64(t.wall / 60)
		return c.reason(why.UsedUp, minutes*60, c.Amount/1000), minutes*int64(simtime.Minute) >= c.Amount
	case MaxWall:
		return c.reason(why.OverLimit, seconds(r.Walltime), c.Amount/1000), int64(r.Walltime) > c.Amount
	}
	return c.reason(why.OverLimit, t.jobs+1, c.Amount), t.jobs >= c.Amount
}

// heldByNodes reports whether a limit on nodes is below what a job asks for. The main
// scheduler does not look at it if the job is crowdedOut.
func (p *pass) heldByNodes(w *queue.Waiting, main bool) bool {
	j := factorsIn(w).limits
	if j == nil || j.nodes.which == 0 || j.asks[ofNodes] <= j.nodes.Amount || main && p.crowdedOut(w) {
		return false
	}
	p.Hold(w, j.nodes.reason(why.OverLimit, j.asks[ofNodes], j.nodes.Amount))
	return true
}

// heldAlone reports whether a limit holds a job that cannot be placed.
func (p *pass) heldAlone(w *queue.Waiting) bool {
	return p.heldBefore(w) || p.lacksLicenses(w, false) || p.heldByNodes(w, false) || p.heldOn(w, nil, false)
}

// crowdedOut reports whether fewer nodes of a job's partition than it asks for are
// left to the main scheduler. Slurm then closes the partition before it looks at most
// limits.
func (p *pass) crowdedOut(w *queue.Waiting) bool {
	if p.ledger.limitSetup == nil && w.Licenses == "" && !p.reserved() {
		return false
	}
	up := p.left(w)
	return up.Len() < max(1, int(w.Nodes))
}

// heldOn reports whether a limit holds a job that would start now on the given nodes.
// If it cannot, or only later, now is not set, and the job has what it asks for, on as
// many nodes as given.
//
// Source: SOURCES.md SLURM.7.
func (p *pass) heldOn(w *queue.Waiting, where cluster.Placement, now bool) bool {
	j := factorsIn(w).limits
	if j == nil {
		return false
	}
	uses := j.asks
	switch {
	case now:
		uses = usesOn(w.Request, where, p.Machine())
	case len(where) > 0:
		uses[ofNodes] = int64(where.Nodes())
	}
	for i := range j.after {
		c := &j.after[i]
		use := uses
		if t := &p.ledger.tallies[c.tally]; now && c.tres == ofNodes && t.jobsOn != nil && c.shares() {
			for n := range where.All {
				if t.jobsOn[n] > 0 {
					use[ofNodes]--
				}
			}
		}
		if reason, held := p.ledger.compareAfter(c, &use, j.minutes); held {
			p.Hold(w, reason)
			return true
		}
	}
	return false
}

// shares reports whether nodes that jobs share count once for a limit.
func (c *check) shares() bool {
	return c.Rule == GrpTRES || c.Rule == MaxTRESPerUser || c.Rule == MaxTRESPerAccount
}

// compareAfter compares what a job would use with a limit.
func (l *ledger) compareAfter(c *check, uses *amounts, minutes int64) (why.Reason, bool) {
	t, n := &l.tallies[c.tally], uses[c.tres]
	over := func(used, n int64) (why.Reason, bool) {
		return c.reason(why.OverLimit, used+n, c.Amount), n > c.Amount || n > 0 && used+n > c.Amount
	}
	switch c.Rule {
	case GrpTRESMins:
		used := int64(t.used[c.tres] / 60)
		return c.reason(why.UsedUp, used, c.Amount), n > 0 && used >= c.Amount
	case GrpTRES, MaxTRESPerUser, MaxTRESPerAccount:
		return over(t.tres[c.tres], n)
	case GrpTRESRunMins:
		return over(t.left[c.tres]/60, n*minutes)
	case MaxTRESMins:
		return over(0, n*minutes)
	case MaxTRESPerNode:
		return over(0, n/max(1, uses[ofNodes]))
	case MinTRESPerJob:
		return c.reason(why.UnderLimit, n, c.Amount), n < c.Amount
	}
	return over(0, n)
}

// reason returns the reason of a job that is compared with the limit.
func (c *check) reason(code why.Code, need, have int64) why.Reason {
	narrow := func(x int64) int32 { return int32(min(x, math.MaxInt32)) }
	which := c.which
	if which > math.MaxInt16 { // a reason cannot name it
		which = 0
	}
	return why.Reason{Code: code, Which: int16(which), Need: narrow(need), Have: narrow(have), Blocker: workload.NoJob}
}

// Limits returns all limits, then the licences, and then the reservations, to which
// reasons refer by number, from 1.
func (p SlurmPolicy) Limits() (all []queue.Limit) {
	c := &p.Config
	add := func(limits JobLimits, qos string, owner queue.Owner, name string) {
		for _, l := range limits {
			all = append(all, queue.Limit{Owner: owner, Name: name, Measure: l.Of, Soft: l.Amount, Hard: l.Amount, QOS: qos, Rule: Rules[l.Rule].Name, Word: l.word(qos != "")})
		}
	}
	for i := range c.QOS {
		add(c.QOS[i].Limits, c.QOS[i].Name, queue.ByGroup, "")
	}
	for i := range c.Accounts {
		a := &c.Accounts[i]
		add(a.Limits, "", queue.ByGroup, a.Name)
		for _, u := range a.Users {
			add(u.Limits, "", queue.ByUser, u.Name)
		}
	}
	for _, x := range c.Licenses {
		all = append(all, queue.Limit{Name: x.Name, Soft: x.Value, Hard: x.Value, Rule: LicenseRule, Word: "Licenses"})
	}
	for _, x := range c.Reservations {
		all = append(all, queue.Limit{Name: x.Name, Rule: ReservationRule})
	}
	return all
}

// words returns Slurm's reasons for a limit that counts resources, in the order of
// Trackable: that of a QOS first, then that of an association. It is a function, because
// a package variable would be part of what the page loads first.
//
// Source: SOURCES.md SLURM.7.
func words(rule LimitRule) (rows [2][numTRES]string, ok bool) {
	switch rule {
	case GrpTRES:
		return [2][numTRES]string{{"QOSGrpCpuLimit", "QOSGrpMemLimit", "QOSGrpNodeLimit", "QOSGrpGRES"}, {"AssocGrpCpuLimit", "AssocGrpMemLimit", "AssocGrpNodeLimit", "AssocGrpGRES"}}, true
	case GrpTRESMins:
		return [2][numTRES]string{{"QOSGrpCPUMinutesLimit", "QOSGrpMemoryMinutes", "QOSGrpNodeMinutes", "QOSGrpGRESMinutes"},
			{"AssocGrpCPUMinutesLimit", "AssocGrpMemMinutes", "AssocGrpNodeMinutes", "AssocGrpGRESMinutes"}}, true
	case GrpTRESRunMins:
		return [2][numTRES]string{{"QOSGrpCPURunMinutesLimit", "QOSGrpMemoryRunMinutes", "QOSGrpNodeRunMinutes", "QOSGrpGRESRunMinutes"},
			{"AssocGrpCPURunMinutesLimit", "AssocGrpMemRunMinutes", "AssocGrpNodeRunMinutes", "AssocGrpGRESRunMinutes"}}, true
	case MaxTRESPerJob:
		return [2][numTRES]string{{"QOSMaxCpuPerJobLimit", "QOSMaxMemoryPerJob", "QOSMaxNodePerJobLimit", "QOSMaxGRESPerJob"},
			{"AssocMaxCpuPerJobLimit", "AssocMaxMemPerJob", "AssocMaxNodePerJobLimit", "AssocMaxGRESPerJob"}}, true
	case MaxTRESPerNode:
		return [2][numTRES]string{{"QOSMaxCpuPerNode", "QOSMaxMemoryPerNode", "QOSMaxUnknownPerNode", "QOSMaxGRESPerNode"},
			{"AssocMaxCpuPerNode", "AssocMaxMemPerNode", "AssocMaxUnknownPerNode", "AssocMaxGRESPerNode"}}, true
	case MaxTRESMins:
		return [2][numTRES]string{{"QOSMaxCpuMinutesPerJobLimit", "QOSMaxMemoryMinutesPerJob", "QOSMaxNodeMinutesPerJob", "QOSMaxGRESMinutesPerJob"},
			{"AssocMaxCpuMinutesPerJobLimit", "AssocMaxMemMinutesPerJob", "AssocMaxNodeMinutesPerJob", "AssocMaxGRESMinutesPerJob"}}, true
	case MaxTRESPerUser:
		return [2][numTRES]string{{"QOSMaxCpuPerUserLimit", "QOSMaxMemoryPerUser", "QOSMaxNodePerUserLimit", "QOSMaxGRESPerUser"}}, true
	case MaxTRESPerAccount:
		return [2][numTRES]string{{"MaxCpuPerAccount", "MaxMemoryPerAccount", "MaxNodePerAccount", "MaxGRESPerAccount"}}, true
	case MinTRESPerJob:
		return [2][numTRES]string{{"QOSMinCpuNotSatisfied", "QOSMinMemory", "QOSMinNode", "QOSMinGRES"}}, true
	}
	return rows, false
}

// Resource returns the index in Trackable of what the limit counts, or 0 if its rule
// counts no resource.
func (l *Limit) Resource() int { return max(0, slices.Index(Trackable[:], l.Of)) }

// word returns the reason that Slurm gives for a job that the limit holds.
func (l *Limit) word(ofQOS bool) string {
	if row, ok := words(l.Rule); ok {
		who := 1
		if ofQOS {
			who = 0
		}
		return row[who][l.Resource()]
	}
	who := "Assoc"
	if ofQOS {
		who = "QOS"
	}
	switch l.Rule {
	case GrpJobs:
		return who + "GrpJobsLimit"
	case GrpSubmitJobs:
		return who + "GrpSubmitJobsLimit"
	case GrpWall:
		return who + "GrpWallLimit"
	case MaxJobs:
		return "AssocMaxJobsLimit"
	case MaxJobsPerUser:
		return "QOSMaxJobsPerUserLimit"
	case MaxJobsPerAccount:
		return "MaxJobsPerAccount"
	case MaxSubmitJobs:
		return "AssocMaxSubmitJobLimit"
	case MaxSubmitJobsPerUser:
		return "QOSMaxSubmitJobPerUserLimit"
	case MaxSubmitJobsPerAccount:
		return "MaxSubmitJobsPerAccount"
	}
	return who + "MaxWallDurationPerJobLimit"
}
