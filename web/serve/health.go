package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"hopyard/web/api"
	"hopyard/web/store"
)

// Values of "status" in the response of /healthz.
const (
	healthy  = "ok"
	degraded = "degraded" // the page is served, but some or all of its links and rooms do not work
)

// health answers /healthz with the health of the server. The status code is always
// 200, because the page is always served. With the code 503, a load balancer would
// take the server out of service, and a container runtime would restart it. Readers
// would then lose the page although only the short links do not work, and neither
// action repairs a disk or a file. So a degraded server reports its problem in the
// body of the response, which makes serve --check fail, and in its metrics.
func (v *server) health(w http.ResponseWriter, r *http.Request) {
	if !reads(w, r) {
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "application/json")
	adding, reading := v.trouble()
	state := struct {
		Status  string `json:"status"`
		Page    string `json:"page"`
		Links   string `json:"links"`
		Problem string `json:"problem,omitempty"`
		Fix     string `json:"fix,omitempty"`
	}{Status: healthy, Page: "ok", Links: "ok"}
	if adding != nil || reading != nil {
		state.Status = degraded
	}
	if adding != nil {
		state.Links = "read only"
		state.Problem, state.Fix = publicTrouble(adding)
	}
	if reading != nil {
		state.Links = "failing"
		state.Problem, state.Fix = publicTrouble(reading)
	}
	text, err := json.Marshal(state)
	if err != nil {
		panic(err) // happens only for types that JSON cannot represent
	}
	w.Write(append(text, '\n'))
}

// reads reports whether the method is GET or HEAD. It refuses all other requests.
func reads(w http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true
	}
	w.Header().Set("Allow", "GET, HEAD")
	refuse(w, r, http.StatusMethodNotAllowed, api.Problem{Place: "method", Problem: "this method is not possible here", Fix: "use GET or HEAD"})
	return false
}

// publicTrouble returns the texts of a store's error that clients may see.
func publicTrouble(err error) (problem, fix string) {
	if known, ok := errors.AsType[*store.StoreError](err); ok {
		return known.Problem, known.Fix
	}
	return "the store cannot do its work", "see the server's log"
}

// probe is the result of the last test read from the store. Everybody may request
// the health as often as they like, so the test runs at most once a second.
type probe struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// trouble returns two errors: the reason why short links cannot be made, and the
// reason why they cannot be read. Each is nil if there is no problem.
func (v *server) trouble() (adding, reading error) {
	p := &v.probe
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at.IsZero() || time.Since(p.at) >= time.Second {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_, p.err = v.links.Get(ctx, strings.Repeat(store.Alphabet[:1], store.MinID))
		if errors.Is(p.err, store.ErrNone) {
			p.err = nil
		}
		p.at = time.Now()
	}
	return v.links.Trouble(), p.err
}
