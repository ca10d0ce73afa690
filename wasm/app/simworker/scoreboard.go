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

// Most of what a State lists.
const (
	maxAccounts = 200
	maxRows     = 120
	maxGrowths  = 60
	maxTests    = 12
)

// addStanding adds what the discipline weighs and counts, what grows, and what
// of the machine is down. chosen is a job that is to be listed, if any.
// Cost: that of the questions to the engine, and O(nodes) where some are down.
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

// addTests adds what came of asking whether jobs should grow: in the step, if a
// growth began in it; at the end of the instant, if nobody is to grow; and now,
// of the chosen job.
func (r *Replay) addTests(s *message.State, e *engine.Engine, chosen workload.JobID) {
	tests := e.Tests()
	if n := len(tests); n == 0 || !tests[n-1].Verdict.Grows() {
		tests = nil
		if e.MayGrow() {
			tests = slices.DeleteFunc(e.Chances(workload.NoJob), func(t engine.Test) bool { return t.From == t.To })
		}
		if slices.ContainsFunc(tests, func(t engine.Test) bool { return t.Verdict.Grows() }) {
			tests = nil // the next step has them
		}
	}
	s.Tests = append(s.Tests, kept(tests, maxTests, func(t *engine.Test) bool { return t.Job == chosen })...)
	if chosen != workload.NoJob && !slices.ContainsFunc(s.Tests, func(t engine.Test) bool { return t.Job == chosen }) {
		s.Tests = append(s.Tests, e.Chances(chosen)...)
	}
}

// kept is the beginning of a list, of n items at most, and among them the one
// that is wanted.
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

// recent is a job table of n rows without the jobs that were done first, as far
// as they are too many.
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

// tightest are the accounts in their order; of too many, those that are used.
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

// nodesIn is a set of nodes as runs. Cost: O(nodes / 64 + runs).
func nodesIn(set *topology.NodeSet) cluster.Placement {
	var out cluster.Placement
	for n := range set.All {
		out = out.Append(n, n, 1)
	}
	return out
}
