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

	"hopyard/web/rooms"
	"hopyard/web/rooms/roomstest"
	"hopyard/web/store"
	"hopyard/web/store/sqlite"
)

// withRooms returns a server with rooms in memory, which exist until the test ends.
func withRooms(t *testing.T, args ...string) *server {
	t.Helper()
	return loggingRooms(t, io.Discard, args...)
}

// loggingRooms returns a server with rooms in memory. The server logs to the given
// writer.
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

// TestRooms checks that the whole server keeps the contract of rooms, for clients
// behind a proxy and for a site below a path.
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

// TestNoRooms checks that a server without a database answers that it has no rooms.
func TestNoRooms(t *testing.T) {
	h := testServer(t, &store.Memory{}).handler()
	for _, method := range []string{"GET", "POST"} {
		if r := ask(h, student, method, "/api/rooms", "", asJSON); r.StatusCode != 404 || r.Header.Get("Content-Type") != jsonType {
			t.Errorf("%s: %s", method, r.Status)
		}
	}
}

// hall sends requests to a handler as one client. The field from is the address of
// that client.
type hall struct {
	*testing.T
	h    http.Handler
	from string
}

func (a hall) ask(method, path, token, body string) (status int, said map[string]any) {
	a.Helper()
	r := ask(a.h, a.from, method, "/api/rooms"+path, body, asJSON, "Authorization: Bearer "+token)
	_ = json.NewDecoder(r.Body).Decode(&said) // ignore the error, because some responses have no body
	return r.StatusCode, said
}

// open makes a room and sets its state so that a round is open.
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

// TestHallBehindOneAddress lets 500 phones behind one address join within 30 s and
// vote within 10 s, and checks that no phone is refused. Meanwhile an attacker in
// the same hall guesses codes, forges tokens, and votes and joins without end.
// Attackers at other addresses do the same.
func TestHallBehindOneAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const phones = 500
		h := withRooms(t).handler()
		in, away := hall{t, h, "198.51.100.1:1"}, hall{t, h, "203.0.113.1:1"}
		code, secret := in.open()
		evilRoom, _ := in.open() // the attacker's own room, used for endless votes
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
				in.ask("POST", "/"+evilRoom+"/voters", "", "{}") // the attacker continues until the room is full
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
		// The test sends 1,000 requests of each kind within 40 s. The limits allow
		// 60 guesses or 30 votes at once, and further requests at the permitted
		// rate.
		for kind, want := range map[string]int{"guesses in the hall": 930, "guesses elsewhere": 930, "votes": 930} {
			if n := refused[kind]; n < want-20 || n > want+20 {
				t.Errorf("%s: %d of 1,000 refused, want about %d", kind, n, want)
			}
		}
	})
}

// TestRoomsOfOneAddress checks how many rooms one address can make, and that this
// machine itself has no limit.
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
		if n := made(student); n != roomTiers[0].Burst {
			t.Errorf("%d rooms, want %d", n, roomTiers[0].Burst)
		}
		if n := made(here); n != 100 {
			t.Errorf("%d rooms of this machine", n)
		}
		time.Sleep(21 * time.Minute)
		if n := made(student); n != 2 {
			t.Errorf("%d rooms 21 minutes later, want 2", n)
		}
	})
}

// flood opens rooms from every /64 of the given number of /48 networks, one network
// after the other, until they are refused. It joins each room, so that the room
// lasts for a day. It returns the number of rooms that it opened.
func flood(t *testing.T, h http.Handler, prefixes, subnets int) (opened int) {
	t.Helper()
	for prefix := range prefixes {
		for subnet := range subnets {
			for {
				in := hall{t, h, fmt.Sprintf("[2001:db8:%x:%x::1]:1", prefix, subnet)}
				status, made := in.ask("POST", "", "", "{}")
				if status != 201 {
					if status != 429 && status != 503 {
						t.Fatalf("a room: %d %v", status, made)
					}
					break
				}
				opened++
				if status, said := in.ask("POST", "/"+made["code"].(string)+"/voters", "", "{}"); status != 201 {
					t.Fatalf("joining it: %d %v", status, said)
				}
			}
		}
	}
	return opened
}

// TestOneNetworkFloods lets one /56 or one /48 open as many rooms as it can for a
// day. It must get less than half of all rooms.
func TestOneNetworkFloods(t *testing.T) {
	for what, c := range map[string]struct{ subnets, atOnce, most int }{"/56": {256, 60, 300}, "/48": {512, 100, 460}} {
		synctest.Test(t, func(t *testing.T) {
			h := withRooms(t).handler()
			all := flood(t, h, 1, c.subnets)
			if all != c.atOnce {
				t.Errorf("a %s opens %d rooms at once, want %d", what, all, c.atOnce)
			}
			for range 23 {
				time.Sleep(time.Hour)
				all += flood(t, h, 1, c.subnets)
			}
			if all > c.most || all < c.most-30 {
				t.Errorf("a %s opens %d rooms in a day, want at most %d", what, all, c.most)
			}
			if status, said := (hall{t, h, "198.51.100.1:1"}).ask("POST", "", "", "{}"); status != 201 {
				t.Errorf("a lecturer meanwhile: %d %v", status, said)
			}
		})
	}
}

// TestReserveIsForOthers lets 12 networks open as many rooms as they can. The last
// of them must get only a few reserved rooms each, and a lecturer in another
// network must still get a room. On the next day, a network that flooded must be
// able to open a room again.
func TestReserveIsForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := withRooms(t).handler()
		const networks = 12
		if n := flood(t, h, networks, 258); n != rooms.MaxOpen-rooms.Reserve+spareBurst*(networks-8) {
			t.Errorf("%d rooms of %d networks, want %d and %d of each network that came too late", n, networks, rooms.MaxOpen-rooms.Reserve, spareBurst)
		}
		for _, lecturer := range []string{"198.51.100.1:1", "[2001:db9::1]:1", here} {
			if status, said := (hall{t, h, lecturer}).ask("POST", "", "", "{}"); status != 201 {
				t.Errorf("a lecturer at %s: %d %v", lecturer, status, said)
			}
		}
		status, said := (hall{t, h, "[2001:db8:1:ffff::1]:1"}).ask("POST", "", "", "{}")
		if status != 429 && status != 503 {
			t.Errorf("one more of a network that floods: %d %v", status, said)
		}
		time.Sleep(25 * time.Hour) // all rooms have ended
		if status, said := (hall{t, h, "[2001:db8:1:ffff::1]:1"}).ask("POST", "", "", "{}"); status != 201 {
			t.Errorf("the day after: %d %v", status, said)
		}
	})
}

// TestEmptyRoomsMakeRoom checks that rooms that nobody joins end within an hour, so
// that new rooms can be opened.
func TestEmptyRoomsMakeRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := withRooms(t, "--rate", "0").handler() // without request limits, so that only the number of open rooms is limited
		in := hall{t, h, "198.51.100.1:1"}
		for i := range rooms.MaxOpen {
			if status, said := in.ask("POST", "", "", "{}"); status != 201 {
				t.Fatalf("room %d: %d %v", i+1, status, said)
			}
		}
		if status, _ := in.ask("POST", "", "", "{}"); status != 503 {
			t.Errorf("one more: %d", status)
		}
		time.Sleep(time.Hour)
		if status, said := in.ask("POST", "", "", "{}"); status != 201 {
			t.Errorf("an hour later: %d %v", status, said)
		}
	})
}

// TestWaitsAreCountedApart checks that the time for which a phone waits for news is
// not counted in the server's response times.
func TestWaitsAreCountedApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := withRooms(t).handler()
		in := hall{t, h, "198.51.100.1:1"}
		code, _ := in.open()
		if r := ask(h, in.from, "GET", "/api/rooms/"+code+"?wait=25", "", `If-None-Match: "2"`); r.StatusCode != 304 {
			t.Errorf("who waits: %s", r.Status)
		}
		if r := ask(h, in.from, "GET", "/api/rooms/"+code+"?wait=25", "", `If-None-Match: "1"`); r.StatusCode != 200 {
			t.Errorf("who has another state: %s", r.Status)
		}
		figures := text(t, ask(h, here, "GET", "/metrics", ""))
		for _, want := range []string{
			`hopyard_wait_seconds_count{route="/api/rooms/{code}"} 1`, `hopyard_wait_seconds_sum{route="/api/rooms/{code}"} 25`,
			`hopyard_request_seconds_count{route="/api/rooms/{code}"} 2`, `hopyard_request_seconds_sum{route="/api/rooms/{code}"} 0`,
		} {
			if !strings.Contains(figures, want+"\n") {
				t.Errorf("/metrics lacks %s", want)
			}
		}
	})
}

// TestRoomsAreNotLogged checks that a log of all requests contains no code, secret,
// answer or address.
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
