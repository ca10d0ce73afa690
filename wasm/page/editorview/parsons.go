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
)

// building is the state of the dialog in which the reader assembles a policy from
// given lines, with clicks, keys or by dragging.
type building struct {
	problem *policyeditor.Parsons
	worker  trial
	there   bool // whether the dialog has been created
	drag    drag
	dragged bool // whether the next click only ends a drag and must be ignored
}

// drag describes the line that the reader is dragging.
type drag struct {
	held   js.Value // button of the line; undefined: none
	ghost  js.Value // copy that moves with the pointer; undefined before the first move
	x, y   float64  // pointer position at the beginning of the drag
	depth  int      // indentation of the line at the beginning of the drag
	finger bool     // whether the reader drags with a finger, which only changes the indentation because vertical moves scroll
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
	d.Open("build")
}

// showBuild updates the dialog. If focus is not "", it moves the focus to the
// element that matches this selector.
func (d *EditorController) showBuild(focus string) {
	b := &d.build
	body := d.Dialog("build", d.Model.Words.Say(i18n.BuildTitle), d.panel.ParsonsHTML(b.problem))
	if !b.there {
		b.there = true
		d.listenToBuild(d.el("build"))
	}
	if focus == "" {
		return
	}
	at := body.Call("querySelector", focus)
	if at.IsNull() {
		at = body.Call("querySelector", "[data-build='check']")
	}
	at.Call("focus")
}

func (d *EditorController) listenToBuild(dialog js.Value) {
	b := &d.build
	on := func(target js.Value, kind string, f func(e js.Value)) {
		target.Call("addEventListener", kind, js.FuncOf(func(_ js.Value, args []js.Value) any {
			f(args[0])
			return nil
		}))
	}
	on(dialog, "click", func(e js.Value) {
		at := e.Get("target").Call("closest", "[data-build]")
		if b.dragged || at.IsNull() || attribute(at, "aria-disabled") == "true" {
			b.dragged = false
			return
		}
		d.doBuild(attribute(at, "data-build"))
	})
	on(dialog, "keydown", d.buildKey)
	on(dialog, "close", func(js.Value) { d.dismiss(&b.worker) })
	on(dialog, "pointerdown", func(e js.Value) {
		b.dragged = false
		at := e.Get("target").Call("closest", ".build-lines button")
		if at.IsNull() || e.Get("button").Int() != 0 {
			return
		}
		b.drag = drag{held: at, x: e.Get("clientX").Float(), y: e.Get("clientY").Float(), finger: e.Get("pointerType").String() == "touch"}
		if depth, err := strconv.Atoi(attribute(at, "data-depth")); err == nil {
			b.drag.depth = depth
		}
	})
	on(dialog, "pointermove", d.moveLine)
	on(dialog, "pointerup", func(e js.Value) { d.dropLine(e, true) })
	on(dialog, "pointercancel", func(e js.Value) { d.dropLine(e, false) })
}

// attribute returns the value of an attribute, or "" if the element does not have
// it.
func attribute(at js.Value, name string) string {
	if v := at.Call("getAttribute", name); !v.IsNull() {
		return v.String()
	}
	return ""
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
			d.el("build").Call("close")
			d.Load(l)
			return
		}
	case "use":
		d.el("build").Call("close")
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
	return d.el("build").Call("querySelectorAll", "#build-lines li").Length() - 1
}

func (d *EditorController) place(piece int) int {
	list := d.el("build").Call("querySelectorAll", "#build-lines button")
	for i := range list.Length() {
		if attribute(list.Index(i), "data-piece") == strconv.Itoa(piece) {
			return i
		}
	}
	return 0
}

// buildKey handles keys in the two lists: the given lines and the program.
func (d *EditorController) buildKey(e js.Value) {
	at := e.Get("target").Call("closest", ".build-lines button")
	if at.IsNull() || e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("shiftKey").Bool() {
		return
	}
	p, key, alt := d.build.problem, e.Get("key").String(), e.Get("altKey").Bool()
	by := map[string]int{"ArrowUp": -1, "ArrowDown": 1}[key]
	n, err := strconv.Atoi(attribute(at, "data-at"))
	switch inside := err == nil; {
	case by != 0 && alt && inside:
		p.Move(n, n+by)
		d.showBuild(line(p.Chosen))
	case by != 0:
		item := at.Get("parentNode").Get(map[int]string{-1: "previousElementSibling", 1: "nextElementSibling"}[by])
		if item.IsNull() {
			break
		}
		if inside {
			p.Chosen = n + by
			d.showBuild(line(p.Chosen))
		} else {
			item.Get("firstElementChild").Call("focus")
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
	e.Call("preventDefault")
}

// moveLine moves the dragged line with the pointer, and marks the place where it
// would be dropped.
func (d *EditorController) moveLine(e js.Value) {
	b := &d.build.drag
	if !b.held.Truthy() {
		return
	}
	x, y := e.Get("clientX").Float(), e.Get("clientY").Float()
	if !b.ghost.Truthy() {
		if math.Hypot(x-b.x, y-b.y) < nearLine {
			return
		}
		if b.finger && attribute(b.held, "data-at") == "" {
			return
		}
		b.ghost = b.held.Call("cloneNode", true)
		b.ghost.Set("className", "build-ghost")
		b.ghost.Call("removeAttribute", "data-build")
		b.ghost.Call("setAttribute", "aria-hidden", "true")
		b.ghost.Get("style").Set("width", strconv.Itoa(b.held.Get("offsetWidth").Int())+"px")
		d.el("build").Call("append", b.ghost)
		b.held.Get("classList").Call("add", "held")
		d.el("build").Call("setPointerCapture", e.Get("pointerId"))
	}
	box := b.held.Call("getBoundingClientRect")
	style := b.ghost.Get("style")
	style.Set("left", strconv.FormatFloat(box.Get("left").Float()+x-b.x, 'f', 0, 64)+"px")
	top := box.Get("top").Float()
	if !b.finger {
		top += y - b.y
	}
	style.Set("top", strconv.FormatFloat(top, 'f', 0, 64)+"px")
	e.Call("preventDefault")
	at, _, over := d.target(x, y)
	list := d.el("build").Call("querySelectorAll", "#build-program li")
	for i := range list.Length() {
		list.Index(i).Get("classList").Call("toggle", "drop", over && !b.finger && i == at)
	}
	d.el("build-program").Get("classList").Call("toggle", "drop-end", over && !b.finger && at >= list.Length())
}

// target returns the place in the program to which the pointer belongs: the line
// before which the dragged line would be inserted, and its indentation. It also
// reports whether the pointer is over the program.
func (d *EditorController) target(x, y float64) (at, depth int, over bool) {
	b := &d.build.drag
	box := d.el("build-program").Get("parentNode").Call("getBoundingClientRect")
	left := d.el("build-program").Call("getBoundingClientRect").Get("left").Float()
	over = x >= box.Get("left").Float()-10 && x <= box.Get("right").Float() && y >= box.Get("top").Float()-10 && y <= box.Get("bottom").Float()+10
	list := d.el("build").Call("querySelectorAll", "#build-program li")
	for at < list.Length() {
		r := list.Index(at).Call("getBoundingClientRect")
		if y < r.Get("top").Float()+r.Get("height").Float()/2 {
			break
		}
		at++
	}
	depth = b.depth + int(math.Round((x-b.x)/indentWide))
	if attribute(b.held, "data-at") == "" { // for a line that is not in the program yet, the left edge determines the indentation
		begin := b.held.Call("getBoundingClientRect").Get("left").Float() + x - b.x
		depth = int(math.Round((begin - left) / indentWide))
	}
	return at, min(max(depth, 0), policyeditor.MostDepth), over
}

// dropLine ends the drag of a line, if there is one. If drop is set, it moves the
// line to the place under the pointer, or out of the program.
func (d *EditorController) dropLine(e js.Value, drop bool) {
	b, p := &d.build.drag, d.build.problem
	if !b.held.Truthy() {
		return
	}
	held, ghost, finger := b.held, b.ghost, b.finger
	at, depth, over := d.target(e.Get("clientX").Float(), e.Get("clientY").Float())
	*b = drag{}
	if !ghost.Truthy() {
		return
	}
	ghost.Call("remove")
	d.build.dragged = true
	js.Global().Call("setTimeout", once(func() { d.build.dragged = false }), 0)
	from, err := strconv.Atoi(attribute(held, "data-at"))
	switch inside := err == nil; {
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
		piece, _ := strconv.Atoi(attribute(held, "data-piece"))
		p.Take(piece, at)
		p.Indent(p.Chosen, depth)
	}
	d.showBuild(line(max(p.Chosen, 0)))
}
