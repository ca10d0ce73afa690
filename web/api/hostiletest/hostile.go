// Package hostiletest attacks a server with malformed and malicious requests. It
// sends them as raw bytes and checks the outcome of each: the attack must not
// succeed, the server must keep running, and it must answer the request or close
// the connection as HTTP prescribes. [Requests] lists the attacks, and [Run] sends
// them.
package hostiletest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hopyard/web/api/apitest"
)

// Attack is a request with its permitted outcomes.
type Attack struct {
	Name    string
	Raw     string // the bytes on the wire
	Answers int    // number of expected responses; 0 means one
	Want    []int  // permitted statuses of each response; Cut stands for no response at all
	Makes   int    // number of short links that the request makes, if it must be accepted
}

// Cut is the status of a connection that is closed without a response.
const Cut = 0

// waiting is the time without data from the server after which the test closes its
// sending half of the connection. If the server is busy, the test waits longer.
const waiting = 400 * time.Millisecond

// patience is the time within which the server must answer or close the connection
// after the test has closed its sending half.
const patience = 60 * time.Second

// longest is the maximum number of bytes that are read from a connection.
const longest = 4 << 20

// Run sends all attacks to the server at addr, one after the other. After each
// attack it sends an ordinary request, which must succeed. The function kept
// returns the number of links in the server's store. The server must run in this
// process, because Run checks the process's goroutines and memory. The server must
// allow this client several hundred requests a second, and serve the page at /.
func Run(t *testing.T, addr string, kept func() int) {
	t.Helper()
	if got := statuses(t, addr, post(apitest.Small), 1); len(got) != 1 || got[0]/100 != 2 {
		t.Fatalf("a good request: %v", got)
	}
	routines, memory := runtime.NumGoroutine(), heap()
	all := Requests()
	if len(all) < 100 {
		t.Errorf("only %d requests", len(all))
	}
	answered := 0
	for _, r := range all {
		before := kept()
		n := max(r.Answers, 1)
		got := statuses(t, addr, r.Raw, n)
		for _, status := range got {
			if !slices.Contains(r.Want, status) {
				t.Errorf("%s: %v, want %v", r.Name, got, r.Want)
				break
			}
		}
		if got[0] != Cut {
			answered++
			if len(got) < n {
				t.Errorf("%s: %d answers, want %d", r.Name, len(got), n)
			}
		}
		if made := kept() - before; made != r.Makes {
			t.Errorf("%s: %d links were made, want %d", r.Name, made, r.Makes)
		}
		if after := statuses(t, addr, "GET /api/links HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 1); after[0] != 200 {
			t.Fatalf("%s: the next request: %v", r.Name, after)
		}
	}
	t.Run("at once", func(t *testing.T) { together(t, addr, kept) })
	for end := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > routines+10 && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > routines+10 {
		t.Errorf("%d goroutines, %d before", n, routines)
	}
	if now := heap(); now > memory+16<<20 {
		t.Errorf("%d bytes are held, %d before", now, memory)
	}
	t.Logf("%d requests: %d answered, %d cut off; %d goroutines before, %d after; %d kB more are held", len(all), answered, len(all)-answered, routines, runtime.NumGoroutine(), (int64(heap())-int64(memory))>>10)
}

// together sends identical posts at the same time, half of them cut off in the
// middle.
func together(t *testing.T, addr string, kept func() int) {
	before := kept()
	good := post(strings.Replace(apitest.Small, "60", "7777", 1))
	var wait sync.WaitGroup
	for i := range 32 {
		wait.Go(func() {
			if i%2 == 1 {
				cut(t, addr, good[:len(good)-i])
			} else if got := statuses(t, addr, good, 1); got[0]/100 != 2 {
				t.Errorf("one of many: %v", got)
			}
		})
	}
	wait.Wait()
	if made := kept() - before; made != 1 {
		t.Errorf("identical posts at once made %d links", made)
	}
}

// cut sends the beginning of a request and closes the connection.
func cut(t *testing.T, addr, raw string) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Error(err)
		return
	}
	if _, err := conn.Write([]byte(raw)); err != nil {
		t.Error(err)
	}
	conn.Close()
}

// heap returns the memory in use after a garbage collection, in bytes.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// statuses sends the bytes of a request and returns the statuses of up to n
// responses. If the connection is closed before the first response, it returns Cut.
// If the server waits for more input, statuses closes the sending half of the
// connection.
func statuses(t *testing.T, addr, raw string, n int) []int {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Error(err)
		return []int{Cut}
	}
	defer conn.Close()
	go func() { _, _ = io.WriteString(conn, raw) }() // the server may answer or close the connection before it has read everything
	in := &patient{conn: conn}
	read := bufio.NewReader(io.LimitReader(in, longest))
	method, _, _ := strings.Cut(raw, " ")
	var got []int
	for len(got) < n {
		r, err := http.ReadResponse(read, &http.Request{Method: method})
		if err != nil {
			if len(got) == 0 {
				if partial, timeout := in.seen.String(), errors.Is(err, os.ErrDeadlineExceeded); partial != "" || timeout {
					t.Errorf("%.80q: %v, after %.80q", raw, err, partial)
				}
				got = append(got, Cut)
			}
			break
		}
		size, err := io.Copy(io.Discard, r.Body)
		if err != nil || size > longest/2 {
			t.Errorf("%.80q: the answer ends after %d bytes: %v", raw, size, err)
		}
		if r.StatusCode/100 != 1 {
			got = append(got, r.StatusCode)
		}
	}
	return got
}

// busy reports whether an ordinary request takes long now, which means that the
// expected response may take long, too. It returns true at most 20 times.
func (p *patient) busy() bool {
	if p.asked++; p.asked > 20 {
		return false
	}
	began := time.Now()
	conn, err := net.Dial("tcp", p.conn.RemoteAddr().String())
	if err != nil {
		return false
	}
	defer conn.Close()
	_ = conn.SetDeadline(began.Add(patience))
	_, _ = io.WriteString(conn, "GET /api/links HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
	_, _ = io.Copy(io.Discard, conn)
	return time.Since(began) > waiting/8
}

// patient is a reader of a connection. When nothing arrives, it closes the
// connection's sending half.
type patient struct {
	conn  net.Conn
	done  bool
	asked int          // number of calls of busy
	seen  bytes.Buffer // the beginning of the data that was read
}

func (p *patient) Read(to []byte) (int, error) {
	for {
		limit := waiting
		if p.done {
			limit = patience
		}
		_ = p.conn.SetReadDeadline(time.Now().Add(limit))
		n, err := p.conn.Read(to)
		if p.seen.Len() < 100 {
			p.seen.Write(to[:n])
		}
		if n > 0 || p.done || !errors.Is(err, os.ErrDeadlineExceeded) {
			if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
				err = io.EOF // the same end, whichever way the server closed the connection
			}
			return n, err
		}
		if p.busy() {
			continue
		}
		p.done = true
		_ = p.conn.(*net.TCPConn).CloseWrite()
	}
}

// post returns a well-formed POST request with the given body.
func post(body string, headers ...string) string {
	return fmt.Sprintf("POST /api/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n%s", len(body), lines(headers), body)
}

// get returns a GET request for the given path.
func get(path string, headers ...string) string {
	return "GET " + path + " HTTP/1.1\r\nHost: x\r\n" + lines(headers) + "\r\n"
}

func lines(headers []string) string {
	if len(headers) == 0 {
		return ""
	}
	return strings.Join(headers, "\r\n") + "\r\n"
}
