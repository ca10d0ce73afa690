// Package api is the share API: short links to scenarios. The binary and the
// worker at the edge serve the same handler over different stores.
//
//	POST /api/links        a scenario → 201, or 200 if it was there: {"id", "path", "url"}
//	GET  /api/links        what this API takes: {"links": true, "bytes": 65536}
//	GET  /api/links/{id}   the scenario in its canonical form, byte for byte, for ever
//	GET  /s/{id}           to the page that shows it; a place in time stays behind #
//
// A link is made of the scenario alone. Where to look in it stands in the
// address behind #, which browsers carry over and servers never see.
package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"hopyard/core/scenario"
	"hopyard/web/store"
)

// MaxBody is how long a posted scenario may be, and its canonical form, in bytes.
const MaxBody = 64 << 10

// API serves the share API at /api/ and /s/.
type API struct {
	Store store.Store
	// Base is the address of the page as its readers know it, ending in "/". ""
	// means that it is what the request names.
	Base string
	// Log, if set, is told of answers that are the server's fault.
	Log func(r *http.Request, err error)
}

// forever is for what never changes.
const forever = "public, max-age=31536000, immutable"

// ServeHTTP answers one request. Errors are JSON: see [Fault].
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	switch {
	case path == "/api/links":
		allow(w, r, a.links, a.about)
	case strings.HasPrefix(path, "/api/links/"):
		allow(w, r, nil, a.scenario)
	case strings.HasPrefix(path, "/s/"):
		allow(w, r, nil, a.open)
	default:
		refuse(w, http.StatusNotFound, Fault{Place: "path", Problem: "there is nothing here", Value: path, Fix: "links are at /api/links"})
	}
}

// allow calls what answers the request's method.
func allow(w http.ResponseWriter, r *http.Request, post, get http.HandlerFunc) {
	methods := "GET, HEAD"
	if post != nil {
		methods += ", POST"
	}
	switch {
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		get(w, r)
	case r.Method == http.MethodPost && post != nil:
		post(w, r)
	default:
		w.Header().Set("Allow", methods)
		refuse(w, http.StatusMethodNotAllowed, Fault{Place: "method", Problem: r.Method + " is not possible here", Value: r.Method, Limit: methods, Fix: "use one of these"})
	}
}

// about says what the API takes; a page asks it before it offers short links.
func (a *API) about(w http.ResponseWriter, r *http.Request) {
	answer(w, http.StatusOK, "no-cache", struct {
		Links bool `json:"links"`
		Bytes int  `json:"bytes"`
	}{true, MaxBody})
}

// links keeps the posted scenario.
func (a *API) links(w http.ResponseWriter, r *http.Request) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, Fault{Place: "Content-Type", Problem: "is not a scenario's", Value: r.Header.Get("Content-Type"), Limit: "application/json", Fix: "send a scenario as JSON"})
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if err != nil {
		refuse(w, http.StatusRequestEntityTooLarge, Fault{Place: "body", Problem: "is too long", Limit: fmt.Sprint(MaxBody), Fix: "share the scenario as a file"})
		return
	}
	s, err := scenario.ParseShared(body)
	var wrong scenario.Errors
	if errors.As(err, &wrong) {
		refuse(w, http.StatusBadRequest, faults(wrong)...)
		return
	}
	id, added, err := store.Keep(r.Context(), a.Store, s.Canonical())
	if err != nil {
		a.unable(w, r, err)
		return
	}
	status := http.StatusOK
	if added {
		status = http.StatusCreated
	}
	base := a.Base
	if base == "" {
		base = "http://" + r.Host + "/"
	}
	w.Header().Set("Location", base+"s/"+id)
	answer(w, status, "no-store", struct {
		ID  string `json:"id"`
		URL string `json:"url"`
	}{id, base + "s/" + id})
}

// scenario gives back what was kept.
func (a *API) scenario(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimPrefix(r.URL.Path, "/api/links/")
	text, err := a.text(r, id)
	if err != nil {
		a.unable(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", forever)
	h.Set("Content-Type", "application/json")
	h.Set("ETag", `"`+id+`"`)
	h.Set("Access-Control-Allow-Origin", "*")
	w.Write(text)
}

// open leads to the page.
func (a *API) open(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimPrefix(r.URL.Path, "/s/")
	if _, err := a.text(r, id); err != nil {
		a.unable(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", forever)
	h.Set("Location", "../?s="+id) // not absolute: the site may lie below a path
	w.WriteHeader(http.StatusFound)
}

func (a *API) text(r *http.Request, id string) ([]byte, error) {
	if !store.IsID(id) {
		return nil, store.ErrNone
	}
	return a.Store.Get(r.Context(), id)
}

// unable answers for a store that has not what was asked for, or cannot work.
func (a *API) unable(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, store.ErrNone) {
		refuse(w, http.StatusNotFound, Fault{Place: "id", Problem: "there is no such short link", Fix: "compare it with where you have it from"})
		return
	}
	if a.Log != nil {
		a.Log(r, err)
	}
	fault := Fault{Place: "store", Problem: "the short links cannot be reached now", Fix: "try again later, or share the long link"}
	var known *store.Error
	if errors.As(err, &known) {
		fault.Problem, fault.Fix = known.Problem, known.Fix
	}
	refuse(w, http.StatusServiceUnavailable, fault)
}

// Fault is one thing that is wrong, as answers tell it: {"errors": [Fault…]}.
type Fault struct {
	Place   string `json:"place"` // "jobs[16].nodes"; "" is the whole scenario
	Problem string `json:"problem"`
	Value   string `json:"value,omitempty"`
	Limit   string `json:"limit,omitempty"`
	Fix     string `json:"fix,omitempty"`
}

func faults(wrong scenario.Errors) []Fault {
	list := make([]Fault, len(wrong))
	for i, e := range wrong {
		list[i] = Fault{e.Place, e.Problem, e.Value, e.Limit, e.Fix}
	}
	return list
}

func refuse(w http.ResponseWriter, status int, faults ...Fault) {
	answer(w, status, "no-store", struct {
		Errors []Fault `json:"errors"`
	}{faults})
}

func answer(w http.ResponseWriter, status int, cache string, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // only for types that JSON has no form for
	}
	w.Header().Set("Cache-Control", cache)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(append(text, '\n'))
}
