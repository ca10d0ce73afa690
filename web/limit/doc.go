// Package limit protects a server from clients that send too many requests, so that
// other clients are still served. It limits the number of connections ([Conns]),
// the requests of each client ([Rates], [Tiers]), the uses of any other key, such
// as a room ([Keys]), failed guesses at secret codes ([GuessLimiter]), and how much
// expensive work runs at the same time ([ConcurrencyLimiter]).
//
// All limits except those of Conns and ConcurrencyLimiter are token buckets. A
// request takes one token, the bucket refills at a constant rate, and the size of
// the bucket is the largest possible burst. The method Take of Rates, Tiers and
// Keys takes a token and returns 0. If there is no token, it returns how long the
// client should wait:
//
//	if wait := rates.Take(origin.Addr); wait > 0 {
//		// answer 429 with Retry-After
//	}
//
// A client is an IPv4 address or a whole /64 network of IPv6 ([Group]), because
// every IPv6 subscriber has at least a /64. [OriginOf] finds the client's address;
// it believes the headers of trusted proxies. All times are measured with the
// monotonic clock, so changes of the system's clock have no effect.
package limit
