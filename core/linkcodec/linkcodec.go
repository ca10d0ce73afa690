// Package linkcodec writes and reads the parts that all links of the program have in
// common: payload, checksum, limits and errors. A link is the fragment of an
// address, such as #1.z.PAYLOAD.CHECK: what it holds, how that is packed, the
// payload in base64url, and a checksum. Parameters may follow.
//
//	text := linkcodec.Encode("1.z.", linkcodec.Deflate(data, dictionary))
//
// columns.go packs lists of whole numbers. What the payload means is up to the
// callers: scenarios and experiments (package scenario), worksheets (the page).
package linkcodec

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"hopyard/core/jsondoc"
)

// Limits on links (SOURCES.md TOPO.8). The error for a link beyond a limit names
// the limit.
const (
	MaxLink     = 64 << 10 // characters
	MaxUnpacked = 1 << 20  // bytes after unpacking
)

// Encode returns a link with a payload and a checksum. The head is what stands
// before the payload, such as "1.z.".
func Encode(head string, payload []byte) string {
	link := "#" + head + base64.RawURLEncoding.EncodeToString(payload)
	return link + "." + checksum(link)
}

// Decode returns the payload of a link that Encode has made. The head is what stands
// before the payload, and the rest is the payload with its checksum, if it has one.
func Decode(head, rest string) ([]byte, *jsondoc.Error) {
	payload, sum, sealed := strings.Cut(rest, ".")
	raw, err := base64.RawURLEncoding.Strict().DecodeString(payload)
	if err != nil {
		return nil, Wrong("payload", "is damaged: "+badBase64(payload, err), "", "copy the whole link again; mail and chat may have cut it")
	}
	if sealed {
		if bad := verify(head+payload, sum); bad != nil {
			return nil, bad
		}
	}
	return raw, nil
}

// badBase64 returns a description of the first character that is not base64url.
func badBase64(payload string, err error) string {
	var at base64.CorruptInputError
	if errors.As(err, &at) && int(at) < len(payload) {
		return fmt.Sprintf("character %d is %s", int(at)+1, jsondoc.Quoted(payload[at:at+1]))
	}
	return "it ends too early"
}

// Deflate compresses bytes by RFC 1951 with a preset dictionary, which may be
// empty.
func Deflate(data []byte, dictionary string) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriterDict(&out, flate.BestCompression, []byte(dictionary))
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("linkcodec: deflate failed in memory: " + err.Error())
	}
	return out.Bytes()
}

// Inflate reverses Deflate. It stops after MaxUnpacked bytes, so that malicious
// data cannot fill the memory.
func Inflate(data []byte, dictionary string) ([]byte, *jsondoc.Error) {
	in := bytes.NewReader(data)
	r := flate.NewReaderDict(in, []byte(dictionary))
	out, err := io.ReadAll(io.LimitReader(r, MaxUnpacked+1))
	switch {
	case len(out) > MaxUnpacked:
		return nil, Wrong("payload", fmt.Sprintf("unpacks to more than %d bytes", MaxUnpacked), fmt.Sprint(MaxUnpacked), "open the scenario from a file")
	case err != nil || in.Len() > 0:
		return nil, Damaged()
	}
	return out, nil
}

// Wrong returns an error about a part of the link itself.
func Wrong(part, problem, limit, fix string) *jsondoc.Error {
	e := &jsondoc.Error{Place: "link", Problem: problem, Limit: limit, Fix: fix, Whole: "link"}
	if part != "" {
		e.Place, e.Problem = "link."+part, part+" "+problem
	}
	return e
}

// TooLong returns the error about a link or payload that is too long.
func TooLong(have, limit int) error {
	e := Wrong("payload", fmt.Sprintf("is %d bytes long, more than %d", have, limit), fmt.Sprint(limit), "share the scenario as a file")
	e.Value = fmt.Sprint(have)
	return jsondoc.Errors{*e}
}

// Damaged returns the error about a payload that does not unpack.
func Damaged() *jsondoc.Error {
	return Wrong("payload", "is damaged: it does not unpack to a scenario", "", "copy the whole link again; mail and chat may have cut it")
}

// A link may carry a checksum: a dot and four letters after the payload. It detects
// changed letters. Without it, a payload with one wrong letter may unpack to
// another scenario, which would open without an error. The checksum does not cover
// the parameters from the first & on, so that people can write these by hand. Older
// links and links made by hand have no checksum and are accepted without a check.

// ChecksumLength is the number of letters of a checksum. Each letter holds six
// bits.
const ChecksumLength = 4

// CutChecksum removes the parameters from & on and the checksum, if there is one,
// from a link. The error is a *jsondoc.Error; it occurs if the checksum does not
// match.
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
	case len(sum) != ChecksumLength:
		e = Wrong("checksum", fmt.Sprintf("has %d letters, not %d: the end of the link is missing, or something was added", len(sum), ChecksumLength), fmt.Sprint(ChecksumLength), "copy the whole link again; mail and chat may have cut it")
	default:
		e = Wrong("checksum", jsondoc.Quoted(sum)+" does not match this link ("+want+"): a letter of the link was changed", want, "copy the link again from its source instead of typing it")
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
