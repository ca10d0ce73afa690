package serve

import (
	"context"
	"encoding/binary"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/coder/websocket"

	"hopyard/core/scenario"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
)

// The first byte of each WebSocket message from the page. The rest is what the byte
// announces. A file travels in pieces before the message that it accompanies, so that
// neither side holds it in memory twice. The server confirms each piece with an empty
// text message.
const (
	frameMessage = iota // a message of package message
	frameFile           // the size of a file, in eight bytes, little-endian
	framePiece          // the next piece of the file
	frameBeside         // a message that the file accompanies
	frameServed         // a message that the trace named on the command line accompanies
)

// Limits of one connection.
const (
	maxSessions = 8                         // the page, the columns of a comparison, and a second tab
	maxFrame    = scenario.MaxBytes + 1<<20 // a message with the text of a scenario
	answerTime  = 30 * time.Second          // for a page to receive an answer, or to answer a ping
	pingEvery   = 30 * time.Second          // finds connections that died while the computer slept
	waitingMost = 64                        // messages of the page that wait while the engine works
)

// sessions runs an engine for each connection of the page.
type sessions struct {
	ctx    context.Context // ends when the server stops
	trace  string          // text of the trace that was named on the command line, or ""
	bytes  int             // largest number of bytes of a file
	origin string
	slots  chan struct{} // holds a value for each open connection
	logf   func(format string, args ...any)
}

func newSessions(ctx context.Context, origin, trace string) *sessions {
	return &sessions{ctx: ctx, trace: trace, bytes: message.NativeBytes, origin: origin, slots: make(chan struct{}, maxSessions), logf: func(string, ...any) {}}
}

// ServeHTTP upgrades a request that the guard has admitted, and runs an engine until
// the page disconnects.
func (s *sessions) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{OriginPatterns: []string{s.origin}, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has answered
	}
	defer conn.CloseNow()
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	default:
		conn.Close(websocket.StatusTryAgainLater, fmt.Sprintf("%d connections are open, which is the limit; close another page", maxSessions))
		return
	}
	conn.SetReadLimit(maxFrame)
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	x := &session{of: s, conn: conn, inbox: make(chan pageMessage, waitingMost)}
	go func() {
		defer cancel() // wakes up the engine
		if err := x.read(ctx); err != nil {
			conn.Close(websocket.StatusPolicyViolation, err.Error())
		}
	}()
	go x.ping(ctx, cancel)
	s.logf("a page has connected")
	x.work(ctx)
	s.logf("a page has disconnected")
	debug.FreeOSMemory() // its runs may have taken gigabytes
	conn.Close(websocket.StatusGoingAway, "hopyard serve has been stopped")
}

// session is a connection with its engine.
type session struct {
	of    *sessions
	conn  *websocket.Conn
	inbox chan pageMessage

	size int             // announced size of the file that is arriving; 0: none
	file strings.Builder // the part of it that has arrived
}

// pageMessage is a message for the engine.
type pageMessage struct {
	wire   []byte
	beside bool
	file   string
}

// read passes on the messages of the page until the connection ends. It returns an
// error if the page breaks the protocol, else nil.
func (x *session) read(ctx context.Context) error {
	for {
		kind, frame, err := x.conn.Read(ctx)
		if err != nil {
			return nil
		}
		if kind != websocket.MessageBinary || len(frame) == 0 {
			return fmt.Errorf("a message is not binary or is empty")
		}
		rest := frame[1:]
		in := pageMessage{wire: rest}
		switch frame[0] {
		case frameMessage:
		case frameFile:
			if err := x.announce(rest); err != nil {
				return err
			}
			continue
		case framePiece:
			if x.file.Len()+len(rest) > x.size {
				return fmt.Errorf("a file is longer than announced")
			}
			x.file.Write(rest)
			if err := x.send(ctx, websocket.MessageText, nil); err != nil {
				return nil
			}
			continue
		case frameBeside:
			if x.file.Len() < x.size {
				return fmt.Errorf("a file is shorter than announced")
			}
			in.beside, in.file = true, x.file.String()
			x.file, x.size = strings.Builder{}, 0
		case frameServed:
			in.beside, in.file = true, x.of.trace
		default:
			return fmt.Errorf("a message has the unknown kind %d", frame[0])
		}
		select {
		case x.inbox <- in:
		case <-ctx.Done():
			return nil
		}
	}
}

// announce prepares for a file whose size is in a message.
func (x *session) announce(size []byte) error {
	if len(size) != 8 {
		return fmt.Errorf("the size of a file has %d bytes; it must have 8", len(size))
	}
	n := binary.LittleEndian.Uint64(size)
	if n > uint64(x.of.bytes) {
		return fmt.Errorf("the file has %d bytes; at most %d are possible", n, x.of.bytes)
	}
	x.file, x.size = strings.Builder{}, int(n)
	x.file.Grow(int(n))
	return nil
}

// work answers messages until ctx ends. While a run is being recorded, it handles the
// messages that arrive between two slices of time, as a worker of the page does.
func (x *session) work(ctx context.Context) {
	var dispatcher simworker.Dispatcher
	for {
		if !dispatcher.Busy() {
			select {
			case in := <-x.inbox:
				in.handle(&dispatcher)
			case <-ctx.Done():
				return
			}
		} else {
			select {
			case in := <-x.inbox:
				in.handle(&dispatcher)
			case <-ctx.Done():
				return
			default:
				dispatcher.WorkSlice()
			}
		}
		for _, answer := range dispatcher.Answers() {
			if x.send(ctx, websocket.MessageBinary, answer) != nil {
				return
			}
		}
	}
}

func (in *pageMessage) handle(dispatcher *simworker.Dispatcher) {
	if in.beside {
		dispatcher.HandleFile(in.wire, in.file)
		return
	}
	dispatcher.Handle(in.wire)
}

// send sends a message, and gives up on a page that does not receive it in time.
func (x *session) send(ctx context.Context, kind websocket.MessageType, wire []byte) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	return x.conn.Write(ctx, kind, wire)
}

// ping ends the session when the page no longer answers.
func (x *session) ping(ctx context.Context, cancel func()) {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		limited, done := context.WithTimeout(ctx, answerTime)
		err := x.conn.Ping(limited)
		done()
		if err != nil {
			cancel()
			return
		}
	}
}
