package roomstest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

func desk(s *site) {
	room := s.open()
	at := "/" + room.Code + "/desk"
	none := s.ask(200, "GET", at, room.Secret, "")
	if none.Body != "{}\n" {
		s.Errorf("at first: %s", none.Body)
	}
	for _, text := range []string{`{"notes": "<b>x</b>"}`, `{ "next": 7 }`} {
		s.ask(204, "PUT", at, room.Secret, text)
		got := s.ask(200, "GET", at, room.Secret, "", "If-None-Match: "+none.Header.Get("ETag"))
		if got.Body != text {
			s.Errorf("%s: %s", text, got.Body)
		}
		s.ask(304, "GET", at, room.Secret, "", "If-None-Match: "+got.Header.Get("ETag"))
		none = got
	}
	s.ask(400, "PUT", at, room.Secret, `["x"]`)
	s.ask(413, "PUT", at, room.Secret, `{"x":"`+strings.Repeat("x", 64<<10)+`"}`)
	if phone := s.ask(200, "GET", "/"+room.Code, "", ""); strings.Contains(phone.Body, "next") {
		s.Errorf("phones see the desk: %s", phone.Body)
	}
}

func orders(s *site) {
	room := s.open()
	at := "/" + room.Code + "/orders"
	read := func(after int) (last int, orders []string) {
		s.Helper()
		var said struct {
			Last   int
			Orders [][2]json.RawMessage
		}
		a := s.ask(200, "GET", fmt.Sprint(at, "?after=", after), room.Secret, "")
		if err := json.Unmarshal([]byte(a.Body), &said); err != nil {
			s.Fatal(err)
		}
		for _, o := range said.Orders {
			orders = append(orders, string(o[0])+string(o[1]))
		}
		return said.Last, orders
	}
	if last, all := read(0); last != 0 || len(all) != 0 {
		s.Errorf("at first: %d %v", last, all)
	}
	for i := 1; i <= 3; i++ {
		s.ask(204, "POST", at, room.Secret, fmt.Sprintf(`{"do":"next","x":[%d,"</script>"]}`, i))
	}
	want := []string{`2{"do":"next","x":[2,"</script>"]}`, `3{"do":"next","x":[3,"</script>"]}`}
	if last, all := read(1); last != 3 || !slices.Equal(all, want) {
		s.Errorf("%d %v, want %v", last, all, want)
	}
	if last, all := read(3); last != 3 || len(all) != 0 {
		s.Errorf("after the last: %d %v", last, all)
	}
	for i := 4; i <= 203; i++ {
		if err := s.expect(204, nil, "POST", at, room.Secret, fmt.Sprintf(`{"n":%d}`, i)); err != nil {
			s.Fatal(err)
		}
	}
	if last, all := read(0); last != 203 || len(all) != 200 || all[0] != `4{"n":4}` {
		s.Errorf("of 203: %d, %d kept, from %v", last, len(all), all[0])
	}
	s.ask(400, "POST", at, room.Secret, `"next"`)
	s.ask(400, "POST", at, room.Secret, "")
	s.ask(413, "POST", at, room.Secret, `{"x":"`+strings.Repeat("x", 4096)+`"}`)
}

func ends(s *site) {
	room, other := s.open(), s.open()
	voter := s.join(room.Code)
	s.set(room, "vote", 1, 1)
	s.ask(204, "DELETE", "/"+room.Code, room.Secret, "")
	for _, path := range []string{"", "/votes", "/desk", "/orders"} {
		s.ask(404, "GET", "/"+room.Code+path, room.Secret, "")
	}
	s.ask(404, "PUT", "/"+room.Code+"/votes/1/1", voter, `{"answer":"x"}`)
	s.ask(404, "POST", "/"+room.Code+"/voters", "", "")
	s.ask(404, "PUT", "/"+room.Code, room.Secret, State("wait", 1, 1, 1))
	s.ask(404, "DELETE", "/"+room.Code, room.Secret, "")
	s.ask(200, "GET", "/"+other.Code, "", "")
}

// news checks that a response that is held back arrives as soon as there is news.
// If the server cannot hold responses back, it checks that the response says when
// to ask again.
func news(s *site) {
	room := s.open()
	s.set(room, "vote", 1, 1)
	voter := s.join(room.Code)
	at := "/" + room.Code
	for _, c := range []struct {
		path, token string
		tell        func()
	}{
		{"", "", func() { s.set(room, "discuss", 1, 1) }},
		{"/votes", room.Secret, func() { s.set(room, "vote", 1, 1); s.ask(204, "PUT", at+"/votes/1/1", voter, `{"answer":"a"}`) }},
		{"/votes", room.Secret, func() { s.join(room.Code) }},
		{"/desk", room.Secret, func() { s.ask(204, "PUT", at+"/desk", room.Secret, `{"a":1}`) }},
		{"/orders", room.Secret, func() { s.ask(204, "POST", at+"/orders", room.Secret, `{"a":1}`) }},
	} {
		before := s.ask(200, "GET", at+c.path+"?wait=25", c.token, "") // a client that has no version yet is answered at once
		match := "If-None-Match: " + before.Header.Get("ETag")
		got := make(chan Response, 1)
		began := time.Now()
		go func() {
			a, err := s.Ask("GET", at+c.path+"?wait=25", c.token, "", match)
			if err != nil {
				s.Error(err)
			}
			got <- a
		}()
		if !s.waits {
			a := <-got
			if again := a.Header.Get("Retry-After"); a.Status != 304 || again == "" || again == "0" {
				s.Errorf("%s: %d, Retry-After %q", c.path, a.Status, again)
			}
			c.tell()
			s.ask(200, "GET", at+c.path, c.token, "", match)
			continue
		}
		select {
		case a := <-got:
			s.Errorf("%s: answered without news: %d %s", c.path, a.Status, a.Body)
			continue
		case <-time.After(50 * time.Millisecond):
		}
		c.tell()
		if a := <-got; a.Status != 200 || a.Header.Get("ETag") == before.Header.Get("ETag") || a.Header.Get("Retry-After") != "0" || time.Since(began) > 20*time.Second {
			s.Errorf("%s: %d after %v: %v %s", c.path, a.Status, time.Since(began), a.Header, a.Body)
		}
	}
	if !s.waits {
		return
	}
	now := s.ask(200, "GET", at, "", "")
	began := time.Now()
	if s.ask(304, "GET", at+"?wait=1", "", "", "If-None-Match: "+now.Header.Get("ETag")); time.Since(began) < 900*time.Millisecond {
		s.Errorf("it waited %v instead of 1 s", time.Since(began))
	}
	began = time.Now() // a waiting request is answered at once when its room ends
	go func() { time.Sleep(50 * time.Millisecond); s.ask(204, "DELETE", at, room.Secret, "") }()
	if s.ask(404, "GET", at+"?wait=25", "", "", "If-None-Match: "+now.Header.Get("ETag")); time.Since(began) > 20*time.Second {
		s.Errorf("the end was told after %v", time.Since(began))
	}
}

func methods(s *site) {
	room := s.open()
	at := "/" + room.Code
	for path, allow := range map[string]string{
		"": "GET, HEAD, POST", at: "GET, HEAD, PUT, DELETE", at + "/voters": "POST", at + "/votes": "GET, HEAD", at + "/votes/1/1": "PUT",
		at + "/desk": "GET, HEAD, PUT", at + "/orders": "GET, HEAD, POST",
	} {
		for _, method := range []string{"GET", "POST", "PUT", "DELETE", "PATCH"} {
			if strings.Contains(allow, method) {
				continue
			}
			body := ""
			if method == "POST" || method == "PUT" {
				body = "{}"
			}
			if a := s.ask(405, method, path, room.Secret, body); a.Header.Get("Allow") != allow+", OPTIONS" {
				s.Errorf("%s %s: Allow %q", method, path, a.Header.Get("Allow"))
			}
		}
		a := s.ask(204, "OPTIONS", path, "", "", "Origin: https://evil.example", "Access-Control-Request-Method: PUT", "Access-Control-Request-Headers: authorization")
		if a.Header.Get("Allow") != allow+", OPTIONS" || a.Header.Get("Access-Control-Allow-Headers") != "" {
			s.Errorf("OPTIONS %s: %v", path, a.Header)
		}
	}
}
