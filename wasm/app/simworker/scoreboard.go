package simworker

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

// Limits of the lists in a State: the number of accounts, rows of the job table,
// growing jobs, and tests for growth.
const (
	maxAccounts = 200
	maxRows     = 120
	maxGrowths  = 60
	maxTests    = 12
)

// addStanding adds the current data of the queue discipline: accounts, job table,
// priorities and filters. It also adds the growing jobs, and the nodes and links
// that are down. The lists always include the chosen job. Cost: the queries to the
// engine, plus O(nodes) if some are down.
func (r *Replay) addStanding(s *message.State, e *engine.Engine, chosen workload.JobID) {
	s.Accounts = tightest(e.Accounts())
	s.Table = kept(recent(e.Table(), maxRows), maxRows, func(x *queue.Row) bool { return x.Job == chosen })
	s.Priorities = kept(e.Priorities(), maxQueue, func(p *queue.Priority) bool { return p.Job == chosen })
	s.Filtered = workload.NoJob
	switch {
	case s.Chosen != nil:
		s.Filtered = chosen
	case len(s.Queue) > 0:
		s.Filtered = s.Queue[0].Job
		for i := range s.Queue {
			if s.Step > 0 && s.Queue[i].Job == r.tape.Mark(int(s.Step)-1).Job {
				s.Filtered = s.Queue[i].Job
			}
		}
	}
	if s.Filtered != workload.NoJob {
		s.Filters = e.Filters(s.Filtered)
	}
	s.Growths = kept(e.Growths(), maxGrowths, func(g *engine.Growth) bool { return g.Job == chosen })
	r.addTests(s, e, chosen)
	failed, noticed := e.Down()
	s.Failed, s.Noticed = nodesIn(failed), nodesIn(noticed)
	for _, link := range e.LinksDown() {
		if way := r.way(link); way >= 0 {
			s.LinksDown = append(s.LinksDown, way)
		}
	}
}

// addTests adds the tests that decide whether jobs grow. If a growth began in this
// step, it adds the tests of the step. Otherwise, if jobs could have grown at the
// end of this instant but none did, it adds the tests that led to that result. If
// the chosen job is not among them, its test at the current time is added.
func (r *Replay) addTests(s *message.State, e *engine.Engine, chosen workload.JobID) {
	tests := e.Tests()
	if n := len(tests); n == 0 || !tests[n-1].Verdict.Grows() {
		tests = nil
		if e.MayGrow() {
			tests = slices.DeleteFunc(e.Chances(workload.NoJob), func(t engine.Test) bool { return t.From == t.To })
		}
		if slices.ContainsFunc(tests, func(t engine.Test) bool { return t.Verdict.Grows() }) {
			tests = nil // a job does grow: these tests belong to the next step
		}
	}
	s.Tests = append(s.Tests, kept(tests, maxTests, func(t *engine.Test) bool { return t.Job == chosen })...)
	if chosen != workload.NoJob && !slices.ContainsFunc(s.Tests, func(t engine.Test) bool { return t.Job == chosen }) {
		s.Tests = append(s.Tests, e.Chances(chosen)...)
	}
}

// kept returns the first n items of a list. If the wanted item comes later in the
// list, it replaces the last of the n items.
func kept[T any](list []T, n int, wanted func(*T) bool) []T {
	if len(list) <= n {
		return list
	}
	for i := n; i < len(list); i++ {
		if wanted(&list[i]) {
			list[n-1] = list[i]
		}
	}
	return list[:n]
}

// recent shortens a job table to n rows. It removes completed jobs, beginning with
// those that ended first. The result is longer if more than n jobs are not
// completed.
func recent(rows []queue.Row, n int) []queue.Row {
	var ends []simtime.Time
	for i := range rows {
		if rows[i].State == queue.RowDone {
			ends = append(ends, rows[i].Ended)
		}
	}
	drop := min(len(rows)-n, len(ends))
	if drop <= 0 {
		return rows
	}
	slices.Sort(ends)
	last := ends[drop-1]
	return slices.DeleteFunc(rows, func(r queue.Row) bool {
		if r.State != queue.RowDone || r.Ended > last || drop == 0 {
			return false
		}
		drop--
		return true
	})
}

// tightest returns at most maxAccounts accounts. If there are more, accounts in use
// are preferred.
func tightest(all []queue.Account) []queue.Account {
	if len(all) <= maxAccounts {
		return all
	}
	var out []queue.Account
	for _, used := range [...]bool{true, false} {
		for i := range all {
			if all[i].Used > 0 == used && len(out) < maxAccounts {
				out = append(out, all[i])
			}
		}
	}
	return out
}

// nodesIn returns a set of nodes as ranges of consecutive nodes. Cost: O(nodes / 64
// + ranges).
func nodesIn(set *topology.NodeSet) cluster.Placement {
	var out cluster.Placement
	for n := range set.All {
		out = out.Append(n, n, 1)
	}
	return out
}
