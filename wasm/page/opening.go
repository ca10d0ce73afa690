//go:build js && wasm

package page

import (
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/opening"
)

// first is the opening of a first visit. While data-opening is set, the style sheet
// shows its card in place of the reasons and hides what the opening does not need.
// static/js/opening.js sets the attribute to "first" before the program is loaded,
// and the page sets it to the name of the stage.
type first struct {
	*opening.OpenPanel
	stage  string        // stage on screen
	focus  bool          // whether the first button of the stage should get the focus
	asked  int32         // serial of its lesson
	back   *message.Load // what was on screen before; nil: the lesson of the opening
	lesson int           // index of the lesson that was on screen before
}

// beginFirst begins the opening of a first visit. It is called when the complete
// program is loaded; the first schedule needs only a part of it.
func (p *page) beginFirst() {
	switch {
	case p.root().GetAttribute("data-opening") != "first":
		return
	case p.m.Run == nil || p.m.Run.Title != p.lessons[0].Title || p.m.Compare != nil:
		p.closeOpening()
		return
	}
	p.path().Known(func() {
		if len(p.m.Lessons.Progress.Lessons) > 0 { // the reader has been here before
			p.closeOpening()
			return
		}
		p.startOpening(p.m.Run.Serial, nil)
	})
}

// beginOpening begins the opening at the reader's request. What is on screen
// returns afterwards.
func (p *page) beginOpening() {
	if p.opening != nil || p.m.Run == nil {
		return
	}
	p.act(keys.Out)
	here, lesson := p.m.Here(), p.lesson
	if p.m.Predict.On {
		p.act(keys.SwitchPredict)
	}
	p.withLessons(func() {
		for i := range p.lessons {
			if p.lessons[i].Name == opening.Lesson {
				p.next = i
				l := p.m.Load(message.Load{Form: message.JSON, Text: p.lessons[i].Text, Name: p.lessons[i].Title, At: -1, Job: -1})
				p.startOpening(l.Serial, &here)
				p.opening.lesson = lesson
				p.sendLoad(l)
			}
		}
	})
}

// startOpening shows the card for a run that may not have arrived yet.
func (p *page) startOpening(serial int32, back *message.Load) {
	p.opening = &first{OpenPanel: opening.New(&p.m.Model), asked: serial, back: back}
	if _, known := p.texts["opening-body"]; !known {
		p.listenToOpening()
	}
	if p.m.Run.Serial == serial {
		p.openingLoaded()
	}
}

func (p *page) listenToOpening() {
	p.on("opening", "click", func(e event) {
		if b, ok := closest(e, "[data-opening-job]"); ok {
			p.choose(idOf(b, "data-opening-job"))
		} else if _, ok := closest(e, "[data-opening-do]"); ok {
			p.opening.Next()
			p.changed()
		} else if b, ok := closest(e, "[data-way]"); ok {
			p.goWay(b.GetAttribute("data-way"))
		}
	})
	for _, kind := range []string{"pointerover", "focusin"} {
		p.on("opening", kind, func(e event) {
			if b, ok := closest(e, "[data-opening-job]"); ok {
				p.m.Pointed.Job = idOf(b, "data-opening-job")
				p.changed()
			}
		})
	}
	p.click("opening-skip", p.leaveOpening)
}

// openingLoaded goes to the question when the lesson has arrived. A scenario that
// does not result from dragging ends the opening.
func (p *page) openingLoaded() {
	o := p.opening
	switch {
	case o == nil:
	case p.m.Run.Serial == o.asked:
		p.m.Select(workload.NoJob)
		p.m.Go(opening.Step)
		p.changed()
	case o.Stage < opening.Drag || p.lesson >= 0:
		p.closeOpening()
	}
}

// showOpening updates the card.
func (p *page) showOpening() {
	o := p.opening
	if o == nil {
		return
	}
	if o.Follow() {
		if p.m.Looks.Still {
			p.m.Go(opening.Step + 1)
		} else {
			p.act(keys.Play)
		}
		p.changed()
	}
	if p.m.Playing && p.m.Step > opening.Step {
		p.m.Go(p.m.Step) // one step is enough
	}
	before, stage := o.stage, o.Stage.String()
	p.root().SetAttribute("data-opening", stage)
	p.setHTML("opening-body", o.HTML())
	o.stage = stage
	switch {
	case stage == before:
	case o.Stage == opening.Drag:
		p.later("opening", 50, p.holdGrip) // after it has been placed
	default:
		o.focus = before != ""
	}
	if b := query(p.el("opening-body"), "button"); b != nil && o.focus {
		b.Underlying().Call("focus", map[string]any{"preventScroll": true})
		o.focus = false
	}
}

// openingKey handles a key during the opening, and reports whether it did. It
// leaves to lists, grips and buttons the keys that they handle themselves.
func (p *page) openingKey(e event) bool {
	where, target := p.place(e)
	switch {
	case e.Key() == "Escape":
		p.leaveOpening()
		return true
	case where == keys.OnList && p.listKey(e.Key(), target):
		return true
	}
	return false
}

// holdGrip lets the arrow keys move the end of the bar that the reader should drag.
func (p *page) holdGrip() {
	if p.opening == nil || p.opening.Stage != opening.Drag {
		return
	}
	for kind, grip := range p.grips.shown {
		if e := p.grips.elements[kind]; grip != nil && e != nil && e.Class().Contains("end") {
			e.Underlying().Call("focus", map[string]any{"preventScroll": true})
			p.keyGrip(e)
		}
	}
}

// leaveOpening shows the whole page again, with what was on screen before the
// opening. Later visits do not begin with the opening.
func (p *page) leaveOpening() {
	o := p.opening
	p.closeOpening()
	if o != nil && o.back != nil {
		p.next = o.lesson
		p.load(*o.back)
	}
}

func (p *page) closeOpening() {
	p.opening = nil
	p.root().RemoveAttribute("data-opening")
	p.store("opening", "done")
	p.m.Select(workload.NoJob)
	p.curvesChanged()
	p.changed()
	focus(p.el("why"))
}

// goWay leaves the opening for what the reader chose to do next.
func (p *page) goWay(way string) {
	p.closeOpening()
	switch way {
	case "course":
		p.withLessons(func() { p.path().Begin("topology") })
	case "lessons":
		p.openGallery()
	case "trace":
		p.chooseFile()
	case "policy":
		p.act(keys.OpenPolicy)
	case "lecture":
		p.act(keys.OpenLecture)
	}
}

// openAbout explains Hopyard to a reader who followed a shared link.
func (p *page) openAbout() {
	if p.find("about") == nil {
		p.dialog("about", "", "")
		p.on("about", "click", func(e event) {
			b, ok := closest(e, "[data-about]")
			if !ok {
				return
			}
			p.closed("about")
			p.store("opening", "done")
			p.mark("data-about", false)
			if b.GetAttribute("data-about") == "begin" {
				p.beginOpening()
			}
		})
		p.refillOnLanguage("about", p.openAbout)
	}
	p.dialog("about", p.m.Words.Say(i18n.AboutTitle), opening.New(&p.m.Model).AboutHTML())
	p.openDialog("about")
}
