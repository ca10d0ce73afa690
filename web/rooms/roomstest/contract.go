package roomstest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// site is what is tested: a client whose mistakes fail the test.
type site struct {
	*testing.T
	*Client
	waits bool // whether the server holds answers back
}

// Run holds the server at base, which ends in "/", to the contract. It asks about 150
// times and makes about 10 rooms. header goes with all requests.
func Run(t *testing.T, base string, header http.Header) {
	t.Helper()
	c := &Client{Base: base, HTTP: &http.Client{Timeout: 40 * time.Second}, Header: header}
	defer c.HTTP.CloseIdleConnections()
	var about struct{ Rooms, Waits bool }
	if err := c.told(200, &about, "GET", "", "", ""); err != nil || !about.Rooms {
		t.Fatalf("about: %+v, %v", about, err)
	}
	for name, test := range map[string]func(*site){
		"open": opens, "lecture": lecture, "state": states, "wrong states": wrongStates, "votes": votes, "wrong votes": wrongVotes,
		"desk": desk, "orders": orders, "end": ends, "news": news, "methods": methods,
	} {
		t.Run(name, func(t *testing.T) { test(&site{t, c, about.Waits}) })
	}
}

// ask wants a status, and what all answers have.
func (s *site) ask(want int, method, path, token, body string, headers ...string) Answer {
	s.Helper()
	a, err := s.Ask(method, path, token, body, headers...)
	if err != nil {
		s.Fatal(err)
	}
	s.whole(method+" "+path, a)
	if a.Status != want {
		s.Errorf("%s %s %.60s: %d, want %d: %.300s", method, path, body, a.Status, want, a.Body)
	}
	return a
}

// whole checks what all answers have: no cache, no script, no other site gets them.
func (s *site) whole(what string, a Answer) {
	s.Helper()
	for name, value := range map[string]string{"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Access-Control-Allow-Origin": "", "Set-Cookie": ""} {
		if got := a.Header.Get(name); got != value {
			s.Errorf("%s: %s is %q, want %q", what, name, got, value)
		}
	}
	if a.Body == "" {
		return
	}
	if kind := a.Header.Get("Content-Type"); kind != "application/json" || !json.Valid([]byte(a.Body)) {
		s.Errorf("%s: %s: %.200q", what, kind, a.Body)
	}
	if a.Status >= 400 {
		var said struct {
			Errors []struct{ Place, Problem, Fix string }
		}
		if err := json.Unmarshal([]byte(a.Body), &said); err != nil || len(said.Errors) == 0 || said.Errors[0].Place == "" || said.Errors[0].Problem == "" || said.Errors[0].Fix == "" {
			s.Errorf("%s: %d without place, problem and fix: %v: %.300s", what, a.Status, err, a.Body)
		}
	}
}

// must fails the test at an error.
func must[T any](s *site) func(T, error) T {
	return func(v T, err error) T {
		s.Helper()
		if err != nil {
			s.Fatal(err)
		}
		return v
	}
}

func (s *site) open() Room              { s.Helper(); return must[Room](s)(s.Open()) }
func (s *site) join(code string) string { s.Helper(); return must[string](s)(s.Join(code)) }

func (s *site) set(room Room, phase string, question, round int) {
	s.Helper()
	if err := s.Set(room, phase, question, round, 10); err != nil {
		s.Fatal(err)
	}
}

func opens(s *site) {
	a := s.ask(201, "POST", "", "", "{}")
	var room Room
	if err := json.Unmarshal([]byte(a.Body), &room); err != nil {
		s.Fatal(err)
	}
	end, err := time.Parse(time.RFC3339, room.Ends)
	if lives := time.Until(end); err != nil || lives < 23*time.Hour || lives > 25*time.Hour {
		s.Errorf("it ends %s: %v", room.Ends, err)
	}
	if !regexp.MustCompile(`^[BCDFGHJKLMNPQRSTVWXZ]{6}$`).MatchString(room.Code) || len(room.Secret) < 22 || a.Header.Get("Location") != "rooms/"+room.Code {
		s.Errorf("%+v at %q", room, a.Header.Get("Location"))
	}
	if other := s.open(); other.Code == room.Code || other.Secret == room.Secret {
		s.Errorf("two rooms: %+v and %+v", room, other)
	}
	s.ask(200, "GET", "/"+strings.ToLower(room.Code), "", "") // typed as one likes
	s.ask(404, "GET", "/BBBBBB", "", "")
	s.ask(404, "GET", "/bbbbbb/votes", room.Secret, "")
}

// lecture is one question from wait to over, with a phone that comes late, one that
// changes its mind and one that says everything twice.
func lecture(s *site) {
	room := s.open()
	a, b, c := s.join(room.Code), s.join(room.Code), s.join(room.Code)
	vote := func(want int, voter string, question, round int, answer string) {
		s.Helper()
		if got := must[int](s)(s.Vote(room.Code, voter, question, round, answer)); got != want {
			s.Errorf("a vote for %d/%d: %d, want %d", question, round, got, want)
		}
	}
	vote(409, a, 1, 1, "early")
	s.set(room, "vote", 1, 1)
	vote(204, a, 1, 1, "3,4")
	vote(204, a, 1, 1, "3,4")
	vote(204, b, 1, 1, "first")
	vote(204, b, 1, 1, "second")
	vote(409, c, 1, 2, "another round")
	vote(409, c, 2, 1, "another question")
	s.set(room, "discuss", 1, 1)
	vote(409, c, 1, 1, "late")
	first := must[Tally](s)(s.Votes(room, 0))
	s.set(room, "revote", 1, 2)
	vote(409, c, 1, 1, "the round before")
	vote(204, c, 1, 2, "late, <b>but</b> in time")
	vote(204, b, 1, 2, "3,4")
	all := must[Tally](s)(s.Votes(room, 0))
	want := []Vote{{1, 1, 1, "3,4"}, {1, 1, 2, "second"}, {1, 2, 3, "late, <b>but</b> in time"}, {1, 2, 2, "3,4"}}
	if !slices.Equal(all.Votes, want) || all.Joined != 3 || all.Answered != 2 || all.Question != 1 || all.Round != 2 {
		s.Errorf("%+v, want the votes %+v of 3, 2 in this round", all, want)
	}
	if first.Answered != 2 || !slices.Equal(first.Votes, want[:2]) {
		s.Errorf("after the first round: %+v", first)
	}
	if news := must[Tally](s)(s.Votes(room, first.Last)); !slices.Equal(news.Votes, want[2:]) || news.Last != all.Last {
		s.Errorf("since %d: %+v", first.Last, news)
	}
	for _, phase := range []string{"bars", "reveal", "over"} {
		s.set(room, phase, 1, 2)
		vote(409, a, 1, 2, "too late")
	}
	if late := s.ask(409, "PUT", "/"+room.Code+"/votes/1/2", a, `{"answer":"x"}`); !strings.Contains(late.Body, `"value":"over"`) {
		s.Errorf("the phase is not told: %s", late.Body)
	}
}

// states: what the host sets comes back byte for byte, to all who have the code.
func states(s *site) {
	room := s.open()
	before := s.ask(200, "GET", "/"+room.Code, "", "")
	if before.Header.Get("ETag") == "" || !strings.Contains(before.Body, `"phase":"wait"`) {
		s.Errorf("at first: %v %s", before.Header, before.Body)
	}
	frame := State("reveal", 200, 2, 0)
	for _, text := range []string{
		frame, ` { "phase":"wait","question":0, "round":1,"x":"</script><!-- \u0000 ü 中文 \ud83d\ude00" } `,
		State("reveal", 200, 2, 64<<10-len(frame)), `{"round":2,"phase":"re\u0076ote","question":7,"deep":` + strings.Repeat("[", 30) + strings.Repeat("]", 30) + "}",
	} {
		set := s.ask(204, "PUT", "/"+room.Code, room.Secret, text)
		got := s.ask(200, "GET", "/"+room.Code, "", "", "If-None-Match: "+before.Header.Get("ETag"))
		if got.Body != text || got.Header.Get("ETag") != set.Header.Get("ETag") || got.Header.Get("ETag") == before.Header.Get("ETag") {
			s.Errorf("%.60q: %.60q, ETag %s, set as %s", text, got.Body, got.Header.Get("ETag"), set.Header.Get("ETag"))
		}
		same := s.ask(304, "GET", "/"+room.Code, "", "", "If-None-Match: W/"+got.Header.Get("ETag"))
		if same.Body != "" || same.Header.Get("ETag") != got.Header.Get("ETag") {
			s.Errorf("the same again: %v %q", same.Header, same.Body)
		}
		before = got
	}
	if head := s.ask(200, "HEAD", "/"+room.Code, "", ""); head.Body != "" || head.Header.Get("ETag") != before.Header.Get("ETag") {
		s.Errorf("HEAD: %v", head)
	}
	for wait, want := range map[string]int{"0": 304, "-1": 400, "26": 400, "1e1": 400, "x": 400, "01": 400} {
		s.ask(want, "GET", "/"+room.Code+"?wait="+wait, "", "", "If-None-Match: "+before.Header.Get("ETag"))
	}
}

func wrongStates(s *site) {
	room := s.open()
	for text, place := range map[string]string{
		"": "body", "[]": "body", "null": "body", "{": "body", `{"phase":"wait"} {}`: "body", "\xff": "body",
		`{"phase":"wait","question":1,"round":1,"x":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + "}": "body",
		`{"phase":"wait","phase":"vote","question":1,"round":1}`:                                                "body",
		`{"phase":"open","question":1,"round":1}`:                                                               "phase", `{"question":1,"round":1}`: "phase", `{"phase":1,"question":1,"round":1}`: "phase",
		`{"phase":"vote","question":0,"round":1}`: "question", `{"phase":"wait","question":201,"round":1}`: "question",
		`{"phase":"wait","question":-1,"round":1}`: "question", `{"phase":"wait","question":1.0,"round":1}`: "question", `{"phase":"wait","question":"1","round":1}`: "question",
		`{"phase":"vote","question":1,"round":2}`: "round", `{"phase":"revote","question":1,"round":1}`: "round", `{"phase":"wait","question":1,"round":3}`: "round",
	} {
		a := s.ask(400, "PUT", "/"+room.Code, room.Secret, text)
		place = fmt.Sprintf(`"place":%q`, place)
		if !strings.Contains(a.Body, place) {
			s.Errorf("%.60q: want %s: %s", text, place, a.Body)
		}
	}
	s.ask(413, "PUT", "/"+room.Code, room.Secret, State("wait", 1, 1, 64<<10))
	if now := s.ask(200, "GET", "/"+room.Code, "", ""); !strings.Contains(now.Body, `"question":0`) {
		s.Errorf("a wrong state was taken: %s", now.Body)
	}
}

// votes: the host asks only for what he has not, and gets it in parts.
func votes(s *site) {
	room := s.open()
	s.set(room, "vote", 200, 1)
	voter := s.join(room.Code)
	const longest = 500
	answer := strings.Repeat("ü", longest/2)
	if status := must[int](s)(s.Vote(room.Code, voter, 200, 1, answer)); status != 204 {
		s.Errorf("the longest answer: %d", status)
	}
	a := s.ask(200, "GET", "/"+room.Code+"/votes", room.Secret, "")
	s.ask(304, "GET", "/"+room.Code+"/votes", room.Secret, "", "If-None-Match: "+a.Header.Get("ETag"))
	s.join(room.Code)
	b := s.ask(200, "GET", "/"+room.Code+"/votes?since=1", room.Secret, "", "If-None-Match: "+a.Header.Get("ETag"))
	if !strings.Contains(a.Body, answer) || strings.Contains(b.Body, answer) || !strings.Contains(b.Body, `"joined":2`) || !strings.Contains(b.Body, `"votes":[]`) {
		s.Errorf("%s, then %s", a.Body, b.Body)
	}
	for _, since := range []string{"-1", "x", "1.5", "99999999999999999999", "1%20or%201=1"} {
		s.ask(400, "GET", "/"+room.Code+"/votes?since="+since, room.Secret, "")
	}
}

func wrongVotes(s *site) {
	room := s.open()
	s.set(room, "vote", 1, 1)
	voter := s.join(room.Code)
	at := "/" + room.Code + "/votes/1/1"
	for _, body := range []string{"", "{}", `{"answer":""}`, `{"answer":1}`, `{"answer":null}`, `{"answer":["a"]}`, `"a"`, `{"answer":"a\nb"}`, `{"answer":"\u0000"}`, `{"answer":"\u007f"}`, `{"answer":"a","answer":"b"}`, `{"answer":"` + strings.Repeat("x", 501) + `"}`, `{"answer":"` + strings.Repeat("ü", 251) + `"}`} {
		s.ask(400, "PUT", at, voter, body)
	}
	s.ask(413, "PUT", at, voter, `{"answer":"a","x":"`+strings.Repeat("x", 5000)+`"}`)
	for _, path := range []string{"0/1", "1/0", "201/1", "1/3", "01/1", "1/1/", "1/1/1", "1", "+1/1", "1/%31%20", "-1/1", "1/1%00", "１/1"} {
		s.ask(404, "PUT", "/"+room.Code+"/votes/"+path, voter, `{"answer":"a"}`)
	}
	if all := must[Tally](s)(s.Votes(room, 0)); len(all.Votes) != 0 || all.Joined != 1 {
		s.Errorf("a wrong vote was taken: %+v", all)
	}
}

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
		if err := s.told(204, nil, "POST", at, room.Secret, fmt.Sprintf(`{"n":%d}`, i)); err != nil {
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

// news: where the server can, an answer comes with the news; else it says when to ask
// again.
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
		before := s.ask(200, "GET", at+c.path+"?wait=25", c.token, "") // who has nothing does not wait
		match := "If-None-Match: " + before.Header.Get("ETag")
		got := make(chan Answer, 1)
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
	began = time.Now() // a room that ends says so at once
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
