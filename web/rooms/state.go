package rooms

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/web/api"
	"hopyard/web/store"
)

// open maps each round to the phase in which its votes are accepted.
var open = [...]string{1: "vote", 2: "revote"}

// phases maps each valid phase to the Retry-After of the state in seconds, on a
// server that cannot hold responses back. The number is small for phases after
// which the next phase may come at any moment.
var phases = map[string]int{"wait": 8, "vote": 4, "discuss": 4, "revote": 4, "bars": 3, "reveal": 8, "over": 60}

// first is the state of a room before its host has set a state.
const first = `{"phase":"wait","question":0,"round":1}` + "\n"

// state answers the request for the state of the room, which phones show.
func (q *request) state() {
	q.poll(ofState, func(known []string) (present, bool) {
		results := q.query(store.Statement{
			SQL: `SELECT version, phase, CASE version WHEN ?3 THEN NULL ELSE state END AS state
				FROM rooms WHERE code = ?1 AND ends > ?2`,
			Values: []any{q.code, q.now().Unix(), version(known)},
		})
		if results == nil {
			return present{}, false
		}
		if len(results[0].Rows) == 0 {
			q.none()
			return present{}, false
		}
		q.countFound()
		row := results[0].Rows[0]
		return present{tag: tagOf(whole(row[0])), text: text(row[2]), again: phases[text(row[1])]}, true
	})
}

// tagOf returns the ETag of a version.
func tagOf(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

// version returns the version number in the ETag that the client sent. If there are
// several ETags, none, or an invalid one, version returns -1.
func version(known []string) int64 {
	if len(known) == 1 {
		if n, err := strconv.ParseInt(strings.Trim(strings.TrimPrefix(known[0], "W/"), `"`), 10, 64); err == nil && n >= 0 {
			return n
		}
	}
	return -1
}

// setState answers the host's request to set the state: what phones show, and which
// round is open.
func (q *request) setState() {
	members := q.object()
	if members == nil {
		return
	}
	phase, _ := scenario.TextOf(members["phase"])
	_, knownPhase := phases[phase]
	question, round := number(members["question"], MaxQuestions), number(members["round"], 2)
	var wrong []api.Problem
	if !knownPhase {
		wrong = append(wrong, api.Problem{Place: "phase", Problem: "is none", Value: members["phase"], Limit: "wait, vote, discuss, revote, bars, reveal, over", Fix: "write one of these"})
	}
	if question == 0 && (members["question"] != "0" || slices.Contains(open[1:], phase)) {
		wrong = append(wrong, api.Problem{Place: "question", Problem: "is not the number of a question", Value: members["question"], Limit: "1 to " + strconv.Itoa(MaxQuestions) + "; 0 before the first", Fix: "count the questions of the room"})
	}
	if asked := slices.Index(open[1:], phase) + 1; round == 0 || asked > 0 && round != asked {
		wrong = append(wrong, api.Problem{Place: "round", Problem: "is not the round of this phase", Value: members["round"], Limit: "1 or 2", Fix: "write 1 with vote, 2 with revote"})
	}
	if wrong != nil {
		api.Refuse(q.w, q.r, http.StatusBadRequest, wrong...)
		return
	}
	if !q.leads() {
		return
	}
	secret := token(q.r)
	results := q.do(
		store.Statement{SQL: isHost, Values: q.values(secret)},
		store.Statement{
			SQL: `UPDATE rooms SET version = version + 1, phase = ?4, question = ?5, round = ?6, state = ?7
				WHERE code = ?1 AND ends > ?2 AND secret = ?3`,
			Values: q.values(secret, phase, int64(question), int64(round), string(q.body)),
		},
		store.Statement{SQL: "SELECT version FROM rooms WHERE code = ?1", Values: []any{q.code}},
		q.inUse(secret),
	)
	if results == nil || !q.host(results[0]) {
		return
	}
	q.Waits.wake(q.code, ofState, ofVotes)
	q.w.Header().Set("ETag", tagOf(whole(results[2].Rows[0][0])))
	q.done()
}
