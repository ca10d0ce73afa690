//go:build js && wasm

package editorview

import (
	"math"
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/core/policies"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/policyeditor"
	"hopyard/wasm/page/document"
)

// building is the state of the dialog in which the reader assembles a policy from
// given lines, with clicks, keys or by dragging.
type building struct {
	problem *policyeditor.Parsons
	worker  trial
	drag    drag
	dragged bool // whether the next click only ends a drag and must be ignored
}

// drag describes the line that the reader is dragging.
type drag struct {
	held   document.Element // button of the line; nil: none
	ghost  document.Element // copy that moves with the pointer; nil before the first move
	x, y   float64          // pointer position at the beginning of the drag
	depth  int              // indentation of the line at the beginning of the drag
	finger bool             // whether the reader drags with a finger, which only changes the indentation because vertical moves scroll
}

const (
	nearLine   = 6.0  // distance, in pixels, that the pointer must move before a drag begins
	indentWide = 24.0 // width of one level of indentation in pixels, as in policy.css
)

// Build opens the dialog with the problem made from the named example. If name is
// "", it opens the problem on which the reader last worked; the first time, it
// opens the default problem.
func (d *EditorController) Build(name string) {
	b := &d.build
	if b.problem == nil && name == "" {
		name = policies.Default
	}
	if name != "" && (b.problem == nil || b.problem.Name != name) {
		p, ok := d.panel.Help.NewParsons(name)
		if !ok {
			return // the examples are not loaded yet
		}
		d.dismiss(&b.worker)
		b.problem = p
	}
	d.showBuild("")
	d.OpenDialog("build")
}

// showBuild updates the dialog. If focus is not "", it moves the focus to the
// element that matches this selector.
func (d *EditorController) showBuild(focus string) {
	b := &d.build
	fresh := d.Find("build") == nil
	body := d.Dialog("build", d.App.Words.Say(i18n.BuildTitle), d.panel.ParsonsHTML(b.problem))
	if fresh {
		d.listenToBuild()
	}
	if focus == "" {
		return
	}
	at := document.Query(body, focus)
	if at == nil {
		at = document.Query(body, "[data-build='check']")
	}
	document.Focus(at)
}

func (d *EditorController) listenToBuild() {
	b := &d.build
	d.OnItem("build", "click", "[data-build]", func(at document.Element) {
		if b.dragged || at.GetAttribute("aria-disabled") == "true" {
			b.dragged = false
			return
		}
		d.doBuild(at.GetAttribute("data-build"))
	})
	d.On("build", "keydown", d.buildKey)
	d.On("build", "close", func(document.DOMEvent) { d.dismiss(&b.worker) })
	d.On("build", "pointerdown", func(e document.DOMEvent) {
		b.dragged = false
		v := e.Underlying()
		at, ok := document.Closest(e, ".build-lines button")
		if !ok || v.Get("button").Int() != 0 {
			return
		}
		b.drag = drag{held: at, x: v.Get("clientX").Float(), y: v.Get("clientY").Float(), depth: max(document.IntOf(at, "data-depth"), 0), finger: v.Get("pointerType").String() == "touch"}
	})
	d.On("build", "pointermove", d.moveLine)
	d.On("build", "pointerup", func(e document.DOMEvent) { d.dropLine(e, true) })
	d.On("build", "pointercancel", func(e document.DOMEvent) { d.dropLine(e, false) })
}

// doBuild performs the action of a button in the dialog.
func (d *EditorController) doBuild(what string) {
	b, p := &d.build, d.build.problem
	what, which, _ := strings.Cut(what, ":")
	n, _ := strconv.Atoi(which)
	focus := `[data-build="` + what + `"]`
	switch what {
	case "which":
		d.Build(which)
		d.showBuild(`[data-build="which:` + which + `"]`)
		return
	case "take":
		at := d.place(n)
		p.Take(n, len(p.Program))
		focus = "#build-lines li:nth-child(" + strconv.Itoa(at+1) + ") button"
		if d.left() <= at {
			focus = "#build-lines li:last-child button"
		}
	case "choose":
		p.Chosen = n
		focus = line(n)
	case "up":
		p.Move(p.Chosen, p.Chosen-1)
	case "down":
		p.Move(p.Chosen, p.Chosen+1)
	case "in":
		p.Indent(p.Chosen, 1)
	case "out":
		p.Indent(p.Chosen, -1)
	case "back":
		p.Back(p.Chosen)
	case "again":
		d.dismiss(&b.worker)
		b.problem, _ = d.panel.Help.NewParsons(p.Name)
	case "check":
		if ask := p.Check(); ask != nil {
			d.employ(&b.worker, ask, func(m *message.Findings) {
				p.Hear(m)
				if m.Over && p == b.problem {
					d.showBuild(focus)
				}
			}, func(string) { p.Broke(); d.showBuild(focus) })
		}
	case "case":
		if l, ok := p.Case(); ok {
			d.CloseDialog("build")
			d.load(l)
			return
		}
	case "use":
		d.CloseDialog("build")
		d.diff("", "")
		d.write(p.Source())
		d.keep()
		d.Run()
		d.focus()
		return
	}
	d.showBuild(focus)
}

// line returns the selector for a line of the assembled program.
func line(at int) string { return `#build-program [data-at="` + strconv.Itoa(at) + `"]` }

// left returns the number of given lines that are not in the program yet. The
// method place below returns the index of such a line in their list.
func (d *EditorController) left() int {
	return len(document.QueryAll(d.El("build"), "#build-lines li")) - 1
}

func (d *EditorController) place(piece int) int {
	for i, at := range document.QueryAll(d.El("build"), "#build-lines button") {
		if document.IntOf(at, "data-piece") == piece {
			return i
		}
	}
	return 0
}

// buildKey handles keys in the two lists: the given lines and the program.
func (d *EditorController) buildKey(e document.DOMEvent) {
	at, ok := document.Closest(e, ".build-lines button")
	if !ok || e.CtrlKey() || e.MetaKey() || e.ShiftKey() {
		return
	}
	p, key, alt := d.build.problem, e.Key(), e.AltKey()
	by := map[string]int{"ArrowUp": -1, "ArrowDown": 1}[key]
	n := document.IntOf(at, "data-at") // -1: the line is not in the program
	switch inside := n >= 0; {
	case by != 0 && alt && inside:
		p.Move(n, n+by)
		d.showBuild(line(p.Chosen))
	case by != 0:
		item := document.ElementOf(at.Underlying().Get("parentNode").Get(map[int]string{-1: "previousElementSibling", 1: "nextElementSibling"}[by]))
		if item == nil {
			break
		}
		if inside {
			p.Chosen = n + by
			d.showBuild(line(p.Chosen))
		} else {
			document.Focus(document.Query(item, "button"))
		}
	case !inside || alt:
		return
	case key == "ArrowRight" || key == "ArrowLeft":
		p.Indent(n, map[string]int{"ArrowRight": 1, "ArrowLeft": -1}[key])
		d.showBuild(line(n))
	case key == "Delete" || key == "Backspace":
		p.Back(n)
		d.showBuild(line(max(p.Chosen, 0)))
	default:
		return
	}
	e.PreventDefault()
}

// moveLine moves the dragged line with the pointer, and marks the place where it
// would be dropped.
func (d *EditorController) moveLine(e document.DOMEvent) {
	b := &d.build.drag
	if b.held == nil {
		return
	}
	x, y := e.Underlying().Get("clientX").Float(), e.Underlying().Get("clientY").Float()
	if b.ghost == nil {
		if math.Hypot(x-b.x, y-b.y) < nearLine {
			return
		}
		if b.finger && !b.held.HasAttribute("data-at") {
			return
		}
		b.ghost = document.ElementOf(b.held.Underlying().Call("cloneNode", true))
		b.ghost.SetClass("build-ghost")
		b.ghost.RemoveAttribute("data-build")
		b.ghost.SetAttribute("aria-hidden", "true")
		b.ghost.Style().SetProperty("width", document.Px(b.held.OffsetWidth()), "")
		document.Put(d.El("build"), b.ghost)
		b.held.Class().Add("held")
		d.El("build").Underlying().Call("setPointerCapture", e.Underlying().Get("pointerId"))
	}
	box := b.held.GetBoundingClientRect()
	top := box.Top()
	if !b.finger {
		top += y - b.y
	}
	b.ghost.Style().SetProperty("left", document.Px(box.Left()+x-b.x), "")
	b.ghost.Style().SetProperty("top", document.Px(top), "")
	e.PreventDefault()
	at, _, over := d.target(x, y)
	mark := func(e document.Element, class string, set bool) {
		e.Underlying().Get("classList").Call("toggle", class, set)
	}
	lines := d.program()
	for i, line := range lines {
		mark(line, "drop", over && !b.finger && i == at)
	}
	mark(d.Find("build-program"), "drop-end", over && !b.finger && at >= len(lines))
}

// program returns the elements of the program's lines.
func (d *EditorController) program() []document.Element {
	return document.QueryAll(d.El("build"), "#build-program li")
}

// target returns the place in the program to which the pointer belongs: the line
// before which the dragged line would be inserted, and its indentation. It also
// reports whether the pointer is over the program.
func (d *EditorController) target(x, y float64) (at, depth int, over bool) {
	b, list := &d.build.drag, d.Find("build-program")
	box := document.ElementOf(list.Underlying().Get("parentNode")).GetBoundingClientRect()
	over = x >= box.Left()-10 && x <= box.Right() && y >= box.Top()-10 && y <= box.Bottom()+10
	for _, line := range d.program() {
		if r := line.GetBoundingClientRect(); y < r.Top()+r.Height()/2 {
			break
		}
		at++
	}
	depth = b.depth + int(math.Round((x-b.x)/indentWide))
	if !b.held.HasAttribute("data-at") { // for a line that is not in the program yet, the left edge determines the indentation
		begin := b.held.GetBoundingClientRect().Left() + x - b.x
		depth = int(math.Round((begin - list.GetBoundingClientRect().Left()) / indentWide))
	}
	return at, min(max(depth, 0), policyeditor.MostDepth), over
}

// dropLine ends the drag of a line, if there is one. If drop is set, it moves the
// line to the place under the pointer, or out of the program.
func (d *EditorController) dropLine(e document.DOMEvent, drop bool) {
	b, p := &d.build.drag, d.build.problem
	if b.held == nil {
		return
	}
	held, ghost, finger := b.held, b.ghost, b.finger
	at, depth, over := d.target(e.Underlying().Get("clientX").Float(), e.Underlying().Get("clientY").Float())
	*b = drag{}
	if ghost == nil {
		return
	}
	ghost.Underlying().Call("remove")
	d.build.dragged = true
	js.Global().Call("setTimeout", document.Once(func() { d.build.dragged = false }), 0)
	from := document.IntOf(held, "data-at") // -1: the line was not in the program
	switch inside := from >= 0; {
	case !drop:
	case inside && finger:
		p.Indent(from, depth-p.Program[from].Depth)
	case inside && over:
		if at > from {
			at--
		}
		p.Move(from, at)
		p.Indent(p.Chosen, depth-p.Program[p.Chosen].Depth)
	case inside:
		p.Back(from)
	case over:
		p.Take(document.IntOf(held, "data-piece"), at)
		p.Indent(p.Chosen, depth)
	}
	d.showBuild(line(max(p.Chosen, 0)))
}
