package limit

import (
	"net/netip"
	"time"
)

// Rates limits the requests of each client. After a pause a client may send many
// requests at once (a burst). The reason is that a whole lecture hall opens a page
// at the same moment, often from one address.
type Rates struct{ clients *Keys[netip.Addr] }

// NewRates returns limits on the requests of each client. The parameter perSecond
// is the number of requests per second in the long run, and 0 means no limit. The
// parameter burst is the number of requests at once.
func NewRates(perSecond float64, burst int) *Rates {
	return &Rates{NewKeys[netip.Addr](perSecond, burst)}
}

// Take counts a request of the client at addr. If the request is allowed now, it
// returns 0. Otherwise it returns how long the client should wait, in whole
// seconds.
func (l *Rates) Take(addr netip.Addr) (wait time.Duration) { return l.clients.Take(Group(addr)) }
