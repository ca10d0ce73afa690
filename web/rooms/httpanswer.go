package rooms

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"hopyard/web/api"
	"hopyard/web/store"
)

// never is the Cache-Control of all responses: nothing about a room may be cached.
const never = "no-store"

// json sends a JSON response.
func (q *request) json(status int, text string) { api.Answer(q.w, q.r, status, never, text) }

// done sends a response without a body that says that the request succeeded.
func (q *request) done() {
	q.empty(http.StatusNoContent)
}

// empty sends a response with the given status and no body.
func (q *request) empty(status int) {
	api.Guard(q.w, never, "'none'")
	q.w.WriteHeader(status)
}

func (q *request) refuse(status int, f api.Problem) { api.Refuse(q.w, q.r, status, f) }

// none records that the client used a wrong code, and responds that there is no
// such room.
func (q *request) none() {
	if q.Limits != nil {
		q.Limits.Found(q.r, q.code, false)
	}
	q.refuse(http.StatusNotFound, api.Problem{Place: "code", Problem: "there is no such room", Value: q.code, Limit: "six letters", Fix: "compare the letters; a room ends after " + strconv.Itoa(Hours) + " hours"})
}

// refuseToken responds that the request has no valid token. The parameter who
// describes the person whose token is required, the host or a voter.
func (q *request) refuseToken(who string) {
	q.w.Header().Set("WWW-Authenticate", "Bearer")
	q.refuse(http.StatusUnauthorized, api.Problem{Place: "Authorization", Problem: "is not that of " + who + " of this room", Limit: "Bearer and the token that making or joining the room gave", Fix: "join the room again, or open the page in which it was made"})
}

// refuseIfLimited returns false if the time to wait is 0. Otherwise it refuses the
// request, says how long the client must wait, and returns true. The parameter what
// describes the limited requests.
func (q *request) refuseIfLimited(wait time.Duration, what string) bool {
	if wait <= 0 {
		return false
	}
	seconds := strconv.Itoa(int(wait / time.Second))
	q.w.Header().Set("Retry-After", seconds)
	q.refuse(http.StatusTooManyRequests, api.Problem{Place: "requests", Problem: "too many: " + what, Limit: "one again in " + seconds + " s", Fix: "wait, then try again"})
	return true
}

// unable responds that the database cannot work, and logs the error.
func (q *request) unable(err error) {
	if q.Log != nil && !errors.Is(err, context.Canceled) {
		q.Log(q.r, err)
	}
	status, fault := http.StatusServiceUnavailable, api.Problem{Place: "store", Problem: "the rooms cannot be reached now", Fix: "try again in a few seconds"}
	switch known, _ := errors.AsType[*store.StoreError](err); {
	case known != nil && known.Most > 0: // the size limit of the database is reached, and waiting does not help
		status = http.StatusInsufficientStorage
		fault.Problem, fault.Limit, fault.Fix = "the database has all the bytes that it may have", strconv.FormatInt(known.Most, 10), "the keeper of the server can give it more room (--most)"
	case known != nil && known.Full: // the disk is full
		status = http.StatusInsufficientStorage
		fault.Problem, fault.Fix = known.Problem, "the keeper of the server should make room, and need not start it again"
	case known != nil:
		fault.Problem, fault.Fix = known.Problem, known.Fix
	}
	if status == http.StatusServiceUnavailable {
		q.w.Header().Set("Retry-After", "5")
	}
	q.refuse(status, fault)
}

// whole returns an integer from a database row; NULL becomes 0.
func whole(v any) int64 {
	n, _ := v.(int64)
	return n
}

// text returns a string from a database row; NULL becomes "".
func text(v any) string {
	s, _ := v.(string)
	return s
}

// blob returns the bytes of a blob from a database row; NULL becomes nil.
func blob(v any) []byte {
	b, _ := v.([]byte)
	return b
}
