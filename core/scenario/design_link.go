package scenario

import (
	"fmt"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/linkcodec"
)

// designMark is the beginning of the fragment (the part after #) of a link to a
// design.
const designMark = "x."

// IsDesignLink reports whether a link leads to a design. The link may be given
// completely or as its fragment, the part after #.
func IsDesignLink(link string) bool {
	if _, fragment, found := strings.Cut(link, "#"); found {
		link = fragment
	}
	return strings.HasPrefix(link, designMark)
}

// EncodeDesign returns the fragment of a link to a design, including the #. The
// link contains the text without whitespace, compressed like a scenario. The error
// is a jsondoc.Errors. It occurs if the design is invalid or does not fit into a
// link.
func EncodeDesign(src []byte) (string, error) {
	if _, err := ParseDesign(src); err != nil {
		return "", err
	}
	text := squeezed(src)
	if len(text) > linkcodec.MaxUnpacked {
		return "", linkcodec.TooLong(len(text), linkcodec.MaxUnpacked)
	}
	link := linkcodec.Encode(designMark+"z.", linkcodec.Deflate(text, dictionary))
	if len(link) > linkcodec.MaxLink {
		return "", linkcodec.TooLong(len(link), linkcodec.MaxLink)
	}
	return link, nil
}

// DecodeDesign returns the text of the design in a link, after the checks of
// ParseDesign. The error is a jsondoc.Errors. The size of the unpacked text is
// bounded even for a malicious link.
func DecodeDesign(link string) ([]byte, error) {
	link = strings.TrimSpace(link)
	if _, fragment, found := strings.Cut(link, "#"); found {
		link = fragment
	}
	if len(link) > linkcodec.MaxLink {
		return nil, linkcodec.TooLong(len(link), linkcodec.MaxLink)
	}
	rest, ok := strings.CutPrefix(link, designMark+"z.")
	if !ok {
		return nil, jsondoc.Errors{*linkcodec.Wrong("", jsondoc.Quoted(link[:min(len(link), 20)])+" is not a link to an experiment", "", "such a link has x.z. and letters after #")}
	}
	raw, bad := linkcodec.Decode(designMark+"z.", rest)
	if bad != nil {
		return nil, jsondoc.Errors{*bad}
	}
	src, bad := linkcodec.Inflate(raw, dictionary)
	if bad != nil {
		return nil, jsondoc.Errors{*bad}
	}
	if _, err := ParseDesign(src); err != nil {
		return nil, fmt.Errorf("the experiment of the link: %w", err)
	}
	return src, nil
}

// squeezed returns JSON without the whitespace between its tokens.
func squeezed(src []byte) []byte {
	out := make([]byte, 0, len(src))
	inside := false
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch {
		case inside && c == '\\' && i+1 < len(src):
			out = append(out, c)
			i++
			c = src[i]
		case c == '"':
			inside = !inside
		case !inside && strings.IndexByte(" \t\r\n", c) >= 0:
			continue
		}
		out = append(out, c)
	}
	return out
}
