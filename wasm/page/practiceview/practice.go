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
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
	"hopyard/wasm/page/pictureview"
)

// Card is the controller of the question card on the page.
type Card struct {
	*host.Host
	pictures *pictureview.PictureView
}

// New returns the controller and registers its handlers. Besides the card it needs
// the queue, because some questions are answered by marking jobs in the queue.
func New(h *host.Host, pictures *pictureview.PictureView) *Card {
	c := &Card{h, pictures}
	on := func(id, kind, selector string, f func(item document.Element)) {
		c.OnItem(id, kind, selector, func(item document.Element) {
			if c.App.Predict.On {
				f(item)
			}
		})
	}
	on("queue-list", "click", "[data-pick]", func(row document.Element) { c.pick(row.GetAttribute("data-pick")) })
	on("why-ask", "click", "button[data-ask]", func(b document.Element) { c.do(b.GetAttribute("data-ask")) })
	on("why-ask", "input", "input", func(field document.Element) {
		value := field.Underlying().Get("value").String()
		if field.ID() == "ask-field" {
			c.App.Practice.Type(value)
			c.Redraw()
		} else if n, err := strconv.Atoi(value); err == nil {
			c.App.Practice.Choose(n)
			c.Changed()
		}
	})
	return c
}

func (c *Card) pick(row string) {
	c.App.Practice.Pick(c.App.Practice.RowJob(row))
	c.Changed()
}

// do performs the action of a button on the card.
func (c *Card) do(what string) {
	p := c.App.Practice
	switch what {
	case "answer":
		c.send(p.Reply())
	case "hint":
		p.Hint()
		c.Say("status", c.App.Announce)
	case "skip", "show":
		c.send(p.GiveUp(what == "show"))
	case "next":
		p.Next()
	case "again":
		c.again()
	case "back":
		c.App.Go(c.App.Run.Len())
	}
	c.Changed()
}

func (c *Card) send(m *message.Reply) {
	switch exam := c.App.Practice.Exam; {
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
func (c *Card) Skip() { c.send(c.App.Practice.GiveUp(false)) }

// Hear handles the worker's messages about questions.
func (c *Card) Hear(wire []byte) {
	m, p := c.App, c.App.Practice
	step, asking, graded := m.Step, p.Asking(), p.Graded()
	if m.Hear(wire) != nil {
		return
	}
	switch {
	case p.Here() && !asking:
		c.PaintNow()
		c.took()
		c.Say("status", m.Announce)
	case asking && !p.Asking(): // the element that had the focus may have been removed
		held := c.Active()
		inside := held != nil && document.Within(held, "#why-ask, [data-pick]") != nil
		c.PaintNow()
		c.Say("status", m.Announce)
		if inside && p.Graded() {
			document.Focus(c.Query("#why-ask button"))
		} else if inside {
			document.Focus(c.El("why"))
		}
	}
	if m.Step != step || p.Asking() != asking || p.Graded() != graded || !p.Busy() {
		c.Changed()
	}
}

// again shows the scheduling pass once more: first the state before the pass, and
// after 0.9 seconds the state after it.
func (c *Card) again() {
	if !c.App.Practice.Again(true) {
		return
	}
	c.Later("again", 900, func() {
		c.App.Practice.Again(false)
		c.Changed()
	})
}

// Shown fills the text field of a rebuilt card with the text that the reader had
// typed.
func (c *Card) Shown() {
	if field := c.Find("ask-field"); field != nil && field.Underlying().Get("value").String() != c.App.Practice.Typed() {
		field.Underlying().Set("value", c.App.Practice.Typed())
	}
	c.took()
}

// took reports how long it took from the reader's key press until the question was
// shown.
func (c *Card) took() {
	if c.App.Practice.Here() && c.AskedAt > 0 {
		c.Report("question", document.Now()-c.AskedAt)
		c.AskedAt = 0
	}
}

// Go moves the focus to the element with which the reader answers the question.
func (c *Card) Go() {
	c.PaintNow()
	form, asking := c.App.Practice.Form()
	switch {
	case !asking:
	case form == quiz.Jobs:
		document.Focus(c.Query("#queue-list [data-pick]"))
	default:
		document.Focus(c.Query("#why-ask input, #why-ask button"))
	}
}

// Key handles keys while a question is open: the keys that mark rows of the queue,
// and Enter, which submits the answer. It reports whether it handled the key.
func (c *Card) Key(event js.Value) bool {
	e := document.EventOf(event)
	target := document.Target(e)
	if target == nil || document.Modified(e) {
		return false
	}
	row, key := target.GetAttribute("data-pick"), e.Key()
	if row != "" && key == " " {
		c.pick(row)
		return true
	}
	if row != "" {
		if to, moves := c.App.Practice.RowKey(key, row); moves {
			document.Focus(c.Query(`#queue-list [data-pick="` + to + `"]`))
			return true
		}
	}
	if key == "Enter" && (row != "" || target.Matches("#why-ask input")) {
		c.do("answer")
		return true
	}
	return false
}

// Hit uses a click on a picture as an answer if the question allows it, and reports
// whether it did.
func (c *Card) Hit(hit draw.Hit) bool {
	p := c.App.Practice
	form, _ := p.Form()
	switch {
	case form == quiz.Time && (hit.Kind == draw.OnPlot || hit.Kind == draw.OnAxis || hit.Kind == draw.OnBar || hit.Kind == draw.OnPromise):
		w := c.App.Window
		p.Clicked(simtime.Time(hit.Time), simtime.Duration(float64(w.To-w.From)/max(c.pictures.Timeline.Size.W, 1)))
	case form == quiz.Nodes && hit.Kind == draw.OnNode && p.Node(hit.Node, hit.Last):
	case form == quiz.Jobs && hit.Job != workload.NoJob && c.App.Waiting(hit.Job) != nil:
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
	at := c.App.Pointed
	if key != " " && key != "Enter" || at.Node < 0 || !c.App.Practice.Node(at.Node, at.Last) {
		return false
	}
	c.Changed()
	return true
}
