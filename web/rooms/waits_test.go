package rooms

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"hopyard/web/store/sqlite"
)

// memory returns an API whose rooms are in a database in memory. If the function
// set is not nil, it changes fields of the API.
func memory(t *testing.T, set func(*API)) *API {
	t.Helper()
	db, err := sqlite.Memory(0)
	if err != nil {
		t.Fatal(err)
	}
	a := &API{DB: db, Waits: NewWaits()}
	if set != nil {
		set(a)
	}
	t.Cleanup(func() {
		a.Waits.Stop()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// pipes is a listener for connections within this process. In a testing/synctest
// bubble, goroutines that wait for such connections count as blocked, so the
// bubble's clock can advance at once.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}
func (p pipes) Close() error   { close(p.closed); return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// piped serves rooms over pipes and returns a client for them. It works within a
// testing/synctest bubble.
func piped(t *testing.T, a *API, requestTime time.Duration) *http.Client {
	t.Helper()
	p := pipes{make(chan net.Conn), make(chan struct{})}
	server := &http.Server{Handler: a, ReadTimeout: requestTime, ReadHeaderTimeout: requestTime}
	go server.Serve(p)
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		client, served := net.Pipe()
		p.conns <- served
		return client, nil
	}}
	t.Cleanup(func() {
		a.Waits.Stop()
		transport.CloseIdleConnections()
		server.Close()
	})
	return &http.Client{Transport: transport}
}

// opened makes a room without a network and returns its code and secret.
func opened(t *testing.T, a *API) (code, secret string) {
	t.Helper()
	w, r := httptest.NewRecorder(), httptest.NewRequest("POST", root, http.NoBody)
	r.Header.Set("Content-Type", "application/json")
	if a.ServeHTTP(w, r); w.Code != 201 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	var made struct{ Code, Secret string }
	if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil {
		t.Fatal(err)
	}
	return made.Code, made.Secret
}

// waitsFor requests the state of a room and waits for news until ctx ends.
func waitsFor(ctx context.Context, client *http.Client, code string) (status int, err error) {
	r, err := http.NewRequestWithContext(ctx, "GET", "http://127.0.0.1"+root+"/"+code+"?wait=25", http.NoBody)
	if err != nil {
		return 0, err
	}
	r.Header.Set("If-None-Match", `"1"`)
	answer, err := client.Do(r)
	if err != nil {
		return 0, err
	}
	return answer.StatusCode, answer.Body.Close()
}

// waiting returns the number of clients that wait for a new state of a room.
func (s *Waits) waiting(code string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.bells[about{code, ofState}]; b != nil {
		return b.waiting
	}
	return 0
}

// TestClientsGo checks that nothing remains of clients that disconnect while they
// wait. The testing/synctest bubble itself checks that their goroutines have ended.
func TestClientsGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := memory(t, nil)
		client := piped(t, a, 0)
		code, _ := opened(t, a)
		ctx, leave := context.WithCancel(t.Context())
		var wait sync.WaitGroup
		for range 100 {
			wait.Go(func() {
				if status, err := waitsFor(ctx, client, code); err == nil {
					t.Errorf("answered: %d", status)
				}
			})
		}
		synctest.Wait()
		if n := a.Waits.waiting(code); n != 100 {
			t.Errorf("%d wait, want 100", n)
		}
		leave()
		wait.Wait()
		synctest.Wait()
		if n := a.Waits.Waiting(); n != 0 {
			t.Errorf("%d kinds of news are still waited for", n)
		}
	})
}

// TestStop checks that Stop ends the waits of all clients at once, and that later
// requests do not wait.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := memory(t, nil)
		client := piped(t, a, 0)
		code, _ := opened(t, a)
		var wait sync.WaitGroup
		began := time.Now()
		for range 20 {
			wait.Go(func() {
				if status, err := waitsFor(t.Context(), client, code); status != 304 {
					t.Errorf("%d, %v", status, err)
				}
			})
		}
		synctest.Wait()
		if n := a.Waits.waiting(code); n != 20 {
			t.Errorf("%d wait, want 20", n)
		}
		a.Waits.Stop()
		wait.Wait()
		if status, err := waitsFor(t.Context(), client, code); status != 304 || time.Since(began) > 0 {
			t.Errorf("afterwards: %d, %v, %v", status, err, time.Since(began))
		}
	})
}

// TestWaitsLongerThanRequestsMayTake checks that a client may wait longer than the
// server's time limit for receiving a request.
func TestWaitsLongerThanRequestsMayTake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := memory(t, nil)
		client := piped(t, a, 5*time.Second)
		code, _ := opened(t, a)
		began := time.Now()
		if status, err := waitsFor(t.Context(), client, code); status != 304 || time.Since(began) != 25*time.Second {
			t.Errorf("answered after %v: %d, %v", time.Since(began), status, err)
		}
	})
}

// clocked returns an API, its clock, and a function that sends a request to the API
// and returns the status. The test may change the clock through the pointer now.
func clocked(t *testing.T) (a *API, now *time.Time, ask func(method, path, token, body string) int) {
	t.Helper()
	at := time.Now()
	a = memory(t, func(a *API) { a.Now = func() time.Time { return at } })
	return a, &at, func(method, path, token, body string) int {
		w, r := httptest.NewRecorder(), httptest.NewRequest(method, root+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+token)
		a.ServeHTTP(w, r)
		return w.Code
	}
}

// TestEnds checks that a room that has ended does not exist for clients, both
// before and after it is deleted. Deleting the room must leave no rows in the
// database.
func TestEnds(t *testing.T) {
	a, now, ask := clocked(t)
	code, _ := opened(t, a)
	if status := ask("POST", "/"+code+"/voters", "", ""); status != 201 {
		t.Errorf("join: %d", status)
	}
	*now = now.Add(Hours*time.Hour - time.Second)
	if err := a.Sweep(t.Context()); err != nil || ask("GET", "/"+code, "", "") != 200 {
		t.Errorf("a second before its end it is gone: %v", err)
	}
	*now = now.Add(time.Second)
	if get, join := ask("GET", "/"+code, "", ""), ask("POST", "/"+code+"/voters", "", ""); get != 404 || join != 404 {
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

// TestEmptyRoomsEnd checks that a room without voters ends exactly one hour after
// it was made or after its host last did something.
func TestEmptyRoomsEnd(t *testing.T) {
	for _, c := range []struct{ does, method, path, body string }{
		{does: "nothing"},
		{"sets the state", "PUT", "", first}, {"sets the desk", "PUT", "/desk", "{}"}, {"orders", "POST", "/orders", "{}"},
		{"waits for votes", "GET", "/votes", ""},
	} {
		a, now, ask := clocked(t)
		code, secret := opened(t, a)
		began := *now
		if c.method != "" { // the host does this every 40 minutes
			for range 4 {
				*now = now.Add(40 * time.Minute)
				if status := ask(c.method, "/"+code+c.path, secret, c.body); status/100 != 2 {
					t.Fatalf("the host %s, %v after it began: %d", c.does, now.Sub(began), status)
				}
				if status := ask(c.method, "/"+code+c.path, newToken(), c.body); status != 401 {
					t.Fatalf("somebody else %s: %d", c.does, status)
				}
			}
		}
		*now = now.Add(time.Hour - time.Second)
		if status := ask("GET", "/"+code, "", ""); status != 200 {
			t.Errorf("the host %s; a second before an hour: %d", c.does, status)
		}
		*now = now.Add(time.Second)
		if status := ask("GET", "/"+code, "", ""); status != 404 {
			t.Errorf("the host %s; an hour later: %d", c.does, status)
		}
	}
}

// TestEmptyRoomsEndWithTheDay checks that an empty room ends after 24 hours even if
// its host is active. Requests of other clients must not extend its life.
func TestEmptyRoomsEndWithTheDay(t *testing.T) {
	a, now, ask := clocked(t)
	code, secret := opened(t, a)
	kept := 0
	for range 30 * 2 {
		if ask("PUT", "/"+code, secret, first) == 204 {
			kept++
		}
		*now = now.Add(30 * time.Minute)
	}
	if kept != Hours*2 {
		t.Errorf("it lived for %d half hours, want %d", kept, Hours*2)
	}
	code, _ = opened(t, a)
	*now = now.Add(59 * time.Minute)
	if status := ask("PUT", "/"+code, newToken(), first); status != 401 {
		t.Errorf("somebody else: %d", status)
	}
	*now = now.Add(time.Minute)
	if status := ask("GET", "/"+code, "", ""); status != 404 {
		t.Errorf("somebody else held the room: %d", status)
	}
}
