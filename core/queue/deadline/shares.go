package deadline

import (
	"maps"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// pot is a number of nodes and how many of them jobs are charged to: more than
// there are, if it was made smaller meanwhile.
type pot struct{ size, used int32 }

// waiting is a waiting job as shares see it. One that started long ago may still
// be in a line: find tells.
type waiting struct {
	r       *workload.Request
	place   queue.QueuePlace
	latest  simtime.Time // when its slack ends; Never without a deadline
	since   simtime.Time // when that was last worked out anew
	ended   simtime.Time // when it ended, once it is overdue
	user    int32
	need    int32 // nodes
	flagged bool  // as at risk
	over    bool  // it waits no more
	round   int32 // in which it was last looked at, overdue
}

// charge is what a running job is charged to.
type charge struct {
	user, usable, reserve, system int32

	per      int32            // how much of what it asks for counts as a node
	estimate simtime.Duration // when it started
	past     pace             // that this follows from
}

// account is one user's shares and waiting jobs.
type account struct {
	name            string
	usable, reserve pot
	granted         int32       // of the allotment: less than all of it while others still hold what it grew by
	line            waitingHeap // those that the usable share can hold, by priority
	wide            []waiting   // those that it cannot hold as it is; kept where allotments change
	dated           waitingHeap // those with slack left, by its end
	overdue         []waiting   // those without, in no order
	urgent          int32       // overdue jobs that the allotment and the system's reserve can hold
	least           int32       // nodes that any overdue job needs
	fresh           bool        // there are overdue jobs that were not looked at yet
	at              int         // the overdue job that comes first in this pass, -1 if that is to be found
	past            []pace      // by application
	open            bool        // to be looked at in the next round
	refused         bool        // by the allocator, in this round
}

// shares are who holds how much under S1's allotments, with each user's
// waiting jobs and what estimates are made from. They last from pass to pass.
type shares struct {
	queue.Stateless
	users    []account
	index    map[string]int32    // of users; shared by copies
	changes  []queue.ShareChange // of allotments, all; shared by copies
	turned   int                 // changes[turned:] are yet to come
	nodes    int32               // of the machine
	allotted int32               // to all users
	taken    int32               // by users, whether they hold it or it is kept for them
	system   int32               // held of the system's reserve
	charges  map[workload.JobID]charge
	came     []waiting    // since the last pass
	open     []int32      // users to be looked at in the next round
	wake     simtime.Time // when slack next ends, or earlier
	stale    bool         // wake may be too early
	round    int32
	retry    bool       // overdue jobs may find more than they did
	refused  bool       // the allocator refused one of them in this round
	started  bool       // a job, in this round
	done     []finished // whose holding is empty, in order; copies share what they have in common
}

// finished is a job that has given back what it held, for good.
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

// allotment is S1's K.
func (u *account) allotment() int32 { return u.usable.size + u.reserve.size }

// held is what the user's jobs are charged for, but for the system's reserve.
func (u *account) held() int32 { return u.usable.used + u.reserve.used }

// spare is what a user may still take of the whole allotment.
func (u *account) spare() int32 { return max(u.granted-u.held(), 0) }

// left is what is left of a user's reserve, which is filled first, and of the
// usable share.
func (u *account) left() (reserve, usable int32) {
	reserve = min(max(u.reserve.size-u.reserve.used, 0), u.spare())
	return reserve, u.spare() - reserve
}

// left is what is left of the system's reserve.
func (t *shares) left() int32 { return max(t.nodes-t.taken-t.system, 0) }

// holds is what a user's jobs can be charged to at the most, with the system's reserve.
func (t *shares) holds(u *account) int32 { return u.allotment() + max(t.nodes-t.allotted, 0) }

// Join implements queue.PolicyState: the next pass looks at the job.
func (t *shares) Join(w *queue.Waiting) {
	if i, ok := t.index[w.User]; ok {
		t.came = append(t.came, waiting{r: w.Request, place: w.Place(), latest: simtime.Never, since: w.Submit, user: i})
	}
}

// Admit implements queue.PolicyState. It leaves nothing of what was known of a job
// before it was started: that has just given back what it held, and is not done.
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

// forget takes a job out of all lines but that of the overdue. Cost: O(waiting
// jobs of the user).
func (u *account) forget(id workload.JobID) {
	u.line.drop(id)
	u.dated.drop(id)
	u.wide = slices.DeleteFunc(u.wide, func(j waiting) bool { return j.r.ID == id })
}

// End implements queue.PolicyState: it returns what a job was charged to where it came
// from. The job stays in the table, with an empty holding.
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
	t.look(c.user)
	t.grant()
	t.retry = true
}

// look lets the next round look at a user.
func (t *shares) look(user int32) {
	if u := &t.users[user]; !u.open {
		u.open = true
		t.open = append(t.open, user)
	}
}

// Resize implements queue.PolicyState: a running job is charged for what it holds and
// has frozen now, more to the usable share, less to what others need most.
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
		t.look(c.user)
		t.retry = true
	}
	change(&c.usable, &u.usable.used, more)
	t.charges[job.Request.ID] = c
	t.grant()
}

// Leave implements queue.PolicyState: it forgets a waiting job. Cost: O(waiting jobs of its user).
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
	t.look(i)
}
