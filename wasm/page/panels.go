//go:build js && wasm

package page

import (
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// setHTML puts HTML made by wasm/app into an element, unless the element already
// contains it. An item that had the focus keeps it if the new HTML still contains
// the item.
func (p *page) setHTML(id, html string) {
	if old, known := p.texts[id]; known && old == html {
		return
	}
	p.texts[id] = html
	e := p.el(id)
	key, value := p.focused(id)
	e.SetInnerHTML(html)
	if key != "" {
		if again := query(e, "["+key+`="`+value+`"]`); again != nil {
			again.Focus()
		}
	}
}

// focusKeys holds the attributes that identify an item, so that it can be found
// again after its HTML was replaced.
var focusKeys = []string{"data-id", "data-of", "data-candidate", "data-tree", "data-cell", "data-fault", "data-path", "data-weight", "data-block", "data-job", "data-page", "data-add", "data-term", "data-pick", "data-ask", "data-act", "data-lit"}

// focused returns the name and value of the attribute that identifies the focused
// item within an element, or "" if there is none.
func (p *page) focused(id string) (key, value string) {
	active := js.Global().Get("document").Get("activeElement")
	if active.IsNull() || !p.el(id).Underlying().Call("contains", active).Bool() {
		return "", ""
	}
	for _, key := range focusKeys {
		if v := active.Call("getAttribute", key); !v.IsNull() {
			return key, v.String()
		}
	}
	return "", ""
}

// setText sets the text of an element, unless the element already has that text.
func (p *page) setText(id, text string) {
	if old, known := p.texts[id]; known && old == text {
		return
	}
	p.texts[id] = text
	p.el(id).SetTextContent(text)
}

// say writes a text to a live region, which screen readers read out.
func (p *page) say(id, text string) { p.setText(id, text) }

// addPanels adds the panels of the page, in the order in which they are updated.
func (p *page) addPanels() {
	p.addPanel(content, p.showNotes)
	p.addPanel(content, p.showQueue)
	p.addPanel(content, p.showStanding)
	p.addPanel(pointing|content, p.markPointed)
	p.addPanel(content, p.showFigureValues)
	p.addPanel(content, p.showLessonBox)
	p.addPanel(pointing|content, p.showReasons) // the sentence names the nodes promised to the job under the pointer
	p.addPanel(content, p.showArchive)
	p.addPanel(content, p.showLecture)
	p.addPanel(content, p.updateTransport)
	p.addPanel(content, p.updateStale)
	p.addPanel(content, p.showUndo)
	p.addPanel(content, p.describeRun)
}

// showNotes updates the clock and the notes in the titles of the panels.
func (p *page) showNotes() {
	m := p.m
	p.setText("clock", m.ClockText())
	p.setText("step-count", m.CountNote())
	p.setText("why-step", m.StepNote())
	p.setText("queue-note", m.Queue.QueueNote())
	p.setText("machine-note", m.Machine.MachineNote())
	p.setText("timeline-note", m.Timeline.TimelineNote())
	p.setText("figures-note", m.Figures.FiguresNote())
}

// showFigureValues updates the values of the figures and their curves.
func (p *page) showFigureValues() {
	for _, f := range p.m.Figures.FigureTexts() {
		p.setText(f.ID, f.Text)
		if old, known := p.texts[f.Path]; !known || old != f.D {
			p.texts[f.Path] = f.D
			p.el(f.Path).SetAttribute("d", f.D)
		}
	}
}

// showReasons updates the panel of reasons: what the step on screen decided, and
// why. Each glossary term is marked where it first occurs in the panel.
func (p *page) showReasons() {
	m := p.m
	p.fill("why-changed", m.Changed)
	var reach i18n.TermFocus
	p.showQuestion(&reach)
	p.showHand()
	if p.puzzled != nil {
		p.puzzled.Update()
	}
	p.showOpening()
	p.setHTML("why-sentence", reach.Words(reach.Mark(m.Why.SentenceHTML())))
	p.fill("why-table", reach.Words(m.Why.CandidatesHTML()))
	p.setText("why-growth-title", m.Growth.GrowthTitle())
	p.setHTML("why-growth-chart", m.Growth.GrowthHTML())
	p.hide("why-growth", m.Growth.GrowthTitle() == "")
	p.fill("why-rules", reach.Mark(m.Why.RulesHTML()))
	p.showLines(&reach)
	p.fill("why-facts", m.Why.FactsHTML())
	if p.policies != nil {
		p.policies.Step()
	}
	p.setHTML("why-more", m.Why.MoreHTML())
	if record := m.Why.RecordText(); m.Record {
		p.setText("why-record", record)
	}
	p.hide("why-record", !m.Record)
	p.keepTerm()
}

// describeRun writes what is on screen to attributes of the document, for tests.
func (p *page) describeRun() {
	m := p.m
	p.root().SetAttribute("data-step", strconv.Itoa(int(m.State.Step)))
	p.root().SetAttribute("data-trace", strconv.FormatUint(m.Run.Hash, 16))
	p.root().SetAttribute("data-run", strconv.Itoa(int(m.Run.Serial)))
	p.root().SetAttribute("data-steps", strconv.Itoa(m.Run.Len()))
	p.root().SetAttribute("data-bars", strconv.Itoa(m.Run.Bars.Len()))
}

// showLines updates the panel that lists the rules of the policy beside the run.
func (p *page) showLines(reach *i18n.TermFocus) {
	if !p.whole {
		return
	}
	html := p.m.Rule.HTML()
	if _, shown := p.texts["why-lines-list"]; !shown && matches("(max-width: 700px)") {
		p.el("why-lines").RemoveAttribute("open") // on small screens the pictures should be visible first
	}
	p.hide("why-lines", html == "")
	p.setText("why-lines-title", p.m.Rule.Title())
	p.setHTML("why-lines-list", reach.Mark(html))
}

// showQueue updates the queue. If it is empty, the element gets the role list,
// because a listbox must not be empty.
func (p *page) showQueue() {
	if p.asked() && p.m.Practice.Picks() {
		p.roleOfQueue("group")
		p.setHTML("queue-list", p.m.Practice.RowsHTML())
		return
	}
	role := "listbox"
	if len(p.m.Queue.Queued()) == 0 {
		role = "list"
	}
	p.roleOfQueue(role)
	p.setHTML("queue-list", p.m.Queue.QueueHTML()+rest(p.m.Queue.QueueRest(), role))
}

func (p *page) roleOfQueue(role string) {
	if p.texts["queue-role"] != role {
		p.texts["queue-role"] = role
		p.el("queue-list").SetAttribute("role", role)
	}
}

// jobLists holds the ids of the lists that show one job per line.
var jobLists = []string{"queue-list", "running-list", "table", "why-rules", "why-lines-list"}

// markPointed highlights the job under the pointer in all lists. The highlight is a
// class that is not part of the lists' HTML, because replacing a list under the
// pointer would lose clicks.
func (p *page) markPointed() {
	p.markWords()
	job := p.m.Pointed.Job
	for _, id := range jobLists {
		list := p.el(id)
		if old := query(list, ".pointed"); old != nil {
			old.Class().Remove("pointed")
		}
		if job == workload.NoJob {
			continue
		}
		number := strconv.Itoa(int(job))
		if item := query(list, `[data-id="`+number+`"],[data-line="`+number+`"]`); item != nil {
			item.Class().Add("pointed")
		}
	}
}

// markWords highlights, in the panel of reasons, the words that refer to what is
// under the pointer.
func (p *page) markWords() {
	pointed := p.m.Pointed != model.Nowhere()
	if !pointed && !p.wordsLit {
		return
	}
	p.wordsLit = pointed
	all := p.el("why").Underlying().Call("querySelectorAll", "[data-lit]")
	for i := range all.Length() {
		word := elementOf(all.Index(i))
		if p.m.Highlights(word.GetAttribute("data-lit")) {
			word.Class().Add("lit")
		} else {
			word.Class().Remove("lit")
		}
	}
}

func rest(text, list string) string {
	if text == "" {
		return ""
	}
	if list == "list" {
		return `<li class="rest">` + text + `</li>`
	}
	return `<li class="rest" role="presentation">` + text + `</li>`
}

// fill sets the HTML of a list or table, and hides the element if the HTML is
// empty.
func (p *page) fill(id, html string) {
	p.setHTML(id, html)
	p.hide(id, html == "")
}

func (p *page) updateTransport() {
	m := p.m
	scrub := p.el("scrub").Underlying()
	scrub.Set("max", m.Run.Len())
	scrub.Set("min", m.Run.Head())
	scrub.Set("value", m.Step)
	scrub.Call("setAttribute", "aria-valuetext", m.StepNote()+", "+m.ClockText())
	p.transportAt(m.Step, m.Run.Len())
}

// transportAt updates the transport buttons. The parameter n is the number of steps
// up to the one on screen, and all is the number of all steps. In a comparison,
// both count the moments of all runs.
func (p *page) transportAt(n, all int) {
	m, first := p.m, 0
	if m.Compare == nil && m.Run != nil {
		first = m.Run.Head()
	}
	p.el("t-play").SetAttribute("aria-pressed", strconv.FormatBool(m.Playing))
	if paces := m.Words.Code + strconv.Itoa(m.Paces()); paces != p.paces { // avoids work in each frame during playback
		p.paces = paces
		p.setHTML("t-speed", m.PaceOptions())
	}
	p.setValue("t-speed", m.PaceName(m.Tempo()))
	for id, off := range map[string]bool{"t-home": n == first, "t-back": n == first, "t-forward": n == all, "t-end": n == all} {
		// aria-disabled instead of disabled: a disabled button would lose the focus
		// while the reader holds a key.
		p.el(id).SetAttribute("aria-disabled", strconv.FormatBool(off))
	}
	p.showPredict()
}

// updateStale shows a note while the run on screen is not the requested run, and
// hides the note otherwise.
func (p *page) updateStale() {
	m := p.m
	if p.policies != nil && p.policies.Stale(p.el("stale").Underlying()) {
		p.mark("data-stale", false)
		return
	}
	p.mark("data-stale", m.Stale())
	p.hide("stale", !m.Stale())
	if m.Stale() {
		if span := query(p.el("stale"), "span"); span != nil {
			span.SetTextContent(m.StaleText())
		}
	}
}

// updateEmpty updates the panels while no run is on screen.
func (p *page) updateEmpty() {
	p.due = 0
	p.updateStale()
	if p.m.Stale() {
		p.setText("why-sentence", p.m.StaleText())
	}
}

// busy shows that a run is being recorded, with a button to stop it, if the
// recording takes longer than a moment.
func (p *page) busy() {
	wait := 250 // avoids flicker if the run arrives soon
	if p.droppedAt > 0 && p.m.Loading.Parts > 0 && !strings.Contains(p.texts["busy"], "<svg") {
		wait = 0 // show the first progress of a dropped trace at once
	}
	if _, soon := p.timers["busy"]; soon && wait > 0 {
		return
	}
	p.later("busy", wait, func() {
		if p.m.Loading == nil {
			return
		}
		p.setHTML("busy", p.m.BusyHTML())
		if p.m.Loading.Parts > 0 { // put it outside of the machine panel, which may not be on screen
			put(query(p.root(), "body"), p.el("busy"))
		}
		p.hide("busy", false)
	})
}

// loaded handles a new run.
func (p *page) loaded() {
	p.layout, p.strip.Density = nil, nil
	p.landed, p.droppedAt = p.droppedAt, 0
	p.hide("busy", true)
	p.setHTML("busy", "")
	p.showPickers()
	p.showBadLink()
	p.showRunNotice()
	if p.m.Share.Embed.On {
		p.updateEmbedBar()
	}
	p.say("alert", "")
	p.closed("errors-view")
	p.curvesChanged()
	p.comparedAnew()
	p.openingLoaded()
	p.policyLoaded()
	p.puzzleLoaded()
	if p.papers != nil {
		p.papers.Loaded()
	}
}

// updatePickers updates everything that depends on the run but not on the step.
func (p *page) updatePickers() {
	m := p.m
	p.showLessons()
	m.Edit.Edits.SetLesson(p.lesson)
	p.kept(m.Edit.KeepRun(millis()))
	p.followText()
	p.setHTML("pick-queue", m.Policy.QueueOptions())
	p.setHTML("pick-allocator", m.Policy.AllocatorOptions())
	p.setHTML("pick-machine", m.Policy.MachineOptions())
	p.setHTML("pick-network", m.Policy.NetworkOptions())
	p.showGrowth()
	p.showWeights()
	if m.Run.Title != "" {
		p.doc.Set("title", i18n.Isolate(m.Title())+" · Hopyard")
	}
	p.showFigures()
	p.fill("machine-legend", m.Machine.LegendHTML())
}

// showFigures lists the figures of a run. The values are updated with each step.
func (p *page) showFigures() {
	p.setHTML("figures", p.m.Figures.FiguresHTML())
	for id := range p.texts {
		if strings.HasPrefix(id, "figure-") || strings.HasPrefix(id, "spark-") {
			delete(p.texts, id)
			delete(p.known, id)
		}
	}
}

// showRejection handles a request that was invalid or was stopped. The run on screen
// stays.
func (p *page) showRejection() {
	p.hide("busy", true)
	p.setHTML("busy", "")
	m := p.m
	if m.Failed != nil && m.Failed.Form == message.Beside {
		p.sent = "" // the worker could not read the file and has no text now
	}
	if m.Share.Bad != nil {
		p.showBadLink()
		p.changed()
		return
	}
	if m.Run != nil { // reset the pickers to the run on screen
		for _, id := range []string{"pick-lesson", "pick-queue", "pick-allocator", "pick-machine", "pick-network"} {
			delete(p.texts, id)
		}
		p.setHTML("pick-lesson", m.Lessons.LessonOptions(p.lessons, p.lesson, m.Edit.Drafts.Any()))
		p.setHTML("pick-queue", m.Policy.QueueOptions())
		p.setHTML("pick-allocator", m.Policy.AllocatorOptions())
		p.setHTML("pick-machine", m.Policy.MachineOptions())
		p.setHTML("pick-network", m.Policy.NetworkOptions())
		delete(p.texts, "pick-growth")
		p.showGrowth()
		p.showWeights()
	}
	p.showFaults()
	p.changed()
}

// afterwards updates what can wait until the step is on screen: the accessible
// lists beside the pictures, the live region, the address and the time mark in the
// curves.
func (p *page) afterwards() {
	wait := 150 // longer than the time between two steps while a key is held
	if p.m.Playing {
		wait = 500
	}
	if _, on := p.timers["after"]; on && p.m.Playing {
		return // postponing the update with every step would delay it until playback ends
	}
	p.later("after", wait, func() {
		if p.m.State == nil {
			return
		}
		p.setHTML("machine-tree", p.m.Machine.TreeHTML())
		p.setHTML("timeline-grid", p.m.Timeline.GridHTML())
		p.el("timeline-grid").SetAttribute("aria-rowcount", strconv.Itoa(p.m.Run.Machine.Drawn.Nodes))
		if !p.m.Playing {
			p.say("status", p.m.Announce)
			p.writeAddress()
		}
		p.markCurves()
	})
}
