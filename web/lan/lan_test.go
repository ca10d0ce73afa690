package lan

import "testing"

// What is told can be reached from elsewhere, and is of one kind.
func TestAddresses(t *testing.T) {
	list := Addresses()
	for _, a := range list {
		if a.IsLoopback() || a.IsUnspecified() || a.IsLinkLocalUnicast() || a.IsMulticast() || a.Is4() != list[0].Is4() {
			t.Errorf("%v cannot be typed by others: %v", a, list)
		}
	}
}
