package limit

import (
	"fmt"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

func TestRates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewRates(0.5, 3)
		one, other := netip.MustParseAddr("192.0.2.7"), netip.MustParseAddr("192.0.2.8")
		for range 3 {
			if wait := l.Take(one); wait != 0 {
				t.Fatalf("within the burst: wait %v", wait)
			}
		}
		if wait := l.Take(one); wait != 2*time.Second {
			t.Errorf("after the burst: wait %v, want 2s", wait)
		}
		if wait := l.Take(other); wait != 0 {
			t.Errorf("another client waits %v", wait)
		}
		// A request during the wait does not prolong it. The client is allowed as
		// soon as the time that the first refusal stated has passed.
		time.Sleep(500 * time.Millisecond)
		if wait := l.Take(one); wait != 2*time.Second {
			t.Errorf("half a second later: wait %v, want 2s, rounded up", wait)
		}
		time.Sleep(1500 * time.Millisecond)
		if wait := l.Take(one); wait != 0 {
			t.Errorf("after waiting: wait %v", wait)
		}
	})
}

// TestWhoIsOneClient checks that all addresses in a /64 network of IPv6 count as
// one client, and that a limit of 0 means no limit.
func TestWhoIsOneClient(t *testing.T) {
	l := NewRates(1e-9, 1)
	take := func(addr string) bool { return l.Take(netip.MustParseAddr(addr)) == 0 }
	for _, c := range []struct {
		addr string
		want bool
	}{
		{"2001:db8:0:1::1", true}, {"2001:db8:0:1:ffff::2", false}, {"2001:db8:0:2::1", true},
		{"192.0.2.1", true}, {"192.0.2.1", false}, {"192.0.2.2", true},
		{"127.0.0.1", true}, {"127.0.0.1", false},
	} {
		if got := take(c.addr); got != c.want {
			t.Errorf("%s: let in %t, want %t", c.addr, got, c.want)
		}
	}
	unlimited := NewRates(0, 0)
	for range 3 {
		if unlimited.Take(netip.MustParseAddr("192.0.2.1")) != 0 {
			t.Error("refused without a limit")
		}
	}
	keys := NewKeys[string](0, 1)
	for range 3 {
		if keys.Take("ABCD") != 0 {
			t.Error("a key is refused without a limit")
		}
	}
}

// TestRatesForget sends requests from many clients. Only the most recent clients, a
// fixed number, must be remembered.
func TestRatesForget(t *testing.T) {
	l := NewRates(1, 1)
	addr := netip.MustParseAddr("10.0.0.0")
	for range known + 100 {
		addr = addr.Next()
		l.Take(addr)
	}
	if n := l.clients.purses.Len(); n != known {
		t.Errorf("%d clients are remembered, want %d", n, known)
	}
	if l.Take(addr) == 0 {
		t.Error("the last one was forgotten")
	}
}

func BenchmarkTake(b *testing.B) {
	for _, clients := range []int{1, 1000, 2 * known} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			l, first, i := NewRates(1, 1), netip.MustParseAddr("10.0.0.0"), 0
			addr := first
			b.ReportAllocs()
			for b.Loop() {
				l.Take(addr)
				if addr, i = addr.Next(), i+1; i%clients == 0 {
					addr = first
				}
			}
		})
	}
}
