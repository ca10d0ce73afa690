// Package api is the share API: short links to scenarios. The binary and the
// worker at the edge serve the same handler over different stores.
//
//	GET  /api/links        what this API takes: {"links": true, "bytes": 65536}
//	POST /api/links        a scenario → 201, or 200 if it was there: {"id", "path", "url"}
//	GET  /api/links/{id}   the scenario in its canonical form, byte for byte, for ever
//	GET  /s/{id}           browsers to the page that shows it; others what chats show of it
//	GET  /s/{id}.png       its picture at ?at=…&job=…, if it is small enough to be drawn
//
// Where the store has no more room, a post answers 507, unless its scenario is there
// already; where it cannot work now, 503.
//
// A link is made of the scenario alone. Where to look in it stands in the address: a
// place in time in the query, so that a picture can show it, or behind #, which
// browsers carry over and servers never see. The page reads both; what stands behind
// # counts.
//
// The package is part of a program that starts anew for every request, so it
// writes its JSON itself: encoding/json adds 335 kB to that program, and
// http.CrossOriginProtection 94 kB.
package api

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"hopyard/core/scenario"
	"hopyard/web/store"
)

// MaxBody is how long a posted scenario may be, and its canonical form, in bytes.
const MaxBody = 64 << 10

// API serves the share API at /api/ and /s/. It may be used from several
// goroutines.
type API struct {
	Store store.Store
	// Base is the address of the page as its readers know it, ending in "/". ""
	// means what the request says: its Host, and https if it has TLS or its URL
	// the scheme https. A front that knows better, such as by a trusted proxy's
	// X-Forwarded-Proto, sets these two of the request. No cache may keep an answer with
	// such an address, and none tells chats that it is the right one (og:url).
	Base string
	// Turn, if set, is waited for before a posted scenario is looked at, which may
	// take a processor for 0.1 s; done ends it. Where there is none in time, !ok, the
	// post is answered 503.
	Turn func(ctx context.Context) (done func(), ok bool)
	// PreviewTurn, if set, is waited for in the same way before a scenario that is kept
	// is looked at for a chat. Where there is none in time, the chat is told less.
	PreviewTurn func(ctx context.Context) (done func(), ok bool)
	// Pictures draws scenarios; nil: nobody does, and Still is shown for all.
	Pictures Pictures
	// Still is a picture among the site's files, by its name, of 1200 × 630 pixels; ""
	// for none.
	Still string
	// Log, if set, is told of answers that are the server's fault.
	Log func(r *http.Request, err error)
}

// Pictures draws the pictures of scenarios. It may be used from several goroutines.
type Pictures interface {
	// Fits reports whether a scenario that is kept under an id is small enough.
	Fits(id string, s *scenario.Scenario) bool
	// Picture is the PNG of a text that is kept under an id at a place, as a short
	// link's query writes that, of 1200 × 630 pixels; equal arguments have equal
	// pictures. Errors: ErrNoPicture, ErrBusy, that of a context that has ended, or what
	// is wrong with the place.
	Picture(ctx context.Context, id string, text []byte, place string) ([]byte, error)
}

// Why there is no picture.
var (
	ErrNoPicture = errors.New("the scenario is too large for a picture")
	ErrBusy      = errors.New("too many pictures are being drawn now")
)

// How long answers may be kept: what never changes, what is asked for each time,
// what must not be kept.
const (
	forever = "public, max-age=31536000, immutable"
	anew    = "no-cache"
	never   = "no-store"
)

// ServeHTTP answers one request. Errors are JSON: see [Problem].
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	switch {
	case path == "/api/links":
		allow(w, r, "GET, HEAD, POST", a.about, a.post)
	case strings.HasPrefix(path, "/api/links/"):
		public(w, r)
		allow(w, r, "GET, HEAD", a.scenario, nil)
	case strings.HasPrefix(path, "/s/"):
		allow(w, r, "GET, HEAD", a.open, nil)
	default:
		Refuse(w, r, http.StatusNotFound, Problem{Place: "path", Problem: "there is nothing here", Value: path, Fix: "links are at /api/links"})
	}
}

// allow calls what answers the request's method.
func allow(w http.ResponseWriter, r *http.Request, methods string, get, post http.HandlerFunc) {
	switch {
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		get(w, r)
	case r.Method == http.MethodPost && post != nil:
		post(w, r)
	case r.Method == http.MethodOptions:
		w.Header().Set("Allow", methods+", OPTIONS")
		Guard(w, never, "'none'")
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Allow", methods+", OPTIONS")
		Refuse(w, r, http.StatusMethodNotAllowed, Problem{Place: "method", Problem: "is not possible here", Value: r.Method, Limit: methods, Fix: "use one of these"})
	}
}

// public lets pages of other sites read an answer: course pages and notebooks
// show scenarios, which are public to all who have their address. Nothing here
// depends on who asks, so that there are no credentials to let through.
func public(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	if r.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", "GET, HEAD")
		h.Set("Access-Control-Allow-Headers", "If-None-Match")
		h.Set("Access-Control-Max-Age", "86400")
	} else {
		h.Set("Access-Control-Expose-Headers", "ETag")
	}
}

// about says what the API takes; a page asks it before it offers short links.
func (a *API) about(w http.ResponseWriter, r *http.Request) {
	Answer(w, r, http.StatusOK, anew, `{"links":true,"bytes":`+limit+"}\n")
}

// unable answers for a store that has not what was asked for, or cannot work.
func (a *API) unable(w http.ResponseWriter, r *http.Request, err error) {
	status, fault := a.trouble(w, r, err)
	Refuse(w, r, status, fault)
}

// trouble is what to answer for an error of the store.
func (a *API) trouble(w http.ResponseWriter, r *http.Request, err error) (status int, fault Problem) {
	if errors.Is(err, store.ErrNone) {
		return http.StatusNotFound, Problem{Place: "id", Problem: "there is no such short link", Fix: "compare it with where you have it from"}
	}
	if a.Log != nil && !errors.Is(err, context.Canceled) { // that was whoever asked and went
		a.Log(r, err)
	}
	fault = Problem{Place: "store", Problem: "the short links cannot be reached now", Fix: "try again later, or share the long link"}
	var known *store.StoreError
	if errors.As(err, &known) {
		fault.Problem, fault.Fix = known.Problem, known.Fix
		if known.Full { // waiting is no use
			return http.StatusInsufficientStorage, fault
		}
	}
	w.Header().Set("Retry-After", "10")
	return http.StatusServiceUnavailable, fault
}
