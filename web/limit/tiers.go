package limit

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Tier is what all clients of one network of IPv6 may do together: its prefix has
// Bits bits, and the network may do something Burst times at once and PerSecond times
// a second in the long run.
type Tier struct {
	Bits      int
	PerSecond float64
	Burst     int
}

// Tiers limits each client by every network that it is in, so that whoever holds a
// /56 or a /48 cannot have the allowance of each of its /64s. An IPv4 address has the
// allowance of the first tier, the narrowest network; the others are not for it, since
// addresses of IPv4 that stand side by side often belong to different people.
//
// Each tier remembers networks of its own: however many /64s ask, their /48 is not
// forgotten.
type Tiers struct {
	mu    sync.Mutex // so that a client takes from all tiers or from none
	bits  []int
	tiers []*Keys[netip.Prefix]
}

// NewTiers takes tiers from the narrowest network to the widest. With 0 a second in the
// first one there is no limit.
func NewTiers(tiers ...Tier) *Tiers {
	t := &Tiers{}
	for _, tier := range tiers {
		t.bits = append(t.bits, tier.Bits)
		t.tiers = append(t.tiers, NewKeys[netip.Prefix](tier.PerSecond, tier.Burst))
	}
	return t
}

// Take counts one use by the client at addr. It returns 0 if there may be one now, else
// how long to wait, in whole seconds; then nothing is counted.
func (t *Tiers) Take(addr netip.Addr) (wait time.Duration) {
	if t.tiers[0].perSecond <= 0 {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	var purses []*rate.Limiter
	for i, keys := range t.tiers {
		if i > 0 && !addr.Is6() {
			break
		}
		purse := keys.purse(Network(addr, addr.BitLen(), t.bits[i]))
		if purse.TokensAt(now) < 1 {
			wait = max(wait, untilOne(purse, now))
		}
		purses = append(purses, purse)
	}
	if wait > 0 {
		return wait
	}
	for _, purse := range purses {
		purse.AllowN(now, 1)
	}
	return 0
}

// Network is the network of addr: of bits4 bits if it is an address of IPv4, of bits6
// bits if it is one of IPv6. The zero Addr is in the zero Prefix.
func Network(addr netip.Addr, bits4, bits6 int) netip.Prefix {
	bits := bits4
	if addr.Is6() {
		bits = bits6
	}
	network, err := addr.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return network
}
