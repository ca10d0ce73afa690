package limit

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Tier is a limit that all clients in one IPv6 network share. The field Bits is the
// length of the network's prefix. Burst is the number of uses that one network is
// allowed at once, and PerSecond the number per second in the long run.
type Tier struct {
	Bits      int
	PerSecond float64
	Burst     int
}

// Tiers limits each client by all networks that contain it. So the owner of a /56
// or /48 network cannot multiply the allowance by using its many /64 networks. For
// IPv4, each address counts as a network, and only the first tier applies, which is
// that of the narrowest network. The other tiers do not apply to IPv4, because
// neighbouring IPv4 addresses often belong to different people.
//
// Each tier remembers its networks separately. So a flood from many /64 networks
// does not cause their /48 to be forgotten.
type Tiers struct {
	mu    sync.Mutex // held while Take runs, so that a client takes a token from all tiers or from none of them
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

// Take counts one use by the client at addr. If the use is allowed now, it returns
// 0. Otherwise it counts nothing and returns how long to wait, in whole seconds.
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

// Network returns the network that contains addr. Its prefix has bits4 bits for an
// IPv4 address and bits6 bits for an IPv6 address. For the zero Addr it returns the
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
