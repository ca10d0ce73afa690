package engine

import (
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Growth is a growth in progress. Until s7 is done the job holds what it held
// before; what is frozen for it is nobody else's.
//
// Source: S2, claim 1, s1 to s7.
type Growth struct {
	Job          workload.JobID
	Stage        int32        // in progress, 1 (s1) to 7 (s7); from 6 on the job stands still
	Since, Until simtime.Time // of the stage
	Frozen       cluster.Placement
	From, To     int32                               // nodes or tasks, before and after
	Stages       [elastic.NumStages]simtime.Duration // how long each lasts
}

// Growths are the growths in progress, in the order in which they began.
func (e *Engine) Growths() []Growth { return nil }

// loseGrowth rolls the growth of a slot's job back if some of the nodes frozen
// for it are among lost: they are given back, nothing else is lost, and the
// job runs on. It reports whether there was such a growth. A job that is taken
// off the machine gives up its growth by itself.
func (e *Engine) loseGrowth(slot cluster.Slot, lost cluster.Placement) bool { return false }
