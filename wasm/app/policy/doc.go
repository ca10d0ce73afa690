// Package policy is the pickers: under which policies a scenario runs, on which
// machine, and with which weights. Choosing makes overrides of the scenario, to
// be asked for; nothing here runs anything.
package policy

import (
	"hopyard/core/queue"
	"hopyard/core/workload"
	"hopyard/wasm/app/model"
)

// PolicyPanel is the pickers and the sliders.
type PolicyPanel struct {
	*model.Model
	most [int(queue.NumParts) + workload.MaxNamed]float64 // how far each weight's slider reaches
}

// New is the pickers of a model.
func New(m *model.Model) *PolicyPanel { return &PolicyPanel{Model: m} }
