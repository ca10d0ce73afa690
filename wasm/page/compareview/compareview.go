//go:build js && wasm

// Package compareview shows a comparison: runs of one scenario under several
// policies, side by side and at the same moment. Each column has a worker of its
// own.
package compareview

import (
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/share"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
	"hopyard/wasm/page/pictureview"
)

// CompareView shows the comparison on the page.
type CompareView struct {
	*host.Host
	pictures *pictureview.PictureView
	Lanes    []*Lane                        // columns
	leaving  []func()                       // functions to call when a comparison ends
	styled   bool                           // the style sheet of resamples was added
	laneFile func(*Lane, *message.Exported) // handles a file that the worker of a column has written
}

// New returns the controller of comparisons. No comparison is on screen yet.
func New(h *host.Host, pictures *pictureview.PictureView) *CompareView {
	p := &CompareView{Host: h, pictures: pictures}
	pictures.ColumnPointer, pictures.ColumnSize = p.comparePointer, p.resizedLane
	h.OnAction(keys.OpenCompare, p.toggleCompare)
	h.OnLeaveCompare(func() { p.leaveCompare(nil) })
	h.OnRun(p.follow)
	h.OnRedraw(p.askLanes)
	h.OnLanguage(func() {
		if p.App.Compare != nil {
			p.buildCompare()
		}
	})
	h.OnBusy(func() bool {
		for _, l := range p.Lanes {
			if l.intake.Busy || l.Column.Loading != nil || l.waiting >= 0 && l.Column.Failed == nil {
				return true
			}
		}
		return false
	})
	h.Click("compare", p.toggleCompare)
	return p
}

// OnLeave adds a function that is called when a comparison ends.
func (p *CompareView) OnLeave(f func()) { p.leaving = append(p.leaving, f) }

// OnFile sets the function that handles a file, or its progress, from the worker of
// a column.
func (p *CompareView) OnFile(f func(*Lane, *message.Exported)) { p.laneFile = f }

// toggleCompare begins or ends a comparison of policies.
func (p *CompareView) toggleCompare() {
	if p.App.Compare != nil {
		p.leaveCompare(nil)
		return
	}
	if p.App.Asking() {
		p.Act(keys.OpenCompare) // a comparison opens after the reader has answered the question
		return
	}
	if p.App.Run != nil && p.App.Loading == nil {
		l := p.Compares
		p.Compares = share.Linked{}
		p.startCompare(l)
	}
}

// startCompare compares the policies listed in a link. If the link lists no
// policies, it compares the policy on screen with a different policy.
func (p *CompareView) startCompare(l share.Linked) {
	p.App.StartCompare(l)
	p.compareView()
	p.Mark("data-compare", true)
	p.Hide("main", true)
	p.El("compare").SetAttribute("aria-pressed", "true")
	p.Lanes = nil
	for range p.App.Compare.Columns {
		p.addLane()
	}
	p.buildCompare()
	p.loadLanes()
}

// leaveCompare ends the comparison. The parameter use is a function that loads
// another run. If it is nil, leaveCompare returns to a single run at the same
// moment.
func (p *CompareView) leaveCompare(use func()) {
	root := p.El("compare-view")
	inside := root.Underlying().Call("contains", js.Global().Get("document").Get("activeElement")).Bool()
	for _, f := range p.leaving {
		f()
	}
	for _, l := range p.Lanes {
		p.stopWorker(l)
	}
	p.Lanes = nil
	if use == nil {
		use = p.App.EndCompare
	}
	p.pictures.Strip.Density = nil
	p.forgetCompare()
	root.SetTextContent("")
	p.Hide("compare-view", true)
	p.Hide("main", false)
	p.Mark("data-compare", false)
	for _, name := range []string{"moment", "moments", "settled"} {
		p.Root().RemoveAttribute("data-" + name)
	}
	p.El("compare").SetAttribute("aria-pressed", "false")
	if inside {
		document.Focus(p.El("compare"))
	}
	use()
	p.Changed()
}

func (p *CompareView) addLane() {
	p.Lanes = append(p.Lanes, &Lane{Column: p.App.Compare.Columns[len(p.Lanes)], Worker: js.Undefined(), waiting: -1})
}

// compareView shows the element of the comparison, and creates it the first time.
func (p *CompareView) compareView() {
	if p.Find("compare-view") == nil {
		root := p.Create("div")
		root.SetID("compare-view")
		root.SetAttribute("role", "main")
		root.SetAttribute("class", "compare")
		root.SetAttribute("aria-labelledby", "compare-title")
		p.El("main").Underlying().Call("after", root.Underlying())
		p.listenToCompare(root)
	}
	p.Hide("compare-view", false)
}

// buildCompare rebuilds the comparison's HTML after a change of columns or of the
// language.
func (p *CompareView) buildCompare() {
	p.forgetCompare()
	document.SetContent(p.El("compare-view"), p.App.Compare.ViewHTML())
	for i, l := range p.Lanes {
		l.Machine, l.Timeline, l.Layout = p.NewCanvas(compareID(i)+"machine"), p.NewCanvas(compareID(i)+"timeline"), nil
		for _, v := range []*document.Canvas{&l.Machine, &l.Timeline} {
			p.Glue.Call("follow", v.Element.Underlying())
		}
	}
	p.pictures.Strip.Density = nil
	p.Changed()
}

// forgetCompare discards what the page remembers about the elements of the
// comparison, which will be rebuilt.
func (p *CompareView) forgetCompare() {
	for id := range p.Texts {
		if strings.HasPrefix(id, "compare-") {
			delete(p.Texts, id)
		}
	}
	for id := range p.Known {
		if strings.HasPrefix(id, "compare-") && id != "compare-view" {
			delete(p.Known, id)
		}
	}
}

// showColumnPickers resets the policy pickers of all columns after a choice was
// rejected.
func (p *CompareView) showColumnPickers() {
	c := p.App.Compare
	for i := range p.Lanes {
		queues, placements := c.Options(i)
		p.SetHTML(compareID(i)+"queue", queues)
		p.SetHTML(compareID(i)+"allocator", placements)
	}
}

// loadLanes requests a run of the scenario on screen for every column, and sends
// the scenario's text to each worker again.
func (p *CompareView) loadLanes() {
	for i, l := range p.Lanes {
		l.sent = false
		p.loadLane(i)
	}
}

// follow updates the comparison after the run on screen has changed, for example by
// an edit or another lesson. If there is none and the page was opened by a link to a
// comparison, it begins that one.
func (p *CompareView) follow() {
	if p.App.Compare == nil {
		if l := p.Compares; len(l.Policies) > 0 {
			p.Compares = share.Linked{}
			p.startCompare(l)
		}
		return
	}
	p.App.Compare.Renew()
	p.buildCompare()
	p.loadLanes()
}

func (p *CompareView) listenToCompare(root document.Element) {
	document.On(root.Underlying(), "click", p.compareClick)
	document.On(root.Underlying(), "change", func(e document.DOMEvent) {
		s, ok := document.Closest(e, "[data-pick]")
		if !ok {
			return
		}
		i, value := int(host.IDOf(s, "data-column")), s.Underlying().Get("value").String()
		if value == "" || i < 0 || i >= len(p.Lanes) {
			return
		}
		p.App.Compare.Choose(i, s.GetAttribute("data-pick"), value)
		id := s.ID()
		p.buildCompare() // the names of columns state how they differ, so one choice can change all names
		p.loadLane(i)
		document.Focus(p.El(id))
	})
	point := func(e document.DOMEvent) {
		place := model.Nowhere()
		if b, ok := document.Closest(e, "[data-id]"); ok {
			place = model.JobPlace(host.IDOf(b, "data-id"))
		}
		if p.App.Compare != nil && p.App.Compare.Point(place) {
			p.Redraw()
		}
	}
	document.On(root.Underlying(), "pointerover", point)
	document.On(root.Underlying(), "focusin", point)
}

func (p *CompareView) compareClick(e document.DOMEvent) {
	c := p.App.Compare
	if b, ok := document.Closest(e, "[data-id]"); ok {
		c.Select(host.IDOf(b, "data-id"))
		p.Changed()
		return
	}
	number := func(name string) (int, bool) {
		b, ok := document.Closest(e, "["+name+"]")
		if !ok {
			return 0, false
		}
		n, err := strconv.Atoi(b.GetAttribute(name))
		return n, err == nil && n < len(p.Lanes)
	}
	if i, ok := number("data-remove"); ok {
		p.removeLane(i)
	} else if i, ok := number("data-use"); ok {
		p.leaveCompare(func() {
			p.Next = p.Lesson
			p.SendLoad(p.App.UseColumn(i))
		})
	} else if i, ok := number("data-again"); ok {
		p.loadLane(i)
	} else if i, ok := number("data-stop"); ok {
		p.stopLane(i)
	} else if b, ok := document.Closest(e, "[data-compare]"); ok {
		p.compareDo(b.GetAttribute("data-compare"))
	}
}

func (p *CompareView) compareDo(what string) {
	c := p.App.Compare
	switch what {
	case "first":
		p.Act(keys.FirstDivergence)
	case "before":
		p.Act(keys.LastDivergence)
	case "next":
		p.Act(keys.NextDivergence)
	case "whole", "far":
		c.Far = what == "far"
		p.Changed()
	case "leave":
		p.leaveCompare(nil)
	case "resample":
		resampling{p}.begin()
	case "resampled":
		resampling{p}.end()
	case "add":
		p.endResamples()
		if c.Add() {
			p.addLane()
			p.buildCompare()
			p.loadLane(len(p.Lanes) - 1)
			document.Focus(p.El(compareID(len(p.Lanes)-1) + "queue"))
		}
	}
}

// endResamples ends the simulation of resamples, because the columns change.
func (p *CompareView) endResamples() {
	if p.App.Compare.Resamples() != nil {
		resampling{p}.cancel()
	}
}

func (p *CompareView) removeLane(i int) {
	p.endResamples()
	if !p.App.Compare.Remove(i) {
		return
	}
	p.stopWorker(p.Lanes[i])
	p.Lanes = append(p.Lanes[:i:i], p.Lanes[i+1:]...)
	p.buildCompare()
	document.Focus(p.El(compareID(min(i, len(p.Lanes)-1)) + "queue"))
}
