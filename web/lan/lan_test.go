package lan

import "testing"

// TestAddresses checks that other machines can reach the returned addresses, and
// that all of them have the same IP version.
func TestAddresses(t *testing.T) {
	list := Addresses()
	for _, a := range list {
		if a.IsLoopback() || a.IsUnspecified() || a.IsLinkLocalUnicast() || a.IsMulticast() || a.Is4() != list[0].Is4() {
			t.Errorf("%v cannot be typed by others: %v", a, list)
		}
	}
}
