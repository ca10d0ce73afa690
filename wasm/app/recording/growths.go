package recording

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
	Drawn []draw.GrowthStages
}

// growth is one from the log: its steps, and when its stages were done.
type growth struct {
	job       workload.JobID
	Begin     int32                     // the step in which nodes were set aside: s1 begins
	Began     simtime.Time              // its instant
	End       int32                     // that in which it was done or given up; -1 never
	Steps     [draw.Stages]int32        // by stage; -1 for those that were never done
	Ends      [draw.Stages]simtime.Time // the instants
	Over      simtime.Time              // of end
	Placement cluster.Placement         // what was set aside
}

func (g *growths) begin(id workload.JobID, i int32, at simtime.Time, p cluster.Placement) {
	if g.open == nil {
		g.open = map[workload.JobID]int{}
	}
	x := growth{job: id, Begin: i, Began: at, End: -1, Over: simtime.Never, Placement: p}
	for k := range x.Ends {
		x.Ends[k], x.Steps[k] = simtime.Never, -1
	}
	g.open[id] = len(g.all)
	g.all = append(g.all, x)
}

// stage notes that a stage is done.
func (g *growths) stage(id workload.JobID, i int32, at simtime.Time, stage int32) {
	if k, ok := g.open[id]; ok && stage >= 1 && stage <= draw.Stages {
		x := &g.all[k]
		x.Ends[stage-1], x.Steps[stage-1] = at, i
		if x.Steps[0] < 0 { // nobody told when s1 was done: it took no time
			x.Ends[0], x.Steps[0] = x.Began, x.Begin
		}
	}
}

// staged notes that a stage of a job's growth was over in a step in which nothing
// else happened: s1, whose end no event tells; if its nodes had not answered, a
// later such step tells again.
func (g *growths) staged(id workload.JobID, i int32, at simtime.Time) {
	if k, ok := g.open[id]; ok && g.all[k].Steps[1] < 0 {
		g.all[k].Ends[0], g.all[k].Steps[0] = at, i
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
	x.End, x.Over = i, at
	return x
}

// finish puts the growths into the form that the timeline has them in.
func (g *growths) finish() {
	for i := range g.all {
		x := &g.all[i]
		g.Drawn = append(g.Drawn, draw.GrowthStages{Job: x.job, Begin: x.Begin + 1, Ends: x.Ends})
	}
}

// Of is the latest growth of a job that has begun by step i.
func (g *growths) Of(id workload.JobID, i int32) *growth {
	for k := len(g.all) - 1; k >= 0; k-- {
		if x := &g.all[k]; x.job == id && x.Begin <= i {
			return x
		}
	}
	return nil
}
