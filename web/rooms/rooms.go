package rooms

import (
	"context"
	"net/http"
	"strings"
	"time"

	"hopyard/web/api"
	"hopyard/web/store"
)

// Limits of rooms. All sizes are in bytes.
const (
	Hours        = 24       // lifetime of a room
	EmptyHours   = 1        // lifetime of a room if nobody joins and its host does nothing
	MaxOpen      = 1000     // rooms at a time
	Reserve      = 200      // the last of these rooms, for networks that have opened few
	MaxVoters    = 1000     // of a room
	MaxQuestions = 200      // of a room, each in two rounds
	MaxText      = 64 << 10 // of a state and of a desk
	MaxAnswer    = 500      // of a vote, in UTF-8
	MaxOrder     = 4 << 10  // of an order
	KeptOrders   = 200      // the last ones; older orders are deleted
	MaxRows      = 1000     // of votes in one answer
	MaxWait      = 25       // seconds for which an answer may be held back
)

// workTime limits the time of the database for a request, even if the client no
// longer waits for the answer.
const workTime = 15 * time.Second

// API serves the rooms at /api/rooms. It may be used from several goroutines.
type API struct {
	DB store.DB // with the tables of migration 0002
	// Waits holds answers back until there is something new. If it is nil, every
	// request is answered at once, with the time before the next one.
	Waits *Waits
	// Base is the address of the page, as in web/api.
	Base string
	// Limits, if set, limits the requests of clients.
	Limits Limits
	// Held, if set, is called when an answer is about to be held back.
	Held func(w http.ResponseWriter)
	// Log, if set, is called for answers that are the server's fault.
	Log func(r *http.Request, err error)
	// Now, if set, replaces the clock.
	Now func() time.Time
}

// Limits is the set of request limits. Except for Spare and Found, each method
// counts one request, and returns 0 or how long its client should wait, in whole
// seconds.
type Limits interface {
	// Open counts a request to make a room.
	Open(r *http.Request) time.Duration
	// Spare counts a request for one of the last [Reserve] rooms, and reports
	// whether the client may make it.
	Spare(r *http.Request) bool
	// Find checks whether a client, which may be guessing codes, may ask for a
	// room. Found reports afterwards whether that room exists.
	Find(r *http.Request, code string) time.Duration
	Found(r *http.Request, code string, there bool)
	// Join counts a new voter of a room. Vote counts a vote of the voter with a
	// token's hash.
	Join(code string) time.Duration
	Vote(code, voter string) time.Duration
	// Lead counts a request of a room's host.
	Lead(code string) time.Duration
}

// At reports whether a path belongs to the rooms.
func At(path string) bool { return path == root || strings.HasPrefix(path, root+"/") }

const root = "/api/rooms"

// methods holds the handlers of an address by method.
type methods struct {
	get, post, put, del func(*request)
}

// request is a request in progress.
type request struct {
	*API
	w     http.ResponseWriter
	r     *http.Request
	code  string   // of the room; "" for none
	parts []string // of the path, after the code
	body  []byte   // of PUT and POST
}

// ServeHTTP answers one request. Errors have the form of [api.Problem].
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := &request{API: a, w: w, r: r}
	m, most := q.route()
	do, ok := m.of(r.Method)
	switch {
	case most == nowhere:
		q.refuse(http.StatusNotFound, api.Problem{Place: "path", Problem: "there is nothing here", Value: r.URL.Path, Fix: "rooms are at " + root})
	case r.Method == http.MethodOptions:
		w.Header().Set("Allow", m.allow())
		q.done()
	case !ok:
		w.Header().Set("Allow", m.allow())
		q.refuse(http.StatusMethodNotAllowed, api.Problem{Place: "method", Problem: "is not possible here", Value: r.Method, Limit: m.allow(), Fix: "use one of these"})
	case !q.read(most), !q.found():
	default:
		do(q)
	}
}

// route returns the handlers for the request's path, and the greatest length of
// bodies for them.
func (q *request) route() (m methods, most int) {
	rest, ok := strings.CutPrefix(q.r.URL.Path, root)
	if !ok || rest == "" {
		return methods{get: (*request).about, post: (*request).open}, MaxOrder
	}
	q.parts = strings.Split(rest[1:], "/")
	q.code, q.parts = strings.ToUpper(q.parts[0]), q.parts[1:]
	switch name := strings.Join(q.parts, "/"); {
	case name == "" && len(q.parts) == 0:
		return methods{get: (*request).state, put: (*request).setState, del: (*request).end}, MaxText
	case name == "voters":
		return methods{post: (*request).join}, MaxOrder
	case name == "votes":
		return methods{get: (*request).votes}, 0
	case len(q.parts) == 3 && q.parts[0] == "votes":
		return methods{put: (*request).vote}, MaxOrder
	case name == "desk":
		return methods{get: (*request).desk, put: (*request).setDesk}, MaxText
	case name == "orders":
		return methods{get: (*request).orders, post: (*request).order}, MaxOrder
	}
	return methods{}, nowhere
}

const nowhere = -1 // in place of a length: the address does not exist

func (m methods) of(method string) (do func(*request), ok bool) {
	switch method {
	case http.MethodGet, http.MethodHead:
		do = m.get
	case http.MethodPost:
		do = m.post
	case http.MethodPut:
		do = m.put
	case http.MethodDelete:
		do = m.del
	}
	return do, do != nil
}

func (m methods) allow() string {
	var list strings.Builder
	for _, one := range [...]struct {
		do   func(*request)
		name string
	}{{m.get, "GET, HEAD, "}, {m.post, "POST, "}, {m.put, "PUT, "}, {m.del, "DELETE, "}} {
		if one.do != nil {
			list.WriteString(one.name)
		}
	}
	return list.String() + "OPTIONS"
}

// found reports whether the request may continue. It refuses clients that may be
// guessing codes, and answers 404 for a code that is not well-formed.
func (q *request) found() bool {
	if q.code == "" && q.parts == nil {
		return true
	}
	if q.Limits != nil && q.refuseIfLimited(q.Limits.Find(q.r, q.code), "unknown rooms were asked for from this address") {
		return false
	}
	if !isCode(q.code) {
		q.none()
		return false
	}
	return true
}

// countFound records for the guessing limit that the room exists.
func (q *request) countFound() {
	if q.Limits != nil {
		q.Limits.Found(q.r, q.code, true)
	}
}

// do runs statements in one transaction. If the database fails, it answers and
// returns nil.
func (q *request) do(statements ...store.Statement) []store.Result {
	return q.run(q.DB.Do, statements)
}

// query runs queries; otherwise it works like do.
func (q *request) query(statements ...store.Statement) []store.Result {
	return q.run(q.DB.Read, statements)
}

// run runs statements. A disconnection of the client does not cancel them, because
// they may have taken effect already.
func (q *request) run(how func(context.Context, ...store.Statement) ([]store.Result, error), statements []store.Statement) []store.Result {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(q.r.Context()), workTime)
	defer cancel()
	results, err := how(ctx, statements...)
	if err != nil {
		q.unable(err)
		return nil
	}
	return results
}

func (a *API) now() time.Time {
	if a.Now != nil {
		return a.Now()
	}
	return time.Now()
}
