package e2e

import (
	"fmt"
	"strconv"
	"testing"

	"hopyard/scenarios"
	"hopyard/tools/build/lang"
	"hopyard/wasm/app"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/html/htmltest"
)

// twin computes, without a browser, the texts that a newly opened page shows. The
// field speaks holds the texts of each language.
type twin struct {
	speaks map[string]*i18n.Catalog
}

func newTwin(t *testing.T) *twin {
	t.Helper()
	x := &twin{speaks: map[string]*i18n.Catalog{"en": i18n.English}}
	for _, code := range lang.Codes {
		x.speaks[code] = catalog(t, code)
	}
	return x
}

// catalog returns the texts of a language, in the form in which the page loads
// them.
func catalog(t *testing.T, code string) *i18n.Catalog {
	t.Helper()
	const root = "../.."
	areas, err := lang.Areas(root)
	must(t, err)
	source, err := lang.Read(root, code, areas)
	must(t, err)
	pack, _ := source.Pack(areas)
	c := i18n.Load(code, pack.Texts)
	for english, text := range pack.Names {
		c.Learn(english, text)
	}
	for _, l := range scenarios.All() {
		said := source.Lessons[l.Name]
		c.Learn(l.Title, said.Title)
		c.Learn(l.About, said.About)
		for i, goal := range l.Goals {
			c.Learn(goal.Text, said.Goals[i])
		}
	}
	return c
}

// show returns all texts that a newly opened page would show at the same moment as
// the tested page, by id of the element. The parameter wire is a message that loads
// what is on the tested page.
func (x *twin) show(wire []byte, s *shownState) (map[string]string, error) {
	var l message.Load
	if err := l.Unpack(wire); err != nil {
		return nil, err
	}
	m := app.NewModel(x.speaks[s.Language])
	desk := new(simworker.Dispatcher)
	answer(desk, m.Load(l).Pack(), func(wire []byte) { m.Hear(wire) })
	if m.Run == nil || m.State == nil {
		return nil, fmt.Errorf("what is on screen cannot be run: %+v", m.Faults)
	}
	m.Walk.Together = s.Together
	if s.Compare != "" {
		return x.beside(m, s)
	}
	answer(desk, (&message.Seek{Serial: m.Run.Serial, Step: int32(m.Step), Job: m.Want}).Pack(), func(wire []byte) { m.Hear(wire) })
	if m.Weighed == nil && m.Starts() {
		answer(desk, (&message.ListPlacements{Serial: m.Run.Serial, Step: m.State.Step, Job: m.Current()}).Pack(), func(wire []byte) {
			var w message.PlacementList
			if w.Unpack(wire) == nil {
				m.Weigh(&w)
			}
		})
	}
	out := map[string]string{
		"clock": m.ClockText(), "step-count": m.CountNote(), "why-step": m.StepNote(), "queue-note": m.Queue.QueueNote(), "machine-note": m.Machine.MachineNote(), "timeline-note": m.Timeline.TimelineNote(),
		"why-sentence": htmltest.Plain(m.Why.SentenceHTML()), "why-rules": htmltest.Plain(m.Why.RulesHTML()), "why-facts": htmltest.Plain(m.Why.FactsHTML()), "queue-list": htmltest.Plain(m.Queue.QueueHTML()) + m.Queue.QueueRest(),
	}
	for _, f := range m.Figures.FigureTexts() {
		out[f.ID] = f.Text
	}
	return out, nil
}

// beside returns the texts that a newly opened page would show in a comparison.
func (x *twin) beside(m *app.App, s *shownState) (map[string]string, error) {
	m.StartCompare(share.LinkedOf("#" + s.Compare + "&at=" + s.At + "." + strconv.Itoa(int(s.Ordinal))))
	c := m.Compare
	c.Far = s.Far
	desks := make([]simworker.Dispatcher, len(c.Columns))
	for i, column := range c.Columns {
		hear := func(wire []byte) {
			var l message.Loaded
			var state message.State
			var f message.Failed
			switch message.KindOf(wire) {
			case message.KindLoaded:
				if l.Unpack(wire) == nil {
					c.Accept(column, &l)
				}
			case message.KindState:
				if state.Unpack(wire) == nil {
					column.Show(&state)
				}
			case message.KindFailed:
				if f.Unpack(wire) == nil {
					c.Reject(column, &f)
				}
			}
		}
		answer(&desks[i], c.Ask(i).Pack(), hear)
	}
	out := map[string]string{}
	for i, column := range c.Columns {
		if column.Run == nil || column.Failed != nil {
			continue
		}
		answer(&desks[i], (&message.Seek{Serial: column.Run.Serial, Step: int32(column.Step), Job: column.Want}).Pack(), func(wire []byte) {
			var state message.State
			if state.Unpack(wire) == nil {
				column.Show(&state)
			}
		})
		id := "compare-" + strconv.Itoa(i) + "-"
		out[id+"why"], out[id+"jobs"] = htmltest.Plain(c.WhyHTML(i)), htmltest.Plain(c.JobsHTML(i))
	}
	out["clock"], out["step-count"] = c.ClockText(), c.CountNote()
	out["compare-differs"], out["compare-line"], out["compare-table"] = htmltest.Plain(c.DiffersHTML()), htmltest.Plain(c.Summary()), htmltest.Plain(c.FiguresHTML())
	return out, nil
}

// answer sends a message to a worker that is simulated in the test. It passes each
// answer of the worker to the function hear.
func answer(desk *simworker.Dispatcher, wire []byte, hear func([]byte)) {
	desk.Handle(wire)
	for desk.Busy() {
		desk.Work(2000)
	}
	for _, wire := range desk.Answers() {
		hear(wire)
	}
}
