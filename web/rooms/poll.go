package rooms

import (
	"net/http"
	"strconv"
	"time"

	"hopyard/web/api"
)

// gathered is the time for which votes are collected before a waiting host gets
// them. So 500 votes within ten seconds cause 50 responses, not 500.
const gathered = 200 * time.Millisecond

// present is the current content of a resource, such as the state of a room.
type present struct {
	tag   string // the ETag of the content, including the quotes
	text  string // the content; "" if the client already has the current version, so that the content is not needed
	again int    // seconds after which the client should ask again, on a server that cannot hold responses back
}

// poll answers a GET request with the content that the function look returns. The
// argument of look lists the ETags that the client has. If the client already has
// the current version and states how long it can wait, poll holds the response back
// until there is news. If look returns false, it has already sent an error
// response.
func (q *request) poll(of topic, look func(known []string) (present, bool)) {
	seconds := 0
	if wait := q.r.URL.Query().Get("wait"); wait != "" && wait != "0" {
		if seconds = number(wait, MaxWait); seconds == 0 {
			q.refuse(http.StatusBadRequest, api.Problem{Place: "wait", Problem: "is not a number of seconds", Value: wait, Limit: "0 to " + strconv.Itoa(MaxWait), Fix: "write a whole number"})
			return
		}
	}
	known := q.r.Header.Values("If-None-Match")
	var over <-chan time.Time
	if q.Waits != nil && seconds > 0 && len(known) > 0 {
		timer := time.NewTimer(time.Duration(seconds) * time.Second)
		defer timer.Stop()
		over = timer.C
		// The time limit for receiving a request must not apply while the response
		// is held back: when it expires, net/http assumes that the client has
		// disconnected.
		_ = http.NewResponseController(q.w).SetReadDeadline(time.Time{})
	}
	var rung *bell // the bell that ended the previous wait; nil before the first wait
	for {
		news, done := &bell{}, func() {}
		if over != nil {
			news, done = q.Waits.on(q.code, of)
		}
		now, ok, answered := present{}, false, false
		if rung != nil && of == ofState { // the state is the same for all clients, so one query is enough
			now, ok = rung.shared(func() (found present, ok bool) {
				found, ok = look(nil)
				answered = !ok
				return found, ok
			})
		}
		if !ok && !answered {
			now, ok = look(known)
		}
		if !ok {
			done()
			return
		}
		fresh := !api.Matches(known, now.tag)
		if fresh || over == nil || !q.wait(of, news.rung, over) {
			done()
			q.show(now, fresh)
			return
		}
		done()
		rung = news
	}
}

// wait waits until news arrives, and returns true. When votes arrive, it first
// waits a moment longer to collect more of them. It returns false if the time is
// over, the server stops or the client disconnects.
func (q *request) wait(of topic, news <-chan struct{}, over <-chan time.Time) bool {
	if q.Held != nil {
		q.Held(q.w)
	}
	select {
	case <-news:
	case <-over:
		return false
	case <-q.Waits.stopped:
		return false
	case <-q.r.Context().Done(): // the client has disconnected
		return false
	}
	if of == ofVotes {
		more := time.NewTimer(gathered)
		defer more.Stop()
		select {
		case <-more.C:
		case <-q.Waits.stopped:
		case <-q.r.Context().Done():
		}
	}
	return true
}

// show sends the current content. If fresh is false, the client has the content
// already, and show sends 304.
func (q *request) show(now present, fresh bool) {
	h := q.w.Header()
	h.Set("ETag", now.tag)
	again := now.again
	if q.Waits != nil {
		again = 0
	}
	h.Set("Retry-After", strconv.Itoa(again))
	if !fresh {
		q.empty(http.StatusNotModified)
		return
	}
	q.json(http.StatusOK, now.text)
}
