package main

import (
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// opened holds the addresses of the server that the messages at the start show.
type opened struct {
	addr   string // the value of --addr
	ln     net.Listener
	base   *url.URL
	secure bool
	others []netip.Addr // addresses of this machine in the local network
}

// lines returns the messages at the start about the server's addresses, one in each
// line.
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
