// Package monitoring is what a server tells of itself: figures for Prometheus, and a
// log of JSON lines.
//
// There is no tracking here. Neither holds a client's address, a query, what
// stands behind # (which no server sees), a header or a body, nor which link was
// opened: a request is its kind of address and what became of it.
package monitoring
