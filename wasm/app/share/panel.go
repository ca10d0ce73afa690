// Package share is the links: the long one that holds everything, the short one
// that names a scenario on a server, the code of an embed, and the help for a
// link that cannot be opened.
package share

import (
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// SharePanel is what links tell the page, and what it tells in them.
type SharePanel struct {
	*model.Model
	Made  message.Made    // what the link of the run on screen says of its making
	Bad   *message.Failed // the link that could not be opened, in place of a run
	Short Short
	Embed Embed
}

// New is the links of a model.
func New(m *model.Model) *SharePanel { return &SharePanel{Model: m} }
