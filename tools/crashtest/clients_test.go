package crashtest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// dial opens a connection that is closed when the test ends.
func (s *server) dial() net.Conn {
	s.t.Helper()
	conn, err := net.Dial("tcp", s.host())
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { conn.Close() })
	return conn
}

func (s *server) host() string { return strings.TrimSuffix(strings.TrimPrefix(s.base, "http://"), "/") }

// say sends a text, which may be a part of a request.
func say(t *testing.T, conn net.Conn, text string) {
	t.Helper()
	if _, err := io.WriteString(conn, text); err != nil {
		t.Error(err)
	}
}

const (
	unread = "answers that are not read"
	silent = "no request at all"
)

// slow maps each kind of client that never completes its exchange with the server
// to a function that behaves like such a client.
var slow = map[string]func(t *testing.T, conn net.Conn){
	"headers without end": func(t *testing.T, conn net.Conn) {
		say(t, conn, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
	},
	"a body without end": func(t *testing.T, conn net.Conn) {
		say(t, conn, "POST /api/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
	},
	"chunks without end": func(t *testing.T, conn net.Conn) {
		say(t, conn, "POST /api/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n")
	},
	unread: func(t *testing.T, conn net.Conn) {
		say(t, conn, strings.Repeat("GET / HTTP/1.1\r\nHost: x\r\n\r\n", 20))
	},
	silent: func(*testing.T, net.Conn) {},
}

func TestSlowClients(t *testing.T) {
	data, links := stocked(t, 5)
	s := launch(t, data)
	for what, begin := range slow {
		t.Run(what, func(t *testing.T) {
			s := &server{t: t, cmd: s.cmd, base: s.base}
			conns := make([]net.Conn, times(300, 30))
			for i := range conns {
				conns[i] = s.dial()
				begin(t, conns[i])
			}
			s.serves(links...)
			m, _, err := s.post(example(len(what)))
			if err != nil {
				t.Error(err)
			}
			s.serves(m)
			if !long {
				return
			}
			if what == unread { // the server cuts off these connections after two minutes, which is too long to wait
				t.Logf("%s, on %d connections: all else is served", what, len(conns))
				return
			}
			began, cut := time.Now(), drip(conns, what != silent)
			t.Logf("%s, on %d connections: all else is served; %d of them were cut off within %v", what, len(conns), cut, time.Since(began).Round(time.Second))
			if int(cut) < len(conns) {
				t.Errorf("%d were not", len(conns)-int(cut))
			}
			s.serves(links...)
		})
	}
}

// drip waits up to 15 s for the server to cut off the connections, and returns how
// many it cuts off. If bytes is set, drip meanwhile sends one byte per second on
// each connection.
func drip(conns []net.Conn, bytes bool) (cut int64) {
	var ended atomic.Int64
	var wait sync.WaitGroup
	for _, conn := range conns {
		wait.Go(func() {
			for end := time.Now().Add(15 * time.Second); time.Now().Before(end); {
				conn.SetReadDeadline(time.Now().Add(time.Second))
				if _, err := io.Copy(io.Discard, conn); !errors.Is(err, os.ErrDeadlineExceeded) {
					ended.Add(1)
					return
				}
				if bytes {
					io.WriteString(conn, "1") // fails after the connection was cut off, which the next read detects
				}
			}
		})
	}
	wait.Wait()
	return ended.Load()
}

// TestHalfClosed checks that a client that closes its sending side after a request
// still receives the complete response. An incomplete request must be answered with
// status 400.
func TestHalfClosed(t *testing.T) {
	data, links := stocked(t, 1)
	s := launch(t, data)
	n := times(300, 50)
	var wait sync.WaitGroup
	for i := range n {
		conn := s.dial().(*net.TCPConn)
		wait.Go(func() {
			want := http.StatusOK
			switch i % 3 {
			case 0:
				say(t, conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
			case 1:
				body := example(1000 + i)
				say(t, conn, fmt.Sprintf("POST /api/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body))
				want = http.StatusCreated
			case 2: // an incomplete request; the server must not make a link for it
				say(t, conn, "POST /api/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
				want = http.StatusBadRequest
			}
			conn.CloseWrite()
			conn.SetReadDeadline(time.Now().Add(20 * time.Second))
			r, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Errorf("kind %d: %v", i%3, err)
				return
			}
			defer r.Body.Close()
			body, err := io.ReadAll(r.Body)
			if r.StatusCode != want || err != nil {
				t.Errorf("kind %d: %s %.100s, %v; want %d", i%3, r.Status, body, err, want)
			}
		})
	}
	wait.Wait()
	s.serves(links...)
	t.Logf("%d half-closed connections: all answered", n)
}

func TestIdleConnections(t *testing.T) {
	data, links := stocked(t, 3)
	s := launch(t, data)
	n := times(4000, 200)
	for range n {
		conn := s.dial()
		say(t, conn, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
	}
	s.serves(links...)
	if _, _, err := s.post(example(1)); err != nil {
		t.Error(err)
	}
	t.Logf("%d idle connections: all else is served", n)
}
