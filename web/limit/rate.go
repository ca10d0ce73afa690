package limit

import (
	"net/netip"
	"time"
)

// Rates limits the requests of each client. A client may save up for a burst,
// because a whole lecture hall opens a page at the same moment, often from one
// address.
type Rates struct{ clients *Keys[netip.Addr] }

// NewRates returns limits that let each client make perSecond requests a second in
// the long run and burst requests at once. With perSecond 0 there is no limit.
func NewRates(perSecond float64, burst int) *Rates {
	return &Rates{NewKeys[netip.Addr](perSecond, burst)}
}

// Take counts a request of the client at addr. It returns 0 if the client may make
// it; otherwise it returns how long the client should wait, in whole seconds.
func (l *Rates) Take(addr netip.Addr) (wait time.Duration) { return l.clients.Take(Group(addr)) }
