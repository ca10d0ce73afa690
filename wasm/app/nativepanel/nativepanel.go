// Package nativepanel holds what the page says about the engine behind `hopyard serve`:
// the question whether to use it, and the line that says what it does. Package
// nativeview (wasm/page) connects to it.
//
// A [NativePanel] goes through the states of a [Connection]: Off until the reader has agreed,
// then Ready; Lost when the connection ends; Away or Foreign when connecting fails.
package nativepanel

import (
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/html"
)

// Connection is the state of the connection to the engine.
type Connection uint8

// The states.
const (
	Off     Connection = iota // the reader has not agreed, or no engine was offered
	Ready                     // the engine answers
	Lost                      // it answered before, but the connection has ended
	Away                      // it does not answer
	Foreign                   // it answers, but its messages are of another version
)

// NativePanel is the state of the engine behind `hopyard serve`.
type NativePanel struct {
	*model.Model
	State  Connection
	Jobs   int  // largest number of jobs of a trace
	Runs   bool // whether the run on screen comes from this engine
	hidden bool // whether the reader has hidden the line
}

// New returns the panel of a page to which no engine has been offered.
func New(m *model.Model) *NativePanel { return &NativePanel{Model: m} }

// Become changes the state. A line that was hidden is shown again.
func (p *NativePanel) Become(s Connection) { p.State, p.hidden = s, false }

// Greet handles the greeting of a server that speaks the given protocol.
func (p *NativePanel) Greet(protocol uint32, jobs int) {
	p.Become(Ready)
	p.Jobs = jobs
	if protocol != message.Protocol {
		p.Become(Foreign)
	}
}

// Hide hides the line until the state changes.
func (p *NativePanel) Hide() { p.hidden = true }

// QuestionTitle returns the title of the question.
func (p *NativePanel) QuestionTitle() string { return p.Words.Say(i18n.NativeTitle) }

// QuestionHTML returns the question whether the page may use the engine. The
// attribute data-native of a button holds the answer.
func (p *NativePanel) QuestionHTML() html.HTML {
	c := p.Words
	return html.P(c.HTML(i18n.NativeAsk)) + html.P(html.Class("small"), c.HTML(i18n.NativeWhere)) +
		html.Div(html.Class("row"),
			html.Button(html.Class("primary"), html.Attr{"data-native", "+"}, c.HTML(i18n.NativeYes)),
			html.Button(html.Attr{"data-native", "-"}, c.HTML(i18n.NativeNo)))
}

// Text returns the line about the engine, or "" if there is nothing to say.
func (p *NativePanel) Text() string {
	c := p.Words
	switch {
	case p.State == Lost:
		return c.Say(i18n.NativeLost)
	case p.State == Away:
		return c.Say(i18n.NativeAway)
	case p.State == Foreign:
		return c.Say(i18n.NativeForeign)
	case p.State == Ready && p.Runs:
		return c.Say(i18n.NativeRuns)
	case p.State == Ready:
		return c.Say(i18n.NativeReady, c.N("n", int64(p.Jobs)))
	}
	return ""
}

// HTML returns the line with its buttons, or "" if the reader has hidden it. The reader
// cannot hide the line that says that a run comes from the engine. The attribute
// data-native of a button holds its action.
func (p *NativePanel) HTML() html.HTML {
	text := p.Text()
	runs := p.State == Ready && p.Runs
	if text == "" || p.hidden && !runs {
		return ""
	}
	out := html.Span(html.Text(text))
	if p.State != Ready {
		out += " " + html.Button(html.Class("primary"), html.Attr{"data-native", "again"}, p.Words.HTML(i18n.NativeAgain))
	}
	if !runs {
		out += " " + html.Button(html.Attr{"data-native", "hide"}, p.Words.HTML(i18n.DiffersHide))
	}
	return out
}
