package limit

import (
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

func TestGuesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewGuesses(0.1, 5, 1, 20)
		one, two := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("2001:db8::2")
		wait := func(addr netip.Addr, what string, want time.Duration) {
			t.Helper()
			if got := g.Wait(addr, what); got != want {
				t.Errorf("%v, %s: %v, want %v", addr, what, got, want)
			}
		}
		wait(one, "AAA", 0)
		g.Found(one, "AAA")
		for range 5 {
			wait(one, "BBB", 0)
			g.Missed(one)
		}
		wait(one, "BBB", 10*time.Second)
		wait(one, "AAA", 0) // allowed, because the client has found this room
		wait(two, "BBB", 0)
		g.Missed(one) // the miss of a request that was allowed before
		wait(one, "BBB", 20*time.Second)
		time.Sleep(20 * time.Second)
		wait(one, "BBB", 0)
		// All clients together have missed too often, so only clients without
		// recent misses may send requests.
		for i := range 30 {
			g.Missed(netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}))
		}
		wait(one, "BBB", 11*time.Second)
		wait(two, "BBB", 0)
		g.Missed(two)
		wait(netip.MustParseAddr("2001:db8::3"), "BBB", 12*time.Second) // in the same /64, so it is the same client
		time.Sleep(time.Minute)
		wait(two, "BBB", 0)
	})
}
