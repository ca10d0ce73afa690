package roomstest

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// site is the server under test. It is a client whose errors fail the test.
type site struct {
	*testing.T
	*Client
	waits bool // whether the server holds responses back
}

// Run checks that the server at base keeps the contract of rooms. base ends in "/".
// Run sends about 150 requests and makes about 10 rooms. It sends header with all
// requests.
func Run(t *testing.T, base string, header http.Header) {
	t.Helper()
	c := &Client{Base: base, HTTP: &http.Client{Timeout: 5 * time.Minute}, Header: header}
	defer c.HTTP.CloseIdleConnections()
	var about struct{ Rooms, Waits bool }
	if err := c.expect(200, &about, "GET", "", "", ""); err != nil || !about.Rooms {
		t.Fatalf("about: %+v, %v", about, err)
	}
	for name, test := range map[string]func(*site){
		"open": opens, "lecture": lecture, "state": states, "wrong states": wrongStates, "votes": votes, "wrong votes": wrongVotes,
		"desk": desk, "orders": orders, "end": ends, "news": news, "methods": methods,
	} {
		t.Run(name, func(t *testing.T) { test(&site{t, c, about.Waits}) })
	}
}

// ask sends a request. It checks the status of the response, and the properties
// that all responses must have.
func (s *site) ask(want int, method, path, token, body string, headers ...string) Response {
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

// whole checks the properties that all responses must have: no caching, no access
// for other sites, no cookies, and errors in the common form.
func (s *site) whole(what string, a Response) {
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

// must returns a function that fails the test if its second argument is an error,
// and otherwise returns its first argument.
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
	s.ask(200, "GET", "/"+strings.ToLower(room.Code), "", "") // codes may be typed in small letters
	s.ask(404, "GET", "/BBBBBB", "", "")
	s.ask(404, "GET", "/bbbbbb/votes", room.Secret, "")
}

// lecture checks one question through all its phases, from "wait" to "over". One
// phone joins late, one changes its vote, and one sends everything twice.
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
