//go:build js && wasm

package compareview

import (
	"slices"

	"hopyard/wasm/app/message"
)

// resampling simulates resamples of a trace in the workers of all columns. It is a
// type with methods so that the page can download this code when it is first needed
// (tools/build/parts.go).
type resampling struct{ *CompareView }

// begin asks all workers for resamples.
func (p resampling) begin() {
	asked := p.App.Compare.Resamples().Begin()
	for i, q := range asked {
		p.PostLane(p.Lanes[i], q.Pack())
	}
	if asked != nil {
		p.Changed()
	}
}

// end stops the simulation of resamples, and shows the results so far.
func (p resampling) end() {
	p.cancel()
	p.Changed()
}

// cancel makes the workers stop, for example because a column gets another run.
func (p resampling) cancel() {
	r := p.App.Compare.Resamples()
	if !r.Running() {
		return
	}
	for i, q := range r.End() {
		if i < len(p.Lanes) && !p.Lanes[i].Worker.IsUndefined() {
			p.PostLane(p.Lanes[i], q.Pack())
		}
	}
}

// hear handles an answer of the worker of a column.
func (p resampling) hear(l *Lane, wire []byte) {
	var m message.TraceReply
	r := p.App.Compare.Resamples()
	if r == nil || m.Unpack(wire) != nil || l.Column.Run == nil || !r.Hear(slices.Index(p.Lanes, l), &m) {
		return
	}
	if !r.Running() {
		p.cancel()
		p.Say("status", r.Announcement())
	}
	p.Changed()
}

// show updates the controls and the results of resamples.
func (p resampling) show() {
	if !p.styled {
		p.styled = true
		p.AddStyle("trace.css")
	}
	r := p.App.Compare.Resamples()
	p.Fill("compare-resample", r.ControlHTML())
	p.Fill("compare-resampled", r.ResultHTML())
}
