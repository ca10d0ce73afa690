// Package limit keeps a server up for everybody when some ask too much of it: how
// many connections there may be, and how many requests a client may make.
//
// A client is an address: a network of IPv6, since every subscriber has one of
// those whole, and behind proxies that are believed what they say. All times are
// spans of the monotonic clock, so that setting the clock changes nothing.
package limit
