// Package policy makes the pickers (select elements) for disciplines, allocators,
// networks, growth rules and machines, and the sliders for the weights of
// priorities.
//
// The lists, such as QueueList, contain the options that the worker offers for the
// scenario on screen, and for each option that does not fit the reason. Choose
// returns the overrides (message.Overrides) for a choice; the page then requests
// the scenario with these overrides. Nothing in this package runs a simulation.
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

// New returns a panel for the policy of the model m.
func New(m *model.Model) *PolicyPanel { return &PolicyPanel{Model: m} }
