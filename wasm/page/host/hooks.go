//go:build js && wasm

package host

import (
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
)

// hooks holds the functions that the features of the page have registered. Functions
// of one list are called in the order in which they were registered.
type hooks struct {
	actions   [keys.NumActions]func()
	acted     []func(keys.Action) // called after each action
	messages  map[message.Kind][]func(wire []byte)
	aside     []func(*message.State)   // called with a state that was requested for another purpose than to show it
	run       []func()                 // called when another run is on screen
	pickers   []func()                 // called when the description of the run, or its language, has changed
	rejected  []func()                 // called when a request was invalid or was stopped
	loading   []func()                 // called when a recording begins or progresses
	ask       []func()                 // called when the worker can be asked for something
	redraw    []func()                 // called when a frame is requested
	lessons   []func()                 // called when the texts of all lessons and forms have arrived, in the language of the page
	language  []func()                 // called when the language has changed
	broken    []func(text string) bool // called when the worker has failed; a function reports whether it knows the reason
	leave     func()                   // ends the comparison
	transport []func()                 // called when the buttons of the playback have been updated
	busy      []func() bool            // report whether a feature is about to change the page
	panels    []panel
	paint     func() // updates everything on screen
}

func each(list []func()) {
	for _, f := range list {
		f()
	}
}

// OnPaint sets the function that updates everything on screen: the pictures, and the
// panels that are due.
func (p *Host) OnPaint(f func()) { p.hooks.paint = f }

// OnAction sets what an action does in the browser.
func (p *Host) OnAction(a keys.Action, f func()) { p.hooks.actions[a] = f }

// OnActed adds a function that is called after each action of the reader.
func (p *Host) OnActed(f func(keys.Action)) { p.hooks.acted = append(p.hooks.acted, f) }

// OnMessage adds a function that is called for each message of the given kind from
// the worker. For the kind message.None, it is called for all messages, after the
// functions for their kinds.
func (p *Host) OnMessage(kind message.Kind, f func(wire []byte)) {
	p.hooks.messages[kind] = append(p.hooks.messages[kind], f)
}

// OnAside adds a function that is called for each state that is not to be shown.
func (p *Host) OnAside(f func(*message.State)) { p.hooks.aside = append(p.hooks.aside, f) }

// OnRun adds a function that is called when another run is on screen.
func (p *Host) OnRun(f func()) { p.hooks.run = append(p.hooks.run, f) }

// OnPickers adds a function that updates what depends on the run but not on the
// step.
func (p *Host) OnPickers(f func()) { p.hooks.pickers = append(p.hooks.pickers, f) }

// ShowPickers updates everything that depends on the run but not on the step.
func (p *Host) ShowPickers() {
	if p.App.Run != nil {
		each(p.hooks.pickers)
	}
}

// OnRejected adds a function that is called when a request was invalid or was
// stopped.
func (p *Host) OnRejected(f func()) { p.hooks.rejected = append(p.hooks.rejected, f) }

// OnLoading adds a function that is called when a recording begins or progresses.
func (p *Host) OnLoading(f func()) { p.hooks.loading = append(p.hooks.loading, f) }

// OnAsk adds a function that is called when the worker can be asked for something.
func (p *Host) OnAsk(f func()) { p.hooks.ask = append(p.hooks.ask, f) }

// OnLessons adds a function that is called when the texts of all lessons and forms
// have arrived in the language of the page. That is later than the change of the
// language.
func (p *Host) OnLessons(f func()) { p.hooks.lessons = append(p.hooks.lessons, f) }

// OnLanguage adds a function that is called when the language has changed.
func (p *Host) OnLanguage(f func()) { p.hooks.language = append(p.hooks.language, f) }

// OnRedraw adds a function that is called when a frame is requested.
func (p *Host) OnRedraw(f func()) { p.hooks.redraw = append(p.hooks.redraw, f) }

// OnLeaveCompare sets the function that ends a comparison.
func (p *Host) OnLeaveCompare(f func()) { p.hooks.leave = f }

// LeaveCompare ends the comparison, if there is one, and returns to a single run.
func (p *Host) LeaveCompare() {
	if p.App.Compare != nil {
		p.hooks.leave()
	}
}

// OnTransport adds a function that is called when the playback's buttons have been
// updated.
func (p *Host) OnTransport(f func()) { p.hooks.transport = append(p.hooks.transport, f) }

// ShowTransport lets the features adapt the playback's buttons.
func (p *Host) ShowTransport() { each(p.hooks.transport) }

// OnBusy adds a function that reports whether a feature is about to change the page
// without further input.
func (p *Host) OnBusy(f func() bool) { p.hooks.busy = append(p.hooks.busy, f) }

// OnBroken adds a function that is called when the worker has failed. It reports
// whether the reason is known, so that the worker can be started again.
func (p *Host) OnBroken(f func(text string) bool) { p.hooks.broken = append(p.hooks.broken, f) }
