package deadline

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
)

// NextTurn implements queue.TimedState.
func (t *shares) NextTurn() simtime.Time {
	if t.turned == len(t.changes) {
		return simtime.Never
	}
	return t.changes[t.turned].At
}

// Turn implements queue.TimedState. It makes the changes of allotments that are due
// next. Each change enlarges or reduces a user's allotment, or divides it
// differently between usable share and reserve.
//
// Source: the abstract and section 3 of S1 (resources are allotted dynamically);
// SOURCES.md S1.8. INFERRED: changes happen at given instants; running jobs
// continue and are charged as before until they end.
func (t *shares) Turn() []queue.ShareChange {
	from, at := t.turned, t.NextTurn()
	for t.NextTurn() == at {
		x := &t.changes[t.turned]
		t.turned++
		u := &t.users[x.User]
		t.allotted += x.Nodes - u.allotment()
		u.usable.size, u.reserve.size = x.Usable, x.Nodes-x.Usable
		u.granted = min(u.granted, x.Nodes)
		u.sort()
	}
	t.grant()
	for i := range t.users { // The system's reserve has changed too, so the shares may now hold other overdue jobs than before.
		t.count(&t.users[i])
		t.markForRound(int32(i))
	}
	t.retry = true
	return t.changes[from:t.turned]
}

// enqueue adds a waiting job to one of two lists of its user: line if the usable
// share can hold the job, else wide.
func (u *account) enqueue(j *waiting) {
	if j.need <= u.usable.size {
		u.line.push(*j)
	} else {
		u.wide = append(u.wide, *j)
	}
}

// sort divides the user's waiting jobs again into those that the usable share can
// hold now and the others.
func (u *account) sort() {
	all := append(u.line.jobs, u.wide...)
	u.line.jobs, u.wide = nil, nil
	for i := range all {
		u.enqueue(&all[i])
	}
}

// grant gives available nodes to users whose allotments have grown. A node is
// available if no user holds it and no other user may take it. When an allotment
// shrinks, its nodes become available only as its user's jobs end. Until then, the
// nodes that these jobs hold are missing first from the system's reserve, and next
// from the users who are to get more. No other user gets less.
func (t *shares) grant() {
	if t.turned == 0 {
		return
	}
	t.taken = 0
	for i := range t.users {
		u := &t.users[i]
		u.granted = max(u.granted, min(u.held(), u.allotment()))
		t.taken += max(u.granted, u.held())
	}
	for i := range t.users {
		u := &t.users[i]
		if more := min(u.allotment()-u.granted, t.left()); more > 0 {
			u.granted += more
			t.taken += more
			t.markForRound(int32(i))
			t.retry = true
		}
	}
}
