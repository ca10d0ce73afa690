package app

import (
	"hopyard/wasm/app/compare"
	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/figures"
	"hopyard/wasm/app/growth"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/machinepanel"
	"hopyard/wasm/app/manualpanel"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/palette"
	"hopyard/wasm/app/policy"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/app/queuepanel"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/app/rule"
	"hopyard/wasm/app/settings"
	"hopyard/wasm/app/share"
	"hopyard/wasm/app/timeline"
	"hopyard/wasm/app/whypanel"
	"hopyard/wasm/html"
)

// App is the page: the model that all panels share, together with the panels.
type App struct {
	model.Model

	Say      narrative.Sentences
	Policy   *policy.PolicyPanel
	Lessons  *lessons.LessonsPanel
	Figures  figures.FiguresPanel
	Growth   growth.GrowthPanel
	Queue    queuepanel.QueuePanel
	Machine  machinepanel.MachinePanel
	Timeline timeline.TimelinePanel
	Why      whypanel.WhyPanel
	Rule     rule.RulePanel
	Edit     *edit.EditPanel
	Share    *share.SharePanel
	Export   export.ExportPanel
	Keys     keys.KeysPanel
	Settings settings.SettingsPanel
	Palette  palette.CommandPalette
	Practice *practice.PracticePanel  // nil until the reader first uses predict mode
	Manual   *manualpanel.ManualPanel // nil until the reader first schedules by hand

	Compare *compare.ComparePanel // the comparison on the page; nil: the page shows one run
	Millis  func() float64        // returns the browser's clock in milliseconds; used for the pauses between questions
	part    bool                  // the next comparison is to open at its first divergence
}

// NewModel returns a page without a run.
func NewModel(c *i18n.Catalog) *App {
	p := &App{Model: *model.NewModel(c)}
	m := &p.Model
	p.Say = narrative.Sentences{Model: m}
	p.Policy = policy.New(m)
	p.Lessons = lessons.New(m)
	p.Growth = growth.GrowthPanel{Model: m}
	p.Figures = figures.FiguresPanel{Model: m, Policy: p.Policy, Lessons: p.Lessons}
	p.Queue = queuepanel.QueuePanel{Sentences: p.Say, Policy: p.Policy}
	p.Machine = machinepanel.New(m)
	p.Timeline = timeline.New(m)
	p.Why = whypanel.WhyPanel{Sentences: p.Say}
	p.Rule = rule.RulePanel{Model: m}
	p.Edit = edit.New(m, p.Policy)
	p.Share = share.New(m)
	p.Export = export.New(m)
	p.Keys = keys.KeysPanel{Model: m}
	p.Settings = settings.SettingsPanel{Model: m}
	p.Millis = func() float64 { return 0 }
	p.Palette = palette.CommandPalette{Model: m, Policy: p.Policy, Settings: p.Settings, Lessons: p.Lessons}
	return p
}

// Accept puts a run from the worker on screen. If the run does not answer the
// latest request, Accept changes nothing and returns false.
func (m *App) Accept(l *message.Loaded) bool {
	return l.Serial == m.Asked.Serial && m.AcceptRun(recording.NewRun(l, m.Words))
}

// AcceptRun works like Accept, but takes a run for which the look-up tables have
// already been built.
func (m *App) AcceptRun(r *recording.RecordedRun) bool {
	old, before := m.Run, message.Load{}
	telling := m.Asked.Telling
	if old != nil {
		before = m.Here()
	}
	if !m.Take(r) {
		return false
	}
	if m.Source.Form == message.Shared {
		m.Share.Short.Opened(r.Link)
	}
	m.Share.Made, m.Share.Bad = r.Made, nil
	m.Changed = ""
	if m.Request.Edit && m.Request.Base != nil {
		m.Changed = m.Edit.Changes(m.Request.Base)
	} else if m.Request.Edit && old != nil {
		m.Changed = m.Edit.Changes(old)
	}
	if turned := m.Edit.Visit(before, old == nil); turned != "" {
		m.Changed = i18n.Join(" ", []html.HTML{html.Escape(turned), m.Changed})
	}
	if r.Policy.Queue == "manual" && !m.Walk.Lecture {
		m.WillPredict(false) // the reader decides, so there is nothing to predict
	}
	m.cover(telling)
	m.Hand = model.Hand{Manual: r.Policy.Queue == "manual"}
	return true
}

// Describe adds the description of the scenario that the worker left out of a brief
// answer. It reports whether the description belongs to the run on screen.
func (m *App) Describe(d *message.Described) bool {
	if m.Run == nil || m.Run.Serial != d.Serial {
		return false
	}
	m.Run.Brief, m.Run.Description = false, d.Description
	return true
}

// Reject records that a request failed. It reports whether the failed request is
// the latest one.
func (m *App) Reject(f *message.Failed) bool {
	if !m.Model.Reject(f) {
		return false
	}
	if f.OfLink() && !m.Request.Edit {
		m.Share.RejectLink(f)
	}
	return true
}

// Show puts the state of a step on screen. It returns false if the state belongs to
// another run, or to a step that is no longer wanted.
func (m *App) Show(s *message.State) bool {
	if m.Practice != nil && !m.Practice.CanShow(s) || !m.Model.Show(s) {
		return false
	}
	if m.Practice != nil {
		m.Practice.ExtendAxis()
	}
	if int(s.Step) == m.Step {
		m.Announce = i18n.Sentences(m.Words, html.Plain(m.Changed), m.Say.Spoken())
	}
	return true
}

// Stale reports whether the latest request failed while an older run is still on
// screen.
func (m *App) Stale() bool { return len(m.Faults) > 0 && m.Share.Bad == nil }
