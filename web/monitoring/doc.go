// Package monitoring counts and logs what a server does: metrics for Prometheus,
// and a log of JSON lines.
//
// [New] returns a [Watch]. [Watch.Requests] wraps the handler of a site, and counts
// and logs every answer under its route, the kind of its address ([RouteKind]).
// [Watch.Store] wraps a store and counts its work and its failures. [Watch.Figures]
// serves the metrics:
//
//	w := monitoring.New(log)
//	links := w.Store(store)
//	handler := w.Requests(site, sorry)
//
// There is no tracking. Neither the metrics nor the log contain a client's address,
// a query, the part of an address behind # (which no server sees), a header, a
// body, or which link was opened: a request is recorded only as its route, method,
// status, size and time.
package monitoring
