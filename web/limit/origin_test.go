package limit

import (
	"crypto/tls"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

func networks(t *testing.T, list string) Networks {
	t.Helper()
	n, err := ParseNetworks(list)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestNetworks(t *testing.T) {
	n := networks(t, "10.0.0.0/8, 192.0.2.7,fd00::/8,, ::ffff:198.51.100.1")
	for addr, want := range map[string]bool{
		"10.1.2.3": true, "11.0.0.0": false, "192.0.2.7": true, "192.0.2.8": false,
		"fd12::1": true, "fe80::1": false, "198.51.100.1": true, "0.0.0.0": false,
	} {
		if n.Contains(netip.MustParseAddr(addr)) != want {
			t.Errorf("%s: %t, want %t", addr, !want, want)
		}
	}
	if n.Contains(netip.Addr{}) {
		t.Error("no address is in a network")
	}
	for _, list := range []string{"10.0.0.0/33", "localhost", "10.0.0.0/8;fd00::/8", "1.2.3"} {
		if _, err := ParseNetworks(list); err == nil || !strings.Contains(err.Error(), "is not a network") {
			t.Errorf("%q: %v", list, err)
		}
	}
}

func TestOrigin(t *testing.T) {
	trusted := networks(t, "10.0.0.0/8, 127.0.0.1")
	for _, c := range []struct {
		remote, headers string
		want            Origin
	}{
		{"192.0.2.7:1234", "", Origin{Addr: netip.MustParseAddr("192.0.2.7")}},
		{"[2001:db8::1%eth0]:1234", "", Origin{Addr: netip.MustParseAddr("2001:db8::1")}},
		{"[::ffff:192.0.2.7]:1", "", Origin{Addr: netip.MustParseAddr("192.0.2.7")}},
		{"@", "", Origin{}}, // a socket without an address
		// Headers of a client that is not a trusted proxy have no effect.
		{"192.0.2.7:1", "X-Forwarded-For: 198.51.100.1|X-Forwarded-Proto: https", Origin{Addr: netip.MustParseAddr("192.0.2.7"), Relayed: true}},
		{"192.0.2.7:1", "Forwarded: for=198.51.100.1", Origin{Addr: netip.MustParseAddr("192.0.2.7"), Relayed: true}},
		{"192.0.2.7:1", "X-Real-Ip: 198.51.100.1", Origin{Addr: netip.MustParseAddr("192.0.2.7"), Relayed: true}},
		{"192.0.2.7:1", "Via: 1.1 x", Origin{Addr: netip.MustParseAddr("192.0.2.7"), Relayed: true}},
		// The headers of a trusted proxy are believed. If they name further trusted
		// proxies, those are believed, too. Entries further to the left, which
		// clients may have written, are ignored.
		{"10.0.0.1:1", "X-Forwarded-For: 198.51.100.1|X-Forwarded-Proto: https", Origin{Addr: netip.MustParseAddr("198.51.100.1"), HTTPS: true}},
		{"10.0.0.1:1", "X-Forwarded-For: 1.1.1.1, 198.51.100.1, 10.0.0.2", Origin{Addr: netip.MustParseAddr("198.51.100.1")}},
		{"10.0.0.1:1", "X-Forwarded-For: 1.1.1.1|X-Forwarded-For: 198.51.100.1", Origin{Addr: netip.MustParseAddr("198.51.100.1")}},
		{"10.0.0.1:1", "X-Forwarded-For: 198.51.100.1:4711", Origin{Addr: netip.MustParseAddr("198.51.100.1")}},
		{"10.0.0.1:1", "X-Forwarded-For: [2001:db8::1]:4711", Origin{Addr: netip.MustParseAddr("2001:db8::1")}},
		{"10.0.0.1:1", "X-Forwarded-For: 198.51.100.1, unknown", Origin{Addr: netip.MustParseAddr("10.0.0.1")}},
		{"10.0.0.1:1", "X-Forwarded-For: 10.0.0.3, 10.0.0.2", Origin{Addr: netip.MustParseAddr("10.0.0.3")}},
		{"10.0.0.1:1", "X-Forwarded-For: ,", Origin{Addr: netip.MustParseAddr("10.0.0.1")}},
		{"127.0.0.1:1", "X-Forwarded-Proto: http", Origin{Addr: netip.MustParseAddr("127.0.0.1")}},
		// If there are several proxies, the first one knows which protocol the
		// client used.
		{"10.0.0.1:1", "X-Forwarded-Proto: https|X-Forwarded-Proto: http", Origin{Addr: netip.MustParseAddr("10.0.0.1"), HTTPS: true}},
		{"10.0.0.1:1", "X-Forwarded-Proto: https, http", Origin{Addr: netip.MustParseAddr("10.0.0.1"), HTTPS: true}},
		{"10.0.0.1:1", "X-Forwarded-Proto:  HTTPS ,http|X-Forwarded-For: 198.51.100.1, 10.0.0.2", Origin{Addr: netip.MustParseAddr("198.51.100.1"), HTTPS: true}},
		{"10.0.0.1:1", "X-Forwarded-Proto: http, https", Origin{Addr: netip.MustParseAddr("10.0.0.1")}},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.remote
		for line := range strings.SplitSeq(c.headers, "|") {
			if name, value, ok := strings.Cut(line, ": "); ok {
				r.Header.Add(name, value)
			}
		}
		if got := OriginOf(r, trusted); got != c.want {
			t.Errorf("%s %s: %+v, want %+v", c.remote, c.headers, got, c.want)
		}
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.TLS = &tls.ConnectionState{}
	if !OriginOf(r, nil).HTTPS {
		t.Error("a TLS connection is not https")
	}
}

// TestOwn checks which requests count as coming from this machine. They have no
// headers of a proxy and a loopback Host. They do not use HTTP/1.0, which nginx
// uses by default for the servers behind it.
func TestOwn(t *testing.T) {
	for _, c := range []struct {
		remote, host, header string
		minor                int
		want                 bool
	}{
		{"127.0.0.1:1", "localhost:8080", "", 1, true},
		{"127.0.0.1:1", "LocalHost", "", 1, true},
		{"127.0.0.1:1", "hopyard.localhost:8080", "", 1, true},
		{"127.3.2.1:1", "127.0.0.1:8080", "", 1, true},
		{"[::1]:1", "[::1]:8080", "", 1, true},
		{"[::1]:1", "[::1]", "", 1, true},
		{"[::ffff:127.0.0.1]:1", "127.0.0.1", "", 1, true},
		{"127.0.0.1:1", "127.0.0.1:8080", "", 0, false},
		{"127.0.0.1:1", "", "", 1, false},
		{"127.0.0.1:1", "uni.example", "", 1, false},
		{"127.0.0.1:1", "localhost.uni.example", "", 1, false},
		{"127.0.0.1:1", "127.0.0.1.uni.example", "", 1, false},
		{"127.0.0.1:1", "192.0.2.1:8080", "", 1, false},
		{"192.0.2.7:1", "localhost:8080", "", 1, false},
		{"127.0.0.1:1", "localhost", "X-Forwarded-For", 1, false},
		{"127.0.0.1:1", "localhost", "X-Forwarded-Proto", 1, false},
		{"127.0.0.1:1", "localhost", "X-Forwarded-Host", 1, false},
		{"127.0.0.1:1", "localhost", "X-Real-IP", 1, false},
		{"127.0.0.1:1", "localhost", "Forwarded", 1, false},
		{"127.0.0.1:1", "localhost", "Via", 1, false},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr, r.Host, r.ProtoMinor = c.remote, c.host, c.minor
		if c.header != "" {
			r.Header.Set(c.header, "127.0.0.1")
		}
		for _, trusted := range []Networks{nil, networks(t, "127.0.0.0/8,::1")} {
			if got := OriginOf(r, trusted).Own; got != c.want {
				t.Errorf("%+v: %t", c, got)
			}
		}
	}
}

// FuzzOrigin checks that a client cannot pretend to be behind a proxy, and that the
// result contains only addresses that appear in the request.
func FuzzOrigin(f *testing.F) {
	f.Add("1.1.1.1, 198.51.100.1", "https")
	f.Add(",,[::1]:80,", "\x00")
	f.Fuzz(func(t *testing.T, forwarded, proto string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = "192.0.2.7:1"
		r.Header["X-Forwarded-For"] = []string{forwarded}
		r.Header["X-Forwarded-Proto"] = []string{proto}
		if o := OriginOf(r, nil); o.Addr != netip.MustParseAddr("192.0.2.7") || o.HTTPS || !o.Relayed {
			t.Errorf("%+v", o)
		}
		o := OriginOf(r, Networks{netip.MustParsePrefix("192.0.2.0/24")})
		if !o.Addr.IsValid() || o.Relayed {
			t.Errorf("%+v", o)
		}
	})
}
