package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hopyard/web/api/apitest"
	"hopyard/web/limit"
	"hopyard/web/store"
)

// files is an upper limit on the number of requests in a first visit: twice the
// number of files that the page loads by itself.
const files = 60

// TestLectureHallBehindOneAddress simulates 300 students behind one address. They
// open the page within one minute, and each of them makes a link. At the same time,
// another client floods the server. No request of a student may be refused.
func TestLectureHallBehindOneAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testServer(t, &store.Memory{}).handler()
		flooded := 0
		for second := range 60 {
			students := 5
			if second == 0 {
				students = 50 // many students open the page at the same moment, when the lecturer tells them to
			}
			if second > 50 {
				students = 0
			}
			for range students {
				for range files {
					if r := ask(h, "198.51.100.1:1", "GET", "/", ""); r.StatusCode != 200 {
						t.Fatalf("second %d: a student got %s", second, r.Status)
					}
				}
				body := fmt.Sprintf(`{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": %d}}, "jobs": [{"id": 1, "nodes": 2, "walltime": 60}]}`, 2+second)
				if r := ask(h, "198.51.100.1:1", "POST", "/api/links", body, asJSON); r.StatusCode/100 != 2 {
					t.Fatalf("second %d: a student's link got %s", second, r.Status)
				}
			}
			for range 20 {
				if ask(h, "203.0.113.1:1", "POST", "/api/links", apitest.Small, asJSON).StatusCode == 429 {
					flooded++
				}
			}
			time.Sleep(time.Second)
		}
		// Of the 1,200 posts of the flooding client, the server allows 200 at once
		// and then 5 a second.
		if flooded < 600 || flooded > 800 {
			t.Errorf("of 1,200 posts of one who floods, %d were refused, want about 700", flooded)
		}
	})
}

// TestRetryAfter checks that a refused client that waits for the time in
// Retry-After may then send a request.
func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testServer(t, &store.Memory{}, "--rate", "0.25").handler()
		refused := 0
		for range 11 { // one more than the burst
			r := ask(h, student, "GET", "/", "")
			if r.StatusCode == 429 {
				refused++
				wait, err := strconv.Atoi(r.Header.Get("Retry-After"))
				if err != nil || wait != 4 {
					t.Errorf("Retry-After %q, want 4", r.Header.Get("Retry-After"))
				}
				time.Sleep(time.Duration(wait) * time.Second)
				if r := ask(h, student, "GET", "/", ""); r.StatusCode != 200 {
					t.Errorf("after waiting: %s", r.Status)
				}
			}
		}
		if refused != 1 {
			t.Errorf("%d of 11 refused, want 1", refused)
		}
	})
}

// TestLimitsBehindProxies checks that each client behind a trusted proxy has its
// own limit. A client that pretends to be behind a proxy must not get a new limit
// each time.
func TestLimitsBehindProxies(t *testing.T) {
	h := testServer(t, &store.Memory{}, "--proxies", "10.0.0.1", "--rate", "0.025").handler()
	for i, c := range []struct {
		from, forwarded string
		status          int
	}{
		{"10.0.0.1:1", "192.0.2.1", 200}, {"10.0.0.1:1", "192.0.2.1", 429}, {"10.0.0.1:1", "192.0.2.2", 200},
		{"10.0.0.1:1", "192.0.2.3, 192.0.2.2", 429},
		{"198.51.100.1:1", "192.0.2.4", 200}, {"198.51.100.1:1", "192.0.2.5", 429},
		{"10.0.0.1:1", "2001:db8::1", 200}, {"10.0.0.1:1", "2001:db8::2", 429}, {"10.0.0.1:1", "2001:db8:0:1::1", 200},
	} {
		if r := ask(h, c.from, "GET", "/", "", "X-Forwarded-For: "+c.forwarded); r.StatusCode != c.status {
			t.Errorf("%d: %s for %s: %d, want %d", i, c.from, c.forwarded, r.StatusCode, c.status)
		}
	}
	// Health checks are never refused.
	for range 5 {
		if r := ask(h, "198.51.100.1:1", "GET", "/healthz", ""); r.StatusCode != 200 {
			t.Errorf("/healthz: %s", r.Status)
		}
	}
}

// TestUnknownProxy checks that the server warns once about a proxy on this machine
// if the flags do not name the proxy.
func TestUnknownProxy(t *testing.T) {
	var log bytes.Buffer
	o, err := readFlags(nil, &log)
	if err != nil {
		t.Fatal(err)
	}
	v, err := newServer(dist, &store.Memory{}, o.settings)
	if err != nil {
		t.Fatal(err)
	}
	ask(v.handler(), here, "GET", "/", "")
	ask(v.handler(), student, "GET", "/", "", "X-Forwarded-For: 192.0.2.9")
	if log.Len() > 0 {
		t.Errorf("without such a proxy: %s", log.String())
	}
	for range 3 {
		ask(v.handler(), here, "GET", "/", "", "X-Forwarded-For: 192.0.2.9")
	}
	if text := log.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "--proxies 127.0.0.1") || strings.Contains(text, "192.0.2") {
		t.Errorf("want one line: %s", text)
	}
}

// TestCrowded checks that the server closes connections after each response while
// most of the slots for connections are taken.
func TestCrowded(t *testing.T) {
	v := testServer(t, &store.Memory{})
	server := httptest.NewUnstartedServer(v.handler())
	server.Listener = v.listen(server.Listener)
	v.conns.Most = 4
	server.Start()
	defer server.Close()
	for i, want := range []bool{false, false, false, true} {
		conn := dial(t, server.Listener.Addr().String())
		fmt.Fprintf(conn, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
		r := answer(t, conn)
		if r.Close != want {
			t.Errorf("connection %d: close %t, want %t", i, r.Close, want)
		}
	}
}

// TestLowRate checks that a client may send one request even if the rate is very
// low.
func TestLowRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testServer(t, &store.Memory{}, "--rate", "0.02").handler()
		for i, want := range []int{200, 429} {
			if r := ask(h, student, "GET", "/", ""); r.StatusCode != want {
				t.Errorf("request %d: %s, want %d", i, r.Status, want)
			}
		}
		time.Sleep(50 * time.Second)
		if r := ask(h, student, "GET", "/", ""); r.StatusCode != 200 {
			t.Errorf("50 s later: %s", r.Status)
		}
	})
}

// TestPostsWaitForTheirTurn takes all turns for parsing. Posts must then wait for
// some seconds in a queue of limited length, and all other requests must be
// answered. A client that sends its post slowly must not keep others waiting.
func TestPostsWaitForTheirTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := testServer(t, &store.Memory{})
		v.work = limit.NewTurns(1, 1, lineTime)
		h := v.handler()
		slow, sent := io.Pipe()
		done := make(chan int)
		go func() {
			r := httptest.NewRequest("POST", "/api/links", slow)
			r.RemoteAddr = "192.0.2.99:1"
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			done <- w.Code
		}()
		io.WriteString(sent, "{")
		synctest.Wait()
		made(t, h, student)
		end, ok := v.work.Take(t.Context())
		if !ok {
			t.Fatal("the turn is taken")
		}
		began := time.Now()
		r := ask(h, student, "POST", "/api/links", apitest.Large(1), asJSON)
		if took := time.Since(began); r.StatusCode != 503 || r.Header.Get("Retry-After") == "" || took != lineTime {
			t.Errorf("while another is looked at: %s after %v: %s", r.Status, took, text(t, r))
		}
		for _, path := range []string{"/", "/api/links", "/healthz"} {
			if r := ask(h, student, "GET", path, ""); r.StatusCode != 200 {
				t.Errorf("%s meanwhile: %s", path, r.Status)
			}
		}
		time.AfterFunc(time.Second, end)
		if r := ask(h, student, "POST", "/api/links", apitest.Large(2), asJSON); r.StatusCode != 201 {
			t.Errorf("who waits for one second: %s", r.Status)
		}
		if figures := text(t, ask(h, here, "GET", "/metrics", "")); !strings.Contains(figures, `hopyard_refused_total{limit="work"} 1`+"\n") {
			t.Error("the refusal is not counted")
		}
		sent.Close()
		if status := <-done; status != 400 {
			t.Errorf("the slow one got %d", status)
		}
	})
}

// TestLimitsOfThisMachine checks that requests from this machine itself have no
// limit. A proxy on this machine may send requests that look like those of this
// machine, without saying for which clients it sends them. Such a proxy must count
// as one client with a limit.
func TestLimitsOfThisMachine(t *testing.T) {
	for _, c := range []struct {
		args, header string
		limited      bool
	}{
		{"", "Host: 127.0.0.1:8080", false},
		{"", "Host: localhost:8080", false},
		{"--base-url http://127.0.0.1:8080", "Host: 127.0.0.1:8080", false},
		{"", "Host: uni.example", true},
		{"", "Via: 1.1 x", true},
		{"", "X-Forwarded-For: 192.0.2.9", true},
		{"--base-url https://uni.example", "Host: 127.0.0.1:8080", true},
		{"--proxies 127.0.0.1", "Host: 127.0.0.1:8080", true},
		{"--proxies ::1", "Host: 127.0.0.1:8080", true},
	} {
		h := testServer(t, &store.Memory{}, append(strings.Fields(c.args), "--rate", "0.025", "--log", "off")...).handler()
		for i := range 3 {
			want := 200
			if c.limited && i > 0 {
				want = 429
			}
			if r := ask(h, here, "GET", "/", "", c.header); r.StatusCode != want {
				t.Errorf("%q, %s, request %d: %d, want %d", c.args, c.header, i, r.StatusCode, want)
			}
		}
	}
}
