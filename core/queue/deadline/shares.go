package deadline

import (
	"maps"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// pot is one part of the nodes that jobs can be charged for: a user's usable share
// or reserve. The field size is its number of nodes, and the field used is the
// number charged to jobs. The used number may be larger than the size if the pot
// was reduced meanwhile.
type pot struct{ size, used int32 }

// waiting is a job in the policy's list of waiting jobs. The list may still contain
// a job that started; find detects that.
type waiting struct {
	r       *workload.Request
	place   queue.QueuePlace
	latest  simtime.Time // end of the slack; Never without a deadline
	since   simtime.Time // when latest was last recomputed
	ended   simtime.Time // for an overdue job: when the slack ended
	user    int32
	need    int32 // number of nodes needed
	flagged bool  // the job was flagged as at risk
	over    bool  // the job no longer waits
	round   int32 // number of the last round that considered it as an overdue job
}

// charge is the number of nodes that a running job is charged for, separately for
// the usable share, the user's reserve and the system's reserve.
type charge struct {
	user, usable, reserve, system int32

	per      int32            // number of the job's nodes or tasks that count as one node
	estimate simtime.Duration // estimated run time when the job started
	past     pace             // the past run on which the estimate is based
}

// account is one user's shares and waiting jobs.
type account struct {
	name            string
	usable, reserve pot
	granted         int32       // number of nodes of the allotment that the user may use; less than the allotment while other users still hold nodes that are to be added
	line            waitingHeap // jobs that the usable share can hold, by priority
	wide            []waiting   // jobs that the usable share cannot hold; only kept if allotments change
	dated           waitingHeap // jobs with slack left, by the end of the slack
	overdue         []waiting   // jobs without slack left, unordered
	urgent          int32       // number of overdue jobs that the allotment and the system's reserve can hold
	least           int32       // least number of nodes that an overdue job needs
	fresh           bool        // some overdue job has not been considered yet
	at              int         // index in overdue of the job that this pass must consider first, -1 if unknown
	past            []pace      // last run of each application
	open            bool        // to be visited in the next round
	refused         bool        // the allocator refused a job in this round
}

// shares is the state of the policy: who holds how much under S1's allotments, with
// each user's waiting jobs and the basis of estimates. It lasts from pass to pass.
type shares struct {
	queue.Stateless
	users    []account
	index    map[string]int32    // index of each user, by name; shared by copies
	changes  []queue.ShareChange // all changes of allotments; shared by copies
	turned   int                 // changes[turned:] are still to come
	nodes    int32               // nodes of the machine
	allotted int32               // total number of nodes allotted to users
	taken    int32               // nodes that users hold, or that are reserved for them
	system   int32               // number of nodes of the system's reserve that are in use
	charges  map[workload.JobID]charge
	came     []waiting    // jobs that arrived since the last pass
	open     []int32      // users to visit in the next round
	wake     simtime.Time // next time at which the slack of a job ends, or an earlier time
	stale    bool         // wake may be too early
	round    int32
	retry    bool       // overdue jobs may find more nodes than before
	refused  bool       // the allocator refused an overdue job in this round
	started  bool       // a job was started in this round
	done     []finished // finished jobs, in order of their ends; copies share the common part
}

// finished is a job that has ended for good and holds nothing.
type finished struct {
	r      *workload.Request
	charge charge
	ended  simtime.Time
}

// NewState implements queue.Stateful.
func (d DeadlinePolicy) NewState(c *queue.Config) queue.PolicyState {
	return newShares(&d.Allotments, c.Machine)
}

// newShares returns the shares of an empty machine.
func newShares(a *Allotments, m *cluster.Machine) *shares {
	t := &shares{
		users: make([]account, len(a.Users)), index: make(map[string]int32, len(a.Users)), changes: a.Changes, nodes: int32(m.NumNodes()),
		charges: map[workload.JobID]charge{}, wake: simtime.Never,
	}
	for i, x := range a.Users {
		u := &t.users[i]
		*u = account{name: x.User, usable: pot{size: x.Usable}, reserve: pot{size: x.Nodes - x.Usable}, granted: x.Nodes}
		u.line.before, u.dated.before = byPriority, bySlack
		t.index[x.User] = int32(i)
		t.allotted += x.Nodes
	}
	t.taken = t.allotted
	for _, x := range a.History {
		if i, ok := t.index[x.User]; ok {
			t.users[i].learn(x.Application, pace{amount: x.Amount, time: x.Time})
		}
	}
	return t
}

// Clone implements queue.PolicyState. Cost: O(users + waiting and running jobs +
// applications).
func (t *shares) Clone() queue.PolicyState {
	c := *t
	t.done = t.done[:len(t.done):len(t.done)]
	c.done = t.done
	c.users, c.charges = slices.Clone(t.users), maps.Clone(t.charges)
	c.came, c.open = slices.Clone(t.came), slices.Clone(t.open)
	for i := range c.users {
		u := &c.users[i]
		u.line.jobs, u.dated.jobs, u.wide = slices.Clone(u.line.jobs), slices.Clone(u.dated.jobs), slices.Clone(u.wide)
		u.overdue, u.past = slices.Clone(u.overdue), slices.Clone(u.past)
	}
	return &c
}

// allotment returns S1's K.
func (u *account) allotment() int32 { return u.usable.size + u.reserve.size }

// held returns the number of nodes that the user's jobs are charged for, without
// those of the system's reserve.
func (u *account) held() int32 { return u.usable.used + u.reserve.used }

// spare returns how many more nodes the user may take of the whole allotment.
func (u *account) spare() int32 { return max(u.granted-u.held(), 0) }

// left returns how many nodes are left in the user's reserve and in the usable
// share. If not all of the allotment is available, the reserve is filled first.
func (u *account) left() (reserve, usable int32) {
	reserve = min(max(u.reserve.size-u.reserve.used, 0), u.spare())
	return reserve, u.spare() - reserve
}

// left returns what is left of the system's reserve.
func (t *shares) left() int32 { return max(t.nodes-t.taken-t.system, 0) }

// holds returns the largest number of nodes that a user's jobs can be charged for,
// including the system's reserve.
func (t *shares) holds(u *account) int32 { return u.allotment() + max(t.nodes-t.allotted, 0) }

// Join implements queue.PolicyState. It adds the job to the list of jobs that the
// next pass must consider.
func (t *shares) Join(w *queue.Waiting) {
	if i, ok := t.index[w.User]; ok {
		t.came = append(t.came, waiting{r: w.Request, place: w.Place(), latest: simtime.Never, since: w.Submit, user: i})
	}
}

// Admit implements queue.PolicyState. If the job was started before, it has just
// given back its nodes and is not finished, so Admit removes the old entries about
// it.
func (t *shares) Admit(w *queue.Waiting, _ simtime.Time, again bool) {
	if !again {
		return
	}
	r := w.Request
	if last := len(t.done) - 1; last >= 0 && t.done[last].r.ID == r.ID {
		t.done = t.done[:last:last]
	}
	if i, ok := t.index[r.User]; ok {
		t.users[i].forget(r.ID)
	}
}

// forget removes a job from all lists except the overdue jobs. Cost: O(waiting jobs
// of the user).
func (u *account) forget(id workload.JobID) {
	u.line.drop(id)
	u.dated.drop(id)
	u.wide = slices.DeleteFunc(u.wide, func(j waiting) bool { return j.r.ID == id })
}

// End implements queue.PolicyState. It returns the job's nodes to the shares and
// reserves from which they were taken. The job stays in the job table, holding
// nothing.
//
// Source: S1, section 4 (4); SOURCES.md S1.2.
func (t *shares) End(job *cluster.Running, now simtime.Time) {
	r := job.Request
	c, ok := t.charges[r.ID]
	if !ok {
		return
	}
	delete(t.charges, r.ID)
	t.done = append(t.done, finished{r, c, now})
	u := &t.users[c.user]
	u.usable.used -= c.usable
	u.reserve.used -= c.reserve
	t.system -= c.system
	t.markForRound(c.user)
	t.grant()
	t.retry = true
}

// markForRound marks a user to be visited in the next round.
func (t *shares) markForRound(user int32) {
	if u := &t.users[user]; !u.open {
		u.open = true
		t.open = append(t.open, user)
	}
}

// Resize implements queue.PolicyState. It charges a running job for the nodes that
// it now holds or has frozen. Additional nodes are charged to the usable share.
// Nodes given back reduce the charge to the system's reserve first, then the charge
// to the user's reserve, then the charge to the usable share. This is the order in
// which other jobs need them most.
func (t *shares) Resize(job *cluster.Running, _ simtime.Time) {
	c, ok := t.charges[job.Request.ID]
	if !ok {
		return
	}
	u := &t.users[c.user]
	more := (job.Held()+c.per-1)/c.per - (c.usable + c.reserve + c.system)
	change := func(part, used *int32, by int32) {
		*part += by
		*used += by
		more -= by
	}
	if more < 0 {
		change(&c.system, &t.system, max(more, -c.system))
		change(&c.reserve, &u.reserve.used, max(more, -c.reserve))
		t.markForRound(c.user)
		t.retry = true
	}
	change(&c.usable, &u.usable.used, more)
	t.charges[job.Request.ID] = c
	t.grant()
}

// Leave implements queue.PolicyState. It removes a waiting job. Cost: O(waiting
// jobs of its user).
func (t *shares) Leave(r *workload.Request) {
	i, ok := t.index[r.User]
	if !ok {
		return
	}
	is := func(j waiting) bool { return j.r.ID == r.ID }
	u := &t.users[i]
	u.forget(r.ID)
	u.overdue = slices.DeleteFunc(u.overdue, is)
	t.count(u)
	t.came = slices.DeleteFunc(t.came, is)
	t.stale = true
	t.markForRound(i)
}
