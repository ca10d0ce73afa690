//go:build js && wasm

// Package lectureview is what the browser has to do with lectures: it hands what the
// speaker is told to static/lecture, which has the beamer's look, the pointer and
// the speaker's window, and carries out what the remote says. What is told is
// wasm/app/lecture's.
package lectureview

import (
	"fmt"
	"syscall/js"

	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/wasm/app"
	"hopyard/wasm/app/ballot"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lecture"
	"hopyard/wasm/app/lecture/markdown"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/practice"
)

// LectureHost is what lectures need of the page.
type LectureHost struct {
	Model   *app.App
	Glue    js.Value
	Post    func(wire []byte) // to the worker
	Act     func(keys.Action)
	Changed func()          // something is to be shown
	Answer  func()          // shows the answer to the question on screen
	Palette func() js.Value // the theme's colours
	Looks   func()          // colours have changed
}

// LectureController is the lecture on the page.
type LectureController struct {
	LectureHost
	panel   *lecture.LecturePanel
	begun   bool
	asked   *message.Seek           // that is on its way; nil: none
	notes   string                  // whose notes the panel has: language and title
	stage   js.Value                // of static/lecture; undefined until it has come
	votes   []votes                 // about which the worker is asked, one after the other
	alike   *practice.PracticePanel // a similar question, of a run of its own; nil: none
	drawing []js.Value              // who waits for one
	room    bool                    // the hall has one
	plan    []string                // the questions that are asked, by key; nil: all
	list    *message.Surveyed       // all questions of the run; nil: not known
	seen    string                  // what is drawn: run, step, language and colours
	drawn   []any
	sent    int32 // the run whose questions the worker was asked for
}

// New is no lecture yet.
func New(p LectureHost) *LectureController {
	d := &LectureController{LectureHost: p}
	d.panel = &lecture.LecturePanel{Model: &p.Model.Model, Practice: func() *practice.PracticePanel { return p.Model.Practice }}
	return d
}

// Show begins a lecture, or ends it, as the model says, and tells the speaker what
// is on screen.
func (d *LectureController) Show() {
	m := d.Model
	switch {
	case m.Walk.Lecture != d.begun:
		d.turn()
	case d.begun && d.stage.Truthy():
		d.lead()
		d.survey()
		if ask := d.panel.Ask(); ask != nil && (d.asked == nil || *ask != *d.asked) {
			d.asked = ask
			d.Post(ask.Pack())
		}
		d.learn()
		told := shown(d.panel.Tell())
		told["pictures"] = d.pictures()
		d.stage.Call("show", told)
	}
}

// pictures are the machine and the timeline as they will be after the next press, for
// the speaker alone.
func (d *LectureController) pictures() []any {
	m := d.panel.Ahead()
	if m == nil {
		return []any{}
	}
	colours := d.colours()
	key := fmt.Sprint(m.Run.Serial, m.Step, m.Words.Code, colours)
	if key == d.seen {
		return d.drawn
	}
	d.seen, d.drawn = key, []any{}
	if m.Window = m.Whole(); m.Run.Archive == nil {
		for i, svg := range ballot.Drawn(m, colours) {
			name := [...]i18n.Text{i18n.ExportMachine, i18n.ExportTimeline}[i]
			d.drawn = append(d.drawn, []any{svg, m.Words.Say(name)})
		}
	}
	return d.drawn
}

// turn begins the lecture, or ends it.
func (d *LectureController) turn() {
	d.begun = d.Model.Walk.Lecture
	if !d.begun {
		if p := d.Model.Practice; p != nil {
			p.Always, p.Repeats = false, false
			p.SetPlan(nil)
		}
		d.room, d.plan, d.list, d.sent = false, nil, nil, 0
		if d.stage.Truthy() {
			d.stage.Call("end")
		}
		return
	}
	d.Model.Playing = false
	if d.Model.Predict.On {
		d.Model.Practice.Afresh() // nothing of a rehearsal stays
	}
	var come js.Func
	come = js.FuncOf(func(_ js.Value, args []js.Value) any {
		come.Release()
		if !args[0].Bool() { // there is no network: what was there stays
			d.begun, d.Model.Walk.Lecture = false, false
			return nil
		}
		d.hall()
		if d.stage = d.Glue.Get("lecture"); d.begun {
			d.stage.Call("begin", js.FuncOf(func(_ js.Value, args []js.Value) any {
				d.do(args[0].String())
				return nil
			}))
			d.notes = ""
			d.Changed()
		}
		return nil
	})
	d.Glue.Call("part", "lecture.js", come)
}

// do carries out what the remote, the bar or the speaker's window says.
func (d *LectureController) do(what string) {
	switch m := d.Model; what {
	case "next":
		if m.Predict.On && m.Practice.Here() {
			d.Answer()
			return
		}
		d.Act(keys.Forward)
	case "back":
		d.Act(keys.Back)
	case "leave":
		d.Act(keys.OpenLecture)
	case "asks":
		d.begin(false)
	case "question":
		d.Act(keys.NextQuestion)
	case "texts": // have come
		d.notes = ""
		d.items()
		d.Changed()
	case "looks":
		d.Looks()
	}
}

// Take takes in a state that was asked for aside.
func (d *LectureController) Take(s *message.State) {
	if d.asked != nil && s.Serial == d.asked.Serial && s.Step == d.asked.Step {
		d.asked = nil
		d.panel.Take(s)
		d.Show()
	}
}

// learn takes the notes of the lesson on screen, in the language of the page.
func (d *LectureController) learn() {
	key := d.Model.Words.Code + d.Model.Run.Title
	if key == d.notes {
		return
	}
	d.notes, d.panel.Lesson = key, nil
	list := d.stage.Call("notes", d.Model.Run.Title, d.Model.Words.Code)
	if !list.Truthy() {
		return
	}
	for i := range list.Length() {
		n := list.Index(i)
		at := simtime.Time(n.Index(0).Int())
		if at < 0 {
			at = scenario.BeforeAll
		}
		d.panel.Lesson = append(d.panel.Lesson, scenario.Note{At: at, Text: n.Index(1).String()})
	}
}

// shown is what is told as static/lecture reads it.
func shown(t lecture.Told) map[string]any {
	notes := make([]any, len(t.Notes))
	for i, b := range t.Notes {
		notes[i] = []any{int(b.Kind), spansOf(b)}
	}
	return map[string]any{
		"title": t.Title, "step": t.Step, "clock": t.Clock, "now": t.Now, "next": t.Next, "nextClock": t.NextClock,
		"ask": t.Ask, "why": t.Why, "then": int(t.Then), "notes": notes, "notesAt": t.NotesAt,
		"at": t.At, "asks": t.Asks, "middle": t.Middle,
	}
}

func spansOf(b markdown.Block) []any {
	out := make([]any, len(b.Spans))
	for i, s := range b.Spans {
		out[i] = []any{int(s.Style), s.Text, s.Address}
	}
	return out
}
