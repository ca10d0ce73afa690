//go:build js && wasm

package page

import (
	"strconv"
	"syscall/js"

	"hopyard/wasm/app/compare"
	"hopyard/wasm/app/message"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// lane is a column of a comparison: the worker that records its run, and its
// pictures.
type lane struct {
	pictures
	column  *compare.Column
	worker  js.Value
	calls   [2]js.Func // callbacks for the worker
	intake  host.Intake
	sent    bool  // whether the worker has the scenario's text
	waiting int32 // requested step whose state has not arrived yet; -1: none
	other   bool  // whether the worker needs the program that contains the policy interpreter
}

// startWorker starts the worker of a column.
func (p *page) startWorker(l *lane) {
	l.waiting, l.sent = -1, false
	l.calls[0] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		l.intake.Take(document.GoBytes(args[0]), func(serial int32) bool { return p.laneOf(l) && serial == l.column.Asked.Serial },
			func(wire []byte, read host.ReadRun) { p.receiveLane(l, wire, read) })
		return nil
	})
	l.calls[1] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if p.laneOf(l) {
			p.stopWorker(l)
			p.App.Compare.Reject(l.column, &message.Failed{Serial: l.column.Asked.Serial})
			p.strip.Density = nil
			p.Changed()
		}
		return nil
	})
	l.worker = p.Glue.Call("lane", l.calls[0], l.calls[1], l.other)
}

// laneOf reports whether a column is still part of the comparison.
func (p *page) laneOf(l *lane) bool {
	for _, other := range p.lanes {
		if other == l {
			return true
		}
	}
	return false
}

// stopWorker ends the worker of a column.
func (p *page) stopWorker(l *lane) {
	if l.worker.IsUndefined() {
		return
	}
	p.Glue.Call("dismiss", l.worker)
	l.worker = js.Undefined()
	for _, call := range l.calls {
		js.Global().Call("setTimeout", document.Once(call.Release), 0) // release later: this code may have been called by the callback itself
	}
}

// loadLane requests a run of the scenario under the policy of column i.
func (p *page) loadLane(i int) {
	l := p.lanes[i]
	if l.worker.IsUndefined() {
		p.startWorker(l)
	}
	asked := *p.App.Compare.Ask(i)
	p.strip.Density = nil
	if l.sent {
		asked.Form, asked.Text = message.Same, ""
	}
	l.sent = true
	p.postLaneLoad(l, &asked)
	p.Changed()
}

func (p *page) postLane(l *lane, wire []byte) {
	p.Glue.Call("postTo", l.worker, document.JSBytes(wire))
}

func (p *page) postLaneLoad(l *lane, asked *message.Load) {
	p.Glue.Call("postTo", l.worker, document.JSBytes(asked.Pack()), p.Beside(asked))
}

// receiveLane handles one message from the worker of a column.
func (p *page) receiveLane(l *lane, wire []byte, read host.ReadRun) {
	if !p.laneOf(l) {
		return
	}
	c := p.App.Compare
	switch message.KindOf(wire) {
	case message.KindLoaded:
		if r := read(p.Host, wire); r != nil && p.laneOf(l) && c.AcceptRun(l.column, r) {
			l.waiting, l.layout, p.strip.Density = -1, nil, nil
			p.Changed()
		}
	case message.KindState:
		var m message.State
		if m.Unpack(wire) == nil && l.column.Show(&m) {
			l.waiting = -1
			p.Changed()
		}
	case message.KindExported:
		var m message.Exported
		if m.Unpack(wire) == nil {
			p.exportedLane(l, &m)
		}
	case message.KindProgress:
		var m message.Progress
		if m.Unpack(wire) == nil && l.column.Loading != nil && m.Serial == l.column.Loading.Serial {
			l.column.Loading = &m
			p.Changed()
		}
	case message.KindFailed:
		var m message.Failed
		switch {
		case m.Unpack(wire) != nil:
		case m.Needs:
			p.stopWorker(l)
			l.other = true
			p.startWorker(l)
			l.sent = true
			p.postLaneLoad(l, &l.column.Asked)
		case c.Reject(l.column, &m):
			p.strip.Density = nil
			p.showColumnPickers()
			p.Changed()
		}
	}
}

// askLanes requests, for each column, the state of its step at the current time.
func (p *page) askLanes() {
	for _, l := range p.lanes {
		m := &l.column.Model
		if m.Run == nil || m.Failed != nil || l.waiting >= 0 || l.worker.IsUndefined() || m.Loading != nil {
			continue
		}
		if m.State != nil && m.State.Serial == m.Run.Serial && int(m.State.Step) == m.Step && !l.column.Why.Misses() {
			continue
		}
		l.waiting = int32(m.Step)
		p.postLane(l, (&message.Seek{Serial: m.Run.Serial, Step: l.waiting, Job: m.Want}).Pack())
	}
}

// stopLane stops the recording of a column. It ends the worker if that does not
// react within 300 ms.
func (p *page) stopLane(i int) {
	l := p.lanes[i]
	if l.column.Loading == nil {
		return
	}
	serial := l.column.Loading.Serial
	p.postLane(l, (&message.Cancel{Serial: serial}).Pack())
	p.Later("cancel-"+strconv.Itoa(i), 300, func() {
		if p.laneOf(l) && l.column.Loading != nil && l.column.Loading.Serial == serial {
			p.stopWorker(l)
			p.App.Compare.Stop(l.column)
			p.strip.Density = nil
			p.Changed()
		}
	})
}
