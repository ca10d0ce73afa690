//go:build js && wasm

package page

import (
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// element is an HTML element, of dom's plain type. The look-up functions of package
// dom refer to each of its 71 element types, and its interfaces refer to time.Time.
// They would link all of that into the program, a tenth of its permitted download
// size. So this file looks up elements itself and uses dom for the rest.
type element = *dom.BasicHTMLElement

// elementOf returns the element of a JavaScript value, or nil for null and
// undefined.
func elementOf(v js.Value) element {
	if v.IsNull() || v.IsUndefined() {
		return nil
	}
	return &dom.BasicHTMLElement{BasicElement: &dom.BasicElement{BasicNode: &dom.BasicNode{Value: v}}}
}

// document finds elements by id, and remembers them.
type document struct {
	doc   js.Value
	known map[string]element
}

func newDocument() *document {
	return &document{js.Global().Get("document"), map[string]element{}}
}

// el returns the element with an id. index.html lists the ids; el panics if there
// is none.
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

// find returns the element with an id, or nil if there is none.
func (d *document) find(id string) element { return elementOf(d.doc.Call("getElementById", id)) }

// create makes an element.
func (d *document) create(tag string) element { return elementOf(d.doc.Call("createElement", tag)) }

// query returns the first element below e that matches a selector, or nil.
func query(e element, selector string) element {
	return elementOf(e.Underlying().Call("querySelector", selector))
}

// within returns the nearest element that matches a selector, among e and its
// ancestors, or nil.
func within(e element, selector string) element {
	return elementOf(e.Underlying().Call("closest", selector))
}

// put makes an element the last child of another.
func put(parent, child element) { parent.Underlying().Call("append", child.Underlying()) }

// value returns the value property of an element, which dom offers for some types
// only.
func (d *document) value(id string) string { return d.el(id).Underlying().Get("value").String() }

func (d *document) setValue(id, value string) { d.el(id).Underlying().Set("value", value) }

func (d *document) hide(id string, hidden bool) { d.el(id).Underlying().Set("hidden", hidden) }

// event is the argument of a listener. All events use the one type that also has
// keys.
type event = *dom.KeyboardEvent

// on calls f for each event of a type; listeners are never removed.
func on(target js.Value, kind string, f func(event)) {
	target.Call("addEventListener", kind, js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(&dom.KeyboardEvent{BasicEvent: &dom.BasicEvent{Value: args[0]}})
		return nil
	}))
}

// on calls f for each event of a type at the element with an id.
func (d *document) on(id, kind string, f func(event)) { on(d.el(id).Underlying(), kind, f) }

// click calls f when the element with an id is clicked.
func (d *document) click(id string, f func()) { d.on(id, "click", func(event) { f() }) }

// target returns the element at which an event happened, or nil.
func target(e event) element {
	t := e.Underlying().Get("target")
	if t.IsNull() || t.Get("closest").IsUndefined() {
		return nil
	}
	return elementOf(t)
}

// closest returns the nearest element that matches a selector, among the target of
// an event and its ancestors.
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

// mark sets or removes an attribute of the document element.
func (d *document) mark(name string, set bool) {
	if set {
		d.root().SetAttribute(name, "1")
	} else {
		d.root().RemoveAttribute(name)
	}
}

// listenToVersions offers a new version of the page when the service worker has one
// (static/js/offline.js).
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
