package model

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
)

// Hand is where the job would run that a person holds who schedules, as far as
// all panels need know of it; the panel is wasm/app/manualpanel.
type Hand struct {
	Nodes  cluster.Placement // nil: nothing is held
	Fits   bool
	Until  simtime.Time // when its walltime would end
	Manual bool         // the run on screen is scheduled by hand
}
