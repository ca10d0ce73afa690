package machinepanel

import (
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
)

// LegendHTML returns the legend of the machine's picture. It explains only marks
// that can appear in the run: the width, colour and stripes of links, the patterns
// of nodes that cannot be used, and GPUs. It returns "" if nothing needs an
// explanation.
func (m MachinePanel) LegendHTML() string { return m.linkLegend() + m.stateLegend() }

// linkLegend returns the legend of the links. If jobs share the capacity of links,
// it explains the loads. Otherwise it explains how many jobs use a link.
func (m MachinePanel) linkLegend() string {
	const most = 500 // approximate maximum number of nodes of a grid whose picture has space for links
	d := &m.Run.Machine.Drawn
	if !m.Shares() && len(d.Tree) > 1 {
		c, n := m.Words, func(n int64) string { return m.Words.Int(n) }
		return c.Say(i18n.LegendCrossed) + linkSample("w1", n(1)) + linkSample("w2", n(2)) + linkSample("w3 plain", c.Say(i18n.LegendOrMore, i18n.S("n", n(3)))) +
			linkSample("wn", c.Say(i18n.LegendNow))
	}
	if !m.Shares() || d.Cables() == 0 || len(d.Dims) > 0 && d.Nodes > most {
		return ""
	}
	c := m.Words
	return c.Say(i18n.LegendLinks) + linkSample("w1", c.Say(i18n.LegendBelow, i18n.S("n", m.Percent(500)))) +
		linkSample("w2", c.Say(i18n.LegendUpTo, i18n.S("n", m.Percent(1000)))) + linkSample("w3", c.Say(i18n.LegendFull))
}

func linkSample(class, text string) string {
	return `<span><svg class="` + class + `" viewBox="0 0 22 8" aria-hidden="true"><path d="M0 4h22"/><path d="M0 4h22"/></svg>` + text + `</span>`
}

// stateLegend returns the legend of nodes and links that are down, of unavailable
// or frozen nodes, and of GPUs. A frozen node is held back for a growing job.
func (m MachinePanel) stateLegend() string {
	var failed, noticed, offline, elsewhere, frozen, torn, gpus bool
	for i := range m.Run.Events {
		switch m.Run.Events[i].Kind {
		case trace.Down:
			failed = true
		case trace.LinkDown:
			torn = true
		case trace.Freeze:
			frozen = true
		}
	}
	for i := range m.Run.Outages.All {
		o := &m.Run.Outages.All[i]
		if o.Elsewhere {
			elsewhere = true
			continue
		}
		noticed = noticed || !o.Offline && o.Noticed < o.To
		failed = failed && (o.Offline || o.Noticed > o.From) || !o.Offline && o.Noticed > o.From
		offline = offline || o.Offline
	}
	for i := range m.Run.Machine.Groups {
		gpus = gpus || m.Run.Machine.Groups[i].Resources[workload.GPUs] > 0
	}
	out := ""
	add := func(shown bool, text i18n.Text, picture string) {
		if shown {
			out += `<span><svg class="state" viewBox="0 0 14 14" aria-hidden="true">` + picture + `</svg>` + m.Words.Say(text) + `</span>`
		}
	}
	const tile = `<rect class="tile" x="1" y="1" width="12" height="12" rx="2"/>`
	add(failed, i18n.LegendFailed, tile+`<path class="bad" d="M2 12 12 2"/>`)
	add(noticed, i18n.LegendDown, `<path class="bad thin" d="M1.5 1.5h11v11h-11zM1.5 7 7 1.5M1.5 12.5l11-11M7 12.5 12.5 7M1.5 7 7 12.5M1.5 1.5l11 11M7 1.5 12.5 7"/>`)
	add(offline, i18n.LegendOffline, `<path class="gone" d="M1.5 1.5h11v11h-11z"/>`)
	add(elsewhere, i18n.LegendElsewhere, `<path class="gone" d="M1.5 1.5h11v11h-11z"/>`)
	add(frozen, i18n.LegendFrozen, `<path class="aside" d="M1.5 1.5h11v11h-11zM1.5 7 7 12.5M1.5 1.5l11 11M7 1.5 12.5 7"/>`)
	add(torn, i18n.LegendTorn, `<path class="bad gap" d="M0 7h14"/><path class="bad" d="M4.5 4.5l5 5m0-5-5 5"/>`)
	add(gpus, i18n.LegendGPU, tile+`<rect class="used" x="2.5" y="7.5" width="4" height="4"/><rect class="spare" x="8" y="8" width="3.2" height="3.2"/>`)
	return out
}
