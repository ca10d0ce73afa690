package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hopyard/web/rooms/roomstest"
	"hopyard/web/store"
	"hopyard/web/store/sqlite"
)

// withRooms is a server with rooms in memory, as long as the test runs.
func withRooms(t *testing.T, args ...string) *server {
	t.Helper()
	return loggingRooms(t, io.Discard, args...)
}

// loggingRooms is the same with a log.
func loggingRooms(t *testing.T, log io.Writer, args ...string) *server {
	t.Helper()
	o, err := readFlags(args, log)
	if err != nil {
		t.Fatal(err)
	}
	v, err := newServer(dist, &store.Memory{}, o.settings)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Memory(0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	v.keepRooms(ctx, db)
	t.Cleanup(func() {
		stop()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return v
}

// The whole server keeps the contract, for clients behind a proxy, and below a path.
func TestRooms(t *testing.T) {
	for name, args := range map[string][]string{
		"at the top":   {"--proxies", "127.0.0.1"},
		"below a path": {"--proxies", "127.0.0.1", "--base-url", "https://uni.example/hopyard/"},
	} {
		t.Run(name, func(t *testing.T) {
			v := withRooms(t, args...)
			server := httptest.NewServer(v.handler())
			defer server.Close()
			header := http.Header{"X-Forwarded-For": {"192.0.2.7"}}
			roomstest.Run(t, server.URL+v.prefix+"/", header)
			roomstest.Hostile(t, server.URL+v.prefix+"/", func(int) http.Header { return http.Header{"X-Forwarded-For": {"192.0.2.8"}} })
		})
	}
}

// One server without a database has no rooms, and says so.
func TestNoRooms(t *testing.T) {
	h := testServer(t, &store.Memory{}).handler()
	for _, method := range []string{"GET", "POST"} {
		if r := ask(h, student, method, "/api/rooms", "", asJSON); r.StatusCode != 404 || r.Header.Get("Content-Type") != jsonType {
			t.Errorf("%s: %s", method, r.Status)
		}
	}
}

// hall asks the server's handler from one address.
type hall struct {
	*testing.T
	h    http.Handler
	from string
}

func (a hall) ask(method, path, token, body string) (status int, said map[string]any) {
	a.Helper()
	r := ask(a.h, a.from, method, "/api/rooms"+path, body, asJSON, "Authorization: Bearer "+token)
	_ = json.NewDecoder(r.Body).Decode(&said) // some have no body
	return r.StatusCode, said
}

// open makes a room with an open round.
func (a hall) open() (code, secret string) {
	a.Helper()
	status, made := a.ask("POST", "", "", "{}")
	if status != 201 {
		a.Fatalf("a room: %d %v", status, made)
	}
	code, secret = made["code"].(string), made["secret"].(string)
	if status, said := a.ask("PUT", "/"+code, secret, roomstest.State("vote", 1, 1, 100)); status != 204 {
		a.Fatalf("its state: %d %v", status, said)
	}
	return code, secret
}

// 500 phones behind one address join within 30 s and vote within 10 s, and nobody is
// refused; though one in the same hall guesses codes, forges tokens, and votes and
// joins without end, and others elsewhere do so too.
func TestHallBehindOneAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const phones = 500
		h := withRooms(t).handler()
		in, away := hall{t, h, "198.51.100.1:1"}, hall{t, h, "203.0.113.1:1"}
		code, secret := in.open()
		evilRoom, _ := in.open() // his own, to vote in without end
		_, joined := in.ask("POST", "/"+evilRoom+"/voters", "", "{}")
		evil := joined["voter"].(string)
		refused := map[string]int{}
		flood := func() {
			for i := range 10 {
				guess := strings.NewReplacer("0", "B", "1", "C", "2", "D", "3", "F", "4", "G", "5", "H", "6", "J", "7", "K", "8", "L", "9", "M").Replace(fmt.Sprintf("%06d", i*7919))
				for kind, from := range map[string]hall{"guesses in the hall": in, "guesses elsewhere": away} {
					if status, _ := from.ask("GET", "/"+guess, "", ""); status == 429 {
						refused[kind]++
					}
				}
				if status, _ := in.ask("PUT", "/"+evilRoom+"/votes/1/1", evil, fmt.Sprintf(`{"answer":"%d"}`, i)); status == 429 {
					refused["votes"]++
				}
				in.ask("POST", "/"+evilRoom+"/voters", "", "{}") // until it is full
				if status, _ := in.ask("PUT", "/"+code+"/votes/1/1", strings.Repeat("A", 22), `{"answer":"forged"}`); status/100 != 4 {
					t.Errorf("a forged vote: %d", status)
				}
			}
		}
		voters := make([]string, phones)
		for i := range voters {
			status, said := in.ask("POST", "/"+code+"/voters", "", "{}")
			if status != 201 {
				t.Fatalf("phone %d joins: %d %v", i, status, said)
			}
			voters[i], _ = said["voter"].(string)
			if i%10 == 0 {
				flood()
			}
			time.Sleep(30 * time.Second / phones)
		}
		for i, voter := range voters {
			if status, said := in.ask("PUT", "/"+code+"/votes/1/1", voter, `{"answer":"3,4"}`); status != 204 {
				t.Fatalf("phone %d votes: %d %v", i, status, said)
			}
			if status, said := in.ask("GET", "/"+code, "", ""); status != 200 {
				t.Fatalf("phone %d asks: %d %v", i, status, said)
			}
			if i%10 == 0 {
				flood()
			}
			time.Sleep(10 * time.Second / phones)
		}
		_, all := in.ask("GET", "/"+code+"/votes", secret, "")
		if all["joined"] != float64(phones) || all["answered"] != float64(phones) {
			t.Errorf("%v joined, %v answered, want %d", all["joined"], all["answered"], phones)
		}
		// Of 1,000 each: 60 and 30 at once, and what 40 s give.
		for kind, want := range map[string]int{"guesses in the hall": 930, "guesses elsewhere": 930, "votes": 930} {
			if n := refused[kind]; n < want-20 || n > want+20 {
				t.Errorf("%s: %d of 1,000 refused, want about %d", kind, n, want)
			}
		}
	})
}

// Rooms are made by one address, one after the other; this machine makes any number.
func TestRoomsOfOneAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := withRooms(t).handler()
		made := func(from string) (n int) {
			for range 100 {
				r := ask(h, from, "POST", "/api/rooms", "{}", asJSON)
				if n++; r.StatusCode == 429 && r.Header.Get("Retry-After") != "" {
					return n - 1
				}
			}
			return n
		}
		if n := made(student); n != openBurst {
			t.Errorf("%d rooms, want %d", n, openBurst)
		}
		if n := made(here); n != 100 {
			t.Errorf("%d rooms of this machine", n)
		}
		time.Sleep(7 * time.Minute)
		if n := made(student); n != 2 {
			t.Errorf("%d rooms 7 minutes later, want 2", n)
		}
	})
}

// The log, even of every request, has no code, no secret, no answer and no address.
func TestRoomsAreNotLogged(t *testing.T) {
	var log bytes.Buffer
	in := hall{t, loggingRooms(t, &log, "--log", "debug").handler(), "198.51.100.1:1"}
	code, secret := in.open()
	_, joined := in.ask("POST", "/"+code+"/voters", "", "{}")
	voter := joined["voter"].(string)
	in.ask("PUT", "/"+code+"/votes/1/1", voter, `{"answer":"my answer"}`)
	in.ask("PUT", "/"+code+"/votes/2/1", voter, `{"answer":"my answer"}`)
	in.ask("GET", "/"+code+"/votes", voter, "")
	in.ask("GET", "/"+code+"/votes", secret, "")
	in.ask("GET", "/BBBBBB", "", "")
	if n := strings.Count(log.String(), `"msg":"request"`); n < 8 {
		t.Errorf("%d requests are logged: %s", n, &log)
	}
	for _, word := range []string{code, secret, voter, "BBBBBB", "my answer", "198.51.100.1"} {
		if strings.Contains(log.String(), word) {
			t.Errorf("the log has %q: %s", word, &log)
		}
	}
}
