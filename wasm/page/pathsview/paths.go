//go:build js && wasm

// Package pathsview is the browser side of the learning paths through the lessons.
// It opens the lessons of a path, asks the questions that belong to goals, and
// stores the reader's progress in the browser's database (IndexedDB). Package paths
// (wasm/app/lessons) decides what is shown.
//
// [PathsController] reads the stored progress once, at the first call of Known. The
// page calls See when it shows a step, and Graded when an answer is graded. Both
// store the progress if it has changed. Other tabs with the page are notified, and
// read the stored progress again.
package pathsview

import (
	"errors"
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons/paths"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// PathsController is the controller of learning paths on the page. It reads and
// stores the reader's progress.
type PathsController struct {
	*host.Host
	paths   paths.PathsPanel
	known   bool     // whether the stored progress has been read
	asked   bool     // whether reading has been requested
	waiting []func() // functions to call when the progress has been read
	keeping bool     // whether progress is being written
	again   bool     // whether the progress has changed during the write
	told    string   // result of reading a progress file, shown while the gallery is open; "": none
}

// name is the key under which the browser stores the progress.
const name = "progress"

// New returns the controller of learning paths.
func New(h *host.Host) *PathsController {
	d := &PathsController{Host: h, paths: paths.PathsPanel{LessonsPanel: h.App.Lessons}}
	d.Glue.Call("hearKept", js.FuncOf(func(js.Value, []js.Value) any {
		d.readAgain()
		return nil
	}))
	return d
}

// readAgain reads the progress that another tab has stored. If this tab is just
// storing its own progress, it keeps that instead.
func (d *PathsController) readAgain() {
	if !d.known || d.keeping {
		return
	}
	d.Glue.Call("recall", name, document.OnceWith(func(text js.Value) {
		kept, err := scenario.ParseProgress([]byte(text.String()))
		if err != nil || d.keeping {
			return
		}
		if d.paths.Progress.Path != "" { // each tab may follow a different path
			kept.Path, kept.Last = d.paths.Progress.Path, d.paths.Progress.Last
		}
		d.paths.Progress = kept
		d.Changed()
		d.refill()
	}))
}

// refill updates the learning paths in the gallery, if the gallery exists. Paths
// that the reader has unfolded stay unfolded.
func (d *PathsController) refill() {
	shown := d.Query("#gallery .paths")
	if shown == nil {
		return
	}
	opened := document.QueryAll(shown, "[data-path][open]")
	shown.SetOuterHTML(string(d.HTML()))
	for _, old := range opened {
		if path := d.Query(`#gallery [data-path="` + old.GetAttribute("data-path") + `"]`); path != nil {
			path.SetAttribute("open", "")
		}
	}
}

// HTML returns the HTML of the learning paths, which are shown above the lesson
// cards.
func (d *PathsController) HTML() html.HTML { return d.paths.PathsHTML(d.Lessons, d.told) }

// Forget removes the message about a progress file that was read. The page calls it
// when the gallery opens.
func (d *PathsController) Forget() { d.told = "" }

// Known calls f once the stored progress has been read.
func (d *PathsController) Known(f func()) {
	if d.known {
		f()
		return
	}
	if d.waiting = append(d.waiting, f); d.asked {
		return
	}
	d.asked = true
	d.Glue.Call("recall", name, document.OnceWith(func(text js.Value) {
		d.known = true
		if kept, err := scenario.ParseProgress([]byte(text.String())); err == nil {
			d.paths.Progress = kept
		}
		waiting := d.waiting
		d.waiting = nil
		for _, f := range waiting {
			f()
		}
		d.Changed()
	}))
}

// See records which parts of a lesson the reader has seen.
func (d *PathsController) See() {
	d.Known(func() {
		if d.paths.See() {
			d.keep()
		}
	})
}

// keep stores the progress. If the progress changes during a write, one more write
// follows.
func (d *PathsController) keep() {
	d.Changed()
	if d.keeping {
		d.again = true
		return
	}
	d.keeping = true
	d.Mark("data-kept", false) // attribute for tests: number of lessons with stored progress; absent during a write
	d.Glue.Call("remember", name, string(d.paths.Progress.JSON()), document.OnceWith(func(why js.Value) {
		if d.keeping = false; why.String() != "" {
			d.Say("alert", d.App.Words.Say(i18n.ProgressNotKept, i18n.S("why", why.String())))
		}
		if d.again {
			d.again = false
			d.keep()
			return
		}
		d.Root().SetAttribute("data-kept", strconv.Itoa(len(d.paths.Progress.Lessons)))
	}))
}

// Graded records the grade of an answer, if the question belongs to a goal.
func (d *PathsController) Graded(wire []byte) {
	var g message.Graded
	if message.KindOf(wire) != message.KindGraded || g.Unpack(wire) != nil || g.Skip {
		return
	}
	d.Known(func() {
		if d.paths.Graded(&g.Question, g.Right, g.Slip.Code) {
			d.keep()
		}
	})
}

// Ask goes to the step before the question that belongs to a goal, and asks that
// question.
func (d *PathsController) Ask(which string) {
	m := d.App
	i, err := strconv.Atoi(which)
	if err != nil || m.Run == nil || m.Compare != nil || i >= len(m.Run.Goals) {
		return
	}
	if m.Predict.On {
		m.SwitchPredict(false)
	}
	g := m.Run.Goals[i]
	m.Go(d.paths.StepBefore(g.At))
	if m.SwitchPredict(true); m.Predict.On {
		m.Practice.Seek(g.Kind, g.Job)
	}
	d.Changed()
	document.Focus(d.El("why"))
}

// Click handles a click in the learning paths: it opens a lesson, saves the
// progress to a file, or reads it from a file.
func (d *PathsController) Click(target js.Value) {
	at := document.ElementOf(target)
	if b := document.Within(at, "[data-progress]"); b != nil {
		switch b.GetAttribute("data-progress") {
		case "save":
			d.Save("hopyard-progress.json", "application/json", string(d.paths.Progress.JSON()))
		case "take":
			d.choose()
		}
		return
	}
	b := document.Within(at, "[data-go]")
	if b == nil {
		return
	}
	i := document.IntOf(b, "data-go")
	if i < 0 {
		return
	}
	d.paths.Progress.Path = ""
	if path := document.Within(b, "[data-path]"); path != nil {
		d.paths.Progress.Path = path.GetAttribute("data-path")
	}
	d.CloseDialog("gallery")
	d.open(i)
}

// Focus moves the focus to the main button of the unfolded path. If no path is
// unfolded, it moves the focus to the first path.
func (d *PathsController) Focus() {
	for _, selector := range []string{".path[open] .primary", ".path summary"} {
		if e := d.Query("#gallery " + selector); e != nil {
			document.Focus(e)
			return
		}
	}
}

// open opens a lesson of a path in predict mode.
func (d *PathsController) open(i int) {
	d.LeaveEntry()
	d.Visits.Left = true
	d.paths.Progress.Last = d.Lessons[i].Name
	d.keep()
	d.App.Predict.Plain = ""
	if l := &d.Lessons[i]; !l.AboutPlacement() {
		d.App.Predict.Plain = l.Text
	}
	if !d.App.Predict.On {
		d.App.SwitchPredict(true)
	}
	d.PickLesson(strconv.Itoa(i))
}

// Begin opens the first lesson of a path that the reader has not completed yet.
func (d *PathsController) Begin(path string) {
	d.Known(func() {
		if i := d.paths.First(path, d.Lessons); i >= 0 {
			d.paths.Progress.Path = path
			d.open(i)
		}
	})
}

// Next opens the next lesson, or the gallery if there is none.
func (d *PathsController) Next() {
	d.Known(func() {
		switch i := d.paths.Next(d.Lessons, d.Lesson); {
		case i < 0:
			d.Act(keys.OpenGallery)
		case d.paths.Progress.Path != "":
			d.open(i)
		default:
			d.PickLesson(strconv.Itoa(i))
		}
	})
}

// choose lets the reader choose a progress file, which replaces the stored
// progress.
func (d *PathsController) choose() {
	d.ChooseFile(".json,application/json", func(file js.Value) {
		d.Glue.Call("read", file, scenario.MaxProgress, document.OnceWith(func(content js.Value) {
			if content.Type() == js.TypeString { // the error
				d.tell(content.String())
				return
			}
			d.take(document.GoBytes(content))
		}))
	})
}

func (d *PathsController) take(src []byte) {
	told, err := d.paths.Taken(src)
	var all jsondoc.Errors
	switch {
	case errors.As(err, &all):
		list := make([]string, len(all))
		for i := range all {
			list[i] = all[i].Error()
		}
		d.tell(strings.Join(list, "\n"))
		return
	case err != nil:
		d.tell(err.Error())
		return
	}
	d.keep()
	d.tell(told)
	d.Act(keys.OpenGallery)
}

// tell shows the result of reading a progress file below the learning paths. The
// result is also remembered, because the gallery may be rebuilt at any time when
// texts arrive.
func (d *PathsController) tell(text string) {
	d.told = text
	if told := d.Find("progress-told"); told != nil {
		told.SetTextContent(text)
	}
}
