//go:build js && wasm

package page

import (
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// document finds elements by id, once each.
type document struct {
	win   dom.Window
	doc   dom.HTMLDocument
	known map[string]dom.HTMLElement
}

func newDocument() *document {
	win := dom.GetWindow()
	return &document{win, win.Document().(dom.HTMLDocument), map[string]dom.HTMLElement{}}
}

// el is the element of an id; index.html lists them.
func (d *document) el(id string) dom.HTMLElement {
	if e, ok := d.known[id]; ok {
		return e
	}
	e, ok := d.doc.GetElementByID(id).(dom.HTMLElement)
	if !ok {
		panic("page: index.html has no element " + id)
	}
	d.known[id] = e
	return e
}

// value is what its field of the same name holds; dom has it on some types only.
func (d *document) value(id string) string { return d.el(id).Underlying().Get("value").String() }

func (d *document) setValue(id, value string) { d.el(id).Underlying().Set("value", value) }

func (d *document) hide(id string, hidden bool) { d.el(id).Underlying().Set("hidden", hidden) }

// on calls f for each event of a type; the listeners stay for ever.
func on(target dom.EventTarget, kind string, f func(dom.Event)) {
	target.AddEventListener(kind, false, f)
}

// click calls f when the element of an id is clicked.
func (d *document) click(id string, f func()) {
	on(d.el(id), "click", func(dom.Event) { f() })
}

// closest is the element that a selector names, at the target of an event or
// above it.
func closest(e dom.Event, selector string) (dom.HTMLElement, bool) {
	target := e.Underlying().Get("target")
	if target.IsNull() || target.Get("closest").IsUndefined() {
		return nil, false
	}
	found := target.Call("closest", selector)
	if found.IsNull() {
		return nil, false
	}
	return dom.WrapHTMLElement(found), true
}

// focus gives an element the focus and scrolls it into view.
func focus(e dom.HTMLElement) { e.Focus() }

// now is the browser's clock in milliseconds.
func now() float64 { return js.Global().Get("performance").Call("now").Float() }

func (d *document) root() dom.Element { return d.doc.DocumentElement() }

// mark sets or takes away an attribute of the outermost element.
func (d *document) mark(name string, set bool) {
	if set {
		d.root().SetAttribute(name, "1")
	} else {
		d.root().RemoveAttribute(name)
	}
}
