//go:build js && wasm

package page

import (
	"syscall/js"

	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
)

// listenToWorker registers handlers for the worker's messages and for its failure.
func (p *page) listenToWorker() {
	p.glue.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.intake.take(goBytes(args[0]), func(serial int32) bool { return serial == p.m.Asked.Serial }, p.receive)
		return nil
	}))
	p.glue.Set("broken", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.broken(args[0].String())
		return nil
	}))
}

func (p *page) post(wire []byte) { p.glue.Call("post", jsBytes(wire)) }

// postLoad sends a load request. If the request names a trace file, it sends the
// file, too.
func (p *page) postLoad(l *message.Load) { p.glue.Call("post", jsBytes(l.Pack()), p.beside(l)) }

// beside returns the trace file that a load request names, or undefined if it names
// none.
func (p *page) beside(l *message.Load) js.Value {
	if l.Form == message.Beside {
		return p.traces[l.Text]
	}
	return js.Undefined()
}

// load requests a run of a scenario. The scenario's text is sent only if the worker
// does not have it already.
func (p *page) load(l message.Load) {
	p.dropNote()
	p.sendLoad(p.m.Load(l))
}

func (p *page) sendLoad(asked *message.Load) {
	if p.readOnly(asked) {
		p.m.Loading = nil
		return
	}
	if p.failed { // the worker may be able to run this scenario
		p.failed, p.sent, p.waiting = false, "", -1
		p.glue.Call("restart", p.other)
	}
	l := *asked
	l.Brief = !p.whole && l.Form == message.JSON
	if l.Text == p.sent {
		l.Form, l.Text = message.Same, ""
	} else {
		p.sent = l.Text
	}
	p.postLoad(&l)
	each(p.hooks.loading)
	p.changed()
}

// describe requests the details that a brief reply of the worker has omitted. It
// does so only when the complete program is loaded, because the worker needs it for
// them.
func (p *page) describe() {
	if p.whole && p.m.Run != nil && p.m.Run.Brief {
		p.post((&message.Describe{Serial: p.m.Run.Serial}).Pack())
	}
}

// markKnown sets an attribute, for tests and scripts, that tells whether the run on
// screen is completely described.
func (p *page) markKnown() { p.mark("data-known", p.whole && (p.m.Run == nil || !p.m.Run.Brief)) }

// onceKnown calls f as soon as the run on screen is completely described. That may
// be at once.
func (p *page) onceKnown(f func()) {
	if p.m.Run != nil && p.m.Run.Brief {
		p.asSoon = f
		return
	}
	f()
}

// described handles the answer to describe.
func (p *page) described(wire []byte) {
	var m message.Described
	if m.Unpack(wire) == nil && p.m.Describe(&m) {
		p.enterSoon()
		p.showPickers()
		p.changed()
		p.markKnown()
		if f := p.asSoon; f != nil {
			p.asSoon = nil
			f()
		}
	}
}

// receiveState handles the state of a step.
func (p *page) receiveState(wire []byte) {
	var m message.State
	switch bad := m.Unpack(wire); {
	case bad != nil:
	case m.Aside:
		for _, f := range p.hooks.aside {
			f(&m)
		}
	case p.m.Show(&m):
		p.shown()
	case p.m.Predict.On: // in predict mode, a state that arrives late is not shown
		p.waiting = -1
		p.changed()
	}
}

// receive handles one message from the worker.
func (p *page) receive(wire []byte, read readRun) {
	kind := message.KindOf(wire)
	switch kind {
	case message.KindLoaded:
		if r := read(p, wire); r != nil && p.m.AcceptRun(r) {
			p.lesson, p.waiting = p.next, -1
			each(p.hooks.run)
			p.enterSoon()
			p.describe()
			p.markKnown()
		}
	case message.KindDescribed:
		p.described(wire)
	case message.KindState:
		p.receiveState(wire)
	case message.KindWeighed, message.KindRouted:
		p.found(wire)
	case message.KindProgress:
		var m message.Progress
		if m.Unpack(wire) == nil && p.m.Loading != nil && m.Serial == p.m.Loading.Serial {
			p.m.Loading = &m
			each(p.hooks.loading)
			p.changed()
		}
	case message.KindFailed:
		var m message.Failed
		switch {
		case m.Unpack(wire) != nil:
		case m.Needs:
			p.takeOther(m.Serial)
		case p.m.Reject(&m):
			p.rejected()
		}
	}
	for _, f := range p.hooks.messages[kind] {
		f(wire)
	}
	for _, f := range p.hooks.messages[message.None] {
		f(wire)
	}
}

// rejected shows that a request was invalid or was stopped. The run on screen
// stays.
func (p *page) rejected() { each(p.hooks.rejected) }

// found handles one of two replies: the placements that the allocator considered,
// or the route between two selected nodes.
func (p *page) found(wire []byte) {
	var w message.PlacementList
	var r message.Routed
	switch {
	case w.Unpack(wire) == nil && p.m.Weigh(&w):
	case r.Unpack(wire) == nil && p.m.Find(&r):
		p.say("status", p.m.Machine.RouteNote())
	default:
		return
	}
	p.changed()
}

// ask requests the state of the step that should be on screen. It does nothing
// while a request is in progress. When the reply arrives, ask is called again for
// the step wanted at that time.
func (p *page) ask() {
	m := p.m
	if q := m.Route.Ask; q != nil && !p.failed {
		m.Route.Ask = nil
		p.post(q.Pack())
	}
	if m.Run == nil || p.waiting >= 0 || p.failed {
		return
	}
	each(p.hooks.ask)
	if m.State != nil && int(m.State.Step) == m.Step && !m.Why.Misses() {
		return
	}
	p.waiting = int32(m.Step)
	p.post((&message.Seek{Serial: m.Run.Serial, Step: p.waiting, Job: m.Want}).Pack())
}

// shown handles the arrival of the state of a step.
func (p *page) shown() {
	p.waiting = -1
	p.due |= content
	if p.m.Playing {
		p.changed() // draws it in the next frame
	} else {
		p.hooks.paint()
	}
	if at := p.askedAt; at > 0 && int(p.m.State.Step) == p.m.Step {
		p.report("seek", now()-at)
		p.askedAt = 0
	}
	p.weighLater()
	p.ask()
}

// weighLater requests the placements that the allocator considered, if the state
// arrived without them. It waits 120 ms, in case the reader goes on to another
// step.
func (p *page) weighLater() {
	m := p.m
	if m.Playing || m.Weighed != nil || m.State.Step == 0 || int(m.State.Step) != m.Step {
		return
	}
	step := m.State.Step
	p.later("weigh", 120, func() {
		if m.State != nil && m.State.Step == step && m.Weighed == nil && m.Starts() {
			p.post((&message.ListPlacements{Serial: m.Run.Serial, Step: step, Job: m.Why.Decided()}).Pack())
		}
	})
}

// broken handles the end of the worker, after its memory ran out or its program
// failed. It starts a new worker with the scenario on screen. If the worker fails
// twice within 10 seconds, it gives up until the next request.
func (p *page) broken(text string) {
	p.say("alert", text)
	for _, takes := range p.hooks.broken {
		if takes(text) {
			p.restart()
			return
		}
	}
	again := p.brokenAt > 0 && now()-p.brokenAt < 10_000 // then the scenario on screen probably makes the worker fail
	p.brokenAt = now()
	if p.failed = p.failed || again; p.failed {
		p.setText("why-sentence", p.m.BrokenText())
		return
	}
	p.restart()
}

// cancel stops the recording in progress. If the worker does not react within 300
// ms, it is replaced by a new worker, which loads the scenario on screen.
func (p *page) cancel() {
	if p.m.Loading == nil {
		return
	}
	serial := p.m.Loading.Serial
	p.post((&message.Cancel{Serial: serial}).Pack())
	p.later("cancel", 300, func() {
		if p.m.Loading != nil && p.m.Loading.Serial == serial {
			p.m.Reject(&message.Failed{Serial: serial, Cancel: true})
			p.restart()
		}
	})
}

func (p *page) restart() {
	p.glue.Call("restart", p.other)
	p.sent, p.waiting = "", -1
	if p.m.Run == nil {
		p.failed = true
		return
	}
	p.sendLoad(p.m.Edit.Again())
}

// intake handles the messages of one worker in the order of their arrival. It reads
// a long run in pieces, so that the page can draw frames and handle input in
// between.
type intake struct {
	busy  bool
	later [][]byte // messages that arrived while another message was being handled
}

const (
	longRun    = 128 << 10 // size of a run's message, in bytes, from which it is read in pieces
	pieceMilli = 8.0       // time for reading between two pauses, in milliseconds
)

// take handles a message. If an earlier message is still being handled, it queues
// the new one. The function wanted reports whether a run is still expected.
func (in *intake) take(wire []byte, wanted func(serial int32) bool, handle func(wire []byte, read readRun)) {
	switch {
	case in.busy:
		in.later = append(in.later, wire)
	case message.KindOf(wire) == message.KindLoaded && len(wire) >= longRun:
		in.busy = true
		go in.drain(wire, wanted, handle)
	default:
		handle(wire, readAtOnce)
	}
}

// drain handles a message, and then those that arrived in the meantime.
func (in *intake) drain(wire []byte, wanted func(serial int32) bool, handle func(wire []byte, read readRun)) {
	read := func(p *page, wire []byte) *recording.RecordedRun { return readByPieces(p, wire, wanted) }
	for handle(wire, read); len(in.later) > 0; handle(wire, read) {
		wire, in.later = in.later[0], in.later[1:]
		yieldToBrowser()
	}
	in.busy, in.later = false, nil
}

// readRun reads a run from a message. It returns nil if the message contains no
// valid run, or if the run is no longer wanted.
type readRun func(p *page, wire []byte) *recording.RecordedRun

func readAtOnce(p *page, wire []byte) *recording.RecordedRun {
	var m message.Loaded
	if m.Unpack(wire) != nil {
		return nil
	}
	return recording.NewRun(&m, p.m.Words)
}

// readByPieces reads a long run in pieces. It blocks during the pauses, so an event
// listener must not call it; it needs a goroutine of its own.
func readByPieces(p *page, wire []byte, wanted func(serial int32) bool) *recording.RecordedRun {
	var m message.Loaded
	began := now()
	pause := func() bool {
		if now()-began < pieceMilli {
			return true
		}
		yieldToBrowser()
		began = now()
		return wanted(m.Serial)
	}
	if m.UnpackBy(wire, pause) != nil {
		return nil
	}
	r := recording.NewRunBy(&m, p.m.Words, pause)
	if r != nil {
		yieldToBrowser()
	}
	return r
}

// yieldToBrowser lets the browser handle pending events. In a hidden page it
// returns at once, because timers fire only once per second there.
func yieldToBrowser() {
	if js.Global().Get("document").Get("hidden").Bool() {
		return
	}
	done := make(chan struct{})
	js.Global().Call("setTimeout", once(func() { close(done) }), 0)
	<-done
}

// takeOther replaces the worker by a worker that contains the policy interpreter,
// because the scenario of the latest request has a user-written policy. It sends
// that request to the new worker. The new worker also runs all later scenarios.
func (p *page) takeOther(serial int32) {
	if serial != p.m.Asked.Serial {
		p.sent = ""
		return
	}
	p.other = true
	p.glue.Call("restart", true)
	p.waiting, p.sent = -1, p.m.Asked.Text
	p.postLoad(&p.m.Asked)
}
