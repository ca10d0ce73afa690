//go:build js && wasm

package page

import (
	"strconv"
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// addPanels adds the panels of the page, in the order in which they are updated.
func (p *page) addPanels() {
	p.AddPanel(host.Pointing|host.Content, p.showNotes) // the note of the machine compares the candidate under the pointer
	p.AddPanel(host.Content, p.showQueue)
	p.AddPanel(host.Content, p.showStanding)
	p.AddPanel(host.Pointing|host.Content, p.markPointed)
	p.AddPanel(host.Content, p.showFigureValues)
	p.AddPanel(host.Content, p.lesson.ShowLessonBox)
	p.AddPanel(host.Pointing|host.Content, p.showReasons) // the sentence names the nodes promised to the job under the pointer
	p.AddPanel(host.Content, p.showArchive)
	p.AddPanel(host.Content, p.showLecture)
	p.AddPanel(host.Content, p.updateTransport)
	p.AddPanel(host.Content, p.updateStale)
	p.AddPanel(host.Content, p.scenario.ShowUndo)
	p.AddPanel(host.Content, p.describeRun)
}

// showNotes updates the clock and the notes in the titles of the panels.
func (p *page) showNotes() {
	m := p.App
	p.SetText("clock", m.ClockText())
	p.SetText("step-count", m.CountNote())
	p.SetText("why-step", m.StepNote())
	p.SetText("queue-note", m.Queue.QueueNote())
	p.SetText("machine-note", m.Machine.MachineNote())
	p.SetText("timeline-note", m.Timeline.TimelineNote())
	p.SetText("figures-note", m.Figures.FiguresNote())
}

// showFigureValues updates the values of the figures and their curves.
func (p *page) showFigureValues() {
	for _, f := range p.App.Figures.FigureTexts() {
		p.SetText(f.ID, f.Text)
		if old, known := p.Texts[f.Path]; !known || old != f.D {
			p.Texts[f.Path] = f.D
			p.El(f.Path).SetAttribute("d", f.D)
		}
	}
}

// showReasons updates the panel of reasons: what the step on screen decided, and
// why. Each glossary term is marked where it first occurs in the panel.
func (p *page) showReasons() {
	m := p.App
	p.Fill("why-changed", m.Changed)
	var reach i18n.TermFocus
	p.showQuestion(&reach)
	p.showHand()
	if p.puzzled != nil {
		p.puzzled.Update()
	}
	p.opening.ShowOpening()
	p.SetHTML("why-sentence", reach.Words(reach.Mark(m.Why.SentenceHTML())))
	p.Fill("why-table", reach.Words(m.Why.CandidatesHTML()))
	p.SetText("why-growth-title", m.Growth.GrowthTitle())
	p.SetHTML("why-growth-chart", m.Growth.GrowthHTML())
	p.Hide("why-growth", m.Growth.GrowthTitle() == "")
	p.Fill("why-rules", reach.Mark(m.Why.RulesHTML()))
	p.showLines(&reach)
	p.Fill("why-facts", m.Why.FactsHTML())
	if p.scenario.Policies != nil {
		p.scenario.Policies.Step()
	}
	p.SetHTML("why-more", m.Why.MoreHTML())
	if record := m.Why.RecordText(); m.Record {
		p.SetText("why-record", record)
	}
	p.Hide("why-record", !m.Record)
	p.glossary.KeepTerm()
}

// describeRun writes what is on screen to attributes of the document, for tests.
func (p *page) describeRun() {
	m := p.App
	p.Root().SetAttribute("data-step", strconv.Itoa(int(m.State.Step)))
	p.Root().SetAttribute("data-trace", strconv.FormatUint(m.Run.Hash, 16))
	p.Root().SetAttribute("data-run", strconv.Itoa(int(m.Run.Serial)))
	p.Root().SetAttribute("data-steps", strconv.Itoa(m.Run.Len()))
	p.Root().SetAttribute("data-bars", strconv.Itoa(m.Run.Bars.Len()))
}

// showLines updates the panel that lists the rules of the policy beside the run.
func (p *page) showLines(reach *i18n.TermFocus) {
	if !p.Whole {
		return
	}
	lines := p.App.Rule.HTML()
	if _, shown := p.Texts["why-lines-list"]; !shown && document.Matches("(max-width: 700px)") {
		p.El("why-lines").RemoveAttribute("open") // on small screens the pictures should be visible first
	}
	p.Hide("why-lines", lines == "")
	p.SetText("why-lines-title", p.App.Rule.Title())
	p.SetHTML("why-lines-list", reach.Mark(lines))
}

// showQueue updates the queue. If it is empty, the element gets the role list,
// because a listbox must not be empty.
func (p *page) showQueue() {
	if p.asked() && p.App.Practice.Picks() {
		p.roleOfQueue("group")
		p.SetHTML("queue-list", p.App.Practice.RowsHTML())
		return
	}
	role := "listbox"
	if len(p.App.Queue.Queued()) == 0 {
		role = "list"
	}
	p.roleOfQueue(role)
	p.SetHTML("queue-list", p.App.Queue.QueueHTML()+rest(p.App.Queue.QueueRest(), role))
}

func (p *page) roleOfQueue(role string) {
	if p.Texts["queue-role"] != role {
		p.Texts["queue-role"] = role
		p.El("queue-list").SetAttribute("role", role)
	}
}

// jobLists holds the ids of the lists that show one job per line.
var jobLists = []string{"queue-list", "running-list", "table", "why-rules", "why-lines-list"}

// markPointed highlights the job under the pointer in all lists. The highlight is a
// class that is not part of the lists' HTML, because replacing a list under the
// pointer would lose clicks.
func (p *page) markPointed() {
	p.markWords()
	job := p.App.Pointed.Job
	for _, id := range jobLists {
		list := p.El(id)
		if old := document.Query(list, ".pointed"); old != nil {
			old.Class().Remove("pointed")
		}
		if job == workload.NoJob {
			continue
		}
		number := strconv.Itoa(int(job))
		if item := document.Query(list, `[data-id="`+number+`"],[data-line="`+number+`"]`); item != nil {
			item.Class().Add("pointed")
		}
	}
}

// markWords highlights, in the panel of reasons, the words that refer to what is
// under the pointer.
func (p *page) markWords() {
	pointed := p.App.Pointed != model.Nowhere()
	if !pointed && !p.wordsLit {
		return
	}
	p.wordsLit = pointed
	all := p.El("why").Underlying().Call("querySelectorAll", "[data-lit]")
	for i := range all.Length() {
		word := document.ElementOf(all.Index(i))
		if p.App.Highlights(word.GetAttribute("data-lit")) {
			word.Class().Add("lit")
		} else {
			word.Class().Remove("lit")
		}
	}
}

func rest(text, list string) html.HTML {
	return html.If(text != "", html.Li(html.Class("rest"), html.If(list != "list", html.Attr{"role", "presentation"}), html.Text(text)))
}

func (p *page) updateTransport() {
	m := p.App
	scrub := p.El("scrub").Underlying()
	scrub.Set("max", m.Run.Len())
	scrub.Set("min", m.Run.Head())
	scrub.Set("value", m.Step)
	scrub.Call("setAttribute", "aria-valuetext", m.StepNote()+", "+m.ClockText())
	p.pictures.TransportAt(m.Step, m.Run.Len())
}

// updateStale shows a note while the run on screen is not the requested run, and
// hides the note otherwise.
func (p *page) updateStale() {
	m := p.App
	if p.scenario.Policies != nil && p.scenario.Policies.Stale(p.El("stale").Underlying()) {
		p.Mark("data-stale", false)
		return
	}
	p.Mark("data-stale", m.Stale())
	p.Hide("stale", !m.Stale())
	if m.Stale() {
		if span := document.Query(p.El("stale"), "span"); span != nil {
			span.SetTextContent(m.StaleText())
		}
	}
}

// updateEmpty updates the panels while no run is on screen.
func (p *page) updateEmpty() {
	p.Due = 0
	p.updateStale()
	if p.App.Stale() {
		p.SetText("why-sentence", p.App.StaleText())
	}
}

// addBusy adds an element above the machine that shows the progress of a recording,
// with a button to stop it.
func (p *page) addBusy() {
	box := p.Create("div")
	box.SetID("busy")
	box.SetAttribute("class", "tip")
	box.SetAttribute("role", "status")
	document.Put(document.Within(p.El("machine-canvas"), ".stage"), box)
	p.Hide("busy", true)
}

// busy shows that a run is being recorded, with a button to stop it, if the
// recording takes longer than a moment.
func (p *page) busy() {
	wait := 250 // avoids flicker if the run arrives soon
	if p.droppedAt > 0 && p.App.Loading.Parts > 0 && !strings.Contains(p.Texts["busy"], "sketch") {
		wait = 0 // show the first progress of a dropped trace at once
	}
	if p.Soon("busy") && wait > 0 {
		return
	}
	p.Later("busy", wait, func() {
		if p.App.Loading == nil {
			return
		}
		p.SetHTML("busy", p.App.BusyHTML(html.Flag("data-cancel")))
		if p.App.Loading.Parts > 0 { // put it outside of the machine panel, which may not be on screen
			document.Put(p.Query("body"), p.El("busy"))
		}
		p.Hide("busy", false)
	})
}

// loaded handles a new run, before the features do.
func (p *page) loaded() {
	p.pictures.Layout, p.pictures.Strip.Density = nil, nil
	p.landed, p.droppedAt = p.droppedAt, 0
	p.Hide("busy", true)
	p.SetHTML("busy", "")
	p.ShowPickers()
	p.showBadLink()
	p.showRunNotice()
	if p.App.Share.Embed.On {
		p.UpdateEmbedBar()
	}
	p.Say("alert", "")
	p.CloseDialog("errors-view")
}

// updatePickers updates everything that depends on the run but not on the step.
func (p *page) updatePickers() {
	m := p.App
	p.lesson.ShowLessons()
	m.Edit.Edits.SetLesson(p.Lesson)
	p.Kept(m.Edit.KeepRun(document.Millis()))
	p.scenario.FollowText()
	p.showPolicyPickers()
	if m.Run.Title != "" {
		p.Doc.Set("title", i18n.Isolate(m.Title())+" · Hopyard")
	}
	p.showFigures()
	p.Fill("machine-legend", m.Machine.LegendHTML())
}

// showPolicyPickers updates the pickers and sliders of the policy, the machine and
// the network.
func (p *page) showPolicyPickers() {
	policy := p.App.Policy
	p.SetHTML("pick-queue", policy.QueueOptions())
	p.SetHTML("pick-allocator", policy.AllocatorOptions())
	p.SetHTML("pick-machine", policy.MachineOptions())
	p.SetHTML("pick-network", policy.NetworkOptions())
	p.showGrowth()
	p.showWeights()
}

// showFigures lists the figures of a run. The values are updated with each step.
func (p *page) showFigures() {
	p.SetHTML("figures", p.App.Figures.FiguresHTML())
	for id := range p.Texts {
		if strings.HasPrefix(id, "figure-") || strings.HasPrefix(id, "spark-") {
			delete(p.Texts, id)
			delete(p.Known, id)
		}
	}
}

// showRejection handles a request that was invalid or was stopped. The run on screen
// stays.
func (p *page) showRejection() {
	p.Hide("busy", true)
	p.SetHTML("busy", "")
	m := p.App
	if m.Failed != nil && m.Failed.Form == message.Beside {
		p.Sent = "" // the worker could not read the file and has no text now
	}
	if m.Share.Bad != nil {
		p.showBadLink()
		p.Changed()
		return
	}
	if m.Run != nil { // reset the pickers to the run on screen
		for _, id := range []string{"pick-lesson", "pick-queue", "pick-allocator", "pick-machine", "pick-network", "pick-growth"} {
			delete(p.Texts, id)
		}
		p.SetHTML("pick-lesson", m.Lessons.LessonOptions(p.Lessons, p.Lesson, m.Edit.Drafts.Any()))
		p.showPolicyPickers()
	}
	p.scenario.ShowFaults()
	p.Changed()
}

// afterwards updates what can wait until the step is on screen: the accessible
// lists beside the pictures, the live region, the address and the time mark in the
// curves.
func (p *page) afterwards() {
	wait := 150 // longer than the time between two steps while a key is held
	if p.App.Playing {
		wait = 500
	}
	if p.Soon("after") && p.App.Playing {
		return // postponing the update with every step would delay it until playback ends
	}
	p.Later("after", wait, func() {
		if p.App.State == nil {
			return
		}
		p.SetHTML("machine-tree", p.App.Machine.TreeHTML())
		p.SetHTML("timeline-grid", p.App.Timeline.GridHTML())
		p.El("timeline-grid").SetAttribute("aria-rowcount", strconv.Itoa(p.App.Run.Machine.Drawn.Nodes))
		if !p.App.Playing {
			if p.announced != p.App.Announce { // otherwise it would replace what a feature has said since
				p.announced = p.App.Announce
				p.Say("status", p.announced)
			}
			p.WriteAddress()
		}
		p.curve.MarkCurves()
	})
}
