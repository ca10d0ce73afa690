//go:build js && wasm

// Package page is the user interface of the browser: it puts what wasm/app says
// into the document and hands it what the reader does. It holds no state of the
// simulation and draws only when something has changed.
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

// page is the one page of this program.
type page struct {
	*document
	pictures
	hovered    hovered
	m          *app.App
	glue       js.Value             // the small JavaScript: static/boot.js and static/js
	lessons    []lessons.LessonCard // only the first until the others have come
	allLessons int
	lesson     int // on screen; -1 for a scenario of the reader's own
	next       int // the lesson that was asked for

	frame       js.Func
	framing     bool    // a frame is asked for
	last        float64 // when the frame before was drawn, while playing
	panels      bool    // panels are out of date
	waiting     int32   // the step that the worker was asked for; -1: none
	askedAt     float64 // when the step on its way was asked for
	intake      intake
	conversion  int32               // of a text to a trace, the latest
	sent        string              // the text of the scenario that the worker has
	traces      map[string]js.Value // by name: files that workers read
	files       int                 // that were named
	paces       string              // the language of the list of paces, and how many it has
	sheet       form.FormSheet
	editor      editor
	sure        string // the draft that the next click deletes
	tab         string // of the editor: "text", "policy", or "" for the forms
	weighing    string // the weight whose slider is being moved
	terms       terms
	wordsLit    bool   // some words of the sentence are marked
	asSoon      func() // waits until all is known of the run; nil: nothing does
	whole       bool   // the rest of the program is there
	opening     *first // nil but for the first minute of a first visit
	palette     js.Value
	scrub       canvas
	strip       draw.Scrub
	lanes       []*lane      // of what is compared, by column
	compares    share.Linked // what the link on its way compares
	written     string       // the address that was written last
	visits      visits
	addressBy   int64 // when the next one is to be written at the latest
	texts       map[string]string
	template    string // of the curves' options; "" until it is loaded
	timers      map[string]*timer
	spoken      []*i18n.Catalog     // the languages that were loaded
	rest        map[string]bool     // by language: whether texts of lessons and forms are there
	studied     bool                // what lessons have for readers who learn by them is there,
	studying    bool                // or on its way
	studies     map[string]js.Value // by language: its translation
	translating int                 // texts that are on their way
	retold      map[string]func()   // by dialog: what fills it anew
	menu        menu                // that is open, or was last
	job         *edit.JobSheet      // that is being filled in
	taking      takeaway            // a file on its way out
	awake       bool                // an embed was clicked: it takes keys now
	grips       grips
	predicts    *practiceview.Card
	hand        *manualview.ManualController       // nil until the reader schedules by hand
	papers      *worksheetview.WorksheetController // nil until there is a worksheet
	puzzled     *puzzleview.PuzzleController       // nil until there is a puzzle
	drawn       *recording.RecordedRun             // whose strip, curves and figures are on screen
	shortening  bool                               // the focus is to go to what makes a short link
	shortShown  string                             // what the share dialog says of short links, as HTML
	pending     string                             // what Enter chose in the palette
	paneled     float64                            // when all text was brought up to date last while simulated time is played
	failed      bool                               // the worker has stopped for good
	brokenAt    float64                            // when it stopped last
	droppedAt   float64                            // when a file was, until its run has come; 0: none is on its way
	landed      float64                            // likewise, until the run is on screen
	paths       *pathsview.PathsController         // nil until there is something to keep, or to show
	beamer      *lectureview.LectureController     // nil until the page is shown on one
	lectured    int32                              // the run that was last shown on one
	windows     *longrunview.LongRunController     // nil until a run is too long for the page
	policies    *editorview.EditorController       // nil until there is a policy that somebody has written
	other       bool                               // the worker has the program that runs those
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

// arrive loads what the address asks for, or the first lesson.
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
		p.glue.Call("vary", "", p.hash()) // over the first lesson
	} else if p.resume() {
		p.mark("data-opening", false)
		return
	}
	p.next = 0
	p.load(message.Load{Form: message.JSON, Text: p.lessons[0].Text, Name: p.lessons[0].Title, At: -1, Job: -1, Telling: true})
}

// tellState sets hopyard.state, by which tests know what is on screen, and
// whether more of it is on its way. here is what would bring it back, as the
// worker is asked for it.
func (p *page) tellState() {
	p.glue.Set("state", js.FuncOf(func(_ js.Value, _ []js.Value) any {
		m := p.m
		out := map[string]any{
			"busy": p.busyNow(), "written": p.addressWritten(), "playing": m.Playing, "language": m.Words.Code, "together": m.Walk.Together,
			"run": m.Run != nil, "asking": p.asked(), "ahead": m.Predict.On && m.Practice.Ready(), "graded": m.Predict.On && m.Practice.Graded(), "stale": m.Stale(), "shown": m.Shown >= 0, "compare": m.ComparedParts(), "far": m.Compare != nil && m.Compare.Far,
		}
		if m.Compare != nil {
			for _, column := range m.Compare.Columns {
				if column.Stopped { // by the reader: nothing fresh is like it
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

// addressWritten reports whether a reload would come back to what is on screen.
func (p *page) addressWritten() bool {
	_, after := p.timers["after"]
	_, address := p.timers["address"]
	return !after && !address && !p.busyNow()
}

// busyNow reports whether what is on screen is about to change by itself.
func (p *page) busyNow() bool {
	m := p.m
	if m.ByHand() && m.Hands().Busy() {
		return true
	}
	if m.Loading != nil || p.translating > 0 || p.waiting >= 0 && !p.failed || p.intake.busy || p.papers != nil && p.papers.Busy() || m.Predict.On && m.Practice.Busy() || !m.Playing && (p.framing || p.panels && m.State != nil) {
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
