package main

import (
	"net"
	"net/netip"
	"slices"
	"testing"
)

// TestForPhones checks that the text names an address at which phones can open the
// page, or else says how to get one.
func TestForPhones(t *testing.T) {
	network := []netip.Addr{netip.MustParseAddr("192.168.7.20"), netip.MustParseAddr("10.0.0.4")}
	at := func(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 8080} }
	for _, c := range []struct {
		at      net.Addr
		network []netip.Addr
		want    []string
	}{
		{at("127.0.0.1"), network, []string{"Phones cannot open it there: for an address that they can, make run ADDR=:8080"}},
		{at("::1"), network, []string{"Phones cannot open it there: for an address that they can, make run ADDR=:8080"}},
		{at("::"), network, []string{"Phones in this network open http://192.168.7.20:8080", "Phones in this network open http://10.0.0.4:8080"}},
		{at("0.0.0.0"), nil, []string{"Phones cannot open it: this machine is in no network"}},
		{at("192.168.7.20"), network, nil},
	} {
		if got := forPhones(c.at, c.network); !slices.Equal(got, c.want) {
			t.Errorf("at %v: %q, want %q", c.at, got, c.want)
		}
	}
}
