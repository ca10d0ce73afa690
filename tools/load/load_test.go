package main

import (
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestFiguresAreRead(t *testing.T) {
	f, err := parseFigures([]byte("Running 1s test\n  2 threads\nfigures 1000 2000000 5000 3 4 250 1250 9000\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := figures{requests: 1000, took: 2 * time.Second, bytes: 5000, refused: 3, failed: 4,
		p50: 250 * time.Microsecond, p99: 1250 * time.Microsecond, longest: 9 * time.Millisecond}
	if f != want || f.rate() != 500 {
		t.Errorf("%+v (%v a second), want %+v", f, f.rate(), want)
	}
	for _, bad := range []string{"", "unable to connect", "figures 1 2 3", "figures 1 0 0 0 0 0 0 0", "figures a b c d e f g h"} {
		if f, err := parseFigures([]byte(bad)); err == nil {
			t.Errorf("%q: %+v", bad, f)
		}
	}
}

func TestSlope(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{3, 3, 3, 3}, 0},
		{[]float64{0, 2, 4, 6, 8}, 2},
		{[]float64{5, 1, 5, 1, 5}, 0},
		{[]float64{9, 8, 7}, -1},
	} {
		if got := slope(c.values); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("slope(%v) = %v, want %v", c.values, got, c.want)
		}
	}
}

// A saw is flat, a leak is not, and a few seconds say nothing.
func TestFlat(t *testing.T) {
	saw, leak := make([]memory, 600), make([]memory, 600)
	for i := range saw {
		saw[i] = memory{anonymous: 40, heap: 20 + float64(i%30)/3}
		leak[i] = memory{anonymous: 40 + float64(i)/60, heap: 20}
	}
	if err := flat(saw); err != nil {
		t.Errorf("a saw: %v", err)
	}
	if err := flat(leak); err == nil {
		t.Error("1 MB a minute for ten minutes is flat")
	}
	if err := flat(saw[:10]); err == nil {
		t.Error("ten seconds were enough")
	}
}

// What wrk sends is what was written, and a number is never sent twice.
func TestWrkSendsTheRequests(t *testing.T) {
	if _, err := exec.LookPath("wrk"); err != nil {
		t.Skip("wrk is not here")
	}
	var mu sync.Mutex
	seen, reads, twice := map[string]bool{}, map[string]int{}, 0
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		if r.Method == http.MethodGet {
			reads[r.URL.Path+r.Header.Get("Accept-Encoding")]++
			return
		}
		if seen[string(body)] {
			twice++
		}
		seen[string(body)] = true
		if len(seen)%10 == 0 {
			w.WriteHeader(http.StatusTeapot)
		}
	}))
	defer site.Close()
	b := &bench{plan: plan{connections: 4}, dir: t.TempDir()}
	s := &server{name: "test", address: strings.TrimPrefix(site.URL, "http://"), cmd: &exec.Cmd{}, ended: make(chan struct{})}
	s.cmd.Process = &os.Process{Pid: os.Getpid()}
	list := wires([]what{get("/a"), get("/b"), {http.MethodPost, "/p", nil, `{"n": "` + gap + `"}`, 200}}, s.address)
	f, err := b.wrk(t.Context(), s, list, 1_000_000, time.Second, time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if twice > 0 || len(seen) < 10 {
		t.Errorf("%d different posts, %d twice", len(seen), twice)
	}
	number := regexp.MustCompile(`^\{"n": "000[16]\d{6}"\}$`) // the second thread's are 5,000,000 above
	for body := range seen {
		if !number.MatchString(body) {
			t.Fatalf("posted %q", body)
		}
	}
	if coded := "gzip, deflate, br, zstd"; len(reads) != 2 || reads["/a"+coded] == 0 || reads["/b"+coded] == 0 {
		t.Errorf("read %v", reads)
	}
	if f.requests == 0 || f.refused == 0 || f.failed > 0 || f.p50 <= 0 || f.p99 < f.p50 {
		t.Errorf("%+v", f)
	}
}
