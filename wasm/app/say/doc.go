// Package say tells in sentences what a step did and why, why a job waits, and
// what becomes of it. All panels that speak of jobs embed it, so that a thing is
// said in the same words wherever it is said.
package say

import "hopyard/wasm/app/view"

// Sentences are those about what a model shows.
type Sentences struct{ *view.Model }
