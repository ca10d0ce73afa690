//go:build js && wasm

// Package editview lets the reader edit the scenario on its pictures: by dragging
// the grips of a job, and with the context menu and its dialogs.
package editview

import (
	"strconv"
	"syscall/js"

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/model"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/exportview"
	"hopyard/wasm/page/host"
	"hopyard/wasm/page/pictureview"
	"hopyard/wasm/page/scenarioview"
)

// EditView is the controller of editing on the pictures.
type EditView struct {
	*host.Host
	pictures *pictureview.PictureView
	scenario *scenarioview.ScenarioView
	export   *exportview.ExportView
	Grips    Grips
	menu     menu           // the open context menu, or the last one that was open
	job      *edit.JobSheet // fields of the job being edited
}

// New returns the controller of editing on the pictures, and listens to the keys and
// gestures that open the menu.
func New(h *host.Host, pictures *pictureview.PictureView, scenario *scenarioview.ScenarioView, export *exportview.ExportView) *EditView {
	p := &EditView{Host: h, pictures: pictures, scenario: scenario, export: export}
	h.OnAction(keys.OpenMenu, p.menuHere)
	h.OnAction(keys.AddJob, p.newJob)
	h.OnLanguage(p.renameGrips)
	h.OnBusy(func() bool { return p.Soon("grip") })
	p.listenToMenus()
	return p
}

// openUnits opens a dialog with the machine's units in the sense of source S0, as a
// tree, and the hop counts between them.
func (p *EditView) openUnits() {
	p.Dialog("units-view", p.App.Words.Say(i18n.UnitsTitle), p.App.Machine.UnitsHTML())
	p.RefillOnLanguage("units-view", p.openUnits)
	p.OpenDialog("units-view")
}

// menu is the state of the context menu: what the menu refers to, and which element
// had the focus before it opened.
type menu struct {
	place    model.Region
	at       simtime.Time // instant under the pointer; simtime.Never: none
	back     js.Value     // element that had the focus before
	key, id  string       // name and value of the attribute that identifies the previously focused element, so that closeMenu can find it after its list was rebuilt
	openedAt float64
}

// listenToMenus registers the handlers that open context menus: a right click, a
// long touch, and the browser's keys for context menus.
func (p *EditView) listenToMenus() {
	document.On(p.Doc, "contextmenu", func(e document.DOMEvent) {
		t := document.Target(e)
		if t == nil || p.Open() {
			return
		}
		if p.pictures.MenuOpen() { // a long touch has already opened the menu
			e.PreventDefault()
			return
		}
		if x, y := e.Underlying().Get("clientX").Float(), e.Underlying().Get("clientY").Float(); p.menuAt(t, x, y) {
			e.PreventDefault()
		}
	})
	document.On(p.Doc, "pointerdown", func(e document.DOMEvent) {
		t := document.Target(e)
		if t == nil {
			return
		}
		if document.Within(t, "#menu") == nil {
			p.closeMenu(false)
		}
		x, y := e.Underlying().Get("clientX").Float(), e.Underlying().Get("clientY").Float()
		if e.Underlying().Get("pointerType").String() == "touch" && !p.Open() && document.Within(t, "canvas,#queue-list,#running-list") != nil {
			p.Later("press", 550, func() { p.menuAt(t, x, y) })
		}
	})
	for _, kind := range []string{"pointerup", "pointercancel", "scroll"} {
		document.On(p.Doc, kind, func(document.DOMEvent) { p.CancelLater("press") })
	}
	document.On(p.Doc, "pointermove", func(e document.DOMEvent) {
		if p.Soon("press") && (e.Underlying().Get("movementX").Float() != 0 || e.Underlying().Get("movementY").Float() != 0) {
			p.CancelLater("press")
		}
	})
	p.On("why-more", "click", func(e document.DOMEvent) {
		if b, ok := document.Closest(e, "[data-more]"); ok {
			switch b.GetAttribute("data-more") {
			case "change":
				p.menu = menu{place: model.JobPlace(p.App.Subject()), at: simtime.Never}
				p.menuAction("change")
			case "add":
				p.newJob()
			case "units":
				p.openUnits()
			case "rivals":
				if ask := p.App.Why.RivalsToAsk(); ask != nil {
					p.Post(ask.Pack())
				}
			}
		}
	})
}

// menuAt opens the context menu for what lies at a point of the window. It returns
// false if no menu belongs to that point.
func (p *EditView) menuAt(t document.Element, x, y float64) bool {
	if p.App.State == nil {
		return false
	}
	place, at := model.Nowhere(), simtime.Never
	if canvas := document.Within(t, "#machine-canvas,#timeline-canvas,.grip"); canvas != nil {
		machine := canvas.ID() == "machine-canvas"
		c := &p.pictures.Timeline
		if machine {
			c = &p.pictures.Machine
		}
		box := c.Element.Underlying().Call("getBoundingClientRect")
		hit := p.pictures.Hit(machine, pictureview.Gesture{X: x - box.Get("left").Float(), Y: y - box.Get("top").Float()})
		place = model.HitPlace(hit)
		if !machine {
			at = simtime.Time(hit.Time)
		}
	} else if item, key, id := itemOf(t); item != nil {
		place = p.App.ItemPlace(key, id)
		if x == 0 && y == 0 || document.Within(item, ".parallel") != nil { // opened with the keyboard
			x, y = pointBeside(item)
		}
	} else if document.Within(t, "#queue,#machine,#timeline") == nil {
		return false
	}
	p.openMenu(place, at, x, y)
	return true
}

// menuHere opens the context menu of the focused item. If no item has the focus, it
// opens the menu of the selected job.
func (p *EditView) menuHere() {
	active := p.Active()
	if active != nil {
		if item, key, id := itemOf(active); item != nil {
			x, y := pointBeside(item)
			p.openMenu(p.App.ItemPlace(key, id), simtime.Never, x, y)
			return
		}
	}
	x, y := pointBeside(p.El("timeline"))
	p.openMenu(model.JobPlace(p.App.Subject()), simtime.Never, x, y)
}

// itemOf returns the list item, tree item or grid cell that contains t, and the
// name and value of the attribute that identifies it.
func itemOf(t document.Element) (item document.Element, key, id string) {
	for _, key := range []string{"data-id", "data-line", "data-tree", "data-cell"} {
		if item := document.Within(t, "["+key+"]"); item != nil {
			return item, key, item.GetAttribute(key)
		}
	}
	return nil, "", ""
}

// pointBeside returns a point of the window at which to open the menu of an
// element: in or just below the element. If the element belongs to a canvas, the
// point is in the canvas.
func pointBeside(e document.Element) (x, y float64) {
	if stage := document.Within(e, ".stage"); stage != nil {
		e = stage
	}
	box := e.Underlying().Call("getBoundingClientRect")
	if box.Get("width").Float() == 0 { // the element is not visible in the current layout
		return js.Global().Get("innerWidth").Float()/2 - 100, js.Global().Get("innerHeight").Float() / 4
	}
	return box.Get("left").Float() + 24, box.Get("top").Float() + min(box.Get("height").Float(), 40)
}

// openMenu shows the context menu for a part of the machine or the timeline, at the
// point x, y of the window.
func (p *EditView) openMenu(place model.Region, at simtime.Time, x, y float64) {
	title, items := p.App.Edit.Menu(place, at)
	if len(items) == 0 {
		return
	}
	e := p.Find("menu")
	if e == nil {
		e = p.Create("div")
		e.SetID("menu")
		e.Class().Add("menu")
		e.SetAttribute("role", "region") // the menu is outside of the main part of the page, so assistive technology needs a landmark to reach it
		e.SetAttribute("aria-labelledby", "menu-title")
		document.Put(p.Query("body"), e)
		p.On("menu", "click", func(e document.DOMEvent) {
			if b, ok := document.Closest(e, "[data-do]"); ok && b.GetAttribute("aria-disabled") == "" {
				p.closeMenu(true)
				p.menuAction(b.GetAttribute("data-do"))
			}
		})
		p.On("menu", "keydown", p.menuKey)
		p.On("menu", "focusout", func(e document.DOMEvent) {
			if to := e.Underlying().Get("relatedTarget"); to.IsNull() || document.ElementOf(to) != nil && document.Within(document.ElementOf(to), "#menu") == nil {
				p.Later("menu", 0, func() { // wait: the focus may be moving to another item of the menu
					switch {
					case document.Within(p.Active(), "#menu") != nil:
					case document.Now()-p.menu.openedAt < 1000: // the focus is lost because the finger that opened the menu is lifted
						p.focusMenu()
					default:
						p.closeMenu(false)
					}
				})
			}
		})
	}
	p.menu = menu{place: place, at: at, back: js.Global().Get("document").Get("activeElement"), openedAt: document.Now()}
	if _, key, id := itemOf(document.ElementOf(p.menu.back)); key != "" {
		p.menu.key, p.menu.id = key, id
	}
	document.SetContent(e, edit.MenuHTML(title, items))
	e.Underlying().Set("hidden", false)
	w, h := e.Underlying().Get("offsetWidth").Float(), e.Underlying().Get("offsetHeight").Float()
	style := p.El("menu").Style()
	style.SetProperty("left", document.Px(max(min(x, js.Global().Get("innerWidth").Float()-w-8), 8)), "")
	style.SetProperty("top", document.Px(max(min(y, js.Global().Get("innerHeight").Float()-h-8), 8)), "")
	p.focusMenu()
	p.pictures.Tip(false, &p.pictures.Timeline, pictureview.Gesture{})
}

// focusMenu moves the focus to the first item of the menu.
func (p *EditView) focusMenu() {
	if first := document.Query(p.El("menu"), "[role=menuitem]"); first != nil {
		first.Underlying().Call("focus", map[string]any{"preventScroll": true})
	}
}

// closeMenu hides the menu. If back is set, it returns the focus to where it was
// before the menu opened.
func (p *EditView) closeMenu(back bool) {
	if !p.pictures.MenuOpen() {
		return
	}
	p.El("menu").Underlying().Set("hidden", true)
	if !back {
		return
	}
	to := document.ElementOf(p.menu.back)
	if p.menu.key != "" { // the list that contained the item may have been rebuilt
		if again := p.Query("[" + p.menu.key + `="` + p.menu.id + `"]`); again != nil {
			to = again
		}
	}
	if to != nil {
		to.Underlying().Call("focus", map[string]any{"preventScroll": true})
	}
}

// menuKey moves the focus within the menu. It stops every key from reaching the
// handlers of the page.
func (p *EditView) menuKey(e document.DOMEvent) {
	e.StopPropagation()
	list := p.El("menu").Underlying().Call("querySelectorAll", "[role=menuitem]")
	n, at := list.Length(), 0
	active := js.Global().Get("document").Get("activeElement")
	for i := range n {
		if list.Index(i).Equal(active) {
			at = i
		}
	}
	switch e.Key() {
	case "ArrowDown":
		at = (at + 1) % n
	case "ArrowUp":
		at = (at + n - 1) % n
	case "Home":
		at = 0
	case "End":
		at = n - 1
	case "Escape", "Tab":
		e.PreventDefault()
		p.closeMenu(true)
		return
	default:
		return
	}
	e.PreventDefault()
	list.Index(at).Call("focus")
}

// menuAction carries out an item of the menu, which is given by its command.
func (p *EditView) menuAction(do string) {
	m, job := p.App, p.menu.place.Job
	at := p.menu.at
	if at == simtime.Never || at < 0 {
		at = m.Now()
	}
	switch do {
	case "change":
		p.openSheet(m.Edit.SheetOf(job))
	case "add":
		p.openSheet(m.Edit.NewJob(at))
	case "duplicate":
		if text, number, err := m.Edit.WithDuplicate(job); p.showError(err) {
			p.EditText(text, m.Edit.DidJob(do, number))
		}
	case "remove":
		if text, err := m.Edit.WithoutJob(job); p.showError(err) {
			p.EditText(text, m.Edit.DidJob(do, m.Run.Jobs[job].Number))
		}
	case "editor":
		p.editJob(job)
	case "fail", "link-fail":
		p.openBreak()
	case "back", "offline", "link-back":
		p.editOutage(do)
	case "go":
		p.AskedAt = document.Now()
		m.Go(m.Run.Find(at, 1<<30))
		p.Changed()
	case "list":
		p.export.ListJobs()
	case "export":
		p.Act(keys.OpenExport)
	}
}

// newJob opens the dialog for a new job that is submitted at the current time.
func (p *EditView) newJob() {
	if p.App.State != nil {
		p.menu = menu{place: model.Nowhere(), at: simtime.Never}
		p.menuAction("add")
	}
}

// showError shows an error. It returns true if err is nil, that is, if there was
// nothing to show.
func (p *EditView) showError(err error) bool {
	if err != nil {
		p.Say("alert", err.Error())
	}
	return err == nil
}

// editJob opens the editor with the fields of a job.
func (p *EditView) editJob(job workload.JobID) {
	i := p.App.Edit.PlaceInText(job)
	p.scenario.Tab = ""
	p.Sheet.Block, p.Sheet.Job, p.Sheet.First = "jobs", i, i
	p.scenario.OpenEditor()
	p.Later("edit-job", 60, func() {
		if b := document.Query(p.El("editor"), `[data-job="`+strconv.Itoa(i)+`"]`); b != nil {
			document.Focus(b)
		}
	})
}
