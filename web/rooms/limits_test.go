package rooms

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hopyard/web/store"
)

// mustLook returns the first value in the result of a query, and fails the test on
// an error.
func (a *API) mustLook(t *testing.T, query string) any {
	t.Helper()
	results, err := a.DB.Read(t.Context(), store.Statement{SQL: query})
	if err != nil {
		t.Fatal(err)
	}
	return results[0].Rows[0][0]
}

// TestFull checks the maximum number of voters in a room and the maximum number of
// rooms on a server.
func TestFull(t *testing.T) {
	a := memory(t, nil)
	code, _ := opened(t, a)
	post := func(path string) *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequest("POST", root+path, http.NoBody)
		r.Header.Set("Content-Type", "application/json")
		a.ServeHTTP(w, r)
		return w
	}
	for i := range MaxVoters {
		if w := post("/" + code + "/voters"); w.Code != 201 {
			t.Fatalf("voter %d: %d %s", i+1, w.Code, w.Body)
		}
	}
	if w := post("/" + code + "/voters"); w.Code != 409 || !strings.Contains(w.Body.String(), `"limit":"1000"`) {
		t.Errorf("one more: %d %s", w.Code, w.Body)
	}
	for i := 1; i < MaxOpen; i++ {
		if w := post(""); w.Code != 201 {
			t.Fatalf("room %d: %d %s", i+1, w.Code, w.Body)
		}
	}
	if w := post(""); w.Code != 503 || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), `"limit":"1000"`) {
		t.Errorf("one more: %d %s", w.Code, w.Body)
	}
	if n := whole(a.mustLook(t, "SELECT count(*) AS n FROM rooms")); n != MaxOpen {
		t.Errorf("%d rooms", n)
	}
}

// TestReserve checks that a client gets one of the reserved rooms, which are the
// last ones, only if Limits.Spare permits it.
func TestReserve(t *testing.T) {
	l := &refusing{all: "spare"}
	a := memory(t, func(a *API) { a.Limits = l })
	post := func() *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequest("POST", root, http.NoBody)
		r.Header.Set("Content-Type", "application/json")
		a.ServeHTTP(w, r)
		return w
	}
	for i := range MaxOpen - Reserve {
		if w := post(); w.Code != 201 {
			t.Fatalf("room %d: %d %s", i+1, w.Code, w.Body)
		}
	}
	if w := post(); w.Code != 503 || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), `"limit":"800"`) || !strings.Contains(w.Body.String(), "the last 200 are kept") {
		t.Errorf("one that may not: %d %s", w.Code, w.Body)
	}
	l.all = ""
	if w := post(); w.Code != 201 {
		t.Errorf("one that may: %d %s", w.Code, w.Body)
	}
}

// unwell is a database whose operations always return an error.
type unwell struct{ err error }

func (u unwell) Do(context.Context, ...store.Statement) ([]store.Result, error) { return nil, u.err }
func (u unwell) Read(context.Context, ...store.Statement) ([]store.Result, error) {
	return nil, u.err
}

// TestDatabaseIsUnwell checks the responses to a client that makes a room while the
// database fails. They must say what is wrong, and they must differ for a full disk
// and for a database that has reached its size limit.
func TestDatabaseIsUnwell(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		says   string
	}{
		{&store.StoreError{Problem: "the disk is full", Fix: "share the long link", Full: true}, 507, `"problem":"the disk is full","fix":"the keeper of the server should make room`},
		{store.NoRoom(5e6), 507, `"problem":"the database has all the bytes that it may have","limit":"5000000","fix":"the keeper of the server can give it more room (--most)"`},
		{&store.StoreError{Problem: "the database hopyard.db is damaged", Fix: "put back a backup"}, 503, `"problem":"the database hopyard.db is damaged","fix":"put back a backup"`},
		{errors.New("open /srv/secret"), 503, `"problem":"the rooms cannot be reached now","fix":"try again in a few seconds"`},
	} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("POST", root, strings.NewReader("{}"))
		r.Header.Set("Content-Type", "application/json")
		(&API{DB: unwell{c.err}}).ServeHTTP(w, r)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.says) || (w.Header().Get("Retry-After") != "") != (c.status == 503) {
			t.Errorf("%v: %d %v %s", c.err, w.Code, w.Header(), w.Body)
		}
		if strings.Contains(w.Body.String(), "--most") != strings.Contains(c.says, "--most") {
			t.Errorf("%v: speaks of --most: %s", c.err, w.Body)
		}
	}
}

// refusing implements Limits. It refuses one kind of request, and records the
// values passed to Found.
type refusing struct {
	all   string
	found []bool
}

func (l *refusing) say(what string) time.Duration {
	if l.all == what {
		return 7 * time.Second
	}
	return 0
}
func (l *refusing) Open(*http.Request) time.Duration            { return l.say("open") }
func (l *refusing) Spare(*http.Request) bool                    { return l.say("spare") == 0 }
func (l *refusing) Find(*http.Request, string) time.Duration    { return l.say("find") }
func (l *refusing) Found(_ *http.Request, _ string, there bool) { l.found = append(l.found, there) }
func (l *refusing) Join(string) time.Duration                   { return l.say("join") }
func (l *refusing) Vote(string, string) time.Duration           { return l.say("vote") }
func (l *refusing) Lead(string) time.Duration                   { return l.say("lead") }

// TestLimits checks that each limit refuses exactly the requests that it is meant
// for, and that Found is called with the right results.
func TestLimits(t *testing.T) {
	l := &refusing{}
	a := memory(t, func(a *API) { a.Limits = l })
	code, _ := opened(t, a)
	token := newToken()
	ask := func(method, path, body string) *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequest(method, root+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+token)
		a.ServeHTTP(w, r)
		return w
	}
	requests := []struct{ of, method, path, body string }{
		{"open", "POST", "", ""}, {"join", "POST", "/" + code + "/voters", ""}, {"vote", "PUT", "/" + code + "/votes/1/1", `{"answer":"x"}`},
		{"lead", "PUT", "/" + code, first}, {"lead", "PUT", "/" + code + "/desk", "{}"}, {"lead", "POST", "/" + code + "/orders", "{}"},
		{"", "GET", "/" + code, ""}, {"", "GET", "/" + code + "/votes", ""}, {"", "DELETE", "/" + code, ""},
	}
	for _, limit := range []string{"open", "find", "join", "vote", "lead", "none"} {
		l.all = limit
		for _, c := range requests {
			w := ask(c.method, c.path, c.body)
			want := c.of == limit || limit == "find" && c.path != ""
			if got := w.Code == 429; got != want || got && w.Header().Get("Retry-After") != "7" {
				t.Errorf("limit %s, %s %s: %d, Retry-After %q", limit, c.method, c.path, w.Code, w.Header().Get("Retry-After"))
			}
		}
	}
	for path, there := range map[string]bool{"/BBBBBB": false, "/x": false, "/" + code: true, "/" + code + "/desk": true} {
		l.found = nil
		if ask("GET", path, ""); len(l.found) != 1 || l.found[0] != there {
			t.Errorf("%s: told %v", path, l.found)
		}
	}
}

// TestCodes checks that codes contain only permitted letters, and that all letters
// are about equally frequent.
func TestCodes(t *testing.T) {
	count := map[rune]int{}
	const draws = 20_000
	for range draws {
		code := newCode()
		if !isCode(code) {
			t.Fatalf("%q is drawn and no code", code)
		}
		for _, r := range code {
			count[r]++
		}
	}
	for _, r := range Letters { // each letter is expected 6,000 times; a difference of 400 is more than five standard deviations
		if n := count[r]; n < draws*6/20-400 || n > draws*6/20+400 {
			t.Errorf("%c is drawn %d times", r, n)
		}
	}
	for _, no := range []string{"", "BCDFG", "BCDFGHJ", "bcdfgh", "ABCDFG", "BCDFG ", "БВГДЖЗ"} {
		if isCode(no) {
			t.Errorf("%q is a code", no)
		}
	}
}
