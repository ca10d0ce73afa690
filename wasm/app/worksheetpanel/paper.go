package worksheetpanel

import (
	"fmt"
	"strings"

	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/app/recording"
)

// PrintLayout is a worksheet for printing. It is built item by item. It contains
// each question with a picture of its step, which does not show the future. The
// answer key comes after all questions.
type PrintLayout struct {
	words   *i18n.Catalog
	palette []string
	n       int
	pages   strings.Builder
	key     strings.Builder
	answers []string
}

// NewPaper returns an empty print layout. Its pictures will have the colours of the
// given palette.
func NewPaper(c *i18n.Catalog, palette []string) *PrintLayout {
	return &PrintLayout{words: c, palette: palette}
}

// Keys returns the request for the questions of an item and their right answers.
// The request contains no pseudonym, so the questions are not those of a particular
// student.
func (p *WorksheetPanel) Keys(item int) *message.WorksheetRequest {
	m := p.ask(item)
	m.Pseudonym, m.Key = "", true
	return m
}

// OwnKeys returns the request for the questions of an item that this student gets,
// and their right answers.
func (p *WorksheetPanel) OwnKeys(item int) *message.WorksheetRequest {
	m := p.ask(item)
	m.Key = true
	return m
}

// Answers returns the right answer and the reasons for each question, as HTML.
func (x *PrintLayout) Answers() []string { return x.answers }

// Asked reports whether a message is the worker's answer to the latest request.
func (p *WorksheetPanel) Asked(m *message.WorksheetPart) bool { return m.Serial == p.serial }

// Items returns the number of items of the worksheet.
func (p *WorksheetPanel) Items() int { return len(p.about.Counts) }

// Add appends the questions of an item to the pages, and their right answers to the
// answer key.
func (x *PrintLayout) Add(part *message.WorksheetPart) error {
	for i := range part.Tasks {
		t := &part.Tasks[i]
		var loaded message.Loaded
		if err := loaded.Unpack([]byte(part.Loaded)); err != nil {
			return err
		}
		m := model.NewModel(x.words)
		m.Load(message.Load{})
		loaded.Serial = m.Asked.Serial
		m.Take(recording.NewRun(&loaded, x.words))
		m.Step, m.Predict.On = 0, true
		ask := practice.New(narrative.Sentences{Model: m})
		ask.Exam = &practice.Exam{}
		ask.Begin()
		q := t.Question
		if t.Middle != nil {
			t.Middle.Serial = loaded.Serial
		}
		ask.Put(q, t.Middle)
		if q.Before {
			m.State, m.Step = t.Middle, q.Step
		}
		m.Window = m.Whole()
		x.n++
		x.question(part, t, m, ask)
		if i+1 < len(part.Tasks) { // the next question's picture of the same run would reveal the answer to this question, so the next question begins on a new sheet
			fmt.Fprintf(&x.pages, `<p class="turn small">%s</p>`+"\n", x.words.Say(i18n.PaperTurn, x.words.N("n", int64(x.n+1))))
		}
	}
	return nil
}

func (x *PrintLayout) question(part *message.WorksheetPart, t *message.Task, m *model.Model, ask *practice.PracticePanel) {
	c, q, tell := x.words, &t.Question, ask.Teller()
	points := part.Points[part.Item]
	head := fmt.Sprintf(`<h2>%d <small>%s</small></h2>`, x.n, c.Say(i18n.PaperWorth, c.N("n", int64(points))))
	prompt := i18n.UpperHTML(tell.Prompt(q))
	fmt.Fprintf(&x.pages, `<article>%s<p class="prompt">%s</p>`, head, prompt)
	if m.State != nil {
		ex := export.New(m)
		s := export.PictureLayout{Palette: x.palette, W: 960}
		s.Scenes(ex, export.OfBoth, fmt.Sprintf("q%d", x.n))
		fmt.Fprintf(&x.pages, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 %g" role="img" aria-label="%s" font-family="system-ui,sans-serif">%s</svg>`, s.Y, i18n.Escape(m.StepNote()), s.Out.String())
	}
	x.facts(m, ask)
	x.blanks(q, m, ask)
	if part.Because {
		x.pages.WriteString(`<p class="because">` + c.Say(i18n.PaperBecause) + ` <i class="line"></i></p>`)
	}
	x.pages.WriteString("</article>\n")
	var answers []string
	for i := range q.Right[:min(len(q.Right), 4)] {
		answers = append(answers, tell.Answer(q, &q.Right[i]))
	}
	x.answers = append(x.answers, fmt.Sprintf(`<p class="prompt">%s</p><p class="answer">%s</p><p>%s</p>`, prompt, i18n.Bold(strings.Join(answers, ` / `)), tell.Because(q)))
	fmt.Fprintf(&x.key, "<article>%s%s</article>\n", head, x.answers[len(x.answers)-1])
}

// facts writes data that the picture does not show: the waiting jobs with their
// requests and promised starts.
func (x *PrintLayout) facts(m *model.Model, ask *practice.PracticePanel) {
	if m.State == nil {
		return
	}
	c, tell := x.words, ask.Teller()
	line := func(text string) { x.pages.WriteString(`<li>` + i18n.UpperHTML(text) + `</li>`) }
	x.pages.WriteString(`<ul class="facts">`)
	line(c.Say(i18n.SituationNow, i18n.S("at", m.Run.Clock.At(m.Now())), c.N("free", int64(m.State.Idle)), c.N("n", int64(m.Run.Machine.Drawn.Nodes)), i18n.S("name", tell.Called(m.Run.Policy.Queue))))
	for i := range m.State.Queue {
		w := &m.State.Queue[i]
		text := c.Say(i18n.SituationWaits, i18n.S("job", tell.Job(w.Job)), i18n.S("need", ask.Size(w.Job)), i18n.S("wall", c.Span(m.Run.Jobs[w.Job].Walltime)))
		if w.Promised != simtime.Never {
			text += "; " + c.Say(i18n.SituationPromised, i18n.S("at", m.Run.Clock.At(w.Promised)))
		}
		line(text)
	}
	x.pages.WriteString(`</ul>`)
}

// blanks writes the boxes that the student ticks, or the line for the written
// answer.
func (x *PrintLayout) blanks(q *quiz.Question, m *model.Model, ask *practice.PracticePanel) {
	box := func(text string) { x.pages.WriteString(`<span><i class="box"></i> ` + text + `</span> `) }
	x.pages.WriteString(`<p class="blanks">`)
	switch {
	case q.Form == quiz.Jobs && m.State != nil:
		for i := range m.State.Queue {
			box(i18n.Escape(i18n.Upper(m.JobText(m.State.Queue[i].Job))))
		}
		box(x.words.Say(i18n.PaperNone))
	case len(q.Options) > 0:
		for i := range q.Options {
			box(i18n.UpperHTML(ask.Teller().Option(q, i)))
		}
	default:
		x.pages.WriteString(x.words.Say(i18n.PaperAnswer) + ` <i class="line"></i>`)
	}
	x.pages.WriteString(`</p>`)
}

// File returns the finished worksheet as a single HTML page without external
// resources.
func (x *PrintLayout) File(p *WorksheetPanel) string {
	c := x.words
	title := i18n.Escape(p.DialogTitle())
	line := func(text i18n.Text) string { return `<span>` + c.Say(text) + ` <i class="line"></i></span>` }
	about := ""
	if p.about.About != "" {
		about = `<p>` + i18n.Escape(p.about.About) + `</p>`
	}
	return `<!DOCTYPE html>` + "\n" + `<html lang="` + c.Code + `"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1"><title>` + title + `</title><style>` + paperStyle + `</style></head><body>` +
		`<main><header><h1>` + title + `</h1><p class="who">` + line(i18n.PaperName) + line(i18n.PaperDate) + line(i18n.PaperPoints) + `<span>` + c.Say(i18n.PaperOf, c.N("n", int64(p.points()))) + `</span></p>` + about + `<p class="small">` + c.Say(i18n.PaperIntro) + `</p></header>` + "\n" +
		x.pages.String() + `</main><section class="key"><h1>` + c.Colon(c.Say(i18n.PaperKey), `<bdi>`+title+`</bdi>`) + `</h1>` + "\n" + x.key.String() + `</section></body></html>` + "\n"
}

const paperStyle = `
:root{color-scheme:light}@page{size:A4;margin:14mm 15mm}
body{margin:0 auto;max-width:190mm;padding:8mm;background:#fff;color:#1d2329;font:10.5pt/1.4 system-ui,"Noto Sans","Noto Sans CJK SC",sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:19pt;line-height:1.15;margin:0 0 6px}h2{font-size:12pt;margin:0 0 2px;display:flex;justify-content:space-between}h2 small,.small{font-weight:400;font-size:9pt;color:#5b6570}
header{border-bottom:1.5pt solid;margin-bottom:12px;padding-bottom:6px}.who{display:flex;flex-wrap:wrap;gap:6px 18px;margin:10px 0}
article{break-inside:avoid;margin-bottom:18px}.prompt{margin:0 0 6px;font-weight:600}svg{display:block;width:100%;height:auto;max-height:88mm;border:.75pt solid #dedbd2;border-radius:6px}
.line{display:inline-block;border-bottom:1pt solid;min-width:34mm;height:1.3em;vertical-align:bottom}.because{display:flex;gap:8px}.because .line{flex:1}
.box{display:inline-block;width:4mm;height:4mm;border:1.2pt solid;border-radius:1mm;vertical-align:-.6mm;margin-right:1mm}.facts{margin:6px 0 4px;padding-left:5mm}.blanks{display:flex;flex-wrap:wrap;gap:6px 22px;margin:8px 0 4px}
.key{border-top:1.5pt solid;margin-top:24px;padding-top:12px}.answer{margin:0 0 3px}.key p{margin:0 0 3px}
@media print{body{padding:0;max-width:none}.key{break-before:page;border:0;margin:0;padding:0}.turn{break-before:avoid;break-after:page}}
`
