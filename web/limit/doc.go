// Package limit protects a server from clients that ask too much of it, so that it
// stays up for everybody else. It limits the number of connections ([Conns]), the
// requests of each client ([Rates], [Tiers]), the uses of any other key, such as a
// room ([Keys]), failed guesses at secret codes ([GuessLimiter]), and how much expensive
// work runs at the same time ([ConcurrencyLimiter]).
//
// Every limit but those of Conns and Turns is a token bucket: a client spends one
// token per request, the bucket refills at a constant rate, and its size is the
// burst that the client may save up for. A method Take spends a token and returns
// 0, or returns how long the client should wait:
//
//	if wait := rates.Take(origin.Addr); wait > 0 {
//		// answer 429 with Retry-After
//	}
//
// A client is an IPv4 address or a whole /64 network of IPv6 ([Group]), because
// every subscriber has at least a /64. [OriginOf] finds the client's address, and
// believes the headers of trusted proxies. All times are spans of the monotonic
// clock, so that setting the clock changes nothing.
package limit
