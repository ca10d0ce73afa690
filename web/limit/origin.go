package limit

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Networks is a list of networks, such as 10.0.0.0/8 and ::1/128.
type Networks []netip.Prefix

// ParseNetworks reads a list with commas between networks; an address alone is a
// network of one. Errors name the entry.
func ParseNetworks(list string) (Networks, error) {
	var all Networks
	for entry := range strings.SplitSeq(list, ",") {
		entry = strings.TrimSpace(entry)
		if entry == "" {
			continue
		}
		network, err := netip.ParsePrefix(entry)
		if addr, bad := netip.ParseAddr(entry); bad == nil {
			network, err = addr.Unmap().Prefix(addr.Unmap().BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("%q is not a network: write an address, or 10.0.0.0/8 or fd00::/8, with commas between several", entry)
		}
		all = append(all, network)
	}
	return all, nil
}

// Contains reports whether addr is in one of the networks.
func (n Networks) Contains(addr netip.Addr) bool {
	for _, network := range n {
		if network.Contains(addr) {
			return true
		}
	}
	return false
}

// Origin is where a request comes from.
type Origin struct {
	Addr  netip.Addr // of the client; the zero Addr if it cannot be told
	HTTPS bool       // whether the client speaks TLS, to here or to a proxy
	// Relayed is set when a proxy that is not believed has passed the request on:
	// Addr is that proxy's.
	Relayed bool
	// Own is set when the request was made on this machine, for all that can be
	// seen: from a loopback address, to the name of one, in HTTP/1.1 or newer and
	// without a proxy's headers. A proxy here that adds none, keeps the Host for
	// itself and speaks HTTP/1.1 looks the same: who knows of a proxy must not
	// rely on it.
	Own bool
}

// marks are headers that proxies add, one or the other.
var marks = []string{"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded", "X-Real-Ip", "Via"}

// OriginOf tells where r comes from. Of proxies in trusted, it believes
// X-Forwarded-For, from the right up to the first address that is no such proxy,
// and X-Forwarded-Proto. X-Forwarded-Host is believed of nobody.
func OriginOf(r *http.Request, trusted Networks) Origin {
	var o Origin
	if remote, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		o.Addr = remote.Addr().Unmap().WithZone("")
	}
	o.HTTPS = r.TLS != nil
	marked := slices.ContainsFunc(marks, func(name string) bool { return r.Header[name] != nil })
	o.Own = !marked && o.Addr.IsLoopback() && IsLoopback(r.Host) && r.ProtoAtLeast(1, 1)
	if !trusted.Contains(o.Addr) {
		o.Relayed = marked
		return o
	}
	if proto := r.Header["X-Forwarded-Proto"]; proto != nil {
		// The first of several is what the client spoke to the first proxy. One who
		// writes it himself changes nothing but the address that he is told.
		first, _, _ := strings.Cut(proto[0], ",")
		o.HTTPS = strings.EqualFold(strings.TrimSpace(first), "https")
	}
	lines := r.Header["X-Forwarded-For"]
	for i := len(lines) - 1; i >= 0; i-- {
		rest := lines[i]
		for more := true; more; {
			var entry string
			if cut := strings.LastIndexByte(rest, ','); cut >= 0 {
				rest, entry = rest[:cut], rest[cut+1:]
			} else {
				entry, more = rest, false
			}
			addr, ok := parseHop(entry)
			if !ok {
				return o // what stands before it is no better: the proxy is the client
			}
			o.Addr = addr
			if !trusted.Contains(addr) {
				return o
			}
		}
	}
	return o
}

// IsLoopback reports whether a host, with or without a port, is a name or an address
// of the machine that asks: localhost, 127.0.0.1, [::1].
func IsLoopback(host string) bool {
	name := (&url.URL{Host: host}).Hostname()
	if addr, err := netip.ParseAddr(name); err == nil {
		return addr.Unmap().IsLoopback()
	}
	name = strings.ToLower(name)
	return name == "localhost" || strings.HasSuffix(name, ".localhost")
}

// parseHop reads an address of X-Forwarded-For, to which some proxies add a port.
func parseHop(entry string) (netip.Addr, bool) {
	entry = strings.TrimSpace(entry)
	addr, err := netip.ParseAddr(entry)
	if err != nil {
		with, err := netip.ParseAddrPort(entry)
		if err != nil {
			return addr, false
		}
		addr = with.Addr()
	}
	return addr.Unmap().WithZone(""), true
}

// Group is the network that counts as one client: an IPv4 address, or the /64 of
// an IPv6 address.
func Group(addr netip.Addr) netip.Addr {
	if addr.Is6() {
		if network, err := addr.Prefix(64); err == nil {
			return network.Addr()
		}
	}
	return addr
}
