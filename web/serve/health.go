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

// What "status" of /healthz says.
const (
	healthy  = "ok"
	degraded = "degraded" // the page is served, and its links and rooms are not, or not all of them
)

// health tells whoever looks after the server how it is. The status code is 200 as long
// as pages are served, which is always. A load balancer takes what answers 503 out of
// service, and what runs containers starts it again: readers would have no page where
// they only have no short links, and neither mends a disk or a file. So a degraded server
// says so in its body, to serve --check, which fails, and in its metrics.
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
		state.Problem, state.Fix = told(adding)
	}
	if reading != nil {
		state.Links = "failing"
		state.Problem, state.Fix = told(reading)
	}
	text, err := json.Marshal(state)
	if err != nil {
		panic(err) // only for types that JSON has no form for
	}
	w.Write(append(text, '\n'))
}

// reads lets only GET and HEAD through, and answers all other methods.
func reads(w http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true
	}
	w.Header().Set("Allow", "GET, HEAD")
	refuse(w, r, http.StatusMethodNotAllowed, api.Problem{Place: "method", Problem: "this method is not possible here", Fix: "use GET or HEAD"})
	return false
}

// told is what everybody may know of a store's trouble.
func told(err error) (problem, fix string) {
	if known, ok := errors.AsType[*store.StoreError](err); ok {
		return known.Problem, known.Fix
	}
	return "the store cannot do its work", "see the server's log"
}

// probe is how reading went when it was last tried. It is tried once a second at
// most, since anybody may ask for it, as often as he likes.
type probe struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// trouble says why short links cannot be made or read, nil if they can.
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
