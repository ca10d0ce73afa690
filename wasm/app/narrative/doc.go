// Package narrative tells in sentences what a step did and why, why a job waits, and
// what becomes of it. All panels that speak of jobs embed it, so that a thing is
// said in the same words wherever it is said.
package narrative

import "hopyard/wasm/app/model"

// Sentences are those about what a model shows.
type Sentences struct{ *model.Model }
