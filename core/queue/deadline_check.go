package queue

import (
	"fmt"

	"hopyard/core/cluster"
	"hopyard/core/workload"
)

// Checks implements Checker: a job's user must have an allotment, of which the
// usable share or, for a job with a deadline, the reserve and the system's
// together hold it.
func (d Deadline) Checks(m *cluster.Machine) func(*workload.Request) error {
	t := newShares(&d.Allotments)
	system := t.left(m)
	return func(r *workload.Request) error {
		i, ok := t.index[r.User]
		if !ok {
			return fmt.Errorf("its user %q has no allotment; allot nodes to %q, or let a user who has some submit it", r.User, r.User)
		}
		u, need := &t.users[i], fills(m, r)
		switch rescue := u.reserve.size + system; {
		case need <= u.usable.size, r.Deadline > 0 && need <= rescue:
			return nil
		case r.Deadline > 0:
			return fmt.Errorf("needs %d nodes; the usable share of %q is %d, its reserve and the system's are %d together; ask for fewer, or allot more", need, r.User, u.usable.size, rescue)
		default:
			return fmt.Errorf("needs %d nodes; the usable share of %q is %d; ask for fewer, allot more, or give it a deadline (a rescue can take %d)", need, r.User, u.usable.size, rescue)
		}
	}
}
