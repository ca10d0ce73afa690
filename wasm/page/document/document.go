//go:build js && wasm

// Package document gives the page's code access to the document in the browser: it
// finds and changes elements, listens to events, and keeps timers, storage and
// canvases. It knows nothing about scheduling.
//
//	d := document.New()
//	d.SetText("clock", "12 s")
//	d.Click("t-play", play)
//
// Content that an element already has is not written again, so a panel can be
// updated in each frame.
package document

import (
	"strconv"
	"strings"
	"syscall/js"

	"honnef.co/go/js/dom/v2"

	"hopyard/wasm/html"
)

// Open reports whether a modal dialog is open. Such a dialog receives all keys.
func (d *Document) Open() bool { return d.Query("dialog:modal") != nil }

// CloseDialog closes a dialog if it is open.
func (d *Document) CloseDialog(id string) {
	if e := d.El(id).Underlying(); e.Get("open").Bool() {
		e.Call("close")
	}
}

// Once returns a callback that releases itself when it is called. It may be called
// at most once; if it is never called, its memory is not freed.
func Once(f func()) js.Func { return OnceWith(func(js.Value) { f() }) }

// OnceWith returns a callback like Once, but passes the callback's first argument
// to f. If the callback is called without arguments, f gets undefined.
func OnceWith(f func(js.Value)) js.Func {
	var call js.Func
	call = js.FuncOf(func(_ js.Value, args []js.Value) any {
		call.Release()
		told := js.Undefined()
		if len(args) > 0 {
			told = args[0]
		}
		f(told)
		return nil
	})
	return call
}

// Element is an HTML element, represented by the basic element type of package dom.
// The functions of dom that look up elements refer to each of its 71 element types,
// and its interfaces refer to time.Time. They would link all of that into the
// program, a tenth of the permitted download size. This file therefore looks up
// elements itself and uses dom for the rest.
type Element = *dom.BasicHTMLElement

// ElementOf returns the element of a JavaScript value, or nil for null and
// undefined.
func ElementOf(v js.Value) Element {
	if v.IsNull() || v.IsUndefined() {
		return nil
	}
	return &dom.BasicHTMLElement{BasicElement: &dom.BasicElement{BasicNode: &dom.BasicNode{Value: v}}}
}

// Document is the document in the browser, with what the page needs to change it.
type Document struct {
	Doc     js.Value           // JavaScript object document
	Glue    js.Value           // JavaScript object hopyard of static/boot.js and static/js
	Known   map[string]Element // elements that have been found, by id
	Texts   map[string]string  // texts, HTML and other content that elements have now, by a key such as the element's id
	Palette js.Value           // the theme's colours, as the canvases use them
	timers  map[string]*timer
}

// New returns the document of the page.
func New() *Document {
	return &Document{
		Doc: js.Global().Get("document"), Glue: js.Global().Get("hopyard"),
		Known: map[string]Element{}, Texts: map[string]string{}, timers: map[string]*timer{},
	}
}

// El returns the element with the given id. It panics if index.html contains no
// such element.
func (d *Document) El(id string) Element {
	if e, ok := d.Known[id]; ok {
		return e
	}
	e := d.Find(id)
	if e == nil {
		panic("page: index.html has no element " + id)
	}
	d.Known[id] = e
	return e
}

// Find returns the element with the given id, or nil if there is none.
func (d *Document) Find(id string) Element { return ElementOf(d.Doc.Call("getElementById", id)) }

// Create makes an element with the given tag.
func (d *Document) Create(tag string) Element { return ElementOf(d.Doc.Call("createElement", tag)) }

// Insert makes an element with an id and a class, and inserts it at another element.
// The parameter where is the method of that element: before, after, prepend or
// append.
func (d *Document) Insert(at Element, where, tag, id, class string) Element {
	e := d.Create(tag)
	e.SetID(id)
	e.SetClass(class)
	at.Underlying().Call(where, e.Underlying())
	return e
}

// Remove removes the element with the given id, if there is one. The document
// forgets what it knows about it, so that a new element may have the same id.
func (d *Document) Remove(id string) {
	if e := d.Find(id); e != nil {
		e.Underlying().Call("remove")
	}
	delete(d.Known, id)
	delete(d.Texts, id)
}

// AddStyle adds a style sheet to the page. The name is that of a file of static.
func (d *Document) AddStyle(name string) {
	assets := js.Global().Get("JSON").Call("parse", d.El("assets").TextContent())
	link := d.Create("link")
	link.SetAttribute("rel", "stylesheet")
	link.SetAttribute("href", assets.Get(name).String())
	d.Doc.Get("head").Call("append", link.Underlying())
}

// Query returns the first element of the document that matches a selector, or nil.
func (d *Document) Query(selector string) Element { return Query(d.Root(), selector) }

// Query returns the first element below e that matches a selector, or nil.
func Query(e Element, selector string) Element {
	return ElementOf(e.Underlying().Call("querySelector", selector))
}

// QueryAll returns the elements below e that match a selector.
func QueryAll(e Element, selector string) []Element {
	list := e.Underlying().Call("querySelectorAll", selector)
	out := make([]Element, list.Length())
	for i := range out {
		out[i] = ElementOf(list.Index(i))
	}
	return out
}

// Within returns the nearest element that matches a selector. It searches e, then
// the ancestors of e, and returns nil if none matches.
func Within(e Element, selector string) Element {
	return ElementOf(e.Underlying().Call("closest", selector))
}

// Put appends an element to a parent as its last child.
func Put(parent, child Element) { parent.Underlying().Call("append", child.Underlying()) }

// Value returns the value property of an element. Package dom offers this property
// for some element types only.
func (d *Document) Value(id string) string { return d.El(id).Underlying().Get("value").String() }

// SetValue sets the value property of an element.
func (d *Document) SetValue(id, value string) { d.El(id).Underlying().Set("value", value) }

// Hide hides an element, or shows it again.
func (d *Document) Hide(id string, hidden bool) { d.El(id).Underlying().Set("hidden", hidden) }

// Disable disables or enables a button or a field.
func (d *Document) Disable(id string, disabled bool) { d.El(id).Underlying().Set("disabled", disabled) }

// DOMEvent is the argument of a listener. Keyboard events need the type KeyboardEvent;
// all other events use it, too.
type DOMEvent = *dom.KeyboardEvent

// EventOf returns the event of a JavaScript value.
func EventOf(v js.Value) DOMEvent { return &dom.KeyboardEvent{BasicEvent: &dom.BasicEvent{Value: v}} }

// On calls f for each event of the given kind at target. The listener is never
// removed.
func On(target js.Value, kind string, f func(DOMEvent)) {
	target.Call("addEventListener", kind, js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(EventOf(args[0]))
		return nil
	}))
}

// On calls f for each event of the given kind at the element with the given id.
func (d *Document) On(id, kind string, f func(DOMEvent)) { On(d.El(id).Underlying(), kind, f) }

// Click calls f when the element with the given id is clicked.
func (d *Document) Click(id string, f func()) { d.On(id, "click", func(DOMEvent) { f() }) }

// OnItem calls f for each event of the given kind at an item within the element with
// the given id. An item is an element that matches the selector.
func (d *Document) OnItem(id, kind, selector string, f func(item Element)) {
	d.On(id, kind, func(e DOMEvent) {
		if item, ok := Closest(e, selector); ok {
			f(item)
		}
	})
}

// Modified reports whether Ctrl, Alt or the Meta key is held during a key press.
func Modified(e DOMEvent) bool { return e.CtrlKey() || e.AltKey() || e.MetaKey() }

// IntOf returns the value of an attribute as an integer, or -1 if the attribute is
// missing or is not an integer.
func IntOf(e Element, attribute string) int {
	n, err := strconv.Atoi(e.GetAttribute(attribute))
	if err != nil {
		return -1
	}
	return n
}

// Target returns the element at which an event happened, or nil.
func Target(e DOMEvent) Element {
	t := e.Underlying().Get("target")
	if t.IsNull() || t.Get("closest").IsUndefined() {
		return nil
	}
	return ElementOf(t)
}

// Closest returns the nearest element that matches a selector. It searches the
// target of an event, then the target's ancestors.
func Closest(e DOMEvent, selector string) (Element, bool) {
	at := Target(e)
	if at == nil {
		return nil, false
	}
	found := Within(at, selector)
	return found, found != nil
}

// GoBytes copies a Uint8Array into a slice.
func GoBytes(array js.Value) []byte {
	out := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(out, array)
	return out
}

// JSBytes copies a slice into a Uint8Array.
func JSBytes(b []byte) js.Value {
	out := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(out, b)
	return out
}

// Focus gives an element the focus and scrolls it into view. It does nothing if the
// element is nil.
func Focus(e Element) {
	if e != nil {
		e.Focus()
	}
}

// Active returns the element that has the focus, or nil.
func (d *Document) Active() Element { return ElementOf(d.Doc.Get("activeElement")) }

// Now returns the browser's clock in milliseconds.
func Now() float64 { return js.Global().Get("performance").Call("now").Float() }

// Root returns the root element of the document.
func (d *Document) Root() Element { return ElementOf(d.Doc.Get("documentElement")) }

// Mark sets or removes an attribute of the document's root element.
func (d *Document) Mark(name string, set bool) {
	if set {
		d.Root().SetAttribute(name, "1")
	} else {
		d.Root().RemoveAttribute(name)
	}
}

// ListOf converts a long JavaScript list of texts that contain no NUL, such as
// translations. It makes a single call into JavaScript; see TextsOf.
func ListOf(list js.Value) []string {
	if list.IsNull() || list.Length() == 0 {
		return nil
	}
	return strings.Split(list.Call("join", "\x00").String(), "\x00")
}

// TextsOf converts a JavaScript list of any texts, which may be null.
func TextsOf(v js.Value) (list []string) {
	for i := 0; !v.IsNull() && i < v.Length(); i++ {
		list = append(list, v.Index(i).String())
	}
	return list
}

// ChooseFile opens the browser's file dialog and calls f with the file that the user
// chooses, if any. The parameter accept has the form of HTML's attribute accept.
func (d *Document) ChooseFile(accept string, f func(file js.Value)) {
	input := d.Create("input")
	input.SetAttribute("type", "file")
	input.SetAttribute("accept", accept)
	On(input.Underlying(), "change", func(DOMEvent) {
		if files := input.Underlying().Get("files"); files.Length() > 0 {
			f(files.Index(0))
		}
	})
	input.Click()
}

// Fetch loads a JSON file of the page and calls f with its content as a JavaScript
// value. If loading fails, f is not called, and the error appears on the console.
func (d *Document) Fetch(name string, f func(js.Value)) { d.Glue.Call("fetch", name, OnceWith(f)) }

// SetContent replaces the content of an element. Unlike SetHTML, it always writes, and
// also works for elements that are removed and made again.
func SetContent(e Element, content html.HTML) { e.SetInnerHTML(string(content)) }

// Replace replaces the HTML of an element, even if the element already contains it.
func (d *Document) Replace(id string, content html.HTML) {
	d.Texts[id] = string(content)
	SetContent(d.El(id), content)
}

// SetHTML puts HTML into an element, unless the element already contains it, and
// reports whether it did. An item that had the focus keeps it if the new HTML still
// contains the item.
func (d *Document) SetHTML(id string, content html.HTML) bool {
	if old, known := d.Texts[id]; known && old == string(content) {
		return false
	}
	key, value := d.focused(id)
	d.Replace(id, content)
	if key != "" {
		if again := Query(d.El(id), "["+key+`="`+value+`"]`); again != nil {
			again.Focus()
		}
	}
	return true
}

// focusKeys holds the attributes that identify an item, so that it can be found
// again after its HTML was replaced.
var focusKeys = []string{
	"data-id", "data-of", "data-candidate", "data-tree", "data-cell", "data-fault", "data-path", "data-weight", "data-block", "data-job", "data-page", "data-add", "data-term", "data-pick", "data-ask", "data-act", "data-lit",
	"data-sort", "data-number", "data-find", "data-do", "data-cut", "data-only", "data-without", "data-back", "data-finding", "data-live",
}

// focused returns the name and value of the attribute that identifies the focused
// item within an element, or "" if there is none.
func (d *Document) focused(id string) (key, value string) {
	active := d.Active()
	if active == nil || !d.El(id).Underlying().Call("contains", active.Underlying()).Bool() {
		return "", ""
	}
	for _, key := range focusKeys {
		if active.HasAttribute(key) {
			return key, active.GetAttribute(key)
		}
	}
	return "", ""
}

// SetText sets the text of an element, unless the element already has that text.
func (d *Document) SetText(id, text string) {
	if old, known := d.Texts[id]; known && old == text {
		return
	}
	d.Texts[id] = text
	d.El(id).SetTextContent(text)
}

// Say writes a text to a live region, which screen readers read out.
func (d *Document) Say(id, text string) { d.SetText(id, text) }

// Fill sets the HTML of a list or table, and hides the element if the HTML is
// empty.
func (d *Document) Fill(id string, content html.HTML) {
	d.SetHTML(id, content)
	d.Hide(id, content == "")
}

// timer identifies a scheduled call. The type is not empty, so that each timer has
// a distinct address.
type timer struct{ _ byte }

// Later calls f after some milliseconds. The parameter what names the purpose of
// the call; a later call for the same purpose replaces an earlier one. The
// browser's timer of the replaced call still fires but does nothing. Clearing the
// timer and releasing its callback would be unsafe: the callback might already be
// running, because Go may switch to another goroutine before it has looked up the
// callback.
func (d *Document) Later(what string, ms int, f func()) {
	t := new(timer)
	d.timers[what] = t
	js.Global().Call("setTimeout", Once(func() {
		if d.timers[what] == t {
			delete(d.timers, what)
			f()
		}
	}), ms)
}

// Soon reports whether a call is scheduled for a purpose; see Later.
func (d *Document) Soon(what string) bool {
	_, soon := d.timers[what]
	return soon
}

// CancelLater cancels the call scheduled for a purpose; see Later.
func (d *Document) CancelLater(what string) { delete(d.timers, what) }

// Report writes a measured duration to an attribute of the document, for tests and
// benchmarks of the page.
func (d *Document) Report(name string, ms float64) {
	d.Root().SetAttribute("data-"+name, strconv.FormatFloat(ms, 'f', 2, 64))
}

// NewEvent returns a DOM event of the given kind that bubbles.
func NewEvent(kind string) js.Value {
	return js.Global().Get("Event").New(kind, map[string]any{"bubbles": true})
}

// Matches reports whether a media query matches now.
func Matches(query string) bool {
	return js.Global().Call("matchMedia", query).Get("matches").Bool()
}

// Px returns a length in pixels as CSS text.
func Px(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) + "px" }

// Picked returns the value of the form field with the given id, which must exist.
// Unlike Value, it finds fields of content that is replaced.
func (d *Document) Picked(id string) string { return d.Find(id).Underlying().Get("value").String() }

// SelectField selects the text of a field and scrolls to its beginning. It also
// gives the field the focus: Ctrl+C copies nothing without the focus, and not all
// browsers focus a field when its text is selected.
func (d *Document) SelectField(id string) {
	e := d.Find(id)
	Focus(e)
	e.Underlying().Call("select")
	e.Underlying().Set("scrollTop", 0)
}

// CopyText copies a text to the clipboard, and calls done or failed afterwards.
func (d *Document) CopyText(text string, done, failed func()) {
	d.Glue.Call("copy", text, OnceWith(func(copied js.Value) {
		if copied.Bool() {
			done()
		} else {
			failed()
		}
	}))
}

// Location returns the JavaScript object location.
func Location() js.Value { return js.Global().Get("location") }

// Hash returns the fragment of the page's address, with its #.
func (d *Document) Hash() string { return Location().Get("hash").String() }
