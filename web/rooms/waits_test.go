package rooms

import (
	"context"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync"
	"testing"
	"time"

	"hopyard/web/store/sqlite"
)

// memory serves rooms over a database that is gone afterwards.
func memory(t *testing.T, set func(*API), tune func(*http.Server)) (*API, *httptest.Server) {
	t.Helper()
	db, err := sqlite.Memory(0)
	if err != nil {
		t.Fatal(err)
	}
	a := &API{DB: db, Waits: NewWaits()}
	if set != nil {
		set(a)
	}
	server := httptest.NewUnstartedServer(a)
	if tune != nil {
		tune(server.Config)
	}
	server.Start()
	t.Cleanup(func() {
		a.Waits.Stop()
		server.Close()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return a, server
}

// opened makes a room past the handler.
func opened(t *testing.T, a *API) (code string) {
	t.Helper()
	w, r := httptest.NewRecorder(), httptest.NewRequest("POST", root, http.NoBody)
	r.Header.Set("Content-Type", "application/json")
	if a.ServeHTTP(w, r); w.Code != 201 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return w.Header().Get("Location")[len("rooms/"):]
}

// waitsFor asks for the state and waits until ctx ends.
func waitsFor(ctx context.Context, server *httptest.Server, code string) (status int, err error) {
	r, err := http.NewRequestWithContext(ctx, "GET", server.URL+root+"/"+code+"?wait=25", http.NoBody)
	if err != nil {
		return 0, err
	}
	r.Header.Set("If-None-Match", `"1"`)
	answer, err := server.Client().Do(r)
	if err != nil {
		return 0, err
	}
	return answer.StatusCode, answer.Body.Close()
}

// until waits for an event that no channel tells of.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not in 20 s: " + what)
		}
	}
}

// waiting is how many wait for news of a room's state.
func (s *Waits) waiting(code string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.bells[about{code, ofState}]; b != nil {
		return b.waiting
	}
	return 0
}

// Of clients that go while they wait nothing stays.
func TestClientsGo(t *testing.T) {
	a, server := memory(t, nil, nil)
	code := opened(t, a)
	routines := runtime.NumGoroutine()
	ctx, leave := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	for range 100 {
		wait.Go(func() {
			if status, err := waitsFor(ctx, server, code); err == nil {
				t.Errorf("answered: %d", status)
			}
		})
	}
	until(t, "100 wait", func() bool { return a.Waits.waiting(code) == 100 })
	leave()
	wait.Wait()
	until(t, "nobody waits", func() bool { return a.Waits.Waiting() == 0 })
	server.CloseClientConnections()
	until(t, "their goroutines end", func() bool { return runtime.NumGoroutine() <= routines+5 })
}

// A server that stops answers all who wait, at once, and lets nobody wait any more.
func TestStop(t *testing.T) {
	a, server := memory(t, nil, nil)
	code := opened(t, a)
	var wait sync.WaitGroup
	began := time.Now()
	for range 20 {
		wait.Go(func() {
			if status, err := waitsFor(t.Context(), server, code); status != 304 {
				t.Errorf("%d, %v", status, err)
			}
		})
	}
	until(t, "20 wait", func() bool { return a.Waits.waiting(code) == 20 })
	a.Waits.Stop()
	wait.Wait()
	if status, err := waitsFor(t.Context(), server, code); status != 304 || time.Since(began) > 20*time.Second {
		t.Errorf("afterwards: %d, %v, %v", status, err, time.Since(began))
	}
}

// The time that a server gives a request to come does not end a wait.
func TestWaitsLongerThanRequestsMayTake(t *testing.T) {
	a, server := memory(t, nil, func(s *http.Server) { s.ReadTimeout, s.ReadHeaderTimeout = 100*time.Millisecond, 100*time.Millisecond })
	code := opened(t, a)
	done := make(chan int)
	go func() {
		status, err := waitsFor(t.Context(), server, code)
		if err != nil {
			t.Error(err)
		}
		done <- status
	}()
	until(t, "it waits", func() bool { return a.Waits.waiting(code) == 1 })
	select {
	case status := <-done:
		t.Errorf("answered after the time of a request: %d", status)
	case <-time.After(400 * time.Millisecond):
		a.Waits.Stop()
		<-done
	}
}

// A room that is over is nobody's, before and after it is deleted, and then nothing
// of it is left.
func TestEnds(t *testing.T) {
	now := time.Now()
	a, server := memory(t, func(a *API) { a.Now = func() time.Time { return now } }, nil)
	code := opened(t, a)
	ask := func(method, path string) int {
		w, r := httptest.NewRecorder(), httptest.NewRequest(method, server.URL+root+path, http.NoBody)
		r.Header.Set("Content-Type", "application/json")
		a.ServeHTTP(w, r)
		return w.Code
	}
	if status := ask("POST", "/"+code+"/voters"); status != 201 {
		t.Errorf("join: %d", status)
	}
	now = now.Add(Hours*time.Hour - time.Second)
	if err := a.Sweep(t.Context()); err != nil || ask("GET", "/"+code) != 200 {
		t.Errorf("a second before its end it is gone: %v", err)
	}
	now = now.Add(time.Second)
	if get, join := ask("GET", "/"+code), ask("POST", "/"+code+"/voters"); get != 404 || join != 404 {
		t.Errorf("at its end: %d, %d", get, join)
	}
	count := func() (n int64) {
		for _, table := range []string{"rooms", "voters"} {
			n += whole(a.mustLook(t, "SELECT count(*) AS n FROM "+table))
		}
		return n
	}
	if n := count(); n != 2 {
		t.Errorf("%d rows before it is deleted, want 2", n)
	}
	if err := a.Sweep(t.Context()); err != nil || count() != 0 {
		t.Errorf("%d rows are left: %v", count(), err)
	}
}
