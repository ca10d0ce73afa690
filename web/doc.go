// Package web serves the page: what tools/build made, from inside the binary,
// with nothing read from disk and nothing asked of other hosts.
//
// [Site] is the whole of it as an http.Handler; [Listen] and [Serve] put it on a
// port. web/serve is the program.
package web
