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

// Turn implements queue.TimedState: the allotments of some users grow, shrink or are
// split differently between usable share and reserve.
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
	for i := range t.users { // the system's reserve has changed, too, and with it the order of the overdue jobs
		t.count(&t.users[i])
		t.markForRound(int32(i))
	}
	t.retry = true
	return t.changes[from:t.turned]
}

// enqueue adds a waiting job to the line, or sets it aside if the usable share cannot
// hold it.
func (u *account) enqueue(j *waiting) {
	if j.need <= u.usable.size {
		u.line.push(*j)
	} else {
		u.wide = append(u.wide, *j)
	}
}

// sort splits the waiting jobs again into those that the usable share can hold now
// and the others.
func (u *account) sort() {
	all := append(u.line.jobs, u.wide...)
	u.line.jobs, u.wide = nil, nil
	for i := range all {
		u.enqueue(&all[i])
	}
}

// grant gives users whose allotments have grown the nodes that are available: those
// that nobody holds and that no other user may take. So the nodes of a shrunken
// allotment come from its user's jobs, one by one as they end. What these jobs
// still hold is missing first in the system's reserve, then for users who are to
// get more, and for no other user.
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
