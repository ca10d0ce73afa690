//go:build js && wasm

package lectureview

import (
	"syscall/js"

	"hopyard/core/quiz"
	"hopyard/core/workload"
	"hopyard/wasm/app/ballot"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/page/document"
)

// votes is a set of votes from the audience that the worker must grade.
type votes struct {
	ask  *message.JudgeAnswers
	list []string
	done js.Value
	of   *practice.PracticePanel // panel that shows the question
}

// hall sets the functions that static/lecture calls: for the question on screen,
// for similar questions and for the grading of votes, when a room for the audience
// opens or closes, when the speaker chooses the questions to ask, and to move to a
// step. static/lecture manages the audience's room and the communication with the
// server.
func (d *LectureController) hall() {
	d.Glue.Set("hall", map[string]any{
		"ballot": js.FuncOf(func(js.Value, []js.Value) any { return d.ballot() }),
		"can":    js.FuncOf(func(js.Value, []js.Value) any { return d.question() != nil }),
	})
	on := func(name string, f func(args []js.Value)) {
		d.Glue.Get("hall").Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			f(args)
			return nil
		}))
	}
	on("judge", func(args []js.Value) {
		list := document.TextsOf(args[3])
		list = list[:min(len(list), ballot.MaxVotes)]
		d.judge(args[0].Int(), quiz.QuestionKind(args[1].Int()), quiz.AnswerForm(args[2].Int()), list, args[4], len(args) > 5 && args[5].Truthy())
	})
	on("similar", func(args []js.Value) {
		d.similar(args[0].Int(), quiz.QuestionKind(args[1].Int()), int64(args[2].Float()), args[3])
	})
	on("again", func(args []js.Value) {
		d.again(args[0].Int(), quiz.QuestionKind(args[1].Int()), workload.JobID(args[2].Int()))
	})
	on("begin", func(args []js.Value) { d.begin(args[0].Bool()) })
	on("end", func([]js.Value) {
		d.room = false
		d.lead()
	})
	on("plan", func(args []js.Value) {
		d.plan = append([]string{}, document.TextsOf(args[0])...) // not nil, even if the speaker chooses no question
		if m := d.App; m.Practice != nil {
			m.Practice.SetPlan(d.plan)
		}
		d.Changed()
	})
	on("go", func(args []js.Value) {
		if m := d.App; m.Run != nil {
			m.Go(max(0, min(args[0].Int(), m.Run.Len())))
			d.Changed()
		}
	})
}

// begin turns on predict mode for the audience's room. If the room is new (fresh),
// it discards the answers given so far. If the page chose the step on screen, begin
// then also returns to the start of the run.
func (d *LectureController) begin(fresh bool) {
	m := d.App
	if m.Run == nil {
		return
	}
	d.room = true
	if fresh && m.Asked.Telling && m.Asked.Serial == m.Run.Serial && m.Step == int(m.Run.Step) {
		m.Go(m.Run.Head())
	}
	if !m.Predict.On {
		m.SwitchPredict(true)
	} else if fresh {
		m.Practice.Afresh()
	}
	d.lead()
	d.Changed()
}

// lead applies the rules of a lecture to the question card.
func (d *LectureController) lead() {
	m := d.App
	if !m.Predict.On || m.Practice == nil {
		return
	}
	p := m.Practice
	if p.Always, p.Repeats = true, d.room; d.plan != nil && !p.Planned() {
		p.SetPlan(d.plan)
	}
}

// survey requests the list of all questions of the run on screen from the worker.
func (d *LectureController) survey() {
	r := d.panel.Whole()
	if r == nil || r.Serial == d.sent {
		return
	}
	d.sent, d.list, d.plan = r.Serial, nil, nil
	if p := d.App.Practice; p != nil {
		p.SetPlan(nil)
	}
	d.stage.Call("questions", js.Null(), r.Print)
	if ask := practice.Survey(r); ask != nil {
		d.Post(ask.Pack())
	}
}

// Surveyed handles the list of questions of a run.
func (d *LectureController) Surveyed(m *message.Surveyed) {
	if m.Serial == d.sent && d.begun {
		d.list = m
		d.items()
	}
}

// items passes the list of questions, in the page's language, to static/lecture.
func (d *LectureController) items() {
	r := d.panel.Whole()
	if d.list == nil || r == nil || r.Serial != d.list.Serial || !d.stage.Truthy() {
		return
	}
	list := d.panel.Questions(d.list.Questions)
	out := make([]any, len(list))
	for i, q := range list {
		out[i] = map[string]any{"key": q.Key, "step": q.Step, "clock": q.Clock, "ask": q.Ask, "phones": q.Phones, "asked": q.Asked}
	}
	d.stage.Call("questions", out, r.Print)
}

// again asks a question once more. The question was on screen before the page was
// reloaded.
func (d *LectureController) again(step int, kind quiz.QuestionKind, job workload.JobID) {
	m := d.App
	if m.Run == nil || step < 0 || kind >= quiz.NumKinds {
		return
	}
	if m.Predict.On {
		m.SwitchPredict(false)
	}
	m.Go(min(step, m.Run.Len()))
	if m.SwitchPredict(true); m.Predict.On {
		m.Practice.Seek(kind, job)
	}
	d.Changed()
}

// forms holds the names of the forms of answers that phones use.
var forms = [...]string{quiz.Jobs: "jobs", quiz.Nodes: "choice", quiz.Time: "time", quiz.Number: "number", quiz.Choice: "choice"}

// question returns the question on screen as a ballot. It returns nil if there is
// no question or if phones cannot answer it.
func (d *LectureController) question() *ballot.Ballot {
	if m := d.App; m.Predict.On && m.Practice != nil && m.Run != nil {
		return ballot.Of(m.Practice)
	}
	return nil
}

// touchOf converts the touchable parts of a picture to the form that phones use.
func touchOf(list []ballot.Touch) []any {
	out := make([]any, len(list))
	for i, t := range list {
		out[i] = map[string]any{"answer": t.Answer, "x": t.X, "y": t.Y, "w": t.W, "h": t.H}
	}
	return out
}

// similar requests from the worker a question similar to a given one, in a variant
// of the run. It calls done with the question's ballot, or with null if there is
// none.
func (d *LectureController) similar(step int, kind quiz.QuestionKind, seed int64, done js.Value) {
	m := d.App
	if m.Run == nil || kind >= quiz.NumKinds {
		done.Invoke(js.Null())
		return
	}
	d.drawing = append(d.drawing, done)
	d.Post((&message.FindSimilar{Serial: m.Run.Serial, Step: int32(step), Kind: kind, Seed: seed}).Pack())
}

// Alike handles the reply that contains a similar question.
func (d *LectureController) Alike(m *message.SimilarQuestion) {
	if len(d.drawing) == 0 {
		return
	}
	done := d.drawing[0]
	d.drawing = d.drawing[1:]
	d.alike = nil
	if r := d.App.Run; r != nil && r.Serial == m.Serial {
		d.alike = ballot.Similar(d.App.Words, m)
	}
	if d.alike == nil {
		done.Invoke(js.Null())
		return
	}
	done.Invoke(d.ballotOf(d.alike))
}

// ballot returns the question on screen in the form that phones use, with the data
// that identifies it. It returns null if there is no question that phones can
// answer.
func (d *LectureController) ballot() any {
	if d.question() == nil {
		return nil
	}
	return d.ballotOf(d.App.Practice)
}

// ballotOf returns the question of a panel in the form that phones use.
func (d *LectureController) ballotOf(p *practice.PracticePanel) any {
	m, b := d.App, ballot.Of(p)
	if b == nil {
		return nil
	}
	colours := d.CSSColours()
	options := make([]any, len(b.Options))
	for i, o := range b.Options {
		options[i] = map[string]any{"answer": o.Answer, "text": o.Text}
		if o.About != "" {
			options[i].(map[string]any)["about"] = o.About
			options[i].(map[string]any)["colour"] = colours[o.Colour]
		}
	}
	pictures := []any{}
	for i, picture := range ballot.Pictures(p, colours) {
		if picture.SVG != "" {
			name := [...]i18n.Text{i18n.ExportMachine, i18n.ExportTimeline}[i]
			pictures = append(pictures, map[string]any{"svg": picture.SVG, "alt": m.Words.Say(name), "touch": touchOf(picture.Touch)})
		}
	}
	shown := map[string]any{"ask": b.Ask, "how": b.How, "form": forms[b.Form], "options": options, "pictures": pictures}
	for name, text := range map[string]string{"lead": b.Lead, "none": b.None, "unit": b.Unit, "example": b.Example} {
		if text != "" {
			shown[name] = text
		}
	}
	return map[string]any{"ballot": shown, "step": b.Step, "kind": int(b.Kind), "job": int(b.Job), "form": int(b.Form), "lang": m.Words.Code, "title": m.Title(), "at": p.ClockText()}
}

// judge asks the worker to grade votes. It calls done once: with the result, or
// with null if the question does not belong to the run on screen.
func (d *LectureController) judge(step int, kind quiz.QuestionKind, form quiz.AnswerForm, list []string, done js.Value, alike bool) {
	m, of := d.App, d.App.Practice
	if alike {
		of = d.alike
	}
	if m.Run == nil || of == nil || kind >= quiz.NumKinds {
		done.Invoke(js.Null())
		return
	}
	ask, kept := ballot.Judge(of, step, kind, form, list)
	ask.Serial, ask.Alike = m.Run.Serial, alike
	for len(d.votes) > 0 && d.votes[0].ask.Serial != ask.Serial { // votes on an earlier run are never graded
		d.votes[0].done.Invoke(js.Null())
		d.votes = d.votes[1:]
	}
	if d.votes = append(d.votes, votes{ask, kept, done, of}); len(d.votes) == 1 {
		d.Post(ask.Pack())
	}
}

// Judged handles the worker's grades for votes. A reply does not say to which votes
// it belongs, so requests are sent one at a time.
func (d *LectureController) Judged(m *message.AnswersJudged) {
	if len(d.votes) == 0 || m.Serial != d.votes[0].ask.Serial {
		return
	}
	v := d.votes[0]
	if d.votes = d.votes[1:]; len(d.votes) > 0 {
		d.Post(d.votes[0].ask.Pack())
	}
	if d.App.Run == nil || m.Serial != d.App.Run.Serial {
		v.done.Invoke(js.Null())
		return
	}
	r := ballot.Judged(v.of, m, v.list)
	rows := make([]any, len(r.Rows))
	for i, row := range r.Rows {
		rows[i] = map[string]any{"votes": texts(row.Votes), "text": row.Text, "right": row.Right, "slip": row.Slip, "said": row.Said}
	}
	v.done.Invoke(map[string]any{"rows": rows, "right": r.Right, "why": texts(r.Why)})
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}
