// Package share makes and opens links to what is on screen. There are three kinds:
// the long link, which contains the whole scenario in its fragment; the short link,
// which names a scenario that a server stores; and the HTML code of an embed. The
// package also makes the help for links that cannot be opened.
//
// Fragment returns the long link. For a short link the page sends the text from
// Shared to the share API of the server, and TakeMade receives its [Response]. When
// the page opens a short link, ReadShort finds the id in the address, AskAbout
// checks it, and TakeShort turns the server's response into a request for the
// worker. This package makes no network requests of its own.
package share

import (
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// SharePanel makes links and holds what is known about the link of the run on
// screen.
type SharePanel struct {
	*model.Model
	Made  message.LinkCheck // identity of the run according to its link
	Bad   *message.Failed   // the link that could not be opened, if the page shows help about one
	Short ShortLinks
	Embed Embed
}

// New returns a panel over a model.
func New(m *model.Model) *SharePanel { return &SharePanel{Model: m} }
