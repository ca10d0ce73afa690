package worksheetpanel

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"hopyard/core/linkcodec"
)

// maxText is the maximum number of bytes in the uncompressed worksheet.
const maxText = linkcodec.MaxUnpacked

const linkHead = "w1.z."

// ErrLink is the error that all errors about links to worksheets wrap.
var ErrLink = errors.New("this link to a worksheet cannot be read")

// Fragment returns the fragment of a link that contains the text of a worksheet.
// The fragment includes the #. Fragment returns "" if the link would be too long.
func Fragment(text string) string {
	link := linkcodec.Encode(linkHead, linkcodec.Deflate([]byte(text), ""))
	if len(link) > linkcodec.MaxLink || len(text) > maxText {
		return ""
	}
	return link
}

// Open returns the worksheet in the fragment of a link. Its errors wrap ErrLink.
func Open(fragment string) (string, error) {
	bad := func(format string, args ...any) (string, error) {
		return "", fmt.Errorf("%w: %s", ErrLink, fmt.Sprintf(format, args...))
	}
	f := strings.TrimPrefix(fragment, "#")
	version, rest, _ := strings.Cut(f, ".")
	codec, payload, _ := strings.Cut(rest, ".")
	payload, _, _ = strings.Cut(payload, ".")
	switch {
	case len(fragment) > linkcodec.MaxLink:
		return bad("it has %d characters; a link has at most %d", len(fragment), linkcodec.MaxLink)
	case version != "w1":
		return bad("%.20q is a version that this page does not know; it knows w1", version)
	case codec != "z":
		return bad("%.20q is a codec that this page does not know; it knows z", codec)
	case payload == "":
		return bad("nothing follows #%s", linkHead)
	}
	packed, err := base64.RawURLEncoding.DecodeString(payload)
	if err != nil {
		return bad("it is not base64url: a part of it may be missing")
	}
	if _, err := linkcodec.CutChecksum(f); err != nil {
		return bad("%v", err)
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxText+1))
	switch {
	case err != nil:
		return bad("it cannot be unpacked: a part of it may be missing")
	case len(text) > maxText:
		return bad("it unpacks to more than %d bytes", maxText)
	}
	return string(text), nil
}
