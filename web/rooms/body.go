package rooms

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/web/api"
)

// read reads the body of a request that changes something. The body may have at
// most the given number of bytes. If the body cannot be accepted, read refuses the
// request and returns false.
func (q *request) read(most int) bool {
	r := q.r
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true
	}
	if api.Foreign(r, q.Base) {
		q.refuse(http.StatusForbidden, api.Problem{Place: "Origin", Problem: "is another site, and rooms are this site's own page's", Value: r.Header.Get("Origin"), Fix: "open the page at this address"})
		return false
	}
	if r.Method == http.MethodDelete {
		return true
	}
	kinds, coding := r.Header.Values("Content-Type"), strings.Join(r.Header.Values("Content-Encoding"), ", ")
	switch {
	case len(kinds) != 1 || !api.IsJSON(kinds[0]):
		q.w.Header().Set("Accept", "application/json")
		q.refuse(http.StatusUnsupportedMediaType, api.Problem{Place: "Content-Type", Problem: "is not JSON's", Value: strings.Join(kinds, ", "), Limit: "application/json", Fix: "send JSON, and say so, even where nothing is to be sent"})
		return false
	case coding != "" && !strings.EqualFold(coding, "identity"):
		q.w.Header().Set("Accept-Encoding", "identity")
		q.refuse(http.StatusUnsupportedMediaType, api.Problem{Place: "Content-Encoding", Problem: "is not taken here", Value: coding, Limit: "identity", Fix: "send the text as it is, not compressed"})
		return false
	}
	var err error
	if r.Body != nil && r.ContentLength <= int64(most) {
		q.body, err = io.ReadAll(io.LimitReader(r.Body, int64(most)+1))
	}
	var slow interface{ Timeout() bool }
	switch {
	case r.ContentLength > int64(most) || len(q.body) > most:
		limit := strconv.Itoa(most)
		q.refuse(http.StatusRequestEntityTooLarge, api.Problem{Place: "body", Problem: "is longer than " + limit + " bytes", Limit: limit, Fix: "send less"})
	case errors.As(err, &slow) && slow.Timeout():
		q.refuse(http.StatusRequestTimeout, api.Problem{Place: "body", Problem: "did not come in time", Fix: "try again"})
	case err != nil:
		q.refuse(http.StatusBadRequest, api.Problem{Place: "body", Problem: "ended before it was whole", Fix: "send it again"})
	default:
		return true
	}
	return false
}

// object parses the body as a JSON object and returns its members. If the body is
// not an object, it refuses the request and returns nil.
func (q *request) object() map[string]string {
	members, err := jsondoc.Object(q.body, MaxText)
	var wrong *jsondoc.Error
	if errors.As(err, &wrong) {
		q.refuse(http.StatusBadRequest, api.Problem{Place: "body", Line: wrong.Line, Column: wrong.Col, Problem: wrong.Problem, Value: wrong.Value, Limit: wrong.Limit, Fix: wrong.Fix})
		return nil
	}
	return members
}

// number parses an integer from 1 to the limit. For every other text it returns 0.
// Each number has only one valid form, without a sign or leading zeros.
func number(text string, most int) int {
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= most && text == strconv.Itoa(n) {
		return n
	}
	return 0
}
