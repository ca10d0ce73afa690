//go:build js && wasm

// Package page is the user interface in the browser. It connects package app
// (wasm/app), which holds the state and produces all texts and HTML, with the
// document: it puts what app produces into the page and passes the reader's input
// to app. It holds no state of the simulation itself.
//
// The simulation runs in a web worker. [Main] sets up the page, loads the scenario
// that the address names (or the first lesson), and then only reacts to events:
//
//   - Input: handlers (listen.go, pointer.go, grips.go) turn clicks, keys and
//     gestures into actions of app.App. A change of the scenario posts a
//     message.Load to the worker, a move to another step a message.Seek.
//   - Messages: the worker's replies arrive in an [intake], which calls
//     page.receive (worker.go). It stores the recorded run, or the state of a
//     step, in app.App.
//   - Drawing: every change calls page.changed or page.redraw. These request one
//     animation frame, in which page.draw paints the canvases with package draw
//     and updates the texts of the panels. Nothing is drawn while nothing changes.
//
// Some parts of the page are large and rarely used: practice, lectures, worksheets,
// policies and the like. They are packages below this one, such as editorview;
// their code is fetched at first use. Each gets a host struct of callbacks from
// this package (wanted.go, sheet.go).
//
// The field page.glue is the JavaScript object hopyard of static/boot.js and
// static/js. It does what is shorter in JavaScript: workers, painting, files, the
// service worker.
package page

import (
	"syscall/js"

	"hopyard/wasm/app"
	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/form"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/app/share"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/editorview"
	"hopyard/wasm/page/lectureview"
	"hopyard/wasm/page/longrunview"
	"hopyard/wasm/page/manualview"
	"hopyard/wasm/page/pathsview"
	"hopyard/wasm/page/practiceview"
	"hopyard/wasm/page/puzzleview"
	"hopyard/wasm/page/worksheetview"
)

// page is the state of the page. The program has a single value of this type.
type page struct {
	*document
	pictures
	hovered    hovered
	m          *app.App
	glue       js.Value             // JavaScript object hopyard of static/boot.js and static/js
	lessons    []lessons.LessonCard // only the first lesson until the others are loaded
	allLessons int
	lesson     int // index of the lesson on screen; -1: a scenario that is not a lesson
	next       int // index of the lesson that is being loaded; -1: a scenario that is not a lesson

	frame       js.Func
	framing     bool    // whether a frame has been requested
	last        float64 // time of the previous frame during playback; otherwise 0
	due         change  // what has changed since the panels were last updated
	waiting     int32   // step requested from the worker whose state has not arrived; -1: none
	askedAt     float64 // when the reader asked for the step that is being fetched
	intake      intake
	conversion  int32               // serial of the latest conversion of accounting records to a trace
	sent        string              // scenario text that the worker last received
	traces      map[string]js.Value // trace files by name; the workers read them
	files       int                 // number of files named so far
	paces       string              // language and length of the list of playback speeds that is shown
	sheet       form.FormSheet
	editor      editor
	sure        string // id of the draft that a second click on its delete button deletes
	tab         string // tab of the editor: "text", "policy", or "" for the form
	weighing    string // key of the weight whose slider is being moved; "": none
	terms       terms
	wordsLit    bool   // whether some words of the sentence are highlighted
	asSoon      func() // function to call once the run on screen is completely described; nil: none
	whole       bool   // whether the complete program is loaded
	opening     *first // nil except during the opening of a first visit
	palette     js.Value
	scrub       canvas
	strip       draw.Scrub
	lanes       []*lane      // columns of a comparison
	compares    share.Linked // comparison described by the link that is being opened
	written     string       // address that was written last
	visits      visits
	addressBy   int64 // latest time for writing the next address, in ms
	texts       map[string]string
	template    string // template of the curves' options; "" until it is loaded
	timers      map[string]*timer
	spoken      []*i18n.Catalog     // languages loaded so far
	rest        map[string]bool     // by language: whether the texts of lessons and forms are loaded
	studied     bool                // whether the learning material of the lessons (takeaways and hints) is loaded
	studying    bool                // whether the learning material has been requested
	studies     map[string]js.Value // by language: translations of the learning material
	translating int                 // number of translation files being fetched
	retold      map[string]func()   // by dialog: function that fills it again when the language changes
	menu        menu                // the open context menu, or the last one that was open
	job         *edit.JobSheet      // fields of the job being edited
	taking      exportState         // export in progress
	awake       bool                // whether an embed has been clicked and accepts keys
	grips       grips
	predicts    *practiceview.Card
	hand        *manualview.ManualController       // nil until the reader first schedules by hand
	papers      *worksheetview.WorksheetController // nil until the reader first opens a worksheet
	puzzled     *puzzleview.PuzzleController       // nil until the reader first opens a puzzle
	drawn       *recording.RecordedRun             // run that the strip, the curves and the figures on screen show
	shortening  bool                               // whether the share dialog should focus the button that makes a short link
	shortShown  string                             // HTML of the share dialog's section on short links
	pending     string                             // entry of the command palette that was chosen with Enter
	hooks       hooks
	paneled     float64                        // when all text was last updated during playback by simulated time
	failed      bool                           // whether the worker has failed and is not started again until the next request
	brokenAt    float64                        // when the worker last failed
	droppedAt   float64                        // when the reader dropped the file whose run has not arrived yet; 0: none
	landed      float64                        // when the reader dropped the file whose run has arrived but is not drawn yet; 0: none
	paths       *pathsview.PathsController     // nil until the reader has progress in lessons or opens the gallery
	beamer      *lectureview.LectureController // nil until the page is used in a lecture
	lectured    int32                          // serial of the run last shown in a lecture
	windows     *longrunview.LongRunController // nil until a run is too long to show as a whole
	policies    *editorview.EditorController   // nil until the reader first opens the policy editor or a run with a user-written policy
	other       bool                           // whether the worker runs the program that contains the policy interpreter
}

// Main runs the page until it is closed.
func Main() {
	p := &page{
		document: newDocument(), m: app.NewModel(i18n.English), glue: js.Global().Get("hopyard"),
		lesson: -1, next: -1, waiting: -1,
		texts: map[string]string{}, timers: map[string]*timer{}, rest: map[string]bool{}, studies: map[string]js.Value{}, retold: map[string]func(){}, traces: map[string]js.Value{},
	}
	p.frame = js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.draw(args[0].Float())
		return nil
	})
	p.machine, p.timeline, p.scrub = p.newCanvas("machine-canvas"), p.newCanvas("timeline-canvas"), p.newCanvas("scrub-canvas")
	p.m.Millis = now
	p.register()
	p.firstLesson()
	p.embed()
	p.language()
	p.addCurves()
	p.addBusy()
	p.theme()
	p.listenToWorker()
	p.tellState()
	p.listen()
	p.listenToPointer()
	p.glue.Call("watch")
	p.arrive()
	select {}
}

// arrive loads the scenario that the address names, or the first lesson.
func (p *page) arrive() {
	if p.readShort() {
		return
	}
	if p.launched() {
		return
	}
	if hash := p.hash(); isSheet(hash) {
		p.openPaper(hash)
		return
	} else if p.arrivesAtPuzzle(hash) {
		return
	} else if share.HasScenario(hash) && !isLab(hash) {
		p.loadLink(hash)
		return
	}
	if isLab(p.hash()) {
		p.glue.Call("vary", "", p.hash()) // opens an experiment over the first lesson
	} else if p.resume() {
		p.mark("data-opening", false)
		return
	}
	p.next = 0
	p.load(message.Load{Form: message.JSON, Text: p.lessons[0].Text, Name: p.lessons[0].Title, At: -1, Job: -1, Telling: true})
}

// tellState sets two functions for tests. The function hopyard.state describes what
// is on screen and whether it is about to change. The function hopyard.here returns
// the request to the worker that would restore what is on screen.
func (p *page) tellState() {
	p.glue.Set("state", js.FuncOf(func(_ js.Value, _ []js.Value) any {
		m := p.m
		out := map[string]any{
			"busy": p.busyNow(), "written": p.addressWritten(), "playing": m.Playing, "language": m.Words.Code, "together": m.Walk.Together,
			"run": m.Run != nil, "asking": p.asked(), "ahead": m.Predict.On && m.Practice.Ready(), "graded": m.Predict.On && m.Practice.Graded(), "stale": m.Stale(), "shown": m.Shown >= 0, "compare": m.ComparedParts(), "far": m.Compare != nil && m.Compare.Far,
		}
		if m.Compare != nil {
			for _, column := range m.Compare.Columns {
				if column.Stopped { // a freshly loaded page would not stop it, and would differ
					out["stopped"] = true
				}
			}
		}
		if m.Run != nil && m.State != nil {
			asked := m.Here()
			out["serial"], out["at"], out["ordinal"], out["job"] = m.Run.Serial, asked.At.String(), asked.Ordinal, asked.Job
		}
		return out
	}))
	p.glue.Set("here", js.FuncOf(func(_ js.Value, _ []js.Value) any {
		asked := p.m.Here()
		return jsBytes(asked.Pack())
	}))
}

// addressWritten reports whether the address is up to date, so that a reload would
// restore what is on screen.
func (p *page) addressWritten() bool {
	_, after := p.timers["after"]
	_, address := p.timers["address"]
	return !after && !address && !p.busyNow()
}

// busyNow reports whether the page is about to change without further input.
func (p *page) busyNow() bool {
	m := p.m
	if m.ByHand() && m.ManualPanel().Busy() {
		return true
	}
	if m.Loading != nil || p.translating > 0 || p.waiting >= 0 && !p.failed || p.intake.busy || p.papers != nil && p.papers.Busy() || m.Predict.On && m.Practice.Busy() || !m.Playing && (p.framing || p.due != 0 && m.State != nil) {
		return true
	}
	for _, what := range []string{"weigh", "grip", "typed", "slide", "policy"} {
		if _, soon := p.timers[what]; soon {
			return true
		}
	}
	for _, l := range p.lanes {
		if l.intake.busy || l.column.Loading != nil || l.waiting >= 0 && l.column.Failed == nil {
			return true
		}
	}
	return false
}
