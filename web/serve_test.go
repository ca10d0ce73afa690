package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
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

// A running request ends before the server does, and then nothing listens.
func TestServeStopsGracefully(t *testing.T) {
	ln, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	arrived := make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(arrived)
		<-ctx.Done()
		time.Sleep(20 * time.Millisecond)
		io.WriteString(w, "whole")
	})
	served := make(chan error, 1)
	go func() { served <- Serve(ctx, ln, slow) }()
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

// pipe is a listener that hands out one connection.
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

// A client that never ends its headers is cut off, in time that is not waited.
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
		io.ReadAll(client) // until the server closes
		if took := time.Since(began); took < headerTime || took > 2*headerTime {
			t.Errorf("cut off after %v, want %v", took, headerTime)
		}
		cancel()
		<-served
	})
}
