// Package whypanel explains the decisions of the step on screen. It shows the
// sentence about the step, the tests that a job passed or failed, the placements
// that the allocator compared, the use of limits and shares, and the raw record of
// the step.
//
// A [WhyPanel] reads the page's model. The core gives the reasons (core/why) with
// the numbers that were compared. The method Checks turns them into lists of [Rule]
// values, such as "8 nodes are free now: 14 ≥ 8". Each part of the panel has a
// method that returns its HTML: SentenceHTML, RulesHTML, CandidatesHTML, FactsHTML,
// GaugesHTML and MoreHTML. The sentences themselves are made in package narrative.
package whypanel

import "hopyard/wasm/app/narrative"

// WhyPanel explains the decisions of the step on screen.
type WhyPanel struct{ narrative.Sentences }
