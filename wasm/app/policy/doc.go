// Package policy makes the pickers for disciplines, allocators, networks, growth
// rules and machines, and the sliders for the weights of priorities.
//
// The lists, such as QueueList, contain what the worker offers for the scenario on
// screen, with the reason for each choice that does not fit. Choose returns the
// overrides (message.Overrides) for a choice; the page then requests the scenario
// with these overrides. Nothing in this package runs a simulation.
package policy

import (
	"hopyard/core/queue"
	"hopyard/core/workload"
	"hopyard/wasm/app/model"
)

// PolicyPanel makes the pickers and the sliders.
type PolicyPanel struct {
	*model.Model
	most [int(queue.NumParts) + workload.MaxNamed]float64 // upper end of each weight's slider
}

// New returns the pickers of a model.
func New(m *model.Model) *PolicyPanel { return &PolicyPanel{Model: m} }
