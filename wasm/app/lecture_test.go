package app

import (
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/scenarios"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lecture"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/html/htmltest"
)

// speaker returns the panel of the speaker's window, which the audience does not
// see.
func speaker(s *stage) *lecture.LecturePanel {
	return &lecture.LecturePanel{Model: &s.App.Model, Practice: func() *practice.PracticePanel { return s.Practice }}
}

// told requests the preview of the next step from the worker, as the page does. It
// returns the content of the speaker's window.
func (s *stage) told(t testing.TB, p *lecture.LecturePanel) lecture.SpeakerView {
	t.Helper()
	if s.Predict.On {
		s.settlePractice(t)
	}
	if ask := p.Ask(); ask != nil {
		if !ask.Aside {
			t.Fatal("it would come on screen")
		}
		s.desk.Handle(ask.Pack())
		for _, wire := range s.desk.Answers() {
			var m message.State
			if message.KindOf(wire) == message.KindState && m.Unpack(wire) == nil && m.Aside {
				p.Take(&m)
			} else if err := s.Hear(wire); err != nil {
				t.Fatal(err)
			}
		}
	}
	return p.Tell()
}

// TestTheSpeakerKnowsTheNextStep checks each step of each lesson. After the next
// key press, the audience must see the text that the speaker's preview has
// announced.
func TestTheSpeakerKnowsTheNextStep(t *testing.T) {
	for _, l := range scenarios.All() {
		s := open(t, lesson(t, l.Name))
		s.do(t, keys.ToStart)
		p := speaker(s)
		for {
			before := s.told(t, p)
			if before.Why == "" || before.Step == "" {
				t.Fatalf("%s, %s: nothing is told: %+v", l.Name, before.Step, before)
			}
			if before.Then == lecture.ThenNothing {
				if s.Step != s.Run.Len() || before.Next != "" {
					t.Fatalf("%s: the end is told at step %d of %d", l.Name, s.Step, s.Run.Len())
				}
				break
			}
			if s.do(t, keys.Forward); before.Then != lecture.ThenStep {
				t.Fatalf("%s, %s: the next press does %d", l.Name, before.Step, before.Then)
			}
			if after := s.told(t, p); after.Now != before.Next || after.Clock != before.NextClock {
				t.Fatalf("%s, %s: the hall reads\n%s\nand the speaker was told\n%s", l.Name, after.Step, after.Now, before.Next)
			}
		}
	}
}

// TestTheHallIsAskedFirst checks the speaker's preview in predict mode. The preview
// must announce whether the next key press asks a question, answers a question or
// goes to the next step. It must also announce the text that the audience then
// reads. While a question waits for an answer, the audience's screen must not show
// what only the speaker may see.
func TestTheHallIsAskedFirst(t *testing.T) {
	asked, answered := 0, 0
	for _, l := range scenarios.All() {
		m := predict(t, l.Name)
		if !m.Practice.Covers() {
			continue
		}
		m.Practice.Always = true
		p := speaker(m)
		for range 60 {
			before := m.told(t, p)
			if before.Then == lecture.ThenNothing {
				break
			}
			if before.Then == lecture.ThenAnswer {
				m.hides(t, l.Name, before)
				m.send(t, m.Practice.GiveUp(true))
			} else {
				m.press(t, keys.Forward)
			}
			after := m.told(t, p)
			switch before.Then {
			case lecture.ThenAsk:
				if asked++; !m.Practice.Here() || after.Now != before.Ask {
					t.Fatalf("%s, %s: the hall is asked %q, and the speaker was told %q", l.Name, after.Step, after.Now, before.Ask)
				}
			case lecture.ThenAnswer:
				if answered++; !m.Practice.Graded() || start(string(after.Now)) != start(string(before.Next)) {
					t.Fatalf("%s, %s: the hall reads\n%s\nand the speaker was told\n%s", l.Name, after.Step, after.Now, before.Next)
				}
			case lecture.ThenStep:
				if m.Practice.Asking() || start(string(after.Now)) != start(string(before.Next)) {
					t.Fatalf("%s, %s: the hall reads\n%s\nand the speaker was told\n%s", l.Name, after.Step, after.Now, before.Next)
				}
			default:
				t.Fatalf("%s, %s: the next press does %d", l.Name, before.Step, before.Then)
			}
		}
	}
	if asked < 100 || answered < 100 {
		t.Errorf("%d questions, %d answers", asked, answered)
	}
}

// start returns the first sentence of a text. Later sentences may announce the end
// of the run. They are ignored, because this reveals nothing about a hidden step.
func start(html string) string {
	first, _, _ := strings.Cut(html, ". ")
	return first
}

// hides fails the test if the audience's screen shows a start of a job that only
// the speaker may know. It also fails the test if the page already holds the notes
// or the later steps of the run.
func (s *stage) hides(t *testing.T, name string, told lecture.SpeakerView) {
	t.Helper()
	if s.Run.Notes != nil || len(s.Run.Steps) != s.Step {
		t.Fatalf("%s, %s: notes or steps of the future are known to the page", name, told.Step)
	}
	beamer := htmltest.Plain(strings.Join([]string{string(s.Practice.CardHTML()), string(s.Why.SentenceHTML()), s.StepNote(), s.Announce, string(s.Machine.TreeHTML()), string(s.Timeline.GridHTML())}, "\n"))
	if answer := start(htmltest.Plain(told.Next)); strings.Contains(answer, "starts now on") && strings.Contains(beamer, answer) {
		t.Errorf("%s, %s: the beamer tells %q", name, told.Step, answer)
	}
}

// TestBackToTheQuestion steps back from a question. The speaker's window must still
// show the question. The next step forward must ask it again.
func TestBackToTheQuestion(t *testing.T) {
	m := predict(t, "easy-hole")
	m.Practice.Always = true
	p := speaker(m)
	for !m.Practice.Here() {
		m.press(t, keys.Forward)
	}
	question := m.told(t, p).Now
	m.press(t, keys.Back)
	if got := m.told(t, p); got.Then != lecture.ThenBack || got.Ask != question || got.Next != "" {
		t.Errorf("looking back: %d, %q, %q", got.Then, got.Ask, got.Next)
	}
	if m.press(t, keys.Forward); m.told(t, p).Then != lecture.ThenAnswer {
		t.Error("the question does not come back")
	}
}

// TestNotesByStep checks which note is shown at each step. The notes of an instant
// must be shown in order at its steps. The last of them must stay until the next
// instant with a note.
func TestNotesByStep(t *testing.T) {
	s := open(t, lesson(t, "easy-hole")) // this run has two steps at 0:00, and one step each at 0:01, 0:05 and 0:06
	note := func(at simtime.Time, text string) scenario.Note { return scenario.Note{At: at, Text: text} }
	minute := simtime.Time(simtime.Minute)
	all := []scenario.Note{note(scenario.BeforeAll, "a"), note(0, "b"), note(0, "c"), note(5*minute, "d"), note(5*minute, "e"), note(1000*minute, "f")}
	var got strings.Builder
	for n := range 6 {
		if i := lecture.NoteIndex(s.Run, all, n); i >= 0 {
			got.WriteString(all[i].Text)
		}
	}
	if got.String() != "abccde" {
		t.Errorf("steps 0 to 5 have the notes %s", got.String())
	}
	if i := lecture.NoteIndex(s.Run, all[3:], 1); i != -1 {
		t.Errorf("step 1 has note %d", i)
	}
}

// TestNotesComeWithTheRun checks that the notes of a scenario arrive with its run.
// Each note of the lessons must be shown at some step.
func TestNotesComeWithTheRun(t *testing.T) {
	text := `{"hopyard": 1, "notes": [{"text": "Say *hello*."}, {"at": 0, "text": "<b>x</b>"}], "cluster": {"topology": {"kind": "star", "nodes": 8}},
		"jobs": [{"nodes": 2, "walltime": 60}], "scheduler": {"queue": "easy"}}`
	s := open(t, message.Load{Form: message.JSON, Text: text, At: -1, Job: -1})
	p := speaker(s)
	if got := s.told(t, p); len(got.Notes) != 1 || got.Notes[0].Spans[1].Text != "hello" || got.NotesAt != "" {
		t.Errorf("before the first step: %+v, %q", got.Notes, got.NotesAt)
	}
	s.do(t, keys.Forward)
	if got := s.told(t, p); len(got.Notes) != 1 || got.Notes[0].Spans[0].Text != "<b>x</b>" || got.NotesAt == "" {
		t.Errorf("after it: %+v, %q", got.Notes, got.NotesAt)
	}
	all := scenarios.Notes()
	if len(all) < 10 {
		t.Errorf("%d lessons have notes", len(all))
	}
	for name, notes := range all {
		s := open(t, lesson(t, name))
		shown := map[int]bool{}
		for n := range s.Run.Len() + 1 {
			shown[lecture.NoteIndex(s.Run, notes, n)] = true
		}
		for i := range notes {
			if !shown[i] {
				t.Errorf("%s: note %d belongs to no step", name, i+1)
			}
		}
	}
}
