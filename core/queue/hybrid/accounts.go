package hybrid

import (
	"fmt"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Accounts implements queue.Accountant: it lists what each owner holds of each
// limited measure, sorted by limit and then by name.
func (d *state) Accounts(now simtime.Time, _ *cluster.State) []queue.Account {
	return d.ledger.accounts(now)
}

// Checks implements queue.Checker. The check rejects a job that would exceed a hard
// limit on every placement, even if no other job runs. Such a job could never
// start.
func (h HybridPolicy) Checks(m *cluster.Machine) func(*workload.Request) error {
	c := newCensus(m)
	return func(r *workload.Request) error {
		a, room, limits := c.least(r, r.Size()), unlimited(), []string(nil)
		for k, name := range [...]string{queue.ByUser: r.User, queue.ByGroup: r.Group, queue.ByQueue: r.Queue} {
			for measure := range queue.NumMeasures {
				limit, ok := ruleFor(h.Limits, queue.Owner(k), name, measure)
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
				if measure == queue.NodeSeconds {
					asked, hard = (asked+999)/1000, hard/1000
				}
				return fmt.Errorf("asks for %d %s, and limit %d lets %q of %v have %d at once; ask for less, or raise the limit", asked, measure.NameIn(m), limit.which, name, queue.Owner(k), hard)
			}
		}
		if !c.possible(r, &a, &room) {
			return fmt.Errorf("asks for %d nodes, and no %d nodes of the machine keep to the limits %s together; ask for fewer, or raise one of them", r.Nodes, r.Nodes, strings.Join(limits, " and "))
		}
		return nil
	}
}
