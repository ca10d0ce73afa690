package growth

import (
	"fmt"
	"strings"

	"hopyard/core/elastic"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/draw"
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
func (m GrowthPanel) GrowthHTML() string {
	p := m.Protocol()
	if p == nil {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<svg viewBox="0 0 %d %g" aria-hidden="true">`, chartWide, chartY(draw.Stages)+22)
	m.lifelines(&out, p)
	for i := range calls {
		m.call(&out, p, &calls[i])
	}
	out.WriteString(`</svg><ol class="sr">`)
	for stage := 1; stage <= draw.Stages; stage++ {
		m.stageItem(&out, p, stage)
	}
	out.WriteString(`</ol>`)
	if p.over != simtime.Never {
		out.WriteString(`<p>` + m.Words.Say(i18n.GrowthGivenUp, m.At("at", p.over)) + `</p>`)
	}
	return out.String()
}

// stageItem writes a stage as an item of the list that screen readers read.
func (m GrowthPanel) stageItem(out *strings.Builder, p *protocol, stage int) {
	state, current := p.state(stage), ""
	text := map[string]i18n.Text{"done": i18n.StageDone, "now": i18n.StageNow, "todo": i18n.StageToCome, "off": i18n.StageOff}[state]
	if state == "now" {
		current = ` aria-current="step"`
	}
	at := m.StageTime(p, stage)
	if at == "" && state == "todo" {
		text = i18n.StageOpen
	}
	fmt.Fprintf(out, `<li%s>%s</li>`, current, m.Words.Say(text, i18n.S("who", m.callers(&calls[stage])), i18n.S("stage", m.Words.Say(calls[stage].text, m.Words.N("n", int64(p.To-p.From)))), i18n.S("at", at)))
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
		to = m.Words.List(name(a.also), to)
	}
	return i18n.Upper(m.Words.Say(i18n.StageWho, i18n.S("from", name(a.from)), i18n.S("to", to)))
}

// lifelines draws the four lifelines. Bars on them show the tasks: filled while the
// tasks compute, empty while they are stopped or have not started yet. The old
// tasks stop at the same stage as in the engine.
func (m GrowthPanel) lifelines(out *strings.Builder, p *protocol) {
	bottom := chartY(draw.Stages) + 20
	for k, x := range lifelines {
		above, below, _ := strings.Cut(m.Words.Say(lineTexts[k]), " ")
		fmt.Fprintf(out, `<text class="who" x="%g" y="10">%s<tspan x="%g" dy="12">%s</tspan></text>`, x, i18n.Escape(above), x, i18n.Escape(below))
		fmt.Fprintf(out, `<path class="life" d="M%g 28V%g"/>`, x, bottom)
	}
	if s := p.state(p.Stage); s == "now" && p.Stage <= draw.Stages {
		fmt.Fprintf(out, `<rect class="band" x="0" y="%g" width="%d" height="%d" rx="4"/>`, chartY(p.Stage)-19, chartWide, chartRow-3)
	}
	job := strings.TrimPrefix(m.Run.Names.Colour(p.Job).String(), "job")
	stretch := func(x, from, to float64, computes bool) {
		if to <= from {
			return
		}
		class := "stands"
		if computes {
			class = "computes"
		}
		fmt.Fprintf(out, `<rect class="%s" x="%g" y="%g" width="7" height="%g" rx="1.5" stroke="var(--job%s)" fill="var(--job%[5]s)"/>`, class, x-3.5, from, to-from, job)
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

// call draws a message with its stage, its time and its text.
func (m GrowthPanel) call(out *strings.Builder, p *protocol, a *chartMessage) {
	y := chartY(a.stage)
	fmt.Fprintf(out, `<g class="%s">`, p.state(a.stage))
	if a.stage > 0 {
		fmt.Fprintf(out, `<text class="tag" x="2" y="%g">s%d</text>`, y-2, a.stage)
	}
	if at := m.StageTime(p, a.stage); at != "" {
		fmt.Fprintf(out, `<text class="time" x="18" y="%g">%s</text>`, y-2, i18n.Escape(at))
	}
	side := 5.0 // distance from a lifeline to the edge of its bar; negative if the message points to the left
	if a.to < a.from {
		side = -5
	}
	fmt.Fprintf(out, `<path d="M%g %gH%g"/>`, a.from+side, y, a.to-side)
	head(out, a.to-side, y, side)
	if a.also != 0 {
		head(out, a.also-side, y, side)
	}
	if a.stage == draw.Stages {
		head(out, a.from+side, y, -side)
	}
	text := m.Words.Say(a.text, m.Words.N("n", int64(p.To-p.From)))
	x, wide := (a.from+a.to)/2, draw.TextWidth(text, 10.5, true)
	x = min(x, chartWide-wide/2-1)
	fmt.Fprintf(out, `<rect class="paper" x="%.1f" y="%g" width="%.1f" height="12"/><text class="what" x="%.1f" y="%g">%s</text></g>`,
		x-wide/2-2, y-15, wide+4, x, y-5, i18n.Escape(text))
}

// head draws the head of an arrow, which points to the right if side is positive,
// and otherwise to the left.
func head(out *strings.Builder, x, y, side float64) {
	fmt.Fprintf(out, `<path class="head" d="M%g %gl%g -3.2v6.4z"/>`, x, y, -side*1.2)
}
