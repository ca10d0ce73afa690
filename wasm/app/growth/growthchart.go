package growth

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/core/elastic"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// Sizes in the chart, and the x positions of its four lifelines.
const (
	chartWide   = 300
	chartTop    = 46 // y position of the first message, the notice
	chartRow    = 29
	atResources = 84.0
	atJobs      = 148.0
	atOld       = 214.0
	atNew       = 278.0
)

var (
	lifelines = [...]float64{atResources, atJobs, atOld, atNew}
	lineTexts = [...]i18n.Text{i18n.LineResources, i18n.LineJobs, i18n.LineOld, i18n.LineNew}
)

// chartMessage is an arrow in the chart: a message from one lifeline to another.
type chartMessage struct {
	stage    int // stage to which the message belongs; 0: the notice before stage s1
	from, to float64
	also     float64 // x position of a second receiver, between the sender and the first receiver; 0: none
	text     i18n.Text
}

// calls lists the messages of the stages of S2, in order.
//
// Source: S2, claim 1, s1 to s7; SOURCES.md S2.2.
var calls = [...]chartMessage{
	{0, atResources, atJobs, 0, i18n.ArrowNotice},
	{1, atJobs, atResources, 0, i18n.ArrowFreeze},
	{2, atJobs, atNew, atOld, i18n.ArrowControl},
	{3, atJobs, atNew, 0, i18n.ArrowTasks},
	{4, atNew, atJobs, 0, i18n.ArrowReady},
	{5, atJobs, atNew, atOld, i18n.ArrowPublish},
	{6, atJobs, atNew, atOld, i18n.ArrowSignal},
	{7, atOld, atNew, 0, i18n.ArrowRebuild},
}

func chartY(stage int) float64 { return chartTop + chartRow*float64(stage) }

// GrowthHTML returns the chart of the messages by which a job grows, as a picture
// and as a list. The messages go between the resource system, the job system, the
// old tasks and the new tasks. GrowthHTML returns "" if there is no growth to show.
func (m GrowthPanel) GrowthHTML() html.HTML {
	p := m.Protocol()
	if p == nil {
		return ""
	}
	var picture, list html.Builder
	m.lifelines(&picture, p)
	for i := range calls {
		picture.Add(m.call(p, &calls[i]))
	}
	for stage := 1; stage <= draw.Stages; stage++ {
		list.Add(m.stageItem(p, stage))
	}
	out := html.El("svg", html.Attr{"viewBox", fmt.Sprintf("0 0 %d %g", chartWide, chartY(draw.Stages)+22)}, html.Hide{}, picture.HTML()) + html.Ol(html.Class("sr"), list.HTML())
	if p.over != simtime.Never {
		out += html.P(m.Words.HTML(i18n.GrowthGivenUp, m.At("at", p.over)))
	}
	return out
}

// stageItem returns a stage as an item of the list that screen readers read.
func (m GrowthPanel) stageItem(p *protocol, stage int) html.HTML {
	state := p.state(stage)
	text := map[string]i18n.Text{"done": i18n.StageDone, "now": i18n.StageNow, "todo": i18n.StageToCome, "off": i18n.StageOff}[state]
	at := m.StageTime(p, stage)
	if at == "" && state == "todo" {
		text = i18n.StageOpen
	}
	return html.Li(html.If(state == "now", html.Attr{"aria-current", "step"}),
		m.Words.HTML(text, i18n.S("who", m.callers(&calls[stage])), i18n.S("stage", m.Words.Say(calls[stage].text, m.Words.N("n", int64(p.To-p.From)))), i18n.S("at", at)))
}

// callers returns the names of the sender and of the receivers of a message.
func (m GrowthPanel) callers(a *chartMessage) string {
	name := func(x float64) string {
		for k, at := range lifelines {
			if at == x {
				return m.Words.Say(lineTexts[k])
			}
		}
		return ""
	}
	to := name(a.to)
	if a.also != 0 {
		to = i18n.List(m.Words, name(a.also), to)
	}
	return i18n.Upper(m.Words.Say(i18n.StageWho, i18n.S("from", name(a.from)), i18n.S("to", to)))
}

// lifelines draws the four lifelines. Bars on them show the tasks: filled while the
// tasks compute, empty while they are stopped or have not started yet. The old
// tasks stop at the same stage as in the engine.
func (m GrowthPanel) lifelines(out *html.Builder, p *protocol) {
	bottom := chartY(draw.Stages) + 20
	for k, x := range lifelines {
		above, below, _ := strings.Cut(m.Words.Say(lineTexts[k]), " ")
		out.El("text", html.Class("who"), html.Float("x", x), html.Attr{"y", "10"}, html.Text(above), html.El("tspan", html.Float("x", x), html.Attr{"dy", "12"}, html.Text(below)))
		out.Add(html.Path(fmt.Sprintf("M%g 28V%g", x, bottom), html.Class("life")))
	}
	if s := p.state(p.Stage); s == "now" && p.Stage <= draw.Stages {
		out.El("rect", html.Class("band"), html.Attr{"x", "0"}, html.Float("y", chartY(p.Stage)-19), html.Num("width", chartWide), html.Num("height", chartRow-3), html.Attr{"rx", "4"})
	}
	colour := "var(--job" + strings.TrimPrefix(m.Run.Names.Colour(p.Job).String(), "job") + ")"
	stretch := func(x, from, to float64, computes bool) {
		if to <= from {
			return
		}
		class := "stands"
		if computes {
			class = "computes"
		}
		out.El("rect", html.Class(class), html.Float("x", x-3.5), html.Float("y", from), html.Attr{"width", "7"}, html.Float("height", to-from), html.Float("rx", 1.5),
			html.Attr{"stroke", colour}, html.Attr{"fill", colour})
	}
	reached := func(y float64) float64 { // returns y, but not more than the position that the growth has reached
		if p.Stage > draw.Stages {
			return y
		}
		return min(y, chartY(p.Stage)-6)
	}
	signal, merged := chartY(elastic.Signal), chartY(draw.Stages)+8
	if p.over != simtime.Never { // the growth was given up, so the job continues with its old tasks
		stretch(atOld, 30, bottom, true)
		return
	}
	stretch(atOld, 30, reached(signal), true)
	stretch(atOld, signal, reached(merged), false)
	stretch(atNew, chartY(3), reached(merged), false)
	if p.Stage > draw.Stages {
		stretch(atOld, merged, bottom, true)
		stretch(atNew, merged, bottom, true)
	}
}

// call returns the picture of a message with its stage, its time and its text.
func (m GrowthPanel) call(p *protocol, a *chartMessage) html.HTML {
	var out html.Builder
	y := chartY(a.stage)
	if a.stage > 0 {
		out.El("text", html.Class("tag"), html.Attr{"x", "2"}, html.Float("y", y-2), html.Text("s"+strconv.Itoa(a.stage)))
	}
	if at := m.StageTime(p, a.stage); at != "" {
		out.El("text", html.Class("time"), html.Attr{"x", "18"}, html.Float("y", y-2), html.Text(at))
	}
	side := 5.0 // distance from a lifeline to the edge of its bar; negative if the message points to the left
	if a.to < a.from {
		side = -5
	}
	out.Add(html.Path(fmt.Sprintf("M%g %gH%g", a.from+side, y, a.to-side)), head(a.to-side, y, side))
	if a.also != 0 {
		out.Add(head(a.also-side, y, side))
	}
	if a.stage == draw.Stages {
		out.Add(head(a.from+side, y, -side))
	}
	text := m.Words.Say(a.text, m.Words.N("n", int64(p.To-p.From)))
	x, wide := (a.from+a.to)/2, draw.TextWidth(text, 10.5, true)
	x = min(x, chartWide-wide/2-1)
	out.El("rect", html.Class("paper"), html.Tenth("x", x-wide/2-2), html.Float("y", y-15), html.Tenth("width", wide+4), html.Attr{"height", "12"})
	out.El("text", html.Class("what"), html.Tenth("x", x), html.Float("y", y-5), html.Text(text))
	return html.El("g", html.Class(p.state(a.stage)), out.HTML())
}

// head returns the head of an arrow, which points to the right if side is positive,
// and otherwise to the left.
func head(x, y, side float64) html.HTML {
	return html.Path(fmt.Sprintf("M%g %gl%g -3.2v6.4z", x, y, -side*1.2), html.Class("head"))
}
