// Package web serves the built page. tools/build writes the files of the page into
// web/dist, and this package embeds them in the binary. So serving reads nothing
// from disk and makes no request to another host.
//
// [Site] returns the whole site as one http.Handler: the files, the share API
// (web/api) and the rooms in which a lecture hall votes (web/rooms). [Listen] opens
// a TCP port, and [Serve] answers requests on it. The command is web/serve:
//
//	site, err := web.Site(web.Dist(), api)
//	ln, err := web.Listen("localhost:8080")
//	err = web.Serve(ctx, ln, site)
//
// The command passes a request through these steps, in this order. It strips the
// path prefix of --base-url, counts and logs the request (web/monitoring), applies
// the limits of the client (web/limit), and calls the site, which looks files up in
// a map. Work that needs a lot of processor time waits for a turn
// (limit.ConcurrencyLimiter), after the request body has been read and before the
// store is called. Link previews for chat programs and their pictures (web/picture)
// have a smaller number of turns of their own. A request from a loopback address
// does not always come from this machine, because a proxy on this machine may have
// forwarded it (limit.Origin.Own). The site does not use http.ServeMux, which
// redirects unclean paths; here a path is either a key of the map or unknown.
// Metric labels and log fields come from the fixed table of routes, never from text
// that a client sent.
//
// At the edge (web/worker on Cloudflare Workers), every request that reaches the
// program starts a new Go instance. Therefore only /api/* and /s/* reach it, and
// the edge cache answers requests for content that never changes. The program is
// kept small: tools/build/slim rewrites it, replacements without function take the
// place of crypto/tls and idna, and D1 is called without database/sql. The edge
// draws no pictures: one takes about 140 ms of processor time, and the free plan
// gives a request 10 ms. Requests that a hall full of phones sends within the same
// second are answered from memory (states.mjs). The store at the edge is D1 and not
// KV: a link that is made in class must open in the next second, and KV may take a
// minute to reach other locations. An instance serves only one request: if an
// instance outlived an aborted request and served further ones, it might wait for
// the aborted request for ever.
package web
