// Package api implements the share API: short links to scenarios. The binary and
// the worker at the edge serve the same handler, an [API], over different stores
// (web/store).
//
//	GET  /api/links        what this API accepts: {"links": true, "bytes": 65536}
//	POST /api/links        stores a scenario → 201, or 200 if it was stored before: {"id", "path", "url"}
//	GET  /api/links/{id}   the scenario in its canonical form, byte for byte, for ever
//	GET  /s/{id}           redirects browsers to the page that shows it; gives other clients a link preview
//	GET  /s/{id}.png       its picture at ?at=…&job=…, if the scenario is small enough to be drawn
//
// A post parses the scenario, converts it to its canonical form, and stores that
// under an id that is derived from it (store.Keep). If the store has no more space,
// a post answers 507, unless its scenario is stored already. If the store cannot
// work now, it answers 503.
//
// A link identifies only the scenario. The place, that is the moment and the job to
// show, is part of the address: either in the query, so that a picture can show it,
// or behind #, which browsers keep across redirects and which servers never see.
// The page reads both; the part behind # takes precedence.
//
// A link preview is the small HTML page from which chat programs take the title,
// the text and the picture that they show for a link that is pasted into a chat.
//
// At the edge, the program that contains this package starts anew for every
// request. So the package writes its JSON itself: encoding/json adds 335 kB to that
// program, and http.CrossOriginProtection 94 kB.
package api

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"hopyard/core/scenario"
	"hopyard/web/store"
)

// MaxBody is the greatest length of a posted scenario, and of its canonical form,
// in bytes.
const MaxBody = 64 << 10

// API serves the share API at /api/ and /s/. It may be used from several
// goroutines.
type API struct {
	Store store.Store
	// Base is the address of the page as its readers know it, ending in "/". If it
	// is "", the address follows from the request: its Host, and https if the
	// request has TLS or its URL has the scheme https. A server in front that knows
	// better, for example from a trusted proxy's X-Forwarded-Proto, sets these two
	// in the request. No cache may store an answer with such an address, and no
	// link preview states it as the canonical address (og:url).
	Base string
	// Turn, if set, is called before a posted scenario is parsed, which may take
	// 0.1 s of processor time. It waits for permission to work; done ends the turn.
	// If ok is false, the wait was too long, and the post answers 503.
	Turn func(ctx context.Context) (done func(), ok bool)
	// PreviewTurn, if set, is called in the same way before a stored scenario is
	// parsed for a link preview. If ok is false, the preview contains less.
	PreviewTurn func(ctx context.Context) (done func(), ok bool)
	// Pictures draws scenarios. If it is nil, no pictures are drawn, and Still is
	// shown for all scenarios.
	Pictures Pictures
	// Still is the name of a picture of 1200 × 630 pixels among the site's files;
	// "" for none.
	Still string
	// Log, if set, is called for answers that are the server's fault.
	Log func(r *http.Request, err error)
}

// Pictures is a source of pictures of scenarios. It may be used from several
// goroutines.
type Pictures interface {
	// Fits reports whether the scenario that is stored under id is small enough to
	// be drawn.
	Fits(id string, s *scenario.Scenario) bool
	// Picture returns a PNG of 1200 × 630 pixels of the text that is stored under
	// id. place has the form of a short link's query. Equal arguments give equal
	// pictures. Errors: ErrNoPicture, ErrBusy, that of a context that has ended, or
	// a description of what is wrong with the place.
	Picture(ctx context.Context, id string, text []byte, place string) ([]byte, error)
}

// Reasons why there is no picture.
var (
	ErrNoPicture = errors.New("the scenario is too large for a picture")
	ErrBusy      = errors.New("too many pictures are being drawn now")
)

// Values of Cache-Control: for content that never changes, for content that must be
// revalidated on each use, and for content that must not be stored.
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

// allow calls the handler for the request's method, or answers that the method is
// not allowed.
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

// public lets pages of other sites read an answer: course pages and notebooks show
// scenarios, which are public to everybody who has their address. No answer depends
// on who asks, so that no credentials need to be allowed.
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

// about answers with what the API accepts; a page asks for this before it offers
// short links.
func (a *API) about(w http.ResponseWriter, r *http.Request) {
	Answer(w, r, http.StatusOK, anew, `{"links":true,"bytes":`+limit+"}\n")
}

// unable answers an error of the store: the link does not exist, or the store
// cannot work.
func (a *API) unable(w http.ResponseWriter, r *http.Request, err error) {
	status, fault := a.trouble(w, r, err)
	Refuse(w, r, status, fault)
}

// trouble returns the status and the problem with which to answer an error of the
// store.
func (a *API) trouble(w http.ResponseWriter, r *http.Request, err error) (status int, fault Problem) {
	if errors.Is(err, store.ErrNone) {
		return http.StatusNotFound, Problem{Place: "id", Problem: "there is no such short link", Fix: "compare it with where you have it from"}
	}
	if a.Log != nil && !errors.Is(err, context.Canceled) { // Canceled means that the client has disconnected
		a.Log(r, err)
	}
	fault = Problem{Place: "store", Problem: "the short links cannot be reached now", Fix: "try again later, or share the long link"}
	var known *store.StoreError
	if errors.As(err, &known) {
		fault.Problem, fault.Fix = known.Problem, known.Fix
		if known.Full { // waiting does not help
			return http.StatusInsufficientStorage, fault
		}
	}
	w.Header().Set("Retry-After", "10")
	return http.StatusServiceUnavailable, fault
}
