//go:build js && wasm

package host

import (
	"syscall/js"

	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/page/document"
)

// ListenToWorker registers handlers for the worker's messages and for its failure.
func (p *Host) ListenToWorker() {
	p.Glue.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.intake.Take(document.GoBytes(args[0]), func(serial int32) bool { return serial == p.App.Asked.Serial }, p.receive)
		return nil
	}))
	p.Glue.Set("broken", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.broken(args[0].String())
		return nil
	}))
}

// Post sends a message to the worker.
func (p *Host) Post(wire []byte) { p.Glue.Call("post", document.JSBytes(wire)) }

// postLoad sends a load request. If the request names a trace file, it sends the
// file, too.
func (p *Host) postLoad(l *message.Load) {
	p.Glue.Call("post", document.JSBytes(l.Pack()), p.Beside(l))
}

// Beside returns the trace file that a load request names, or undefined if it names
// none.
func (p *Host) Beside(l *message.Load) js.Value {
	if l.Form == message.Beside {
		return p.Traces[l.Text]
	}
	return js.Undefined()
}

// Load requests a run of a scenario. The scenario's text is sent only if the worker
// does not have it already.
func (p *Host) Load(l message.Load) {
	p.DropNote()
	p.SendLoad(p.App.Load(l))
}

// SendLoad sends a request for a run that the model has made. A read-only page sends
// no request that would change the scenario.
func (p *Host) SendLoad(asked *message.Load) {
	if p.readOnly(asked) {
		p.App.Loading = nil
		return
	}
	if p.Native != nil && !p.Native.choose(asked) {
		return
	}
	if p.Failed { // the worker may be able to run this scenario
		p.Failed = false
		p.StartWorker()
	}
	l := *asked
	l.Brief = !p.Whole && l.Form == message.JSON
	if l.Text == p.Sent {
		l.Form, l.Text = message.Same, ""
	} else {
		p.Sent = l.Text
	}
	p.postLoad(&l)
	each(p.hooks.loading)
	p.Changed()
}

// Describe requests the details that a brief reply of the worker has omitted. It
// does so only when the complete program is loaded, because the worker needs it for
// them.
func (p *Host) Describe() {
	if p.Whole && p.App.Run != nil && p.App.Run.Brief {
		p.Post((&message.Describe{Serial: p.App.Run.Serial}).Pack())
	}
}

// MarkKnown sets an attribute, for tests and scripts, that tells whether the run on
// screen is completely described.
func (p *Host) MarkKnown() { p.Mark("data-known", p.Whole && (p.App.Run == nil || !p.App.Run.Brief)) }

// OnceKnown calls f as soon as the run on screen is completely described. That may
// be at once.
func (p *Host) OnceKnown(f func()) {
	if p.App.Run != nil && p.App.Run.Brief {
		p.asSoon = f
		return
	}
	f()
}

// described handles the answer to describe.
func (p *Host) described(wire []byte) {
	var m message.Described
	if m.Unpack(wire) == nil && p.App.Describe(&m) {
		p.enterSoon()
		p.ShowPickers()
		p.Changed()
		p.MarkKnown()
		if f := p.asSoon; f != nil {
			p.asSoon = nil
			f()
		}
	}
}

// receiveState handles the state of a step.
func (p *Host) receiveState(wire []byte) {
	var m message.State
	switch bad := m.Unpack(wire); {
	case bad != nil:
	case m.Aside:
		for _, f := range p.hooks.aside {
			f(&m)
		}
	case p.App.Show(&m):
		p.shown()
	case p.App.Predict.On: // in predict mode, a state that arrives late is not shown
		p.Waiting = -1
		p.Changed()
	}
}

// receive handles one message from the worker.
func (p *Host) receive(wire []byte, read ReadRun) {
	kind := message.KindOf(wire)
	switch kind {
	case message.KindLoaded:
		if r := read(p, wire); r != nil && p.App.AcceptRun(r) {
			p.Lesson, p.Waiting = p.Next, -1
			each(p.hooks.run)
			p.enterSoon()
			p.Describe()
			p.MarkKnown()
		}
	case message.KindDescribed:
		p.described(wire)
	case message.KindState:
		p.receiveState(wire)
	case message.KindWeighed, message.KindRouted:
		p.found(wire)
	case message.KindProgress:
		var m message.Progress
		if m.Unpack(wire) == nil && p.App.Loading != nil && m.Serial == p.App.Loading.Serial {
			p.App.Loading = &m
			each(p.hooks.loading)
			p.Changed()
		}
	case message.KindFailed:
		var m message.Failed
		switch {
		case m.Unpack(wire) != nil:
		case m.Needs:
			p.takeOther(m.Serial)
		case m.TooLarge && p.Native != nil && p.Native.takeOver(m.Serial):
		case p.App.Reject(&m):
			p.Rejected()
		}
	}
	for _, f := range p.hooks.messages[kind] {
		f(wire)
	}
	for _, f := range p.hooks.messages[message.None] {
		f(wire)
	}
}

// Rejected shows that a request was invalid or was stopped. The run on screen
// stays.
func (p *Host) Rejected() { each(p.hooks.rejected) }

// found handles one of two replies: the placements that the allocator considered,
// or the route between two selected nodes.
func (p *Host) found(wire []byte) {
	var w message.PlacementList
	var r message.Routed
	switch {
	case w.Unpack(wire) == nil && p.App.Weigh(&w):
	case r.Unpack(wire) == nil && p.App.Find(&r):
		p.Say("status", p.App.Machine.RouteNote())
	default:
		return
	}
	p.Changed()
}

// ask requests the state of the step that should be on screen. It does nothing
// while a request is in progress. When the reply arrives, ask is called again for
// the step wanted at that time.
func (p *Host) ask() {
	m := p.App
	if q := m.Route.Ask; q != nil && !p.Failed {
		m.Route.Ask = nil
		p.Post(q.Pack())
	}
	if m.Run == nil || p.Waiting >= 0 || p.Failed {
		return
	}
	each(p.hooks.ask)
	if m.State != nil && int(m.State.Step) == m.Step && !m.Why.Misses() {
		return
	}
	p.Waiting = int32(m.Step)
	p.Post((&message.Seek{Serial: m.Run.Serial, Step: p.Waiting, Job: m.Want}).Pack())
}

// shown handles the arrival of the state of a step.
func (p *Host) shown() {
	p.Waiting = -1
	p.Due |= Content
	if p.App.Playing {
		p.Changed() // draws it in the next frame
	} else {
		p.hooks.paint()
	}
	if at := p.AskedAt; at > 0 && int(p.App.State.Step) == p.App.Step {
		p.Report("seek", document.Now()-at)
		p.AskedAt = 0
	}
	p.weighLater()
	p.ask()
}

// weighLater requests the placements that the allocator considered, if the state
// arrived without them. It waits 120 ms, in case the reader goes on to another
// step.
func (p *Host) weighLater() {
	m := p.App
	if m.Playing || m.Weighed != nil || m.State.Step == 0 || int(m.State.Step) != m.Step {
		return
	}
	step := m.State.Step
	p.Later("weigh", 120, func() {
		if m.State != nil && m.State.Step == step && m.Weighed == nil && m.Starts() {
			p.Post((&message.ListPlacements{Serial: m.Run.Serial, Step: step, Job: m.Why.Decided()}).Pack())
		}
	})
}

// broken handles the end of the worker, after its memory ran out or its program
// failed. It starts a new worker with the scenario on screen. If the worker fails
// twice within 10 seconds, it gives up until the next request.
func (p *Host) broken(text string) {
	if p.Native != nil && p.Native.works {
		p.Native.lost()
		return
	}
	p.Say("alert", text)
	for _, takes := range p.hooks.broken {
		if takes(text) {
			p.restart()
			return
		}
	}
	again := p.brokenAt > 0 && document.Now()-p.brokenAt < 10_000 // then the scenario on screen probably makes the worker fail
	p.brokenAt = document.Now()
	if p.Failed = p.Failed || again; p.Failed {
		p.SetText("why-sentence", p.App.BrokenText())
		return
	}
	p.restart()
}

// Cancel stops the recording in progress. If the worker does not react within 300
// ms, it is replaced by a new worker, which loads the scenario on screen.
func (p *Host) Cancel() {
	if p.App.Loading == nil {
		return
	}
	serial := p.App.Loading.Serial
	p.Post((&message.Cancel{Serial: serial}).Pack())
	p.Later("cancel", 300, func() {
		if p.App.Loading != nil && p.App.Loading.Serial == serial {
			p.App.Reject(&message.Failed{Serial: serial, Cancel: true})
			if p.Native != nil && p.Native.back() {
				return
			}
			p.restart()
		}
	})
}

// StartWorker replaces the worker by a new one, which has no scenario yet.
func (p *Host) StartWorker() {
	if p.Native == nil || !p.Native.restart() {
		p.Glue.Call("restart", p.Other)
	}
	p.Sent, p.Waiting = "", -1
}

// UseOther replaces the worker by one that runs own.wasm.
func (p *Host) UseOther() {
	p.Other = true
	p.restart()
}

// restart replaces the worker, and loads the scenario on screen again.
func (p *Host) restart() {
	p.StartWorker()
	if p.App.Run == nil {
		p.Failed = true
		return
	}
	p.SendLoad(p.App.Edit.Again())
}

// Intake handles the messages of one worker in the order of their arrival. It reads
// a long run in pieces, so that the page can draw frames and handle input in
// between.
type Intake struct {
	Busy  bool
	later [][]byte // messages that arrived while another message was being handled
}

const (
	longRun    = 128 << 10 // size of a run's message, in bytes, from which it is read in pieces
	pieceMilli = 8.0       // time for reading between two pauses, in milliseconds
)

// Take handles a message. If an earlier message is still being handled, it queues
// the new one. The function wanted reports whether a run is still expected.
func (in *Intake) Take(wire []byte, wanted func(serial int32) bool, handle func(wire []byte, read ReadRun)) {
	switch {
	case in.Busy:
		in.later = append(in.later, wire)
	case message.KindOf(wire) == message.KindLoaded && len(wire) >= longRun:
		in.Busy = true
		go in.drain(wire, wanted, handle)
	default:
		handle(wire, readAtOnce)
	}
}

// drain handles a message, and then those that arrived in the meantime.
func (in *Intake) drain(wire []byte, wanted func(serial int32) bool, handle func(wire []byte, read ReadRun)) {
	read := func(p *Host, wire []byte) *recording.RecordedRun { return readByPieces(p, wire, wanted) }
	for handle(wire, read); len(in.later) > 0; handle(wire, read) {
		wire, in.later = in.later[0], in.later[1:]
		yieldToBrowser()
	}
	in.Busy, in.later = false, nil
}

// ReadRun reads a run from a message. It returns nil if the message contains no
// valid run, or if the run is no longer wanted.
type ReadRun func(p *Host, wire []byte) *recording.RecordedRun

func readAtOnce(p *Host, wire []byte) *recording.RecordedRun {
	var m message.Loaded
	if m.Unpack(wire) != nil {
		return nil
	}
	return recording.NewRun(&m, p.App.Words)
}

// readByPieces reads a long run in pieces. It blocks during the pauses, so an event
// listener must not call it; it needs a goroutine of its own.
func readByPieces(p *Host, wire []byte, wanted func(serial int32) bool) *recording.RecordedRun {
	var m message.Loaded
	began := document.Now()
	pause := func() bool {
		if document.Now()-began < pieceMilli {
			return true
		}
		yieldToBrowser()
		began = document.Now()
		return wanted(m.Serial)
	}
	if m.UnpackBy(wire, pause) != nil {
		return nil
	}
	r := recording.NewRunBy(&m, p.App.Words, pause)
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
	js.Global().Call("setTimeout", document.Once(func() { close(done) }), 0)
	<-done
}

// takeOther replaces the worker by a worker that contains the policy interpreter,
// because the scenario of the latest request has a user-written policy. It sends
// that request to the new worker. The new worker also runs all later scenarios.
func (p *Host) takeOther(serial int32) {
	if serial != p.App.Asked.Serial {
		p.Sent = ""
		return
	}
	p.Other = true
	p.StartWorker()
	p.Sent = p.App.Asked.Text
	p.postLoad(&p.App.Asked)
}
