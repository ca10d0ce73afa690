//go:build js && wasm

package compareview

import (
	"strconv"
	"syscall/js"

	"hopyard/wasm/app/compare"
	"hopyard/wasm/app/message"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
	"hopyard/wasm/page/pictureview"
)

// Lane is a column of a comparison: the worker that records its run, and its
// pictures.
type Lane struct {
	pictureview.RunPicture
	Column  *compare.Column
	Worker  js.Value
	calls   [2]js.Func // callbacks for the worker
	intake  host.Intake
	sent    bool  // whether the worker has the scenario's text
	waiting int32 // requested step whose state has not arrived yet; -1: none
	other   bool  // whether the worker needs the program that contains the policy interpreter
}

// startWorker starts the worker of a column.
func (p *CompareView) startWorker(l *Lane) {
	l.waiting, l.sent = -1, false
	l.calls[0] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		l.intake.Take(document.GoBytes(args[0]), func(serial int32) bool { return p.LaneOf(l) && serial == l.Column.Asked.Serial },
			func(wire []byte, read host.ReadRun) { p.receiveLane(l, wire, read) })
		return nil
	})
	l.calls[1] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if p.LaneOf(l) {
			p.stopWorker(l)
			p.App.Compare.Reject(l.Column, &message.Failed{Serial: l.Column.Asked.Serial})
			p.pictures.Strip.Density = nil
			p.Changed()
		}
		return nil
	})
	if n := p.Native; n != nil && n.Wanted(&p.App.Source) {
		l.Worker = n.Lane(l.calls[0], l.calls[1])
		return
	}
	l.Worker = p.Glue.Call("lane", l.calls[0], l.calls[1], l.other)
}

// LaneOf reports whether a column is still part of the comparison.
func (p *CompareView) LaneOf(l *Lane) bool {
	for _, other := range p.Lanes {
		if other == l {
			return true
		}
	}
	return false
}

// stopWorker ends the worker of a column.
func (p *CompareView) stopWorker(l *Lane) {
	if l.Worker.IsUndefined() {
		return
	}
	p.Glue.Call("dismiss", l.Worker)
	l.Worker = js.Undefined()
	for _, call := range l.calls {
		js.Global().Call("setTimeout", document.Once(call.Release), 0) // release later: this code may have been called by the callback itself
	}
}

// loadLane requests a run of the scenario under the policy of column i.
func (p *CompareView) loadLane(i int) {
	l := p.Lanes[i]
	p.endResamples()
	if l.Worker.IsUndefined() {
		p.startWorker(l)
	}
	asked := *p.App.Compare.Ask(i)
	p.pictures.Strip.Density = nil
	if l.sent {
		asked.Form, asked.Text = message.Same, ""
	}
	l.sent = true
	p.postLaneLoad(l, &asked)
	p.Changed()
}

// PostLane sends a message to the worker of a column.
func (p *CompareView) PostLane(l *Lane, wire []byte) {
	p.Glue.Call("postTo", l.Worker, document.JSBytes(wire))
}

func (p *CompareView) postLaneLoad(l *Lane, asked *message.Load) {
	p.Glue.Call("postTo", l.Worker, document.JSBytes(asked.Pack()), p.Beside(asked))
}

// receiveLane handles one message from the worker of a column.
func (p *CompareView) receiveLane(l *Lane, wire []byte, read host.ReadRun) {
	if !p.LaneOf(l) {
		return
	}
	c := p.App.Compare
	switch message.KindOf(wire) {
	case message.KindLoaded:
		if r := read(p.Host, wire); r != nil && p.LaneOf(l) && c.AcceptRun(l.Column, r) {
			l.waiting, l.Layout, p.pictures.Strip.Density = -1, nil, nil
			p.Changed()
		}
	case message.KindState:
		var m message.State
		if m.Unpack(wire) == nil && l.Column.Show(&m) {
			l.waiting = -1
			p.Changed()
		}
	case message.KindExported:
		var m message.Exported
		if m.Unpack(wire) == nil {
			p.laneFile(l, &m)
		}
	case message.KindTold:
		resampling{p}.hear(l, wire)
	case message.KindProgress:
		var m message.Progress
		if m.Unpack(wire) == nil && l.Column.Loading != nil && m.Serial == l.Column.Loading.Serial {
			l.Column.Loading = &m
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
			p.postLaneLoad(l, &l.Column.Asked)
		case c.Reject(l.Column, &m):
			p.pictures.Strip.Density = nil
			p.showColumnPickers()
			p.Changed()
		}
	}
}

// askLanes requests, for each column, the state of its step at the current time.
func (p *CompareView) askLanes() {
	for _, l := range p.Lanes {
		m := &l.Column.Model
		if m.Run == nil || m.Failed != nil || l.waiting >= 0 || l.Worker.IsUndefined() || m.Loading != nil {
			continue
		}
		if m.State != nil && m.State.Serial == m.Run.Serial && int(m.State.Step) == m.Step && !l.Column.Why.Misses() {
			continue
		}
		l.waiting = int32(m.Step)
		p.PostLane(l, (&message.Seek{Serial: m.Run.Serial, Step: l.waiting, Job: m.Want}).Pack())
	}
}

// stopLane stops the recording of a column. It ends the worker if that does not
// react within 300 ms.
func (p *CompareView) stopLane(i int) {
	l := p.Lanes[i]
	if l.Column.Loading == nil {
		return
	}
	serial := l.Column.Loading.Serial
	p.PostLane(l, (&message.Cancel{Serial: serial}).Pack())
	p.Later("cancel-"+strconv.Itoa(i), 300, func() {
		if p.LaneOf(l) && l.Column.Loading != nil && l.Column.Loading.Serial == serial {
			p.stopWorker(l)
			p.App.Compare.Stop(l.Column)
			p.pictures.Strip.Density = nil
			p.Changed()
		}
	})
}
