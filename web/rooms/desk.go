package rooms

import (
	"fmt"

	"hopyard/web/store"
)

// deskAgain is the Retry-After in seconds of responses with the desk or the orders,
// on a server that cannot hold responses back.
const deskAgain = 1

// desk answers the request of the speaker's phone for the content that it shows,
// the desk.
func (q *request) desk() {
	secret := token(q.r)
	q.poll(ofDesk, func(known []string) (present, bool) {
		results := q.query(
			store.Statement{SQL: isHost, Values: q.values(secret)},
			store.Statement{
				SQL: `SELECT version, CASE version WHEN ?4 THEN NULL ELSE text END AS text FROM desks
					WHERE room = ` + hostRoomCode,
				Values: q.values(secret, version(known)),
			},
		)
		if results == nil || !q.host(results[0]) {
			return present{}, false
		}
		now := present{tag: tagOf(0), text: "{}\n", again: deskAgain}
		if rows := results[1].Rows; len(rows) > 0 {
			now.tag, now.text = tagOf(whole(rows[0][0])), text(rows[0][1])
		}
		return now, true
	})
}

// setDesk answers the host's request to set the desk, which is the content of the
// speaker's phone.
func (q *request) setDesk() {
	if q.object() == nil || !q.leads() {
		return
	}
	secret := token(q.r)
	results := q.do(
		store.Statement{SQL: isHost, Values: q.values(secret)},
		store.Statement{
			SQL: `INSERT INTO desks (room, version, text)
				SELECT code, 1, ?4 FROM rooms WHERE code = ` + hostRoomCode + `
				ON CONFLICT (room) DO UPDATE SET version = version + 1, text = excluded.text`,
			Values: q.values(secret, string(q.body)),
		},
		q.inUse(secret),
	)
	if results == nil || !q.host(results[0]) {
		return
	}
	q.Waits.wake(q.code, ofDesk)
	q.done()
}

// orders answers the host's request for the orders that the speaker's phone has
// sent.
func (q *request) orders() {
	after, ok := q.since("after")
	if !ok {
		return
	}
	secret := token(q.r)
	q.poll(ofOrders, func([]string) (present, bool) {
		results := q.query(
			store.Statement{SQL: isHost, Values: q.values(secret)},
			store.Statement{
				SQL: `SELECT json_group_array(json_array(number, json(text))) AS orders FROM (
					SELECT number, text FROM orders WHERE room = ` + hostRoomCode + ` AND number > ?4 ORDER BY number)`,
				Values: q.values(secret, after),
			},
			store.Statement{
				SQL:    "SELECT coalesce(max(number), 0) AS last FROM orders WHERE room = " + hostRoomCode,
				Values: q.values(secret),
			},
		)
		if results == nil || !q.host(results[0]) {
			return present{}, false
		}
		last := whole(results[2].Rows[0][0])
		out := fmt.Sprintf(`{"last":%d,"orders":%s}`+"\n", last, text(results[1].Rows[0][0]))
		return present{tag: tagOf(last), text: out, again: deskAgain}, true
	})
}

// order answers the request of the speaker's phone to send an order to the host.
func (q *request) order() {
	if q.object() == nil || !q.leads() {
		return
	}
	secret := token(q.r)
	results := q.do(
		store.Statement{SQL: isHost, Values: q.values(secret)},
		store.Statement{
			SQL: `INSERT INTO orders (room, number, text)
				SELECT code, 1 + coalesce((SELECT max(number) FROM orders WHERE room = code), 0), ?4
				FROM rooms WHERE code = ` + hostRoomCode,
			Values: q.values(secret, string(q.body)),
		},
		store.Statement{
			SQL: `DELETE FROM orders WHERE room = ` + hostRoomCode + `
				AND number <= (SELECT max(number) FROM orders WHERE room = ` + hostRoomCode + `) - ?4`,
			Values: q.values(secret, int64(KeptOrders)),
		},
		q.inUse(secret),
	)
	if results == nil || !q.host(results[0]) {
		return
	}
	q.Waits.wake(q.code, ofOrders)
	q.done()
}
