package recording

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/draw"
)

// growths lists the growths of malleable jobs in a run, in the order in which their
// nodes were set aside.
type growths struct {
	all   []growth
	open  map[workload.JobID]int // for each job that is growing now: index of the growth in the list all
	Drawn []draw.GrowthStages
}

// growth is a growth of a job, with the times at which its stages were completed.
type growth struct {
	job       workload.JobID
	Begin     int32                     // step in which nodes were set aside; stage s1 begins with it
	Began     simtime.Time              // time of step Begin
	End       int32                     // step in which the growth was completed or abandoned, or -1
	Steps     [draw.Stages]int32        // by stage: the step that completed it, or -1
	Ends      [draw.Stages]simtime.Time // by stage: the time at which it was completed
	Over      simtime.Time              // time of step End
	Placement cluster.Placement         // nodes that were set aside for the growth
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

// stage records that a stage of a job's growth is completed.
func (g *growths) stage(id workload.JobID, i int32, at simtime.Time, stage int32) {
	if k, ok := g.open[id]; ok && stage >= 1 && stage <= draw.Stages {
		x := &g.all[k]
		x.Ends[stage-1], x.Steps[stage-1] = at, i
		if x.Steps[0] < 0 { // no step reported the end of s1, so s1 took no time
			x.Ends[0], x.Steps[0] = x.Began, x.Begin
		}
	}
}

// staged records the end of stage s1 of a job's growth. No event reports this end;
// it is visible only as a step without events. If the nodes have not answered by
// that step, stage s1 continues, and a later step without events replaces the
// record.
func (g *growths) staged(id workload.JobID, i int32, at simtime.Time) {
	if k, ok := g.open[id]; ok && g.all[k].Steps[1] < 0 {
		g.all[k].Ends[0], g.all[k].Steps[0] = at, i
	}
}

// end records that the growth of a job is over, and returns it. It returns nil if
// the job is not growing.
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

// finish converts the growths to the type that the timeline draws.
func (g *growths) finish() {
	for i := range g.all {
		x := &g.all[i]
		g.Drawn = append(g.Drawn, draw.GrowthStages{Job: x.job, Begin: x.Begin + 1, Ends: x.Ends})
	}
}

// Of returns the latest growth of a job that began in step i or earlier, or nil.
func (g *growths) Of(id workload.JobID, i int32) *growth {
	for k := len(g.all) - 1; k >= 0; k-- {
		if x := &g.all[k]; x.job == id && x.Begin <= i {
			return x
		}
	}
	return nil
}
