//go:build js && wasm

package page

import (
	"strconv"

	"hopyard/wasm/app/policy"
)

// showStanding updates the panels on the state of the queueing discipline: quotas
// and fair shares, and the job table of source S1.
func (p *page) showStanding() {
	gauges := p.m.Why.GaugesHTML()
	p.setHTML("gauges-list", gauges)
	p.setText("gauges-title", p.m.Why.GaugesTitle())
	p.hide("gauges", gauges == "")
	running := p.m.Queue.RunningHTML()
	p.setHTML("running-list", running)
	p.hide("running", running == "")
	p.hide("table-open", !p.m.Queue.Tabled())
	if p.el("table-view").HasAttribute("open") {
		p.setHTML("table", p.m.Queue.TableHTML())
	}
}

// showWeights shows a slider for each weight of the policy, and the legend for the
// parts of the priority bars. A slider that is being moved keeps its value until
// the run for that value arrives. Otherwise the runs for earlier values would move
// it back.
func (p *page) showWeights() {
	if p.texts["part-patterns"] == "" {
		p.texts["part-patterns"] = "there"
		p.el("part-patterns").SetInnerHTML(policy.PatternsHTML())
	}
	html := p.m.Policy.WeightsHTML()
	if html != p.texts["weights"] {
		open := p.find("weights-more")
		unfolded := open != nil && open.HasAttribute("open")
		p.setHTML("weights", html)
		if open = p.find("weights-more"); open != nil && unfolded {
			open.SetAttribute("open", "")
		}
	}
	p.hide("weights", html == "")
	p.fill("parts", p.m.Policy.PartsHTML())
	if _, soon := p.timers["weight"]; !soon && p.m.Loading == nil {
		p.weighing = ""
	}
	for _, w := range p.m.Policy.Weights() {
		if p.weighing == w.Key {
			continue
		}
		value := strconv.FormatFloat(w.Now, 'f', -1, 64)
		p.find("weight-"+w.Key).Underlying().Set("value", value)
		p.find("weight-" + w.Key + "-value").SetTextContent(p.m.Policy.WeightText(value))
	}
}

// showGrowth updates the picker of the growth policy, which decides how malleable
// jobs change their size. It hides the picker if no job is malleable.
func (p *page) showGrowth() {
	html := p.m.Policy.GrowthOptions()
	p.setHTML("pick-growth", html)
	p.hide("growth", html == "")
}

// listenToStanding registers handlers for the sliders of the weights and for the
// growth picker. While a slider moves, it requests a new run at most once per
// frame, for the latest value.
func (p *page) listenToStanding() {
	p.on("weights", "input", func(e event) {
		input, ok := closest(e, "[data-weight]")
		if !ok {
			return
		}
		key := input.GetAttribute("data-weight")
		p.weighing = key
		p.find("weight-" + key + "-value").SetTextContent(p.m.Policy.WeightText(input.Underlying().Get("value").String()))
		p.later("weight", 16, func() {
			if p.m.Run != nil {
				p.next = p.lesson
				p.sendLoad(p.m.Edit.WithWeight(key, input.Underlying().Get("value").String()))
			}
		})
	})
	p.on("pick-growth", "change", func(event) {
		if p.m.Run != nil {
			p.next = p.lesson
			p.sendLoad(p.m.Change(p.m.Policy.Choose("growth", p.value("pick-growth"))))
		}
	})
	p.click("table-open", func() {
		p.setHTML("table", p.m.Queue.TableHTML())
		p.openDialog("table-view")
	})
}
