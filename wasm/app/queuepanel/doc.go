// Package queuepanel shows the waiting jobs in queue order, and the job table of
// source S1, which lists all jobs.
//
// A [QueuePanel] reads the page's model. QueueHTML lists the jobs that start in
// this step and the waiting jobs, with the reasons. If the discipline uses
// priorities, each job has a bar that shows the parts of its priority. TableHTML
// returns the job table if the discipline keeps one.
package queuepanel

import (
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/policy"
)

// QueuePanel shows the queue of the run on screen.
type QueuePanel struct {
	narrative.Sentences
	Policy *policy.PolicyPanel
}
