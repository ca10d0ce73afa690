// Package apitest tests the contract of the share API, with the same cases for
// every server and every store. [Run] sends requests to a server and checks the
// responses; [Full] does the same for a server whose store has little space.
//
//	apitest.Run(t, "http://localhost:8080/")
package apitest

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Small is a scenario that every server accepts.
const Small = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "jobs": [{"id": 1, "nodes": 2, "walltime": 60}]}`

// Run checks that the site at base keeps the contract of the share API. base ends
// in "/". Run sends about 200 requests and makes about 20 links on the site.
func Run(t *testing.T, base string) {
	t.Helper()
	c := &site{T: t, base: base, client: &http.Client{
		Timeout:       20 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	defer c.client.CloseIdleConnections()
	for name, test := range map[string]func(*site){
		"about": about, "methods": methods, "made once": madeOnce, "one link for one scenario": oneForOne,
		"posts at the same time": together, "byte for byte": byteForByte, "asked again": askedAgain,
		"other sites may read": crossOrigin, "other sites may not write": crossOriginPosts,
		"to the page": toThePage, "pasted into a chat": pasted, "hostile titles": hostileTitles, "pictures": pictures, "unknown ids": unknownIDs, "readers of unknown ids": lostReaders,
		"refused": refusals, "all errors at once": allErrors, "answers are short": shortAnswers,
		"limits": limits, "all letters": letters,
	} {
		t.Run(name, func(t *testing.T) {
			test(&site{t, base, c.client})
		})
	}
}

// site is the site under test.
type site struct {
	*testing.T
	base   string
	client *http.Client
}

// reply is a response with its body.
type reply struct {
	*http.Response
	body string
}

// ask sends a request and checks the headers that every response must have. The
// strings in headers have the form "Name: value".
func (s *site) ask(method, path string, body io.Reader, headers ...string) reply {
	s.Helper()
	request, err := http.NewRequest(method, s.base+path, body)
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "identity")
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		request.Header.Add(name, value)
	}
	response, err := s.client.Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatal(err)
	}
	r := reply{response, string(text)}
	s.headers(r, "X-Content-Type-Options: nosniff")
	if csp := r.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "'unsafe") {
		s.Errorf("%s %s: Content-Security-Policy %q", method, path, csp)
	}
	if cookie := r.Header.Get("Set-Cookie"); cookie != "" || r.Header.Get("Cache-Control") == "" {
		s.Errorf("%s %s: cookie %q, Cache-Control %q", method, path, cookie, r.Header.Get("Cache-Control"))
	}
	return r
}

func (s *site) get(path string, headers ...string) reply {
	s.Helper()
	return s.ask("GET", path, nil, headers...)
}

func (s *site) post(body string, headers ...string) reply {
	s.Helper()
	return s.ask("POST", "api/links", strings.NewReader(body), append(headers, "Content-Type: application/json")...)
}

// headers checks headers of a response. "Name: value" requires that value, and
// "Name: " requires that the header is absent.
func (s *site) headers(r reply, want ...string) {
	s.Helper()
	for _, h := range want {
		name, value, _ := strings.Cut(h, ": ")
		if got := strings.Join(r.Header.Values(name), ", "); got != value {
			s.Errorf("%s %s: %s is %q, want %q", r.Request.Method, r.Request.URL, name, got, value)
		}
	}
}

// status checks the status of a response.
func (s *site) status(r reply, want int) {
	s.Helper()
	if r.StatusCode != want {
		s.Errorf("%s %.200s: %d, want %d: %.300s", r.Request.Method, r.Request.URL, r.StatusCode, want, r.body)
	}
}

// link is the response to a POST that makes a link.
type link struct{ ID, Path, URL string }

// makes posts a scenario that the server must accept. It returns the link and the
// response.
func (s *site) makes(body string, headers ...string) (link, reply) {
	s.Helper()
	r := s.post(body, headers...)
	var made link
	if err := json.Unmarshal([]byte(r.body), &made); err != nil || r.StatusCode != 200 && r.StatusCode != 201 || made.ID == "" {
		s.Fatalf("%.200s: %s: %.300s", body, r.Status, r.body)
	}
	return made, r
}

// fault is one error in a response.
type fault struct {
	Place, Problem, Value, Limit, Fix string
	Line, Column                      int
}

// faults checks that a response refuses the request with the given status. It
// returns the errors that the response lists.
func (s *site) faults(r reply, status int) []fault {
	s.Helper()
	s.status(r, status)
	s.headers(r, "Content-Type: application/json", "Cache-Control: no-store")
	var said struct{ Errors []fault }
	if err := json.Unmarshal([]byte(r.body), &said); err != nil || len(said.Errors) == 0 {
		s.Fatalf("%s %.200s: no errors are told: %v: %.300s", r.Request.Method, r.Request.URL, err, r.body)
	}
	for _, f := range said.Errors {
		if f.Problem == "" {
			s.Errorf("an error without a problem: %+v", f)
		}
	}
	return said.Errors
}
