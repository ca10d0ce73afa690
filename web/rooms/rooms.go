package rooms

import (
	"context"
	"net/http"
	"strings"
	"time"

	"hopyard/web/api"
	"hopyard/web/store"
)

// Limits of rooms. Lengths are in bytes.
const (
	Hours        = 24       // maximum lifetime of a room in hours
	EmptyHours   = 1        // hours after which a room ends if nobody joins and its host does nothing
	MaxOpen      = 1000     // rooms that may be open at the same time
	Reserve      = 200      // number of these rooms that are reserved for networks that have opened few
	MaxVoters    = 1000     // voters in a room
	MaxQuestions = 200      // questions in a room, each with up to two rounds
	MaxText      = 64 << 10 // length of a state or a desk
	MaxAnswer    = 500      // length of a vote's answer in UTF-8
	MaxOrder     = 4 << 10  // length of an order
	KeptOrders   = 200      // number of orders that are kept; older orders are deleted
	MaxRows      = 1000     // votes in one response
	MaxWait      = 25       // seconds for which a response may be held back
)

// workTime limits how long the database may work on one request. The work continues
// up to this limit even if the client has disconnected.
const workTime = 15 * time.Second

// API serves the rooms at /api/rooms. It may be used from several goroutines.
type API struct {
	DB store.DB // contains the tables of migration 0002
	// Waits holds responses back until there is news. If it is nil, every request
	// is answered at once, and the response says when the client should ask again.
	Waits *Waits
	// Base is the address of the page, as in web/api.
	Base string
	// Limits, if set, limits the requests of clients.
	Limits Limits
	// Held, if set, is called before a response is held back.
	Held func(w http.ResponseWriter)
	// Log, if set, is called for each error response that is the server's fault.
	Log func(r *http.Request, err error)
	// Now, if set, replaces the clock.
	Now func() time.Time
}

// Limits is the set of request limits. Open, Join, Vote and Lead each count one
// request. Each method with a time as its result returns 0 if the request is
// allowed. Otherwise the result is how long the client should wait, in whole
// seconds.
type Limits interface {
	// Open counts a request to make a room.
	Open(r *http.Request) time.Duration
	// Spare counts a request for one of the last [Reserve] rooms, and reports
	// whether the request is allowed.
	Spare(r *http.Request) bool
	// Find returns how long a client must wait before it may request the room with
	// the given code. It limits clients that may be guessing codes. After the
	// request, Found is called, which records whether the room exists.
	Find(r *http.Request, code string) time.Duration
	Found(r *http.Request, code string, there bool)
	// Join counts a new voter in a room. Vote counts a vote; voter is the hash of
	// the voter's token.
	Join(code string) time.Duration
	Vote(code, voter string) time.Duration
	// Lead counts a request from the host of a room.
	Lead(code string) time.Duration
}

// At reports whether a path is an address of the rooms.
func At(path string) bool { return path == root || strings.HasPrefix(path, root+"/") }

const root = "/api/rooms"

// methods holds the handlers of one address, one for each HTTP method that the
// address accepts.
type methods struct {
	get, post, put, del func(*request)
}

// request is a request that is being answered.
type request struct {
	*API
	w     http.ResponseWriter
	r     *http.Request
	code  string   // code of the room; "" if the address names no room
	parts []string // parts of the path after the code
	body  []byte   // body of a PUT or POST
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

// route returns the handlers for the request's path and the maximum length of a
// body in bytes.
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

const nowhere = -1 // returned in place of the length if the address does not exist

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

// found reports whether the request may continue. It refuses clients that must wait
// because they may be guessing codes, and responds with 404 if the code is not
// well-formed.
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

// countFound records for the limit on guessing that the requested room exists.
func (q *request) countFound() {
	if q.Limits != nil {
		q.Limits.Found(q.r, q.code, true)
	}
}

// do runs statements in one transaction. If the database fails, do sends an error
// response and returns nil.
func (q *request) do(statements ...store.Statement) []store.Result {
	return q.run(q.DB.Do, statements)
}

// query works like do, but runs only queries.
func (q *request) query(statements ...store.Statement) []store.Result {
	return q.run(q.DB.Read, statements)
}

// run runs statements with the given method of the database, which is Do or Read.
// If the client disconnects, the statements are not cancelled, because they may
// already have taken effect.
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
