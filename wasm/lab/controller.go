//go:build js && wasm

package main

import (
	"encoding/json"
	"syscall/js"
	"time"

	"hopyard/wasm/app/lab"
	"hopyard/wasm/html"
)

// controller connects the experiment (package lab of wasm/app) to the page and to
// the workers. All of it runs in the browser's single thread, so nothing here may
// block.
type controller struct {
	lab    *lab.Lab
	glue   js.Value // JavaScript object hopyard.lab of static/lab
	shown  map[string]html.HTML
	charts map[string]string
	busy   []bool // by worker: whether it is making runs
	frame  *time.Timer
	drawn  time.Time
	paints time.Duration // duration of the last painting
	shelf
}

// Limits of the time between two paintings. The constant apart is the minimum time
// while results arrive. The constant rest is the minimum pause before the next
// painting (at most 2 s), as a multiple of the last painting's duration. The pause
// leaves the processor to the workers.
const (
	apart = 100 * time.Millisecond
	rest  = 15
)

// show serves the page until it is closed.
func show() {
	d := &controller{lab: lab.New(lab.Texts{}), glue: js.Global().Get("hopyard").Get("lab")}
	d.forget()
	d.lab.Cores(d.glue.Get("cores").Int())
	d.tells(map[string]func(args []js.Value){
		"open":    func(a []js.Value) { d.open(a[0].String(), a[1].Bool(), a[2].String()) },
		"speak":   func(a []js.Value) { d.speak(a[0].String(), a[1].String()) },
		"act":     func(a []js.Value) { d.carryOut(d.lab.Act(a[0].String(), a[1].String())); d.changed() },
		"point":   func(a []js.Value) { d.carryOut(d.lab.Point(a[0].String(), a[1].Int(), a[2].Int())); d.changed() },
		"heard":   func(a []js.Value) { d.heard(a[0].Int(), goBytes(a[1])) },
		"died":    func(a []js.Value) { d.died(a[0].Int(), a[1].String()) },
		"report":  func(a []js.Value) { d.report(a[0].String(), goBytes(a[1])) },
		"recolor": func([]js.Value) { clear(d.charts); d.paint() },
		"keep":    func([]js.Value) { d.keep() },
	})
	d.glue.Set("memory", js.FuncOf(func(js.Value, []js.Value) any { return float64(d.lab.Held()) }))
	d.glue.Call("ready")
	select {}
}

// tells makes the functions in list available to the page's scripts, which call
// them to report events.
func (d *controller) tells(list map[string]func(args []js.Value)) {
	for name, f := range list {
		d.glue.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			f(args)
			return nil
		}))
	}
}

// forget makes the next call of paint redraw everything.
func (d *controller) forget() { d.shown, d.charts = map[string]html.HTML{}, map[string]string{} }

// open begins an experiment. If link is set, text is the fragment of a link that
// contains the experiment. Otherwise text is a scenario, aim selects the kind of
// its default experiment (see Lab.Aim), and a first preview is made at once.
func (d *controller) open(text string, link bool, aim string) {
	d.lab.Aim(aim)
	begin := func() error { return d.lab.Vary([]byte(text)) }
	if link {
		begin = func() error { return d.lab.Open(text) }
	}
	d.forget()
	if err := begin(); err != nil {
		d.glue.Call("refuse", err.Error())
		return
	}
	if !link {
		d.carryOut(d.lab.Act("preview", ""))
	}
	if link, text := d.lab.BaseScenario(); text != "" {
		d.glue.Call("beneath", link, text)
	}
	d.changed()
}

// speak changes the language. The texts are JSON that was built together with the
// page.
func (d *controller) speak(language, texts string) {
	t := lab.Texts{Language: language}
	if json.Unmarshal([]byte(texts), &t.Of) == nil {
		d.lab.Speak(t)
	}
	if d.lab.Key() != "" {
		d.paint()
	}
}

// changed updates the address and the page after an action of the reader, and
// distributes work.
func (d *controller) changed() {
	d.glue.Call("address", d.lab.Fragment())
	d.recall()
	d.paint()
	d.deal()
}

// deal assigns work to idle workers, and closes workers that are not needed.
func (d *controller) deal() {
	if d.recalling {
		return
	}
	for len(d.busy) < d.lab.Workers() {
		d.busy = append(d.busy, false)
	}
	for i := range d.busy {
		if d.busy[i] {
			continue
		}
		if i >= d.lab.Workers() {
			d.glue.Call("dismiss", i)
			d.lab.WorkerDismissed(i)
		} else if m := d.lab.Work(i, now()); m != nil {
			d.busy[i] = true
			d.glue.Call("post", i, jsBytes(m))
		}
	}
	d.noteUnderway()
}

// heard handles a worker's answer.
func (d *controller) heard(worker int, answer []byte) {
	d.busy[worker] = false
	d.carryOut(d.lab.HandleReply(worker, answer, now()))
	d.deal()
	d.keepSoon()
	d.soon()
}

// died handles a worker that ended unexpectedly.
func (d *controller) died(worker int, why string) {
	d.busy[worker] = false
	d.lab.WorkerDied(worker, why)
	d.deal()
	d.soon()
}

// soon schedules a painting of the changes. It follows immediately if nothing has
// been painted for a while.
func (d *controller) soon() {
	if d.frame != nil {
		return
	}
	d.frame = time.AfterFunc(max(0, max(apart, min(rest*d.paints, 2*time.Second))-time.Since(d.drawn)), func() {
		d.frame = nil
		d.paint()
	})
}

// paint updates the parts and charts that have changed.
func (d *controller) paint() {
	began := time.Now()
	for _, part := range d.lab.Parts() {
		if old, there := d.shown[part.ID]; !there || old != part.HTML {
			d.shown[part.ID] = part.HTML
			d.glue.Call("fill", part.ID, string(part.HTML))
		}
	}
	for _, chart := range d.lab.Charts(d.colours()) {
		if old, there := d.charts[chart.ID]; !there || old != chart.Options {
			d.charts[chart.ID] = chart.Options
			d.glue.Call("chart", chart.ID, chart.Options)
		}
	}
	d.drawn = time.Now()
	d.paints = d.drawn.Sub(began)
	var painted js.Func // called at the next animation frame, to include the browser's own work in the measured time; that work takes longer than making the HTML
	painted = js.FuncOf(func(js.Value, []js.Value) any {
		painted.Release()
		time.AfterFunc(0, func() { d.paints = time.Since(began) })
		return nil
	})
	js.Global().Call("requestAnimationFrame", painted)
}

// colours returns the colours of the theme.
func (d *controller) colours() lab.Colours {
	found := d.glue.Call("colours", list(lab.SeriesColours[:]))
	at := func(name string) string { return found.Get(name).String() }
	narrow := js.Global().Get("innerWidth").Int() < 700
	c := lab.Colours{Narrow: narrow, Ink: at("ink"), Soft: at("soft"), Line: at("line"), Panel: at("panel"), Accent: at("accent"), Good: at("good"), Bad: at("bad")}
	series := found.Get("series")
	for i := range series.Length() {
		c.Series = append(c.Series, series.Index(i).String())
	}
	return c
}

func list(names []string) []any {
	out := make([]any, len(names))
	for i, name := range names {
		out[i] = name
	}
	return out
}

// now returns the browser's clock in milliseconds.
func now() float64 { return js.Global().Get("performance").Call("now").Float() }
