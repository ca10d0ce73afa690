package scenario

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// Checksums of links: a dot and four letters behind the payload. One letter that was
// changed in a payload may unpack to another scenario, which would open as if it were
// meant. What follows the first & has none, so that it can be written by hand. Links
// of before have no checksum, and neither need those that are made by hand.

// checksumLength is how many letters a checksum has, six bits each.
const checksumLength = 4

// WithChecksum is a link up to its payload, with its checksum. The # before it counts for
// nothing.
func WithChecksum(link string) string { return link + "." + checksum(link) }

// CutChecksum is a link without the checksum that it may have, and without what follows
// from & on. Error: an *Error, where the link is not the one that the checksum was made of.
func CutChecksum(link string) (string, error) {
	link, _, _ = strings.Cut(link, "&")
	parts := strings.SplitN(link, ".", 4) // version, codec, payload, checksum
	if len(parts) < 4 {
		return link, nil
	}
	rest := link[:len(link)-len(parts[3])-1]
	if bad := verify(rest, parts[3]); bad != nil {
		return "", bad
	}
	return rest, nil
}

// verify returns an error unless sum is the checksum of a link up to its payload.
func verify(link, sum string) *Error {
	want := checksum(link)
	var e *Error
	switch {
	case sum == want:
		return nil
	case len(sum) != checksumLength:
		e = linkError("checksum", fmt.Sprintf("has %d letters, not %d: the end of the link is missing, or something was added", len(sum), checksumLength), fmt.Sprint(checksumLength), "copy the whole link again; mail and chat may have cut it")
	default:
		e = linkError("checksum", quoted(sum)+" is not that of this link ("+want+"): a letter of the link was changed", want, "copy the link again from where it was made, and do not type it")
	}
	e.Value = sum
	return e
}

// checksum is the CRC-24 of RFC 9580 in four letters of base64url. It differs wherever
// two links of the same length differ within three letters in a row, and in all but one
// of 16 million other changes.
func checksum(link string) string {
	crc := uint32(0xb704ce)
	for _, c := range []byte(strings.TrimPrefix(link, "#")) {
		crc ^= uint32(c) << 16
		for range 8 {
			if crc <<= 1; crc&0x1000000 != 0 {
				crc ^= 0x1864cfb
			}
		}
	}
	return base64.RawURLEncoding.EncodeToString([]byte{byte(crc >> 16), byte(crc >> 8), byte(crc)})
}
