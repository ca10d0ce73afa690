// Package web serves the page: what tools/build made, from inside the binary,
// with nothing read from disk and nothing asked of other hosts.
//
// [Site] is the whole of it as an http.Handler, with the share API (web/api) and the
// rooms of a lecture (web/rooms); [Listen] and [Serve] put it on a
// port. web/serve is the program.
//
// The binary puts around the share API, in this order: the prefix of --base-url,
// watch, limit, and the site, whose answers are look-ups in a map. What costs a
// processor takes a turn (limit.Turns) between its body and the store; what
// chats are told of short links, and their pictures (web/picture), take turns of
// their own, of which there are fewer. The
// address of a client alone does not make it this machine (limit.Origin.Own): a
// proxy may stand there. There is no ServeMux, which leads odd paths elsewhere:
// here a path is a key or there is nothing. Labels and log fields come from the
// table of routes, never from what a client sent.
//
// At the edge a Go instance starts for every request, so that only /api/* and
// /s/* reach it, what never changes is answered from the cache there, and the
// program is kept small: tools/build/slim rewrites it, crypto/tls and idna have
// stand-ins, and D1 is called without database/sql. Pictures are not drawn there:
// one takes some 140 ms of a processor, and the free plan gives a request 10. What
// a hall of phones asks for in the same second is answered from memory (states.mjs).
// The store is D1 and not KV: a link made in class opens in the next second, and KV
// may take a minute to reach other places. One instance is not kept alive for several
// requests: one that outlives a request that was broken off may wait for it for ever.
package web
