//go:build js && wasm

// Package host is the part of the page that its features share: the document, the
// model, the worker, and the history of the browser. A feature is a package of its
// own. It gets a [Host], registers what it does, and is called when that happens:
//
//	func New(h *host.Host) *Glossary {
//		g := &Glossary{Host: h}
//		h.OnAction(keys.OpenGlossary, g.open) // a key, a button or an entry of the palette
//		h.OnMessage(message.KindTold, g.hear) // an answer of the worker
//		h.AddPanel(host.Content, g.update)    // what has to be updated, and when
//		return g
//	}
//
// A feature requests a run with [Host.SendLoad] or [Host.Visit], and a frame with
// [Host.Changed].
package host

import (
	"syscall/js"

	"hopyard/wasm/app"
	"hopyard/wasm/app/form"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/wasm/page/document"
)

// Host is the part of the page that its features share. The program has a single
// value of this type.
type Host struct {
	*document.Document
	App *app.App

	Lessons    []lessons.LessonCard // only the first lesson until the others are loaded
	AllLessons int
	Lesson     int  // index of the lesson on screen; -1: a scenario that is not a lesson
	Next       int  // index of the lesson that is being loaded; -1: a scenario that is not a lesson
	studied    bool // whether the learning material of the lessons (takeaways and hints) is loaded

	hooks
	frame   js.Func
	framing bool    // whether a frame has been requested
	last    float64 // time of the previous frame during playback; otherwise 0
	Due     Change  // what has changed since the panels were last updated
	AskedAt float64 // when the reader asked for the step that is being fetched

	intake   Intake
	Waiting  int32               // step requested from the worker whose state has not arrived; -1: none
	Sent     string              // scenario text that the worker last received
	Traces   map[string]js.Value // trace files by name; the workers read them
	Failed   bool                // whether the worker has failed and is not started again until the next request
	brokenAt float64             // when the worker last failed
	Other    bool                // whether the worker runs the program that contains the policy interpreter
	Native   *Native             // engine behind hopyard serve; nil: none has been offered
	Whole    bool                // whether the complete program is loaded
	asSoon   func()              // function to call once the run on screen is completely described; nil: none

	Compares  share.Linked // comparison to show as soon as its run is on screen
	Visits    Visits
	Written   string // address that was written last
	addressBy int64  // latest time for writing the next address, in ms
	awake     bool   // whether an embed has been clicked and accepts keys

	spoken      []*i18n.Catalog     // languages loaded so far
	Rest        map[string]bool     // by language: whether the texts of lessons and forms are loaded
	studies     map[string]js.Value // by language: translations of the learning material
	Translating int                 // number of translation files being fetched
	retold      map[string]func()   // by dialog: function that fills it again when the language changes
	Sheet       form.FormSheet      // the forms of the editor; their texts are translated with those of the lessons
}

// New returns the host of a page without a run.
func New() *Host {
	p := &Host{
		Document: document.New(), App: app.NewModel(i18n.English), Lesson: -1, Next: -1, Waiting: -1,
		Traces: map[string]js.Value{}, Rest: map[string]bool{}, studies: map[string]js.Value{}, retold: map[string]func(){},
		hooks: hooks{messages: map[message.Kind][]func([]byte){}},
	}
	p.App.Millis = document.Now
	p.frame = js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.draw(args[0].Float())
		return nil
	})
	return p
}

// Busy reports whether the page is about to change without further input.
func (p *Host) Busy() bool {
	for _, busy := range p.hooks.busy {
		if busy() {
			return true
		}
	}
	m := p.App
	return m.Loading != nil || p.Translating > 0 || p.Waiting >= 0 && !p.Failed || p.intake.Busy || !m.Playing && (p.framing || p.Due != 0 && m.State != nil)
}

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

// Change is a set of kinds of changes. A panel names the changes after which it must
// be updated.
type Change uint8

const (
	Pointing Change = 1 << iota // what the pointer or the keyboard focus points at
	Content                     // anything else
)

// panel updates the text of a part of the page after certain changes.
type panel struct {
	after Change
	show  func()
}

// AddPanel adds a panel. The panels are updated in the order in which they were
// added.
func (p *Host) AddPanel(after Change, show func()) {
	p.hooks.panels = append(p.hooks.panels, panel{after, show})
}

// UpdatePanels updates the panels that show what has changed.
func (p *Host) UpdatePanels() {
	due := p.Due
	p.Due = 0
	for _, panel := range p.hooks.panels {
		if panel.after&due != 0 {
			panel.show()
		}
	}
}

// Changed requests a frame that updates the pictures and all panels.
func (p *Host) Changed() { p.ChangedOnly(Pointing | Content) }

// ChangedOnly requests a frame that updates the pictures and the panels that show
// the given changes.
func (p *Host) ChangedOnly(c Change) {
	p.Due |= c
	p.Redraw()
}

// PaintNow updates the pictures and all panels immediately.
func (p *Host) PaintNow() {
	p.Due = Pointing | Content
	p.hooks.paint()
}

// Redraw requests a frame that draws the pictures. It requests no frame while
// another step is being fetched and nothing is playing: the step is drawn as soon
// as its state arrives.
func (p *Host) Redraw() {
	p.ask()
	each(p.hooks.redraw)
	if p.Waiting >= 0 && !p.App.Playing && p.App.Compare == nil {
		return
	}
	if !p.framing {
		p.framing = true
		js.Global().Call("requestAnimationFrame", p.frame)
	}
}

// draw handles one animation frame. During playback it requests the next frame;
// otherwise no frame follows until something changes.
func (p *Host) draw(at float64) {
	p.framing = false
	if p.App.Playing {
		step := p.App.Reached()
		if p.last > 0 {
			p.App.Tick(min(at-p.last, 250))
		}
		p.last = at
		if p.App.Compare != nil && p.App.Reached() != step || !p.App.Playing {
			p.Due |= Content
		}
		p.Redraw()
	} else {
		p.last = 0
	}
	p.hooks.paint()
}
