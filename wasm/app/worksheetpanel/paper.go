package worksheetpanel

import (
	"fmt"
	"strconv"

	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/html"
)

// PrintLayout is a worksheet for printing. It is built item by item. It contains
// each question with a picture of its step, which does not show the future. The
// answer key comes after all questions.
type PrintLayout struct {
	words   *i18n.Catalog
	palette []string
	n       int
	pages   html.Builder
	key     html.Builder
	answers []html.HTML
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
func (x *PrintLayout) Answers() []html.HTML { return x.answers }

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
			x.pages.Add(html.P(html.Class("turn small"), x.words.HTML(i18n.PaperTurn, x.words.N("n", int64(x.n+1)))), html.HTML("\n"))
		}
	}
	return nil
}

func (x *PrintLayout) question(part *message.WorksheetPart, t *message.Task, m *model.Model, ask *practice.PracticePanel) {
	c, q, tell := x.words, &t.Question, ask.Teller()
	head := html.H2(html.Text(strconv.Itoa(x.n)+" "), html.Small(c.HTML(i18n.PaperWorth, c.N("n", int64(part.Points[part.Item])))))
	prompt := html.P(html.Class("prompt"), i18n.UpperHTML(tell.Prompt(q)))
	body := head + prompt
	if m.State != nil {
		s := export.PictureLayout{Palette: x.palette, W: 960}
		s.Scenes(export.New(m), export.OfBoth, fmt.Sprintf("q%d", x.n))
		body += html.El("svg", html.Attr{"xmlns", "http://www.w3.org/2000/svg"}, html.Attr{"viewBox", fmt.Sprintf("0 0 960 %g", s.Y)}, html.Attr{"role", "img"}, html.Label(m.StepNote()),
			html.Attr{"font-family", "system-ui,sans-serif"}, s.Out.HTML()) + x.facts(m, ask)
	}
	body += x.blanks(q, m, ask)
	if part.Because {
		body += html.P(html.Class("because"), c.HTML(i18n.PaperBecause), html.HTML(" "), blank())
	}
	x.pages.El("article", body)
	x.pages.Add(html.HTML("\n"))
	var answers []html.HTML
	for i := range q.Right[:min(len(q.Right), 4)] {
		answers = append(answers, tell.Answer(q, &q.Right[i]))
	}
	answer := prompt + html.P(html.Class("answer"), html.B(i18n.Join(" / ", answers))) + html.P(tell.Because(q))
	x.answers = append(x.answers, answer)
	x.key.El("article", head, answer)
	x.key.Add(html.HTML("\n"))
}

// blank returns a line on which the student writes.
func blank() html.HTML { return html.I(html.Class("line")) }

// facts returns data that the picture does not show: the waiting jobs with their
// requests and promised starts.
func (x *PrintLayout) facts(m *model.Model, ask *practice.PracticePanel) html.HTML {
	c, tell := x.words, ask.Teller()
	var out html.HTML
	line := func(text string) { out += html.Li(html.Text(i18n.Upper(text))) }
	line(c.Say(i18n.SituationNow, i18n.S("at", m.Run.Clock.At(m.Now())), c.N("free", int64(m.State.Idle)), c.N("n", int64(m.Run.Machine.Drawn.Nodes)), i18n.S("name", tell.Called(m.Run.Policy.Queue))))
	for i := range m.State.Queue {
		w := &m.State.Queue[i]
		text := c.Say(i18n.SituationWaits, i18n.S("job", tell.Job(w.Job)), i18n.S("need", ask.Size(w.Job)), i18n.S("wall", c.Span(m.Run.Jobs[w.Job].Walltime)))
		if w.Promised != simtime.Never {
			text += "; " + c.Say(i18n.SituationPromised, i18n.S("at", m.Run.Clock.At(w.Promised)))
		}
		line(text)
	}
	return html.Ul(html.Class("facts"), out)
}

// blanks returns the boxes that the student ticks, or the line for the written
// answer.
func (x *PrintLayout) blanks(q *quiz.Question, m *model.Model, ask *practice.PracticePanel) html.HTML {
	var out html.HTML
	box := func(text html.HTML) { out += html.Span(html.I(html.Class("box")), html.HTML(" "), text) + " " }
	switch {
	case q.Form == quiz.Jobs && m.State != nil:
		for i := range m.State.Queue {
			box(html.Escape(i18n.Upper(m.JobText(m.State.Queue[i].Job))))
		}
		box(x.words.HTML(i18n.PaperNone))
	case len(q.Options) > 0:
		for i := range q.Options {
			box(i18n.UpperHTML(ask.Teller().Option(q, i)))
		}
	default:
		out = x.words.HTML(i18n.PaperAnswer) + " " + blank()
	}
	return html.P(html.Class("blanks"), out)
}

// File returns the finished worksheet as a single HTML page without external
// resources.
func (x *PrintLayout) File(p *WorksheetPanel) html.HTML {
	c, title := x.words, p.DialogTitle()
	line := func(text i18n.Text) html.HTML { return html.Span(c.HTML(text), html.HTML(" "), blank()) }
	var about html.HTML
	if p.about.About != "" {
		about = html.P(html.Text(p.about.About))
	}
	who := html.P(html.Class("who"), line(i18n.PaperName), line(i18n.PaperDate), line(i18n.PaperPoints), html.Span(c.HTML(i18n.PaperOf, c.N("n", int64(p.points())))))
	head := html.El("header", html.El("h1", html.Text(title)), who, about, html.P(html.Class("small"), c.HTML(i18n.PaperIntro)))
	key := html.El("h1", i18n.Colon(c, c.HTML(i18n.PaperKey), html.Isolated(title)))
	return html.Document(c.Code, title, "default-src 'none'; style-src 'unsafe-inline'", paperStyle,
		html.El("main", head, html.HTML("\n"), x.pages.HTML())+html.Section(html.Class("key"), key, html.HTML("\n"), x.key.HTML()))
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
