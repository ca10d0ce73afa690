// Package rooms is what a lecture hall votes in: a host makes a room, phones join it
// by six letters, show what the host sets, and send answers while a round is open.
// The binary and the worker at the edge serve the same handler over the same tables
// (web/store, migration 0002).
//
// The server knows no questions, no right answers and no names. It keeps a text for
// the phones, counts each voter once a round, and gives the host the raw votes; what
// they mean the host's page works out. There is no account, nothing personal is kept
// or logged, and a room is deleted with all that is in it after 24 hours, or after one if
// nobody joins it ([API.Sweep]).
//
// # Requests
//
//	GET    /api/rooms                       what there can be: {"rooms": true, "waits": true, …}
//	POST   /api/rooms                       makes one → 201 {"code": "KQXWTM", "secret": "…", "ends": "2026-11-24T09:00:00Z"}
//	GET    /api/rooms/{code}                the state, as the host set it; W
//	PUT    /api/rooms/{code}                host: sets the state → 204, ETag
//	DELETE /api/rooms/{code}                host: ends the room → 204
//	POST   /api/rooms/{code}/voters         joins → 201 {"voter": "…"}
//	PUT    /api/rooms/{code}/votes/{question}/{round}
//	                                        voter: {"answer": "…"} → 204
//	GET    /api/rooms/{code}/votes?since=n  host: who voted how; W
//	PUT    /api/rooms/{code}/desk           host: sets what the speaker sees → 204
//	GET    /api/rooms/{code}/desk           host: that, {} before the first; W
//	POST   /api/rooms/{code}/orders         host: asks the page for something → 204
//	GET    /api/rooms/{code}/orders?after=n host: what was asked for after the n-th; W
//
// Codes may be typed in small letters. The host, which is also the phone in the
// speaker's hand, sends "Authorization: Bearer" and the secret, a voter his token;
// both are 128 random bits that are told once. All that is sent is a JSON object with
// Content-Type: application/json, where nothing is to be sent {} or no body. Requests
// of other sites' pages are refused.
//
// The state has "phase", "question" and "round", and whatever else phones are to
// show, up to 64 KiB, 32 levels deep:
//
//	{"phase": "vote", "question": 3, "round": 1, "text": "Which jobs start now?", …}
//
// The phases are wait, vote, discuss, revote, bars, reveal and over. The round is open
// in "vote" (round 1) and "revote" (round 2), and only for that question, which counts
// from 1 to 200; it is 0 before the first. Phones see the state word by word: what
// they must not know yet, such as the right answer, may not be in it yet. Nothing of
// it is HTML.
//
// A vote may be sent again and changed while the round is open; the last one counts.
// An answer has 1 to 500 bytes of UTF-8 without control characters. Where the round is
// not open, 409 says the phase in "value". A vote that was answered 204 is on the
// disk, and a token joins once: a phone that keeps it counts once, however often it
// sleeps, reloads or changes its network.
//
// GET votes answers
//
//	{"question": 3, "round": 1, "joined": 212, "answered": 180, "last": 507, "more": false,
//	 "votes": [[2, 1, 17, "3,4"], …]}
//
// answered is for the question and round of the state. votes are those that came or
// were changed after since, the oldest first: question, round, the voter's number in
// the room from 1, answer. One with the same first three numbers takes the place of
// the one before. At most 1,000 are told at once; more says that since=last has more
// at once. {"last": 4, "orders": [[3, {…}], …]} is the same for orders, of which the
// last 200 are kept, 4 KiB each.
//
// # What phones show
//
// vote.html and hand.html (static/) show what any host tells them in this form; what
// they do not know they leave out. tools/e2e/testdata/room has an example of each.
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
// lang is that of the texts: en, zh or ru. A picture is an SVG that needs nothing else;
// dark is the one for dark screens, and touch are boxes in fractions of it: touching one
// marks that option. form says what an answer is:
//
//	jobs    the answers of the marked options, in the order of the options, joined by ",";
//	        "-" for none of them, which is called none
//	choice  the answer of one option
//	number  digits without zeros before them; unit stands beside the field
//	time    h:mm, h:mm:ss or h:mm:ss.s, as it was typed; example stands in the field
//
// ballot is there from vote to reveal. reveal comes with its phase and not before: right
// are all answers that are, slips what is said of wrong ones.
//
// The desk is shown by the speaker's phone, and what it lacks is not:
//
//	{"lang": "en", "place": "step 12 of 40", "now": "…", "next": "what comes then", "press": "what the next press does",
//	 "notes": ["a paragraph", "…"], "why": ["…", {"caption": ["…"], "head": ["Where", "Nodes"], "rows": [["around root", "24–29"]], "on": 0}],
//	 "began": 1763859600000, "voted": "23 of 41 answered", "black": false, "beamer": [1024, 768], "host": {…}}
//
// A part of notes or why is a sentence, or a table; on is its row that was taken. host is
// what the page needs to go on with its lecture on another computer; phones leave it out.
// began is when the lecture did, in Unix milliseconds; beamer are the sides of its
// picture, 16 by 9 if they are not told. That phone sends the orders
//
//	{"do": "next"}, {"do": "back"}, {"do": "black"}   on and off again
//	{"do": "point", "at": [0.31, 0.62]}   fractions of the beamer's picture; null: nowhere any more
//	{"do": "stroke", "points": [[0.1, 0.2], …]}   a line; the next one may go on where it ends; {"do": "wipe"}
//
// at most 15 points a second, and lines of at most 100 points. It never sends an order
// twice: one that was not answered may have arrived.
//
// # Waiting
//
// A GET marked W has an ETag. With If-None-Match and wait=1 to 25 its answer is held
// back for so many seconds as long as the ETag stays the same; then it is 304. The
// binary tells news within milliseconds; votes it gathers for 0.2 s. The worker has
// nothing that could wait: it answers at once. Every such answer has Retry-After, the
// seconds to leave before asking again: 0 of the binary; of the worker 4 for the state
// in vote, discuss and revote, 3 in bars, 8 in wait and reveal, 60 in over; 2 for the
// votes while a round is open, else 5; 1 for desk and orders. So the page's loop is
// the same for both: ask with wait=25, show, sleep for Retry-After, with up to half as
// much again by chance, ask again. The worker may answer with a state that is a second
// old.
//
// # Errors
//
// Errors have the form of [api.Problem]. 400: what was sent is not as above. 401: no
// token, or that of somebody else or of another room. 403: a page of another site.
// 404: no such room, any more. 409: the round is not open, or the room has its 1,000
// voters ("place" is "phase" or "voters"). 413, 415: too long, not JSON. 429: too
// often, with Retry-After. 503, 507: the database cannot work now, or is full.
//
// # Limits
//
// A hall is often one address, so that nothing in a room is limited by address. 500
// phones join within 30 s: a room takes 600 voters at once and 20 a second, 1,000 in
// all; a voter sends 30 votes at once and one a second; a host 300 things at once and
// 60 a second. By address there are new rooms and requests for rooms that are not there.
//
// New rooms are counted by network: an IPv4 address or a /64 opens 40 at once and one in
// 10 minutes, a /56 60 at once and one in 6 minutes, a /48 100 at once and one in 4
// minutes, 460 a day. Of the 1,000 rooms that may be open the last 200 are for networks
// that have opened few: each /48, and each /24 of IPv4, has 4 of them a day. So whoever
// floods from one network, or from a dozen, keeps no lecturer elsewhere from opening a
// room.
//
// A room that nobody has joined ends an hour after it was made or its host last set or
// asked for something in it; from the first voter on it lives for 24 hours. "ends" in the
// answer to POST /api/rooms is when it ends at the latest.
//
// Six of 20 letters make 64 million codes, and at most 1,000 rooms are open at a time.
// An address may ask for 60 unknown codes at once and one in ten seconds, 8,700 a day:
// with R rooms open it finds R/7,400 of them a day, 0.14 if as many are open as may
// be, one in a week. All addresses together may ask for 600 at once and one a second,
// 87,000 a day: R/740. Beyond that only addresses that have asked for no unknown room
// lately get an answer, one each. Who has found a room from an address may go on
// asking for it from there, so that a guesser in the hall keeps out nobody who is in.
// Who guesses a room can see what its phones see, and be one voter more. A secret has
// 128 bits.
//
// The worker has the same limits as wrangler.jsonc says them, which count by the minute
// and at each of Cloudflare's places: 40 rooms of an address, 1,000 voters of a room,
// 60 votes of a voter, 3,600 things of a host, 30,000 requests of an address, and 30
// unknown codes of an address, 43,000 a day: R/1,500. There is none for all addresses.
// Of a /56 there are 60 rooms a minute, of a /48 100. It keeps no rooms in reserve, since
// it remembers nobody from one minute to the next.
//
// 1,000 rooms can be taken by somebody who has more than 50 networks; a voter's tokens
// by somebody who is in the hall. Against both there is no help without accounts: the
// host sees how many joined.
//
// # What it costs
//
// Natively (make bench-rooms; two shared cores, clients on them too): 500 voters of one
// address in 20 rooms at once: 99 of 100 votes, each on the disk, are answered within
// 14 ms, and all have the reveal after 77 ms; on the same cores with a load of 15 beside
// it 64 and 603 ms. A lecture of a minute takes 2.4 to 2.6 s of processor time and 105
// MB; with 2,400 voters 8 to 12 s and 240 MB.
//
// At the edge, a lecture of an hour with six questions of five minutes, each asked
// twice, takes about 540 requests of a voter: 350 for the state during the questions,
// 170 in between, 13 that change something. Under workerd on those cores a state from
// memory takes 1.3 ms of processor time, all else, which starts the program, 9 to 12,
// the 9 of which are also what the short links' plainest answer takes; workerd's own
// server and the database are in these figures.
//
// On the free plan (100,000 requests a day, 10 ms each) that is one lecture a day of 180
// voters, and an answer of the program may now and then be over the 10 ms. On the paid
// plan ($5 a month with 10 million requests and 30 million ms; $0.30 and $0.02 for each
// million more) a lecture of 500 voters takes 270,000 requests and half a million ms:
// 37 lectures a month are included, each further one costs 9 cents. D1 takes 2 rows
// written for a vote and for a voter, 26 for a voter's hour, of 100,000 a day on the
// free plan; the host's page reads the most rows, those of the open round each time:
// 0.4 of 5 million a day with 500 voters.
package rooms
