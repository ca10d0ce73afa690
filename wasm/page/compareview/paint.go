//go:build js && wasm

package compareview

import (
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/model"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/pictureview"
)

// PaintCompare draws one animation frame of a comparison.
func (p *CompareView) PaintCompare() {
	c := p.App.Compare
	for i, l := range p.Lanes {
		if !c.Shows(i) {
			continue
		}
		if l.Column.View != c.View {
			l.Layout = nil
		}
		l.Column.Window, l.Column.View = c.Window, c.View
		if p.Due != 0 || p.App.Glide == 0 { // otherwise only the time has advanced, which does not change the machine
			p.pictures.PaintMachineOf(l.Column.Machine, &l.RunPicture)
		}
		p.pictures.PaintTimelineOf(l.Column.Timeline, &l.RunPicture)
	}
	p.pictures.PaintStrip()
	p.pictures.FollowPointer()
	if p.Due != 0 {
		p.Due = 0
		p.updateCompare()
	}
}

// updateCompare updates all texts of the comparison.
func (p *CompareView) updateCompare() {
	c := p.App.Compare
	for i := range p.Lanes {
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
	if c.Resamples() != nil {
		resampling{p}.show()
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
	p.pictures.TransportAt(c.At, c.Len())
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
func (p *CompareView) afterCompare() {
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
func (p *CompareView) resizedLane(id string, size draw.Size) bool {
	l, machine := p.laneAt(id)
	switch {
	case l == nil:
		return strings.HasPrefix(id, "compare-")
	case machine:
		l.Machine.Size, l.Layout = size, nil
	default:
		l.Timeline.Size = size
	}
	p.Redraw()
	return true
}

// laneAt returns the column that contains a canvas, and whether the canvas shows
// the machine.
func (p *CompareView) laneAt(id string) (l *Lane, machine bool) {
	rest, ok := strings.CutPrefix(id, "compare-")
	n, what, _ := strings.Cut(rest, "-")
	i, err := strconv.Atoi(n)
	if !ok || err != nil || i >= len(p.Lanes) {
		return nil, false
	}
	return p.Lanes[i], what == "machine"
}

// comparePointer handles pointer events on a column's canvas.
func (p *CompareView) comparePointer(id, kind string, g pictureview.Gesture) {
	l, machine := p.laneAt(id)
	if l == nil || l.Column.State == nil {
		return
	}
	c, v := p.App.Compare, &l.Timeline
	if machine {
		v = &l.Machine
	}
	switch kind {
	case "move", "click":
		hit := l.Times.At(g.X, g.Y)
		if machine {
			if hit = (draw.Hit{Job: workload.NoJob}); l.Layout != nil {
				hit = l.Layout.At(g.X, g.Y, &l.Scene)
			}
		}
		if c.Point(model.HitPlace(hit)) {
			p.Redraw()
		}
		p.pictures.Hover(id, g)
		p.pictures.ShowTip(id+"-tip", l.Column.Machine.TipHTML(), v, g)
		if kind == "click" {
			p.clickedLane(hit)
		}
	case "leave":
		p.pictures.Hovered.Id = ""
		p.Hide(id+"-tip", true)
		if c.Point(model.Nowhere()) {
			p.Redraw()
		}
	case "drag", "wheel":
		p.pictures.Hovered.At = g
		p.movedLane(l, machine, kind, v, g)
	case "drop":
		v.Element.Class().Remove("grabbing")
	}
}

func (p *CompareView) clickedLane(hit draw.Hit) {
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
func (p *CompareView) movedLane(l *Lane, machine bool, kind string, v *document.Canvas, g pictureview.Gesture) {
	c := p.App.Compare
	l.Column.Window, l.Column.View = c.Window, c.View
	if kind == "drag" {
		v.Element.Class().Add("grabbing")
	}
	pictureview.Pan(&l.Column.Model, machine, kind, v, &l.Times, g)
	c.Window, c.View = l.Column.Window, l.Column.View
	p.Redraw()
}
