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

// ParseNetworks parses a comma-separated list of networks. A single address counts
// as a network of one address. Errors name the faulty entry.
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

// Origin describes where a request comes from: the client, and how the request
// reached this server.
type Origin struct {
	Addr  netip.Addr // address of the client; the zero Addr if it is unknown
	HTTPS bool       // whether the client uses TLS, either to this server or to a trusted proxy
	// Relayed is set if a proxy that is not trusted has forwarded the request. Addr
	// is then the address of that proxy.
	Relayed bool
	// Own is set if the request appears to come from this machine: it comes from a
	// loopback address, names a loopback host, uses HTTP/1.1 or newer, and has no
	// headers of a proxy. A request through a proxy on this machine looks the same
	// if the proxy adds no headers, does not forward the Host and speaks HTTP/1.1.
	// So callers that know of a proxy on this machine must not rely on Own.
	Own bool
}

// marks lists the headers that show that a request came through a proxy. Most
// proxies add at least one of them.
var marks = []string{"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded", "X-Real-Ip", "Via"}

// OriginOf returns the origin of a request. It believes the headers X-Forwarded-For
// and X-Forwarded-Proto, but only if a trusted proxy sent the request. It reads the
// addresses in X-Forwarded-For from the right, up to the first address that is not
// a trusted proxy. It never uses X-Forwarded-Host.
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
		// If there are several values, the first is the protocol between the client
		// and the first proxy. The client may have sent this header itself; that
		// changes only the addresses in the response to this client.
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
				return o // the entries further to the left are not credible either, so the last proxy counts as the client
			}
			o.Addr = addr
			if !trusted.Contains(addr) {
				return o
			}
		}
	}
	return o
}

// IsLoopback reports whether a host, with or without a port, is a name or an
// address of the local machine: localhost, 127.0.0.1, [::1].
func IsLoopback(host string) bool {
	name := (&url.URL{Host: host}).Hostname()
	if addr, err := netip.ParseAddr(name); err == nil {
		return addr.Unmap().IsLoopback()
	}
	name = strings.ToLower(name)
	return name == "localhost" || strings.HasSuffix(name, ".localhost")
}

// parseHop parses one address in X-Forwarded-For. Some proxies add a port to it.
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

// Group returns the address that stands for a client: an IPv4 address itself, or
// the first address of the /64 network of an IPv6 address.
func Group(addr netip.Addr) netip.Addr {
	if addr.Is6() {
		if network, err := addr.Prefix(64); err == nil {
			return network.Addr()
		}
	}
	return addr
}
