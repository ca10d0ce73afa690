package scenario

import (
	"encoding/base64"
	"fmt"
	"strings"

	"hopyard/core/jsondoc"
)

// A link may carry a checksum: a dot and four letters after the payload. It detects
// changed letters. Without it, a payload with one wrong letter may unpack to
// another scenario, which would open without an error. The checksum does not cover
// the parameters from the first & on, so that people can write these by hand. Older
// links and links made by hand have no checksum and are accepted without a check.

// checksumLength is the number of letters of a checksum. Each letter holds six
// bits.
const checksumLength = 4

// WithChecksum appends the checksum to a link that ends with its payload. The
// checksum does not depend on a leading #.
func WithChecksum(link string) string { return link + "." + checksum(link) }

// CutChecksum removes the parameters from & on and the checksum, if there is one,
// from a link. The error is an *Error; it occurs if the checksum does not match.
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

// verify returns nil if sum is the checksum of the link, and an error if it is not.
// The link must end with its payload.
func verify(link, sum string) *jsondoc.Error {
	want := checksum(link)
	var e *jsondoc.Error
	switch {
	case sum == want:
		return nil
	case len(sum) != checksumLength:
		e = linkError("checksum", fmt.Sprintf("has %d letters, not %d: the end of the link is missing, or something was added", len(sum), checksumLength), fmt.Sprint(checksumLength), "copy the whole link again; mail and chat may have cut it")
	default:
		e = linkError("checksum", jsondoc.Quoted(sum)+" does not match this link ("+want+"): a letter of the link was changed", want, "copy the link again from its source instead of typing it")
	}
	e.Value = sum
	return e
}

// checksum returns the CRC-24 of RFC 9580 as four letters of base64url. The
// checksum detects every change that keeps the length and affects only three
// neighbouring letters. Of all other changes it misses only one in 16 million.
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
