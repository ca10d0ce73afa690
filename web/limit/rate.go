package limit

import (
	"math"
	"net/netip"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// known is how many clients are remembered, those that asked last: about 200
// bytes each. Who is forgotten begins with a full purse.
const known = 1 << 16

// Rates limits the requests of each client. A client may save up for a burst,
// because a lecture hall opens a page at one moment, and often from one address.
type Rates struct {
	perSecond rate.Limit
	burst     int
	clients   *lru.Cache[netip.Addr, *rate.Limiter]
}

// NewRates lets each client make perSecond requests in the long run and burst at
// once. With 0 a second there is no limit.
func NewRates(perSecond float64, burst int) *Rates {
	clients, err := lru.New[netip.Addr, *rate.Limiter](known)
	if err != nil {
		panic(err) // only for a size below one
	}
	return &Rates{rate.Limit(perSecond), burst, clients}
}

// Take counts a request of the client at addr. It returns 0 if the client may make
// it, else how long it should wait, in whole seconds.
func (l *Rates) Take(addr netip.Addr) (wait time.Duration) {
	if l.perSecond <= 0 {
		return 0
	}
	client := Group(addr)
	purse, ok := l.clients.Get(client)
	if !ok {
		purse = rate.NewLimiter(l.perSecond, l.burst)
		if held, found, _ := l.clients.PeekOrAdd(client, purse); found {
			purse = held
		}
	}
	now := time.Now()
	if purse.AllowN(now, 1) {
		return 0
	}
	seconds := (1 - purse.TokensAt(now)) / float64(l.perSecond)
	return time.Duration(max(1, math.Ceil(seconds))) * time.Second
}
