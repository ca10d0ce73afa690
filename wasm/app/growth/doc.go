// Package growth shows the growth of a running job as a chart of messages. The
// chart shows the seven stages of the protocol of S2: those that are done, the one
// in progress, and those to come.
//
// [GrowthPanel.Protocol] finds the growth to show and the times of its stages. A
// growth in progress is taken from the state on screen, and an earlier growth from
// the recorded run. [GrowthPanel.GrowthHTML] draws the growth as a sequence diagram
// with four lifelines (resource system, job system, old and new tasks), and writes
// it as a list for screen readers.
package growth

import "hopyard/wasm/app/model"

// GrowthPanel shows the growth of a job in the run that a model holds.
type GrowthPanel struct{ *model.Model }
