//go:build js && wasm

package page

import (
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/share"
)

// toggleCompare begins or ends a comparison of policies.
func (p *page) toggleCompare() {
	if p.m.Compare != nil {
		p.leaveCompare(nil)
		return
	}
	if p.m.Asking() {
		p.act(keys.OpenCompare) // a comparison opens after the reader has answered the question
		return
	}
	if p.m.Run != nil && p.m.Loading == nil {
		p.startCompare(share.Linked{})
	}
}

// startCompare compares the policies listed in a link. If the link lists no
// policies, it compares the policy on screen with a different policy.
func (p *page) startCompare(l share.Linked) {
	p.m.StartCompare(l)
	p.compareView()
	p.mark("data-compare", true)
	p.hide("main", true)
	p.el("compare").SetAttribute("aria-pressed", "true")
	p.lanes = nil
	for range p.m.Compare.Columns {
		p.addLane()
	}
	p.buildCompare()
	p.loadLanes()
}

// leaveCompare ends the comparison. The parameter use is a function that loads
// another run. If it is nil, leaveCompare returns to a single run at the same
// moment.
func (p *page) leaveCompare(use func()) {
	root := p.el("compare-view")
	inside := root.Underlying().Call("contains", js.Global().Get("document").Get("activeElement")).Bool()
	if p.taking.lanes != nil {
		p.stopExport()
	}
	for _, l := range p.lanes {
		p.stopWorker(l)
	}
	p.lanes = nil
	if use == nil {
		use = p.m.EndCompare
	}
	p.strip.Density = nil
	p.forgetCompare()
	root.SetInnerHTML("")
	p.hide("compare-view", true)
	p.hide("main", false)
	p.mark("data-compare", false)
	for _, name := range []string{"moment", "moments", "settled"} {
		p.root().RemoveAttribute("data-" + name)
	}
	p.el("compare").SetAttribute("aria-pressed", "false")
	if inside {
		focus(p.el("compare"))
	}
	use()
	p.changed()
}

func (p *page) addLane() {
	p.lanes = append(p.lanes, &lane{column: p.m.Compare.Columns[len(p.lanes)], worker: js.Undefined(), waiting: -1})
}

// compareView shows the element of the comparison, and creates it the first time.
func (p *page) compareView() {
	if p.find("compare-view") == nil {
		root := p.create("div")
		root.SetID("compare-view")
		root.SetAttribute("role", "main")
		root.SetAttribute("class", "compare")
		root.SetAttribute("aria-labelledby", "compare-title")
		p.el("main").Underlying().Call("after", root.Underlying())
		p.listenToCompare(root)
	}
	p.hide("compare-view", false)
}

// buildCompare rebuilds the comparison's HTML after a change of columns or of the
// language.
func (p *page) buildCompare() {
	p.forgetCompare()
	p.el("compare-view").SetInnerHTML(p.m.Compare.ViewHTML())
	for i, l := range p.lanes {
		l.machine, l.timeline, l.layout = p.newCanvas(compareID(i)+"machine"), p.newCanvas(compareID(i)+"timeline"), nil
		for _, v := range []*canvas{&l.machine, &l.timeline} {
			p.glue.Call("follow", v.element.Underlying())
		}
	}
	p.strip.Density = nil
	p.changed()
}

// forgetCompare discards what the page remembers about the elements of the
// comparison, which will be rebuilt.
func (p *page) forgetCompare() {
	for id := range p.texts {
		if strings.HasPrefix(id, "compare-") {
			delete(p.texts, id)
		}
	}
	for id := range p.known {
		if strings.HasPrefix(id, "compare-") && id != "compare-view" {
			delete(p.known, id)
		}
	}
}

// showColumnPickers resets the policy pickers of all columns after a choice was
// rejected.
func (p *page) showColumnPickers() {
	c := p.m.Compare
	for i := range p.lanes {
		queues, placements := c.Options(i)
		p.setHTML(compareID(i)+"queue", queues)
		p.setHTML(compareID(i)+"allocator", placements)
	}
}

// loadLanes requests a run of the scenario on screen for every column, and sends
// the scenario's text to each worker again.
func (p *page) loadLanes() {
	for i, l := range p.lanes {
		l.sent = false
		p.loadLane(i)
	}
}

// comparedAnew updates the comparison after another run has appeared on screen, for
// instance by an edit or by another lesson.
func (p *page) comparedAnew() {
	if p.m.Compare == nil {
		if l := p.compares; len(l.Policies) > 0 {
			p.compares = share.Linked{}
			p.startCompare(l)
		}
		return
	}
	p.m.Compare.Renew()
	p.buildCompare()
	p.loadLanes()
}

func (p *page) listenToCompare(root element) {
	on(root.Underlying(), "click", p.compareClick)
	on(root.Underlying(), "change", func(e event) {
		s, ok := closest(e, "[data-pick]")
		if !ok {
			return
		}
		i, value := int(idOf(s, "data-column")), s.Underlying().Get("value").String()
		if value == "" || i < 0 || i >= len(p.lanes) {
			return
		}
		p.m.Compare.Choose(i, s.GetAttribute("data-pick"), value)
		id := s.ID()
		p.buildCompare() // the names of columns state how they differ, so one choice can change all names
		p.loadLane(i)
		focus(p.el(id))
	})
	point := func(e event) {
		place := model.Nowhere()
		if b, ok := closest(e, "[data-id]"); ok {
			place = model.JobPlace(idOf(b, "data-id"))
		}
		if p.m.Compare != nil && p.m.Compare.Point(place) {
			p.redraw()
		}
	}
	on(root.Underlying(), "pointerover", point)
	on(root.Underlying(), "focusin", point)
}

func (p *page) compareClick(e event) {
	c := p.m.Compare
	if b, ok := closest(e, "[data-id]"); ok {
		c.Select(idOf(b, "data-id"))
		p.changed()
		return
	}
	number := func(name string) (int, bool) {
		b, ok := closest(e, "["+name+"]")
		if !ok {
			return 0, false
		}
		n, err := strconv.Atoi(b.GetAttribute(name))
		return n, err == nil && n < len(p.lanes)
	}
	if i, ok := number("data-remove"); ok {
		p.removeLane(i)
	} else if i, ok := number("data-use"); ok {
		p.leaveCompare(func() {
			p.next = p.lesson
			p.sendLoad(p.m.UseColumn(i))
		})
	} else if i, ok := number("data-again"); ok {
		p.loadLane(i)
	} else if i, ok := number("data-stop"); ok {
		p.stopLane(i)
	} else if b, ok := closest(e, "[data-compare]"); ok {
		p.compareDo(b.GetAttribute("data-compare"))
	}
}

func (p *page) compareDo(what string) {
	c := p.m.Compare
	switch what {
	case "first":
		p.act(keys.FirstDivergence)
	case "before":
		p.act(keys.LastDivergence)
	case "next":
		p.act(keys.NextDivergence)
	case "whole", "far":
		c.Far = what == "far"
		p.changed()
	case "leave":
		p.leaveCompare(nil)
	case "add":
		if c.Add() {
			p.addLane()
			p.buildCompare()
			p.loadLane(len(p.lanes) - 1)
			focus(p.el(compareID(len(p.lanes)-1) + "queue"))
		}
	}
}

func (p *page) removeLane(i int) {
	if !p.m.Compare.Remove(i) {
		return
	}
	p.stopWorker(p.lanes[i])
	p.lanes = append(p.lanes[:i:i], p.lanes[i+1:]...)
	p.buildCompare()
	focus(p.el(compareID(min(i, len(p.lanes)-1)) + "queue"))
}
