// Package policy makes the pickers (select elements) for disciplines, allocators,
// networks, growth rules and machines, and the sliders for the weights of
// priorities.
//
// The lists, such as QueueList, contain the options that the worker offers for the
// scenario on screen. For an option that does not fit the scenario, the list
// contains the reason. Choose returns the reader's overrides of the scenario
// (message.Overrides) after a choice. The page then requests the scenario with
// these overrides. This package runs no simulation.
package policy

import (
	"hopyard/core/queue"
	"hopyard/core/workload"
	"hopyard/wasm/app/model"
)

// PolicyPanel makes the pickers and the sliders.
type PolicyPanel struct {
	*model.Model
	most [int(queue.NumParts) + workload.MaxNamed]float64 // value at the upper end of each weight's slider
}

// New returns a panel for the policy of the model m.
func New(m *model.Model) *PolicyPanel { return &PolicyPanel{Model: m} }
