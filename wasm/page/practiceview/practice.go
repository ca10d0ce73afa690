//go:build js && wasm

// Package practiceview is the browser side of the question card, which asks readers
// to predict what the scheduler does. It passes clicks, typed text and keys to
// package practice (wasm/app), which produces the card. It also moves the focus to
// the place where the reader answers.
//
// [Card] sends an answer to the worker. While the reader does a worksheet, the
// answer goes to the worksheet instead. The worker's grade arrives in Hear.
package practiceview

import (
	"strconv"
	"syscall/js"

	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// PracticeHost is the set of page functions that the card needs.
type PracticeHost struct {
	Model   *app.App
	Post    func(wire []byte) // sends a message to the worker
	Changed func()            // requests an update of the page
	Redraw  func()            // requests an update of the pictures
	Paint   func()            // updates the page immediately
	Say     func(id, text string)
	Later   func(what string, ms int, f func())
	Width   func() float64 // width of the timeline, in pixels
	Took    func()         // reports that the card now shows a question
}

// Card is the controller of the question card on the page.
type Card struct {
	PracticeHost
	doc js.Value
}

// New returns the controller and registers its handlers. Besides the card it needs
// the queue, because some questions are answered by marking jobs in the queue.
func New(p PracticeHost) *Card {
	c := &Card{p, js.Global().Get("document")}
	c.on("queue-list", "click", func(target js.Value) {
		if row := target.Call("closest", "[data-pick]"); row.Truthy() {
			c.pick(attribute(row, "data-pick"))
		}
	})
	c.on("why-ask", "click", func(target js.Value) {
		if b := target.Call("closest", "button[data-ask]"); b.Truthy() {
			c.do(attribute(b, "data-ask"))
		}
	})
	c.on("why-ask", "input", func(target js.Value) {
		value := target.Get("value").String()
		if target.Get("id").String() == "ask-field" {
			c.Model.Practice.Type(value)
			c.Redraw()
		} else if n, err := strconv.Atoi(value); err == nil {
			c.Model.Practice.Choose(n)
			c.Changed()
		}
	})
	return c
}

// on calls f with the target of each event of the given kind at an element, while
// the reader is in predict mode.
func (c *Card) on(id, kind string, f func(target js.Value)) {
	c.el(id).Call("addEventListener", kind, js.FuncOf(func(_ js.Value, args []js.Value) any {
		if target := args[0].Get("target"); c.Model.Predict.On && target.Truthy() {
			f(target)
		}
		return nil
	}))
}

func (c *Card) el(id string) js.Value { return c.doc.Call("getElementById", id) }

func (c *Card) query(selector string) js.Value { return c.doc.Call("querySelector", selector) }

// attribute returns the value of an attribute, or "" if the element does not have
// it.
func attribute(e js.Value, name string) string {
	if v := e.Call("getAttribute", name); !v.IsNull() {
		return v.String()
	}
	return ""
}

func focus(e js.Value) {
	if e.Truthy() {
		e.Call("focus")
	}
}

func (c *Card) pick(row string) {
	c.Model.Practice.Pick(c.Model.Practice.RowJob(row))
	c.Changed()
}

// do performs the action of a button on the card.
func (c *Card) do(what string) {
	p := c.Model.Practice
	switch what {
	case "answer":
		c.send(p.Reply())
	case "hint":
		p.Hint()
		c.Say("status", c.Model.Announce)
	case "skip", "show":
		c.send(p.GiveUp(what == "show"))
	case "next":
		p.Next()
	case "again":
		c.again()
	case "back":
		c.Model.Go(c.Model.Run.Len())
	}
	c.Changed()
}

func (c *Card) send(m *message.Reply) {
	switch exam := c.Model.Practice.Exam; {
	case m == nil:
	case exam != nil:
		exam.Take(m)
	default:
		c.Post(m.Pack())
	}
}

// Tell shows the correct answer although the reader has not answered.
func (c *Card) Tell() { c.do("show") }

// Skip skips the question.
func (c *Card) Skip() { c.send(c.Model.Practice.GiveUp(false)) }

// Hear handles the worker's messages about questions.
func (c *Card) Hear(wire []byte) {
	m, p := c.Model, c.Model.Practice
	step, asking, graded := m.Step, p.Asking(), p.Graded()
	if m.Hear(wire) != nil {
		return
	}
	switch {
	case p.Here() && !asking:
		c.Paint()
		c.Took()
		c.Say("status", m.Announce)
	case asking && !p.Asking(): // the element that had the focus may have been removed
		held := c.doc.Get("activeElement")
		inside := held.Truthy() && held.Call("closest", "#why-ask, [data-pick]").Truthy()
		c.Paint()
		c.Say("status", m.Announce)
		if inside && p.Graded() {
			focus(c.query("#why-ask button"))
		} else if inside {
			focus(c.el("why"))
		}
	}
	if m.Step != step || p.Asking() != asking || p.Graded() != graded || !p.Busy() {
		c.Changed()
	}
}

// again shows the scheduling pass once more: first the state before the pass, and
// after 0.9 seconds the state after it.
func (c *Card) again() {
	if !c.Model.Practice.Again(true) {
		return
	}
	c.Later("again", 900, func() {
		c.Model.Practice.Again(false)
		c.Changed()
	})
}

// Shown fills the text field of a rebuilt card with the text that the reader had
// typed.
func (c *Card) Shown() {
	if field := c.el("ask-field"); field.Truthy() && field.Get("value").String() != c.Model.Practice.Typed() {
		field.Set("value", c.Model.Practice.Typed())
	}
}

// Go moves the focus to the element with which the reader answers the question.
func (c *Card) Go() {
	c.Paint()
	form, asking := c.Model.Practice.Form()
	switch {
	case !asking:
	case form == quiz.Jobs:
		focus(c.query("#queue-list [data-pick]"))
	default:
		focus(c.query("#why-ask input, #why-ask button"))
	}
}

// Key handles keys while a question is open: the keys that mark rows of the queue,
// and Enter, which submits the answer. It reports whether it handled the key.
func (c *Card) Key(e js.Value) bool {
	target := e.Get("target")
	if !target.Truthy() || target.Get("closest").IsUndefined() || e.Get("ctrlKey").Bool() || e.Get("altKey").Bool() || e.Get("metaKey").Bool() {
		return false
	}
	row, key := attribute(target, "data-pick"), e.Get("key").String()
	if row != "" && key == " " {
		c.pick(row)
		return true
	}
	if row != "" {
		if to, moves := c.Model.Practice.RowKey(key, row); moves {
			focus(c.query(`#queue-list [data-pick="` + to + `"]`))
			return true
		}
	}
	if key == "Enter" && (row != "" || target.Call("matches", "#why-ask input").Bool()) {
		c.do("answer")
		return true
	}
	return false
}

// Hit uses a click on a picture as an answer if the question allows it, and reports
// whether it did.
func (c *Card) Hit(hit draw.Hit) bool {
	p := c.Model.Practice
	form, _ := p.Form()
	switch {
	case form == quiz.Time && (hit.Kind == draw.OnPlot || hit.Kind == draw.OnAxis || hit.Kind == draw.OnBar || hit.Kind == draw.OnPromise):
		w := c.Model.Window
		p.Clicked(simtime.Time(hit.Time), simtime.Duration(float64(w.To-w.From)/max(c.Width(), 1)))
	case form == quiz.Nodes && hit.Kind == draw.OnNode && p.Node(hit.Node, hit.Last):
	case form == quiz.Jobs && hit.Job != workload.NoJob && c.Model.Waiting(hit.Job) != nil:
		p.Pick(hit.Job)
	default:
		return false
	}
	c.Changed()
	return true
}

// Tree marks the nodes that have the focus in the machine's tree as an answer, if
// the key is Space or Enter. It reports whether it did.
func (c *Card) Tree(key string) bool {
	at := c.Model.Pointed
	if key != " " && key != "Enter" || at.Node < 0 || !c.Model.Practice.Node(at.Node, at.Last) {
		return false
	}
	c.Changed()
	return true
}
