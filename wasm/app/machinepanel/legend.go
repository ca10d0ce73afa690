package machinepanel

import (
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// LegendHTML returns the legend of the machine's picture. It explains only marks
// that can appear in the run: the width, colour and stripes of links, the patterns
// of nodes that cannot be used, and GPUs. It returns "" if nothing needs an
// explanation.
func (m MachinePanel) LegendHTML() html.HTML { return m.linkLegend() + m.stateLegend() }

// linkLegend returns the legend of the links. If jobs share the capacity of links,
// it explains the loads. Otherwise it explains how many jobs use a link.
func (m MachinePanel) linkLegend() html.HTML {
	const most = 500 // approximate maximum number of nodes of a grid whose picture has space for links
	d, c := &m.Run.Machine.Drawn, m.Words
	if !m.Shares() && len(d.Tree) > 1 {
		n := func(n int64) html.HTML { return html.Escape(c.Int(n)) }
		return c.HTML(i18n.LegendCrossed) + linkSample("w1", n(1)) + linkSample("w2", n(2)) + linkSample("w3 plain", c.HTML(i18n.LegendOrMore, i18n.S("n", c.Int(3)))) +
			linkSample("wn", c.HTML(i18n.LegendNow))
	}
	if !m.Shares() || d.Cables() == 0 || len(d.Dims) > 0 && d.Nodes > most {
		return ""
	}
	return c.HTML(i18n.LegendLinks) + linkSample("w1", c.HTML(i18n.LegendBelow, i18n.S("n", m.Percent(500)))) +
		linkSample("w2", c.HTML(i18n.LegendUpTo, i18n.S("n", m.Percent(1000)))) + linkSample("w3", c.HTML(i18n.LegendFull))
}

func linkSample(class string, text html.HTML) html.HTML {
	line := html.Path("M0 4h22")
	return html.Span(html.El("svg", html.Class(class), html.Attr{"viewBox", "0 0 22 8"}, html.Hide{}, line, line), text)
}

// stateLegend returns the legend of nodes and links that are down, of unavailable
// or frozen nodes, of nodes that jobs keep free of other jobs, and of GPUs. A frozen
// node is held back for a growing job.
func (m MachinePanel) stateLegend() html.HTML {
	var failed, noticed, offline, elsewhere, asleep, frozen, torn, gpus bool
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
		if o.Elsewhere || o.Asleep {
			elsewhere, asleep = elsewhere || o.Elsewhere, asleep || o.Asleep
			continue
		}
		noticed = noticed || !o.Offline && o.Noticed < o.To
		failed = failed && (o.Offline || o.Noticed > o.From) || !o.Offline && o.Noticed > o.From
		offline = offline || o.Offline
	}
	for i := range m.Run.Machine.Groups {
		gpus = gpus || m.Run.Machine.Groups[i].Resources[workload.GPUs] > 0
	}
	var out html.HTML
	add := func(shown bool, text i18n.Text, picture html.HTML) {
		if shown {
			out += html.Span(html.El("svg", html.Class("state"), html.Attr{"viewBox", "0 0 14 14"}, html.Hide{}, picture), m.Words.HTML(text))
		}
	}
	path := func(class, d string) html.HTML { return html.Path(d, html.Class(class)) }
	rect := func(class string, x, y, size float64) html.HTML {
		return html.El("rect", html.Class(class), html.Float("x", x), html.Float("y", y), html.Float("width", size), html.Float("height", size))
	}
	tile := html.El("rect", html.Class("tile"), html.Attr{"x", "1"}, html.Attr{"y", "1"}, html.Attr{"width", "12"}, html.Attr{"height", "12"}, html.Attr{"rx", "2"})
	add(failed, i18n.LegendFailed, tile+path("bad", "M2 12 12 2"))
	add(noticed, i18n.LegendDown, path("bad thin", "M1.5 1.5h11v11h-11zM1.5 7 7 1.5M1.5 12.5l11-11M7 12.5 12.5 7M1.5 7 7 12.5M1.5 1.5l11 11M7 1.5 12.5 7"))
	add(offline, i18n.LegendOffline, path("gone", "M1.5 1.5h11v11h-11z"))
	add(elsewhere, i18n.LegendElsewhere, path("gone", "M1.5 1.5h11v11h-11z"))
	add(asleep, i18n.LegendAsleep, path("asleep", "M1.5 1.5h11v11h-11zM1.5 5h11M1.5 9h11"))
	add(frozen, i18n.LegendFrozen, path("aside", "M1.5 1.5h11v11h-11zM1.5 7 7 12.5M1.5 1.5l11 11M7 1.5 12.5 7"))
	add(m.Run.Blocks, i18n.LegendBlocked, path("aside", "M1.5 1.5h11v11h-11zM5 1.5v11M9 1.5v11"))
	add(torn, i18n.LegendTorn, path("bad gap", "M0 7h14")+path("bad", "M4.5 4.5l5 5m0-5-5 5"))
	add(gpus, i18n.LegendGPU, tile+rect("used", 2.5, 7.5, 4)+rect("spare", 8, 8, 3.2))
	return out
}
