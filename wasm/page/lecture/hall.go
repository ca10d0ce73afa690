//go:build js && wasm

package lecture

import (
	"syscall/js"

	"hopyard/core/quiz"
	"hopyard/core/workload"
	"hopyard/wasm/app/hall"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
	"hopyard/wasm/draw"
)

// votes are a hall's, about which the worker is asked.
type votes struct {
	ask  *message.Judge
	list []string
	done js.Value
}

// hall lets static/lecture ask for the question on screen, and what votes on it
// mean. It keeps the room itself, and speaks with the server.
func (d *Desk) hall() {
	d.Glue.Set("hall", map[string]any{
		"ballot": js.FuncOf(func(js.Value, []js.Value) any { return d.ballot() }),
		"can":    js.FuncOf(func(js.Value, []js.Value) any { return d.question() != nil }),
		"judge": js.FuncOf(func(_ js.Value, args []js.Value) any {
			list := make([]string, min(args[3].Length(), hall.MaxVotes))
			for i := range list {
				list[i] = args[3].Index(i).String()
			}
			d.judge(args[0].Int(), quiz.Kind(args[1].Int()), quiz.Form(args[2].Int()), list, args[4])
			return nil
		}),
		"again": js.FuncOf(func(_ js.Value, args []js.Value) any {
			d.again(args[0].Int(), quiz.Kind(args[1].Int()), workload.JobID(args[2].Int()))
			return nil
		}),
	})
}

// again poses a question once more, which is lost when the page is loaded anew.
func (d *Desk) again(step int, kind quiz.Kind, job workload.JobID) {
	m := d.Model
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

// forms are the forms of answers as phones know them.
var forms = [...]string{quiz.Jobs: "jobs", quiz.Nodes: "choice", quiz.Time: "time", quiz.Number: "number", quiz.Choice: "choice"}

// question is the question on screen, if phones can answer it; else nil.
func (d *Desk) question() *hall.Ballot {
	if m := d.Model; m.Predict.On && m.Practice != nil && m.Run != nil {
		return hall.Of(m.Practice)
	}
	return nil
}

// ballot is the question on screen as phones show it, and which one it is; null
// where there is none that phones can answer.
func (d *Desk) ballot() any {
	m, b := d.Model, d.question()
	if b == nil {
		return nil
	}
	colours := make([]string, draw.NumColours)
	for i := range colours {
		colours[i] = d.Palette().Index(i).String()
	}
	options := make([]any, len(b.Options))
	for i, o := range b.Options {
		options[i] = map[string]any{"answer": o.Answer, "text": o.Text}
		if o.About != "" {
			options[i].(map[string]any)["about"] = o.About
			options[i].(map[string]any)["colour"] = colours[o.Colour]
		}
	}
	pictures := []any{}
	for i, svg := range hall.Pictures(m.Practice, colours) {
		if svg != "" {
			name := [...]words.Text{words.ExportMachine, words.ExportTimeline}[i]
			pictures = append(pictures, map[string]any{"svg": svg, "alt": m.Words.Say(name)})
		}
	}
	shown := map[string]any{"ask": b.Ask, "how": b.How, "form": forms[b.Form], "options": options, "pictures": pictures}
	for name, text := range map[string]string{"lead": b.Lead, "none": b.None, "unit": b.Unit, "example": b.Example} {
		if text != "" {
			shown[name] = text
		}
	}
	return map[string]any{"ballot": shown, "step": b.Step, "kind": int(b.Kind), "job": int(b.Job), "form": int(b.Form), "lang": m.Words.Code, "title": m.Title(), "at": m.ClockText()}
}

// judge asks the worker what votes are worth; done is called once with the result,
// or with null where the question is not one of the run on screen.
func (d *Desk) judge(step int, kind quiz.Kind, form quiz.Form, list []string, done js.Value) {
	m := d.Model
	if m.Run == nil || m.Practice == nil || kind >= quiz.NumKinds {
		done.Invoke(js.Null())
		return
	}
	ask, kept := hall.Judge(m.Practice, step, kind, form, list)
	for len(d.votes) > 0 && d.votes[0].ask.Serial != ask.Serial { // of a run that is no more: nobody will answer
		d.votes[0].done.Invoke(js.Null())
		d.votes = d.votes[1:]
	}
	if d.votes = append(d.votes, votes{ask, kept, done}); len(d.votes) == 1 {
		d.Post(ask.Pack())
	}
}

// Judged takes in what votes are worth. Answers do not say which votes they are about,
// so that one is asked after the other.
func (d *Desk) Judged(m *message.Judged) {
	if len(d.votes) == 0 || m.Serial != d.votes[0].ask.Serial {
		return
	}
	v := d.votes[0]
	if d.votes = d.votes[1:]; len(d.votes) > 0 {
		d.Post(d.votes[0].ask.Pack())
	}
	if d.Model.Practice == nil || d.Model.Run == nil || m.Serial != d.Model.Run.Serial {
		v.done.Invoke(js.Null())
		return
	}
	r := hall.Judged(d.Model.Practice, m, v.list)
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
