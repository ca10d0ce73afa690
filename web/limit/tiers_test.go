package limit

import (
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

// address returns the address of a host in the network 2001:db8::/48. The parameter
// m is the number of its /56 network there, and n the number of its /64 network in
// that /56.
func address(m, n byte) netip.Addr {
	return netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 0, 0, m, n, 15: 1})
}

func TestTiers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewTiers(Tier{64, 0.1, 3}, Tier{56, 0.2, 5}, Tier{48, 0.5, 8})
		take := func(addr netip.Addr, times int) (let int, wait time.Duration) {
			for range times {
				if w := l.Take(addr); w > 0 {
					wait = w
				} else {
					let++
				}
			}
			return let, wait
		}
		for _, c := range []struct {
			what string
			addr netip.Addr
			let  int
			wait time.Duration
		}{
			{"a /64", address(0, 0), 3, 10 * time.Second},
			{"what its /56 has left", address(0, 1), 2, 5 * time.Second},
			{"another /64 of that /56", address(0, 2), 0, 5 * time.Second},
			{"what their /48 has left", address(1, 0), 3, 10 * time.Second},
			{"another /56 of that /48", address(2, 0), 0, 2 * time.Second},
			{"another /48", netip.MustParseAddr("2001:db8:1::1"), 3, 10 * time.Second},
			{"IPv4", netip.MustParseAddr("192.0.2.1"), 3, 10 * time.Second},
			{"the address beside it", netip.MustParseAddr("192.0.2.2"), 3, 10 * time.Second},
			{"no address", netip.Addr{}, 3, 10 * time.Second},
		} {
			if let, wait := take(c.addr, 20); let != c.let || wait != c.wait {
				t.Errorf("%s: %d of 20 let in, then wait %v; want %d and %v", c.what, let, wait, c.let, c.wait)
			}
		}
		// Refused requests have taken no token from any tier. After 2 s the /48 has
		// one token again. It can be taken by a /56 that has used none of its own
		// tokens.
		time.Sleep(2 * time.Second)
		if let, _ := take(address(2, 0), 2); let != 1 {
			t.Errorf("2 s later %d are let in, want 1", let)
		}
	})
}

// TestTiersRemember checks that the uses of a /48 are not forgotten when very many
// of its /64 networks send requests.
func TestTiersRemember(t *testing.T) {
	l := NewTiers(Tier{64, 1e-9, 1}, Tier{48, 1e-9, 10})
	let := 0
	for i := range known + 100 {
		if l.Take(address(byte(i>>8), byte(i))) == 0 {
			let++
		}
	}
	if let != 10 {
		t.Errorf("%d rooms of one /48 were let in, want 10", let)
	}
	unlimited := NewTiers(Tier{64, 0, 1}, Tier{48, 0, 1})
	for range 3 {
		if unlimited.Take(address(0, 0)) != 0 {
			t.Error("refused without a limit")
		}
	}
}

func TestNetwork(t *testing.T) {
	for addr, want := range map[string]string{"2001:db8:1:2::3": "2001:db8:1::/48", "192.0.2.77": "192.0.2.0/24"} {
		if got := Network(netip.MustParseAddr(addr), 24, 48); got.String() != want {
			t.Errorf("%s is in %v, want %s", addr, got, want)
		}
	}
	if got := Network(netip.Addr{}, 24, 48); got.IsValid() {
		t.Errorf("no address is in %v", got)
	}
}
