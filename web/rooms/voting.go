package rooms

import (
	"net/http"
	"strconv"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/web/api"
	"hopyard/web/store"
)

// join adds a voter to the room and responds with the voter's token.
func (q *request) join() {
	if q.Limits != nil && q.refuseIfLimited(q.Limits.Join(q.code), "voters joined this room") {
		return
	}
	voter := newToken()
	results := q.do(
		store.Statement{SQL: "SELECT code FROM rooms WHERE code = ?1 AND ends > ?2", Values: []any{q.code, q.now().Unix()}},
		store.Statement{
			SQL: `INSERT INTO voters (room, number, token)
				SELECT code, 1 + coalesce((SELECT max(number) FROM voters WHERE room = code), 0), ?3
				FROM rooms WHERE code = ?1 AND ends > ?2
				AND coalesce((SELECT max(number) FROM voters WHERE room = code), 0) < ?4`,
			Values: q.values(hash(voter), int64(MaxVoters)),
		},
		store.Statement{SQL: "SELECT number FROM voters WHERE room = ?1 AND token = ?2", Values: []any{q.code, hash(voter)}},
		store.Statement{SQL: extendToMax, Values: []any{q.code, q.now().Unix(), int64(longest)}},
	)
	switch {
	case results == nil:
		return
	case len(results[0].Rows) == 0:
		q.none()
		return
	case len(results[2].Rows) == 0:
		q.countFound()
		most := strconv.Itoa(MaxVoters)
		q.refuse(http.StatusConflict, api.Problem{Place: "voters", Problem: "the room has as many as it may have", Value: most, Limit: most, Fix: "watch, or ask the host for a second room"})
		return
	}
	q.countFound()
	q.Waits.wake(q.code, ofVotes)
	out := jsondoc.AppendText([]byte(`{"voter":`), voter)
	q.json(http.StatusCreated, string(append(out, "}\n"...)))
}

// insertVote is the statement that stores a vote, provided that the round is open
// and the token belongs to a voter of the room. It replaces the voter's earlier
// vote in that round. seq numbers the votes in the order in which they were sent or
// changed.
const insertVote = `INSERT INTO votes (room, question, round, voter, answer, seq)
	SELECT r.code, r.question, r.round, v.number, ?6, 1 + coalesce((SELECT max(seq) FROM votes WHERE room = r.code), 0)
	FROM rooms r JOIN voters v ON v.room = r.code AND v.token = ?3
	WHERE r.code = ?1 AND r.ends > ?2 AND r.question = ?4 AND r.round = ?5 AND r.phase IN ('vote', 'revote')
	ON CONFLICT (room, question, round, voter) DO UPDATE SET answer = excluded.answer, seq = excluded.seq
	WHERE answer <> excluded.answer`

// vote answers a voter's request to store a vote. A vote counts once, however often
// it is sent.
func (q *request) vote() {
	question, round := number(q.parts[1], MaxQuestions), number(q.parts[2], 2)
	if question == 0 || round == 0 {
		q.refuse(http.StatusNotFound, api.Problem{Place: "path", Problem: "is not that of a round", Value: q.parts[1] + "/" + q.parts[2], Limit: "votes/1/1 to votes/" + strconv.Itoa(MaxQuestions) + "/2", Fix: "take question and round of the room's state"})
		return
	}
	members := q.object()
	if members == nil {
		return
	}
	answer, ok := scenario.TextOf(members["answer"])
	if !ok || answer == "" || len(answer) > MaxAnswer || strings.ContainsFunc(answer, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		q.refuse(http.StatusBadRequest, api.Problem{Place: "answer", Problem: "is not a short text", Value: members["answer"], Limit: "1 to " + strconv.Itoa(MaxAnswer) + " bytes, no control characters", Fix: `send {"answer": "…"}`})
		return
	}
	voter := token(q.r)
	if len(voter) > 0 && q.Limits != nil && q.refuseIfLimited(q.Limits.Vote(q.code, string(voter)), "votes of this voter") {
		return
	}
	results := q.do(
		store.Statement{
			SQL: `SELECT v.number, r.phase, r.question, r.round FROM rooms r
				LEFT JOIN voters v ON v.room = r.code AND v.token = ?3 WHERE r.code = ?1 AND r.ends > ?2`,
			Values: q.values(voter),
		},
		store.Statement{SQL: insertVote, Values: q.values(voter, int64(question), int64(round), answer)},
	)
	if results == nil {
		return
	}
	if len(results[0].Rows) == 0 {
		q.none()
		return
	}
	q.countFound()
	row := results[0].Rows[0]
	phase := text(row[1])
	switch {
	case whole(row[0]) == 0:
		q.refuseToken("a voter")
	case open[1] != phase && open[2] != phase, whole(row[2]) != int64(question), whole(row[3]) != int64(round):
		q.refuse(http.StatusConflict, api.Problem{Place: "phase", Problem: "this round is not open", Value: phase, Limit: "question " + strconv.FormatInt(whole(row[2]), 10) + ", round " + strconv.FormatInt(whole(row[3]), 10), Fix: "ask for the room's state"})
	default:
		q.Waits.wake(q.code, ofVotes)
		q.done()
	}
}
