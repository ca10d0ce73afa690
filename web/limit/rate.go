package limit

import (
	"net/netip"
	"time"
)

// Rates limits the requests of each client. A client may save up for a burst,
// because a lecture hall opens a page at one moment, and often from one address.
type Rates struct{ clients *Keys[netip.Addr] }

// NewRates lets each client make perSecond requests in the long run and burst at
// once. With 0 a second there is no limit.
func NewRates(perSecond float64, burst int) *Rates {
	return &Rates{NewKeys[netip.Addr](perSecond, burst)}
}

// Take counts a request of the client at addr. It returns 0 if the client may make
// it, else how long it should wait, in whole seconds.
func (l *Rates) Take(addr netip.Addr) (wait time.Duration) { return l.clients.Take(Group(addr)) }
