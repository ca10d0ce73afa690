//go:build js && wasm

// Package pathsview is the browser side of the learning paths through the lessons.
// It opens the lessons of a path, asks the questions that belong to goals, and
// stores the reader's progress in IndexedDB. Package paths (wasm/app/lessons)
// decides what is shown.
//
// [PathsController] reads the stored progress once, at the first call of Known. The
// page calls See when it shows a step, and Graded when an answer is graded; both
// store progress that has changed. Other tabs of the page are informed, and read
// the progress again.
package pathsview

import (
	"errors"
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/core/scenario"
	"hopyard/wasm/app"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/lessons/paths"
	"hopyard/wasm/app/message"
)

// PathsHost is the set of page functions that learning paths need.
type PathsHost struct {
	Model   *app.App
	Lessons func() []lessons.LessonCard
	Current func() int // index of the lesson on screen, -1 for none
	Pick    func(i int)
	Leave   func() // called before another lesson replaces what is on screen
	Changed func() // requests an update of the page
	Save    func(name, kind, text string)
	Say     func(id, text string)
	Gallery func() // opens the gallery
	Close   func() // closes the gallery
}

// PathsController is the controller of learning paths on the page. It also reads
// and stores the reader's progress.
type PathsController struct {
	PathsHost
	doc, glue js.Value
	paths     paths.PathsPanel
	known     bool     // whether the stored progress has been read
	asked     bool     // whether reading has been requested
	waiting   []func() // calls that wait for the progress
	keeping   bool     // whether progress is being stored
	again     bool     // whether it has changed again in the meantime
	told      string   // result of reading a file, while the gallery is open
}

// name is the key of the progress in the browser's storage.
const name = "progress"

// New returns the learning paths of a page.
func New(p PathsHost) *PathsController {
	g := js.Global()
	d := &PathsController{PathsHost: p, doc: g.Get("document"), glue: g.Get("hopyard"), paths: paths.PathsPanel{LessonsPanel: p.Model.Lessons}}
	d.glue.Call("hearKept", js.FuncOf(func(js.Value, []js.Value) any {
		d.readAgain()
		return nil
	}))
	return d
}

// readAgain reads progress that another tab has stored. Progress that this tab is
// about to store has precedence.
func (d *PathsController) readAgain() {
	if !d.known || d.keeping {
		return
	}
	d.call("recall", func(text js.Value) {
		kept, err := scenario.ParseProgress([]byte(text.String()))
		if err != nil || d.keeping {
			return
		}
		if d.paths.Progress.Path != "" { // each tab may follow a path of its own
			kept.Path, kept.Last = d.paths.Progress.Path, d.paths.Progress.Last
		}
		d.paths.Progress = kept
		d.Changed()
		d.refill()
	}, name)
}

// refill updates the paths in the gallery, if it exists. Paths that the reader has
// unfolded stay unfolded.
func (d *PathsController) refill() {
	shown := d.doc.Call("querySelector", "#gallery .paths")
	if !shown.Truthy() {
		return
	}
	opened := shown.Call("querySelectorAll", "[data-path][open]")
	shown.Set("outerHTML", d.HTML())
	for i := range opened.Length() {
		path := d.doc.Call("querySelector", `#gallery [data-path="`+opened.Index(i).Call("getAttribute", "data-path").String()+`"]`)
		if path.Truthy() {
			path.Set("open", true)
		}
	}
}

// HTML returns the HTML of the paths above the lesson cards.
func (d *PathsController) HTML() string { return d.paths.PathsHTML(d.Lessons(), d.told) }

// Forget removes the result of reading a file, because the gallery opens anew.
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
	d.call("recall", func(text js.Value) {
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
	}, name)
}

// call calls a function of the page's JavaScript, which calls f once.
func (d *PathsController) call(what string, f func(js.Value), args ...any) {
	var once js.Func
	once = js.FuncOf(func(_ js.Value, args []js.Value) any {
		once.Release()
		f(args[0])
		return nil
	})
	d.glue.Call(what, append(args, once)...)
}

// See records what is on screen of a lesson.
func (d *PathsController) See() {
	d.Known(func() {
		if d.paths.See() {
			d.keep()
		}
	})
}

// keep stores the progress; calls during a write cause one more write afterwards.
func (d *PathsController) keep() {
	d.Changed()
	if d.keeping {
		d.again = true
		return
	}
	d.keeping = true
	root := d.doc.Get("documentElement")
	root.Call("removeAttribute", "data-kept") // when set, its value is the number of lessons whose progress is stored
	d.call("remember", func(why js.Value) {
		if d.keeping = false; why.String() != "" {
			d.Say("alert", d.Model.Words.Say(i18n.ProgressNotKept, i18n.S("why", why.String())))
		}
		if d.again {
			d.again = false
			d.keep()
			return
		}
		root.Call("setAttribute", "data-kept", len(d.paths.Progress.Lessons))
	}, name, string(d.paths.Progress.JSON()))
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

// Ask goes to the step before the question of a goal, and asks it.
func (d *PathsController) Ask(which string) {
	m := d.Model
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
	d.element("why").Call("focus")
}

func (d *PathsController) element(id string) js.Value { return d.doc.Call("getElementById", id) }

// Click opens a lesson of a path, or carries out another button of the paths.
func (d *PathsController) Click(target js.Value) {
	within := func(e js.Value, name string) (found js.Value, value string) {
		if found = e.Call("closest", "["+name+"]"); found.Truthy() {
			value = found.Call("getAttribute", name).String()
		}
		return found, value
	}
	switch _, what := within(target, "data-progress"); what {
	case "save":
		d.Save("hopyard-progress.json", "application/json", string(d.paths.Progress.JSON()))
		return
	case "take":
		d.choose()
		return
	}
	b, which := within(target, "data-go")
	i, err := strconv.Atoi(which)
	if err != nil {
		return
	}
	_, d.paths.Progress.Path = within(b, "data-path")
	d.Close()
	d.open(i)
}

// Focus moves the focus to the button of the unfolded path, or to the first path.
func (d *PathsController) Focus() {
	for _, selector := range []string{".path[open] .primary", ".path summary"} {
		if e := d.doc.Call("querySelector", "#gallery "+selector); e.Truthy() {
			e.Call("focus")
			return
		}
	}
}

// open opens a lesson of a path with prediction turned on.
func (d *PathsController) open(i int) {
	d.Leave()
	d.paths.Progress.Last = d.Lessons()[i].Name
	d.keep()
	d.Model.Predict.Plain = ""
	if l := &d.Lessons()[i]; !l.AboutPlacement() {
		d.Model.Predict.Plain = l.Text
	}
	if !d.Model.Predict.On {
		d.Model.SwitchPredict(true)
	}
	d.Pick(i)
}

// Begin opens the first lesson of a path that the reader has not completed.
func (d *PathsController) Begin(path string) {
	d.Known(func() {
		if i := d.paths.First(path, d.Lessons()); i >= 0 {
			d.paths.Progress.Path = path
			d.open(i)
		}
	})
}

// Next opens the following lesson.
func (d *PathsController) Next() {
	d.Known(func() {
		switch i := d.paths.Next(d.Lessons(), d.Current()); {
		case i < 0:
			d.Gallery()
		case d.paths.Progress.Path != "":
			d.open(i)
		default:
			d.Pick(i)
		}
	})
}

// choose reads a progress file, which replaces the stored progress.
func (d *PathsController) choose() {
	input := d.doc.Call("createElement", "input")
	input.Set("type", "file")
	input.Set("accept", ".json,application/json")
	input.Call("addEventListener", "change", js.FuncOf(func(js.Value, []js.Value) any {
		if files := input.Get("files"); files.Length() > 0 {
			d.call("read", func(content js.Value) {
				if content.Type() == js.TypeString { // the error
					d.tell(content.String())
					return
				}
				src := make([]byte, content.Get("length").Int())
				js.CopyBytesToGo(src, content)
				d.take(src)
			}, files.Index(0), scenario.MaxProgress)
		}
		return nil
	}))
	input.Call("click")
}

func (d *PathsController) take(src []byte) {
	told, err := d.paths.Taken(src)
	var all scenario.Errors
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
	d.Gallery()
}

// tell shows the result of reading a file below the paths. It is kept because the
// gallery may be drawn again at any time, when texts arrive.
func (d *PathsController) tell(text string) {
	d.told = text
	if told := d.element("progress-told"); told.Truthy() {
		told.Set("textContent", text)
	}
}
