// Package monitoring counts and logs the work of a server: metrics for Prometheus,
// and a log of JSON lines.
//
// [New] returns a [Watch]. [Watch.Requests] wraps the handler of a site. It counts
// and logs every response under the kind of address that was requested, its
// [RouteKind]. [Watch.Store] wraps a store and counts its work and its failures.
// [Watch.Figures] serves the metrics:
//
//	w := monitoring.New(log)
//	links := w.Store(store)
//	handler := w.Requests(site, sorry)
//
// Users are not tracked. Metrics and log contain no address of a client, no query,
// no header and no body. They contain no part of an address behind #, which no
// server sees. They do not show which link was opened. For each request they record
// only the route, the method, the status, the size and the time.
package monitoring
