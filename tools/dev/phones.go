package main

import (
	"net"
	"net/netip"
)

// here returns the address at which a browser on this machine reaches a server that
// listens at addr.
func here(addr net.Addr) string {
	if tcp, ok := addr.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		_, port, _ := net.SplitHostPort(addr.String())
		return "localhost:" + port
	}
	return addr.String()
}

// forPhones returns lines of text for the terminal. They say how phones in the same
// network can open the page, or how to start a server that phones can reach.
func forPhones(addr net.Addr, network []netip.Addr) []string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return nil
	}
	_, port, _ := net.SplitHostPort(addr.String())
	switch {
	case tcp.IP.IsLoopback():
		return []string{"Phones cannot open it there: for an address that they can, make run ADDR=:" + port}
	case !tcp.IP.IsUnspecified():
		return nil // phones can use the address already printed
	case len(network) == 0:
		return []string{"Phones cannot open it: this machine is in no network"}
	}
	var lines []string
	for _, a := range network {
		lines = append(lines, "Phones in this network open http://"+net.JoinHostPort(a.String(), port))
	}
	return lines
}
