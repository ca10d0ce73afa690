package main

import (
	"net"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hopyard/web/lan"
)

// at is a listener that reports the address in the field addr as its own.
type at struct {
	net.Listener
	addr netip.AddrPort
}

func (a at) Addr() net.Addr { return net.TCPAddrFromAddrPort(a.addr) }

func TestAddresses(t *testing.T) {
	const offline = "On other machines, browsers keep the page for times without network only over https (--tls-cert, --tls-key)."
	others := []netip.Addr{netip.MustParseAddr("192.168.1.20"), netip.MustParseAddr("2001:db8::1")}
	for _, c := range []struct {
		addr, local, base string
		secure            bool
		want              []string
	}{
		{"localhost:8080", "127.0.0.1:8080", "", false, []string{"Hopyard is at http://localhost:8080 (Ctrl+C stops it)"}},
		{"127.0.0.1:0", "127.0.0.1:4711", "", false, []string{"Hopyard is at http://127.0.0.1:4711 (Ctrl+C stops it)"}},
		{":8080", "[::]:8080", "", false, []string{"Hopyard is at http://localhost:8080 (Ctrl+C stops it)",
			"Others in this network open http://192.168.1.20:8080", "Others in this network open http://[2001:db8::1]:8080", offline}},
		{"0.0.0.0:443", "0.0.0.0:443", "", true, []string{"Hopyard is at https://localhost:443 (Ctrl+C stops it)",
			"Others in this network open https://192.168.1.20:443", "Others in this network open https://[2001:db8::1]:443"}},
		{"192.168.1.20:80", "192.168.1.20:80", "", false, []string{"Hopyard is at http://192.168.1.20:80 (Ctrl+C stops it)", offline}},
		{"localhost:8080", "127.0.0.1:8080", "https://uni.example/hopyard", false, []string{
			"Hopyard is at https://uni.example/hopyard/, and here at http://localhost:8080/hopyard (Ctrl+C stops it)"}},
	} {
		base, err := readBase(c.base)
		if err != nil {
			t.Fatal(err)
		}
		o := opened{addr: c.addr, ln: at{addr: netip.MustParseAddrPort(c.local)}, base: base, secure: c.secure, others: others}
		if got := o.lines(); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.addr, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
	for _, a := range lan.Addresses() {
		if a.IsLoopback() || a.IsLinkLocalUnicast() || !a.IsValid() {
			t.Errorf("%v is no address for others", a)
		}
	}
}

func TestDataFolder(t *testing.T) {
	home := t.TempDir()
	for _, c := range []struct{ state, xdg, want string }{
		{"/var/lib/hopyard:/var/lib/other", "/x", "/var/lib/hopyard"},
		{"", filepath.Join(home, "share"), filepath.Join(home, "share", "hopyard")},
		{"", "relative", filepath.Join(home, ".local", "share", "hopyard")}, // the XDG specification requires that a relative path is ignored
		{"", "", filepath.Join(home, ".local", "share", "hopyard")},
	} {
		t.Setenv("HOME", home)
		t.Setenv("STATE_DIRECTORY", c.state)
		t.Setenv("XDG_DATA_HOME", c.xdg)
		if got, err := dataFolder(); err != nil || got != c.want {
			t.Errorf("%q %q: %s %v, want %s", c.state, c.xdg, got, err, c.want)
		}
	}
	t.Setenv("HOME", "")
	if _, err := dataFolder(); err == nil || !strings.Contains(err.Error(), "--data none") {
		t.Errorf("without a home: %v", err)
	}
	if kept, problem := openData("", 0); problem == nil || !strings.Contains(kept.where, "--data folder") {
		t.Errorf("without a home: %v, %s", problem, kept.where)
	}
	if kept, problem := openData("none", 0); problem != nil || !strings.Contains(kept.where, "in memory only") {
		t.Errorf("none: %v, %s", problem, kept.where)
	}
}
