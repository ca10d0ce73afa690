// Package growth shows the growth of a running job as a chart of messages: the
// seven stages of the protocol of S2, with the stages that are done, the one in
// progress and those to come.
//
// [GrowthPanel.Protocol] finds the growth to show and the times of its stages. A
// growth in progress comes from the state on screen, an earlier one from the
// recorded run. [GrowthPanel.GrowthHTML] draws it as a sequence diagram with four
// lifelines (resource system, job system, old and new tasks) and as a list for
// screen readers.
package growth

import "hopyard/wasm/app/model"

// GrowthPanel is the chart of the growth that a model shows.
type GrowthPanel struct{ *model.Model }
