//go:build js && wasm

package page

import (
	"syscall/js"

	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recorded"
)

// intake takes in the messages of one worker in their order. A long run is read
// by pieces: between them frames are drawn and the reader is listened to.
type intake struct {
	busy  bool
	later [][]byte // came while a run was being read
}

const (
	longRun    = 128 << 10 // bytes of a run that is read by pieces
	pieceMilli = 8.0       // for how long it is read at once
)

// take handles a message, or keeps it until the ones before it are done. wanted
// reports whether a run is still waited for.
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

// drain handles a message and those that come meanwhile.
func (in *intake) drain(wire []byte, wanted func(serial int32) bool, handle func(wire []byte, read readRun)) {
	read := func(p *page, wire []byte) *recorded.Run { return readByPieces(p, wire, wanted) }
	for handle(wire, read); len(in.later) > 0; handle(wire, read) {
		wire, in.later = in.later[0], in.later[1:]
		breathe()
	}
	in.busy, in.later = false, nil
}

// readRun reads a run; nil if it is none, or is no longer wanted.
type readRun func(p *page, wire []byte) *recorded.Run

func readAtOnce(p *page, wire []byte) *recorded.Run {
	var m message.Loaded
	if m.Unpack(wire) != nil {
		return nil
	}
	return recorded.NewRun(&m, p.m.Words)
}

// readByPieces may only be called where it may wait: not by a listener.
func readByPieces(p *page, wire []byte, wanted func(serial int32) bool) *recorded.Run {
	var m message.Loaded
	began := now()
	pause := func() bool {
		if now()-began < pieceMilli {
			return true
		}
		breathe()
		began = now()
		return wanted(m.Serial)
	}
	if m.UnpackBy(wire, pause) != nil {
		return nil
	}
	r := recorded.NewRunBy(&m, p.m.Words, pause)
	if r != nil {
		breathe()
	}
	return r
}

// breathe lets the browser do what waits. A page that nobody sees goes on at once:
// its timers come once a second.
func breathe() {
	if js.Global().Get("document").Get("hidden").Bool() {
		return
	}
	done := make(chan struct{})
	js.Global().Call("setTimeout", once(func() { close(done) }), 0)
	<-done
}
