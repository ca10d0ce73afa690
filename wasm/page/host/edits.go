//go:build js && wasm

package host

import (
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/page/document"
)

// Keep stores a scenario text as a draft before it is run.
func (p *Host) Keep(text string) {
	p.Kept(p.App.Edit.Drafts.Keep(document.Millis(), p.App.Edit.DraftTitle(), text))
}

// Kept updates the button for drafts, and shows the error if a draft could not be
// stored.
func (p *Host) Kept(err error) {
	p.Hide("edit-drafts", !p.App.Edit.Drafts.Any())
	if err == nil {
		return
	}
	text := p.App.Words.Say(i18n.DraftNotKept, i18n.S("why", err.Error()))
	p.Say("alert", text)
	p.El("form-note").SetTextContent(text)
}

// Edit stores and runs an edited text of the scenario on screen. The edit can be
// undone, and the page shows what it changed.
func (p *Host) Edit(text string, did model.EditSummary) {
	p.Keep(text)
	p.Next = -1
	p.SendLoad(p.App.Apply(text, did))
}

// UndoOrRedo undoes the last edit. If again is set, it redoes the edit undone last.
func (p *Host) UndoOrRedo(again bool) {
	turn := p.App.Edit.Undo
	if again {
		turn = p.App.Edit.Redo
	}
	if asked := turn(); asked != nil {
		p.Next = p.App.Edit.TurnLesson()
		p.SendLoad(asked)
	}
}

// LessonName returns the name of the lesson on screen. It returns "" if there is
// none or if the reader has changed it.
func (p *Host) LessonName() string {
	if p.Lesson >= 0 && p.Lesson < len(p.Lessons) && p.App.Source.Text == p.Lessons[p.Lesson].Text {
		return p.Lessons[p.Lesson].Name
	}
	return ""
}

// Aim returns the setting that a new experiment compares first: the subject of the
// lesson on screen, or the load if there is no lesson.
func (p *Host) Aim() string {
	if p.Lesson < 0 || p.Lesson >= len(p.Lessons) {
		return lessons.AimLoad
	}
	return p.Lessons[p.Lesson].Aim()
}

// EditText runs an edited scenario text. If the text has faults, it shows and returns
// them instead of running the text.
func (p *Host) EditText(text string, did model.EditSummary) []message.Problem {
	if faults := simworker.Check(text); len(faults) > 0 {
		p.SetHTML("errors", p.App.FaultsHTML(faults, false))
		p.OpenDialog("errors-view")
		return faults
	}
	p.Edit(text, did)
	return nil
}
