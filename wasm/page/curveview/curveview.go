//go:build js && wasm

// Package curveview shows the curves of a run below its figures.
package curveview

import (
	"strconv"
	"syscall/js"

	"hopyard/wasm/app/curves"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// CurveView is the controller of the curves.
type CurveView struct {
	*host.Host
	template string // template of the curves' options; "" until it is loaded
}

// New returns the controller of the curves, and adds their element to the page.
func New(h *host.Host) *CurveView {
	p := &CurveView{Host: h}
	p.addCurves()
	h.OnRun(p.CurvesChanged)
	h.OnLanguage(p.CurvesChanged)
	return p
}

func (p *CurveView) colours() curves.Colours {
	colour := func(c draw.Colour) string { return p.Palette.Index(int(c)).String() }
	return curves.Colours{Ink: colour(draw.Ink), Soft: colour(draw.Soft), Line: colour(draw.Line), Panel: colour(draw.Panel), Accent: colour(draw.Accent)}
}

// addCurves adds an element for the curves below the figures.
func (p *CurveView) addCurves() {
	box := p.Create("div")
	box.SetID("curves")
	for name, value := range map[string]string{
		"height": strconv.Itoa(curves.Height(curves.Shown(false))) + "px", "flex": "none", "margin-top": "8px", "grid-column": "1 / -1",
	} {
		box.Style().SetProperty(name, value, "")
	}
	document.Put(p.El("queue"), box)
}

// CurvesChanged schedules a redrawing of the curves. Before the first picture is on
// screen it does nothing.
func (p *CurveView) CurvesChanged() {
	if p.Root().HasAttribute("data-ready") {
		if p.App.Run != nil && len(p.App.Run.Curve) == 0 { // hide the curves of the previous run
			p.Hide("curves", true)
		}
		p.Later("curves", 120, p.ShowCurves)
	}
}

// ShowCurves passes the curves to ECharts. ECharts and the template of its options
// are loaded at the first call.
func (p *CurveView) ShowCurves() {
	m := p.App
	if m.Run == nil || p.Root().HasAttribute("data-opening") { // the curves are hidden during the opening
		return
	}
	p.Hide("curves", len(m.Run.Curve) == 0) // a run has no curves until its first instant is over; those of another run are hidden
	if len(m.Run.Curve) == 0 {
		return
	}
	p.El("curves").SetAttribute("role", "img")
	p.El("curves").SetAttribute("aria-label", m.Figures.CurvesText())
	if p.template == "" {
		p.Glue.Call("template", document.OnceWith(func(text js.Value) {
			p.template = text.String()
			p.ShowCurves()
		}))
		return
	}
	p.El("curves").Style().SetProperty("height", strconv.Itoa(curves.Height(curves.Shown(m.Shares())))+"px", "")
	p.Glue.Call("chart", p.El("curves").Underlying(), string(p.picture().Options(p.template)))
}

// MarkCurves moves the line in the curves that marks the current time.
func (p *CurveView) MarkCurves() {
	if p.App.Run != nil && p.template != "" {
		p.Glue.Call("chartMark", string(p.picture().Mark(p.template)))
	}
}

func (p *CurveView) picture() *curves.Picture {
	m := p.App
	return &curves.Picture{Points: m.Run.Curve, Last: m.Run.Last, Now: m.Now(), Sharing: m.Shares(), Words: m.Words, Colours: p.colours()}
}
