package queue

import (
	"fmt"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Accounts implements Accountant: what each owner has of what a limit counts,
// by limit, then by name.
func (h Hybrid) Accounts(q *Queue, now simtime.Time, state *cluster.State) []Account {
	if q.desk == nil {
		return nil
	}
	return q.desk.ledger.accounts(now)
}

// Checks implements Checker: a job that is over a hard limit by itself never
// starts.
func (h Hybrid) Checks(m *cluster.Machine) func(*workload.Request) error {
	floor := least(m)
	return func(r *workload.Request) error {
		a := amountsOf(r, r.Size(), m, &floor)
		for k, name := range [...]string{ByUser: r.User, ByGroup: r.Group, ByQueue: r.Queue} {
			for measure := range NumMeasures {
				limit, ok := ruleFor(h.Limits, Owner(k), name, measure)
				if !ok || a[measure] <= limit.hard {
					continue
				}
				asked, hard := a[measure], limit.hard
				if measure == NodeSeconds {
					asked, hard = (asked+999)/1000, hard/1000
				}
				return fmt.Errorf("asks for %d %v, and limit %d lets %q of %v have %d at once; ask for less, or raise the limit", asked, measure, limit.which, name, Owner(k), hard)
			}
		}
		return nil
	}
}
