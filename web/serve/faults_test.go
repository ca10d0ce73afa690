package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"hopyard/web"
	"hopyard/web/api/apitest"
	"hopyard/web/store"
	"hopyard/web/waittest"
)

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(5 * time.Minute)) // so that the test ends even if the server does not answer
	return conn
}

// answer reads one response with its body.
func answer(t *testing.T, conn net.Conn) *http.Response {
	t.Helper()
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return r
}

// refused returns a function that reports whether connections to an address are
// refused.
func refused(addr string) func() bool {
	return func() bool {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			return true
		}
		conn.Close()
		return false
	}
}

// start runs the server v on a free port until the test ends or stop is called.
func start(t *testing.T, v *server) (addr string, stop func() error) {
	t.Helper()
	ln, err := web.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- web.Serve(ctx, v.listen(ln), v.handler()) }()
	stop = sync.OnceValue(func() error { cancel(); return <-done })
	t.Cleanup(func() { stop() })
	return ln.Addr().String(), stop
}

// TestHalfClosed checks clients that close the sending half of their connection
// after the request. They must get their response, and no connection may remain
// open.
func TestHalfClosed(t *testing.T) {
	v := testServer(t, &store.Memory{})
	addr, _ := start(t, v)
	for _, sent := range []string{
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
		fmt.Sprintf("POST /api/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(apitest.Small), apitest.Small),
	} {
		conn := dial(t, addr)
		io.WriteString(conn, sent)
		conn.(*net.TCPConn).CloseWrite()
		if r := answer(t, conn); r.StatusCode/100 != 2 {
			t.Errorf("%.20q: %s", sent, r.Status)
		}
		if _, err := conn.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("%.20q: the connection stays: %v", sent, err)
		}
	}
	for _, sent := range []string{"", "GET / HT", "GET / HTTP/1.1\r\nHost", "POST /api/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"} {
		conn := dial(t, addr)
		io.WriteString(conn, sent)
		conn.(*net.TCPConn).CloseWrite()
		if _, err := io.ReadAll(conn); err != nil {
			t.Errorf("%.20q: %v", sent, err)
		}
	}
	waittest.Until(t, "all connections are closed", func() bool { return v.conns.Open() == 0 }, func() any { return v.conns.Open() })
}

// piped is a listener whose connections are pipes within this process. In a
// synctest bubble such connections let the clock skip waiting times.
type piped struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (p piped) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}
func (p piped) Close() error   { close(p.closed); return nil }
func (p piped) Addr() net.Addr { return &net.TCPAddr{} }

// TestSlowClients checks that the server closes the connections of clients that
// send byte after byte, or nothing.
func TestSlowClients(t *testing.T) {
	for _, c := range []struct {
		name, at, drip string
		most           time.Duration
	}{
		{"nothing", "", "", 6 * time.Second},
		{"headers without end", "GET / HTTP/1.1\r\nHost: x\r\n", "X-A: b\r\n", 6 * time.Second},
		{"a body without end", "POST /api/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n", " ", 11 * time.Second},
		{"chunks without end", "POST /api/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\n \r\n", 11 * time.Second},
		{"no next request", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "", 121 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				v := testServer(t, &store.Memory{})
				ln := piped{make(chan net.Conn), make(chan struct{})}
				ctx, cancel := context.WithCancel(t.Context())
				served := make(chan error, 1)
				go func() { served <- web.Serve(ctx, v.listen(ln), v.handler()) }()
				client, server := net.Pipe()
				ln.conns <- server
				began := time.Now()
				wrote := make(chan struct{})
				go func() {
					defer close(wrote)
					_, err := io.WriteString(client, c.at)
					for err == nil && c.drip != "" {
						time.Sleep(500 * time.Millisecond)
						_, err = io.WriteString(client, c.drip)
					}
				}()
				io.Copy(io.Discard, client) // until the server closes the connection
				if took := time.Since(began); took > c.most {
					t.Errorf("cut off after %v, want %v at most", took, c.most)
				}
				client.Close()
				<-wrote
				cancel()
				<-served
			})
		})
	}
}

// TestClientThatDoesNotRead checks that the server closes a connection after two
// minutes if the client does not read the response.
func TestClientThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := testServer(t, &store.Memory{})
		ln := piped{make(chan net.Conn), make(chan struct{})}
		ctx, cancel := context.WithCancel(t.Context())
		served := make(chan error, 1)
		go func() { served <- web.Serve(ctx, v.listen(ln), v.handler()) }()
		client, server := net.Pipe()
		ln.conns <- server
		io.WriteString(client, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		for at, open := range map[time.Duration]int{time.Minute: 1, 3 * time.Minute: 0} {
			time.AfterFunc(at, func() {
				if n := v.conns.Open(); n != open {
					t.Errorf("after %v: %d connections, want %d", at, n, open)
				}
			})
		}
		time.Sleep(4 * time.Minute)
		client.Close()
		cancel()
		<-served
	})
}

// stuck is a store whose Add waits until the test lets it continue.
type stuck struct {
	store.Store
	begun, resume chan struct{}
}

func (s stuck) Add(ctx context.Context, id string, text []byte) ([]byte, bool, error) {
	close(s.begun)
	<-s.resume
	return s.Store.Add(ctx, id, text)
}

// TestStopKeepsWhatRuns stops a server while it makes a link. It checks that the
// client gets a confirmation, and that the link exists after the next start.
func TestStopKeepsWhatRuns(t *testing.T) {
	folder := t.TempDir()
	kept, problem := openData(folder, 0)
	if problem != nil {
		t.Fatal(problem)
	}
	s := stuck{kept.store, make(chan struct{}), make(chan struct{})}
	addr, stop := start(t, testServer(t, s))
	conn := dial(t, addr)
	fmt.Fprintf(conn, "POST /api/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(apitest.Small), apitest.Small)
	<-s.begun
	stopped := make(chan error)
	go func() { stopped <- stop() }()
	waittest.Until(t, "nothing is accepted", refused(addr), nil)
	close(s.resume)
	if r := answer(t, conn); r.StatusCode != 201 {
		t.Fatalf("the running post got %s", r.Status)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if err := kept.close(); err != nil {
		t.Error(err)
	}
	again, problem := openData(folder, 0)
	if problem != nil {
		t.Fatal(problem)
	}
	defer again.close()
	if r := ask(testServer(t, again.store).handler(), student, "POST", "/api/links", apitest.Small, asJSON); r.StatusCode != 200 {
		t.Errorf("posted again after a restart: %s, want 200 since it is there", r.Status)
	}
}

// TestServesWithoutItsStore checks a server whose data folder cannot be used. It
// must serve the page without short links, and report the problem in its responses,
// its health and its metrics.
func TestServesWithoutItsStore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	kept, problem := openData(filepath.Join(file, "folder"), 0)
	if problem == nil {
		t.Fatal("a folder below a file is no problem")
	}
	h := testServer(t, kept.store).handler()
	if r := ask(h, student, "GET", "/", ""); r.StatusCode != 200 {
		t.Errorf("the page: %s", r.Status)
	}
	for _, c := range []struct{ method, target string }{{"GET", "/api/links/22222222"}, {"GET", "/s/22222222"}, {"POST", "/api/links"}} {
		r := ask(h, student, c.method, c.target, apitest.Small, asJSON)
		if body := text(t, r); r.StatusCode != 503 || !strings.Contains(body, "cannot open its short links") || strings.Contains(body, file) {
			t.Errorf("%s %s: %d %s", c.method, c.target, r.StatusCode, body)
		}
	}
	if body := text(t, ask(h, student, "GET", "/healthz", "")); !strings.Contains(body, `"links":"failing"`) {
		t.Errorf("/healthz: %s", body)
	}
	if body := text(t, ask(h, here, "GET", "/metrics", "")); !strings.Contains(body, "hopyard_store_up 0\n") {
		t.Error("/metrics: the store is up")
	}
	if !strings.Contains(kept.where, file) {
		t.Errorf("who starts it is not told where: %s", kept.where)
	}
}
