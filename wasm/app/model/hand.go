package model

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
)

// Hand is the part of scheduling by hand that all panels need: where the job that
// the person has picked up would run. The panel is wasm/app/manualpanel.
type Hand struct {
	Nodes  cluster.Placement // nil: no job is picked up
	Fits   bool
	Until  simtime.Time // end of its walltime if it started now
	Manual bool         // the run on screen is scheduled by hand
}
