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

// Values of "status" in the answer of /healthz.
const (
	healthy  = "ok"
	degraded = "degraded" // the page is served, but some or all of its links and rooms do not work
)

// health answers with the health of the server. The status code is 200 as long as
// the page is served, which is always. A load balancer removes a server that
// answers 503 from service, and a container runtime restarts it. Readers would then
// have no page where they only lack short links, and neither action repairs a disk
// or a file. So a degraded server reports that in the body, to serve --check, which
// fails, and in its metrics.
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
		panic(err) // only for types that JSON cannot represent
	}
	w.Write(append(text, '\n'))
}

// reads reports whether the method is GET or HEAD; it answers all other requests
// itself.
func reads(w http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true
	}
	w.Header().Set("Allow", "GET, HEAD")
	refuse(w, r, http.StatusMethodNotAllowed, api.Problem{Place: "method", Problem: "this method is not possible here", Fix: "use GET or HEAD"})
	return false
}

// publicTrouble returns the part of a store's error that is public.
func publicTrouble(err error) (problem, fix string) {
	if known, ok := errors.AsType[*store.StoreError](err); ok {
		return known.Problem, known.Fix
	}
	return "the store cannot do its work", "see the server's log"
}

// probe is the result of the last test read. Anybody may ask for it, as often as
// they like, so that the test runs at most once a second.
type probe struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// trouble returns the reasons why short links cannot be made and cannot be read,
// each nil if they can.
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
