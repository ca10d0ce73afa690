//go:build js && wasm

package page

import (
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// element is an HTML element, represented by the basic element type of package dom.
// The functions of dom that look up elements refer to each of its 71 element types,
// and its interfaces refer to time.Time. They would link all of that into the
// program, a tenth of the permitted download size. This file therefore looks up
// elements itself and uses dom for the rest.
type element = *dom.BasicHTMLElement

// elementOf returns the element of a JavaScript value, or nil for null and
// undefined.
func elementOf(v js.Value) element {
	if v.IsNull() || v.IsUndefined() {
		return nil
	}
	return &dom.BasicHTMLElement{BasicElement: &dom.BasicElement{BasicNode: &dom.BasicNode{Value: v}}}
}

// document finds elements by id, and remembers the elements that it has found.
type document struct {
	doc   js.Value
	known map[string]element
}

func newDocument() *document {
	return &document{js.Global().Get("document"), map[string]element{}}
}

// el returns the element with the given id. It panics if index.html contains no
// such element.
func (d *document) el(id string) element {
	if e, ok := d.known[id]; ok {
		return e
	}
	e := d.find(id)
	if e == nil {
		panic("page: index.html has no element " + id)
	}
	d.known[id] = e
	return e
}

// find returns the element with the given id, or nil if there is none.
func (d *document) find(id string) element { return elementOf(d.doc.Call("getElementById", id)) }

// create makes an element with the given tag.
func (d *document) create(tag string) element { return elementOf(d.doc.Call("createElement", tag)) }

// query returns the first element below e that matches a selector, or nil.
func query(e element, selector string) element {
	return elementOf(e.Underlying().Call("querySelector", selector))
}

// within returns the nearest element that matches a selector. It searches e, then
// the ancestors of e, and returns nil if none matches.
func within(e element, selector string) element {
	return elementOf(e.Underlying().Call("closest", selector))
}

// put appends an element to a parent as its last child.
func put(parent, child element) { parent.Underlying().Call("append", child.Underlying()) }

// value returns the value property of an element. Package dom offers this property
// for some element types only.
func (d *document) value(id string) string { return d.el(id).Underlying().Get("value").String() }

func (d *document) setValue(id, value string) { d.el(id).Underlying().Set("value", value) }

func (d *document) hide(id string, hidden bool) { d.el(id).Underlying().Set("hidden", hidden) }

// event is the argument of a listener. Keyboard events need the type KeyboardEvent;
// all other events use it, too.
type event = *dom.KeyboardEvent

// on calls f for each event of the given kind at target. The listener is never
// removed.
func on(target js.Value, kind string, f func(event)) {
	target.Call("addEventListener", kind, js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(&dom.KeyboardEvent{BasicEvent: &dom.BasicEvent{Value: args[0]}})
		return nil
	}))
}

// on calls f for each event of the given kind at the element with the given id.
func (d *document) on(id, kind string, f func(event)) { on(d.el(id).Underlying(), kind, f) }

// click calls f when the element with the given id is clicked.
func (d *document) click(id string, f func()) { d.on(id, "click", func(event) { f() }) }

// target returns the element at which an event happened, or nil.
func target(e event) element {
	t := e.Underlying().Get("target")
	if t.IsNull() || t.Get("closest").IsUndefined() {
		return nil
	}
	return elementOf(t)
}

// closest returns the nearest element that matches a selector. It searches the
// target of an event, then the target's ancestors.
func closest(e event, selector string) (element, bool) {
	at := target(e)
	if at == nil {
		return nil, false
	}
	found := within(at, selector)
	return found, found != nil
}

// goBytes copies a Uint8Array into a slice.
func goBytes(array js.Value) []byte {
	out := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(out, array)
	return out
}

// jsBytes copies a slice into a Uint8Array.
func jsBytes(b []byte) js.Value {
	out := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(out, b)
	return out
}

// focus gives an element the focus and scrolls it into view.
func focus(e element) { e.Focus() }

// now returns the browser's clock in milliseconds.
func now() float64 { return js.Global().Get("performance").Call("now").Float() }

func (d *document) root() element { return elementOf(d.doc.Get("documentElement")) }

// mark sets or removes an attribute of the document's root element.
func (d *document) mark(name string, set bool) {
	if set {
		d.root().SetAttribute(name, "1")
	} else {
		d.root().RemoveAttribute(name)
	}
}

// listenToVersions shows an offer to load the new version of the page as soon as
// the service worker has one (static/js/offline.js).
func (p *page) listenToVersions() {
	p.glue.Set("renewed", js.FuncOf(func(js.Value, []js.Value) any {
		if p.find("renewed") == nil {
			p.offerVersion()
		}
		return nil
	}))
}

func (p *page) offerVersion() {
	box := p.create("div")
	box.SetID("renewed")
	box.SetAttribute("class", "renewed")
	box.SetAttribute("role", "status")
	put(query(p.root(), "body"), box)
	box.SetInnerHTML(p.m.NewVersionHTML())
	on(box.Underlying(), "click", func(e event) {
		if _, ok := closest(e, "[data-take]"); ok {
			p.glue.Call("renew")
		}
		if _, ok := closest(e, "[data-leave]"); ok {
			box.Underlying().Call("remove")
		}
	})
}
