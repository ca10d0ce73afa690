// Package whypanel is the panel that says why: the sentence of the step, the rules
// that led to it, the placements that were weighed, who has how much, and the
// raw record behind it all.
package whypanel

import "hopyard/wasm/app/narrative"

// WhyPanel is the reasons of what a model shows.
type WhyPanel struct{ narrative.Sentences }
