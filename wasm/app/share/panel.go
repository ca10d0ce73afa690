// Package share makes and opens links to the run on screen. There are three kinds.
// The long link contains the whole scenario in its fragment. The short link
// contains the id of a scenario that a server stores. The HTML code of an embed
// shows the run in another page. The package also makes the help for links that
// cannot be opened.
//
// Fragment returns the long link. For a short link the page sends the text from
// Shared to the share API of the server, and TakeMade handles the API's [Response].
// When the page opens a short link, ReadShort finds the id in the address, AskAbout
// checks the id, and TakeShort turns the server's response into a request for the
// worker. This package itself makes no network requests.
package share

import (
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// SharePanel makes links to the run on screen, and holds the data of the link from
// which that run was opened.
type SharePanel struct {
	*model.Model
	Made  message.LinkCheck // result of comparing the run with the run for which its link was made
	Bad   *message.Failed   // error in a link that could not be opened; nil unless the page shows help about that link
	Short ShortLinks
	Embed Embed
}

// New returns a panel over the model m.
func New(m *model.Model) *SharePanel { return &SharePanel{Model: m} }
