package model

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
)

// Hand holds the state of scheduling by hand that all panels need. While the reader
// considers a start, its fields hold the nodes on which the job would run. The
// panel for scheduling by hand is wasm/app/manualpanel.
type Hand struct {
	Nodes  cluster.Placement // nodes on which the job would run; nil if no job is being considered
	Fits   bool
	Until  simtime.Time // time at which the job would end if it started now and ran for its walltime
	Manual bool         // the run on screen is scheduled by hand
}
