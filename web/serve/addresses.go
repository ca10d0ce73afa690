package main

import (
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// virtual are beginnings of names that interfaces have to which no other machine
// is connected.
var virtual = []string{"docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "cni", "podman"}

// neighbours are the addresses under which other machines in the room reach this
// one: those of IPv4, which can be typed, and of IPv6 if there are no others.
func neighbours() []netip.Addr {
	var four, six []netip.Addr
	interfaces, err := net.Interfaces()
	if err != nil {
		return nil
	}
	for _, i := range interfaces {
		if i.Flags&net.FlagUp == 0 || i.Flags&net.FlagLoopback != 0 || slices.ContainsFunc(virtual, func(p string) bool { return strings.HasPrefix(i.Name, p) }) {
			continue
		}
		addrs, err := i.Addrs()
		if err != nil {
			continue
		}
		for _, a := range addrs {
			network, err := netip.ParsePrefix(a.String())
			if err != nil || !network.Addr().IsGlobalUnicast() {
				continue
			}
			if addr := network.Addr().Unmap(); addr.Is4() {
				four = append(four, addr)
			} else {
				six = append(six, addr)
			}
		}
	}
	if len(four) > 0 {
		return four
	}
	return six
}

// opened are what whoever starts the server may want to know: where it is.
type opened struct {
	addr   string // as the flag says
	ln     net.Listener
	base   *url.URL
	secure bool
	others []netip.Addr // neighbours
}

// lines are the addresses of a server as text.
func (o opened) lines() []string {
	scheme := "http://"
	if o.secure {
		scheme = "https://"
	}
	host, _, _ := net.SplitHostPort(o.addr)
	local, ok := netip.AddrPortFrom(netip.Addr{}, 0), false
	if tcp, isTCP := o.ln.Addr().(*net.TCPAddr); isTCP {
		local, ok = tcp.AddrPort(), true
	}
	if !ok {
		return []string{"Hopyard is at " + o.ln.Addr().String()}
	}
	_, port, _ := net.SplitHostPort(o.ln.Addr().String())
	all := local.Addr().IsUnspecified()
	if all {
		host = "localhost"
	}
	here := scheme + net.JoinHostPort(host, port)
	if o.base != nil {
		here = o.base.String() + ", and here at " + here + strings.TrimSuffix(o.base.Path, "/")
	}
	lines := []string{"Hopyard is at " + here + " (Ctrl+C stops it)"}
	if all {
		for _, a := range o.others {
			lines = append(lines, "Others in this network open "+scheme+net.JoinHostPort(a.String(), port))
		}
	}
	if !o.secure && (o.base == nil || o.base.Scheme != "https") && !local.Addr().IsLoopback() {
		lines = append(lines, "On other machines, browsers keep the page for times without network only over https (--tls-cert, --tls-key).")
	}
	return lines
}
