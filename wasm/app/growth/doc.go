// Package growth is the chart of a growth of a running job: the stages of the
// protocol of S2, those that are done, the one in progress and those to come.
package growth

import "hopyard/wasm/app/model"

// GrowthPanel is the chart of the growth that a model shows.
type GrowthPanel struct{ *model.Model }
