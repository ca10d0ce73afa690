// Package deadline implements S1's scheduling by users' allotments, priorities and
// deadlines. It uses only exported names of package queue, so it also serves as a
// model for a discipline added from outside.
//
// Every user is allotted a number of nodes (an [Allotment]): a usable share for any
// job and a reserve for jobs whose deadline is in danger. [DeadlinePolicy] is the
// queue.Policy. The slack of a job is the time left until its deadline, less its
// estimated run time. A job without slack is overdue. A pass first rescues overdue
// jobs. It then starts each user's jobs by priority, as far as the usable share
// holds them.
//
// The type shares is the policy's state. For each user it contains the usable
// share, the reserve, the waiting jobs, and the past run times from which run times
// are estimated. For each running job it contains the shares that the job is
// charged to. Estimates are in estimate.go, changes of allotments in change.go, and
// S1's job table in table.go.
package deadline

import (
	"fmt"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Allotments are S1's shares of the machine, in nodes; a job of tasks counts as the
// nodes that it would fill. Nodes allotted to no user are the system's reserve.
//
// Source: S1, section 3; SOURCES.md S1.1 and S1.8.
type Allotments struct {
	Users   []Allotment
	Changes []queue.ShareChange // ascending by time
	History []FinishedJob       // earliest first
}

// Allotment is the number of nodes that one user may use: Usable nodes for any job,
// and the rest of Nodes in reserve for jobs that would otherwise miss their
// deadline.
type Allotment struct {
	User   string
	Nodes  int32 // S1's K
	Usable int32 // S1's K·P, rounded down
}

// FinishedJob is a finished job on which estimates are based.
type FinishedJob struct {
	User, Application string
	Amount            int64            // amount of computation
	Time              simtime.Duration // run time
}

// DeadlinePolicy is S1's scheduling by users' allotments, priorities and deadlines.
//
// Each user has a share of the machine: K nodes, of which K·P are for any job and
// the rest are in reserve. A user's jobs start one after another by priority, as
// far as the usable share holds them. A job whose deadline is no further away than
// its estimated run time starts at once on its user's reserve. If that is too
// small, the job also uses the idle part of its user's usable share, and if that is
// not enough, the system's reserve. If all of these together do not hold the job,
// its deadline is at risk: the job is flagged and comes before all other jobs of
// its user. A job that, by its estimate, starts too late to be complete in time is
// flagged as well.
//
// Allotments may change during a run (Turn). No job is killed because of a change.
// A user who holds more than the new allotment keeps these nodes and takes no more.
// Other users do not get less because of this. A user with a larger allotment gets
// the additional nodes as soon as they are free.
//
// Cost: O(log waiting jobs) for each start by priority, besides the allocator;
// O(users + its user's overdue jobs) for each rescue, and for each job that becomes
// overdue; O(users) if a job with a deadline starts; O(its user's waiting jobs with
// a deadline) for a job that ends and changes an estimate; O(waiting jobs of the
// users concerned + users) for a change of allotments, and from then on O(users)
// for each job that ends. Jobs that wait their turn and finished jobs cost nothing.
//
// Source: S1, sections 3 and 4 (1) and (2); SOURCES.md S1.3 to S1.6 and S1.8.
// INFERRED: a higher number is a higher priority. Ties keep queue order, and a
// user's jobs start strictly one after another. A pass runs when a job's slack
// ends. A rescue uses the user's reserve, the idle part of the usable share and the
// system's reserve together. Among jobs to be rescued, the job whose slack ended
// first comes first. A job wider than the usable share can only be started by a
// rescue, and blocks no other job before its slack ends.
//
// LIMITATIONS: shares are numbers of nodes, not particular nodes. The allocator may
// refuse a job that its share would hold (nodes that are down or frozen, tasks
// spread over shared nodes, shape-constrained allocators). Such a job waits and
// blocks only its own user. Users are visited in the order of the allotments. A job
// at risk may be overtaken by narrower jobs that can still be rescued. A growing
// job is charged for its growth (Ration); a moldable job starts with the size that
// it asks for.
type DeadlinePolicy struct{ Allotments Allotments }

// UsedNodesOnly implements queue.UsedNodesOnly.
func (DeadlinePolicy) UsedNodesOnly() {}

// Shares implements queue.Sharing.
func (d DeadlinePolicy) Shares() []queue.Share {
	out := make([]queue.Share, len(d.Allotments.Users))
	for i, u := range d.Allotments.Users {
		out[i] = queue.Share{User: u.User, Nodes: u.Nodes}
	}
	return out
}

// Schedule implements queue.Policy.
func (DeadlinePolicy) Schedule(q *queue.Pass) {
	p := begin(q)
	for again := true; again; again = p.again() {
		for job := range p.Overdue() {
			p.Rescue(job)
		}
		for user := range p.ByPriority() {
			for p.StartNext(user) {
			}
		}
	}
	p.WakeUp()
	p.HoldInLine()
}

// Rescue starts a job whose slack has ended. It uses the nodes of the user's
// reserve first, then the idle part of the usable share, then the system's reserve.
// Each is used only as far as the previous ones are too small. If all together are
// too small, it flags the job.
//
// Source: S1, section 4 (2), step 4; SOURCES.md S1.5 and S1.6.
func (p pass) Rescue(j *waiting) {
	w := p.find(j)
	if w == nil {
		j.over = true
		return
	}
	reserve, usable := p.users[j.user].left()
	reason := why.Reason{Need: j.need, Blocker: workload.NoJob}
	if j.latest >= j.r.Submit || j.ended > j.r.Submit {
		reason.At = j.ended
	}
	c := charge{user: j.user, reserve: min(j.need, reserve)}
	c.usable = min(j.need-c.reserve, usable)
	c.system = j.need - c.reserve - c.usable
	switch system := p.left(); {
	case c.system > system:
		reason.Code, reason.Have = why.AtRisk, reserve+usable+system
		p.Hold(w, reason)
		p.flag(j, w, reason)
		return
	case c.system > 0:
		reason.Code, reason.Have = why.RescuedBySystem, c.system
	case c.reserve == 0:
		reason.Code, reason.Have = why.WithinShare, usable
	case c.usable > 0:
		reason.Code, reason.Have = why.RescuedOnBoth, c.usable
	default:
		reason.Code, reason.Have = why.Rescued, reserve
	}
	if refusal, ok := p.startOn(j, w, c, reason); !ok {
		p.refused = true
		p.flag(j, w, refusal)
	}
}

// StartNext starts the job of a user that is next by priority, if the usable share
// holds it. It does not start the job if an overdue job of the user waits for nodes
// of the shares. It reports whether it started the job.
//
// Source: S1, section 4 (2), steps 1 and 3; SOURCES.md S1.4.
func (p pass) StartNext(u *account) bool {
	j, w := p.next(u)
	if w == nil || u.urgent > 0 {
		return false
	}
	_, have := u.left()
	if j.need > have {
		p.Hold(w, why.Reason{Code: why.OverShare, Need: j.need, Have: have, Blocker: workload.NoJob})
		return false
	}
	reason := why.Reason{Code: why.WithinShare, Need: j.need, Have: have, Blocker: workload.NoJob}
	if _, ok := p.startOn(j, w, charge{user: j.user, usable: j.need}, reason); !ok {
		u.refused = true
		return false
	}
	u.line.pop()
	return true
}

// Ration implements queue.UserLimiter. A job on the usable share may take what is
// left of that share, unless another job of its user waits for it. A job on a
// reserve may not grow, because reserves are for rescues.
//
// Source: our own (SOURCES.md S2.9): S1 has no growing jobs.
func (DeadlinePolicy) Ration(p *queue.Pass, job *cluster.Running, want int32) (int32, why.Reason) {
	t := p.Own().(*shares)
	c := t.charges[job.Request.ID]
	u := &t.users[c.user]
	if c.reserve+c.system > 0 {
		return 0, why.Reason{Code: why.Rescued, Need: c.reserve + c.system, Blocker: workload.NoJob}
	}
	if _, waits := (pass{p, t}).next(u); waits != nil {
		return 0, why.Reason{Code: why.BehindUser, Blocker: waits.ID}
	}
	_, usable := u.left()
	return max(0, min(want, (c.usable+usable)*c.per-job.Size())), why.Reason{Code: why.OverShare, Need: 1, Have: max(0, usable), Blocker: workload.NoJob}
}

// Head implements queue.HeadChooser. It returns the overdue job whose slack ended
// first among those that the shares could hold. If there is none, it returns the
// next job of a user whose usable share could hold that job. It returns nil if
// every job waits for a share and not for nodes.
//
// Source: our own (SOURCES.md S2.9): S1 has no growing jobs.
func (DeadlinePolicy) Head(q *queue.Pass) *queue.Waiting {
	p := pass{q, q.Own().(*shares)}
	system := p.left()
	var first *waiting
	for i := range p.users {
		u := &p.users[i]
		for k := range u.overdue {
			if j := &u.overdue[k]; j.need <= u.spare()+system && (first == nil || bySlack(j, first)) && p.find(j) != nil {
				first = j
			}
		}
	}
	if first != nil {
		return p.find(first)
	}
	for i := range p.users {
		u := &p.users[i]
		_, usable := u.left()
		if j, w := p.next(u); w != nil && u.urgent == 0 && j.need <= usable {
			return w
		}
	}
	return nil
}

// Checks implements queue.Checker. A job's user must have an allotment, and at some
// time the usable share must hold the job. For a job with a deadline, it is enough
// if the whole allotment and the system's reserve together hold the job at some
// time.
func (d DeadlinePolicy) Checks(m *cluster.Machine) func(*workload.Request) error {
	t := newShares(&d.Allotments, m)
	most := make([]Allotment, len(t.users)) // for each user: the largest usable share, and the largest number of nodes that a rescue can take, over all times
	grow := func() {
		for i := range t.users {
			u, x := &t.users[i], &most[i]
			x.Usable, x.Nodes = max(x.Usable, u.usable.size), max(x.Nodes, t.holds(u))
		}
	}
	grow()
	atMost := ""
	for t.NextTurn() != simtime.Never {
		t.Turn()
		grow()
		atMost = " at most"
	}
	return func(r *workload.Request) error {
		i, ok := t.index[r.User]
		if !ok {
			return fmt.Errorf("its user %q has no allotment; allot nodes to %q, or let a user who has some submit it", r.User, r.User)
		}
		usable, rescue, need := most[i].Usable, most[i].Nodes, m.NodesFor(r)
		switch {
		case need <= usable, r.Deadline > 0 && need <= rescue:
			return nil
		case r.Deadline > 0:
			return fmt.Errorf("needs %d nodes; the allotment of %q and the system's reserve are %d together%s; ask for fewer, or allot more", need, r.User, rescue, atMost)
		default:
			return fmt.Errorf("needs %d nodes; the usable share of %q is %d%s; ask for fewer, allot more, or give it a deadline (a rescue can take %d)", need, r.User, usable, atMost, rescue)
		}
	}
}
