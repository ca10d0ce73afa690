package pending

import (
	"cmp"
	"slices"

	"hopyard/core/queue"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// LimitRoom lists the running jobs that must end before a limit has room for a job.
type LimitRoom struct {
	Ends   []End     // the running jobs that count toward the limit, the first one to end first; no more than give room
	Enough bool      // whether there is room when they have ended
	Lacks  []Missing // what the files do not tell
}

// owned is a limit with the job that it holds. It counts jobs of a QOS, an account or a
// user.
type owned struct {
	qos, account string // "": of any
	perUser      bool
	perAccount   bool
	user         string // of the job that is held
	group        string // its account
}

// counts reports whether a running job counts toward the limit. The chain holds the job's
// account and those above it.
func (o *owned) counts(qos []string, user, account string, chain []string) bool {
	switch {
	case o.qos != "" && !slices.Contains(qos, o.qos):
		return false
	case o.account != "" && !slices.Contains(chain, o.account):
		return false
	case o.perUser && user != o.user:
		return false
	case o.perAccount && account != o.group:
		return false
	}
	return true
}

// roomUnder returns whose ends give a job room under the limit that holds it in the
// simulation, or nil if running jobs do not use it up.
func (c *LiveQueue) roomUnder(mine *workload.Job, r *why.Reason) *LimitRoom {
	all := (slurmsched.SlurmPolicy{Config: c.policy}).Limits()
	if r.Code != why.OverLimit || r.Which < 1 || int(r.Which) > len(all) {
		return nil
	}
	l := &all[r.Which-1]
	o := owned{qos: l.QOS, user: mine.User, group: mine.Group}
	switch rule := ruleOf(l.Rule); rule {
	case slurmsched.GrpJobs, slurmsched.GrpTRES:
		switch {
		case l.QOS == "" && l.Owner == queue.ByGroup:
			o.account = l.Name
		case l.QOS == "":
			o.perUser, o.perAccount = true, true
		}
	case slurmsched.MaxJobs:
		o.perUser, o.perAccount = true, true
	case slurmsched.MaxJobsPerUser, slurmsched.MaxTRESPerUser:
		o.perUser = true
	case slurmsched.MaxJobsPerAccount, slurmsched.MaxTRESPerAccount:
		o.perAccount = true
	default:
		return nil
	}
	room := c.ends(&o, func(left []workload.JobID, before int64) (int64, bool) {
		n := c.used(left, l)
		return n, before-n >= int64(r.Need-r.Have)
	})
	if !room.Enough && room.Lacks == nil { // it asks for more than the limit
		return nil
	}
	return room
}

// ruleOf returns the rule of a name in scenarios.
func ruleOf(name string) slurmsched.LimitRule {
	return slurmsched.LimitRule(slices.IndexFunc(slurmsched.Rules[:], func(x slurmsched.LimitRuleInfo) bool { return x.Name == name }))
}

// used returns how much of a limit running jobs use.
func (c *LiveQueue) used(jobs []workload.JobID, l *queue.Limit) (n int64) {
	switch ruleOf(l.Rule) {
	case slurmsched.GrpTRES, slurmsched.MaxTRESPerUser, slurmsched.MaxTRESPerAccount:
	default:
		return int64(len(jobs))
	}
	nodes := topology.NewNodeSet(len(c.names)) // those that jobs share count once
	for _, id := range jobs {
		where := c.config.Running[id]
		held := c.config.Machine.Holds(&c.config.Jobs[id].Request, where)
		switch l.Measure {
		case queue.CPUs:
			n += held[workload.Cores]
		case queue.Memory:
			n += held[workload.Memory]
		case queue.GPUs:
			n += held[workload.GPUs]
		case queue.Nodes:
			for _, run := range where {
				nodes.AddRange(run.First, run.Last)
			}
		}
	}
	return n + int64(nodes.Len())
}

// ends returns the running jobs that must end before a limit has room. The function
// enough returns how much of the limit the given jobs use, and whether that leaves room
// if all jobs together used the given amount before.
func (c *LiveQueue) ends(o *owned, enough func([]workload.JobID, int64) (int64, bool)) *LimitRoom {
	room := &LimitRoom{}
	var ids []workload.JobID
	for id := range c.config.Running {
		j, r := c.jobs[id], &c.config.Jobs[id]
		if j.State != "COMPLETING" && o.counts(c.qosOf(j, r), j.User, j.Account, c.chain(j.Account)) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b workload.JobID) int {
		return cmp.Or(cmp.Compare(c.endOf(a), c.endOf(b)), cmp.Compare(a, b))
	})
	before, _ := enough(ids, 0)
	for i, id := range ids {
		if c.jobs[id].Limit == 0 {
			room.Lacks = append(room.Lacks, MissingLimits)
			return room
		}
		room.Ends = append(room.Ends, End{c.jobs[id], c.endOf(id), c.config.Running[id].Nodes()})
		if _, room.Enough = enough(ids[i+1:], before); room.Enough {
			return room
		}
	}
	return room
}

// endOf returns when a running job ends at the latest. Those without a time limit come
// last.
func (c *LiveQueue) endOf(id workload.JobID) simtime.Duration {
	if c.jobs[id].Limit == 0 {
		return Never
	}
	return c.config.Jobs[id].Walltime
}

// hasOtherQOS reports whether a partition of a job has a QOS that is not the job's.
func (c *LiveQueue) hasOtherQOS(j *slurmstate.JobInfo) bool {
	return slices.ContainsFunc(c.snapshot.Partitions, func(p slurmstate.Partition) bool {
		return p.QOS != "" && p.QOS != j.QOS && slices.Contains(j.Partitions, p.Name)
	})
}

// qosOf returns the QOSs whose limits count a job: its own, and that of its partition.
func (c *LiveQueue) qosOf(j *slurmstate.JobInfo, r *workload.Job) []string {
	return []string{j.QOS, c.partition(r.Queue).QOS}
}

// chain returns an account and those above it, as far as the files tell.
func (c *LiveQueue) chain(account string) (all []string) {
	for name, left := account, len(c.policy.Accounts); ; left-- {
		all = append(all, name)
		above := slices.IndexFunc(c.policy.Accounts, func(a slurmsched.Account) bool { return a.Name == name })
		if left <= 0 || above < 0 || c.policy.Accounts[above].Parent == "" {
			break
		}
		name = c.policy.Accounts[above].Parent
	}
	if !slices.Contains(all, "root") {
		all = append(all, "root")
	}
	return all
}

// roomLater returns which job that counts toward a limit ends first. It is for a job that
// is held by a limit according to Slurm, if the files do not tell how much the limit
// allows. It returns nil for other obstacles. If the limit counts jobs, the end of any
// such job gives room.
func (c *LiveQueue) roomLater(a *Answer) *LimitRoom {
	j, code := a.Job, a.Obstacle.Code
	o := owned{user: j.User, group: j.Account}
	switch code {
	case QOSGroup, QOSJobs, QOSResources:
		o.qos = j.QOS
	case QOSUser:
		o.qos, o.perUser = j.QOS, true
	case JobsPerAccount, PerAccount:
		o.qos, o.perAccount = j.QOS, true
	case AccountGroup, AccountJobs, AccountResources:
		o.perAccount = true // that of an account above is not known without sacctmgr's tree
	case AccountUser:
		o.perUser, o.perAccount = true, true
	default:
		return nil
	}
	switch m := a.Obstacle.On; {
	case m == JobTime || m == PastTime || m == SubmittedJobs:
		return nil
	case o.qos != "" && c.hasOtherQOS(j):
		return nil // which of both QOSs holds it, the word does not tell
	case j.QOS == "" && code >= QOSGroup && code <= QOSUsage || j.Account == "" && o.perAccount:
		return &LimitRoom{Lacks: []Missing{MissingOwners}}
	}
	room := c.ends(&o, func(left []workload.JobID, before int64) (int64, bool) {
		return int64(len(left)), true
	})
	room.Enough = len(room.Ends) > 0 && a.Obstacle.On == RunningJobs
	if len(room.Ends) == 0 && room.Lacks == nil {
		room.Lacks = append(room.Lacks, MissingOthers)
	}
	return room
}
