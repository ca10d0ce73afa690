// Package narrative writes the page's sentences about a run: what a step did and
// why, why a job waits, and what happens to it. All panels that describe jobs embed
// [Sentences], so that the same fact has the same words everywhere.
//
// The methods read the step on screen from a model.Model, choose a text of package
// i18n by the reason code (why.Code), and fill its gaps. Sentence returns the main
// sentence of the step and the other sentences; Because explains a start; Short and
// Long explain why a job waits; About describes the selected job:
//
//	main, also := narrative.Sentences{Model: m}.Sentence()
//	// main: "Job 4 starts now on nodes 6–7. It overtakes job 2 without delaying it: …"
//
// Most texts are HTML, with words that highlight what they mean in the pictures.
package narrative

import "hopyard/wasm/app/model"

// Sentences is a model with the methods that write sentences about it.
type Sentences struct{ *model.Model }
