// Package queuepanel is the panel of the jobs that wait, in the order in which they
// are looked at, and the table of S1 with all jobs.
package queuepanel

import (
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/policy"
)

// QueuePanel is the queue of what a model shows.
type QueuePanel struct {
	narrative.Sentences
	Policy *policy.PolicyPanel
}
