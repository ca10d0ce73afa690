package app

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/draw"
)

// growths are the growths of a run, in the order in which nodes were set aside.
type growths struct {
	all   []growth
	open  map[workload.JobID]int // place of those that are not done
	drawn []draw.Growth
}

// growth is one from the log: its steps, and when its stages were done.
type growth struct {
	job       workload.JobID
	begin     int32                     // the step in which nodes were set aside: s1 begins
	began     simtime.Time              // its instant
	end       int32                     // that in which it was done or given up; -1 never
	steps     [draw.Stages]int32        // by stage; -1 for those that were never done
	ends      [draw.Stages]simtime.Time // the instants
	over      simtime.Time              // of end
	placement cluster.Placement         // what was set aside
}

func (g *growths) begin(id workload.JobID, i int32, at simtime.Time, p cluster.Placement) {
	if g.open == nil {
		g.open = map[workload.JobID]int{}
	}
	x := growth{job: id, begin: i, began: at, end: -1, over: simtime.Never, placement: p}
	for k := range x.ends {
		x.ends[k], x.steps[k] = simtime.Never, -1
	}
	g.open[id] = len(g.all)
	g.all = append(g.all, x)
}

// stage notes that a stage is done.
func (g *growths) stage(id workload.JobID, i int32, at simtime.Time, stage int32) {
	if k, ok := g.open[id]; ok && stage >= 1 && stage <= draw.Stages {
		x := &g.all[k]
		x.ends[stage-1], x.steps[stage-1] = at, i
		if x.steps[0] < 0 { // nobody told when s1 was done: it took no time
			x.ends[0], x.steps[0] = x.began, x.begin
		}
	}
}

// staged notes that a stage of a job's growth was over in a step in which nothing
// else happened: s1, whose end no event tells; if its nodes had not answered, a
// later such step tells again.
func (g *growths) staged(id workload.JobID, i int32, at simtime.Time) {
	if k, ok := g.open[id]; ok && g.all[k].steps[1] < 0 {
		g.all[k].ends[0], g.all[k].steps[0] = at, i
	}
}

// end closes the growth of a job, if there is one.
func (g *growths) end(id workload.JobID, i int32, at simtime.Time) *growth {
	k, ok := g.open[id]
	if !ok {
		return nil
	}
	delete(g.open, id)
	x := &g.all[k]
	x.end, x.over = i, at
	return x
}

// finish puts the growths into the form that the timeline has them in.
func (g *growths) finish() {
	for i := range g.all {
		x := &g.all[i]
		g.drawn = append(g.drawn, draw.Growth{Job: x.job, Begin: x.begin + 1, Ends: x.ends})
	}
}
