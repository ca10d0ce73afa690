package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// AccountKind is what an Account counts.
type AccountKind uint8

// The kinds of accounts.
const (
	AccountLimit   AccountKind = iota // one of the scenario's limits, for one owner
	AccountUsable                     // S1: a user's usable share, K·P
	AccountReserve                    // S1: a user's reserve, K·(1-P)
	AccountSystem                     // S1: the system's reserve
)

// Account is what one owner has of something, and may have. Shares and
// reserves are counted in nodes, limits in their Measure.
type Account struct {
	Kind       AccountKind
	Name       string // of the user, group or queue; empty for the system's reserve
	Limit      int32  // place in the limits of the scenario, from 1; 0 for shares
	Used       int64
	Soft, Hard int64 // equal for shares
}

// Accountant is a Policy that says who may have how much.
type Accountant interface {
	Policy
	// Accounts says how much everybody has after a pass, in an order that does
	// not change during a run.
	Accounts(q *Queue, now simtime.Time, state *cluster.State) []Account
}

// Accounts is what the discipline counts, nil if it counts nothing.
func (q *Queue) Accounts(now simtime.Time, state *cluster.State) []Account {
	if a, ok := q.cfg.Policy.(Accountant); ok {
		return a.Accounts(q, now, state)
	}
	return nil
}

// Checker is a Policy that some jobs are impossible under.
type Checker interface {
	Policy
	// Checks returns what says why a job could never start on m, with value,
	// limit and fix; nil if it could.
	Checks(m *cluster.Machine) func(*workload.Request) error
}
