//go:build js && wasm

// Package page is the user interface in the browser. It connects package app
// (wasm/app), which holds the state and produces all texts and HTML, with the
// document: it puts what app produces into the page and passes the reader's input
// to app. It holds no state of the simulation itself.
//
// Below it are, from the bottom: document (elements, events, timers, storage,
// canvases), host (what all features share: the model, the worker, the history of
// the browser), and a package per feature, such as compareview. A feature registers
// with the host what it does; see package host. Package page makes the features,
// and does what concerns them all.
//
// The simulation runs in a web worker. [Main] sets up the page, loads the scenario
// that the address names (or the first lesson), and then only reacts to events:
//
//   - Input: handlers turn clicks, keys and gestures into actions (Host.Act). A
//     change of the scenario posts a message.Load to the worker, a move to another
//     step a message.Seek.
//   - Messages: Host.receive stores the recorded run, or the state of a step, in
//     app.App, and calls the features that have registered for the message.
//   - Drawing: every change calls Host.Changed or Host.Redraw. These request one
//     animation frame, in which page.paintAll paints the canvases with package draw
//     and Host.UpdatePanels updates the panels that show what has changed. Nothing
//     is drawn while nothing changes.
//
// The code of some features is fetched at first use: practice, lectures, worksheets,
// policies and the like (late.go, tools/build/later.txt).
//
// The field Document.Glue is the JavaScript object hopyard of static/boot.js and
// static/js. It does what is shorter in JavaScript: workers, painting, files, the
// service worker.
package page

import (
	"syscall/js"

	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/app/share"
	"hopyard/wasm/page/compareview"
	"hopyard/wasm/page/curveview"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/editview"
	"hopyard/wasm/page/exportview"
	"hopyard/wasm/page/glossaryview"
	"hopyard/wasm/page/host"
	"hopyard/wasm/page/lectureview"
	"hopyard/wasm/page/lessonview"
	"hopyard/wasm/page/logview"
	"hopyard/wasm/page/longrunview"
	"hopyard/wasm/page/manualview"
	"hopyard/wasm/page/nativeview"
	"hopyard/wasm/page/openingview"
	"hopyard/wasm/page/paletteview"
	"hopyard/wasm/page/pendingview"
	"hopyard/wasm/page/pictureview"
	"hopyard/wasm/page/practiceview"
	"hopyard/wasm/page/puzzleview"
	"hopyard/wasm/page/scenarioview"
	"hopyard/wasm/page/settingsview"
	"hopyard/wasm/page/shareview"
	"hopyard/wasm/page/shellview"
	"hopyard/wasm/page/worksheetview"
)

// page is the state of the page. The program has a single value of this type.
type page struct {
	*host.Host
	pictures *pictureview.PictureView
	curve    *curveview.CurveView
	compare  *compareview.CompareView
	export   *exportview.ExportView
	share    *shareview.ShareView
	scenario *scenarioview.ScenarioView
	edit     *editview.EditView
	lesson   *lessonview.LessonView
	glossary *glossaryview.GlossaryView
	setting  *settingsview.SettingsView
	opening  *openingview.OpeningView
	palette  *paletteview.PaletteView
	late     // features whose code is fetched at first use

	drawn     *recording.RecordedRun // run that the strip, the curves and the figures on screen show
	paneled   float64                // when all text was last updated during playback by simulated time
	weighing  string                 // key of the weight whose slider is being moved; "": none
	announced string                 // description of the step that was read out last
	wordsLit  bool                   // whether some words of the sentence are highlighted

	conversion int32   // serial of the latest conversion of accounting records to a trace
	files      int     // number of files named so far
	droppedAt  float64 // when the reader dropped the file whose run has not arrived yet; 0: none
	landed     float64 // when the reader dropped the file whose run has arrived but is not drawn yet; 0: none
}

// late holds the controllers of the features whose code is fetched at first use.
// They are nil until then.
type late struct {
	predicts *practiceview.Card
	hand     *manualview.ManualController
	papers   *worksheetview.WorksheetController
	puzzled  *puzzleview.PuzzleController
	beamer   *lectureview.LectureController
	windows  *longrunview.LongRunController
	queue    *pendingview.PendingController
	log      *logview.LogController
	terminal *shellview.ShellController
	lent     *nativeview.NativeController
}

// Main runs the page until it is closed.
func Main() {
	h := host.New()
	p := &page{Host: h}
	h.OnRun(p.loaded)
	p.FirstLesson()
	p.pictures = pictureview.New(h)
	p.Embed()
	p.curve = curveview.New(h)
	p.compare = compareview.New(h, p.pictures)
	p.export = exportview.New(h, p.compare)
	p.share = shareview.New(h)
	p.scenario = scenarioview.New(h)
	p.edit = editview.New(h, p.pictures, p.scenario, p.export)
	p.lesson = lessonview.New(h)
	p.glossary = glossaryview.New(h)
	p.setting = settingsview.New(h, p.pictures, p.curve)
	p.opening = openingview.New(h, p.edit, p.lesson, p.curve)
	p.palette = paletteview.New(h, p.lesson, p.setting, p.scenario)
	p.register()
	p.addBusy()
	p.Language()
	p.setting.Theme()
	p.ListenToWorker()
	p.tellState()
	p.listen()
	p.Glue.Call("watch")
	p.arrive()
	select {}
}

// arrive loads the scenario that the address names, or the first lesson.
func (p *page) arrive() {
	if p.share.ReadShort() {
		return
	}
	if p.launched() {
		return
	}
	if hash := p.Hash(); isSheet(hash) {
		p.openPaper(hash)
		return
	} else if p.arrivesAtPuzzle(hash) {
		return
	} else if share.HasScenario(hash) && !host.IsLab(hash) {
		p.loadLink(hash)
		return
	}
	if host.IsLab(p.Hash()) {
		p.Glue.Call("vary", "", p.Hash()) // opens an experiment over the first lesson
	} else if p.scenario.Resume() {
		p.Mark("data-opening", false)
		return
	}
	p.Next = 0
	p.Load(message.Load{Form: message.JSON, Text: p.Lessons[0].Text, Name: p.Lessons[0].Title, At: -1, Job: -1, Telling: true})
}

// tellState sets two functions for tests. The function hopyard.state describes what
// is on screen and whether it is about to change. The function hopyard.here returns
// the request to the worker that would restore what is on screen.
func (p *page) tellState() {
	p.Glue.Set("state", js.FuncOf(func(js.Value, []js.Value) any { return p.describeState() }))
	p.Glue.Set("here", js.FuncOf(func(js.Value, []js.Value) any {
		asked := p.App.Here()
		return document.JSBytes(asked.Pack())
	}))
}

// describeState returns what is on screen and whether it is about to change.
func (p *page) describeState() map[string]any {
	m := p.App
	out := map[string]any{
		"busy": p.Busy(), "written": !p.Soon("after") && !p.Soon("address") && !p.Busy(), "playing": m.Playing, "language": m.Words.Code, "together": m.Walk.Together,
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
}
