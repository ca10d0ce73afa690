// Package lan finds the addresses under which other machines of the local network reach
// this one: those that a lecturer's students can type.
package lan

import (
	"net"
	"net/netip"
	"slices"
	"strings"
)

// virtual are beginnings of names that interfaces have to which no other machine
// is connected.
var virtual = []string{"docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "cni", "podman"}

// Addresses returns the addresses under which other machines in the room reach this
// one: those of IPv4, which can be typed, and of IPv6 if there are no others.
func Addresses() []netip.Addr {
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
