package web

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

// syncBuffer is a log buffer to which several goroutines may write.
type syncBuffer struct {
	sync.Mutex
	bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.Lock()
	defer b.Unlock()
	return b.Buffer.Write(p)
}

// TestClientsThatGoAway lets clients send random requests and disconnect at random
// times. The server must log nothing. In particular, no handler may write the
// header of a response twice.
func TestClientsThatGoAway(t *testing.T) {
	var out syncBuffer
	old := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&out, nil)))
	defer slog.SetDefault(old)
	site, err := Site(fstest.MapFS{"index.html": {Data: bytes.Repeat([]byte("x"), 1<<20)}, "a.js": {Data: bytes.Repeat([]byte("y"), 1<<20)}, "a.js.br": {Data: bytes.Repeat([]byte("z"), 1<<19)}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- Serve(ctx, ln, site) }()
	rng := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		c, err := net.Dial("tcp", ln.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		for range 1 + rng.IntN(4) {
			asks(c, rng)
		}
		if rng.IntN(2) == 0 {
			c.(*net.TCPConn).SetLinger(0) // discard unsent data and close the connection at once
		}
		if rng.IntN(2) == 0 {
			c.SetReadDeadline(time.Now().Add(20 * time.Millisecond)) // the server may still wait for the rest of the request
			io.CopyN(io.Discard, c, 1)
		}
		c.Close()
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if text := out.String(); text != "" {
		t.Error(text)
	}
}

// asks writes a random request, which may be malformed.
func asks(c net.Conn, rng *rand.Rand) {
	one := func(list ...string) string { return list[rng.IntN(len(list))] }
	fmt.Fprintf(c, "%s %s HTTP/1.%s\r\nHost: x\r\n", one("GET", "GET", "HEAD", "POST", "OPTIONS"), one("/", "/a.js", "/none", "*"), one("0", "1", "1"))
	for _, h := range []string{"Range: bytes=0-100000", "Range: bytes=0-10,20-30,100-200000", "If-None-Match: x", "If-Match: y", "Expect: 100-continue", "Expect: x", "Content-Length: 10", "Transfer-Encoding: chunked", "Connection: close", "Accept-Encoding: br"} {
		if rng.IntN(6) == 0 {
			fmt.Fprint(c, h+"\r\n")
		}
	}
	fmt.Fprint(c, "\r\n"+one("", "", "12345"))
}
