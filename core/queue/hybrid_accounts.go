package queue

import (
	"fmt"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Accounts implements Accountant: what each owner has of what a limit counts,
// by limit, then by name.
func (d *desk) Accounts(now simtime.Time, _ *cluster.State) []Account { return d.ledger.accounts(now) }

// Checks implements Checker: a job that is over hard limits by itself, on
// whatever nodes, never starts.
func (h Hybrid) Checks(m *cluster.Machine) func(*workload.Request) error {
	c := newCensus(m)
	return func(r *workload.Request) error {
		a, room, limits := c.least(r, r.Size()), unlimited(), []string(nil)
		for k, name := range [...]string{ByUser: r.User, ByGroup: r.Group, ByQueue: r.Queue} {
			for measure := range NumMeasures {
				limit, ok := ruleFor(h.Limits, Owner(k), name, measure)
				if !ok {
					continue
				}
				if a[measure] <= limit.hard {
					limit.lower(&room, limit.hard, r.Walltime)
					if c.depends(r, measure) {
						limits = append(limits, fmt.Sprint(limit.which))
					}
					continue
				}
				asked, hard := a[measure], limit.hard
				if measure == NodeSeconds {
					asked, hard = (asked+999)/1000, hard/1000
				}
				return fmt.Errorf("asks for %d %s, and limit %d lets %q of %v have %d at once; ask for less, or raise the limit", asked, measure.NameIn(m), limit.which, name, Owner(k), hard)
			}
		}
		if !c.possible(r, &a, &room) {
			return fmt.Errorf("asks for %d nodes, and no %d nodes of the machine keep to the limits %s together; ask for fewer, or raise one of them", r.Nodes, r.Nodes, strings.Join(limits, " and "))
		}
		return nil
	}
}
