package rooms

import (
	"net/http"
	"strconv"
	"time"

	"hopyard/web/api"
)

// gathered is the time for which votes are collected before a waiting host gets
// them: 500 votes within ten seconds then cause 50 answers, not 500.
const gathered = 200 * time.Millisecond

// present is the current content of a resource.
type present struct {
	tag   string // its ETag, with the quotes
	text  string // "" if it may be left out: the client has tag already
	again int    // seconds before the client should ask again, on a server that cannot hold answers back
}

// poll answers a GET with what look returns. If the client already has that version
// and states how long it can wait, poll holds the answer back. If there is nothing
// to return, look answers itself and returns false.
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
		// The time limit for receiving a request must not apply to a held answer:
		// net/http would take its expiry for a disconnection of the client.
		_ = http.NewResponseController(q.w).SetReadDeadline(time.Time{})
	}
	var rung *bell // the bell that ended the previous wait
	for {
		news, done := &bell{}, func() {}
		if over != nil {
			news, done = q.Waits.on(q.code, of)
		}
		now, ok, answered := present{}, false, false
		if rung != nil && of == ofState { // the state is the same for all clients
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

// wait waits for news, and reports whether there may be some.
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

// show answers with the current content, or with 304 if the client has it already.
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
