// Package rooms implements the rooms in which a lecture hall votes. A host, the
// page of the lecturer, makes a room. Phones join it as voters with a code of six
// letters, show the state that the host sets, and send votes while a round of
// voting is open. The binary and the worker at the edge serve the same handler, an
// [API], over the same tables (web/store, migration 0002).
//
// The server knows no questions, no right answers and no names. It stores the state
// for the phones and one vote per voter and round, and gives the host the raw
// votes. The host's page grades them (wasm/app/ballot) and counts them per answer
// (static/lecture/bars.js). There are no accounts, and no personal data is stored
// or logged. A room is deleted with everything in it after 24 hours, or after one
// hour if nobody joins it ([API.Sweep]).
//
// # Requests
//
// In this table, "host:" and "voter:" mark requests that need the token of a host
// or voter. W marks requests that may wait for news (see Waiting).
//
//	GET    /api/rooms                       what the server offers: {"rooms": true, "waits": true, …}
//	POST   /api/rooms                       makes a room → 201 {"code": "KQXWTM", "secret": "…", "ends": "2026-11-24T09:00:00Z"}
//	GET    /api/rooms/{code}                the state, as the host set it; W
//	PUT    /api/rooms/{code}                host: sets the state → 204, ETag
//	DELETE /api/rooms/{code}                host: ends the room → 204
//	POST   /api/rooms/{code}/voters         joins → 201 {"voter": "…"}
//	PUT    /api/rooms/{code}/votes/{question}/{round}
//	                                        voter: {"answer": "…"} → 204
//	GET    /api/rooms/{code}/votes?since=n  host: the votes; W
//	PUT    /api/rooms/{code}/desk           host: sets the desk → 204
//	GET    /api/rooms/{code}/desk           host: the desk, {} before it is set; W
//	POST   /api/rooms/{code}/orders         host: sends an order to the page → 204
//	GET    /api/rooms/{code}/orders?after=n host: the orders after the n-th; W
//
// The speaker may use a phone to control the lecture; it sends the host's secret.
// The desk is the content that this phone shows, such as notes and the next step.
// An order is a command by which this phone controls the host's page.
//
// Codes may be typed in small letters. The host sends "Authorization: Bearer" with
// the secret, and a voter with the voter's token. Both are 128 random bits, which
// the server sends only once. The body of PUT and POST is a JSON object with
// Content-Type: application/json. If the table and the text below describe no
// content, it is {} or empty. Requests from pages of other sites are refused.
//
// The state is a JSON object with "phase", "question", "round" and further members
// that phones show, up to 64 KiB and 32 levels deep:
//
//	{"phase": "vote", "question": 3, "round": 1, "text": "Which jobs start now?", …}
//
// The phases are wait, vote, discuss, revote, bars, reveal and over. Each question
// has two rounds: round 1 is open in the phase "vote", and round 2 in the phase
// "revote". Votes are accepted only for the open round of the question in the
// state. Questions are numbered from 1 to 200; 0 stands for no question yet. Phones
// receive the state unchanged, so it must not contain anything that they may not
// know yet, such as the right answer. No part of it is HTML.
//
// A voter may repeat or change a vote while the round is open; the last vote
// counts. The answer in a vote has 1 to 500 bytes of UTF-8 without control
// characters. If the round is not open, the server answers 409 with the phase in
// "value". When the server answers 204, the vote is on the disk. A phone joins once
// and keeps its token, so it counts once, however often it sleeps, reloads or
// changes its network.
//
// The response to GET votes is
//
//	{"question": 3, "round": 1, "joined": 212, "answered": 180, "last": 507, "more": false,
//	 "votes": [[2, 1, 17, "3,4"], …]}
//
// "joined" is the number of voters, and "answered" the number of votes in the
// question and round of the state. Votes are numbered in the order in which they
// were sent or changed, and "last" is the number of the last one. "votes" lists the
// votes with numbers above since, the oldest first. Each is a list of question,
// round, number of the voter in the room (from 1) and answer. A vote with the same
// question, round and voter replaces the earlier one. A response contains at most
// 1,000 votes. If "more" is true, there are further votes, which a request with
// since=last returns at once. The response to GET orders is similar: {"last": 4,
// "orders": [[3, {…}], …]}. The server keeps the last 200 orders of up to 4 KiB
// each.
//
// # What phones show
//
// The pages vote.html and hand.html (static/) show every state and desk that a host
// sends in the following form, and ignore unknown members. tools/e2e/testdata/room
// has an example of each.
//
//	{"phase": "vote", "question": 3, "round": 1, "lang": "en",
//	 "ballot": {"lead": "EASY backfilling, 0:06. Job 5 has just joined.",
//	   "ask": "Which of the waiting jobs start now?", "how": "Touch what starts at 0:06", "form": "jobs",
//	   "options": [{"answer": "4", "text": "Job 4", "about": "30 nodes, 2 h", "note": "first in order", "colour": "#cc79a7"}],
//	   "none": "None of them", "unit": "nodes", "example": "1:00",
//	   "pictures": [{"svg": "<svg …>", "dark": "<svg …>", "alt": "the machine: 64 nodes in a fat tree",
//	     "touch": [{"answer": "4", "x": 0.1, "y": 0.2, "w": 0.3, "h": 0.1}]}]},
//	 "reveal": {"right": ["5"], "text": "Job 5 starts.", "why": ["…"], "slips": {"4,5": "Job 4 needs 30 nodes, 14 are free."}}}
//
// "lang" is the language of the texts: en, zh or ru. A picture is a self-contained
// SVG. "dark" is a version of the picture for dark screens. "touch" lists boxes in
// fractions of the picture: touching a box marks its option. "form" determines the
// form of a vote's answer:
//
//	jobs    the "answer" of each marked option, in the order of the options, joined by ",";
//	        "-" for the option "none of these", whose text is in "none"
//	choice  the "answer" of the marked option
//	number  digits without leading zeros; "unit" is shown beside the field
//	time    h:mm, h:mm:ss or h:mm:ss.s, as it was typed; "example" is shown in the field
//
// "ballot" is present from vote to reveal. "reveal" is present only from the phase
// reveal on: "right" lists all right answers, and "slips" maps wrong answers to
// explanations.
//
// The speaker's phone shows the desk. All members are optional:
//
//	{"lang": "en", "place": "step 12 of 40", "now": "…", "next": "what comes then", "press": "what the next press does",
//	 "notes": ["a paragraph", "…"], "why": ["…", {"caption": ["…"], "head": ["Where", "Nodes"], "rows": [["around root", "24–29"]], "on": 0}],
//	 "began": 1763859600000, "voted": "23 of 41 answered", "black": false, "beamer": [1024, 768], "host": {…}}
//
// An element of notes or why is a sentence or a table; "on" is the row of the table
// that was chosen. "host" contains the data with which the host's page can continue
// the lecture on another computer; phones do not show it. "began" is the start of
// the lecture in Unix milliseconds. "beamer" is the width and height of the
// projected picture; the default is 16 by 9. The speaker's phone sends these
// orders:
//
//	{"do": "next"}, {"do": "back"}, {"do": "black"}   black: switches the screen off, and on again
//	{"do": "point", "at": [0.31, 0.62]}   fractions of the projected picture; null: stop pointing
//	{"do": "stroke", "points": [[0.1, 0.2], …]}   a line; the next one may continue where it ends; {"do": "wipe"}
//
// The phone sends at most 15 points a second, and lines of at most 100 points. It
// never repeats an order, because an order may have arrived even if its response
// was lost.
//
// # Waiting
//
// The response to a GET marked W has an ETag. If the request has If-None-Match and
// the query wait=n, with n from 1 to 25, the server may hold the response back for
// up to n seconds until the ETag changes. If the ETag has not changed by then, the
// response is 304. The binary sends news within milliseconds, but collects votes
// for 0.2 s first. The worker at the edge cannot hold responses back, so it answers
// at once. Every response to a GET marked W has a Retry-After, the number of
// seconds before the client should ask again. The binary always sends 0. For the
// state, the worker sends 4 in vote, discuss and revote, 3 in bars, 8 in wait and
// reveal, and 60 in over. For the votes it sends 2 while a round is open, otherwise
// 5. For the desk and the orders it sends 1. Clients use the same loop for both
// servers: send a request with wait=25, show the response, sleep for Retry-After
// plus a random extra of up to half of that time, and start again. The state in a
// response of the worker may be up to a second old.
//
// # Errors
//
// Errors have the form of [api.Problem]. 400: the content is not as described
// above. 401: the token is missing, or it belongs to another person or another
// room. 403: the request comes from a page of another site. 404: the room does not
// exist or has ended. 409: the round is not open, or the room has its maximum of
// 1,000 voters ("place" is "phase" or "voters"). 413, 415: the body is too long or
// not JSON. 429: too many requests; there is a Retry-After. 503: the database
// cannot work now. 507: the database is full.
//
// # Limits
//
// A whole hall often shares one address, so requests within a room are not limited
// by address. To let 500 phones join within 30 s, a room accepts 600 voters at
// once, then 20 a second, and 1,000 in all. A voter may send 30 votes at once, then
// one a second. A host may send 300 requests at once, then 60 a second. Limits by
// address apply to new rooms and to requests for rooms that do not exist.
//
// New rooms are counted by network. An IPv4 address or a /64 may open 40 at once,
// then one in 10 minutes; a /56 may open 60 at once, then one in 6 minutes; and a
// /48 may open 100 at once, then one in 4 minutes, or 460 a day. Of the 1,000 rooms
// that may be open, the last 200 are reserved for networks that have opened few:
// each /48, and each /24 of IPv4, may open 4 of the reserved rooms a day. So an
// attacker who floods from one network, or from a dozen, cannot keep lecturers
// elsewhere from opening a room.
//
// A room without voters ends one hour after it was made or after its host last set
// the state or the desk, sent an order, or requested the votes. As soon as it has a
// voter, a room lives until 24 hours after it was made. "ends" in the response to
// POST /api/rooms is the latest possible end.
//
// There are 64 million codes of six out of 20 letters, and at most 1,000 rooms are
// open at a time. An address may ask for 60 unknown codes at once, then for one in
// ten seconds, or 8,700 a day. If R rooms are open, an address that guesses finds
// R/7,400 rooms a day. With the maximum of 1,000 rooms, that is 0.14 a day, or one
// in a week. All addresses together may ask for 600 unknown codes at once, then for
// one a second, or 87,000 a day; they find R/740 rooms a day. When this common
// limit is reached, only addresses that have not asked for an unknown room lately
// get a response, one each. A client that has found a room may continue to request
// it from the same address, so a guesser in the hall does not lock out clients that
// are in the room. An attacker who guesses a code can see the same as the phones in
// the room, and can join as a voter. A secret has 128 bits.
//
// The worker has the same limits in the form that wrangler.jsonc can express: they
// count by the minute, and in each Cloudflare location separately. The limits for a
// minute are: 40 new rooms from an address, 60 from a /56 and 100 from a /48; 1,000
// new voters in a room; 60 votes of a voter; 3,600 requests of a host; 30,000
// requests from an address; and 30 unknown codes from an address. The last of these
// allows 43,000 unknown codes a day, so one address finds R/1,500 rooms a day.
// There is no limit for all addresses together. No rooms are reserved, because the
// worker remembers no network from one minute to the next.
//
// An attacker with more than 50 networks can take all 1,000 rooms, and an attacker
// in the hall can join repeatedly and take many voter tokens. Without accounts
// neither can be prevented, but the host sees how many voters joined.
//
// # What it costs
//
// The binary was measured with 500 voters at one address in 20 rooms at once (make
// bench-rooms), on two shared cores that also ran the clients. 99 of 100 votes were
// written to the disk and answered within 14 ms, and all phones had the reveal
// after 77 ms. With a load of 15 on the same cores, the times were 64 ms and 603
// ms. A lecture of one minute takes 2.4 to 2.6 s of processor time and 105 MB of
// memory, and with 2,400 voters 8 to 12 s and 240 MB.
//
// At the edge, in a lecture of one hour with six questions of five minutes, each
// asked twice, each voter sends about 540 requests: 350 for the state during the
// questions, 170 for the state between the questions, and 13 that change something.
// Under workerd on the same cores, a state that is answered from memory takes 1.3
// ms of processor time. All other requests start the program and take 9 to 12 ms.
// The simplest response of the share API takes 9 ms, too. All these figures include
// workerd itself and the database.
//
// The free plan (100,000 requests a day, 10 ms each) is enough for one lecture a
// day with 180 voters, although a request that starts the program may occasionally
// exceed 10 ms. On the paid plan ($5 a month with 10 million requests and 30
// million ms; $0.30 and $0.02 for each further million), a lecture with 500 voters
// takes 270,000 requests and half a million ms. So 37 lectures a month are
// included, and each further lecture costs 9 cents. D1 writes 2 rows for each new
// voter and each vote, or 26 rows per voter in such a lecture; the free plan
// includes 100,000 rows a day. The host's page causes the most rows to be read,
// because each of its requests reads all votes of the open round: 0.4 million rows
// in a lecture with 500 voters, of the 5 million a day that are free.
package rooms
