package limit

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Tier is the limit of all clients in one IPv6 network together: a network with a
// prefix of Bits bits may do something Burst times at once and PerSecond times a
// second in the long run.
type Tier struct {
	Bits      int
	PerSecond float64
	Burst     int
}

// Tiers limits each client by every network that contains it, so that the owner of
// a /56 or a /48 does not get the allowance of each of its /64s. An IPv4 address
// has the allowance of the first tier, which is that of the narrowest network. The
// other tiers do not apply to IPv4, because neighbouring IPv4 addresses often
// belong to different people.
//
// Each tier remembers its networks separately, so that a flood from many /64s does
// not make their /48 forgotten.
type Tiers struct {
	mu    sync.Mutex // so that a client takes a token from all tiers or from none
	bits  []int
	tiers []*Keys[netip.Prefix]
}

// NewTiers returns limits for the given tiers, from the narrowest network to the
// widest. If PerSecond of the first tier is 0, there is no limit.
func NewTiers(tiers ...Tier) *Tiers {
	t := &Tiers{}
	for _, tier := range tiers {
		t.bits = append(t.bits, tier.Bits)
		t.tiers = append(t.tiers, NewKeys[netip.Prefix](tier.PerSecond, tier.Burst))
	}
	return t
}

// Take counts one use by the client at addr. It returns 0 if the use is allowed
// now; otherwise it returns how long to wait, in whole seconds, and counts nothing.
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
		purse := keys.bucket(Network(addr, addr.BitLen(), t.bits[i]))
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

// Network returns the network of addr, with a prefix of bits4 bits for an IPv4
// address and of bits6 bits for an IPv6 address. For the zero Addr it returns the
// zero Prefix.
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
