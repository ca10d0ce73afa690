package app

import (
	"fmt"
	"strconv"

	"hopyard/wasm/app/compare"
	"hopyard/wasm/app/machinepanel"
	"hopyard/wasm/app/timeline"
	"hopyard/wasm/draw"
)

// pictures draws a run. It reuses its layout and buffers from frame to frame, as
// the page does.
type pictures struct {
	layout *draw.Layout
	of     string // description of the machine, the size and the view for which the layout was made
	scene  draw.MachineScene
	times  draw.Timeline
	buffer draw.Buffer
}

// paint draws the machine and the timeline of a run, and returns the drawing
// commands as text.
func (v *pictures) paint(m machinepanel.MachinePanel, lines timeline.TimelinePanel, size draw.Size) (machine, timeline string) {
	if of := fmt.Sprint(m.Run.Machine.Drawn, size, m.View); v.layout == nil || v.of != of {
		v.layout, v.of = draw.NewLayout(m.Run.Machine.Drawn, size, m.View), of
	}
	m.FillMachine(&v.scene)
	v.buffer.Reset(size)
	v.layout.Draw(&v.buffer, &v.scene)
	machine = string(v.buffer.Bytes()) + v.buffer.Texts()
	v.times.Size = size
	lines.FillTimeline(&v.times)
	v.buffer.Reset(size)
	v.times.Draw(&v.buffer)
	return machine, string(v.buffer.Bytes()) + v.buffer.Texts()
}

var monkeySize = draw.Size{W: 420, H: 200, Scale: 1}

// said returns all texts and pictures of the page, by name.
func (k *monkey) said(m *App) map[string]string {
	out := map[string]string{}
	if m.State == nil {
		return out
	}
	out["note"], out["clock"], out["count"] = m.StepNote(), m.ClockText(), m.CountNote()
	out["notes"] = m.Queue.QueueNote() + "\n" + m.Machine.MachineNote() + "\n" + m.Timeline.TimelineNote() + "\n" + m.Figures.FiguresNote()
	out["why"], out["rules"], out["facts"], out["more"] = string(m.Why.SentenceHTML()), string(m.Why.RulesHTML()), string(m.Why.FactsHTML()), string(m.Why.MoreHTML())
	out["record"], out["growth"] = m.Why.RecordText(), m.Growth.GrowthTitle()+string(m.Growth.GrowthHTML())
	out["queue"], out["running"] = string(m.Queue.QueueHTML())+m.Queue.QueueRest(), string(m.Queue.RunningHTML())
	out["figures"], out["table"], out["tip"] = fmt.Sprint(m.Figures.FigureTexts()), string(m.Queue.TableHTML()), string(m.Machine.TipHTML())
	out["grid"], out["legend"], out["gauges"], out["parts"] = string(m.Timeline.GridHTML()), string(m.Machine.LegendHTML()), string(m.Why.GaugesHTML()), string(m.Policy.PartsHTML())
	if int(m.Run.Machine.Drawn.Nodes) <= 200 {
		out["tree"] = string(m.Machine.TreeHTML())
	}
	out["options"] = string(m.Policy.QueueOptions()) + string(m.Policy.AllocatorOptions()) + string(m.Policy.MachineOptions()) + string(m.Policy.NetworkOptions())
	out["machine"], out["timeline"] = k.shown.paint(m.Machine, m.Timeline, monkeySize)
	return out
}

// comparedTexts returns all texts and pictures of a comparison, by name.
func (k *monkey) comparedTexts(c *compare.ComparePanel, views []pictures) map[string]string {
	out := map[string]string{"clock": c.ClockText(), "count": c.CountNote() + c.StepNote()}
	for i, column := range c.Columns {
		n := strconv.Itoa(i) + " "
		out[n+"state"] = string(c.StateHTML(i))
		if c.Shows(i) {
			column.Window, column.View = c.Window, c.View
			out[n+"machine"], out[n+"timeline"] = views[i].paint(column.Machine, column.Timeline, monkeySize)
			out[n+"why"], out[n+"jobs"], out[n+"tip"] = string(c.WhyHTML(i)), string(c.JobsHTML(i)), string(column.Machine.TipHTML())
		}
	}
	out["differs"], out["figures"], out["announce"] = string(c.DiffersHTML()), string(c.FiguresHTML()), c.Announce()
	kinds := c.Kinds()
	if len(kinds) != c.Len() {
		k.t.Fatalf("%d marks for %d moments", len(kinds), c.Len())
	}
	return out
}
