package rooms

import (
	"fmt"
	"math"
	"net/http"
	"strconv"

	"hopyard/web/api"
	"hopyard/web/store"
)

// since returns the number in the given query parameter, or 0 if the parameter is
// missing. If the parameter is invalid, since refuses the request and returns
// false.
func (q *request) since(name string) (n int64, ok bool) {
	value := q.r.URL.Query().Get(name)
	if value == "" {
		return 0, true
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < 0 || n >= math.MaxInt32 {
		q.refuse(http.StatusBadRequest, api.Problem{Place: name, Problem: "is not a number that an answer had", Value: value, Limit: "0 to " + strconv.Itoa(math.MaxInt32-1), Fix: `take "last" of the answer before`})
		return 0, false
	}
	return n, true
}

// hostRoomCode is a subquery for the code of the room. It finds no code unless the
// request comes from the room's host.
const hostRoomCode = "(SELECT code FROM rooms WHERE code = ?1 AND ends > ?2 AND secret = ?3)"

// votes answers the host's request for the number of voters and their votes.
func (q *request) votes() {
	since, ok := q.since("since")
	if !ok {
		return
	}
	secret := token(q.r)
	q.poll(ofVotes, func([]string) (present, bool) {
		results := q.query(
			store.Statement{SQL: isHost, Values: q.values(secret)},
			store.Statement{
				SQL: `SELECT r.phase, r.question, r.round,
					coalesce((SELECT max(number) FROM voters WHERE room = r.code), 0) AS joined,
					(SELECT count(*) FROM votes v WHERE v.room = r.code AND v.question = r.question AND v.round = r.round) AS answered,
					coalesce((SELECT max(seq) FROM votes WHERE room = r.code), 0) AS last
					FROM rooms r WHERE r.code = ` + hostRoomCode,
				Values: q.values(secret),
			},
			// SQLite returns all rows as one text. At the edge, passing a single
			// number to Go costs more than all the work that SQLite does here.
			store.Statement{
				SQL: `SELECT json_group_array(json_array(question, round, voter, answer)) AS votes, max(seq) AS last FROM (
					SELECT question, round, voter, answer, seq FROM votes
					WHERE room = ` + hostRoomCode + ` AND seq > ?4 ORDER BY seq LIMIT ?5)`,
				Values: q.values(secret, since, int64(MaxRows)),
			},
		)
		if results == nil || !q.host(results[0]) {
			return present{}, false
		}
		// As long as a room has no voters, it stays alive while its host's page
		// requests the votes.
		if whole(results[0].Rows[0][1]) == 1 && q.do(q.inUse(secret)) == nil {
			return present{}, false
		}
		row, rows := results[1].Rows[0], results[2].Rows[0]
		all, last := whole(row[5]), max(since, whole(rows[1]))
		now := present{again: 5, tag: fmt.Sprintf(`"%d-%d-%d-%d"`, whole(row[1]), whole(row[2]), whole(row[3]), all)}
		if phase := text(row[0]); phase == open[1] || phase == open[2] {
			now.again = 2
		}
		now.text = fmt.Sprintf(`{"question":%d,"round":%d,"joined":%d,"answered":%d,"last":%d,"more":%t,"votes":%s}`+"\n",
			whole(row[1]), whole(row[2]), whole(row[3]), whole(row[4]), last, last < all, text(rows[0]))
		return now, true
	})
}
