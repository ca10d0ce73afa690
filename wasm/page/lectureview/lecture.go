//go:build js && wasm

// Package lectureview is the browser side of lectures. It connects package lecture
// (wasm/app) with the scripts of static/lecture. Package lecture decides what the
// speaker sees. The scripts manage the projector view, the pointer and the
// speaker's window.
//
// [LectureController] starts and ends the lecture as the model requests. On each
// change the page calls Show, which passes the current step, the next step, notes
// and pictures to static/lecture. In the other direction, static/lecture reports
// what the remote control or the speaker's window requests (method do).
//
// An audience can answer questions by phone. static/lecture manages the audience's
// room and collects the votes; hall.go provides the questions and has the worker
// evaluate the votes.
package lectureview

import (
	"fmt"
	"syscall/js"

	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/wasm/app/ballot"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lecture"
	"hopyard/wasm/app/lecture/markdown"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
	"hopyard/wasm/page/settingsview"
)

// LectureController is the controller of lectures on the page.
type LectureController struct {
	*host.Host
	setting *settingsview.SettingsView
	answer  func() // shows the answer to the question on screen
	panel   *lecture.LecturePanel
	begun   bool
	asked   *message.Seek           // requested state for the speaker's preview; nil: none
	notes   string                  // page language and lesson title to which the notes in panel belong
	stage   js.Value                // object of static/lecture; undefined until it is loaded
	votes   []votes                 // votes to be graded; the worker grades one set at a time
	alike   *practice.PracticePanel // similar question with its own run; nil: none
	drawing []js.Value              // callbacks waiting for a similar question
	room    bool                    // whether there is a room for the audience
	plan    []string                // keys of the questions to ask; nil: all
	list    *message.Surveyed       // all questions of the run; nil: not known yet
	seen    string                  // key of the pictures in drawn: run, step, language and colours
	drawn   []any
	sent    int32 // serial of the run whose questions were requested
}

// New returns a controller. No lecture is in progress yet. The function answer shows
// the answer to the question on screen.
func New(h *host.Host, setting *settingsview.SettingsView, answer func()) *LectureController {
	d := &LectureController{Host: h, setting: setting, answer: answer}
	d.panel = &lecture.LecturePanel{Model: &h.App.Model, Practice: func() *practice.PracticePanel { return h.App.Practice }}
	return d
}

// Show starts or ends a lecture if the model requests it. During a lecture it
// updates the speaker's view.
func (d *LectureController) Show() {
	m := d.App
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

// pictures returns pictures of the machine and the timeline as they will be after
// the next key press. Only the speaker sees them.
func (d *LectureController) pictures() []any {
	m := d.panel.Ahead()
	if m == nil {
		return []any{}
	}
	colours := d.CSSColours()
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

// turn starts or ends the lecture.
func (d *LectureController) turn() {
	d.begun = d.App.Walk.Lecture
	if !d.begun {
		if p := d.App.Practice; p != nil {
			p.Always, p.Repeats = false, false
			p.SetPlan(nil)
		}
		d.room, d.plan, d.list, d.sent = false, nil, nil, 0
		if d.stage.Truthy() {
			d.stage.Call("end")
		}
		return
	}
	d.App.Playing = false
	if d.App.Predict.On {
		d.App.Practice.Afresh() // discard the answers that the speaker gave when preparing the lecture
	}
	d.Glue.Call("part", "lecture.js", document.OnceWith(func(loaded js.Value) {
		if !loaded.Bool() { // the lecture's script could not be loaded, so the page stays as it is
			d.begun, d.App.Walk.Lecture = false, false
			return
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
	}))
}

// do carries out a command from the remote control, the lecture's toolbar or the
// speaker's window.
func (d *LectureController) do(what string) {
	switch m := d.App; what {
	case "next":
		if m.Predict.On && m.Practice.Here() {
			d.answer()
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
	case "texts": // translated texts have arrived
		d.notes = ""
		d.items()
		d.Changed()
	case "looks":
		d.setting.Recolour()
	}
}

// Take handles a state that was requested for the speaker's preview.
func (d *LectureController) Take(s *message.State) {
	if d.asked != nil && s.Serial == d.asked.Serial && s.Step == d.asked.Step {
		d.asked = nil
		d.panel.Take(s)
		d.Show()
	}
}

// learn loads the speaker's notes for the lesson on screen, in the page's language.
func (d *LectureController) learn() {
	key := d.App.Words.Code + d.App.Run.Title
	if key == d.notes {
		return
	}
	d.notes, d.panel.Lesson = key, nil
	list := d.stage.Call("notes", d.App.Run.Title, d.App.Words.Code)
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

// shown converts the speaker's view to the form that static/lecture reads.
func shown(t lecture.SpeakerView) map[string]any {
	notes := make([]any, len(t.Notes))
	for i, b := range t.Notes {
		notes[i] = []any{int(b.Kind), spansOf(b)}
	}
	return map[string]any{
		"title": t.Title, "step": t.Step, "clock": t.Clock, "now": string(t.Now), "next": string(t.Next), "nextClock": t.NextClock,
		"ask": string(t.Ask), "why": string(t.Why), "then": int(t.Then), "notes": notes, "notesAt": t.NotesAt,
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
