//go:build js && wasm

// Package openingview shows the introduction that a first visit begins with.
package openingview

import (
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/opening"
	"hopyard/wasm/page/curveview"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/editview"
	"hopyard/wasm/page/host"
	"hopyard/wasm/page/lessonview"
)

// OpeningView is the controller of the opening.
type OpeningView struct {
	*host.Host
	edit    *editview.EditView
	lesson  *lessonview.LessonView
	curve   *curveview.CurveView
	Opening *first // nil except during the opening
}

// New returns the controller of the opening.
func New(h *host.Host, edit *editview.EditView, lesson *lessonview.LessonView, curve *curveview.CurveView) *OpeningView {
	p := &OpeningView{Host: h, edit: edit, lesson: lesson, curve: curve}
	h.OnRun(p.openingLoaded)
	h.OnAction(keys.BeginOpening, p.beginOpening)
	h.Click("about-open", p.openAbout)
	return p
}

// first is the state of the opening: the introduction that a first visit begins
// with. While the attribute data-opening is set, the style sheet shows the
// opening's card in place of the panel of reasons. It also hides what the opening
// does not need. static/js/opening.js sets the attribute to "first" before the
// program is loaded. The page then sets it to the name of the current stage.
type first struct {
	*opening.OpenPanel
	stage  string        // stage on screen
	focus  bool          // whether the first button of the stage should get the focus
	asked  int32         // serial of the load of the opening's lesson
	back   *message.Load // request that restores what was on screen before; nil: the opening's lesson was on screen
	lesson int           // index of the lesson that was on screen before
}

// BeginFirst begins the opening of a first visit, or removes the opening's layout
// if the visit is not the first. It is called when the complete program is loaded;
// the first schedule needs only a part of the program.
func (p *OpeningView) BeginFirst() {
	switch {
	case p.Root().GetAttribute("data-opening") != "first":
		return
	case p.App.Run == nil || p.App.Run.Title != p.Lessons[0].Title || p.App.Compare != nil:
		p.closeOpening()
		return
	}
	p.lesson.Path().Known(func() {
		if len(p.App.Lessons.Progress.Lessons) > 0 { // the reader has made progress in an earlier visit
			p.closeOpening()
			return
		}
		p.startOpening(p.App.Run.Serial, nil)
	})
}

// beginOpening begins the opening at the reader's request. Afterwards, the page
// shows again what is on screen now.
func (p *OpeningView) beginOpening() {
	if p.Opening != nil || p.App.Run == nil {
		return
	}
	p.Act(keys.Out)
	here, lesson := p.App.Here(), p.Lesson
	if p.App.Predict.On {
		p.Act(keys.SwitchPredict)
	}
	p.WithLessons(func() {
		for i := range p.Lessons {
			if p.Lessons[i].Name == opening.Lesson {
				p.Next = i
				l := p.App.Load(message.Load{Form: message.JSON, Text: p.Lessons[i].Text, Name: p.Lessons[i].Title, At: -1, Job: -1})
				p.startOpening(l.Serial, &here)
				p.Opening.lesson = lesson
				p.SendLoad(l)
			}
		}
	})
}

// startOpening shows the opening's card. The opening's run, which has the given
// serial, may arrive later.
func (p *OpeningView) startOpening(serial int32, back *message.Load) {
	p.Opening = &first{OpenPanel: opening.New(&p.App.Model), asked: serial, back: back}
	if _, known := p.Texts["opening-body"]; !known {
		p.listenToOpening()
	}
	if p.App.Run.Serial == serial {
		p.openingLoaded()
	}
}

func (p *OpeningView) listenToOpening() {
	p.On("opening", "click", func(e document.DOMEvent) {
		if b, ok := document.Closest(e, "[data-opening-job]"); ok {
			p.Choose(host.IDOf(b, "data-opening-job"))
		} else if _, ok := document.Closest(e, "[data-opening-do]"); ok {
			p.Opening.Next()
			p.Changed()
		} else if b, ok := document.Closest(e, "[data-way]"); ok {
			p.goWay(b.GetAttribute("data-way"))
		}
	})
	for _, kind := range []string{"pointerover", "focusin"} {
		p.On("opening", kind, func(e document.DOMEvent) {
			if b, ok := document.Closest(e, "[data-opening-job]"); ok {
				p.App.Pointed.Job = host.IDOf(b, "data-opening-job")
				p.Changed()
			}
		})
	}
	p.Click("opening-skip", p.leaveOpening)
}

// openingLoaded handles a new run during the opening. If it is the run of the
// opening's lesson, openingLoaded goes to the step of the question. The opening
// continues if the run results from the drag that the opening asks for. Any other
// run ends the opening.
func (p *OpeningView) openingLoaded() {
	o := p.Opening
	switch {
	case o == nil:
	case p.App.Run.Serial == o.asked:
		p.App.Select(workload.NoJob)
		p.App.Go(opening.Step)
		p.Changed()
	case o.Stage < opening.Drag || p.Lesson >= 0:
		p.closeOpening()
	}
}

// ShowOpening updates the card, and plays one step after the reader has answered
// the question.
func (p *OpeningView) ShowOpening() {
	o := p.Opening
	if o == nil {
		return
	}
	if o.Follow() {
		if p.App.Looks.Still {
			p.App.Go(opening.Step + 1)
		} else {
			p.Act(keys.Play)
		}
		p.Changed()
	}
	if p.App.Playing && p.App.Step > opening.Step {
		p.App.Go(p.App.Step) // stop after one step
	}
	before, stage := o.stage, o.Stage.String()
	p.Root().SetAttribute("data-opening", stage)
	p.SetHTML("opening-body", o.HTML())
	o.stage = stage
	switch {
	case stage == before:
	case o.Stage == opening.Drag:
		p.Later("opening", 50, p.holdGrip) // after the grip has been placed
	default:
		o.focus = before != ""
	}
	if b := document.Query(p.El("opening-body"), "button"); b != nil && o.focus {
		b.Underlying().Call("focus", map[string]any{"preventScroll": true})
		o.focus = false
	}
}

// OpeningKey handles a key during the opening, and reports whether it did. Escape
// leaves the opening, and other keys move within a list that has the focus. All
// remaining keys keep their usual effect, which grips and buttons need.
func (p *OpeningView) OpeningKey(e document.DOMEvent, listKey func(key string, target document.Element) bool) bool {
	where, target := p.Place(e)
	switch {
	case e.Key() == "Escape":
		p.leaveOpening()
		return true
	case where == keys.OnList && listKey(e.Key(), target):
		return true
	}
	return false
}

// holdGrip gives the focus to the grip that the opening asks the reader to drag,
// and lets the arrow keys move it. The grip is at the end of the job's bar.
func (p *OpeningView) holdGrip() {
	if p.Opening == nil || p.Opening.Stage != opening.Drag {
		return
	}
	for kind, grip := range p.edit.Grips.Shown {
		if e := p.edit.Grips.Elements[kind]; grip != nil && e != nil && e.Class().Contains("end") {
			e.Underlying().Call("focus", map[string]any{"preventScroll": true})
			p.edit.KeyGrip(e)
		}
	}
}

// leaveOpening ends the opening: it shows the whole page again, with what was on
// screen before. Later visits do not begin with the opening.
func (p *OpeningView) leaveOpening() {
	o := p.Opening
	p.closeOpening()
	if o != nil && o.back != nil {
		p.Next = o.lesson
		p.Load(*o.back)
	}
}

func (p *OpeningView) closeOpening() {
	p.Opening = nil
	p.Root().RemoveAttribute("data-opening")
	p.Store("opening", "done")
	p.App.Select(workload.NoJob)
	p.curve.CurvesChanged()
	p.Changed()
	document.Focus(p.El("why"))
}

// goWay ends the opening and goes to what the reader chose to do next.
func (p *OpeningView) goWay(way string) {
	p.closeOpening()
	switch way {
	case "course":
		p.WithLessons(func() { p.lesson.Path().Begin("topology") })
	case "lessons":
		p.Act(keys.OpenGallery)
	case "trace":
		p.Act(keys.OpenFile)
	case "live":
		p.Act(keys.OpenLive)
	case "policy":
		p.Act(keys.OpenPolicy)
	case "lecture":
		p.Act(keys.OpenLecture)
	}
}

// openAbout opens a dialog that explains Hopyard to a reader who followed a shared
// link.
func (p *OpeningView) openAbout() {
	if p.Find("about") == nil {
		p.Dialog("about", "", "")
		p.On("about", "click", func(e document.DOMEvent) {
			b, ok := document.Closest(e, "[data-about]")
			if !ok {
				return
			}
			p.CloseDialog("about")
			p.Store("opening", "done")
			p.Mark("data-about", false)
			if b.GetAttribute("data-about") == "begin" {
				p.beginOpening()
			}
		})
		p.RefillOnLanguage("about", p.openAbout)
	}
	p.Dialog("about", p.App.Words.Say(i18n.AboutTitle), opening.New(&p.App.Model).AboutHTML())
	p.OpenDialog("about")
}
