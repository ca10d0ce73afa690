// Package queuepanel shows the waiting jobs in queue order, and the job table of S1
// with all jobs.
//
// A [QueuePanel] reads the page's model. QueueHTML lists the jobs that start in
// this step and the waiting jobs, with their reasons and, if the discipline weighs
// priorities, a bar of the parts of each priority. TableHTML returns the job table
// if the discipline keeps one.
package queuepanel

import (
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/policy"
)

// QueuePanel shows the queue of a model.
type QueuePanel struct {
	narrative.Sentences
	Policy *policy.PolicyPanel
}
