package scenario

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// signs are what a letter of a link may be changed to: all of base64url, and those that
// mean something in a link or in a chat.
const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.&#=+/% é"

// without is a link as it was made before there were checksums.
func without(t *testing.T, link string) string {
	t.Helper()
	head, rest, more := strings.Cut(link, "&")
	old, sum := head[:len(head)-checksumLength-1], head[len(head)-checksumLength-1:]
	if sum[0] != '.' {
		t.Fatalf("no checksum: %s", link)
	}
	if more {
		old += "&" + rest
	}
	return old
}

// A link of which any one letter is changed is refused, and what is told is its damage.
// Of links without a checksum some such open as another scenario.
func TestEveryChangedLetterIsFound(t *testing.T) {
	s := mustParse(t, `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [{"id": 1, "nodes": 2, "walltime": 60}]}`)
	quiet := 0
	for _, plain := range []bool{false, true} {
		link := encode(t, SharedLink{Scenario: s, Plain: plain})
		bare := without(t, link)
		for at := 1; at < len(link); at++ { // # may be left out
			for _, sign := range signs {
				changed := link[:at] + string(sign) + link[at+1:]
				if changed == link {
					continue
				}
				l, err := DecodeLink(changed)
				var all Errors
				if !errors.As(err, &all) || l.Scenario != nil {
					t.Fatalf("letter %d changed to %q opens: %s", at, sign, changed)
				}
				if e := &all[0]; !strings.HasPrefix(e.Place, "link") || e.Problem == "" || e.Fix == "" {
					t.Fatalf("letter %d changed to %q: %v", at, sign, err)
				}
				if at < len(bare) {
					if l, err := DecodeLink(bare[:at] + string(sign) + bare[at+1:]); err == nil && !bytes.Equal(l.Scenario.Canonical(), s.Canonical()) {
						quiet++
					}
				}
			}
		}
	}
	if quiet == 0 {
		t.Error("no changed link without a checksum opens: the checksum is for nothing")
	}
	t.Logf("without a checksum %d changed links open as another scenario", quiet)
}

// Two letters that changed places, and a part that is missing, are found too.
func TestCutAndSwappedLinksAreFound(t *testing.T) {
	link := encode(t, SharedLink{Scenario: realistic(50, 1)})
	for at := 1; at < len(link)-1; at++ {
		if swapped := link[:at] + link[at+1:at+2] + link[at:at+1] + link[at+2:]; swapped != link {
			if _, err := DecodeLink(swapped); err == nil {
				t.Errorf("letters %d and %d changed places", at, at+1)
			}
		}
		if _, err := DecodeLink(link[:at] + link[at+1:]); err == nil {
			t.Errorf("letter %d is missing", at)
		}
		if cut := link[:at+1]; cut != without(t, link) { // which is a link of before
			if _, err := DecodeLink(cut); err == nil {
				t.Errorf("cut behind letter %d", at)
			}
		}
	}
}

// Links of before there were checksums open as they did, and so do those that were made
// by hand; where to look may be written by hand behind any.
func TestLinksWithoutChecksum(t *testing.T) {
	s := mustParse(t, good)
	for _, plain := range []bool{false, true} {
		link := encode(t, SharedLink{Scenario: s, Plain: plain})
		for _, text := range []string{without(t, link), link + "&at=0.0&predict=1", without(t, link) + "&at=0.0&predict=1"} {
			l, err := DecodeLink(text)
			if err != nil || !bytes.Equal(l.Scenario.Canonical(), s.Canonical()) {
				t.Errorf("%v: %s", err, text)
			}
		}
		if rest, err := CutChecksum(link + "&at=0.0"); err != nil || rest != without(t, link) {
			t.Errorf("CutChecksum: %q, %v", rest, err)
		}
		if rest, err := CutChecksum(without(t, link)); err != nil || rest != without(t, link) {
			t.Errorf("CutChecksum of a link without: %q, %v", rest, err)
		}
	}
	if _, err := CutChecksum("#1.z.AAAA.AAAA"); err == nil || !strings.Contains(err.Error(), "a letter of the link was changed") {
		t.Errorf("CutChecksum: %v", err)
	}
}

// The links to experiments have checksums too, and need none.
func TestDesignLinksHaveChecksums(t *testing.T) {
	link, err := EncodeDesign([]byte(goodDesign))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := DecodeDesign(link[:len(link)-checksumLength-1]); err != nil {
		t.Errorf("of before: %v", err)
	}
	for at := 5; at < len(link); at++ {
		other := byte('A')
		if link[at] == other {
			other = 'B'
		}
		if _, err := DecodeDesign(link[:at] + string(other) + link[at+1:]); err == nil {
			t.Fatalf("letter %d changed opens", at)
		}
	}
}

// This is the checksum of RFC 9580: that of "123456789" is 0x21cf02.
func TestChecksum(t *testing.T) {
	if got := checksum("123456789"); got != base64url([]byte{0x21, 0xcf, 0x02}) {
		t.Errorf("%s", got)
	}
	if checksum("#1.z.A") != checksum("1.z.A") {
		t.Error("# counts")
	}
}
