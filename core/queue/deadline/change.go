package deadline

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
)

// NextTurn implements queue.Turner.
func (t *shares) NextTurn() simtime.Time {
	if t.turned == len(t.changes) {
		return simtime.Never
	}
	return t.changes[t.turned].At
}

// Turn implements queue.Turner: the allotments of some users become larger or
// smaller, or are split otherwise.
//
// Source: the abstract and section 3 of S1 (resources are allotted dynamically);
// SOURCES.md S1.8. INFERRED: at given instants; running jobs stay as they are, and
// are charged as they were until they end.
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
	for i := range t.users { // the system's reserve has changed, too, and with it who comes before whom
		t.count(&t.users[i])
		t.look(int32(i))
	}
	t.retry = true
	return t.changes[from:t.turned]
}

// stand puts a waiting job in line, or aside.
func (u *account) stand(j *waiting) {
	if j.need <= u.usable.size {
		u.line.push(*j)
	} else {
		u.wide = append(u.wide, *j)
	}
}

// sort puts the waiting jobs in line that the usable share can hold now, and the others
// aside.
func (u *account) sort() {
	all := append(u.line.jobs, u.wide...)
	u.line.jobs, u.wide = nil, nil
	for i := range all {
		u.stand(&all[i])
	}
}

// grant gives the users whose allotments have grown what is there of them: what
// nobody holds, and nobody else may take. So the nodes of an allotment that has
// become smaller come from its user's jobs, one by one as they end; what such jobs
// hold meanwhile is missing in the system's reserve first, then to those who are to
// have more, and to nobody else.
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
			t.look(int32(i))
			t.retry = true
		}
	}
}
