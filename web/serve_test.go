package web

import (
	"bytes"
	"context"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestListenSaysWhatToDo(t *testing.T) {
	ln, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	for addr, says := range map[string]string{
		ln.Addr().String(): "is in use by another program: stop that one, or take another port (--addr 127.0.0.1:",
		"8080":             "write host:port",
		"localhost":        "write host:port",
	} {
		if other, err := Listen(addr); err == nil {
			other.Close()
			t.Errorf("Listen(%q) worked", addr)
		} else if !strings.Contains(err.Error(), says) {
			t.Errorf("Listen(%q): %v, want …%s…", addr, err, says)
		}
	}
}

// told is a listener that closes a channel when it is closed.
type told struct {
	net.Listener
	closed chan struct{}
	once   *sync.Once
}

func (l told) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// TestServeStopsGracefully checks that Serve finishes a running request before it
// returns, and that the port is closed afterwards.
func TestServeStopsGracefully(t *testing.T) {
	ln, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := told{ln, make(chan struct{}), &sync.Once{}}
	ctx, cancel := context.WithCancel(context.Background())
	arrived := make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(arrived)
		<-closed.closed
		io.WriteString(w, "whole")
	})
	served := make(chan error, 1)
	go func() { served <- Serve(ctx, closed, slow) }()
	answered := make(chan string, 1)
	go func() {
		r, err := http.Get("http://" + ln.Addr().String())
		if err != nil {
			answered <- err.Error()
			return
		}
		defer r.Body.Close()
		body, _ := io.ReadAll(r.Body)
		answered <- string(body)
	}()
	<-arrived
	cancel()
	if got := <-answered; got != "whole" {
		t.Errorf("the running request got %q", got)
	}
	if err := <-served; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if _, err := net.Dial("tcp", ln.Addr().String()); err == nil {
		t.Error("the port is still open")
	}
}

// pipe is a listener whose connections come from a channel.
type pipe struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (p pipe) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}
func (p pipe) Close() error   { close(p.closed); return nil }
func (p pipe) Addr() net.Addr { return &net.TCPAddr{} }

// TestServeCutsSlowClients checks that the server closes the connection of a client
// that never finishes its headers. It runs in a synctest bubble, whose clock skips
// the wait.
func TestServeCutsSlowClients(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, server := net.Pipe()
		ln := pipe{make(chan net.Conn, 1), make(chan struct{})}
		ln.conns <- server
		ctx, cancel := context.WithCancel(t.Context())
		served := make(chan error, 1)
		go func() { served <- Serve(ctx, ln, http.NotFoundHandler()) }()
		began := time.Now()
		io.WriteString(client, "GET / HTTP/1.1\r\nHost: x\r\n")
		io.ReadAll(client) // until the server closes the connection
		if took := time.Since(began); took < headerTime || took > 2*headerTime {
			t.Errorf("cut off after %v, want %v", took, headerTime)
		}
		cancel()
		<-served
	})
}

// TestTroubles checks that messages about problems of the server are logged without
// client addresses, and that messages about mistakes of clients are not logged.
func TestTroubles(t *testing.T) {
	var out bytes.Buffer
	old := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&out, nil)))
	defer slog.SetDefault(old)
	said := log.New(troubles{}, "", 0)
	for line, want := range map[string]string{
		"http: superfluous response.WriteHeader call from main.f (a.go:7)":                "call from main.f (a.go:7)",
		"http: response.Write on hijacked connection from main.f (a.go:7)":                "connection from main.f (a.go:7)",
		"http: panic serving 192.0.2.7:1234: no such node\ngoroutine 7 [running]":         "panic serving a client: no such node",
		"http: panic serving [2001:db8::7%eth0]:1234: slice bounds out of range [5:3]":    "panic serving a client: slice bounds out of range [5:3]",
		"http: Accept error: accept tcp [::]:8080: too many open files; retrying in 5ms":  "too many open files",
		"http: TLS handshake error from 192.0.2.7:1234: EOF":                              "",
		"http2: server connection error from 192.0.2.7:1234: connection error":            "",
		"timeout waiting for SETTINGS frames from [2001:db8::7]:1234":                     "",
		"http2: server closing client connection: read tcp 192.0.2.1:1->192.0.2.7:1: EOF": "",
	} {
		out.Reset()
		said.Print(line)
		got := out.String()
		if want == "" && got != "" || !strings.Contains(got, want) || strings.Contains(got, "192.0.2") || strings.Contains(got, "2001:db8") {
			t.Errorf("%s: %q, want …%s…", line, got, want)
		}
	}
}
