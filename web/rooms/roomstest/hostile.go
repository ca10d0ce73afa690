package roomstest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// attack is a request that must have no effect.
type attack struct {
	name, method, path, token, body string
	headers                         []string
	want                            []int
}

// Hostile sends more than a hundred unauthorized or malformed requests. Some have
// secrets or tokens of other rooms, or forged or truncated tokens. Others have huge
// or strange bodies, or odd paths or types, or come from pages of other sites.
// After each request, Hostile checks that the room, its votes, its desk and its
// orders are unchanged. The address base ends in "/". The function from returns the
// headers of the n-th request, with which a test makes the requests come from
// different clients. It may be nil.
func Hostile(t *testing.T, base string, from func(n int) http.Header) {
	t.Helper()
	if from == nil {
		from = func(int) http.Header { return nil }
	}
	s := &site{T: t, Client: &Client{Base: base, HTTP: &http.Client{Timeout: 5 * time.Minute}, Header: from(0)}}
	defer s.HTTP.CloseIdleConnections()
	mine, other := s.open(), s.open()
	voter, stranger := s.join(mine.Code), s.join(other.Code)
	for _, room := range []Room{mine, other} {
		s.set(room, "vote", 1, 1)
		s.ask(204, "PUT", "/"+room.Code+"/desk", room.Secret, `{"notes":"secret notes"}`)
		s.ask(204, "POST", "/"+room.Code+"/orders", room.Secret, `{"do":"next"}`)
	}
	s.ask(204, "PUT", "/"+mine.Code+"/votes/1/1", voter, `{"answer":"mine"}`)
	all := attacks(mine, other, voter, stranger)
	if len(all) < 100 {
		t.Errorf("only %d attacks", len(all))
	}
	before := s.held(mine)
	for i, c := range all {
		evil := &Client{Base: base, HTTP: s.HTTP, Header: from(1 + i)}
		a, err := evil.Ask(c.method, c.path, c.token, c.body, c.headers...)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !slices.Contains(c.want, a.Status) {
			t.Errorf("%s: %s %.100s: %d, want %v: %.200s", c.name, c.method, c.path, a.Status, c.want, a.Body)
		}
		s.whole(c.name, a)
		for _, secret := range []string{"secret notes", mine.Secret, voter} {
			if strings.Contains(a.Body, secret) {
				t.Errorf("%s: it is told %q: %.300s", c.name, secret, a.Body)
			}
		}
		if after := s.held(mine); after != before {
			t.Fatalf("%s: %s is now %s", c.name, before, after)
		}
	}
	t.Logf("%d hostile requests, none got in", len(all))
}

// held returns all data of a room that the host can request.
func (s *site) held(room Room) string {
	s.Helper()
	var all strings.Builder
	for _, part := range []string{"", "/votes", "/desk", "/orders"} {
		all.WriteString(s.ask(200, "GET", "/"+room.Code+part, room.Secret, "").Body)
	}
	return all.String()
}

// flipped returns a token with its first letter changed.
func flipped(token string) string {
	if token[0] == 'A' {
		return "B" + token[1:]
	}
	return "A" + token[1:]
}

// evil collects attacks. It holds the room that is attacked, another room, and one
// voter of each.
type evil struct {
	mine, other     Room
	voter, stranger string
	all             []attack
}

func (e *evil) add(name, method, path, token, body string, want int, headers ...string) {
	e.all = append(e.all, attack{name, method, path, token, body, headers, []int{want}})
}

// answer is the body of a vote that must not be counted.
const answer = `{"answer":"evil"}`

// state is the body of a request to set a state; phones must never see this state.
var state = State("reveal", 1, 1, 5)

func attacks(mine, other Room, voter, stranger string) []attack {
	e := &evil{mine: mine, other: other, voter: voter, stranger: stranger}
	at := "/" + mine.Code
	e.tokens(at, at+"/votes/1/1")
	e.sites(at, at+"/votes/1/1")
	e.bodies(at, at+"/votes/1/1")
	e.paths(at)
	return e.all
}

func (e *evil) tokens(at, vote string) {
	mine, other, voter, stranger := e.mine, e.other, e.voter, e.stranger
	desk, order := `{"notes":"evil"}`, `{"do":"evil"}`
	// Every address that requires a token is requested with wrong tokens.
	for name, token := range map[string]string{
		"no token": "", "another room's secret": other.Secret, "a voter for a host": voter, "another room's voter": stranger,
		"a forged secret": flipped(mine.Secret), "a cut one": mine.Secret[:len(mine.Secret)-1], "a longer one": mine.Secret + "A", "the room's code": mine.Code,
	} {
		e.add(name+": state", "PUT", at, token, state, 401)
		e.add(name+": end", "DELETE", at, token, "", 401)
		e.add(name+": votes", "GET", at+"/votes", token, "", 401)
		e.add(name+": reads the desk", "GET", at+"/desk", token, "", 401)
		e.add(name+": sets the desk", "PUT", at+"/desk", token, desk, 401)
		e.add(name+": reads orders", "GET", at+"/orders", token, "", 401)
		e.add(name+": orders", "POST", at+"/orders", token, order, 401)
	}
	for name, token := range map[string]string{
		"no token": "", "another room's voter": stranger, "the host": mine.Secret, "another host": other.Secret,
		"a forged voter": flipped(voter), "a cut voter": voter[:10], "a huge token": strings.Repeat("A", 4000), "SQL": "' OR 1=1 --------------",
	} {
		e.add(name+" votes", "PUT", vote, token, answer, 401)
	}
	for name, header := range map[string]string{
		"Basic": "Authorization: Basic " + voter, "no kind": "Authorization: " + voter, "two in one": "Authorization: Bearer " + voter + ", Bearer " + voter,
		"a space more": "Authorization: Bearer  " + voter, "Bearer alone": "Authorization: Bearer", "in a cookie": "Cookie: voter=" + voter,
	} {
		e.add("token as "+name, "PUT", vote, "", answer, 401, header)
	}
	e.add("token in the query", "PUT", vote+"?token="+voter+"&Authorization=Bearer%20"+voter, "", answer, 401)
}

// sites adds requests from pages of other sites, and requests of the kind that HTML
// forms on such pages can send.
func (e *evil) sites(at, vote string) {
	mine, voter := e.mine, e.voter
	for _, header := range []string{"Origin: https://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site"} {
		e.add(header+": vote", "PUT", vote, voter, answer, 403, header)
		e.add(header+": state", "PUT", at, mine.Secret, state, 403, header)
		e.add(header+": end", "DELETE", at, mine.Secret, "", 403, header)
		e.add(header+": join", "POST", at+"/voters", "", "{}", 403, header)
		e.add(header+": a room", "POST", "", "", "{}", 403, header)
	}
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/html", "application/json; charset=utf-16", "application/json, text/plain", "application/jsonp"} {
		header := "Content-Type: " + kind
		e.add(header+": vote", "PUT", vote, voter, answer, 415, header)
		e.add(header+": join", "POST", at+"/voters", "", "{}", 415, header)
	}
	for _, coding := range []string{"gzip", "br", "identity, gzip", "deflate"} {
		e.add(coding, "PUT", vote, voter, answer, 415, "Content-Encoding: "+coding)
	}
}

func (e *evil) bodies(at, vote string) {
	mine, voter := e.mine, e.voter
	huge := `{"answer":"` + strings.Repeat("x", 1<<20) + `"}`
	e.add("a huge vote", "PUT", vote, voter, huge, 413)
	e.add("a huge state", "PUT", at, mine.Secret, huge, 413)
	e.add("a huge desk", "PUT", at+"/desk", mine.Secret, huge, 413)
	e.add("a huge order", "POST", at+"/orders", mine.Secret, huge, 413)
	e.add("a huge join", "POST", at+"/voters", "", huge, 413)
	for name, body := range map[string]string{
		"a list": `["evil"]`, "a text": `"evil"`, "nothing": "", "half": `{"answer":"evil"`, "two": `{"answer":"evil"}{"answer":"evil"}`, "twice": `{"answer":"a","answer":"evil"}`,
		"an object": `{"answer":{"evil":1}}`, "NUL": `{"answer":"ev\u0000il"}`, "a NUL byte": "{\"answer\":\"ev\x00il\"}", "no UTF-8": "{\"answer\":\"\xff\xfe\"}",
		"half a character": `{"answer":"\ud83d"}`, "a new line": `{"answer":"a\r\nevil"}`, "too deep": `{"answer":"evil","x":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + "}",
		"a byte order mark": "\ufeff" + answer, "a comment": `/* */ {"answer":"evil"}`, "too long": `{"answer":"` + strings.Repeat("e", 501) + `"}`, "escaped, too long": `{"answer":"` + strings.Repeat(`\u4e2d`, 167) + `"}`,
		"an own prototype": `{"__proto__":{"answer":"evil"}}`, "another letter": `{"Answer":"evil"}`, "a number": `{"answer":1e999}`,
	} {
		e.add("a vote of "+name, "PUT", vote, voter, body, 400)
	}
	for name, body := range map[string]string{"HTML for a phase": `{"phase":"<script>","question":1,"round":1}`, "SQL for a phase": `{"phase":"vote' --","question":1,"round":1}`, "SQL for a question": `{"phase":"vote","question":"1 OR 1=1","round":1}`, "a huge question": `{"phase":"vote","question":99999999999999999999,"round":1}`, "a round of another phase": `{"phase":"revote","question":1,"round":1}`} {
		e.add(name, "PUT", at, mine.Secret, body, 400)
	}
}

// paths adds requests for rounds that are not open, and for rounds and rooms that
// do not exist.
func (e *evil) paths(at string) {
	mine, other, voter := e.mine, e.other, e.voter
	for path, want := range map[string]int{
		"/votes/1/2": 409, "/votes/2/1": 409, "/votes/0/1": 404, "/votes/1/3": 404, "/votes/1": 404, "/votes/1/1/1": 404, "/votes//1": 404, "/votes/1/1%20": 404, "/votes/1/1;x": 404,
		"/votes/-1/1": 404, "/votes/1e0/1": 404, "/votes/0x1/1": 404, "/votes/1/%D9%A1": 404, "/votes/99999999999999999999/1": 404,
		"//votes/1/1": 404, "/votes/..%2f1/1": 404, "/Votes/1/1": 404, "/votes/1/1/": 404, "/votes/1/1%00": 404,
	} {
		e.add("path "+path, "PUT", at+path, voter, answer, want)
	}
	for _, path := range []string{"/../" + other.Code + "/votes/1/1", "/%2e%2e/" + other.Code + "/votes/1/1", "/./votes/1/1", "/votes/../votes/1/1"} {
		// Cloudflare normalizes such a path, as browsers do, so that it becomes an
		// ordinary path.
		e.all = append(e.all, attack{"path " + path, "PUT", at + path, flipped(voter), answer, nil, []int{404, 401}})
	}
	for _, code := range []string{"AAAAAA", "......", "BCDFG", "BCDFGHJ", "'%20OR%201=1", "BCD%00G", "%FF%FE%FD%FC%FB%FA", "БВГДЖЗ", "<b>x</b>", "ＢＣＤＦＧＨ", strings.Repeat("B", 5000)} {
		e.add(fmt.Sprintf("code %.20q", code), "GET", "/"+code, "", "", 404)
	}
	for _, query := range []string{"since=-1", "since=1%3BDROP", "since=1e3", "since=9223372036854775808", "wait=1000", "wait=-5", "wait=%00"} {
		e.add(query, "GET", at+"/votes?"+query, mine.Secret, "", 400)
	}
}
