// Package lan finds the addresses of this machine in the local network, so that a
// lecturer can show students an address to type. [Addresses] returns them.
package lan

import (
	"net"
	"net/netip"
	"slices"
	"strings"
)

// virtual lists the name prefixes of network interfaces that connect to no other
// machine.
var virtual = []string{"docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "cni", "podman"}

// Addresses returns the addresses at which other machines in the room can reach
// this machine. It prefers IPv4 addresses, which are easy to type, and returns IPv6
// addresses only if there are no IPv4 addresses.
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
