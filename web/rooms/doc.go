// Package rooms implements the rooms in which a lecture hall votes. A host, the
// page of the lecturer, makes a room. Phones join it as voters with a code of six
// letters, show what the host sets, and send answers while a round of voting is
// open. The binary and the worker at the edge serve the same handler, an [API],
// over the same tables (web/store, migration 0002).
//
// The server knows no questions, no right answers and no names. It stores a text
// for the phones, counts each voter once a round, and gives the host the raw votes,
// which the host's page evaluates. There are no accounts, and no personal data is
// stored or logged. A room is deleted with everything in it after 24 hours, or
// after one hour if nobody joins it ([API.Sweep]).
//
// # Requests
//
// In this table, "host:" and "voter:" mark requests that need a token, and W marks
// answers that the server may hold back (see Waiting).
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
// The desk is what the speaker's phone shows, such as notes and the next step. An
// order is a command with which that phone controls the page. The phone uses the
// host's secret.
//
// Codes may be typed in small letters. The host sends "Authorization: Bearer" with
// the secret, and a voter with the voter's token. Both are 128 random bits, which
// the server sends only once. The body of PUT and POST is a JSON object with
// Content-Type: application/json; where the table shows no content, it is {} or
// empty. Requests from pages of other sites are refused.
//
// The state has "phase", "question" and "round", and whatever else phones need to
// show, up to 64 KiB and 32 levels deep:
//
//	{"phase": "vote", "question": 3, "round": 1, "text": "Which jobs start now?", …}
//
// The phases are wait, vote, discuss, revote, bars, reveal and over. A round is
// open in "vote" (round 1) and "revote" (round 2), and only for that question.
// Questions are numbered from 1 to 200; 0 stands for no question yet. Phones
// receive the state unchanged, so it must not contain anything that they may not
// know yet, such as the right answer. No part of it is HTML.
//
// A vote may be repeated and changed while the round is open; the last one counts.
// An answer has 1 to 500 bytes of UTF-8 without control characters. If the round is
// not open, the server answers 409 with the phase in "value". When the server
// answers 204, the vote is on the disk. A phone joins once and keeps its token, so
// it counts once, however often it sleeps, reloads or changes its network.
//
// GET votes answers
//
//	{"question": 3, "round": 1, "joined": 212, "answered": 180, "last": 507, "more": false,
//	 "votes": [[2, 1, 17, "3,4"], …]}
//
// "answered" is for the question and round of the state. "votes" lists the votes
// that came or changed after since, the oldest first: question, round, the voter's
// number in the room from 1, answer. A vote with the same first three numbers
// replaces the earlier one. An answer contains at most 1,000 votes; if "more" is
// true, a request with since=last gets more at once. The answer for orders is
// similar: {"last": 4, "orders": [[3, {…}], …]}. The server keeps the last 200
// orders of up to 4 KiB each.
//
// # What phones show
//
// The pages vote.html and hand.html (static/) show what any host sends in the
// following form, and skip what they do not know. tools/e2e/testdata/room has an
// example of each.
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
// SVG. "dark" is its version for dark screens. "touch" lists boxes in fractions of
// the picture: touching a box marks its option. "form" is the form of an answer:
//
//	jobs    the answers of the marked options, in the order of the options, joined by ",";
//	        "-" for none of them, an option whose text is "none"
//	choice  the answer of one option
//	number  digits without leading zeros; "unit" is shown beside the field
//	time    h:mm, h:mm:ss or h:mm:ss.s, as it was typed; "example" is shown in the field
//
// "ballot" is present from vote to reveal. "reveal" is present only from its phase
// on: "right" lists all right answers, and "slips" maps wrong answers to
// explanations.
//
// The speaker's phone shows the desk, and leaves out what the desk lacks:
//
//	{"lang": "en", "place": "step 12 of 40", "now": "…", "next": "what comes then", "press": "what the next press does",
//	 "notes": ["a paragraph", "…"], "why": ["…", {"caption": ["…"], "head": ["Where", "Nodes"], "rows": [["around root", "24–29"]], "on": 0}],
//	 "began": 1763859600000, "voted": "23 of 41 answered", "black": false, "beamer": [1024, 768], "host": {…}}
//
// An element of notes or why is a sentence or a table; "on" is the row of the table
// that was chosen. "host" is what the page needs to continue its lecture on another
// computer; phones do not show it. "began" is the start of the lecture in Unix
// milliseconds. "beamer" is the width and height of the projected picture, 16 by 9
// if absent. The speaker's phone sends these orders:
//
//	{"do": "next"}, {"do": "back"}, {"do": "black"}   black: switches the screen off, and on again
//	{"do": "point", "at": [0.31, 0.62]}   fractions of the projected picture; null: stop pointing
//	{"do": "stroke", "points": [[0.1, 0.2], …]}   a line; the next one may continue where it ends; {"do": "wipe"}
//
// It sends at most 15 points a second, and lines of at most 100 points. It never
// repeats an order, because an order without an answer may have arrived.
//
// # Waiting
//
// A GET marked W has an ETag. If the request has If-None-Match and wait=1 to 25,
// the server holds the answer back for up to that many seconds while the ETag stays
// the same; then it answers 304. The binary sends news within milliseconds, but
// collects votes for 0.2 s first. The worker at the edge cannot wait, so it answers
// at once. Every such answer has a Retry-After: the number of seconds before the
// client should ask again. The binary always sends 0. The worker sends for the
// state 4 in vote, discuss and revote, 3 in bars, 8 in wait and reveal, 60 in over;
// for the votes 2 while a round is open, otherwise 5; for desk and orders 1. So
// clients use the same loop for both: ask with wait=25, show the answer, sleep for
// Retry-After plus a random extra of up to half of it, ask again. The worker may
// answer with a state that is a second old.
//
// # Errors
//
// Errors have the form of [api.Problem]. 400: the content is not as described
// above. 401: the token is missing, or that of another person or room. 403: the
// request comes from a page of another site. 404: the room does not exist, or no
// longer. 409: the round is not open, or the room has its maximum of 1,000 voters
// ("place" is "phase" or "voters"). 413, 415: the body is too long or not JSON.
// 429: too many requests, with Retry-After. 503, 507: the database cannot work now,
// or is full.
//
// # Limits
//
// A whole hall often shares one address, so that nothing within a room is limited
// by address. To let 500 phones join within 30 s, a room accepts 600 voters at once
// and 20 a second, 1,000 in all. A voter may send 30 votes at once and one a
// second; a host 300 requests at once and 60 a second. Limits by address apply to
// new rooms and to requests for rooms that do not exist.
//
// New rooms are counted by network. An IPv4 address or a /64 may open 40 at once
// and one in 10 minutes, a /56 60 at once and one in 6 minutes, a /48 100 at once
// and one in 4 minutes, 460 a day. Of the 1,000 rooms that may be open, the last
// 200 are reserved for networks that have opened few: each /48, and each /24 of
// IPv4, may open 4 of them a day. So an attacker who floods from one network, or
// from a dozen, cannot keep lecturers elsewhere from opening a room.
//
// A room without voters ends one hour after it was made, or after its host last set
// or requested something in it. From the first voter on, a room lives for 24 hours.
// "ends" in the answer to POST /api/rooms is the latest possible end.
//
// Six of 20 letters make 64 million codes, and at most 1,000 rooms are open at a
// time. An address may ask for 60 unknown codes at once and one in ten seconds,
// 8,700 a day. With R open rooms it finds R/7,400 of them a day: 0.14 with the
// maximum of 1,000 rooms, one in a week. All addresses together may ask for 600
// unknown codes at once and one a second, 87,000 a day: R/740. Beyond that, only
// addresses that have not asked for an unknown room lately get an answer, one each.
// A client that has found a room may continue to request it from the same address,
// so that a guesser in the hall locks out nobody who is in the room. An attacker
// who guesses a code can see what the phones in the room see, and be one more
// voter. A secret has 128 bits.
//
// The worker has the same limits in the form that wrangler.jsonc can express: they
// count by the minute, and in each Cloudflare location separately. They are 40
// rooms of an address, 1,000 voters of a room, 60 votes of a voter, 3,600 requests
// of a host, 30,000 requests of an address, and 30 unknown codes of an address,
// 43,000 a day: R/1,500. There is no limit for all addresses together. A /56 may
// open 60 rooms a minute, a /48 100. No rooms are reserved, because the worker
// remembers no network from one minute to the next.
//
// An attacker with more than 50 networks can take all 1,000 rooms, and an attacker
// in the hall can join repeatedly and take many voter tokens. Without accounts there
// is no remedy for either: the host sees how many voters joined.
//
// # What it costs
//
// Natively (make bench-rooms; two shared cores, which also run the clients), with
// 500 voters of one address in 20 rooms at once: 99 of 100 votes, each of them on
// the disk, are answered within 14 ms, and all phones have the reveal after 77 ms;
// if the same cores also carry a load of 15, within 64 ms and after 603 ms. A
// lecture of one minute takes 2.4 to 2.6 s of processor time and 105 MB; with 2,400
// voters 8 to 12 s and 240 MB.
//
// At the edge, in a lecture of one hour with six questions of five minutes, each
// asked twice, a voter sends about 540 requests: 350 for the state during the
// questions, 170 for the state between them, and 13 that change something. Under
// workerd on those cores, a state from memory takes 1.3 ms of processor time. All
// other requests start the program and take 9 to 12 ms; 9 ms is also the time of
// the short links' simplest answer. These figures include workerd's own server and
// the database.
//
// The free plan (100,000 requests a day, 10 ms each) is enough for one lecture of
// 180 voters a day; an answer of the program may occasionally exceed the 10 ms. On
// the paid plan ($5 a month with 10 million requests and 30 million ms; $0.30 and
// $0.02 for each further million), a lecture of 500 voters takes 270,000 requests
// and half a million ms: 37 lectures a month are included, and each further one
// costs 9 cents. D1 writes 2 rows for a vote and for a voter, 26 for a voter's
// hour; the free plan includes 100,000 a day. The host's page reads the most rows,
// because it reads those of the open round each time: 0.4 of the 5 million a day
// with 500 voters.
package rooms
