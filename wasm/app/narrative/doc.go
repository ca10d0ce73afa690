// Package narrative writes the page's sentences about a run: what happened in a
// step and why, why a job waits, and what happens to a job. All panels that
// describe jobs embed [Sentences], so that the same fact is always stated in the
// same words.
//
// The methods read the step on screen from a model.Model, choose a text of package
// i18n by the reason code (why.Code), and fill in its placeholders. Sentence
// returns the main sentence about the step and further sentences; Because explains
// a start; Short and Long explain why a job waits; About describes the selected
// job:
//
//	main, also := narrative.Sentences{Model: m}.Sentence()
//	// main: "Job 4 starts now on nodes 6–7. It overtakes job 2 without delaying it: …"
//
// Most texts are HTML. Some of their words refer to a job, a node or a time. These
// words are marked, so that the page can highlight the job, node or time when the
// pointer is over the word.
package narrative

import "hopyard/wasm/app/model"

// Sentences is the page's model, extended by methods that write sentences about the
// run.
type Sentences struct{ *model.Model }
