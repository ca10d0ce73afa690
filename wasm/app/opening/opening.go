// Package opening is the first minute of a first visit. It stops the run of the
// first lesson where three jobs wait, and goes through four stages:
//
//	Ask   which of them starts next? The answer is a job that the reader chooses
//	Tell  the step is played, and why that job starts
//	Drag  the end of a bar is to be dragged, and what that changes
//	Ways  where to go from here
//
// The page shows HTML beside the panels, calls Follow whenever these are brought up
// to date, and Next for the button of the card.
package opening

import (
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
)

// Lesson is the name of the lesson that the opening shows.
const Lesson = "easy-hole"

// Step is how many steps of the lesson are taken when the question is asked. In the
// next one two jobs end, and one starts.
const Step = 9

// Stage is how far the reader has come.
type Stage uint8

// The stages, in their order.
const (
	Ask Stage = iota
	Tell
	Drag
	Ways
)

// String returns the stage's name, as style sheets and tests know it.
func (s Stage) String() string { return [...]string{"ask", "tell", "drag", "ways"}[s] }

// OpenPanel is the opening beside the model of the page.
type OpenPanel struct {
	*model.Model
	Stage Stage

	answer  workload.JobID // the job that the reader chose
	serial  int32          // of the run when the drag was asked for
	before  simtime.Time   // what the first job in the queue was promised then
	dragged bool
}

// New returns an opening at its question. The lesson must be on screen; the caller
// goes to [Step].
func New(m *model.Model) *OpenPanel { return &OpenPanel{Model: m, answer: workload.NoJob} }

// Follow takes in what the reader did with the panels: which job is chosen is an
// answer, and another run is what a drag made. It reports whether the step that the
// answer is about is to be taken.
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

// Next goes on to the next stage without an action of the reader. Entering Drag
// chooses the job whose bar is to be dragged, so that its grips are shown.
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

// first is the first job in the queue, if a start is promised to it; NoJob otherwise.
func (p *OpenPanel) first() workload.JobID {
	for i := range p.State.Queue {
		if w := &p.State.Queue[i]; w.Promised != simtime.Never {
			return w.Job
		}
	}
	return workload.NoJob
}

// holder is the running job whose walltime ends when a job is promised its start.
func (p *OpenPanel) holder(of workload.JobID) workload.JobID {
	for i := range p.State.Running {
		if r := &p.State.Running[i]; r.Limit == p.Waiting(of).Promised {
			return r.Job
		}
	}
	return workload.NoJob
}

// HTML returns the content of the card.
func (p *OpenPanel) HTML() string {
	if p.Run == nil || p.State == nil {
		return ""
	}
	c := p.Words
	var out strings.Builder
	say := func(tag string, html string) {
		out.WriteString("<" + tag + ">" + html + "</" + strings.Fields(tag)[0] + ">")
	}
	switch p.Stage {
	case Ask:
		say("p", c.Say(i18n.OpeningScene, p.at("at", p.Run.Time(p.Step))))
		say(`ul class="opening-jobs"`, p.waitingHTML())
		say("p", c.Say(i18n.OpeningThen, p.at("at", p.Run.Time(Step+1)), c.N("n", p.freed())))
		say(`p class="opening-ask"`, c.Say(i18n.OpeningAsk))
	case Tell:
		p.tell(say)
	case Drag:
		p.drag(say)
	case Ways:
		p.ways(say)
	}
	return out.String()
}

// at is a gap for an instant of the run's clock.
func (p *OpenPanel) at(gap string, t simtime.Time) i18n.Pair { return i18n.S(gap, p.Run.Clock.At(t)) }

// waitingHTML lists the jobs that wait, with what they need, as buttons: on a phone
// the queue may be out of sight.
func (p *OpenPanel) waitingHTML() string {
	var out strings.Builder
	for i := range p.State.Queue {
		id := p.State.Queue[i].Job
		job := &p.Run.Jobs[id]
		out.WriteString(`<li><button type="button" data-opening-job="` + strconv.Itoa(int(id)) + `">` + p.Chip(id) + `<b>` + i18n.Upper(p.JobText(id)) + `</b> <span>` +
			p.Words.Say(i18n.OpeningNeeds, p.Words.N("n", int64(job.Nodes)), i18n.S("span", p.Words.Span(job.Walltime))) + `</span></button></li>`)
	}
	return out.String()
}

// freed is how many nodes are free after the ends of the next step.
func (p *OpenPanel) freed() int64 {
	free := int64(p.State.Idle)
	for _, e := range p.Run.StepEvents(Step) {
		if e.Kind == trace.End {
			free += int64(p.Run.Jobs[e.Job].Nodes)
		}
	}
	return free
}

// tell says whether the answer was right, and why the job that starts does.
func (p *OpenPanel) tell(say func(tag, html string)) {
	c, first, starters := p.Words, p.first(), p.Starters()
	if first == workload.NoJob || len(starters) == 0 {
		say("p", "…") // the step is being played
		return
	}
	right := starters[0]
	if p.answer == right {
		say(`p class="opening-verdict" data-right`, c.Say(i18n.OpeningRight, p.Job(right)))
	} else {
		other := p.Job(p.answer)
		other.Gap = "other"
		say(`p class="opening-verdict"`, i18n.UpperHTML(c.Say(i18n.OpeningWrong, p.Job(right), other)))
	}
	needs := c.N("n", int64(p.Run.Jobs[first].Nodes))
	say("p", i18n.UpperHTML(c.Say(i18n.OpeningFirst, p.Job(first), needs, p.at("at", p.Waiting(first).Promised))))
	say("p", i18n.UpperHTML(c.Say(i18n.OpeningMay, p.Job(right), needs)))
	if late, until := p.late(right); late != workload.NoJob {
		say("p", i18n.UpperHTML(c.Say(i18n.OpeningMayNot, p.Job(late), p.at("at", until))))
	}
	say(`div class="row"`, `<button type="button" data-opening-do="next" class="primary">`+c.Say(i18n.OpeningNext)+`</button>`)
}

// drag asks for a drag, and then says what it changed.
func (p *OpenPanel) drag(say func(tag, html string)) {
	c, first, then := p.Words, p.first(), p.before
	if first != workload.NoJob {
		then = p.Waiting(first).Promised
	}
	class, text := "link", i18n.OpeningLater
	switch {
	case p.dragged:
		switch {
		case first == workload.NoJob:
			say("p", c.Say(i18n.OpeningOther))
		case then != p.before:
			say(`p class="opening-verdict moved"`, i18n.UpperHTML(c.Say(i18n.OpeningMoved, p.Job(first), p.at("at", then), p.at("before", p.before))))
		default:
			say("p", i18n.UpperHTML(c.Say(i18n.OpeningStayed, p.Job(first), p.at("at", then))))
		}
		if starters := p.Starters(); p.Step == Step+1 && len(starters) > 1 {
			say("p", i18n.UpperHTML(c.Say(i18n.OpeningToo, p.Job(starters[len(starters)-1]))))
		}
		say("p", c.Say(i18n.OpeningMore))
		class, text = "primary", i18n.OpeningOn
	case first != workload.NoJob:
		holder := p.Job(p.holder(first))
		drag := c.Say(i18n.OpeningDrag, holder)
		holder.Gap = "other"
		say("p", i18n.UpperHTML(c.Say(i18n.OpeningPromised, p.Job(first), holder, p.at("at", then))))
		say(`p class="opening-ask"`, drag)
		say(`p class="small keyboard"`, c.Say(i18n.OpeningDragKeys))
	}
	say(`div class="row"`, `<button type="button" data-opening-do="next" class="`+class+`">`+c.Say(text)+`</button>`)
}

// late is a waiting job that fits now, behind a starter, but could run longer than
// until the promised start; NoJob if there is none.
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

// way is a way on from the opening, by the name that its button has.
type way struct {
	name        string
	text, about i18n.Text
}

var allWays = [...]way{
	{"course", i18n.WayCourse, i18n.WayCourseAbout},
	{"lessons", i18n.WayLessons, i18n.WayLessonsAbout},
	{"trace", i18n.WayTrace, i18n.WayTraceAbout},
	{"policy", i18n.WayPolicy, i18n.WayPolicyAbout},
	{"lecture", i18n.WayLecture, i18n.WayLectureAbout},
}

// ways lists where to go from here.
func (p *OpenPanel) ways(say func(tag, html string)) {
	c := p.Words
	say(`h3`, c.Say(i18n.WaysTitle))
	var list strings.Builder
	for i, w := range allWays {
		class := ""
		if i == 0 {
			class = ` class="primary"`
		}
		list.WriteString(`<li><button type="button" data-way="` + w.name + `"` + class + `><b>` + c.Say(w.text) + `</b> <span>` + c.Say(w.about) + `</span></button></li>`)
	}
	say(`ul class="opening-ways"`, list.String())
}

// AboutHTML returns what Hopyard is, for a reader who came by somebody's link.
func (p *OpenPanel) AboutHTML() string {
	c := p.Words
	return `<p>` + c.Say(i18n.AboutWhat) + `</p><p>` + c.Say(i18n.AboutHow) + `</p><div class="row"><button type="button" data-about="begin" class="primary">` +
		c.Say(i18n.AboutBegin) + `</button><button type="button" data-about="stay">` + c.Say(i18n.AboutStay) + `</button></div>`
}
