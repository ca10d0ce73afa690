package linkcodec

import (
	"encoding/base64"
	"testing"
)

// TestChecksum checks the checksum against the usual test vector for the CRC-24 of
// RFC 9580, 0x21cf02 for the text "123456789". It also checks that a leading # does
// not count.
func TestChecksum(t *testing.T) {
	if got := checksum("123456789"); got != base64.RawURLEncoding.EncodeToString([]byte{0x21, 0xcf, 0x02}) {
		t.Errorf("%s", got)
	}
	if checksum("#1.z.A") != checksum("1.z.A") {
		t.Error("# counts")
	}
}
