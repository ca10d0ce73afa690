//go:build js && wasm

package page

import (
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/model"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/document"
)

// paintCompare draws one animation frame of a comparison.
func (p *page) paintCompare() {
	c := p.App.Compare
	for i, l := range p.lanes {
		if !c.Shows(i) {
			continue
		}
		if l.column.View != c.View {
			l.layout = nil
		}
		l.column.Window, l.column.View = c.Window, c.View
		if p.Due != 0 || p.App.Glide == 0 { // otherwise only the time has advanced, which does not change the machine
			p.paintMachineOf(l.column.Machine, &l.pictures)
		}
		p.paintTimelineOf(l.column.Timeline, &l.pictures)
	}
	p.paintStrip()
	p.followPointer()
	if p.Due != 0 {
		p.Due = 0
		p.updateCompare()
	}
}

// updateCompare updates all texts of the comparison.
func (p *page) updateCompare() {
	c := p.App.Compare
	for i := range p.lanes {
		id := compareID(i)
		p.Fill(id+"state", c.StateHTML(i))
		p.Hide(id+"shows", c.Empty(i))
		if c.Shows(i) {
			p.SetHTML(id+"why", c.WhyHTML(i))
			p.SetHTML(id+"jobs", c.JobsHTML(i))
		} else if c.Empty(i) {
			p.SetHTML(id+"jobs", "")
		}
	}
	if c.Settled() {
		p.SetHTML("compare-differs", c.DiffersHTML())
		p.SetHTML("compare-line", c.Summary())
		p.SetHTML("compare-table", c.FiguresHTML())
	}
	p.El("compare-whole").SetAttribute("aria-pressed", strconv.FormatBool(!c.Far))
	p.El("compare-far").SetAttribute("aria-pressed", strconv.FormatBool(c.Far))
	for what, off := range map[string]bool{"first": c.Len() == 0 || !c.Parts(0), "before": !c.Parts(-1), "next": !c.Parts(1)} {
		if b := document.Query(p.El("compare-view"), `[data-compare="`+what+`"]`); b != nil {
			b.SetAttribute("aria-disabled", strconv.FormatBool(off))
		}
	}
	p.SetText("clock", c.ClockText())
	p.SetText("step-count", c.CountNote())
	scrub := p.El("scrub").Underlying()
	scrub.Set("max", c.Len())
	scrub.Set("value", c.At)
	scrub.Call("setAttribute", "aria-valuetext", c.StepNote()+", "+c.ClockText())
	p.transportAt(c.At, c.Len())
	root := p.Root()
	root.SetAttribute("data-run", strconv.Itoa(int(p.App.Run.Serial)))
	root.SetAttribute("data-moment", strconv.Itoa(c.At))
	root.SetAttribute("data-moments", strconv.Itoa(c.Len()))
	root.SetAttribute("data-trace", c.Traces())
	root.SetAttribute("data-settled", strconv.FormatBool(c.Settled() && c.Recorded()))
	p.afterCompare()
}

func compareID(i int) string { return "compare-" + strconv.Itoa(i) + "-" }

// afterCompare announces the moment on screen and writes the address. Both can wait
// until the moment has been drawn.
func (p *page) afterCompare() {
	if p.App.Playing {
		return
	}
	p.Later("after", 150, func() {
		if c := p.App.Compare; c != nil && c.Settled() && c.Recorded() {
			p.Say("status", c.Announce())
			p.WriteAddress()
		}
	})
}

// resizedLane handles a new size of a canvas that belongs to a comparison. It
// returns false for any other canvas.
func (p *page) resizedLane(id string, size draw.Size) bool {
	l, machine := p.laneAt(id)
	switch {
	case l == nil:
		return strings.HasPrefix(id, "compare-")
	case machine:
		l.machine.Size, l.layout = size, nil
	default:
		l.timeline.Size = size
	}
	p.Redraw()
	return true
}

// laneAt returns the column that contains a canvas, and whether the canvas shows
// the machine.
func (p *page) laneAt(id string) (l *lane, machine bool) {
	rest, ok := strings.CutPrefix(id, "compare-")
	n, what, _ := strings.Cut(rest, "-")
	i, err := strconv.Atoi(n)
	if !ok || err != nil || i >= len(p.lanes) {
		return nil, false
	}
	return p.lanes[i], what == "machine"
}

// comparePointer handles pointer events on a column's canvas.
func (p *page) comparePointer(id, kind string, g gesture) {
	l, machine := p.laneAt(id)
	if l == nil || l.column.State == nil {
		return
	}
	c, v := p.App.Compare, &l.timeline
	if machine {
		v = &l.machine
	}
	switch kind {
	case "move", "click":
		hit := l.times.At(g.x, g.y)
		if machine {
			if hit = (draw.Hit{Job: workload.NoJob}); l.layout != nil {
				hit = l.layout.At(g.x, g.y, &l.scene)
			}
		}
		if c.Point(model.HitPlace(hit)) {
			p.Redraw()
		}
		p.hover(id, g)
		p.showTip(id+"-tip", l.column.Machine.TipHTML(), v, g)
		if kind == "click" {
			p.clickedLane(hit)
		}
	case "leave":
		p.hovered.id = ""
		p.Hide(id+"-tip", true)
		if c.Point(model.Nowhere()) {
			p.Redraw()
		}
	case "drag", "wheel":
		p.hovered.at = g
		p.movedLane(l, machine, kind, v, g)
	case "drop":
		v.Element.Class().Remove("grabbing")
	}
}

func (p *page) clickedLane(hit draw.Hit) {
	c := p.App.Compare
	switch hit.Kind {
	case draw.OnAxis, draw.OnPlot:
		if hit.Time >= 0 {
			c.GoTime(simtime.Time(hit.Time))
		}
	case draw.OnBar, draw.OnPromise, draw.OnNode:
		c.Select(hit.Job)
	}
	p.Changed()
}

// movedLane zooms or pans the pictures of all columns together.
func (p *page) movedLane(l *lane, machine bool, kind string, v *document.Canvas, g gesture) {
	c := p.App.Compare
	l.column.Window, l.column.View = c.Window, c.View
	if kind == "drag" {
		v.Element.Class().Add("grabbing")
	}
	pan(&l.column.Model, machine, kind, v, &l.times, g)
	c.Window, c.View = l.column.Window, l.column.View
	p.Redraw()
}
