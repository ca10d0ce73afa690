package replay

import (
	"hopyard/core/cluster"
	"hopyard/core/elastic"
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
)

// addStanding adds what the discipline weighs and counts, what grows, and what
// of the machine is down. chosen is a job that is to be listed, if any.
// Cost: that of the questions to the engine, and O(nodes) where some are down.
func (r *Replay) addStanding(s *message.State, e *engine.Engine, chosen workload.JobID) {
	s.Accounts = tightest(e.Accounts())
	s.Table = kept(e.Table(), maxRows, func(x *queue.Row) bool { return x.Job == chosen })
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
	r.addGains(s)
	failed, noticed := e.Down()
	s.Failed, s.Noticed = nodesIn(failed), nodesIn(noticed)
	for _, link := range e.LinksDown() {
		if way := r.way(link); way >= 0 {
			s.LinksDown = append(s.LinksDown, way)
		}
	}
}

// addGains adds what the growths that begin in this step are to gain. The job
// is taken to run on nodes of one speed.
func (r *Replay) addGains(s *message.State) {
	now := simtime.Time(-1)
	if s.Step > 0 {
		now = r.tape.Mark(int(s.Step) - 1).Time
	}
	for i := range s.Growths {
		g := &s.Growths[i]
		x := r.config.Jobs[g.Job].Elastic
		if g.Stage != 1 || g.Since != now || x == nil {
			continue
		}
		for k := range s.Running {
			if s.Running[k].Job != g.Job {
				continue
			}
			o := elastic.Outlook{Left: float64(s.Running[k].Left), Factor: x.Speedup.At(g.From) / x.Speedup.At(g.To)}
			for stage, d := range g.Stages {
				if stage < 5 {
					o.Setup += d
				} else {
					o.Stop += d
				}
			}
			s.Gains = append(s.Gains, message.Gain{Job: g.Job, Stays: s.Running[k].Left, Grows: simtime.Duration(o.After())})
		}
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
