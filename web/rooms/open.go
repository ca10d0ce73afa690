package rooms

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"hopyard/core/jsondoc"
	"hopyard/web/api"
	"hopyard/web/store"
)

// about responds with what the server offers. A page requests this before it offers
// rooms.
func (q *request) about() {
	q.json(http.StatusOK, fmt.Sprintf(`{"rooms":true,"waits":%t,"hours":%d,"voters":%d,"questions":%d}`+"\n", q.Waits != nil, Hours, MaxVoters, MaxQuestions))
}

// deleteEnded is the statement that deletes all rooms that have ended, with
// everything in them.
const deleteEnded = "DELETE FROM rooms WHERE ends <= ?1"

// Sweep deletes all rooms that have ended, with everything in them. Even before
// that, such rooms do not exist for clients. The binary calls Sweep every few
// minutes, and the worker by a cron trigger. Making a room also deletes ended
// rooms.
func (a *API) Sweep(ctx context.Context) error {
	_, err := a.DB.Do(ctx, store.Statement{SQL: deleteEnded, Values: []any{a.now().Unix()}})
	return err
}

// Lifetimes of a room in seconds. A room without voters ends when its host has done
// nothing for the time [empty]. A room with voters ends when the time [longest] has
// passed since it was made.
const (
	empty   = EmptyHours * 3600
	longest = Hours * 3600
)

// extendToMax is the statement that extends the life of a room to the maximum.
const extendToMax = "UPDATE rooms SET ends = made + ?3 WHERE code = ?1 AND ends > ?2 AND ends < made + ?3"

// inUse returns the statement that extends the life of a room, because its host is
// active: the room then ends no earlier than an hour from now. To save writes, the
// statement changes the end only if less than half an hour is left.
func (q *request) inUse(secret []byte) store.Statement {
	return store.Statement{
		SQL: `UPDATE rooms SET ends = min(?2 + ?4, made + ?5)
			WHERE code = ?1 AND ends > ?2 AND secret = ?3 AND ends < made + ?5 AND ends <= ?2 + ?4 / 2`,
		Values: q.values(secret, int64(empty), int64(longest)),
	}
}

// open makes a room and responds with its code and secret.
func (q *request) open() {
	if q.Limits != nil && q.refuseIfLimited(q.Limits.Open(q.r), "rooms made from this network") {
		return
	}
	now := q.now()
	secret := newToken()
	most := MaxOpen - Reserve
	for range 5 { // if a code is taken, a new one is tried
		code := newCode()
		results := q.do(
			store.Statement{SQL: deleteEnded, Values: []any{now.Unix()}},
			store.Statement{SQL: `INSERT INTO rooms (code, secret, made, ends, state)
				SELECT ?1, ?2, ?3, ?4, ?5 WHERE (SELECT count(*) FROM rooms) < ?6
				ON CONFLICT (code) DO NOTHING`, Values: []any{code, hash(secret), now.Unix(), now.Unix() + empty, first, int64(most)}},
			store.Statement{SQL: "SELECT (SELECT count(*) FROM rooms) AS open, (SELECT secret FROM rooms WHERE code = ?1) AS secret", Values: []any{code}},
		)
		if results == nil {
			return
		}
		row := results[2].Rows[0]
		switch {
		case slices.Equal(blob(row[1]), hash(secret)):
			q.code = code
			q.countFound()
			out := jsondoc.AppendText([]byte(`{"code":`), code)
			out = jsondoc.AppendText(append(out, `,"secret":`...), secret)
			out = jsondoc.AppendText(append(out, `,"ends":`...), now.Add(Hours*time.Hour).UTC().Format(time.RFC3339))
			q.w.Header().Set("Location", "rooms/"+code) // relative, because the site may be below a path
			q.json(http.StatusCreated, string(append(out, "}\n"...)))
			return
		case whole(row[0]) >= MaxOpen:
			q.crowded(whole(row[0]), MaxOpen, "as many are open as there may be")
			return
		case whole(row[0]) >= int64(most):
			if q.Limits != nil && !q.Limits.Spare(q.r) {
				q.crowded(whole(row[0]), most, "so many are open that the last "+strconv.Itoa(Reserve)+" are kept for networks that have opened few, and this one has opened many")
				return
			}
			most = MaxOpen
		}
	}
	q.refuse(http.StatusServiceUnavailable, api.Problem{Place: "code", Problem: "every one that was drawn is taken", Fix: "try again"})
}

// crowded responds that too many rooms are open.
func (q *request) crowded(open int64, most int, problem string) {
	q.w.Header().Set("Retry-After", "600")
	q.refuse(http.StatusServiceUnavailable, api.Problem{Place: "rooms", Problem: problem, Value: strconv.FormatInt(open, 10), Limit: strconv.Itoa(most), Fix: "end one that is over, or try again later"})
}

// end answers the host's request to end the room: it deletes the room with
// everything in it.
func (q *request) end() {
	secret := token(q.r)
	results := q.do(
		store.Statement{SQL: isHost, Values: q.values(secret)},
		store.Statement{SQL: "DELETE FROM rooms WHERE code = ?1 AND ends > ?2 AND secret = ?3", Values: q.values(secret)},
	)
	if results == nil || !q.host(results[0]) {
		return
	}
	q.Waits.wake(q.code, topics[:]...)
	q.done()
}

// isHost is the query that checks whether a request comes from the host of a room.
// It returns a row only if the room exists and has not ended. The first column says
// whether the secret is that of the host. The second says whether the room should
// be extended, because it ends soon although it may live longer ([request.inUse]).
// The first three values of all statements about a room are its code, the current
// time and the hash of a token.
var isHost = fmt.Sprintf("SELECT secret = ?3 AS host, ends < made + %d AND ends <= ?2 + %d AS fading FROM rooms WHERE code = ?1 AND ends > ?2", longest, empty/2)

// values returns the values of a statement about the request's room: code, time,
// token and further values.
func (q *request) values(token []byte, more ...any) []any {
	return append([]any{q.code, q.now().Unix(), token}, more...)
}

// host reports whether the request comes from the host of the room, given the
// result of the query isHost. If the request does not come from the host, host
// responds that the token is wrong or that there is no such room.
func (q *request) host(found store.Result) bool {
	switch {
	case len(found.Rows) == 0:
		q.none()
		return false
	case whole(found.Rows[0][0]) != 1:
		q.countFound()
		q.refuseToken("the host")
		return false
	}
	q.countFound()
	return true
}

// leads counts a request of the room's host and reports whether the request is
// within the limit. If the limit is exceeded, leads refuses the request.
func (q *request) leads() bool {
	return q.Limits == nil || !q.refuseIfLimited(q.Limits.Lead(q.code), "this room was told much in a short time")
}
