package api_test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"hopyard/web/api"
	"hopyard/web/api/apitest"
	"hopyard/web/store"
)

func TestContract(t *testing.T) {
	asked := atomic.Int64{}
	shares := &api.API{Store: &store.Memory{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		shares.ServeHTTP(w, r)
	}))
	defer server.Close()
	apitest.Run(t, server.URL+"/")
	if n := asked.Load(); n < 100 || n > 250 {
		t.Errorf("the contract takes %d requests", n)
	}
}

// serve answers one request without a network.
func serve(a *api.API, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w
}

func post(body io.Reader) *http.Request {
	r := httptest.NewRequest("POST", "/api/links", body)
	r.Header.Set("Content-Type", "application/json")
	return r
}

// TestAddress checks that the address of the page is the field Base of the API if
// that is set. Otherwise the address must be derived from the request.
func TestAddress(t *testing.T) {
	for want, c := range map[string]struct {
		base string
		tell func(r *http.Request)
	}{
		"https://hopyard.example/a/s/": {"https://hopyard.example/a/", func(*http.Request) {}},
		"http://example.com/s/":        {"", func(*http.Request) {}},
		"https://example.com/s/":       {"", func(r *http.Request) { r.TLS = &tls.ConnectionState{} }},
		"https://proxied.example/s/":   {"", func(r *http.Request) { r.URL.Scheme, r.Host = "https", "proxied.example" }},
		"s/":                           {"", func(r *http.Request) { r.Host = "" }}, // HTTP/1.0, without a Host
	} {
		r := post(strings.NewReader(apitest.Small))
		c.tell(r)
		w := serve(&api.API{Store: &store.Memory{}, Base: c.base}, r)
		if body := w.Body.String(); w.Code != 201 || !strings.Contains(body, `"url":"`+want) {
			t.Errorf("%d %s, want the address %s", w.Code, body, want)
		}
	}
}

// TestOwnOrigin sets the field Base of the API. A page at that address must be
// allowed to make links even if a proxy sends a different Host.
func TestOwnOrigin(t *testing.T) {
	for origin, want := range map[string]int{"https://hopyard.example": 201, "https://hopyard.example.evil.example": 403, "http://hopyard.example": 403, "https://hopyard.exampl": 403} {
		r := post(strings.NewReader(apitest.Small))
		r.Host = "127.0.0.1:8080"
		r.Header.Set("Origin", origin)
		if w := serve(&api.API{Store: &store.Memory{}, Base: "https://hopyard.example/"}, r); w.Code != want {
			t.Errorf("%s: %d, want %d", origin, w.Code, want)
		}
	}
}

// failing is a store that cannot work.
type failing struct{ err error }

func (f failing) Add(context.Context, string, []byte) ([]byte, bool, error) { return nil, false, f.err }
func (f failing) Get(context.Context, string) ([]byte, error)               { return nil, f.err }

// TestStoreTrouble checks that the response to a store error says what the client
// can do. The cause of the error must appear only in the log.
func TestStoreTrouble(t *testing.T) {
	secret := errors.New("open /var/lib/hopyard: no space")
	for want, err := range map[string]error{
		`"problem":"the short links cannot be reached now"`:           secret,
		`"problem":"the disk is full","fix":"links still open"`:       &store.StoreError{Problem: "the disk is full", Fix: "links still open", Err: secret},
		`"fix":"try again later, or share the long link"`:             context.DeadlineExceeded,
		`"place":"store","problem":"the short links cannot be reache`: io.ErrUnexpectedEOF,
	} {
		logged := error(nil)
		a := &api.API{Store: failing{err}, Log: func(_ *http.Request, err error) { logged = err }}
		for _, r := range []*http.Request{post(strings.NewReader(apitest.Small)), httptest.NewRequest("GET", "/api/links/22222222", nil), httptest.NewRequest("GET", "/s/22222222", nil)} {
			logged = nil
			w := serve(a, r)
			body := w.Body.String()
			if w.Code != 503 || w.Header().Get("Retry-After") == "" || w.Header().Get("Cache-Control") != "no-store" || !strings.Contains(body, want) || strings.Contains(body, "/var") {
				t.Errorf("%s %s: %d %v %s, want %s", r.Method, r.URL, w.Code, w.Header(), body, want)
			}
			if logged != err {
				t.Errorf("logged: %v, want %v", logged, err)
			}
		}
		browser := httptest.NewRequest("GET", "/s/22222222", nil)
		browser.Header.Set("Accept", "text/html")
		if w := serve(a, browser); w.Code != 503 || !strings.Contains(w.Body.String(), "url=../?s=22222222") || strings.Contains(w.Body.String(), "/var") {
			t.Errorf("a reader gets %d %s", w.Code, w.Body)
		}
	}
}

// TestNoRoom checks that the response for a full store has no Retry-After, because
// waiting does not help.
func TestNoRoom(t *testing.T) {
	a := &api.API{Store: failing{&store.StoreError{Problem: "the disk is full", Fix: "links still open", Full: true}}}
	w := serve(a, post(strings.NewReader(apitest.Small)))
	if body := w.Body.String(); w.Code != 507 || w.Header().Get("Retry-After") != "" || !strings.Contains(body, `"problem":"the disk is full","fix":"links still open"`) {
		t.Errorf("%d %v %s", w.Code, w.Header(), body)
	}
}

// TestTurn checks that a posted scenario is parsed only after its whole body has
// arrived and a turn was obtained. The turn must have ended before the store is
// called.
func TestTurn(t *testing.T) {
	body := strings.NewReader(apitest.Small)
	taken, held := 0, false
	a := &api.API{Turn: func(context.Context) (func(), bool) {
		if body.Len() > 0 {
			t.Errorf("%d bytes of the body are not read", body.Len())
		}
		taken, held = taken+1, true
		return func() { held = false }, true
	}}
	a.Store = watched{func() {
		if held {
			t.Error("the store is asked during the turn")
		}
	}}
	if w := serve(a, post(body)); w.Code != 201 || taken != 1 {
		t.Errorf("%d, %d turns", w.Code, taken)
	}
	if w := serve(a, post(strings.NewReader("{}"))); w.Code != 400 || taken != 2 || held {
		t.Errorf("%d, %d turns, held %t", w.Code, taken, held)
	}
	a.Turn = func(context.Context) (func(), bool) { return nil, false }
	if w := serve(a, post(strings.NewReader(apitest.Small))); w.Code != 503 || w.Header().Get("Retry-After") != "5" || !strings.Contains(w.Body.String(), "too many scenarios are being looked at") {
		t.Errorf("without a turn: %d %v %s", w.Code, w.Header(), w.Body)
	}
}

// watched is a store that calls a function on each Add.
type watched struct{ adds func() }

func (s watched) Add(_ context.Context, _ string, text []byte) ([]byte, bool, error) {
	s.adds()
	return text, true, nil
}
func (watched) Get(context.Context, string) ([]byte, error) { return nil, store.ErrNone }

// broken is a request body that ends with an error.
type broken struct {
	text string
	err  error
}

func (b *broken) Read(p []byte) (int, error) {
	n := copy(p, b.text)
	if b.text = b.text[n:]; n == 0 {
		return 0, b.err
	}
	return n, nil
}

// TestGoneIsNotLogged lets the store fail because the client has disconnected. That
// must not be logged as a fault of the server.
func TestGoneIsNotLogged(t *testing.T) {
	a := &api.API{Store: failing{context.Canceled}, Log: func(_ *http.Request, err error) { t.Errorf("logged: %v", err) }}
	if w := serve(a, httptest.NewRequest("GET", "/s/22222222", nil)); w.Code != 503 {
		t.Errorf("%d", w.Code)
	}
}

// TestBrokenBodies checks that a scenario whose body is incomplete is not stored.
func TestBrokenBodies(t *testing.T) {
	for want, err := range map[int]error{400: io.ErrUnexpectedEOF, 408: os.ErrDeadlineExceeded, 413: &http.MaxBytesError{Limit: 10}} {
		kept := &counting{}
		w := serve(&api.API{Store: kept}, post(&broken{apitest.Small, err}))
		if w.Code != want || !strings.Contains(w.Body.String(), `"place":"body"`) || kept.adds.Load() != 0 {
			t.Errorf("%v: %d %s, %d kept", err, w.Code, w.Body, kept.adds.Load())
		}
	}
	endless := &broken{strings.Repeat(" ", 1<<20), io.EOF}
	if w := serve(&api.API{Store: &counting{}}, post(endless)); w.Code != 413 || len(endless.text) < 1<<19 {
		t.Errorf("%d, %d bytes were not read", w.Code, len(endless.text))
	}
}

// counting is a store that counts calls of Add.
type counting struct {
	store.Memory
	adds atomic.Int64
}

func (c *counting) Add(ctx context.Context, id string, text []byte) ([]byte, bool, error) {
	c.adds.Add(1)
	return c.Memory.Add(ctx, id, text)
}

// TestRefusedCheaply checks that a refused post does not call the store and takes
// little memory.
func TestRefusedCheaply(t *testing.T) {
	for name, body := range map[string]string{
		"a million nodes":    `{"hopyard":1,"cluster":{"topology":{"kind":"slurm","conf":"SwitchName=s0 Nodes=n[0-1048575]"}},"jobs":[]}`,
		"a million jobs":     `{"hopyard":1,"cluster":{"topology":{"kind":"star","nodes":4}},"workload":{"model":"lublin","jobs":1000000}}`,
		"30,000 errors":      `{"hopyard":1,"cluster":{"topology":{"kind":"star","nodes":4}},"jobs":[` + strings.Repeat("0,", 30_000) + `0]}`,
		"5,000 odd fields":   `{` + strings.Repeat(`"odd":0,`, 5000) + `"odd":0}`,
		"30,000 deep":        strings.Repeat(`[`, 30_000),
		"60 kB of one field": `{"` + strings.Repeat("x", 60_000) + `":0}`,
	} {
		kept := &counting{}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if w := serve(&api.API{Store: kept}, post(strings.NewReader(body))); w.Code != 400 || kept.adds.Load() != 0 {
			t.Errorf("%s: %d, %d kept", name, w.Code, kept.adds.Load())
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 256<<20 {
			t.Errorf("%s: refused with %d bytes", name, n)
		}
	}
}

// TestFull checks that a full store refuses new links, and that everything else
// still works.
func TestFull(t *testing.T) {
	server := httptest.NewServer(&api.API{Store: &store.Memory{Most: 100_000}})
	defer server.Close()
	apitest.Full(t, server.URL+"/")
}
