//go:build js && wasm

package host

import (
	"syscall/js"

	"hopyard/wasm/app/message"
)

// Native is the engine behind hopyard serve, which can take the place of the worker.
// Package nativeview creates it when an engine is offered; the browser downloads this
// code then.
type Native struct {
	Ready  bool          // whether the engine can be used
	OnLost func()        // called when the connection has ended, or when the engine is needed but not connected
	Again  *message.Load // request that the loss of the connection has interrupted, or nil

	host   *Host
	works  bool // whether the engine is in the worker's place
	parked bool // whether the worker, or the engine, is kept until the other one shows a run
}

// UseNative makes the engine known to the page.
func (p *Host) UseNative(onLost func()) *Native {
	n := &Native{OnLost: onLost, host: p}
	p.Native = n
	p.OnRun(func() { n.settle(false) })
	p.OnRejected(func() { n.settle(true) })
	return n
}

// script returns the page's scripts for the engine.
func (n *Native) script() js.Value { return n.host.Glue.Get("native") }

// Wanted reports whether a request is for the engine. The mark is on the trace file, so
// that undo, a comparison and the browser's Back use the same engine again.
func (n *Native) Wanted(l *message.Load) bool {
	file := n.host.Beside(l)
	return file.Truthy() && file.Get("native").Truthy()
}

// Lane connects to an engine for a column of a comparison, and returns it as something
// that behaves like a worker.
func (n *Native) Lane(receive, broken js.Func) js.Value {
	return n.script().Call("lane", receive, broken)
}

// choose switches to the worker or to the engine, whichever the request needs. The other
// one is kept until the next run is shown, because the run on screen still needs it if
// that run fails. It returns false if the request needs the engine but it is not
// connected.
func (n *Native) choose(l *message.Load) bool {
	p, native := n.host, n.Wanted(l)
	switch {
	case native && !n.Ready:
		n.lost()
		return false
	case p.Failed: // the caller starts a new worker
		n.works = native
	case native == n.works:
	case n.parked:
		n.settle(true)
	default:
		n.works, n.parked = native, true
		n.script().Call("swap", native, p.Other)
		p.Sent, p.Waiting = "", -1
	}
	return true
}

// settle completes a switch between the worker and the engine: it ends the one that was
// in use before. If back is set, it undoes the switch and ends the other one instead.
func (n *Native) settle(back bool) {
	if !n.parked {
		return
	}
	n.parked = false
	n.script().Call("settle", back)
	if back {
		n.works = !n.works
		n.host.Sent, n.host.Waiting = "", -1
	}
}

// restart connects to the engine again if it is in the worker's place, and reports
// whether it is. A worker that was kept ends.
func (n *Native) restart() bool {
	n.settle(false)
	if n.works {
		n.script().Call("restart")
	}
	return n.works
}

// back undoes a switch between the worker and the engine if no run has been shown since,
// and reports whether it did.
func (n *Native) back() bool {
	was := n.parked
	n.settle(true)
	n.host.Changed()
	return was
}

// takeOver sends the latest request to the engine, because its trace is too large for the
// worker. It returns false if that is not possible.
func (n *Native) takeOver(serial int32) bool {
	p := n.host
	file := p.Beside(&p.App.Asked)
	if serial != p.App.Asked.Serial || !n.Ready || n.works || !file.Truthy() {
		return false
	}
	file.Set("native", true)
	p.SendLoad(&p.App.Asked)
	return true
}

// lost handles the end of the connection, or a request for an engine that is not connected.
// A request in progress is stopped. A run of the engine stays on screen, but no other
// step of it can be shown.
func (n *Native) lost() {
	p := n.host
	n.Ready, n.Again = false, nil
	p.Failed, p.Waiting = n.works && !n.parked, -1
	if p.App.Loading != nil {
		asked := p.App.Asked
		n.Again = &asked
		p.App.Reject(&message.Failed{Serial: asked.Serial, Cancel: true})
		p.Rejected()
	}
	n.settle(true)
	n.OnLost()
	p.Changed()
}
