package limit

import (
	"net/netip"
	"time"
)

// Rates limits the requests of each client. After a pause a client may send many
// requests at once (a burst), because a whole lecture hall opens a page at the same
// moment, often from one address.
type Rates struct{ clients *Keys[netip.Addr] }

// NewRates returns limits that allow each client perSecond requests a second in the
// long run and burst requests at once. If perSecond is 0, there is no limit.
func NewRates(perSecond float64, burst int) *Rates {
	return &Rates{NewKeys[netip.Addr](perSecond, burst)}
}

// Take counts a request of the client at addr. If the request is allowed now, it
// returns 0. Otherwise it returns how long the client should wait, in whole
// seconds.
func (l *Rates) Take(addr netip.Addr) (wait time.Duration) { return l.clients.Take(Group(addr)) }
