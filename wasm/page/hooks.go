//go:build js && wasm

package page

import (
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
)

// hooks holds the functions that the features of the page have registered. Functions
// of one list are called in the order in which they were registered.
type hooks struct {
	actions  [keys.NumActions]func()
	acted    []func(keys.Action) // called after each action
	messages map[message.Kind][]func(wire []byte)
	aside    []func(*message.State)   // called with a state that was requested for another purpose than to show it
	run      []func()                 // called when another run is on screen
	pickers  []func()                 // called when the description of the run, or its language, has changed
	rejected []func()                 // called when a request was invalid or was stopped
	loading  []func()                 // called when a recording begins or progresses
	ask      []func()                 // called when the worker can be asked for something
	redraw   []func()                 // called when a frame is requested
	lessons  []func()                 // called when the texts of all lessons and forms have arrived, in the language of the page
	language []func()                 // called when the language has changed
	broken   []func(text string) bool // called when the worker has failed; a function reports whether it knows the reason
	panels   []panel
	paint    func() // updates everything on screen
}

func each(list []func()) {
	for _, f := range list {
		f()
	}
}

// onAction sets what an action does in the browser.
func (p *page) onAction(a keys.Action, f func()) { p.hooks.actions[a] = f }

// onActed adds a function that is called after each action of the reader.
func (p *page) onActed(f func(keys.Action)) { p.hooks.acted = append(p.hooks.acted, f) }

// onMessage adds a function that is called for each message of the given kind from
// the worker. For the kind message.None, it is called for all messages, after the
// functions for their kinds.
func (p *page) onMessage(kind message.Kind, f func(wire []byte)) {
	p.hooks.messages[kind] = append(p.hooks.messages[kind], f)
}

// onAside adds a function that is called for each state that is not to be shown.
func (p *page) onAside(f func(*message.State)) { p.hooks.aside = append(p.hooks.aside, f) }

// onRun adds a function that is called when another run is on screen.
func (p *page) onRun(f func()) { p.hooks.run = append(p.hooks.run, f) }

// onPickers adds a function that updates what depends on the run but not on the
// step.
func (p *page) onPickers(f func()) { p.hooks.pickers = append(p.hooks.pickers, f) }

// showPickers updates everything that depends on the run but not on the step.
func (p *page) showPickers() {
	if p.m.Run != nil {
		each(p.hooks.pickers)
	}
}

// onRejected adds a function that is called when a request was invalid or was
// stopped.
func (p *page) onRejected(f func()) { p.hooks.rejected = append(p.hooks.rejected, f) }

// onLoading adds a function that is called when a recording begins or progresses.
func (p *page) onLoading(f func()) { p.hooks.loading = append(p.hooks.loading, f) }

// onAsk adds a function that is called when the worker can be asked for something.
func (p *page) onAsk(f func()) { p.hooks.ask = append(p.hooks.ask, f) }

// onLessons adds a function that is called when the texts of all lessons and forms
// have arrived in the language of the page. That is later than the change of the
// language.
func (p *page) onLessons(f func()) { p.hooks.lessons = append(p.hooks.lessons, f) }

// onLanguage adds a function that is called when the language has changed.
func (p *page) onLanguage(f func()) { p.hooks.language = append(p.hooks.language, f) }

// onRedraw adds a function that is called when a frame is requested.
func (p *page) onRedraw(f func()) { p.hooks.redraw = append(p.hooks.redraw, f) }

// onBroken adds a function that is called when the worker has failed. It reports
// whether the reason is known, so that the worker can be started again.
func (p *page) onBroken(f func(text string) bool) { p.hooks.broken = append(p.hooks.broken, f) }
