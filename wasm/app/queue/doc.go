// Package queue is the panel of the jobs that wait, in the order in which they
// are looked at, and the table of S1 with all jobs.
package queue

import (
	"hopyard/wasm/app/policy"
	"hopyard/wasm/app/say"
)

// Panel is the queue of what a model shows.
type Panel struct {
	say.Sentences
	Policy *policy.Panel
}
