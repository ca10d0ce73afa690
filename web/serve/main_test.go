package main

import (
	"net"
	"testing"
)

func TestShown(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	_, port, _ := net.SplitHostPort(ln.Addr().String())
	for addr, host := range map[string]string{"localhost:0": "localhost", ":0": "localhost", "127.0.0.1:0": "127.0.0.1"} {
		if got, want := shown(addr, ln), host+":"+port; got != want {
			t.Errorf("shown(%q) = %q, want %q", addr, got, want)
		}
	}
}
