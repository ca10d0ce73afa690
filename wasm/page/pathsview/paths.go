//go:build js && wasm

// Package pathsview is what the browser has to do with the paths through the lessons:
// it opens them, asks the questions of goals, and keeps what the reader has learned
// in IndexedDB. What is said of them is wasm/app/lessons/paths's.
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

// PathsHost is what the paths need of the page.
type PathsHost struct {
	Model   *app.App
	Lessons func() []lessons.LessonCard
	Current func() int // the lesson on screen, -1 for none
	Pick    func(i int)
	Leave   func() // is called before what is on screen changes for another lesson
	Changed func() // something is to be shown
	Save    func(name, kind, text string)
	Say     func(id, text string)
	Gallery func() // opens it
	Close   func() // closes it
}

// PathsController is the paths on the page, and how far what was learned is read and kept.
type PathsController struct {
	PathsHost
	doc, glue js.Value
	paths     paths.PathsPanel
	known     bool     // what was kept has been read
	asked     bool     // or is asked for
	waiting   []func() // for it
	keeping   bool     // something is on its way to be kept
	again     bool     // and is out of date already
	told      string   // what came of a file, as long as the gallery is open
}

// name is that of what is kept, in the browser's storage.
const name = "progress"

// New is the paths of a page.
func New(p PathsHost) *PathsController {
	g := js.Global()
	d := &PathsController{PathsHost: p, doc: g.Get("document"), glue: g.Get("hopyard"), paths: paths.PathsPanel{LessonsPanel: p.Model.Lessons}}
	d.glue.Call("hearKept", js.FuncOf(func(js.Value, []js.Value) any {
		d.readAgain()
		return nil
	}))
	return d
}

// readAgain takes in what another tab has kept. What this one is about to keep comes
// after it.
func (d *PathsController) readAgain() {
	if !d.known || d.keeping {
		return
	}
	d.call("recall", func(text js.Value) {
		kept, err := scenario.ParseProgress([]byte(text.String()))
		if err != nil || d.keeping {
			return
		}
		if d.paths.Progress.Path != "" { // each tab may be on a path of its own
			kept.Path, kept.Last = d.paths.Progress.Path, d.paths.Progress.Last
		}
		d.paths.Progress = kept
		d.Changed()
		d.refill()
	}, name)
}

// refill brings the paths in the gallery up to date, if it was opened. Those that the
// reader has opened stay open.
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

// HTML are the paths above the cards.
func (d *PathsController) HTML() string { return d.paths.PathsHTML(d.Lessons(), d.told) }

// Forget forgets what came of a file: the gallery is opened anew.
func (d *PathsController) Forget() { d.told = "" }

// Known calls f once what was kept has been read.
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

// call calls a function of the page's JavaScript, which answers f once.
func (d *PathsController) call(what string, f func(js.Value), args ...any) {
	var once js.Func
	once = js.FuncOf(func(_ js.Value, args []js.Value) any {
		once.Release()
		f(args[0])
		return nil
	})
	d.glue.Call(what, append(args, once)...)
}

// See takes in what of a lesson is on screen.
func (d *PathsController) See() {
	d.Known(func() {
		if d.paths.See() {
			d.keep()
		}
	})
}

// keep keeps what the reader has learned: one text after the other.
func (d *PathsController) keep() {
	d.Changed()
	if d.keeping {
		d.again = true
		return
	}
	d.keeping = true
	root := d.doc.Get("documentElement")
	root.Call("removeAttribute", "data-kept") // there, it counts the lessons of which all is kept
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

// Graded takes in what an answer was worth, if it was one to a goal.
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

// Click opens a lesson of a path, or carries out what the paths offer.
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

// Focus moves the focus to what leads on: the button of the path that is open, or the
// first path.
func (d *PathsController) Focus() {
	for _, selector := range []string{".path[open] .primary", ".path summary"} {
		if e := d.doc.Call("querySelector", "#gallery "+selector); e.Truthy() {
			e.Call("focus")
			return
		}
	}
}

// open opens a lesson of a path, to be predicted.
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

// Begin opens the first lesson of a path that the reader has not done.
func (d *PathsController) Begin(path string) {
	d.Known(func() {
		if i := d.paths.First(path, d.Lessons()); i >= 0 {
			d.paths.Progress.Path = path
			d.open(i)
		}
	})
}

// Next opens the lesson that follows.
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

// choose reads a file of progress, which takes the place of what is kept.
func (d *PathsController) choose() {
	input := d.doc.Call("createElement", "input")
	input.Set("type", "file")
	input.Set("accept", ".json,application/json")
	input.Call("addEventListener", "change", js.FuncOf(func(js.Value, []js.Value) any {
		if files := input.Get("files"); files.Length() > 0 {
			d.call("read", func(content js.Value) {
				if content.Type() == js.TypeString { // what went wrong
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

// tell says below the paths what came of a file. The gallery may be drawn again at
// any time, when texts arrive.
func (d *PathsController) tell(text string) {
	d.told = text
	if told := d.element("progress-told"); told.Truthy() {
		told.Set("textContent", text)
	}
}
