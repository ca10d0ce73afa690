package queue

import "iter"

// Overdue yields the jobs whose slack has ended, that first whose ended first,
// without those that were flagged and that nothing can hold now. Cost: for each
// O(users + overdue jobs of its user).
func (p *Pass) Overdue(t *Shares) iter.Seq[*turn] {
	return func(yield func(*turn) bool) {
		if !t.retry {
			return
		}
		t.retry, t.refused = false, false
		if p.asking { // nothing starts, and any order will do
			t.eachOverdue(yield)
			return
		}
		t.round++
		for i := range t.users {
			t.users[i].at = -1
		}
		for j := p.late(t); j != nil; j = p.late(t) {
			j.round = t.round
			u := &t.users[j.user]
			if yield(j); j.over {
				t.look(j.user)
				last := len(u.overdue) - 1
				u.overdue[u.at], u.overdue[last] = u.overdue[last], turn{}
				u.overdue = u.overdue[:last]
				u.count()
			}
			u.at = -1
		}
	}
}

func (t *Shares) eachOverdue(yield func(*turn) bool) {
	for i := range t.users {
		for k := range t.users[i].overdue {
			yield(&t.users[i].overdue[k])
		}
	}
}

// late is the next overdue job that has to be looked at, or nil.
func (p *Pass) late(t *Shares) *turn {
	var first *turn
	system := t.left(p.state.Machine())
	for i := range t.users {
		if len(t.users[i].overdue) == 0 {
			continue
		}
		if j := t.users[i].late(system, t.round); j != nil && (first == nil || bySlack(j, first)) {
			first = j
		}
	}
	return first
}

// late is the next overdue job of the user that has to be looked at, or nil.
func (u *account) late(system, round int32) *turn {
	hold := max(u.usable.left(), u.reserve.left()+system)
	due := func(j *turn) bool { return j.round != round && (!j.flagged || j.need <= hold) }
	if u.at >= 0 && due(&u.overdue[u.at]) {
		return &u.overdue[u.at]
	}
	if u.at = -1; !u.fresh && u.least > hold {
		return nil
	}
	for i := range u.overdue {
		if j := &u.overdue[i]; due(j) && (u.at < 0 || bySlack(j, &u.overdue[u.at])) {
			u.at = i
		}
	}
	if u.at < 0 {
		u.fresh = false
		return nil
	}
	return &u.overdue[u.at]
}

// InTurn yields the users of whose jobs one may start by priority, in the order
// of the allotments.
func (t *Shares) InTurn() iter.Seq[*account] {
	return func(yield func(*account) bool) {
		for i, x := range t.open { // few, and often in order
			for ; i > 0 && t.open[i-1] > x; i-- {
				t.open[i] = t.open[i-1]
			}
			t.open[i] = x
		}
		kept := t.open[:0]
		for _, i := range t.open {
			u := &t.users[i]
			u.refused = false
			yield(u)
			if u.open = u.refused; u.open {
				kept = append(kept, i)
			}
		}
		t.open = kept
	}
}
