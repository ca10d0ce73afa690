// Package opening guides a new reader through the first minute. It stops the run of
// the first lesson at a step at which three jobs wait, and goes through four
// stages:
//
//	Ask   asks which of them starts next; the reader answers by choosing a job
//	Tell  shows the step and explains why that job starts
//	Drag  asks the reader to drag the end of a bar, and explains the change
//	Ways  suggests what to do next
//
// The page shows HTML beside the panels. It calls Follow whenever it updates the
// panels, and Next when the reader presses the button of the card.
package opening

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
	"hopyard/wasm/html"
)

// Lesson is the name of the lesson that the opening uses.
const Lesson = "easy-hole"

// Step is the number of steps of the run that have been shown when the question is
// asked. In the next step two jobs end and one job starts.
const Step = 9

// Stage is a stage of the opening.
type Stage uint8

// The stages, in order.
const (
	Ask Stage = iota
	Tell
	Drag
	Ways
)

// String returns the name by which style sheets and tests refer to the stage.
func (s Stage) String() string { return [...]string{"ask", "tell", "drag", "ways"}[s] }

// OpenPanel guides the reader. Its text appears in a card beside the page's panels.
type OpenPanel struct {
	*model.Model
	Stage Stage

	answer  workload.JobID // job that the reader chose as the answer
	serial  int32          // serial number of the run on screen when the stage Drag began
	before  simtime.Time   // promised start of the first job in the queue, as it was when the stage Drag began
	dragged bool
}

// New returns a panel at the first stage of the opening. The caller must load the
// lesson and move the run to the number of steps in [Step].
func New(m *model.Model) *OpenPanel { return &OpenPanel{Model: m, answer: workload.NoJob} }

// Follow updates the opening after the reader has done something in the panels. If
// the reader has selected a waiting job, this is the answer to the question. If a
// new run is on screen, it is the result of a drag. Follow reports whether the page
// must now move to the next step, which shows the right answer.
func (p *OpenPanel) Follow() (step bool) {
	if p.Run == nil || p.State == nil || int(p.State.Step) != p.Step {
		return false
	}
	switch {
	case p.Stage == Ask && p.Selected != workload.NoJob && p.Waits(p.Selected) && p.Step == Step:
		p.answer, p.Stage = p.Selected, Tell
		p.Select(workload.NoJob)
		return true
	case p.Stage == Drag && p.Run.Serial != p.serial:
		p.dragged = true
	}
	return false
}

// Next moves to the next stage after the reader has pressed the card's button. At
// the beginning of the stage Drag, Next selects the job whose bar the reader must
// drag, so that the handles of the bar appear.
func (p *OpenPanel) Next() {
	switch p.Stage {
	case Tell:
		first := p.first()
		if first == workload.NoJob {
			p.Stage = Ways
			return
		}
		p.Stage, p.serial, p.before = Drag, p.Run.Serial, p.Waiting(first).Promised
		p.Select(p.holder(first))
	case Drag:
		p.Stage = Ways
	}
}

// first returns the first job in the queue that has a promised start, or NoJob.
func (p *OpenPanel) first() workload.JobID {
	for i := range p.State.Queue {
		if w := &p.State.Queue[i]; w.Promised != simtime.Never {
			return w.Job
		}
	}
	return workload.NoJob
}

// holder returns the running job whose walltime ends at the promised start of the
// given waiting job.
func (p *OpenPanel) holder(of workload.JobID) workload.JobID {
	for i := range p.State.Running {
		if r := &p.State.Running[i]; r.Limit == p.Waiting(of).Promised {
			return r.Job
		}
	}
	return workload.NoJob
}

// HTML returns the content of the card.
func (p *OpenPanel) HTML() html.HTML {
	if p.Run == nil || p.State == nil {
		return ""
	}
	c := p.Words
	switch p.Stage {
	case Ask:
		return html.P(c.HTML(i18n.OpeningScene, p.at("at", p.Run.Time(p.Step)))) + html.Ul(html.Class("opening-jobs"), p.waitingHTML()) +
			html.P(c.HTML(i18n.OpeningThen, p.at("at", p.Run.Time(Step+1)), c.N("n", p.freed()))) + html.P(html.Class("opening-ask"), c.HTML(i18n.OpeningAsk)) +
			html.P(html.Class("small opening-live"), c.HTML(i18n.LiveOwn), html.HTML(" "), html.Button(html.Class("link"), html.Attr{"data-way", "live"}, c.HTML(i18n.LiveTitle)))
	case Tell:
		return p.tell()
	case Drag:
		return p.drag()
	case Ways:
		return p.ways()
	}
	return ""
}

// at returns a pair for a text: the name of a gap in the text, and the formatted
// instant t that fills it.
func (p *OpenPanel) at(gap string, t simtime.Time) i18n.Pair { return i18n.S(gap, p.Run.Clock.At(t)) }

// waitingHTML returns the list of waiting jobs with their requests. Each job is a
// button, because the panel of the queue may be out of sight on a phone.
func (p *OpenPanel) waitingHTML() html.HTML {
	var out html.HTML
	for i := range p.State.Queue {
		id := p.State.Queue[i].Job
		job := &p.Run.Jobs[id]
		out += html.Li(html.Button(html.Num("data-opening-job", int(id)), p.Chip(id), html.Bold(i18n.Upper(p.JobText(id))), html.HTML(" "),
			html.Span(p.Words.HTML(i18n.OpeningNeeds, p.Words.N("n", int64(job.Nodes)), i18n.S("span", p.Words.Span(job.Walltime))))))
	}
	return out
}

// freed returns the number of nodes that will be free after the jobs of the next
// step have ended.
func (p *OpenPanel) freed() int64 {
	free := int64(p.State.Idle)
	for _, e := range p.Run.StepEvents(Step) {
		if e.Kind == trace.End {
			free += int64(p.Run.Jobs[e.Job].Nodes)
		}
	}
	return free
}

// tell returns whether the reader's answer is right, and why the right job starts.
func (p *OpenPanel) tell() html.HTML {
	c, first, starters := p.Words, p.first(), p.Starters()
	if first == workload.NoJob || len(starters) == 0 {
		return html.P(html.HTML("…")) // the next step is not on screen yet
	}
	right := starters[0]
	verdict, correct := c.HTML(i18n.OpeningRight, p.Job(right)), p.answer == right
	if !correct {
		other := p.Job(p.answer)
		other.Gap = "other"
		verdict = i18n.UpperHTML(c.HTML(i18n.OpeningWrong, p.Job(right), other))
	}
	out := html.P(html.Class("opening-verdict"), html.If(correct, html.Flag("data-right")), verdict)
	needs := c.N("n", int64(p.Run.Jobs[first].Nodes))
	out += p.sentence(i18n.OpeningFirst, p.Job(first), needs, p.at("at", p.Waiting(first).Promised))
	out += p.sentence(i18n.OpeningMay, p.Job(right), needs)
	if late, until := p.late(right); late != workload.NoJob {
		out += p.sentence(i18n.OpeningMayNot, p.Job(late), p.at("at", until))
	}
	return out + p.next("primary", i18n.OpeningNext)
}

// sentence returns a paragraph of a sentence that begins with the name of a job.
func (p *OpenPanel) sentence(text i18n.Text, fillings ...i18n.Filling) html.HTML {
	return html.P(i18n.UpperHTML(p.Words.HTML(text, fillings...)))
}

// next returns the button that leads to the next stage.
func (p *OpenPanel) next(class string, text i18n.Text) html.HTML {
	return html.Div(html.Class("row"), html.Button(html.Attr{"data-opening-do", "next"}, html.Class(class), p.Words.HTML(text)))
}

// drag returns the request to drag the end of a bar. After a drag it returns the
// change that the drag caused.
func (p *OpenPanel) drag() html.HTML {
	c, first, then := p.Words, p.first(), p.before
	if first != workload.NoJob {
		then = p.Waiting(first).Promised
	}
	var out html.HTML
	switch {
	case p.dragged:
		switch {
		case first == workload.NoJob:
			out = html.P(c.HTML(i18n.OpeningOther))
		case then != p.before:
			out = html.P(html.Class("opening-verdict moved"), i18n.UpperHTML(c.HTML(i18n.OpeningMoved, p.Job(first), p.at("at", then), p.at("before", p.before))))
		default:
			out = p.sentence(i18n.OpeningStayed, p.Job(first), p.at("at", then))
		}
		if starters := p.Starters(); p.Step == Step+1 && len(starters) > 1 {
			out += p.sentence(i18n.OpeningToo, p.Job(starters[len(starters)-1]))
		}
		return out + html.P(c.HTML(i18n.OpeningMore)) + p.next("primary", i18n.OpeningOn)
	case first != workload.NoJob:
		holder := p.Job(p.holder(first))
		drag := c.HTML(i18n.OpeningDrag, holder)
		holder.Gap = "other"
		out = p.sentence(i18n.OpeningPromised, p.Job(first), holder, p.at("at", then)) + html.P(html.Class("opening-ask"), drag) + html.P(html.Class("small keyboard"), c.HTML(i18n.OpeningDragKeys))
	}
	return out + p.next("link", i18n.OpeningLater)
}

// late returns a waiting job whose walltime would end after the promised start of
// the first job in the queue if it started now. Such a job must not start now. late
// also returns the time at which the walltime would end. It considers only jobs
// with an id higher than the given id, and returns NoJob if there is no such job.
func (p *OpenPanel) late(after workload.JobID) (id workload.JobID, until simtime.Time) {
	promised, now := p.Waiting(p.first()).Promised, p.Run.Time(p.Step)
	for i := range p.State.Queue {
		id := p.State.Queue[i].Job
		if end := now.Add(p.Run.Jobs[id].Walltime); id > after && end > promised {
			return id, end
		}
	}
	return workload.NoJob, 0
}

// way is a suggestion for what to do after the opening, with the name of its
// button.
type way struct {
	name        string
	text, about i18n.Text
}

var allWays = [...]way{
	{"course", i18n.WayCourse, i18n.WayCourseAbout},
	{"lessons", i18n.WayLessons, i18n.WayLessonsAbout},
	{"trace", i18n.WayTrace, i18n.WayTraceAbout},
	{"live", i18n.LiveTitle, i18n.LiveAbout},
	{"policy", i18n.WayPolicy, i18n.WayPolicyAbout},
	{"lecture", i18n.WayLecture, i18n.WayLectureAbout},
}

// ways returns the list of suggestions for what to do next.
func (p *OpenPanel) ways() html.HTML {
	c := p.Words
	var list html.HTML
	for i, w := range allWays {
		list += html.Li(html.Button(html.Attr{"data-way", w.name}, html.If(i == 0, html.Class("primary")), html.B(c.HTML(w.text)), html.HTML(" "), html.Span(c.HTML(w.about))))
	}
	return html.H3(c.HTML(i18n.WaysTitle)) + html.Ul(html.Class("opening-ways"), list)
}

// AboutHTML returns a description of Hopyard for readers who followed a link.
func (p *OpenPanel) AboutHTML() html.HTML {
	c := p.Words
	return html.P(c.HTML(i18n.AboutWhat)) + html.P(c.HTML(i18n.AboutHow)) + html.Div(html.Class("row"),
		html.Button(html.Attr{"data-about", "begin"}, html.Class("primary"), c.HTML(i18n.AboutBegin)), html.Button(html.Attr{"data-about", "stay"}, c.HTML(i18n.AboutStay)))
}
