// Package api implements the share API: short links to scenarios. The binary and
// the worker at the edge serve the same handler, an [API], over different stores
// (web/store).
//
//	GET  /api/links        what this API accepts: {"links": true, "bytes": 65536}
//	POST /api/links        stores a scenario → 201, or 200 if it was stored before: {"id", "path", "url"}
//	GET  /api/links/{id}   the scenario in its canonical form, byte for byte, for ever
//	GET  /s/{id}           redirects browsers to the page that shows it; gives other clients a link preview
//	GET  /s/{id}.png       its picture at ?at=…&job=…, if the scenario is small enough to be drawn
//	GET  /api/oembed?url=  how to embed the page that a short link shows, as https://oembed.com defines it
//
// A POST parses the scenario, converts it to its canonical form, and stores the
// result under an id that is derived from it (store.Keep). If the store is full,
// the response is 507, unless the scenario is stored already. If the store cannot
// work at the moment, the response is 503.
//
// A link identifies only the scenario. The place in the run, that is the time and
// the job to show, is a separate part of the address. It is written either in the
// query, so that a picture can show it, or behind #, which browsers keep across
// redirects and never send to servers. The page reads both; the part behind # takes
// precedence.
//
// A link preview is the small HTML page from which chat programs take the title,
// the text and the picture that they show for a link that is pasted into a chat.
//
// At the edge, the program that contains this package starts anew for every
// request, so it must be small. Therefore the package writes its JSON itself and
// checks the origin of requests itself: encoding/json would add 335 kB to the
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
	// Base is the address of the page as its readers know it, ending in "/". If
	// Base is "", the address is derived from the request: its Host, and https if
	// the request has TLS or its URL has the scheme https. A server that knows
	// better, for example from the X-Forwarded-Proto of a trusted proxy, sets the
	// Host and the scheme in the request before it calls the API. No cache may
	// store a response with a derived address, and no link preview states it as the
	// canonical address (og:url).
	Base string
	// Turn, if set, is called before a posted scenario is parsed, because parsing
	// may take 0.1 s of processor time. Turn waits for permission to work; the
	// caller ends its turn by calling done. If ok is false, the wait was too long,
	// and the POST is answered with 503.
	Turn func(ctx context.Context) (done func(), ok bool)
	// PreviewTurn, if set, is called in the same way before a stored scenario is
	// parsed for a link preview. If ok is false, the preview leaves out what
	// requires parsing.
	PreviewTurn func(ctx context.Context) (done func(), ok bool)
	// Pictures draws the pictures of scenarios. If it is nil, all previews show the
	// picture in the field Still.
	Pictures Pictures
	// Still is the file name of a picture of the site with 1200 × 630 pixels. The
	// empty name means that there is no such picture.
	Still string
	// Log, if set, is called for each error response that is the server's fault.
	Log func(r *http.Request, err error)
}

// Pictures is a source of pictures of scenarios. It may be used from several
// goroutines.
type Pictures interface {
	// Fits reports whether the scenario s, which is stored under id, is small
	// enough to be drawn.
	Fits(id string, s *scenario.Scenario) bool
	// Picture returns a PNG of 1200 × 630 pixels that shows the scenario stored
	// under id; text is the scenario's text. The parameter place gives the time and
	// the job to show, in the form of the query of a short link. Equal arguments
	// give equal pictures. Picture returns ErrNoPicture, ErrBusy, the error of a
	// context that has ended, or an error that describes what is wrong with the
	// place.
	Picture(ctx context.Context, id string, text []byte, place string) ([]byte, error)
}

// Reasons why there is no picture.
var (
	ErrNoPicture = errors.New("the scenario is too large for a picture")
	ErrBusy      = errors.New("too many pictures are being drawn now")
)

// Values of Cache-Control. The first is for content that never changes. The second
// is for content that must be revalidated on each use. The third is for content
// that must not be stored.
const (
	forever = "public, max-age=31536000, immutable"
	anew    = "no-cache"
	never   = "no-store"
)

// ServeHTTP answers one request. Error responses are JSON: see [Problem].
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	switch {
	case path == "/api/links":
		allow(w, r, "GET, HEAD, POST", a.about, a.post)
	case path == "/api/oembed":
		allow(w, r, "GET, HEAD", a.oEmbed, nil)
	case strings.HasPrefix(path, "/api/links/"):
		public(w, r)
		allow(w, r, "GET, HEAD", a.scenario, nil)
	case strings.HasPrefix(path, "/s/"):
		allow(w, r, "GET, HEAD", a.open, nil)
	default:
		Refuse(w, r, http.StatusNotFound, Problem{Place: "path", Problem: "there is nothing here", Value: path, Fix: "links are at /api/links"})
	}
}

// allow calls the handler for the request's method. If the address does not accept
// the method, allow refuses the request.
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

// public sets the headers that allow pages of other sites to read a response.
// Course pages and notebooks show scenarios, and a scenario is public to everybody
// who knows its address. No response depends on who sends the request, so requests
// with credentials need not be allowed.
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

// about answers GET /api/links: it describes what the API accepts. A page requests
// this before it offers short links.
func (a *API) about(w http.ResponseWriter, r *http.Request) {
	Answer(w, r, http.StatusOK, anew, `{"links":true,"bytes":`+limit+"}\n")
}

// unable answers a request for which the store returned an error: the link does not
// exist, or the store cannot work.
func (a *API) unable(w http.ResponseWriter, r *http.Request, err error) {
	status, fault := a.trouble(w, r, err)
	Refuse(w, r, status, fault)
}

// trouble converts an error of the store to the status and the problem of the
// response.
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
		if known.Full { // no Retry-After, because waiting does not help
			return http.StatusInsufficientStorage, fault
		}
	}
	w.Header().Set("Retry-After", "10")
	return http.StatusServiceUnavailable, fault
}
