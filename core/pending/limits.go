package pending

import (
	"slices"
	"strings"

	"hopyard/core/queue/slurmsched"
	"hopyard/core/slurmrules"
	"hopyard/core/slurmstate"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// rules sets the limits and the preemption of the policy, if the files give any. What
// concerns no job of the queue is left out.
func (c *LiveQueue) rules() {
	var all slurmsched.SlurmConfig
	doubts := slurmrules.Configure(c.snapshot, &all)
	c.limited, c.stops = slurmrules.HasLimits(&all), all.Preemption.By != slurmsched.PreemptNever
	c.policy.Preemption = all.Preemption
	if c.limited || all.Preemption.By == slurmsched.PreemptByQOS {
		c.policy.QOS = c.usedQOS(all.QOS)
	}
	if c.limited {
		c.policy.Accounts = c.usedAccounts(all.Accounts)
		c.assume(LimitsCount)
		c.submits = map[string]slurmsched.JobLimits{}
		for i := range c.policy.QOS {
			c.submits[c.policy.QOS[i].Name] = c.policy.QOS[i].Limits
		}
		slurmrules.DropSubmitLimits(&c.policy)
		if !slices.ContainsFunc(c.snapshot.Jobs, func(j slurmstate.JobInfo) bool { return j.QOS != "" }) {
			c.assume(OwnersUnknown)
		}
	}
	if c.stops && all.Preemption.Mode != slurmsched.StopSuspend {
		c.assume(StopsJobs)
	}
	for _, d := range doubts {
		c.assumeOf(Clause{Code: [...]Code{slurmrules.NotSimulated: NotSimulated, slurmrules.NotEnforced: NotEnforced, slurmrules.PastUse: PastUse}[d.Kind], Name: d.Name})
	}
}

// usedQOS returns the QOSs of jobs and partitions.
func (c *LiveQueue) usedQOS(all []slurmsched.QOS) []slurmsched.QOS {
	used := map[string]bool{}
	for i := range c.snapshot.Jobs {
		used[c.snapshot.Jobs[i].QOS] = true
	}
	for i := range c.snapshot.Partitions {
		used[c.snapshot.Partitions[i].QOS] = true
	}
	all = slices.DeleteFunc(all, func(q slurmsched.QOS) bool { return !used[q.Name] })
	for i := range all {
		all[i].Preempt = slices.DeleteFunc(all[i].Preempt, func(name string) bool { return !used[name] })
	}
	return all
}

// usedAccounts returns the users that have jobs, with their accounts and all above.
func (c *LiveQueue) usedAccounts(all []slurmsched.Account) []slurmsched.Account {
	used, users, above := map[string]bool{}, map[[2]string]bool{}, map[string]string{}
	for i := range all {
		above[all[i].Name] = all[i].Parent
	}
	for i := range c.snapshot.Jobs {
		j := &c.snapshot.Jobs[i]
		users[[2]string{j.Account, j.User}] = true
		for name, left := j.Account, len(all); name != "" && left > 0; left-- {
			used[name] = true
			name = above[name]
		}
	}
	used["root"] = true
	all = slices.DeleteFunc(all, func(a slurmsched.Account) bool { return !used[a.Name] })
	for i := range all {
		a := &all[i]
		a.Users = slices.DeleteFunc(a.Users, func(u slurmsched.User) bool { return !users[[2]string{a.Name, u.Name}] })
		if !used[a.Parent] {
			a.Parent = ""
		}
	}
	return all
}

// owners gives a running job the partition whose QOS and tier count for it. A job that
// is completing counts for no limit any more.
func (c *LiveQueue) owners(j *slurmstate.JobInfo, r *workload.Request) {
	if !c.limited && !c.stops {
		return
	}
	if j.State == "COMPLETING" {
		r.User, r.Group, r.QOS = "", "", ""
	}
	for _, p := range c.policy.Partitions {
		if slices.Contains(j.Partitions, p.Name) {
			r.Queue = p.Name
			return
		}
	}
}

// simulates reports whether the reason of a pending job is a limit that the files give,
// so that the simulation finds out when it ends. Limits on past use are none of them.
func (c *LiveQueue) simulates(j *slurmstate.JobInfo, r *workload.Request) bool {
	if !c.limited {
		return false
	}
	mine := slurmsched.SlurmPolicy{Config: slurmsched.SlurmConfig{}}
	part := c.partition(r.Queue).QOS
	for _, q := range c.policy.QOS {
		if q.Name == j.QOS || q.Name == part {
			mine.Config.QOS = append(mine.Config.QOS, q)
		}
	}
	for name, left := j.Account, len(c.policy.Accounts); name != "" && left > 0; left-- {
		above := ""
		for _, a := range c.policy.Accounts {
			if a.Name == name {
				above = a.Parent
				a.Users = slices.DeleteFunc(slices.Clone(a.Users), func(u slurmsched.User) bool { return u.Name != j.User || a.Name != j.Account })
				mine.Config.Accounts = append(mine.Config.Accounts, a)
			}
		}
		name = above
	}
	for _, l := range mine.Limits() {
		if l.Word == j.Reason && l.Rule != slurmsched.Rules[slurmsched.GrpWall].Name && l.Rule != slurmsched.Rules[slurmsched.GrpTRESMins].Name {
			return true
		}
	}
	return false
}

// byLimit reports whether an obstacle is a limit of a QOS, an account or a user, which
// sacctmgr shows.
func (x Code) byLimit() bool { return x >= QOSGroup && x <= PerAccount }

// Command returns the command of Slurm whose output lets the simulation find out when an
// obstacle ends, or "".
func (x Code) Command() string {
	switch {
	case x >= AccountGroup && x <= AccountTime:
		return "sacctmgr -P show assoc tree"
	case x.byLimit():
		return "sacctmgr -P show qos"
	case x == WaitsForReservation:
		return "scontrol show reservation"
	}
	return ""
}

// Missing returns the command of Slurm whose output is missing to find out when an
// obstacle ends, or "" if there is none, or it has been given.
func (c *LiveQueue) Missing(obstacle Clause) string {
	command := obstacle.Code.Command()
	if obstacle.Code >= AccountGroup && obstacle.Code <= AccountTime && c.snapshot.Assocs != nil || c.snapshot.QOS != nil && command == QOSGroup.Command() {
		return ""
	}
	return command
}

// heldBy returns what a limit does to a job now.
func (c *LiveQueue) heldBy(r *why.Reason) Clause {
	code := [...]Code{HeldOver, HeldUnder, HeldUsed}[slices.Index([]why.Code{why.OverLimit, why.UnderLimit, why.UsedUp}, r.Code)]
	all := (slurmsched.SlurmPolicy{Config: c.policy}).Limits()
	x := Clause{Code: code, Need: int64(r.Need), Have: int64(r.Have)}
	if r.Which > 0 && int(r.Which) <= len(all) {
		l := &all[r.Which-1]
		x.Name = strings.TrimSpace(l.Word + " " + l.QOS + l.Name)
	}
	return x
}

// accepts reports whether the limits on submitted jobs of a QOS accept another job of an
// owner. All jobs of the queue are submitted.
func (c *LiveQueue) accepts(qos string, job *workload.Job) bool {
	all, user, account := int64(1), int64(1), int64(1)
	for i := range c.snapshot.Jobs {
		if j := &c.snapshot.Jobs[i]; j.QOS == qos && (holds(j) || isPending(j)) {
			all++
			if j.User == job.User {
				user++
			}
			if j.Account == job.Group {
				account++
			}
		}
	}
	return !slices.ContainsFunc(c.submits[qos], func(l slurmsched.Limit) bool {
		switch l.Rule {
		case slurmsched.GrpSubmitJobs:
			return all > l.Amount
		case slurmsched.MaxSubmitJobsPerUser:
			return user > l.Amount
		case slurmsched.MaxSubmitJobsPerAccount:
			return account > l.Amount
		}
		return false
	})
}
