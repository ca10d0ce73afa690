//go:build js && wasm

package page

import (
	"strconv"

	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/policy"
	"hopyard/wasm/page/document"
)

// showStanding updates the panels on the state of the queueing discipline: quotas
// and fair shares, and the job table of source S1.
func (p *page) showStanding() {
	gauges := p.App.Why.GaugesHTML()
	p.SetHTML("gauges-list", gauges)
	p.SetText("gauges-title", p.App.Why.GaugesTitle())
	p.Hide("gauges", gauges == "")
	running := p.App.Queue.RunningHTML()
	p.SetHTML("running-list", running)
	p.Hide("running", running == "")
	p.Hide("table-open", !p.App.Queue.Tabled())
	if p.El("table-view").HasAttribute("open") {
		p.SetHTML("table", p.App.Queue.TableHTML())
	}
}

// showWeights shows a slider for each weight of the policy, and the legend for the
// parts of the priority bars. A slider that is being moved keeps its value until
// the run for that value arrives. Otherwise the runs for earlier values would move
// it back.
func (p *page) showWeights() {
	if p.Texts["part-patterns"] == "" {
		p.Texts["part-patterns"] = "there"
		document.SetContent(p.El("part-patterns"), policy.PatternsHTML())
	}
	sliders := p.App.Policy.WeightsHTML()
	if string(sliders) != p.Texts["weights"] {
		open := p.Find("weights-more")
		unfolded := open != nil && open.HasAttribute("open")
		p.SetHTML("weights", sliders)
		if open = p.Find("weights-more"); open != nil && unfolded {
			open.SetAttribute("open", "")
		}
	}
	p.Hide("weights", sliders == "")
	p.Fill("parts", p.App.Policy.PartsHTML())
	if !p.Soon("weight") && p.App.Loading == nil {
		p.weighing = ""
	}
	for _, w := range p.App.Policy.Weights() {
		if p.weighing == w.Key {
			continue
		}
		value := strconv.FormatFloat(w.Now, 'f', -1, 64)
		p.Find("weight-"+w.Key).Underlying().Set("value", value)
		p.Find("weight-" + w.Key + "-value").SetTextContent(p.App.Policy.WeightText(value))
	}
}

// showGrowth updates the picker of the growth policy, which decides how malleable
// jobs change their size. It hides the picker if no job is malleable.
func (p *page) showGrowth() {
	options := p.App.Policy.GrowthOptions()
	p.SetHTML("pick-growth", options)
	p.Hide("growth", options == "")
}

// listenToStanding registers handlers for the sliders of the weights and for the
// growth picker. While a slider moves, it requests a new run at most once per
// frame, for the latest value.
func (p *page) listenToStanding() {
	p.On("weights", "input", func(e document.DOMEvent) {
		input, ok := document.Closest(e, "[data-weight]")
		if !ok {
			return
		}
		key := input.GetAttribute("data-weight")
		p.weighing = key
		p.Find("weight-" + key + "-value").SetTextContent(p.App.Policy.WeightText(input.Underlying().Get("value").String()))
		p.Later("weight", 16, func() {
			if p.App.Run != nil {
				p.Next = p.Lesson
				p.SendLoad(p.App.Edit.WithWeight(key, input.Underlying().Get("value").String()))
			}
		})
	})
	p.On("pick-growth", "change", func(document.DOMEvent) {
		if p.App.Run != nil {
			p.Next = p.Lesson
			p.SendLoad(p.App.Change(p.App.Policy.Choose("growth", p.Value("pick-growth"))))
		}
	})
	p.Click("live-open", func() { p.Act(keys.OpenLive) })
	p.Click("shell-open", func() { p.Act(keys.OpenShell) })
	p.Click("table-open", func() {
		p.SetHTML("table", p.App.Queue.TableHTML())
		p.OpenDialog("table-view")
	})
}
