//go:build js && wasm

package page

import (
	"hopyard/wasm/app/message"
	"hopyard/wasm/page/lecture"
)

// What the page has to do with lectures while there is none; the rest is in
// wasm/page/lecture, which is fetched when it is first wanted.

// showLecture brings what is on the beamer, and the speaker's window, up to date.
func (p *page) showLecture() {
	if p.beamer == nil {
		if !p.m.Walk.Lecture {
			return
		}
		p.beamer = lecture.New(lecture.Page{
			Model: p.m, Glue: p.glue, Post: p.post, Act: p.act, Changed: p.changed,
			Answer: func() { p.card().Tell() }, Looks: p.recolour,
		})
	}
	p.beamer.Show()
}

// foreseen takes in a state that was asked for aside.
func (p *page) foreseen(m *message.State) {
	if p.beamer != nil {
		p.beamer.Take(m)
	}
}
